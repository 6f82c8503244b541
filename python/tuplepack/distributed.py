"""Packs a data set in many shards, on whatever runs tasks: a loop, processes, Dask, Ray, Spark, Beam.

Each function takes the shards in their order and `map`, which calls a function for each task and returns the results in the order of
the tasks: the built-in map, Executor.map of concurrent.futures, Pool.map of multiprocessing, or a wrapper of an engine's client
(docs/scaling.md). Tasks have no state: those of a worker that died can run again elsewhere.

>>> from tuplepack import pack
>>> shards = [[3, 5], [3, 4]]
>>> counts = count(shards)
>>> [places.packs.tolist() for places in assign(shards, pack(counts.total, 8), counts)]
[[0, 0], [1, 1]]
"""

from __future__ import annotations

import os
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from itertools import islice
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, NamedTuple, Optional, Tuple, Union, cast

import numpy as np

from . import _core
from ._arrays import whole_number
from ._keywords import unknown_keyword
from ._notes import note
from ._arrow_reader import read_stream
from ._outputs import require_new, shards_of, whole_file, work_folder
from ._shuffle import edges_of, piece_room, pieces_of, read_pieces, write_pieces, write_rows
from ._tokens import Shard, Types, is_path, sizes_of, tokens_of, types_of
from .assigning import ShardAssignment
from .files import files_of
from .histograms import Histogram, histogram
from .packing import Plan, require_plan

Mapper = Callable[..., Iterable[Any]]  # called with a function and a list of tasks

Planned = Union[Plan, str, "os.PathLike[str]"]
"""A plan, which is sent with every task; or the path of its file, which every worker can read and keeps."""

TASKS_AT_ONCE = 1024  # given to `map` in one call, so that the histograms that they carry need little memory


def _each(map: Mapper, function: Callable[[Any], Any], tasks: Iterable[Any]) -> Iterator[Any]:
    if not callable(map):
        raise _core.Error(f"map cannot be {map!r}; expected a function, such as the built-in map")
    remaining = iter(tasks)
    for some in iter(lambda: list(islice(remaining, TASKS_AT_ONCE)), []):
        yield from map(function, some)


@contextmanager
def _naming(name: str) -> Iterator[None]:
    """Errors have the name of the shard."""
    try:
        yield
    except Exception as error:
        if isinstance(error, _core.Error) and name in str(error):
            raise
        text = str(error) if isinstance(error, _core.Error) else f"{type(error).__name__}: {error}"
        named = _core.Error(f"{name}: {text}")
        named.code = "system" if isinstance(error, OSError) else getattr(error, "code", None) or "unsupported"
        raise named from error


# ---- counting ----


def _sum(parts: List[Histogram]) -> Histogram:
    """Adds many at once, which takes less time than one after another."""
    while len(parts) > 1:
        groups = [parts[begin : begin + 64] for begin in range(0, len(parts), 64)]
        parts = [
            histogram(np.concatenate([p.sizes for p in group]), np.concatenate([p.counts for p in group]), group[0].components)
            for group in groups
        ]
    return parts[0] if parts else histogram([])


@dataclass(frozen=True)
class Counts:
    """The histograms of shards.

    names    of the shards, in their order: paths, or "shard 3", numbered from 0
    parts    the histogram of each; None: it could not be read and was left out
    skipped  by name, why a shard was left out
    options  of read_sizes(), with which the sizes are read again
    read     the function that returns the sizes or samples of a shard; None: there is none
    """

    names: Tuple[str, ...]
    parts: Tuple[Optional[Histogram], ...]
    skipped: Mapping[str, str]
    options: Mapping[str, Any]
    read: Optional[Callable[[Shard], Any]] = None

    @cached_property
    def total(self) -> Histogram:
        """Of all shards: what pack() takes."""
        return _sum([part for part in self.parts if part is not None and len(part)])

    def before(self) -> Iterator[Histogram]:
        """For each shard, the items of the shards before it. An addition of histograms for each."""
        before = histogram([])
        for part in self.parts:
            yield before
            before = before if part is None else before + part


def _listed(shards: Iterable[Shard], *counts: Any) -> List[Shard]:
    """The files of one path, NAME@N or pattern, or the shards that are given, which were counted."""
    if counts and not isinstance(counts[0], Counts):
        raise _core.Error(f"counts is {counts[0]!r}; expected what count() returned for the same shards")
    if is_path(shards):
        return list(files_of(cast(str, shards)))  # not letter by letter
    is_list = hasattr(shards, "__iter__") and getattr(shards, "ndim", 1) > 0
    if not is_list or isinstance(shards, (bytes, set, frozenset, Mapping)):
        raise _core.Error(f"shards cannot be {shards!r}; expected a list of them, in their order")
    return list(shards)


