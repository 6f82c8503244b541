"""Rows of a data set: packs that hold the samples themselves."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, Callable, Dict, Iterator, List, Mapping, Optional, Sequence

import numpy as np

from . import _core
from ._arrays import as_sizes, in_turn, place_in, require_text
from ._packed_tokens import alignment_of, assigned_tokens, require_options, require_unaligned
from ._picture import counted
from ._samples import as_sample, as_samples, bfloat16_columns, read_columns, require_columns
from .assigning import Assignment
from .collating import collate_packed, require_labels
from .pieces import Cutting

if TYPE_CHECKING:
    import numpy.typing as npt
    from typing_extensions import Unpack

    from ._options import PackOptions


Collated = Dict[str, Any]


class PackedRows(Sequence[Collated]):
    """A data set whose items are packs: row i has the sequences of pack i, one after another and not padded. Rows are made when
    they are asked for, of lists; floats of fewer than 64 bits are arrays, or tensors, of the samples' type."""

    def __init__(self, samples: Any, assigned: Assignment, column: str, collated: Dict[str, Any]) -> None:
        self._samples, self._column, self._collated = samples, column, collated
        self._first: Optional[Mapping[str, Any]] = None
        self.assignment = assigned

    def __len__(self) -> int:
        return self.assignment.packs

    def __repr__(self) -> str:
        return f"<PackedRows: {counted(len(self.assignment.items), 'sequence')} in {counted(len(self), 'row')}>"

    def __getitem__(self, row: Any) -> Any:
        """The row of an index, or of a slice a list of rows."""
        if isinstance(row, slice):
            return [self[one] for one in range(*row.indices(len(self)))]
        items = self.assignment[place_in(len(self), row, "row")]
        samples = [as_sample(self._samples[item], item, self._column) for item in items.tolist()]
        if self._first is None:
            self._first = as_sample(self._samples[0], 0, self._column)
        self._require_lengths(samples, items.tolist())
        require_columns(self._first, samples, items.tolist())
        require_unaligned(samples, items.tolist(), alignment_of(self.assignment))
        joined = collate_packed(samples, batch=items, flatten=True, align_item=1, framework="numpy", **self._collated)
        for name in ("max_seqlen", "expected_sequences"):
            joined.pop(name, None)
        lengths = np.diff(joined.pop("cu_seqlens"))
        narrow = bfloat16_columns(samples)
        columns = {name: _as_column(values[0], name in narrow) for name, values in joined.items()}
        made = {**columns, "seq_lengths": lengths.tolist()}
        align = alignment_of(self.assignment)
        return made if align == 1 else {**made, "align_item": align}

    def __iter__(self) -> Iterator[Collated]:
        """Sequence would take an IndexError of the data set for the end."""
        return (self[row] for row in range(len(self)))

    def _require_lengths(self, samples: Sequence[Mapping[str, Any]], items: Sequence[int]) -> None:
        """Error: a sample is not as long as it was when the packs were made, or as `lengths` said"""
        sizes = self.assignment._sizes
        assert sizes is not None
        for item, sample in zip(items, samples):
            length, planned = len(sample["input_ids"]), int(sizes[item])
            if length != planned:
                raise _core.Error(f"sample {item} has {counted(length, 'token')}, but was packed as one of {planned}")


def _as_column(values: Any, is_bfloat16: bool) -> Any:
    """A list, which has 64 bits for each number; of floats with fewer an array or a tensor of their type."""
    if is_bfloat16:
        return import_module("torch").from_numpy(values).bfloat16()
    return values if values.dtype in (np.float32, np.float16) else values.tolist()


def _with_tokens(lengths: npt.NDArray[np.int64], *how: Any) -> Assignment:
    """assigned_tokens() of the samples that have tokens: those without would be rows of nothing, where packs of them alone are made."""
    kept = np.flatnonzero(lengths)
    found = assigned_tokens(lengths[kept], *how)
    if len(kept) == len(lengths):
        return found
    dropped = np.sort(np.concatenate([kept[found.dropped], np.flatnonzero(lengths == 0)]))
    return replace(found, items=kept[found.items].astype(np.int32), dropped=dropped.astype(np.int32), _sizes=lengths)


def _length(sample: Any, number: int, column: str) -> int:
    """Tokens of a sample; without conversion, where they are a list."""
    tokens = sample.get(column) if isinstance(sample, Mapping) else sample
    if isinstance(tokens, list) and not (isinstance(sample, Mapping) and "segment_ids" in sample):
        return len(tokens)
    return len(as_sample(sample, number, column)["input_ids"])


def _lengths_of(dataset: Sequence[Any], lengths: Any, column: str) -> npt.NDArray[np.int64]:
    if isinstance(dataset, Mapping):
        raise _core.Error("a dict of columns; pack_dataset takes a sequence of samples, pack_examples has columns")
    if not hasattr(dataset, "__getitem__"):
        raise _core.Error(
            f"a data set of type '{type(dataset).__name__}' is not a sequence of samples; pass a list, or pack a stream with "
            "tuplepack.torch.PackedIterable"
        )
    if lengths is None:
        lengths = [_length(sample, number, column) for number, sample in enumerate(in_turn(dataset))]
    found = as_sizes(lengths)
    if found.ndim != 1 or found.dtype.kind not in "iuf" or (found < 0).any() or (found.astype(np.int64) != found).any():
        raise _core.Error("lengths are whole numbers from 0, one for each sample")
    if hasattr(dataset, "__len__") and len(found) != len(dataset):
        raise _core.Error(f"{len(found)} lengths for a data set of {len(dataset)} samples; expected one for each")
    return found.astype(np.int64)


