"""Batches of temporal interactions, bounded by the information that they lose."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Optional, Sequence

import numpy as np

from . import _core
from ._arrays import require_text, whole_from
from ._picture import counted
from .events import Events, require_events

if TYPE_CHECKING:
    import numpy.typing as npt


class Split(NamedTuple):
    """Batch b is the events [offsets[b], offsets[b + 1]); losses[b] is its loss score. threshold is the loss bound: a batch exceeds it
    only if it cannot be divided."""

    threshold: int
    offsets: npt.NDArray[np.int64]
    losses: npt.NDArray[np.int64]

    def __repr__(self) -> str:
        return f"<Split: {counted(len(self.losses), 'batch', 'batches')} of {counted(int(self.offsets[-1]), 'event')}, losses up to {self.threshold:,}>"


def split(
    events: Events,
    loss: Optional[int] = None,
    *,
    like_batch_size: Optional[int] = None,
    loss_score: str = "eq7",
    ties: str = "split",
    split_at: Sequence[float] = (),
) -> Split:
    """The largest batches within a bound on information loss, or within that of batches of a fixed size. The loss of a batch is the
    number of interactions of a node beyond its first, over all nodes.

    loss             the bound
    like_batch_size  the bound is the largest loss of batches of this fixed size
    loss_score       eq7 counts a self-loop once for its node, eq8 twice (Gao et al. 2024)
    ties             split; keep: events at one time stay in one batch, which may then exceed the bound
    split_at         shares or times that events.cuts() takes, as [0.7, 0.85]: batches begin there, so that none straddles parts
    """
    require_events(events)
    require_text(loss_score=loss_score, ties=ties)
    for what, bound in (("loss", loss), ("like_batch_size", like_batch_size)):
        if bound is not None:
            whole_from(None, bound, what)
    begins = events.cuts(split_at)
    return Split(**_core.split(events._core, loss, like_batch_size, loss_score, ties, begins))
