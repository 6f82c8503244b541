"""Joins the samples of packs in rows of a batch."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, Any, Callable, Dict, List, Mapping, Optional, Sequence, Tuple, Union

import numpy as np

from . import _core
from ._arrays import as_array
from .layouts import Batch, Layout, Pack, announced
from .pieces import whole_from
from .training import mask

if TYPE_CHECKING:
    import numpy.typing as npt

Array = Any
"""npt.NDArray[Any], which Python 3.9 cannot evaluate."""

MADE = ("position_ids", "segment_ids", "seq_lengths", "attention_mask", "align_item")
"""Columns that collating creates, or reads by itself."""


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


_OBJECTS = (str, bytes, Mapping, set, frozenset)
"""Have a length, but are not the values of tokens."""


def _numbers(value: Any, number: int, name: str) -> Optional[Array]:
    """The values that a sample has in a column, whole numbers as int64. None: text, records and other objects."""
    if isinstance(value, _OBJECTS):
        return None
    try:
        array = as_array(value)
    except (TypeError, ValueError):
        array = None
    if array is not None and (array.dtype.kind in "biufc" or (array.dtype.kind == "V" and array.dtype.names is None)):
        return _as_int64(array, number, name)
    if (array is not None and array.dtype.kind in "USMmV") or _has_objects(value if array is None else array):
        return None
    raise _core.Error(
        f"sample {number}: '{name}' is not an array of numbers: its lists have different lengths, or there is a value "
        "that is none; pad it, or remove the column"
    )


def _has_objects(values: Any) -> bool:
    """Whether a value, or one in its lists, is neither a number nor an array nor None."""
    if isinstance(values, np.ndarray) and values.dtype == object:
        values = values.ravel().tolist()
    if isinstance(values, (list, tuple)):
        return any(_has_objects(value) for value in values)
    if isinstance(values, (str, bytes)):
        return True
    return not (values is None or isinstance(values, (int, float)) or hasattr(values, "__array__"))


def _as_int64(array: Array, number: int, name: str) -> Array:
    if array.dtype.kind == "u" and array.size and int(array.max()) >= 2**63:
        raise _core.Error(f"sample {number}: '{name}' has {array.max()}; whole numbers are below 2^63")
    return array.astype(np.int64, copy=False) if array.dtype.kind in "iub" else array


def as_samples(samples: Sequence[Any], column: str = "input_ids") -> List[Dict[str, Any]]:
    """as_sample() of each."""
    if isinstance(samples, _OBJECTS):
        raise _core.Error(f"samples is a {type(samples).__name__}; expected a list of samples")
    return [as_sample(sample, number, column) for number, sample in enumerate(samples)]


def as_sample(sample: Any, number: int, column: str) -> Dict[str, Any]:
    """A sample as a dict of what it has that is not None; input_ids, which `column` has, are an array [tokens].

    number  of the sample, for errors: tokens that are not numbers in one axis, segment ids that do not fit them
    """
    given = sample if isinstance(sample, Mapping) else {column: sample}
    if given.get(column) is None:
        there = ", ".join(str(name) for name, value in given.items() if value is not None)
        raise _core.Error(f"sample {number} has no '{column}', its tokens; it has {there or 'nothing'}")
    ids = _numbers(given[column], number, column)
    if ids is None:
        raise _core.Error(f"sample {number}: '{column}' is text or an object; expected the numbers of its tokens")
    if ids.ndim != 1:
        raise _core.Error(
            f"sample {number}: '{column}' has the shape {list(ids.shape)}; expected one axis, the tokens of one "
            "sample: squeeze it, or make a sample of each row"
        )
    rest = {name: value for name, value in given.items() if value is not None and name not in (column, "input_ids")}
    found = {"input_ids": ids, **rest}
    if "segment_ids" in found:
        found = _without_padding(found, number)
    if "segment_ids" in found or "seq_lengths" in found:
        found["seq_lengths"] = _sequences_in(found, number)
    return found


def _sequences_in(row: Mapping[str, Any], number: int) -> Array:
    """The lengths of the sequences in a row, as pack_examples makes it: [sequences]."""
    length = len(row["input_ids"])
    if "seq_lengths" not in row:
        return np.diff(np.flatnonzero(np.diff(row["segment_ids"], prepend=-1, append=-1)))
    lengths = _numbers(row["seq_lengths"], number, "seq_lengths")
    is_whole = lengths is not None and lengths.ndim == 1 and (lengths.dtype.kind == "i" or not lengths.size)
    if lengths is None or not is_whole or (lengths < 0).any():
        raise _core.Error(f"sample {number}: seq_lengths are whole numbers from 0, one for each sequence of it")
    if lengths.sum() != length:
        raise _core.Error(f"sample {number}: seq_lengths add up to {int(lengths.sum())}, but it has {length} tokens")
    return lengths.astype(np.int64)


def _without_padding(sample: Dict[str, Any], number: int) -> Dict[str, Any]:
    """A row without the positions at its end whose segment id is 0."""
    length = len(sample["input_ids"])
    segments = _numbers(sample["segment_ids"], number, "segment_ids")
    if segments is None or segments.shape != (length,) or segments.dtype.kind != "i" or (segments < 0).any():
        raise _core.Error(f"sample {number}: 'segment_ids' are whole numbers from 0, one for each of {length} tokens")
    count = int(np.count_nonzero(segments))
    if count == length:
        return {**sample, "segment_ids": segments}
    if count == 0 or not segments[:count].all():
        where = "everywhere" if count == 0 else "before the end"
        raise _core.Error(
            f"sample {number}: 'segment_ids' has 0, which is padding, {where}; sequences are numbered from 1, "
            "and padding is at the end"
        )

    def cut(name: str, value: Any) -> Any:
        if name == "seq_lengths" or isinstance(value, _OBJECTS) or not hasattr(value, "__len__"):
            return value
        return value[:count] if getattr(value, "ndim", 1) > 0 and len(value) == length else value

    return {name: cut(name, value) for name, value in sample.items()}


def require_columns(first: Mapping[str, Any], samples: Sequence[Mapping[str, Any]], numbers: Sequence[int]) -> None:
    """Error: a column of numbers that a sample has and the first one has not, or the other way round.

    numbers  of the samples, for the error
    """
    for number, sample in zip(numbers, samples):
        for name in first.keys() ^ sample.keys():
            has, lacks = (0, number) if name in first else (number, 0)
            if name not in MADE and _numbers(first.get(name, sample.get(name)), has, name) is not None:
                raise _core.Error(
                    f"sample {lacks} has no '{name}', but sample {has} has; add it to all samples, or remove the column"
                )


def _require_whole(samples: Sequence[Mapping[str, Any]], whole: Sequence[int]) -> None:
    for number, (sample, length) in enumerate(zip(samples, whole)):
        if "attention_mask" not in sample:
            continue
        values = _numbers(sample["attention_mask"], number, "attention_mask")
        if values is None or values.ndim == 0 or len(values) != length:
            raise _core.Error(f"sample {number}: its attention_mask does not have a value for each of {length} tokens")
        if not np.all(values):
            raise _core.Error(f"sample {number}: its attention_mask leaves tokens out; collate samples without padding")


def _values_of(array: Array, sample: Mapping[str, Any]) -> Optional[Array]:
    """One value for every sequence of a sample; None: it has others."""
    sequences = len(sample["seq_lengths"]) if "seq_lengths" in sample else 1
    if array.ndim == 0 and sequences == 1:
        return array[np.newaxis]
    return array if "seq_lengths" in sample and array.ndim == 1 and len(array) == sequences else None


def _require_lengths(arrays: Sequence[Array], name: str, whole: Sequence[int]) -> None:
    shape = next((array.shape[1:] for array in arrays if array.size), ())
    for number, (array, length) in enumerate(zip(arrays, whole)):
        if array.ndim == 0 or len(array) != length:
            found = "one value" if array.ndim == 0 else f"{len(array)} values"
            raise _core.Error(f"sample {number}: '{name}' has {found} for {length} tokens")
        if array.size and array.shape[1:] != shape:
            each = list(array.shape[1:])
            raise _core.Error(f"sample {number}: '{name}' has {each} per token, but others have {list(shape)}")


def read_columns(
    samples: Sequence[Mapping[str, Any]], whole: Sequence[int]
) -> Tuple[Dict[str, List[Array]], Dict[str, List[Array]]]:
    """By sample: the columns with a value for every token, and those with one for every sequence.

    samples  of as_samples()
    whole    how many tokens they have
    """
    tokens: Dict[str, List[Array]] = {}
    values: Dict[str, List[Array]] = {}
    require_columns(samples[0], samples, range(len(samples)))
    _require_whole(samples, whole)
    for name in samples[0]:
        if name in MADE or not all(name in sample for sample in samples):
            continue
        read = [_numbers(sample[name], number, name) for number, sample in enumerate(samples)]
        arrays = [array for array in read if array is not None]
        if not arrays:
            continue
        if len(arrays) < len(samples):
            number = next(number for number, array in enumerate(read) if array is None)
            raise _core.Error(f"sample {number}: '{name}' is text or an object, but others have numbers")
        if all(array.ndim == 0 or len(array) != length for array, length in zip(arrays, whole)):
            single = [_values_of(array, sample) for array, sample in zip(arrays, samples)]
            known = [value for value in single if value is not None]
            if len(known) == len(single):
                values[name] = known
                continue
        _require_lengths(arrays, name, whole)
        tokens[name] = arrays
    return tokens, values


# ---- where they go ----


_ITERATED = Batch(())
"""Stands for the batch that this thread has iterated over last."""


def _layout_of(samples: Sequence[Any], whole: Sequence[int], batch: Optional[Union[Batch, Pack]]) -> Optional[Layout]:
    """The layout of the batch that the samples are of; None: they are of none that is known."""
    if batch is not None and not isinstance(batch, (Batch, Pack)):
        raise _core.Error(
            f"batch is a {type(batch).__name__}; expected a batch of a PackSampler, a pack of an Assignment, or None"
        )
    layout = announced() if batch is _ITERATED else None if batch is None else batch.layout
    if layout is None or sum(layout.counts) != len(samples):
        if batch is not None and batch is not _ITERATED:
            raise _core.Error(f"{len(samples)} samples for a batch of {len(batch)}, or its packs have several components")
        return None
    if layout.sizes is not None:
        for number, (expected, length) in enumerate(zip(layout.sizes, whole)):
            if expected != length:
                raise _core.Error(
                    f"sample {number} has {length} tokens, but {expected} in the lengths of the sampler; pass it the lengths "
                    "that the data set returns, or, if the samples are not of its last batch, pass batch=None"
                )
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
            raise _core.Error(f"a sample of {found.lengths[worst]} tokens, but a row holds {limit}")
        raise _core.Error(f"row {found.rows[worst]} takes {ends[worst]} positions, but holds {limit}")
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


def _alignment(samples: Sequence[Mapping[str, Any]], layout: Optional[Layout]) -> int:
    """That of the plan, or of rows that were packed with one."""
    of_rows = [whole_from(1, sample["align_item"], "align_item") for sample in samples if "align_item" in sample]
    return max([layout.align if layout is not None else 1, *of_rows])


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
                  packed with them, columns with one for the sample become [rows, sequences], texts are left out. labels
                  are the input_ids where no sample has any; a column that only some have is an error. Sequences without
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
    names         "flash": cu_seq_lens_q, cu_seq_lens_k, max_length_q and max_length_k instead of cu_seqlens and max_seqlen
    framework     numpy or torch; default: torch where it is imported
    returns       [rows, limit] input_ids, position_ids, segment_ids (0: padding), labels and the other columns of tokens;
                  cu_seqlens, the beginnings of all sequences in the flattened batch, with what is left at the end of a row
                  as a sequence of its own, for variable-length attention; max_seqlen, the longest of these;
                  expected_sequences, how many a batch of the sampler has on average, for packed_loss_weights
    errors        samples that do not fit each other or the batch, with the number of the sample and the column
    """
    _require(attention_mask, (None, "ones", "block"), "attention_mask")
    _require(names, (None, "flash"), "names")
    _require_numbers(1, limit=limit, align_item=align_item)
    _require_numbers(0, rows=rows)
    whole_from(0, position_offset, "position_offset")
    whole_from(None, pad_token_id, "pad_token_id")
    whole_from(None, ignore_index, "ignore_index")
    if not isinstance(shift_labels, (bool, type(None))):
        raise _core.Error(f"shift_labels is {shift_labels!r}; expected True, False or None")
    convert = _converter(framework)
    samples = as_samples(samples)
    whole = [len(sample["input_ids"]) for sample in samples]
    layout = _layout_of(samples, whole, batch)
    limit = limit if limit is not None else layout.limit if layout is not None else None
    if limit is None and not flatten:
        raise _core.Error("limit is missing: the number of positions per row, which only batches of a PackSampler carry")
    align = align_item if align_item is not None else _alignment(samples, layout)
    width = sum(_aligned(length, align) for length in whole) if limit is None else int(limit)
    found = _read(samples, layout, whole, width, align) if samples else _Sequences(np.zeros(0, np.int64), np.zeros(0, np.int64))
    needed = int(found.rows[-1]) + 1 if len(found.rows) else 0
    height = rows if rows is not None else max(needed, layout.rows if layout is not None else 1)
    if needed > height and not flatten:
        raise _core.Error(f"the samples take more than {height} rows of {width}")
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
        result[name] = rows_of(values, 0)
    sequences = int(places.order.max()) + 1 if len(places.order) else 0
    for name, values in found.values.items():
        table = np.full((height, sequences), ignore_index if name in ("labels", "label") else 0, values.dtype)
        table[0 if flatten else found.rows, places.order] = values
        result[name] = table
    boundaries = _boundaries(places, height, width, flatten)
    longest = int(np.diff(boundaries).max()) if len(boundaries) > 1 else 0
    if names == "flash":
        result.update(cu_seq_lens_q=boundaries, cu_seq_lens_k=boundaries, max_length_q=longest, max_length_k=longest)
    else:
        result.update(cu_seqlens=boundaries, max_seqlen=longest)
    if layout is not None and layout.expected is not None:
        result["expected_sequences"] = layout.expected
    if attention_mask == "ones":
        result["attention_mask"] = (result["segment_ids"] > 0).astype(np.int64)
    elif attention_mask == "block":
        result["attention_mask"] = mask(result["segment_ids"], causal=causal, additive=True)[:, np.newaxis]
    return {name: convert(array) if isinstance(array, np.ndarray) else array for name, array in result.items()}


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
    if value not in choices:
        raise _core.Error(f"{what} is '{value}'; expected {', '.join(str(choice) for choice in choices)}")


def _require_numbers(least: int, **given: Optional[int]) -> None:
    for what, value in given.items():
        if value is not None:
            whole_from(least, value, what)


def _converter(framework: Optional[str]) -> Callable[[Array], Any]:
    _require(framework, (None, "numpy", "torch"), "framework")
    if framework == "numpy" or (framework is None and "torch" not in sys.modules):
        return lambda array: array
    return import_module("torch").from_numpy  # type: ignore[no-any-return]
