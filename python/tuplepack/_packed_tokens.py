"""The packs of tokens, by the options of pack() or cut at every limit."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Mapping, Sequence

import numpy as np

from . import _core
from ._arrays import require_flag, whole_from
from .assigning import Assignment
from .packing import pack
from .pieces import Cutting, cut_items, room_for_a_piece

if TYPE_CHECKING:
    import numpy.typing as npt


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


def require_unaligned(samples: Sequence[Mapping[str, Any]], numbers: Sequence[int], align: int) -> None:
    """Error: a row of several sequences, whose alignment would be lost, or which would be aligned as one."""
    for number, sample in zip(numbers, samples):
        if "align_item" in sample or (align > 1 and len(sample.get("seq_lengths", ())) > 1):
            raise _core.Error(
                f"sample {number} is a row of several sequences, and align_item cannot be combined with rows that are packed "
                "again; pack the sequences themselves"
            )


def alignment_of(assigned: Assignment) -> int:
    return 1 if assigned._shape is None else assigned._shape[1]


def require_options(limit: Any, concatenate: bool, options: Any, cutting: Cutting) -> None:
    """Error: what packing would refuse, whatever the items."""
    require_flag(concatenate, "concatenate")
    assigned_tokens(np.zeros(0, np.int64), limit, concatenate, options, cutting)


def assigned_tokens(lengths: npt.NDArray[np.int64], limit: int, concatenate: bool, options: Any, cutting: Cutting) -> Assignment:
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
