"""Packs that hold the samples themselves: rows of a data set, packs of an ordinary batch."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from inspect import signature
from typing import TYPE_CHECKING, Any, Callable, Dict, List, Mapping, Optional, Sequence

import numpy as np

from . import _core
from ._arrays import as_sizes, in_turn, require_flag, require_text, whole_from
from ._picture import counted
from ._samples import as_sample, as_samples, read_columns, require_columns
from .collating import collate_packed, require_labels
from .layouts import Batch
from .assigning import Assignment
from .packing import pack
from .pieces import Cutting, cut_items, room_for_a_piece

if TYPE_CHECKING:
    import numpy.typing as npt
    from typing_extensions import Unpack

    from ._options import PackOptions

Collated = Dict[str, Any]


# ---- rows of a data set ----


def _concatenated(lengths: npt.NDArray[np.int64], limit: int) -> Assignment:
    """All items one after another, cut into packs of the limit; pieces that lie on a border are cut in two."""
    whole_from(1, limit, "limit")
    ends = np.cumsum(lengths)
    total = int(lengths.sum())
    cuts = np.unique(np.concatenate([[0], ends, np.arange(0, total, limit)]))
    begins, lengths_of = cuts[:-1], np.diff(cuts)
    items = np.searchsorted(ends, begins, side="right")
    packs = -(-total // limit)
    return Assignment(
        offsets=np.searchsorted(begins, np.arange(packs + 1) * limit),
        items=items.astype(np.int32),
        begins=begins - (ends - lengths)[items],
        dropped=np.zeros(0, np.int32),
        packs=packs,
        lengths=lengths_of,
        _shape=(limit, 1),
        _sizes=lengths,
    )


class PackedRows(Sequence[Collated]):
    """A data set whose items are packs: row i has the sequences of pack i, one after another and not padded. Rows are made when
    they are asked for."""

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
        if not -len(self) <= row < len(self):
            raise IndexError(f"row {row} of {len(self)}")
        items = self.assignment[row % len(self)]
        samples = [as_sample(self._samples[item], item, self._column) for item in items.tolist()]
        if self._first is None:
            self._first = as_sample(self._samples[0], 0, self._column)
        require_columns(self._first, samples, items.tolist())
        _require_unaligned(samples, items.tolist(), _alignment_of(self.assignment))
        joined = collate_packed(samples, batch=items, flatten=True, align_item=1, framework="numpy", **self._collated)
        del joined["max_seqlen"], joined["expected_sequences"]
        lengths = np.diff(joined.pop("cu_seqlens"))
        made = {**{name: values[0].tolist() for name, values in joined.items()}, "seq_lengths": lengths.tolist()}
        align = _alignment_of(self.assignment)
        return made if align == 1 else {**made, "align_item": align}


def _require_unaligned(samples: Sequence[Mapping[str, Any]], numbers: Sequence[int], align: int) -> None:
    """Error: a row of several sequences, whose alignment would be lost, or which would be aligned as one."""
    for number, sample in zip(numbers, samples):
        if "align_item" in sample or (align > 1 and len(sample.get("seq_lengths", ())) > 1):
            raise _core.Error(
                f"sample {number} is a row of several sequences, and align_item cannot be combined with rows that are packed "
                "again; pack the sequences themselves"
            )


def _alignment_of(assigned: Assignment) -> int:
    return 1 if assigned._shape is None else assigned._shape[1]


def _require_options(limit: Any, concatenate: bool, options: Any, cutting: Cutting) -> None:
    """Error: what packing would refuse, whatever the items."""
    require_flag(concatenate, "concatenate")
    _assigned(np.zeros(0, np.int64), limit, concatenate, options, cutting)


def _assigned(lengths: npt.NDArray[np.int64], limit: int, concatenate: bool, options: Any, cutting: Cutting) -> Assignment:
    is_of_core = cutting.is_of_core(None if concatenate else options.get("overlong"))
    if concatenate and options:
        raise _core.Error(f"concatenate takes no option of pack(): {', '.join(options)}")
    if concatenate:
        return _concatenated(lengths, limit)
    if options.get("overlong") == "drop" and len(lengths) and lengths.min() > room_for_a_piece(limit, options):
        dropped = np.arange(len(lengths), dtype=np.int32)
        return replace(pack([], limit, **options).assign([]), dropped=dropped, _sizes=lengths)
    if is_of_core:
        return pack(lengths, limit, **options).assign(lengths, order="input")
    pieces = cut_items(lengths, room_for_a_piece(limit, options), options["overlong"], cutting)
    of_pieces: Any = {**options, "overlong": "error"}
    plan = pack(pieces.lengths, limit, **of_pieces)
    return pieces.of(plan.assign(pieces.lengths, order="input"))


def _assigned_tokens(lengths: npt.NDArray[np.int64], *how: Any) -> Assignment:
    """_assigned() of the samples that have tokens: those without would be rows of nothing, where packs of them alone are made."""
    kept = np.flatnonzero(lengths)
    found = _assigned(lengths[kept], *how)
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
    _require_options(limit, concatenate, options, cutting)
    require_labels(ignore_index, shift_labels)
    require_text(column=column)
    assigned = _assigned_tokens(_lengths_of(dataset, lengths, column), limit, concatenate, options, cutting)
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
    _require_options(limit, concatenate, options, cutting)
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
    assigned = _assigned(np.array([one for one in lengths if one], np.int64), limit, concatenate, options, cutting)
    for row in PackedRows(samples, assigned, "input_ids", rows):
        for name, of_row in row.items():
            result.setdefault(name, []).append(of_row)
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


# ---- packs of a batch ----


class PackedCollate:
    """A collate_fn that packs an ordinary batch: its samples go into as few rows as a plan needs.

    limit    positions of a row
    key      of the samples' tokens, where they are dicts
    rows     of the result; the batch has to fit. Default: as many as it needs
    collated keywords of collate_packed
    options  those of pack()

    >>> packed_collate(8)([[1, 2, 3], [4, 5, 6, 7], [8, 9]])["segment_ids"].tolist()
    [[1, 1, 1, 2, 2, 2, 2, 0], [1, 1, 0, 0, 0, 0, 0, 0]]
    """

    def __init__(
        self,
        limit: int,
        *,
        key: str = "input_ids",
        rows: Optional[int] = None,
        collated: Optional[Mapping[str, Any]] = None,
        **options: Unpack[PackOptions],
    ) -> None:
        _require_options(limit, False, options, Cutting())
        require_text(key=key)
        if not isinstance({} if collated is None else collated, Mapping):
            raise _core.Error(f"collated cannot be {collated!r}; expected a dict of keywords of collate_packed")
        if rows is not None:
            whole_from(1, rows, "rows")
        self.limit, self.key, self.rows, self.collated, self.options = limit, key, rows, dict(collated or {}), options
        try:
            signature(collate_packed).bind((), batch=None, rows=None, **self.collated)
        except TypeError as error:
            raise _core.Error(f"collated: {error}; it has keywords of collate_packed, other than batch and rows") from None

    def __repr__(self) -> str:
        rows = "rows" if self.rows is None else counted(self.rows, "row")
        return f"<PackedCollate: {rows} of {self.limit} positions>"

    def __call__(self, samples: Sequence[Any]) -> Collated:
        samples = as_samples(samples, self.key)
        lengths = [len(sample["input_ids"]) for sample in samples]
        if samples:
            read_columns(samples, lengths)  # so that an error has the number of the sample
        assigned = _assigned(np.array(lengths, np.int64), self.limit, False, self.options, Cutting())
        _require_unaligned(samples, range(len(samples)), _alignment_of(assigned))
        rows = self.rows or len(assigned)  # also the empty ones of packs_multiple
        layout = assigned.layout(range(assigned.packs), rows)
        assert layout is not None  # there is one component
        batch = Batch(assigned.items.tolist(), replace(layout, expected=None))  # the average of an epoch is not known
        return collate_packed([samples[item] for item in batch], batch=batch, rows=rows, **self.collated)


packed_collate = PackedCollate
"""What users call it, like functools.partial: a class, so that worker processes can receive it."""
