"""Brings the pieces of packs together: every shard that is read writes one file of pieces in the order of their packs, and every
shard that is written takes its packs out of all of them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Dict, List, Mapping, NamedTuple, Optional, Sequence, Tuple

import numpy as np

from . import _core
from ._arrow import Lists, write_stream
from ._outputs import whole_file
from .assigning import ShardAssignment
from .collating import without_first
from .pieces import room_for_a_piece
from .plans import Plan

if TYPE_CHECKING:
    import numpy.typing as npt

    from ._tokens import Tokens


class Pieces(NamedTuple):
    """Pieces of sequences in the order of (pack, position).

    packs, positions, lengths  [pieces]
    columns                    by name: [tokens]
    """

    packs: npt.NDArray[np.int64]
    positions: npt.NDArray[np.int64]
    lengths: npt.NDArray[np.int64]
    columns: Dict[str, npt.NDArray[Any]]


def _starts(lengths: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """[n + 1]"""
    return np.concatenate([np.zeros(1, np.int64), np.cumsum(lengths)])


def _within(lengths: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """0, 1, … for each of the lengths, one after another."""
    return np.arange(int(lengths.sum())) - np.repeat(_starts(lengths)[:-1], lengths)


# ---- from a shard that is read ----


def piece_room(plan: Plan) -> Optional[int]:
    """The most tokens that a truncated item keeps; None: the plan truncates none."""
    if plan._core.overlong != "truncate":
        return None
    return room_for_a_piece(plan.limits[0], json.loads(plan.to_json())["fitting"])


def _cut(
    plan: Plan, places: ShardAssignment, lengths: npt.NDArray[np.int64], room: Optional[int]
) -> Tuple[npt.NDArray[np.int64], ...]:
    """Of every piece: its item, where it begins there, and its tokens."""
    items = np.arange(len(lengths))
    if len(places.offsets):
        items = np.repeat(items, np.diff(places.offsets))
    begins = places.begins if len(places.begins) else np.zeros(len(items), np.int64)
    ends = lengths[items]
    if plan._core.overlong == "split":
        continued = items[1:] == items[:-1]
        ends[:-1][continued] = begins[1:][continued]
    elif room is not None:
        ends = np.minimum(ends, room)
    return items, begins, ends - begins


def pieces_of(
    plan: Plan,
    places: ShardAssignment,
    tokens: Tokens,
    room: Optional[int],
    ignore_index: int = -100,
    shift_labels: Optional[bool] = None,
) -> Pieces:
    """The pieces of a shard. O(shard · log shard)

    room  piece_room(plan), which takes time in proportion to the plan: once for all shards
    """
    items, begins, lengths = _cut(plan, places, tokens.lengths, room)
    rank = np.lexsort((places.positions, places.packs))
    starts = (_starts(tokens.lengths)[items] + begins)[rank]
    lengths = lengths[rank]
    within = _within(lengths)
    taken = np.repeat(starts, lengths) + within
    columns = {name: values[taken] for name, values in tokens.columns.items()}
    if "labels" in columns and shift_labels is not False:
        labels, ids = columns["labels"], columns[next(iter(columns))]
        shifted = without_first(labels, ids, within == 0, ignore_index, is_certain=bool(shift_labels))
        columns["labels"] = shifted.astype(labels.dtype)
    return Pieces(places.packs[rank], places.positions[rank], lengths, columns)


def write_pieces(path: str, pieces: Pieces, edges: Sequence[int]) -> int:
    """Writes one file: where the pieces and tokens of each shard to be written begin, and the arrays. Returns its bytes.

    edges  shard s has the packs [edges[s], edges[s + 1])
    """
    begins = np.searchsorted(pieces.packs, np.asarray(edges))
    index = np.stack([begins, _starts(pieces.lengths)[begins]], axis=1)
    arrays = [index, pieces.packs, pieces.positions, pieces.lengths]
    with whole_file(path) as file:
        for array in arrays:
            file.write(array.astype(np.int64).tobytes())
        for values in pieces.columns.values():
            file.write(values.tobytes())
        return file.tell()


# ---- to a shard that is written ----


def read_pieces(path: str, shard: int, shards: int, types: Mapping[str, np.dtype[Any]]) -> Pieces:
    """What a file of write_pieces() has for one of the shards to be written."""
    with open(path, "rb") as file:

        def read(dtype: np.dtype[Any], at: int, count: int) -> npt.NDArray[Any]:
            file.seek(at)
            found = np.fromfile(file, dtype, count)
            if len(found) < count:
                raise _core.Error(f"{path}: the file of pieces ends early")
            return found

        int64 = np.dtype(np.int64)
        ends = np.concatenate([read(int64, 16 * shard, 4), read(int64, 16 * shards, 2)]).reshape(3, 2)
        (begin, first), (end, last), (pieces, tokens) = ends.tolist()
        at = 16 * (shards + 1)
        packs, positions, lengths = (read(int64, at + 8 * (pieces * number + begin), end - begin) for number in range(3))
        at += 24 * pieces
        columns = {}
        for name, dtype in types.items():
            columns[name] = read(dtype, at + first * dtype.itemsize, last - first)
            at += dtype.itemsize * tokens
    return Pieces(packs, positions, lengths, columns)


def _merged(parts: Sequence[Pieces]) -> Pieces:
    """The pieces of several shards in the order of (pack, position)."""
    packs, positions, lengths = (np.concatenate([part[number] for part in parts]) for number in range(3))
    rank = np.lexsort((positions, packs))
    taken = np.repeat(_starts(lengths)[:-1][rank], lengths[rank]) + _within(lengths[rank])
    columns = {name: np.concatenate([part.columns[name] for part in parts])[taken] for name in parts[0].columns}
    return Pieces(packs[rank], positions[rank], lengths[rank], columns)


def write_rows(path: str, parts: Sequence[Pieces], first: int, last: int, align: int) -> Tuple[int, int, int]:
    """Writes the rows of the packs [first, last) as an Arrow stream. Returns its pieces, tokens and bytes.

    parts  of all shards that were read; the first of their columns has the tokens
    """
    pieces = _merged(parts)
    counts = np.bincount(pieces.packs - first, minlength=last - first)
    assert np.array_equal(pieces.positions, _within(counts)), "each place of a pack has one piece"
    of_rows = _starts(counts)
    offsets = _starts(pieces.lengths)[of_rows]
    tokens, *others = pieces.columns
    position_ids = _within(pieces.lengths).astype(np.int32)
    columns: Dict[str, Any] = {
        "input_ids": Lists(pieces.columns[tokens], offsets),
        "position_ids": Lists(position_ids, offsets),
        "seq_lengths": Lists(pieces.lengths.astype(np.int32), of_rows),
    }
    columns.update({name: Lists(pieces.columns[name], offsets) for name in others})
    if align != 1:
        columns["align_item"] = np.full(last - first, align, np.int32)
    with whole_file(path) as file:
        write_stream(file, columns)
        return len(pieces.lengths), len(position_ids), file.tell()


def edges_of(packs: int, shards: int) -> List[int]:
    """Shard s of those to be written has the packs [edges[s], edges[s + 1])."""
    return [packs * shard // shards for shard in range(shards + 1)]
