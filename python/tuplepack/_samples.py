"""What the samples of a data set hold: tokens, columns with a value for each, columns with one for a sequence."""

from __future__ import annotations

import re
from typing import Any, Dict, Iterator, List, Mapping, Optional, Sequence, Tuple

import numpy as np

from . import _core
from ._arrays import as_array, in_turn, is_sample
from ._picture import shown, type_of

Array = Any
"""npt.NDArray[Any], which Python 3.9 cannot evaluate."""

MADE = ("position_ids", "segment_ids", "seq_lengths", "attention_mask", "align_item", "cu_seqlens", "max_seqlen", "expected_sequences",
        "cu_seq_lens_q", "cu_seq_lens_k", "max_length_q", "max_length_k")  # fmt: skip
"""Columns that collating creates, or reads by itself."""

_OBJECTS = (str, bytes, Mapping, set, frozenset)
"""Have a length, but are not the values of tokens."""


_OTHER_POSITIONS = "positions that do not count the tokens of a sequence need another name, as collating makes its own position_ids"


def is_label(name: str) -> bool:
    """Whether the padding of a column has the number of no class: labels, label, next_sentence_label, ner_labels, label_ids."""
    return re.search("(^|_)labels?(_ids)?$", str(name)) is not None


def _numbers(value: Any, number: int, name: str, *, with_flags: bool = False) -> Optional[Array]:
    """The values that a sample has in a column, whole numbers as int64. None: text, records and other objects.

    with_flags  True and False stay what they are, so that they choose elements and are not indices
    """
    if isinstance(value, _OBJECTS):
        return None
    try:
        array = as_array(value)
    except _core.Error as error:  # a mask that would be lost
        raise _core.Error(f"sample {number}: '{name}' is {error}") from None
    except (TypeError, ValueError):
        array = None
    if array is not None and (array.dtype.kind in "biufc" or (array.dtype.kind == "V" and array.dtype.names is None)):
        return array if with_flags and array.dtype == bool else _as_int64(array, number, name)
    if (array is not None and array.dtype.kind in "USMmV") or _has_objects(value if array is None else array):
        return None
    large = next((one for one in _flat(value) if isinstance(one, int) and not -(2**63) <= one < 2**63), None)
    if large is not None:
        raise _core.Error(f"sample {number}: '{name}' has {shown(large)}; whole numbers are below 2^63")
    raise _core.Error(
        f"sample {number}: '{name}' is not an array of numbers: its lists have different lengths, or there is a value "
        "that is none; pad it, or remove the column"
    )


def _flat(values: Any) -> Iterator[Any]:
    """The values in lists, of any depth."""
    if isinstance(values, (list, tuple)):
        for value in values:
            yield from _flat(value)
    else:
        yield values


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
        raise _core.Error(f"samples is {type_of(samples)}; expected a list of samples")
    return [as_sample(sample, number, column) for number, sample in enumerate(in_turn(samples))]


def as_sample(sample: Any, number: int, column: str) -> Dict[str, Any]:
    """A sample as a dict of what it has that is not None; input_ids, which `column` has, are an array [tokens].

    number  of the sample, for errors: tokens that are not numbers in one axis, segment ids that do not fit them
    """
    if isinstance(sample, tuple) and is_sample(sample):
        raise _core.Error(f"sample {number} is a tuple of {len(sample)}; expected a dict with '{column}', or the tokens by themselves")
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

    return part_of(sample, slice(0, count), length)


def part_of(sample: Mapping[str, Any], part: slice, length: int) -> Dict[str, Any]:
    """Some of the tokens of a sample of `length` tokens: of every column that has a value for each. The rest is as it was."""

    def cut(name: str, value: Any) -> Any:
        if name == "seq_lengths" or isinstance(value, _OBJECTS) or not hasattr(value, "__len__"):
            return value
        return value[part] if getattr(value, "ndim", 1) > 0 and len(value) == length else value

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


def bfloat16_columns(samples: Sequence[Mapping[str, Any]]) -> List[str]:
    """Columns that are tensors of this type in all samples, as whose numbers as_array() has float32."""

    def is_narrow(value: Any) -> bool:
        return str(getattr(value, "dtype", "")) == "torch.bfloat16"

    first = samples[0] if samples else {}
    return [name for name in first if is_narrow(first[name]) and all(is_narrow(sample.get(name)) for sample in samples)]


def _require_whole(samples: Sequence[Mapping[str, Any]], whole: Sequence[int]) -> None:
    for number, (sample, length) in enumerate(zip(samples, whole)):
        if "attention_mask" not in sample:
            continue
        values = _numbers(sample["attention_mask"], number, "attention_mask")
        if values is None or values.ndim == 0 or len(values) != length:
            raise _core.Error(f"sample {number}: its attention_mask does not have a value for each of {length} tokens")
        if not np.all(values):
            raise _core.Error(f"sample {number}: its attention_mask leaves tokens out; collate samples without padding")


def _require_positions(samples: Sequence[Mapping[str, Any]]) -> None:
    """Error: position_ids that do not count the tokens of a sequence, as collating does, from another number perhaps."""
    for number, sample in enumerate(samples):
        if "position_ids" not in sample:
            continue
        length = len(sample["input_ids"])
        given = _numbers(sample["position_ids"], number, "position_ids")
        if given is None or given.shape != (length,) or (length and given.dtype.kind not in "iu"):
            raise _core.Error(f"sample {number}: position_ids are not an integer for each of {length} tokens; {_OTHER_POSITIONS}")
        continued = np.ones(length + 1, bool)
        continued[np.cumsum([0, *sample.get("seq_lengths", ())])] = False
        wrong = np.flatnonzero((np.diff(given) != 1) & continued[1:-1])
        if len(wrong):
            after, found = given[wrong[0] : wrong[0] + 2].tolist()
            raise _core.Error(
                f"sample {number}: position_ids have {found} after {after}; a row of several sequences needs seq_lengths, "
                f"the tokens of each, and {_OTHER_POSITIONS}"
            )


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
            raise _core.Error(
                f"sample {number}: '{name}' has {found} for {length} tokens; remove the column unless it has a value for each token, "
                "or one for each sample"
            )
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
    _require_positions(samples)
    for name in samples[0]:
        if name in MADE or not all(name in sample for sample in samples):
            continue
        with_flags = name != "input_ids" and not is_label(name)
        read = [_numbers(sample[name], number, name, with_flags=with_flags) for number, sample in enumerate(samples)]
        arrays = [array for array in read if array is not None]
        if not arrays:
            continue
        if len(arrays) < len(samples):
            number = next(number for number, array in enumerate(read) if array is None)
            raise _core.Error(f"sample {number}: '{name}' is text or an object, but others have numbers")
        if any(array.ndim == 0 or len(array) != length for array, length in zip(arrays, whole)):
            single = [_values_of(array, sample) for array, sample in zip(arrays, samples)]
            known = [value for value in single if value is not None]
            if len(known) == len(single):
                values[name] = known
                continue
        _require_lengths(arrays, name, whole)
        tokens[name] = arrays
    return tokens, values