def _names(shards: List[Shard]) -> Tuple[str, ...]:
    names = [os.fspath(shard) if is_path(shard) else f"shard {number}" for number, shard in enumerate(shards)]
    found: Dict[str, int] = {}
    for number, name in enumerate(names):
        first = found.setdefault(os.path.abspath(name), number)
        if first != number:
            raise _core.Error(f"{name}: shards {first} and {number} are the same file")
    return tuple(names)


def _count_one(task: Tuple[str, Shard], options: Mapping[str, Any], read: Any, skips: bool) -> Union[Histogram, str]:
    """The histogram of a shard, or why there is none."""
    name, shard = task
    try:
        with _naming(name):
            return histogram(sizes_of(shard, options, read))
    except _core.Error as error:
        if not skips:
            raise
        return str(error)


_READING = ("format", "columns", "count_column", "lengths_of")
"""Options of read_sizes()."""


def count(
    shards: Iterable[Shard],
    *,
    map: Mapper = map,
    on_error: str = "raise",
    read: Optional[Callable[[Shard], Any]] = None,
    **options: Any,
) -> Counts:
    """Counts the items of each shard, one task per shard.

    shards    paths of any format that read_sizes() reads; or sizes, samples, functions that return one of these
    on_error  skip: shards that cannot be read are left out, with a warning; Counts.skipped says why
    read      returns the sizes or the samples of a shard, for other formats; assign() and write_packed() use it, too
    options   of read_sizes(): lengths_of="input_ids", columns, format, count_column
    errors    name the shard: one that cannot be read, that occurs two times, or whose components are others
    cost      a task returns 16 bytes per size that its shard has; memory of a task O(shard)

    >>> count([[3, 5], [3, 4]]).total.counts.tolist()
    [2, 1, 1]
    """
    unknown = next((name for name in options if name not in _READING), None)
    if unknown is not None:
        raise unknown_keyword(unknown, ["shards", "map", "on_error", "read", *_READING], "count")
    if on_error not in ("raise", "skip"):
        raise _core.Error(f"on_error is {on_error!r}; expected raise or skip")
    shards = _listed(shards)
    names = _names(shards)
    found = list(_each(map, partial(_count_one, options=options, read=read, skips=on_error == "skip"), zip(names, shards)))
    skipped = {name: part for name, part in zip(names, found) if isinstance(part, str)}
    first = next(iter(skipped.values()), "the list of shards is empty")
    if len(skipped) == len(shards):
        raise _core.Error(f"no shard can be read: {first}")
    if skipped:
        note(f"{len(skipped)} of {len(shards)} shards cannot be read and are left out; the first: {first}")
    parts = tuple(None if isinstance(part, str) else part for part in found)
    components = next((part.components for part in parts if part is not None and len(part)), None)
    for name, part in zip(names, parts):
        if part is not None and len(part) and part.components != components:
            raise _core.Error(f"{name}: its components are {', '.join(part.components)}, and those of the shards before "
                              f"{', '.join(components or ())}")  # fmt: skip
    return Counts(names, parts, skipped, options, read)


# ---- assigning ----


class _Task(NamedTuple):
    """A shard that is to be assigned: its number and name, what was counted in it and in those before it."""

    number: int
    name: str
    shard: Shard
    part: Histogram
    before: Histogram


@lru_cache(maxsize=1)
def _loaded(path: str, changed: int) -> Plan:
    return Plan.load(path)


def _plan_of(plan: Planned) -> Plan:
    """Reads a file once per process."""
    if isinstance(plan, Plan) or not is_path(plan):
        require_plan(plan)
        return cast(Plan, plan)
    return _loaded(os.fspath(plan), os.stat(plan).st_mtime_ns if os.path.exists(plan) else 0)


def _require_plan_of(plan: Plan, counts: Counts) -> None:
    """Error: the plan is for other items; it names the first shard with some that do not fit it."""
    if len(counts.total) and plan.components != counts.total.components:
        raise _core.Error(f"the plan is for {', '.join(plan.components)}, and the shards have {', '.join(counts.total.components)}")
    try:
        _core.check_source(plan._core, counts.total._core)
    except _core.Error as error:
        for name, part, before in zip(counts.names, counts.parts, counts.before()):
            with _naming(name):
                if part is not None and len(part):
                    plan.assign_shard(part.sizes.reshape(len(part), -1), before)
        raise _core.Error(f"the plan is not for these counts: {error}") from None


