"""Packs of an ordinary batch."""

from __future__ import annotations

from dataclasses import replace
from inspect import signature
from typing import TYPE_CHECKING, Any, Mapping, Optional, Sequence

import numpy as np

from . import _core
from ._arrays import require_text, whole_from
from ._packed_tokens import alignment_of, assigned_tokens, require_options, require_unaligned
from ._picture import counted, shown
from ._samples import as_samples, read_columns
from .collating import collate_packed
from .examples import Collated
from .layouts import Batch
from .pieces import Cutting

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._options import PackOptions


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
        require_options(limit, False, options, Cutting())
        require_text(key=key)
        if not isinstance({} if collated is None else collated, Mapping):
            raise _core.Error(f"collated cannot be {shown(collated)}; expected a dict of keywords of collate_packed")
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
        assigned = assigned_tokens(np.array(lengths, np.int64), self.limit, False, self.options, Cutting())
        require_unaligned(samples, range(len(samples)), alignment_of(assigned))
        rows = self.rows or len(assigned)  # also the empty ones of packs_multiple
        layout = assigned.layout(range(assigned.packs), rows)
        assert layout is not None  # there is one component
        batch = Batch(assigned.items.tolist(), replace(layout, expected=None, deepest=None))  # of an epoch, which is not known
        return collate_packed([samples[item] for item in batch], batch=batch, rows=rows, **self.collated)


packed_collate = PackedCollate
"""What users call it, like functools.partial: a class, so that worker processes can receive it."""
