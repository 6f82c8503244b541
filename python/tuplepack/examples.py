"""Packs that hold the samples themselves: rows of a data set, packs of an ordinary batch."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Callable, Dict, List, Mapping, Optional, Sequence

import numpy as np

from . import _core
from ._arrays import as_sizes
from .collating import MADE, collate_packed, read_columns
from .layouts import Batch
from .packing import Assignment, pack
from .pieces import Cutting, cut_items, room_for_a_piece

if TYPE_CHECKING:
    import numpy.typing as npt
    from typing_extensions import Unpack

    from ._options import PackOptions

Collated = Dict[str, Any]


# ---- rows of a data set ----


def _concatenated(lengths: npt.NDArray[np.int64], limit: int) -> Assignment:
    """All items one after another, cut into packs of the limit; pieces that lie on a border are cut in two."""
    ends = np.cumsum(lengths)
    cuts = np.unique(np.concatenate([[0], ends, np.arange(0, ends[-1], limit)]))
    begins, lengths_of = cuts[:-1], np.diff(cuts)
    items = np.searchsorted(ends, begins, side="right")
    packs = int(begins[-1]) // limit + 1
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
        self.assignment = assigned

    def __len__(self) -> int:
        return self.assignment.packs

    def __getitem__(self, row: Any) -> Any:
        """The row of an index, or of a slice a list of rows."""
        if isinstance(row, slice):
            return [self[one] for one in range(*row.indices(len(self)))]
        if not -len(self) <= row < len(self):
            raise IndexError(f"row {row} of {len(self)}")
        items = self.assignment[row % len(self)]
        samples = [_renamed(self._samples[item], self._column) for item in items.tolist()]
        joined = collate_packed(samples, batch=items, flatten=True, align_item=1, framework="numpy", **self._collated)
        del joined["max_seqlen"], joined["expected_sequences"]
        lengths = np.diff(joined.pop("cu_seqlens"))
        return {**{name: values[0].tolist() for name, values in joined.items()}, "seq_lengths": lengths.tolist()}


def _renamed(sample: Any, column: str) -> Any:
    if column == "input_ids" or not isinstance(sample, Mapping):
        return sample
    return {"input_ids" if name == column else name: value for name, value in sample.items()}


def _assigned(lengths: npt.NDArray[np.int64], limit: int, concatenate: bool, options: Any, cutting: Cutting) -> Assignment:
    is_of_core = cutting.is_of_core(None if concatenate else options.get("overlong"))
    if concatenate and options:
        raise _core.Error(f"concatenate takes no option of pack(): {', '.join(options)}")
    if concatenate:
        return _concatenated(lengths, limit)
    if is_of_core:
        return pack(lengths, limit, **options).assign(lengths, order="input")
    pieces = cut_items(lengths, room_for_a_piece(limit, options), options["overlong"], cutting)
    of_pieces: Any = {**options, "overlong": "error"}
    plan = pack(pieces.lengths, limit, **of_pieces)
    return pieces.of(plan.assign(pieces.lengths, order="input"))


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
    """
    if lengths is None:
        lengths = [len(sample[column] if isinstance(sample, Mapping) else sample) for sample in dataset]
    cutting = Cutting(stride, minimum, side)
    assigned = _assigned(as_sizes(lengths).astype(np.int64), limit, concatenate, options, cutting)
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
                 without padding) keeps the sequences apart. Labels and shift_labels are as for collate_packed
    """

    def packed(examples: Mapping[str, Sequence[Any]]) -> Dict[str, List[Any]]:
        given = {"input_ids" if name == column else name: examples[name] for name in examples if name not in MADE}
        numbers = [number for number, ids in enumerate(examples[column]) if len(ids)]
        samples = [{name: values[number] for name, values in given.items()} for number in numbers]
        lengths = np.array([len(sample["input_ids"]) for sample in samples], np.int64)
        result: Dict[str, List[Any]] = {name: [] for name in ("input_ids", "position_ids", "segment_ids", "seq_lengths")}
        if not samples:
            return result if shift_labels is False and "labels" not in given else {**result, "labels": []}
        read_columns(samples, lengths.tolist())  # so that an error has the number of the example
        assigned = _assigned(lengths, limit, concatenate, options, Cutting(stride, minimum, side))
        for row in PackedRows(samples, assigned, "input_ids", {"ignore_index": ignore_index, "shift_labels": shift_labels}):
            for name, values in row.items():
                result.setdefault(name, []).append(values)
        return result

    return packed


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
        self.limit, self.key, self.rows, self.collated, self.options = limit, key, rows, dict(collated or {}), options

    def __call__(self, samples: Sequence[Any]) -> Collated:
        samples = [_renamed(sample, self.key) for sample in samples]
        lengths = [len(sample["input_ids"] if isinstance(sample, Mapping) else sample) for sample in samples]
        assigned = pack(lengths, self.limit, **self.options).assign(lengths, order="input")
        layout = assigned.layout(range(assigned.packs), self.rows or assigned.packs)
        assert layout is not None  # there is one component
        batch = Batch(assigned.items.tolist(), replace(layout, expected=None))  # the average of an epoch is not known
        return collate_packed([samples[item] for item in batch], batch=batch, rows=self.rows, **self.collated)


packed_collate = PackedCollate
"""What users call it, like functools.partial: a class, so that worker processes can receive it."""