def _tasks(shards: List[Shard], plan: Planned, counts: Counts) -> Iterator[_Task]:
    """Of the shards that were not left out. Error: other shards than those that were counted, or the plan of others."""
    names = _names(shards)
    for number, (name, counted) in enumerate(zip(names, counts.names)):
        if name != counted:
            raise _core.Error(f"{name}: shard {number} was counted as {counted}; pass the same shards in the same order")
    if len(names) != len(counts.names):
        longer = max(names, counts.names, key=len)
        raise _core.Error(f"{longer[min(len(names), len(counts.names))]}: {len(counts.names)} shards were counted, and "
                          f"{len(names)} are given")  # fmt: skip
    _require_plan_of(_plan_of(plan), counts)
    for number, (name, shard, part, before) in enumerate(zip(names, shards, counts.parts, counts.before())):
        if part is not None:
            yield _Task(number, name, shard, part, before)


def _require_counted(sizes: Any, part: Histogram) -> None:
    found = histogram(sizes)
    if not (np.array_equal(found.sizes, part.sizes) and np.array_equal(found.counts, part.counts)) and (len(found) or len(part)):
        raise _core.Error(f"the shard has changed since it was counted: {found.items} items of {len(found)} sizes, and "
                          f"{part.items} of {len(part)} were counted")  # fmt: skip


def _assign_one(
    task: _Task, plan: Planned, options: Mapping[str, Any], read: Any, order: str, seed: int, work: Optional[str]
) -> Tuple[int, Optional[ShardAssignment]]:
    """The number of a shard, and where its items go, unless that is written to the work folder."""
    with _naming(task.name):
        sizes = sizes_of(task.shard, options, read)
        _require_counted(sizes, task.part)
        places = _plan_of(plan).assign_shard(sizes, task.before, order=order, seed=seed)
        if work is None:
            return task.number, places
        with whole_file(os.path.join(work, f"{task.number:05}")) as file:
            np.savez(file, **places._asdict())
        return task.number, None


def assign(
    shards: Iterable[Shard],
    plan: Planned,
    counts: Counts,
    *,
    map: Mapper = map,
    order: str = "plan",
    seed: int = 0,
    out: Union[None, str, os.PathLike[str]] = None,
) -> List[Any]:
    """Where the items of each shard go, one task per shard: together what Plan.assign() with the same order gives for all.

    plan     of counts.total
    counts   of the same shards
    order    of packs, and of items of equal size: plan, or permute by `seed`
    out      writes OUT-00012-of-00064.npz for each shard, with the arrays of a ShardAssignment, instead of returning them. The
             files appear when all are complete; until then they are in the folder OUT-unfinished, which all workers see
    returns  by shard: a ShardAssignment (with `out`, the path of its file), or None where count() left the shard out
    errors   name the shard: a plan or counts of others, a shard that has changed since or cannot be read. No file is left then
    cost     a task needs the plan, the counts of the shards before it (16 bytes per size) and its shard
    """
    shards = _listed(shards, counts)
    how = {"options": counts.options, "read": counts.read, "order": order, "seed": whole_number(seed, "seed")}
    tasks = _tasks(shards, plan, counts)
    found: List[Any] = [None] * len(shards)
    if out is None:
        for number, places in _each(map, partial(_assign_one, plan=plan, work=None, **how), tasks):
            found[number] = places
        return found
    names = [f"{os.fspath(out)}-{number:05}-of-{len(shards):05}.npz" for number in range(len(shards))]
    require_new(names)
    with work_folder(f"{os.fspath(out)}-unfinished") as work:
        for number, _ in list(_each(map, partial(_assign_one, plan=plan, work=work, **how), tasks)):
            os.replace(os.path.join(work, f"{number:05}"), names[number])
            found[number] = names[number]
    return found


# ---- packed rows ----


class Packed(NamedTuple):
    """What write_packed() wrote.

    files    paths, in their order; one after another they have a row for each pack
    packs    rows
    pieces   sequences in them; of items that were split, pieces
    tokens   in them
    moved    bytes that went from the shards that were read to those that were written
    written  bytes of the files
    """

    files: List[str]
    packs: int
    pieces: int
    tokens: int
    moved: int
    written: int


def _file_of_pieces(work: str, number: int) -> str:
    return os.path.join(work, f"pieces-{number:05}")


