"""What a packed batch needs while it trains: segment ids, positions, masks and the loss of each sequence."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Mapping, NamedTuple, Optional, Sequence

import numpy as np

from . import _core
from ._arrays import as_array

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
    counts = [len(pack) for pack in lengths]
    offsets = np.concatenate([[0], np.cumsum(counts, dtype=np.int64)])
    flat = np.fromiter((length for pack in lengths for length in pack), dtype=np.int64, count=int(offsets[-1]))
    return Segments(**_core.segments(flat, offsets, capacity, align_item))


def mask(
    segment_ids: Any,
    *,
    causal: bool = False,
    padding: str = "self",
    additive: bool = False,
    dtype: str = "float32",
    fill: float = -np.inf,
) -> Any:
    """The attention mask of packs: [packs, S, S], True where a position attends.

    causal    a position attends to itself and to those before it
    padding   what padding attends to: none, self or block
    additive  0 where a position attends, and `fill` elsewhere, of type `dtype`: float32, float16, or bfloat16, which torch
              has and numpy has not
    """
    if dtype not in ("float32", "float16", "bfloat16"):
        raise _core.Error(f"dtype is '{dtype}'; expected float32, float16 or bfloat16")
    ids = _segment_ids(segment_ids)
    values = _core.mask(ids, causal, padding, dtype if additive else "bool", fill)
    if not additive or dtype == "float32":
        return _like(values, segment_ids)
    if dtype == "float16":
        return _like(values.view(np.float16), segment_ids)
    if not hasattr(segment_ids, "detach"):
        raise _core.Error("numpy has no bfloat16; pass segment_ids of torch")
    return _like(values.view(np.int16), segment_ids).view(import_module("torch").bfloat16)


def mask_ranges(segment_ids: Any, *, causal: bool = False, padding: str = "self") -> Any:
    """The mask as a range of keys for each query: [packs, S, 2], query i attends to the keys [lo, hi). The positions of a
    segment have to be next to each other.

    >>> mask_ranges([[1, 1, 2]]).tolist()
    [[[0, 2], [0, 2], [2, 3]]]
    """
    return _like(_core.mask_ranges(_segment_ids(segment_ids), causal, padding), segment_ids)


def mask_bits(segment_ids: Any, *, causal: bool = False, padding: str = "self") -> npt.NDArray[np.uint32]:
    """The mask in bits: [packs, S, ⌈S / 32⌉] of numpy; key j is bit j % 32, the lowest first, of word j / 32."""
    return _core.mask_bits(_segment_ids(segment_ids), causal, padding)


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


def block_tables(segment_ids: Any, *, block: int = 128, causal: bool = False, padding: str = "self") -> BlockTables:
    """The tables of a BlockMask, without a mask of S × S.

    >>> block_tables([[1, 1, 2, 2]], block=2).full_kv_num_blocks.tolist()
    [[[1, 1]]]
    """
    tables = _core.block_tables(_segment_ids(segment_ids), causal, padding, block)
    return BlockTables(*(_like(table, segment_ids) for table in tables))


def packed_loss_weights(
    segment_ids: Any, labels: Any = None, *, ignore_index: int = -100, sequences: Optional[float] = None
) -> Any:
    """Weights for the token losses of packs, by which every sequence counts the same: each token's is
    1 / (tokens of its sequence · sequences).

    segment_ids  [packs, S]; or a batch of collate_packed, which has the labels and the number of sequences
    labels       [packs, S]; tokens with the label ignore_index have no loss
    sequences    what to divide by. Default: the batch's expected_sequences, the average of an epoch, so that a sequence
                 weighs as much in a batch of few as in one of many; where ids are given, the sequences that are there. Under
                 data-parallel training, whose gradients are averaged over ranks, it is the number of a rank's batch
    returns      [packs, S]; the sum of losses times weights is, over an epoch, the mean over sequences of the mean over
                 their tokens: the loss that they have unpacked
    """
    if isinstance(segment_ids, Mapping):
        batch = segment_ids
        segment_ids = batch["segment_ids"]
        labels = batch.get("labels") if labels is None else labels
        sequences = batch.get("expected_sequences") if sequences is None else sequences
    ids = _segment_ids(segment_ids)
    if labels is not None:
        of_labels = _two_dimensional(labels)
        if of_labels.shape != ids.shape:
            raise _core.Error(f"labels of shape {of_labels.shape} for segment_ids of shape {ids.shape}")
        ids = np.where(of_labels == ignore_index, 0, ids)
    if sequences is None:
        return _like(_core.loss_weights(ids), segment_ids)
    if not sequences > 0:
        raise _core.Error(f"sequences is {sequences}; expected a number above 0")
    return _like(_core.loss_weights(ids, 1) / np.float32(sequences), segment_ids)


def _two_dimensional(values: Any) -> npt.NDArray[Any]:
    array = as_array(values)
    return array[np.newaxis] if array.ndim == 1 else array


def _segment_ids(values: Any) -> npt.NDArray[np.int32]:
    """[packs, S]"""
    ids = _two_dimensional(values)
    as_int32 = ids.astype(np.int32)
    if ids.ndim != 2:
        raise _core.Error(f"segment_ids of {ids.ndim} dimensions; expected [packs, S]")
    if not np.array_equal(as_int32, ids):
        wrong = ids[as_int32 != ids].ravel()[0]
        raise _core.Error(f"segment_ids cannot be {wrong}: they are whole numbers of 32 bits")
    return as_int32


def _like(array: npt.NDArray[Any], given: Any) -> Any:
    """An array in the framework, on the device, of what was given."""
    if hasattr(given, "detach"):
        torch = import_module("torch")
        return torch.from_numpy(array).to(given.device)
    return array
