"""What a packed batch needs while it trains: segment ids, positions, masks and the loss of each sequence."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Callable, Dict, List, Mapping, NamedTuple, Optional, Sequence, cast

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


def mask(segment_ids: Any, *, causal: bool = False, padding: str = "self", additive: bool = False) -> Any:
    """The attention mask of packs: [packs, S, S], True where a position attends; additive: 0 and -inf.

    padding  what padding attends to: none, self or block
    """
    return _like(_core.mask(_two_dimensional(segment_ids), causal, padding, additive), segment_ids)


def packed_loss_weights(
    segment_ids: Any, labels: Any = None, *, ignore_index: int = -100, sequences: Optional[int] = None
) -> Any:
    """Weights by which the sum of the token losses of packs is the mean over sequences of the mean over their tokens: the
    loss that they would have unpacked.

    segment_ids  [packs, S]
    labels       [packs, S]; tokens with the label ignore_index have no loss
    sequences    divide by so many instead, as over several ranks
    """
    ids = _two_dimensional(segment_ids)
    if labels is not None:
        ids = np.where(_two_dimensional(labels) == ignore_index, 0, ids)
    return _like(_core.loss_weights(ids, sequences), segment_ids)


def collate_packed(
    samples: Sequence[Mapping[str, Any]],
    *,
    limit: int,
    rows: int = 1,
    pad_token_id: int = 0,
    ignore_index: int = -100,
    framework: Optional[str] = None,
) -> Dict[str, Any]:
    """Joins the samples of a pack: a collate_fn for DataLoader, with functools.partial.

    samples    dicts with input_ids, and labels unless they are the input_ids. Samples that do not fit into a row begin
               the next one, so several packs of a PackSampler come out as they were.
    limit      positions of a row
    rows       of the batch; those left are padding
    framework  numpy or torch; default: that of the input_ids, torch if they are lists and it is there
    returns    [rows, limit] input_ids, position_ids, segment_ids, labels, attention_mask (1 where there is a token), and
               cu_seqlens: the beginnings of all sequences in the flattened batch, with what is left at the end of a row
               as a sequence of its own, for variable-length attention. The first token of a sequence has the label
               ignore_index: models shift labels by one, and no token is predicted from the sequence before it.
    """
    batch: Dict[str, npt.NDArray[Any]] = {
        "input_ids": np.full((rows, limit), pad_token_id, np.int64),
        "position_ids": np.zeros((rows, limit), np.int64),
        "segment_ids": np.zeros((rows, limit), np.int32),
        "labels": np.full((rows, limit), ignore_index, np.int64),
    }
    starts: List[int] = [0]
    row, used, segment = 0, 0, 0
    for sample in samples:
        ids = as_array(sample["input_ids"])
        length = len(ids)
        if length == 0:
            continue
        if used + length > limit:
            if length > limit:
                raise _core.Error(f"a sample of {length} tokens, and a row holds {limit}")
            starts.extend([(row + 1) * limit] if used < limit else [])
            row, used, segment = row + 1, 0, 0
        if row >= rows:
            raise _core.Error(f"the samples take more than {rows} rows of {limit}")
        segment += 1
        place = slice(used, used + length)
        batch["input_ids"][row, place] = ids
        batch["position_ids"][row, place] = np.arange(length)
        batch["segment_ids"][row, place] = segment
        batch["labels"][row, place] = as_array(sample["labels"]) if "labels" in sample else ids
        batch["labels"][row, used] = ignore_index
        used += length
        starts.append(row * limit + used)
    starts.extend((line + 1) * limit for line in range(row, rows) if starts[-1] < (line + 1) * limit)
    batch["attention_mask"] = (batch["segment_ids"] > 0).astype(np.int64)
    batch["cu_seqlens"] = np.asarray(starts, np.int32)
    convert = _converter(framework, samples)
    return {name: convert(array) for name, array in batch.items()}


def _two_dimensional(values: Any) -> npt.NDArray[Any]:
    array = as_array(values)
    return array[np.newaxis] if array.ndim == 1 else array


def _like(array: npt.NDArray[Any], given: Any) -> Any:
    """An array in the framework, on the device, of what was given."""
    if hasattr(given, "detach"):
        torch = import_module("torch")
        return torch.from_numpy(array).to(given.device)
    return array


def _converter(framework: Optional[str], samples: Sequence[Mapping[str, Any]]) -> Callable[[npt.NDArray[Any]], Any]:
    if framework not in (None, "numpy", "torch"):
        raise _core.Error(f"framework is '{framework}'; expected numpy or torch")
    if framework == "numpy" or (framework is None and samples and isinstance(samples[0]["input_ids"], np.ndarray)):
        return lambda array: array
    try:
        torch = import_module("torch")
    except ImportError:
        if framework == "torch":
            raise
        return lambda array: array
    return cast("Callable[[npt.NDArray[Any]], Any]", torch.from_numpy)
