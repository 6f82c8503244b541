"""Joins the samples of packs in rows of a batch."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, Any, Callable, Dict, List, Mapping, Optional, Sequence, Tuple, Union

import numpy as np

from . import _core
from ._arrays import require_flag, whole_from
from ._samples import Array, as_samples, bfloat16_columns, is_label, read_columns
from ._picture import counted, shown, type_of
from .layouts import Batch, Layout, Pack, announced, is_taken, take
from .training import mask

if TYPE_CHECKING:
    import numpy.typing as npt

# ---- what the samples hold ----


@dataclass
class _Sequences:
    """The sequences of a batch, one after another.

    lengths  tokens of each
    rows     to which each belongs
    columns  of tokens, concatenated: [tokens, …]
    values   one for each sequence
    """

    lengths: npt.NDArray[np.int64]
    rows: npt.NDArray[np.int64]
    columns: Dict[str, Array] = field(default_factory=dict)
    values: Dict[str, Array] = field(default_factory=dict)


# ---- where they go ----


_ITERATED = Batch(())
"""Stands for the batch that this thread has iterated over last."""


def _is_of_another_batch(whole: Sequence[int], told: Sequence[int]) -> bool:
    """Whether samples that differ from a batch are of another one: not if all but one have its lengths, of which there are several."""
    same = [length for length, expected in zip(whole, told) if length == expected]
    return len(same) < len(whole) - 1 or len(set(same)) < 2


def _layout_of(samples: Sequence[Any], whole: Sequence[int], batch: Optional[Union[Batch, Pack]]) -> Optional[Layout]:
    """The layout of the batch that the samples are of; None: they are of none that is known."""
    if batch is not None and not isinstance(batch, (Batch, Pack)):
        raise _core.Error(
            f"batch is {type_of(batch)}; expected a batch of a PackSampler, a pack of an Assignment, or None"
        )
    layout = announced() if batch is _ITERATED else None if batch is None else batch.layout
    if layout is None or sum(layout.counts) != len(samples):
        if batch is not None and batch is not _ITERATED:
            raise _core.Error(f"{len(samples)} samples for a batch of {len(batch)}, or its packs have several components")
        return None
    told = whole if layout.sizes is None else layout.sizes
    different = next((number for number, length in enumerate(whole) if told[number] != length), None)
    if different is not None and batch is _ITERATED and is_taken() and _is_of_another_batch(whole, told):
        return None
    if different is not None:
        raise _core.Error(
            f"sample {different} has {counted(whole[different], 'token')}, but {told[different]} in the lengths of the sampler; pass it "
            "the lengths that the data set returns, or, if the samples are not of its last batch, pass batch=None"
        )
    if batch is _ITERATED:
        take()
    return layout


def _cut(samples: Sequence[Mapping[str, Any]], whole: Sequence[int], layout: Optional[Layout]) -> List[slice]:
    """The tokens of each sample that the batch has."""
    if layout is None or layout.begins is None or layout.lengths is None:
        return [slice(0, length) for length in whole]
    cuts = [slice(begin, begin + length) for begin, length in zip(layout.begins, layout.lengths)]
    for number, (sample, cut, length) in enumerate(zip(samples, cuts, whole)):
        if "seq_lengths" in sample and cut != slice(0, length):
            raise _core.Error(f"sample {number} is a row of several sequences and exceeds the limit")
    return cuts


def _rows_of(inner: Sequence[Sequence[int]], layout: Optional[Layout], packed: bool, limit: int, align: int) -> List[int]:
    """The row of every sample: that of its pack; by itself, if it is a row already; else the first that has room."""
    if layout is not None:
        return [int(row) for row in np.repeat(np.arange(len(layout.counts)), layout.counts)]
    if packed:
        return list(range(len(inner)))
    rows, row, used = [], 0, 0
    for lengths in inner:
        slots = sum(_aligned(length, align) for length in lengths)
        if used and slots and used + slots > limit:
            row, used = row + 1, 0
        used += slots
        rows.append(row)
    return rows


def _aligned(length: int, align: int) -> int:
    return -(-length // align) * align


def _read(
    samples: Sequence[Mapping[str, Any]], layout: Optional[Layout], whole: Sequence[int], limit: int, align: int
) -> _Sequences:
    tokens, values = read_columns(samples, whole)
    cuts = _cut(samples, whole, layout)
    inner = [sample.get("seq_lengths", np.array([cut.stop - cut.start])).tolist() for sample, cut in zip(samples, cuts)]
    packed = any("seq_lengths" in sample for sample in samples)
    rows = _rows_of(inner, layout, packed, limit, align)
    lengths = np.array([length for one in inner for length in one], np.int64)
    kept = lengths > 0
    rows_of_all = np.repeat(np.array(rows, np.int64), [len(one) for one in inner])
    found = _Sequences(lengths=lengths[kept], rows=rows_of_all[kept])
    for name, arrays in tokens.items():
        parts = [array[cut] for array, cut in zip(arrays, cuts) if len(array)]  # an empty list has another type
        found.columns[name] = np.concatenate(parts) if parts else np.zeros(0, np.int64)
    for name, given in values.items():
        found.values[name] = np.concatenate(given)[kept]
    return found


# ---- joining ----


@dataclass
class _Places:
    """Where the sequences of a batch are, in its flattened rows.

    starts  of each sequence
    slots   what each takes, with what is left up to the next multiple of the alignment
    where   the place of every token
    """

    starts: npt.NDArray[np.int64]
    slots: npt.NDArray[np.int64]
    where: npt.NDArray[np.int64]
    within: npt.NDArray[np.int64]
    """The position of every token in its sequence."""
    order: npt.NDArray[np.int64]
    """The number of each sequence in its row, from 0."""


def _places(found: _Sequences, limit: int, align: int, flatten: bool) -> _Places:
    slots = -(-found.lengths // align) * align
    count = len(slots)
    first = np.searchsorted(found.rows, found.rows)  # the first sequence of each one's row; rows ascend
    before = np.cumsum(slots) - slots
    starts = before if flatten else found.rows * limit + before - before[first] if count else before
    ends = before - before[first] + found.lengths if count else before
    if count and not flatten and int(ends.max()) > limit:
        worst = int(np.argmax(ends))
        if starts[worst] % limit == 0 and found.lengths[worst] > limit:
            raise _core.Error(
                f"a sample of {found.lengths[worst]} tokens, but a row holds {limit}; raise limit, or let a PackSampler cut it with "
                "overlong='split' or 'truncate'"
            )
        less = ", or lower align_item" if align > 1 else ""
        raise _core.Error(f"row {found.rows[worst]} takes {ends[worst]} positions, but holds {limit}; raise limit{less}")
    total = np.cumsum(found.lengths)
    within = np.arange(int(total[-1]) if count else 0) - np.repeat(total - found.lengths, found.lengths)
    return _Places(
        starts=starts,
        slots=slots,
        where=np.repeat(starts, found.lengths) + within,
        within=within,
        order=np.arange(count) - first if not flatten else np.arange(count),
    )


def _boundaries(places: _Places, rows: int, width: int, flatten: bool) -> npt.NDArray[np.int32]:
    """The beginnings of all sequences; what is left of a row is one of its own."""
    ends = places.starts + places.slots
    if flatten:
        return np.append(0, ends).astype(np.int32)
    last = (places.starts // width + 1) * width if width else ends
    lines = np.arange(rows + 1) * width
    found: npt.NDArray[np.int64] = np.unique(np.concatenate([lines, places.starts, np.minimum(ends, last)]))
    return found.astype(np.int32)


def _lengths(boundaries: npt.NDArray[np.int32], names: Optional[str]) -> Dict[str, Any]:
    """What attention of variable length takes."""
    longest = int(np.diff(boundaries).max()) if len(boundaries) > 1 else 0
    if names == "flash":
        return {"cu_seq_lens_q": boundaries, "cu_seq_lens_k": boundaries, "max_length_q": longest, "max_length_k": longest}
    return {"cu_seqlens": boundaries, "max_seqlen": longest}


def _alignment(samples: Sequence[Mapping[str, Any]], layout: Optional[Layout]) -> int:
    """That of the plan, or of rows that were packed with one."""
    of_rows = [whole_from(1, sample["align_item"], "align_item") for sample in samples if "align_item" in sample]
    return max([layout.align if layout is not None else 1, *of_rows])


def _deepest_of_all(samples: Sequence[Mapping[str, Any]], layout: Optional[Layout], name: str) -> int:
    """The sequences of a row that has the most, in any batch. Error: those of other batches are not known"""
    if layout is None or layout.deepest is None or any("seq_lengths" in sample for sample in samples):
        raise _core.Error(
            f"'{name}' has a value for each sequence, and with names='rows' every row as many as the deepest pack of all batches, which "
            "is only known from a PackSampler of single sequences; remove the column, or repeat its values for every token"
        )
    return layout.deepest


def collate_packed(
    samples: Sequence[Any],
    *,
    limit: Optional[int] = None,
    rows: Optional[int] = None,
    batch: Optional[Union[Batch, Pack]] = _ITERATED,
    align_item: Optional[int] = None,
    pad_token_id: int = 0,
    ignore_index: int = -100,
    shift_labels: Optional[bool] = None,
    position_offset: int = 0,
    attention_mask: Optional[str] = None,
    causal: bool = True,
    flatten: bool = False,
    names: Optional[str] = None,
    framework: Optional[str] = None,
) -> Dict[str, Any]:
    """Joins the samples of packs: a collate_fn for DataLoader, with functools.partial for the keywords.

    A row is a pack of the PackSampler whose batch the samples are, with its alignment; items that the plan truncates or
    splits are cut to their pieces. A sample with seq_lengths, as pack_examples makes them, is a row by itself. Other samples
    fill rows in order.

    samples       dicts with input_ids, or the tokens by themselves. Columns with a value for every token (labels, token_type_ids, completion_mask, …) are
                  packed with them, columns with one for the sample become [rows, sequences], texts are left out. Padding is 0, or
                  False; of labels, and of other columns whose names end in label, labels or label_ids, ignore_index. labels
                  are the input_ids where no sample has any; a column that only some have is an error, and so are
                  position_ids that do not count the tokens of each sequence, as they are replaced. Sequences without
                  tokens are left out, and so is padding at the end, where segment_ids are 0
    limit         positions of a row; default: that of the sampler's plan
    rows          of the batch; those left are padding. Default: the packs of the sampler's batches, else as many as needed
    batch         of a PackSampler, or pack of an Assignment, that the samples are. Default: the one that this thread has
                  iterated over last, as DataLoader does before it calls a collate function; None: no such
    align_item    sequences begin at multiples of this; default: as the plan has it, or the rows' align_item
    shift_labels  True, for models that shift labels by one: the first token of a sequence gets the label ignore_index, so
                  that none is predicted from the sequence before it. False, for encoders: labels stay as they are.
                  Default: True, and an error where that would lose a label that is not the token itself
    position_offset  of the first token (RoBERTa: 2); padding gets one less, or 0
    attention_mask   None: none, so that transformers takes the sequences from position_ids; "ones": 1 where there is a
                  token; "block": [rows, 1, S, S], 0 where a token attends to another and -inf elsewhere, with `causal`
    flatten       all sequences in one row [1, total], without padding
    names         "flash": cu_seq_lens_q, cu_seq_lens_k, max_length_q and max_length_k instead of cu_seqlens and max_seqlen;
                  "rows": neither, expected_sequences [rows], the same in each, and a value for the sample as [rows, sequences of
                  the deepest pack of all batches]: arrays have a row for each pack, and batches can be joined and cut along the
                  rows, as Accelerate does with dispatch_batches
    framework     numpy or torch; default: torch where it is imported. Columns keep their type, whole numbers as int64; numpy has
                  float32 for bfloat16
    returns       [rows, limit] input_ids, position_ids, segment_ids (0: padding), labels and the other columns of tokens;
                  cu_seqlens, the beginnings of all sequences in the flattened batch, with what is left at the end of a row
                  as a sequence of its own, for variable-length attention; max_seqlen, the longest of these;
                  expected_sequences, how many a batch of the sampler has on average, for packed_loss_weights; not of samples with
                  seq_lengths, which are several sequences each
    errors        samples that do not fit each other or the batch, with the number of the sample and the column
    """
    _require(attention_mask, (None, "ones", "block"), "attention_mask")
    _require(names, (None, "flash", "rows"), "names")
    _require_numbers(1, limit=limit, align_item=align_item)
    _require_numbers(0, rows=rows)
    whole_from(0, position_offset, "position_offset")
    whole_from(None, pad_token_id, "pad_token_id")
    require_labels(ignore_index, shift_labels)
    require_flag(causal, "causal")
    require_flag(flatten, "flatten")
    if flatten and names == "rows":
        raise _core.Error("names='rows' has a row for each pack, and flatten=True has only one row")
    convert = _converter(framework)
    samples = as_samples(samples)
    narrow = [] if convert is _as_it_is else [name for name in bfloat16_columns(samples) if name != "attention_mask"]
    whole = [len(sample["input_ids"]) for sample in samples]
    layout = _layout_of(samples, whole, batch)
    limit = limit if limit is not None else layout.limit if layout is not None else None
    if limit is None and not flatten:
        raise _core.Error("limit is missing: pass the number of positions of a row, which only the batches of a PackSampler bring along")
    align = align_item if align_item is not None else _alignment(samples, layout)
    width = sum(_aligned(length, align) for length in whole) if limit is None else int(limit)
    found = _read(samples, layout, whole, width, align) if samples else _Sequences(np.zeros(0, np.int64), np.zeros(0, np.int64))
    needed = int(found.rows[-1]) + 1 if len(found.rows) else 0
    height = rows if rows is not None else max(needed, layout.rows if layout is not None else 1)
    if needed > height and not flatten:
        raise _core.Error(f"the samples take more than {counted(height, 'row')} of {width}; raise rows, or limit")
    places = _places(found, width, align, flatten)
    if flatten:
        height, width = 1, int(places.slots.sum())

    def rows_of(values: Array, padding: Any) -> Array:
        result = np.full((height * width, *values.shape[1:]), padding, values.dtype)
        result[places.where] = values
        return result.reshape(height, width, *values.shape[1:])

    columns = dict(found.columns)
    ids = columns.pop("input_ids", np.zeros(0, np.int64))
    result: Dict[str, Any] = {
        "input_ids": rows_of(ids, pad_token_id),
        "position_ids": rows_of(places.within + position_offset, max(position_offset - 1, 0)),
        "segment_ids": rows_of(np.repeat(places.order + 1, found.lengths).astype(np.int32), 0),
    }
    if "labels" in columns or (shift_labels is not False and "labels" not in found.values):
        labels = columns.pop("labels", ids)
        if shift_labels is not False:
            labels = without_first(labels, ids, places.within == 0, ignore_index, is_certain=bool(shift_labels))
        result["labels"] = rows_of(labels, ignore_index)
    for name, values in columns.items():
        result[name] = rows_of(values, ignore_index if is_label(name) else 0)
    sequences = int(places.order.max()) + 1 if len(places.order) else 0
    for name, values in found.values.items():
        most = sequences if names != "rows" else _deepest_of_all(samples, layout, name)
        table = np.full((height, most), ignore_index if is_label(name) else 0, values.dtype)
        table[0 if flatten else found.rows, places.order] = values
        result[name] = table
    if names != "rows":
        result.update(_lengths(_boundaries(places, height, width, flatten), names))
    if layout is not None and layout.expected is not None and not any("seq_lengths" in sample for sample in samples):
        result["expected_sequences"] = layout.expected if names != "rows" else np.full(height, layout.expected)
    if attention_mask == "ones":
        result["attention_mask"] = (result["segment_ids"] > 0).astype(np.int64)
    elif attention_mask == "block":
        result["attention_mask"] = mask(result["segment_ids"], causal=causal, additive=True)[:, np.newaxis]
    converted = {name: _converted(name, array, convert) if isinstance(array, np.ndarray) else array for name, array in result.items()}
    return {name: array.bfloat16() if name in narrow else array for name, array in converted.items()}


def require_labels(ignore_index: Any, shift_labels: Any) -> None:
    whole_from(None, ignore_index, "ignore_index")
    if not isinstance(shift_labels, (bool, type(None))):
        raise _core.Error(f"shift_labels is {shown(shift_labels)}; expected True, False or None")


def without_first(labels: Array, ids: Array, first: Array, ignore_index: int, *, is_certain: bool) -> Array:
    """Labels without those of the first token of each sequence."""
    if labels.ndim != 1:
        each = list(labels.shape[1:])
        raise _core.Error(f"labels have {each} per token and cannot be shifted; pass shift_labels=False")
    lost = first & (labels != ignore_index) & (labels != ids)
    if not is_certain and lost.any():
        raise _core.Error(
            f"the first token of a sequence is {ids[lost][0]}, and its label {labels[lost][0]}: shift_labels=False keeps it, for "
            "encoders; True drops it, for models that shift labels by one"
        )
    return np.where(first, ignore_index, labels)


def _require(value: Optional[str], choices: Tuple[Optional[str], ...], what: str) -> None:
    if not isinstance(value, (str, type(None))) or value not in choices:
        raise _core.Error(f"{what} is {shown(value)}; expected {', '.join(str(choice) for choice in choices)}")


def _require_numbers(least: int, **given: Optional[int]) -> None:
    for what, value in given.items():
        if value is not None:
            whole_from(least, value, what)


def _as_it_is(array: Array) -> Any:
    return array


def _converted(name: str, array: Array, convert: Callable[[Array], Any]) -> Any:
    try:
        return convert(array)
    except TypeError:
        raise _core.Error(f"'{name}' has numbers of type {array.dtype}, which torch has not; convert them, or pass framework='numpy'") from None


def _converter(framework: Optional[str]) -> Callable[[Array], Any]:
    _require(framework, (None, "numpy", "torch"), "framework")
    if framework == "numpy" or (framework is None and "torch" not in sys.modules):
        return _as_it_is
    return import_module("torch").from_numpy  # type: ignore[no-any-return]
