"""What a packed batch needs while it trains: segment ids, positions and masks. Functions of segment ids take arrays of
numpy, torch or CuPy, on the CPU or on a CUDA device, and return such arrays: what is on a device stays there, and is queued
in its current stream.

segment_ids  [packs, S], or [S] of one pack: 0 = padding, 1 … K = the item; any type of integers. int32 is taken as
             it is. K is at most S where memory depends on it, unless `segments` declares it
out          an array to write to, of the type and shape of the result, in one piece, on the same device, and apart from
             what is read. Where there are several results: a dict of some of them by name, or the tuple of an earlier
             call. After an error about data, its content is undefined
check        on a device: wait for it, and raise an error where ids are wrong; False queues the work and returns
"""

from __future__ import annotations

from typing import Any, Mapping, NamedTuple, Optional, Sequence, Tuple

import numpy as np

from . import _core
from ._arrays import as_sizes, decimal, in_turn, require_flag, require_list, require_names, require_text, whole_number, whole_or_none
from ._out import room, rooms
from ._picture import shown
from ._numpy_place import Place
from ._places import place_of


class Segments(NamedTuple):
    """The layout of packs.

    segment_ids   [packs, capacity] 0 = padding, 1 … K = the item
    position_ids  [packs, capacity] 0, 1, 2, … within each item
    cu_seqlens    one pack's after another's: item j is at [cu_seqlens[j], cu_seqlens[j + 1])
    """

    segment_ids: Any
    position_ids: Any
    cu_seqlens: Any


def segments(lengths: Sequence[Sequence[int]], capacity: int, *, align_item: int = 1, out: Any = None) -> Segments:
    """Lays the items of packs out, one after another, on the CPU: in tensors of torch where `lengths` has such, else in arrays
    of NumPy.

    lengths  of the items of each pack

    >>> segments([[3, 2]], 7).segment_ids.tolist()
    [[1, 1, 1, 2, 2, 0, 0]]
    """
    given = list(in_turn(lengths))
    place = place_of(lengths, *given)
    if place.has_workspaces:
        raise _core.Error("lengths are on a GPU, and packs are laid out on the CPU; pass lengths.tolist()")
    packs = [as_sizes(pack) for pack in given]
    if any(pack.ndim != 1 for pack in packs):
        raise _core.Error("lengths have several components; expected those of the items of each pack: [[3, 2], [5]]")
    size = whole_number(capacity, "capacity")
    if size >= 2**31:
        raise _core.Error(f"capacity is {size}; expected a number below 2^31")
    offsets = np.cumsum([0, *map(len, packs)], dtype=np.int64)
    flat = np.concatenate([*packs, np.zeros(0, np.int64)])
    shape = (len(packs), size)
    wanted = {"segment_ids": (shape, "int32"), "position_ids": (shape, "int32"), "cu_seqlens": ((len(flat) + len(packs),), "int32")}
    made = rooms(place, out, wanted, {f"lengths[{pack}]": array for pack, array in enumerate(given)} if out is not None else {})
    _core.segments(flat, offsets, size, whole_number(align_item, "align_item"), *map(place.address, made.values()))
    return Segments(**made)


# ---- what follows from segment ids ----


class SegmentArrays(NamedTuple):
    """What follows from segment ids [packs, S] with at most K segments in a pack; int32, but for `order`. None: not asked for.

    counts        [packs] the highest id
    lengths       [packs, K] positions of each segment
    position_ids  [packs, S] 0, 1, 2, … within each segment, scattered or not; 0 in padding
    order         [packs] uint8: 2 = ascending from position 0, each segment in one piece; 1 = each in one piece; 0 = scattered
    ranges        [packs, S, 2] where the segment of a position begins and ends in its pack; 0, 0 in padding
    cu_seqlens    [packs · (K + 1) + 1] as that of cu_seqlens()
    """

    counts: Any
    lengths: Any
    position_ids: Any
    order: Any
    ranges: Any
    cu_seqlens: Any


_DERIVED = SegmentArrays._fields


def derive_segments(
    segment_ids: Any,
    *,
    arrays: Sequence[str] = _DERIVED,
    segments: Optional[int] = None,
    out: Any = None,
    check: bool = True,
) -> SegmentArrays:
    """Some or all of what follows from segment ids, in one pass.

    arrays    names of SegmentArrays. With `ranges`, segments have to be in one piece, and with `cu_seqlens` in ascending order too
    segments  K; default: the largest id
    out       a dict of some of these arrays, or the tuple of an earlier call

    >>> derive_segments([[1, 1, 2, 0]], arrays=["counts", "lengths"]).lengths.tolist()
    [[2, 1]]
    """
    require_list(arrays, "arrays", "names")
    require_names(arrays, _DERIVED, "arrays", "there is no array", "they are")
    place, ids = _ids(segment_ids, check)
    (packs, positions), most = ids.shape, _declared(segments, place, ids)
    shapes = {"counts": (packs,), "lengths": (packs, most), "position_ids": (packs, positions), "order": (packs,),
              "ranges": (packs, positions, 2), "cu_seqlens": (packs * (most + 1) + 1,)}  # fmt: skip
    wanted = {name: (shapes[name], "uint8" if name == "order" else "int32") for name in _DERIVED if name in arrays}
    made = rooms(place, out, wanted, {"segment_ids": segment_ids}, always_new=[name for name in _DERIVED if name not in arrays])
    _derive(place, ids, most, made, check)
    return SegmentArrays(*map(made.get, _DERIVED))


