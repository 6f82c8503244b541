"""What a packed batch needs while it trains: segment ids, positions and masks. Functions of segment ids take arrays of
numpy, torch or CuPy, on the CPU or on a CUDA device, and return such arrays: what is on a device stays there, and is queued
in its current stream.

segment_ids  [packs, S], or [S] of one pack: 0 = padding, 1 … K = the item; any type of whole numbers. int32 is taken as
             it is. K is at most S where memory depends on it, unless `segments` declares it
out          an array to write to, of the type and shape of the result
check        on a device: wait for it, and raise an error where ids are wrong; False queues the work and returns
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Mapping, NamedTuple, Optional, Sequence, Tuple

import numpy as np

from . import _core
from ._arrays import as_sizes, decimal, in_turn, require_flag, require_text, whole_number, whole_or_none
from ._picture import shown
from ._places import Place, place_of

if TYPE_CHECKING:
    import numpy.typing as npt


class Segments(NamedTuple):
    """The layout of packs.

    segment_ids   [packs, capacity] 0 = padding, 1 … K = the item
    position_ids  [packs, capacity] 0, 1, 2, … within each item
    cu_seqlens    one pack's after another's: item j is at [cu_seqlens[j], cu_seqlens[j + 1])
    """

    segment_ids: npt.NDArray[np.int32]
    position_ids: npt.NDArray[np.int32]
    cu_seqlens: npt.NDArray[np.int32]


def segments(lengths: Sequence[Sequence[int]], capacity: int, *, align_item: int = 1) -> Segments:
    """Lays the items of packs out, one after another.

    lengths  of the items of each pack

    >>> segments([[3, 2]], 7).segment_ids.tolist()
    [[1, 1, 1, 2, 2, 0, 0]]
    """
    packs = [as_sizes(pack) for pack in in_turn(lengths)]
    if any(pack.ndim != 1 for pack in packs):
        raise _core.Error("lengths have several components; expected those of the items of each pack: [[3, 2], [5]]")
    offsets = np.cumsum([0, *map(len, packs)], dtype=np.int64)
    flat = np.concatenate([*packs, np.zeros(0, np.int64)])
    return Segments(**_core.segments(flat, offsets, whole_number(capacity, "capacity"), whole_number(align_item, "align_item")))


# ---- what follows from segment ids ----


def derived(segment_ids: Any, arrays: Sequence[str], segments: Optional[int], check: bool) -> Tuple[Any, ...]:
    """Arrays of the core's SegmentArrays by their names, in that order."""
    place, ids = _ids(segment_ids, check)
    packs, positions = ids.shape
    declared = whole_or_none(segments, "segments")
    most = segments_in(place, ids) if declared is None else declared
    shapes = {"counts": (packs,), "lengths": (packs, most), "position_ids": (packs, positions), "order": (packs,),
              "ranges": (packs, positions, 2), "cu_seqlens": (packs * (most + 1) + 1,)}  # fmt: skip
    made = {name: place.empty(shapes[name], "uint8" if name == "order" else "int32") for name in arrays}
    addresses = [place.address(made.get(name)) for name in shapes]
    place.call("derive_segments", (packs, positions, most), place.address(ids), *addresses, check=check)
    return tuple(made[name] for name in arrays)


def position_ids(segment_ids: Any, *, segments: Optional[int] = None, check: bool = True) -> Any:
    """[packs, S], int32: 0, 1, 2, … within each segment, scattered or not; 0 in padding.

    segments  K; default: the largest id, for which a device is waited for

    >>> position_ids([[1, 1, 2, 0]]).tolist()
    [[0, 1, 0, 0]]
    """
    return derived(segment_ids, ["position_ids"], segments, check)[0]


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


def cu_seqlens(segment_ids: Any, *, segments: Optional[int] = None, check: bool = True) -> CuSeqlens:
    """Where sequences begin, over packs in one row. Segments have to be in ascending order, each in one piece.

    segments  K; default: the largest id

    >>> cu_seqlens([[1, 1, 2, 0], [1, 1, 1, 1]]).cu_seqlens.tolist()
    [0, 2, 3, 4, 8, 8, 8]
    """
    lengths, joined = derived(segment_ids, ["lengths", "cu_seqlens"], segments, check)
    place = place_of(lengths)
    packs, most = lengths.shape
    real = place.empty((packs, most + 1), "int32")
    real[:, :most] = lengths
    real[:, most:] = 0
    starts = place.empty((packs * (most + 1) + 1,), "int32")
    starts[:1] = 0
    starts[1:] = real.reshape(-1).cumsum(0)
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
    values = place.room(out, (packs, positions, positions), kind)
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
    ranges = place.room(out, (*ids.shape, 2), "int32")
    shape = (*ids.shape, segments_in(place, ids))
    place.call("mask_ranges", shape, place.address(ids), causal, padding, place.address(ranges), check=check)
    return ranges


def mask_bits(segment_ids: Any, *, causal: bool = False, padding: str = "self", out: Any = None, check: bool = True) -> Any:
    """The mask in bits: [packs, S, ⌈S / 32⌉] uint32, int32 in torch, which has no other; key j is bit j % 32, the lowest
    first, of word j / 32."""
    _require_kind(causal, padding)
    place, ids = _ids(segment_ids, check)
    packs, positions = ids.shape
    words = place.room(out, (packs, positions, (positions + 31) // 32), place.words)
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
    segment_ids: Any, *, block: int = 128, causal: bool = False, padding: str = "self", check: bool = True
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
    counts, full_counts = (place.empty((packs, 1, blocks), "int32") for _ in range(2))
    tables, full_tables = (place.empty((packs, 1, blocks, blocks), "int32") for _ in range(2))
    made = BlockTables(counts, tables, full_counts, full_tables)
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
