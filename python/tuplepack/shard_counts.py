"""Counts the items of the shards of a data set, a task for each."""

from __future__ import annotations

import os
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import islice
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Optional, Tuple, Union, cast

import numpy as np

from . import _core
from ._arrays import is_list
from ._keywords import unknown_keyword
from ._notes import note
from ._picture import counted, shown
from ._tokens import Shard, is_path, sizes_of
from .files import files_of
from .histograms import Histogram, histogram

Mapper = Callable[..., Iterable[Any]]  # called with a function and a list of tasks

TASKS_AT_ONCE = 1024  # given to `map` in one call, so that the histograms that they carry need little memory


def each(map: Mapper, function: Callable[[Any], Any], tasks: Iterable[Any]) -> Iterator[Any]:
    if not callable(map):
        raise _core.Error(f"map cannot be {shown(map)}; expected a function, such as the built-in map")
    remaining = iter(tasks)
    for some in iter(lambda: list(islice(remaining, TASKS_AT_ONCE)), []):
        yield from map(function, some)


@contextmanager
def naming(name: str) -> Iterator[None]:
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


def _sum(parts: List[Histogram]) -> Histogram:
    """Adds many at once, which takes less time than one after another."""
    while len(parts) > 1:
        groups = [parts[begin : begin + 64] for begin in range(0, len(parts), 64)]
        parts = [
            histogram(np.concatenate([p.sizes for p in group]), np.concatenate([p.counts for p in group]), group[0].components)
            for group in groups
        ]
    return parts[0] if parts else histogram([])


@dataclass(frozen=True, repr=False)
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

    def __repr__(self) -> str:
        skipped = f", {len(self.skipped):,} skipped" if self.skipped else ""
        return f"<Counts: {counted(self.total.items, 'item')} in {counted(len(self.names), 'shard')}{skipped}>"

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


def listed_shards(shards: Iterable[Shard], *counts: Any) -> List[Shard]:
    """The files of one path, NAME@N or pattern, or the shards that are given, which were counted."""
    if counts and not isinstance(counts[0], Counts):
        raise _core.Error(f"counts is {shown(counts[0])}; expected what count() returned for the same shards")
    if is_path(shards):
        return list(files_of(cast(str, shards)))  # not letter by letter
    if not is_list(shards):
        raise _core.Error(f"shards cannot be {shown(shards)}; expected a list of them, in their order")
    return list(shards)


def names_of_shards(shards: List[Shard]) -> Tuple[str, ...]:
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
        with naming(name):
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
    cost      a task returns 16 bytes per size that its shard has; memory of a task O(shard). An .npy file of integers [n] is mapped

    >>> count([[3, 5], [3, 4]]).total.counts.tolist()
    [2, 1, 1]
    """
    unknown = next((name for name in options if name not in _READING), None)
    if unknown is not None:
        raise unknown_keyword(unknown, ["shards", "map", "on_error", "read", *_READING], "count")
    if on_error not in ("raise", "skip"):
        raise _core.Error(f"on_error is {shown(on_error)}; expected raise or skip")
    shards = listed_shards(shards)
    names = names_of_shards(shards)
    found = list(each(map, partial(_count_one, options=options, read=read, skips=on_error == "skip"), zip(names, shards)))
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