def _derive(place: Place, ids: Any, most: int, made: Mapping[str, Any], check: bool) -> None:
    """Fills some of them, by name."""
    addresses = [place.address(made.get(name)) for name in _DERIVED]
    place.call("derive_segments", (*ids.shape, most), place.address(ids), *addresses, check=check)


def _declared(segments: Optional[int], place: Place, ids: Any) -> int:
    """K"""
    declared = whole_or_none(segments, "segments")
    return segments_in(place, ids) if declared is None else declared


def position_ids(segment_ids: Any, *, segments: Optional[int] = None, out: Any = None, check: bool = True) -> Any:
    """[packs, S], int32: 0, 1, 2, … within each segment, scattered or not; 0 in padding.

    segments  K; default: the largest id, for which a device is waited for

    >>> position_ids([[1, 1, 2, 0]]).tolist()
    [[0, 1, 0, 0]]
    """
    place, ids = _ids(segment_ids, check)
    most = _declared(segments, place, ids)
    positions = room(place, out, (tuple(ids.shape), "int32"), {"segment_ids": segment_ids})
    _derive(place, ids, most, {"position_ids": positions}, check)
    return positions


class CuSeqlens(NamedTuple):
    """The segments of all packs, joined, as attention of variable lengths takes them over packs · S positions. Segments that
    do not occur are empty sequences, so that the size depends on the shape only: packs · (K + 1) + 1.

    cu_seqlens         each sequence with the padding behind it, and at the end of a pack what is left; int32. For
                       flash_attn_varlen_func and the like, which have no gaps; cu_seqlens_q_padded of Transformer Engine's THD
    cu_seqlens_real    by the positions of segments alone: cu_seqlens_q of Transformer Engine's THD
    max_seqlen         the longest of cu_seqlens, a number
    """

    cu_seqlens: Any
    cu_seqlens_real: Any
    max_seqlen: int


def cu_seqlens(segment_ids: Any, *, segments: Optional[int] = None, out: Any = None, check: bool = True) -> CuSeqlens:
    """Where sequences begin, over packs in one row. Segments have to be in ascending order, each in one piece.

    segments  K; default: the largest id
    out       cu_seqlens and cu_seqlens_real, [packs · (K + 1) + 1] int32

    >>> cu_seqlens([[1, 1, 2, 0], [1, 1, 1, 1]]).cu_seqlens.tolist()
    [0, 2, 3, 4, 8, 8, 8]
    """
    place, ids = _ids(segment_ids, check)
    packs, most = ids.shape[0], _declared(segments, place, ids)
    wanted = dict.fromkeys(("cu_seqlens", "cu_seqlens_real"), ((packs * (most + 1) + 1,), "int32"))
    made = rooms(place, out, wanted, {"segment_ids": segment_ids}, always_new=["max_seqlen"])
    joined, starts, lengths = made["cu_seqlens"], made["cu_seqlens_real"], place.empty((packs, most), "int32")
    _derive(place, ids, most, {"lengths": lengths, "cu_seqlens": joined}, check)
    real = place.empty((packs, most + 1), "int32")
    real[:, :most] = lengths
    real[:, most:] = 0
    starts[:1] = 0
    place.add_up(real.reshape(-1), starts[1:])
    return CuSeqlens(joined, starts, place.largest(joined[1:] - joined[:-1]))


# ---- masks ----


def _dtype_name(dtype: Any) -> str:
    """'bfloat16', of that text or of a type of numpy or torch."""
    if isinstance(dtype, str) or str(dtype).startswith("torch."):
        return str(dtype).rpartition(".")[2]
    try:
        return np.dtype(dtype).name
    except TypeError:
        return str(dtype)


