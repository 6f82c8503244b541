"""Writes the packed rows of a data set in many shards."""

from __future__ import annotations

import os
from functools import partial
from typing import Any, Callable, Dict, Iterable, List, Mapping, NamedTuple, Optional, Tuple, Union

import numpy as np

from . import _core
from ._arrays import whole_number
from ._arrow_reader import read_stream
from ._outputs import shards_of, work_folder
from ._picture import counted
from ._shuffle import edges_of, piece_room, pieces_of, read_pieces, write_pieces, write_rows
from ._tokens import Shard, Types, tokens_of, types_of
from .shard_counts import Counts, Mapper, each, listed_shards, naming
from .shard_places import Planned, Task, plan_of, require_counted, tasks_of


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

    def __repr__(self) -> str:
        made = f"{counted(self.packs, 'pack')} of {counted(self.pieces, 'sequence')} and {counted(self.tokens, 'token')}"
        return f"<Packed: {made} in {counted(len(self.files), 'file')}>"


def _file_of_pieces(work: str, number: int) -> str:
    return os.path.join(work, f"pieces-{number:05}")


def _scatter(
    task: Task, plan: Planned, types: Types, read: Any, how: Mapping[str, Any], cut: Mapping[str, Any], edges: List[int], work: str
) -> Tuple[int, int]:
    """Writes the pieces of a shard, in the order of the packs. Returns its number and the bytes."""
    with naming(task.name):
        tokens = tokens_of(task.shard, types_of(types), read)
        require_counted(tokens.lengths, task.part)
        loaded = plan_of(plan)
        places = loaded.assign_shard(tokens.lengths, task.before, **how)
        return task.number, write_pieces(_file_of_pieces(work, task.number), pieces_of(loaded, places, tokens, **cut), edges)


def _gather(task: Tuple[int, str], numbers: Any, types: Types, align: int, edges: List[int], work: str) -> Tuple[int, int, int]:
    """Writes the rows of a shard, from the files of pieces of all shards that were read. Returns its pieces, tokens and bytes."""
    number, name = task
    with naming(name):
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
    shards, names, types = listed_shards(shards, counts), shards_of(out), types_of(columns)
    loaded = plan_of(plan)
    if len(loaded.limits) != 1:
        raise _core.Error(f"a plan of {len(loaded.limits)} components; rows of tokens have one, their length")
    how = {"order": order, "seed": whole_number(seed, "seed")}
    cut = {"room": piece_room(loaded), "ignore_index": ignore_index, "shift_labels": shift_labels}
    edges = edges_of(loaded.packs, len(names))
    tasks = tasks_of(shards, plan, counts)
    with work_folder(os.fspath(out).rpartition("@")[0] + "-unfinished") as work:
        scatter = partial(_scatter, plan=plan, types=types, read=read or counts.read, how=how, cut=cut, edges=edges, work=work)
        scattered = list(each(map, scatter, tasks))
        numbers = np.array([number for number, _ in scattered], np.int64)
        gather = partial(_gather, numbers=numbers, types=types, align=loaded._core.align_item[0], edges=edges, work=work)
        written = list(each(map, gather, enumerate(os.path.basename(name) for name in names)))
        for name in names:
            os.replace(os.path.join(work, os.path.basename(name)), name)
    pieces, tokens, size = (sum(row[number] for row in written) for number in range(3))
    return Packed(names, loaded.packs, pieces, tokens, sum(moved for _, moved in scattered), size)