def pack_dataset(
    dataset: Sequence[Any],
    limit: int,
    *,
    column: str = "input_ids",
    lengths: Any = None,
    concatenate: bool = False,
    ignore_index: int = -100,
    shift_labels: Optional[bool] = None,
    stride: int = 0,
    minimum: int = 1,
    side: str = "right",
    **options: Unpack[PackOptions],
) -> PackedRows:
    """Packs a whole data set of samples with tokens; its rows are like those of pack_examples().

    lengths  of the samples, where they are known; else every sample is read once
    errors   lengths that are not one for each sample; samples that collate_packed refuses, when their row is made
    """
    cutting = Cutting(stride, minimum, side)
    require_options(limit, concatenate, options, cutting)
    require_labels(ignore_index, shift_labels)
    require_text(column=column)
    assigned = _with_tokens(_lengths_of(dataset, lengths, column), limit, concatenate, options, cutting)
    return PackedRows(dataset, assigned, column, {"ignore_index": ignore_index, "shift_labels": shift_labels})


def pack_examples(
    limit: int,
    *,
    column: str = "input_ids",
    concatenate: bool = False,
    ignore_index: int = -100,
    shift_labels: Optional[bool] = None,
    stride: int = 0,
    minimum: int = 1,
    side: str = "right",
    **options: Unpack[PackOptions],
) -> Callable[[Mapping[str, Sequence[Any]]], Dict[str, List[Any]]]:
    """A function for Dataset.map(…, batched=True, remove_columns=…) of Hugging Face datasets: packs the sequences of
    every batch of examples.

    column       whose lists are packed; other columns with a value for every token are packed with it, the rest is left out
    concatenate  instead of packing: all sequences one after another, cut at every `limit` tokens. No row but the last has
                 room left; sequences are cut
    options      those of pack(); of long sequences, overlong="truncate" keeps the beginning, "split" all pieces, "drop" nothing
    stride       tokens that a piece of a long sequence shares with the one before (split)
    minimum      tokens of a piece after the first; shorter ones are left out (split)
    side         what is cut away (truncate): right or left
    returns      a function that returns the columns input_ids, position_ids, segment_ids, seq_lengths, labels and the other
                 columns of tokens: one row per pack, not padded. A collator that knows seq_lengths (collate_packed, trl's
                 without padding) keeps the sequences apart. Labels and shift_labels are as for collate_packed.
                 Sequences of examples that are such rows stay apart too. With align_item, rows have it as a column, by
                 which collate_packed aligns. A batch whose examples are all dropped has no rows
    """
    cutting = Cutting(stride, minimum, side)
    require_options(limit, concatenate, options, cutting)
    require_labels(ignore_index, shift_labels)
    require_text(column=column)

    rows = {"ignore_index": ignore_index, "shift_labels": shift_labels}
    return partial(_packed, limit=limit, column=column, concatenate=concatenate, rows=rows, cutting=cutting, options=dict(options))


def _packed(
    examples: Mapping[str, Sequence[Any]], limit: int, column: str, concatenate: bool, rows: Dict[str, Any], cutting: Cutting, options: Any
) -> Dict[str, List[Any]]:
    """What pack_examples() does with a batch: a function at the top, so that worker processes can receive it.

    rows  keywords of collate_packed
    """
    every = as_samples(_examples_of(examples, column), column)
    lengths = [len(sample["input_ids"]) for sample in every]
    tokens, values = read_columns(every, lengths) if every else ({}, {})
    names = ["input_ids", "position_ids", "segment_ids", "seq_lengths", *tokens, *values]
    result: Dict[str, List[Any]] = {name: [] for name in (names if rows["shift_labels"] is False else [*names, "labels"])}
    samples = [sample for sample, length in zip(every, lengths) if length]
    assigned = assigned_tokens(np.array([one for one in lengths if one], np.int64), limit, concatenate, options, cutting)
    for row in PackedRows(samples, assigned, "input_ids", rows):
        for name, of_row in row.items():
            result.setdefault(name, []).append(of_row.tolist() if hasattr(of_row, "tolist") else of_row)
    if not result["input_ids"] and options.get("align_item", 1) != 1:
        result["align_item"] = []
    return result


def _examples_of(examples: Mapping[str, Sequence[Any]], column: str) -> List[Dict[str, Any]]:
    """The samples of a dict of columns."""
    if column not in examples:
        there = ", ".join(map(str, examples))
        raise _core.Error(f"no column '{column}'; the examples have {there}: column= names the tokens")
    columns = {name: examples[name] for name in examples}
    count = len(columns[column])
    for name, values in columns.items():
        if len(values) != count:
            raise _core.Error(f"column '{name}' has {len(values)} examples, and '{column}' {count}")
    return [{name: values[number] for name, values in columns.items()} for number in range(count)]