def mask(
    segment_ids: Any,
    *,
    causal: bool = False,
    padding: str = "self",
    additive: bool = False,
    dtype: Any = "float32",
    fill: float = -np.inf,
    out: Any = None,
    check: bool = True,
) -> Any:
    """The attention mask of packs: [packs, S, S], True where a position attends.

    causal    a position attends to itself and to those before it
    padding   what padding attends to: none, self or block
    additive  0 where a position attends, and `fill` elsewhere, of type `dtype`: float32, float16, or bfloat16, which torch
              has and numpy has not; by name, or as numpy and torch have it
    """
    name = _dtype_name(dtype)
    if name not in ("float32", "float16", "bfloat16"):
        raise _core.Error(f"dtype is {shown(name)}; expected float32, float16 or bfloat16")
    require_flag(additive, "additive")
    _require_kind(causal, padding)
    if np.isnan(decimal(fill, "fill")):
        raise _core.Error("fill is nan, and so every weight of attention would be; expected a number, or -inf")
    if not additive and (name != "float32" or fill != -np.inf):
        raise _core.Error("dtype and fill are those of an additive mask; pass additive=True")
    place, ids = _ids(segment_ids, check)
    kind = name if additive else "bool"
    if kind == "bfloat16" and not place.has_bfloat16:
        raise _core.Error("numpy has no bfloat16; pass segment_ids of torch")
    packs, positions = ids.shape
    values = room(place, out, ((packs, positions, positions), kind), {"segment_ids": segment_ids})
    place.call("mask", (packs, positions, 0), place.address(ids), causal, padding, kind, fill, place.address(values), check=False)
    return values


def mask_ranges(segment_ids: Any, *, causal: bool = False, padding: str = "self", out: Any = None, check: bool = True) -> Any:
    """The mask as a range of keys for each query: [packs, S, 2], query i attends to the keys [lo, hi). The positions of a
    segment have to be next to each other.

    >>> mask_ranges([[1, 1, 2]]).tolist()
    [[[0, 2], [0, 2], [2, 3]]]
    """
    _require_kind(causal, padding)
    place, ids = _ids(segment_ids, check)
    shape = (*ids.shape, segments_in(place, ids))
    ranges = room(place, out, ((*ids.shape, 2), "int32"), {"segment_ids": segment_ids})
    place.call("mask_ranges", shape, place.address(ids), causal, padding, place.address(ranges), check=check)
    return ranges


def mask_bits(segment_ids: Any, *, causal: bool = False, padding: str = "self", out: Any = None, check: bool = True) -> Any:
    """The mask in bits: [packs, S, ⌈S / 32⌉] uint32, int32 in torch, which has no other; key j is bit j % 32, the lowest
    first, of word j / 32."""
    _require_kind(causal, padding)
    place, ids = _ids(segment_ids, check)
    packs, positions = ids.shape
    words = room(place, out, ((packs, positions, (positions + 31) // 32), place.words), {"segment_ids": segment_ids})
    place.call("mask", (packs, positions, 0), place.address(ids), causal, padding, "bits", 0, place.address(words), check=False)
    return words


class BlockTables(NamedTuple):
    """The blocks of positions that attention touches, as BlockMask.from_kv_blocks of PyTorch's FlexAttention takes them:
    which key blocks of each query block have some pairs that attend, and in which all do. Q = ⌈S / block⌉.

    kv_num_blocks, full_kv_num_blocks  [packs, 1, Q]
    kv_indices, full_kv_indices        [packs, 1, Q, Q] those blocks first
    """

    kv_num_blocks: Any
    kv_indices: Any
    full_kv_num_blocks: Any
    full_kv_indices: Any


def block_tables(
    segment_ids: Any, *, block: int = 128, causal: bool = False, padding: str = "self", out: Any = None, check: bool = True
) -> BlockTables:
    """The tables of a BlockMask, without a mask of S × S.

    >>> block_tables([[1, 1, 2, 2]], block=2).full_kv_num_blocks.tolist()
    [[[1, 1]]]
    """
    if whole_number(block, "block") < 1:
        raise _core.Error(f"block is {block}; expected a positive number")
    _require_kind(causal, padding)
    place, ids = _ids(segment_ids, check)
    packs, positions = ids.shape
    blocks = -(-positions // block)
    counts, tables = ((packs, 1, blocks), "int32"), ((packs, 1, blocks, blocks), "int32")
    wanted = dict(zip(BlockTables._fields, (counts, tables, counts, tables)))
    made = BlockTables(**rooms(place, out, wanted, {"segment_ids": segment_ids}))
    addresses = map(place.address, made)
    place.call("block_tables", (packs, positions, 0), place.address(ids), causal, padding, block, *addresses, block=block, check=False)
    return made


def _require_kind(causal: bool, padding: str) -> None:
    require_flag(causal, "causal")
    require_text(padding=padding)


def segments_in(place: Place, ids: Any) -> int:
    """K, the largest id of [packs, S]. Error: one above S, for which memory would be taken without need."""
    most = place.largest(ids)
    if most > ids.shape[1]:
        size = ids.shape[1]
        raise _core.Error(f"segment id {most} in packs of {size} positions; number the sequences of each pack from 1")
    return most


def _ids(values: Any, check: bool) -> Tuple[Place, Any]:
    """[packs, S], int32"""
    if isinstance(values, Mapping) and "segment_ids" in values:
        raise _core.Error("segment_ids are a batch that has them; pass batch['segment_ids']")
    place = place_of(values)
    array = place.array(values, "segment_ids")
    array = array[None] if array.ndim == 1 else array
    if array.ndim != 2:
        raise _core.Error(f"segment_ids of {array.ndim} dimensions; expected [packs, S]")
    return place, place.wholes(array, "int32", "segment_ids", check=check)