def _scatter(
    task: _Task, plan: Planned, types: Types, read: Any, how: Mapping[str, Any], cut: Mapping[str, Any], edges: List[int], work: str
) -> Tuple[int, int]:
    """Writes the pieces of a shard, in the order of the packs. Returns its number and the bytes."""
    with _naming(task.name):
        tokens = tokens_of(task.shard, types_of(types), read)
        _require_counted(tokens.lengths, task.part)
        loaded = _plan_of(plan)
        places = loaded.assign_shard(tokens.lengths, task.before, **how)
        return task.number, write_pieces(_file_of_pieces(work, task.number), pieces_of(loaded, places, tokens, **cut), edges)


def _gather(task: Tuple[int, str], numbers: Any, types: Types, align: int, edges: List[int], work: str) -> Tuple[int, int, int]:
    """Writes the rows of a shard, from the files of pieces of all shards that were read. Returns its pieces, tokens and bytes."""
    number, name = task
    with _naming(name):
        files = (_file_of_pieces(work, shard) for shard in numbers.tolist())
        parts = [read_pieces(file, number, len(edges) - 1, types_of(types)) for file in files]
        return write_rows(os.path.join(work, name), parts, edges[number], edges[number + 1], align)


def read_packed(path: Union[str, os.PathLike[str]]) -> Dict[str, Any]:
    """The rows of a file of write_packed(): by column lists, a named tuple of values and offsets, of which row i has
    values[offsets[i]:offsets[i + 1]]; align_item is an array [rows]. Memory: that of the file."""
    return read_stream(path)


def write_packed(
    shards: Iterable[Shard],
    plan: Planned,
    counts: Counts,
    out: Union[str, os.PathLike[str]],
    *,
    map: Mapper = map,
    order: str = "plan",
    seed: int = 0,
    columns: Types = ("input_ids",),
    read: Optional[Callable[[Shard], Any]] = None,
    ignore_index: int = -100,
    shift_labels: Optional[bool] = None,
) -> Packed:
    """Writes packed rows, one per pack, as Arrow streams: input_ids, position_ids, seq_lengths and the other `columns`, without
    padding, as pack_dataset() makes them. Row r of all files together is pack r; packs that packs_multiple adds are empty rows.

    out           NAME@N: N shards NAME-00000-of-N, …, in a folder that all workers see. They appear when all are complete. Until
                  then everything is in the folder NAME-unfinished
    columns       that have a value for every token, the first of which is the tokens; names, or a dict of names and numpy types
                  (default: int32)
    read          returns the samples of a shard, dicts or lists of tokens. Default: that of count(); else JSON Lines, also
                  with gzip, bzip2 or xz; Arrow that is not compressed inside, as `datasets` saves it; Parquet where pyarrow is
                  installed
    order, seed   as for assign()
    ignore_index, shift_labels  for a column `labels`, as for collate_packed(); there are none unless `columns` names it
    errors        as for assign(); also a token that its type does not hold, columns of different lengths. Nothing is left then
    cost          one task per shard that is read, which writes its tokens once (Packed.moved), then one per shard that is written,
                  which reads its share of each of these files; memory of a task O(its shard)
    """
    shards, names, types = _listed(shards, counts), shards_of(out), types_of(columns)
    loaded = _plan_of(plan)
    if len(loaded.limits) != 1:
        raise _core.Error(f"a plan of {len(loaded.limits)} components; rows of tokens have one, their length")
    how = {"order": order, "seed": whole_number(seed, "seed")}
    cut = {"room": piece_room(loaded), "ignore_index": ignore_index, "shift_labels": shift_labels}
    edges = edges_of(loaded.packs, len(names))
    tasks = _tasks(shards, plan, counts)
    with work_folder(os.fspath(out).rpartition("@")[0] + "-unfinished") as work:
        scatter = partial(_scatter, plan=plan, types=types, read=read or counts.read, how=how, cut=cut, edges=edges, work=work)
        scattered = list(_each(map, scatter, tasks))
        numbers = np.array([number for number, _ in scattered], np.int64)
        gather = partial(_gather, numbers=numbers, types=types, align=loaded._core.align_item[0], edges=edges, work=work)
        written = list(_each(map, gather, enumerate(os.path.basename(name) for name in names)))
        for name in names:
            os.replace(os.path.join(work, os.path.basename(name)), name)
    pieces, tokens, size = (sum(row[number] for row in written) for number in range(3))
    return Packed(names, loaded.packs, pieces, tokens, sum(moved for _, moved in scattered), size)
