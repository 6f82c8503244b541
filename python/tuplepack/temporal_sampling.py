"""Temporal neighbours."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, Iterator, List, NamedTuple, Optional, Sequence, Tuple, Union

import numpy as np

from . import _core
from ._arrays import array_of, decimal, listed, refuse_mask, require_text, whole_from, word_of
from ._keywords import unknown_keyword
from ._picture import shown
from .events import Events, require_events, times_of

if TYPE_CHECKING:
    import numpy.typing as npt


class Neighbours(NamedTuple):
    """Of R roots, padded to k with −1, newest first.

    nodes, events, times  [R, k]
    counts                [R]
    """

    nodes: npt.NDArray[np.signedinteger[Any]]
    events: npt.NDArray[np.signedinteger[Any]]
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
    before: Any = None,
    window: Any = None,
    seed: int = 0,
    threads: int = 1,
    ids: str = "int64",
) -> List[Neighbours]:
    """Temporal neighbours of nodes as of times: the most recent k, or k drawn uniformly. Further numbers sample the
    neighbours of neighbours, a layer each. The options are those of `tuplepack sample`. The first call for a direction
    builds its index, O(events), which the events keep: 32 bytes per event, for one direction 16. A call is then O(log degree)
    per root.

    times    of the roots; with fractions, or a window that has one, the times found are float64
    before   [R] with visible="batch-start": the first event of each root's batch
    threads  that share the roots; the rows are the same for any number
    ids      the type of nodes and events found: int64, which every torch indexes by, or int32, in which they always fit: a slot
             takes 16 bytes instead of 24
    """
    sampler = _Sampler(events, recent, uniform, direction, visible, window, seed, threads, ids)
    return sampler.of(sampler.roots(nodes, times, before))


def sample_in_chunks(
    events: Events,
    nodes: Any,
    times: Any,
    *,
    chunk: int = 100_000,
    before: Any = None,
    **options: Any,
) -> Iterator[List[Neighbours]]:
    """sample_neighbours() for more roots than memory has room for the neighbours of: the layers of the first `chunk` roots, then those
    of the next. Together they are the rows of one call; a slot takes 24 bytes, with ids="int32" 16, and only those of one chunk are in
    memory.

    options  of sample_neighbours

    >>> events = Events([0, 1, 2], [1, 2, 0], [10, 20, 30])
    >>> for (layer,) in sample_in_chunks(events, [0, 1, 2], [40, 40, 40], chunk=2, recent=1):
    ...     print(layer.nodes.tolist())
    [[2], [2]]
    [[0]]
    """
    whole_from(1, chunk, "chunk")
    given: Dict[str, Any] = {"recent": None, "uniform": None, "direction": "both", "visible": "strict", "window": None, "seed": 0,
                             "threads": 1, "ids": "int64"}  # fmt: skip
    for keyword in options:
        if keyword not in given:
            raise unknown_keyword(keyword, ["chunk", "before", *given], "sample_in_chunks")
    sampler = _Sampler(events, *{**given, **options}.values())
    chosen, as_of, first_events = sampler.roots(nodes, times, before)
    roots = np.atleast_1d(chosen), np.atleast_1d(as_of), None if first_events is None else np.atleast_1d(first_events)
    if len({len(array) for array in roots if array is not None}) > 1:  # those of a chunk may be equal
        raise _core.Error("nodes, times and before must have the same length")
    return sampler.by_chunks(roots, chunk)


_Roots = Tuple["npt.NDArray[Any]", "npt.NDArray[Any]", Optional["npt.NDArray[Any]"]]


def span_of(window: Any) -> float:
    """Error: no length of time"""
    span = decimal(window, "window")
    if not span >= 0:  # NaN is not
        raise _core.Error(f"window cannot be {span:g}; expected a number of at least 0")
    return span


def fanouts_of(given: Any, what: str) -> List[int]:
    """Of each layer."""
    return [whole_from(None, fanout, what) for fanout in listed(given)]


class _Sampler:
    """What sample_neighbours() was told, checked."""

    def __init__(
        self, events: Any, recent: Any, uniform: Any, direction: str, visible: str, window: Any, seed: int, threads: int, ids: str
    ) -> None:
        require_events(events)
        fanouts = uniform if recent is None else recent
        if fanouts is None or (recent is not None and uniform is not None):
            raise _core.Error("pass either recent or uniform")
        require_text(direction=direction, visible=visible, ids=ids)
        strategy = "uniform" if recent is None else "recent"
        layers = fanouts_of(fanouts, strategy)
        if window is not None:
            span_of(window)
            window = None if isinstance(window, (int, np.integer)) and window > 2**62 else window  # beyond all whole times
        self._core = events._core
        self._how = layers, strategy, direction, visible
        self._rest = window, word_of(seed, "seed")
        self._threads = whole_from(1, threads, "threads")
        if ids not in ("int64", "int32"):
            raise _core.Error(f"ids cannot be {shown(ids)}; expected int64 or int32")
        self._is_narrow = ids == "int32"

    def roots(self, nodes: Any, times: Any, before: Any) -> _Roots:
        if before is not None and self._how[3] != "batch-start":
            raise _core.Error(f'before needs visible="batch-start"; it is "{self._how[3]}"')
        chosen = array_of(nodes, "nodes")
        refuse_mask(chosen.dtype, "nodes")
        return chosen, times_of(times, "times"), None if before is None else array_of(before, "before")

    def of(self, roots: _Roots, first_root: int = 0, as_fractions: bool = False) -> List[Neighbours]:
        """first_root    the index of the first root, of a part of a list
        as_fractions  those of other parts may have some
        """
        nodes, times, before = roots
        found = _core.sample_neighbours(
            self._core, nodes, times, *self._how, before, *self._rest, first_root, self._threads, as_fractions,
            self._is_narrow,
        )  # fmt: skip
        return [Neighbours(**layer) for layer in found]

    def by_chunks(self, roots: _Roots, chunk: int) -> Iterator[List[Neighbours]]:
        fractions = _core.are_fractional(roots[1])
        for begin in range(0, len(roots[0]), chunk):
            part = slice(begin, begin + chunk)
            nodes, times, before = roots
            yield self.of((nodes[part], times[part], None if before is None else before[part]), begin, fractions)
