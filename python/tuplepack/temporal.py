"""Temporal interactions: batches of bounded loss, neighbours before a time, and rows that are moved once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, NamedTuple, Optional, Sequence, Tuple, Union

import numpy as np

from . import _core
from ._arrays import as_array

if TYPE_CHECKING:
    import numpy.typing as npt


class Events:
    """Interactions sources → destinations at times, sorted by time; event e has the id e.

    sort   sort them by time
    nodes  how many there are; default: the largest id + 1
    """

    def __init__(self, sources: Any, destinations: Any, times: Any, *, sort: bool = False, nodes: int = 0) -> None:
        self._core = _core.Events(as_array(sources), as_array(destinations), as_array(times), sort, nodes)

    def __len__(self) -> int:
        return len(self._core)

    @property
    def nodes(self) -> int:
        return self._core.nodes

    def statistics(self) -> Dict[str, Any]:
        return self._core.statistics()


class Split(NamedTuple):
    """Batch b is the events [offsets[b], offsets[b + 1]); losses[b] is its loss score."""

    threshold: int
    offsets: npt.NDArray[np.int64]
    losses: npt.NDArray[np.int64]


def split(
    events: Events,
    loss: Optional[int] = None,
    *,
    like_batch_size: Optional[int] = None,
    loss_score: str = "eq7",
    ties: str = "split",
) -> Split:
    """The largest batches within a bound on information loss, or within that of batches of a fixed size."""
    return Split(**_core.split(events._core, loss, like_batch_size, loss_score, ties))


class Neighbours(NamedTuple):
    """Of R roots, padded to k with −1, newest first.

    nodes, events, times  [R, k]
    counts                [R]
    """

    nodes: npt.NDArray[np.int64]
    events: npt.NDArray[np.int64]
    times: npt.NDArray[Any]
    counts: npt.NDArray[np.int32]


def sample_neighbours(
    events: Events,
    nodes: Any,
    times: Any,
    *,
    recent: Union[int, Sequence[int], None] = None,
    uniform: Union[int, Sequence[int], None] = None,
    direction: str = "both",
    visible: str = "strict",
    window: Any = None,
    seed: int = 0,
) -> List[Neighbours]:
    """Temporal neighbours of nodes as of times: the most recent k, or k drawn uniformly. Further numbers sample the
    neighbours of neighbours, a layer each. The options are those of `tuplepack sample`.
    """
    fanouts = uniform if recent is None else recent
    if fanouts is None or (recent is not None and uniform is not None):
        raise _core.Error("give either recent or uniform")
    layers = [fanouts] if isinstance(fanouts, int) else list(fanouts)
    strategy = "uniform" if recent is None else "recent"
    found = _core.sample_neighbours(
        events._core, as_array(nodes), as_array(times), layers, strategy, direction, visible, window, seed
    )
    return [Neighbours(**layer) for layer in found]


def access(
    ids: Any, *, rows: Optional[int] = None, order: str = "sorted"
) -> Tuple[npt.NDArray[np.int64], npt.NDArray[np.uint32]]:
    """The unique ids of a batch, and the inverse: unique[inverse] == ids. Move the rows `unique`, and expand them after.

    rows   of the table; default: the largest id + 1
    order  sorted, or first: by first occurrence, which is faster
    """
    return _core.unique_rows(as_array(ids), rows, order)
