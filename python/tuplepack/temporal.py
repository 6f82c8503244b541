"""Temporal interactions: batches of bounded loss, and neighbours before a time."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Callable, Dict, Iterator, List, NamedTuple, Optional, Sequence, Tuple, Union

import numpy as np

from . import _core
from ._arrays import array_of, decimal, refuse_mask, require_flag, require_list, require_text, whole_from, whole_number, word_of
from ._keywords import unknown_keyword
from ._picture import counted
from .files import names_of, opened, path_of, unpacking

if TYPE_CHECKING:
    import numpy.typing as npt


def _times(given: Any, what: str) -> npt.NDArray[Any]:
    """Times as numbers, of which nothing says the unit: it is for the caller to choose one."""
    array = array_of(given, what)
    if array.dtype.kind in "mM":
        raise _core.Error(f"{what} are not numbers but {array.dtype}; convert them to the unit that you want everywhere, "
                          f"as seconds: np.asarray(times).astype('{array.dtype.kind}8[s]').astype('i8')")  # fmt: skip
    if array.size and array.dtype.kind not in "iuf":
        raise _core.Error(f"{what} are not numbers but {array.dtype}; expected whole numbers or floats, in one unit everywhere: "
                          "dates by np.asarray(times, 'M8[s]').astype('i8')")  # fmt: skip
    return array


class Events:
    """Interactions sources → destinations at times, sorted by time; event e has the id e.

    sort          sort them by time
    nodes         how many there are; default: the largest id + 1
    feature_rows  [E] the row of each in a table of edge features; default: 0, 1, … in the order given
    """

    def __init__(
        self,
        sources: Any,
        destinations: Any,
        times: Any,
        *,
        sort: bool = False,
        nodes: int = 0,
        feature_rows: Any = None,
    ) -> None:
        require_flag(sort, "sort")
        rows = None if feature_rows is None else array_of(feature_rows, "feature_rows")
        ends = array_of(sources, "sources"), array_of(destinations, "destinations")
        self._core = _core.Events(*ends, _times(times, "times"), sort, whole_number(nodes, "nodes"), rows)

    def __len__(self) -> int:
        return len(self._core)

    @property
    def nodes(self) -> int:
        return self._core.nodes

    @property
    def sources(self) -> npt.NDArray[np.int64]:
        """[E]"""
        return self._core.sources

    @property
    def destinations(self) -> npt.NDArray[np.int64]:
        """[E]"""
        return self._core.destinations

    @property
    def times(self) -> npt.NDArray[Any]:
        """[E], ascending; int64, or float64."""
        return self._core.times

    @property
    def feature_rows(self) -> npt.NDArray[np.int64]:
        """[E] the row of each event in a table of edge features, also after sorting: table[events.feature_rows[ids]]."""
        return self._core.feature_rows

    def cuts(self, at: Sequence[float]) -> List[int]:
        """The events that parts begin with, e.g. those to validate and to test on: for begin= and end= of a TemporalLoader.

        at  ascending shares of the events, above 0 and below 1, or times, whose events are the last of a part

        >>> Events([0, 0, 0, 0], [1, 2, 1, 2], [10, 20, 20, 30]).cuts([0.5]), Events([0, 0, 0], [1, 2, 1], [10, 20, 20]).cuts([10])
        ([2], [1])
        """
        require_list(at, "at", "shares, or of times")
        return self._core.cuts([decimal(one, "at") for one in at])

    def statistics(self) -> Dict[str, Any]:
        """Their number, that of nodes, self-loops and ties; the average degree; average_update_distance, Θ of Gao et al. 2024: the
        mean number of events until a node's next one, of each node and then of all; average_reuse_distance, the same over all
        recurrences."""
        return self._core.statistics()

    def __reduce__(self) -> Tuple[Callable[..., Events], Tuple[Any, ...]]:
        return _events, (self.sources, self.destinations, self.times, self.nodes, self.feature_rows)

    def __repr__(self) -> str:
        return f"<Events: {counted(len(self), 'event')} of {counted(self.nodes, 'node')}>"


def _events(sources: Any, destinations: Any, times: Any, nodes: int, feature_rows: Any) -> Events:
    return Events(sources, destinations, times, nodes=nodes, feature_rows=feature_rows)


def read_events(
    path: Union[str, os.PathLike[str]],
    *,
    format: str = "detect",
    columns: Union[str, Sequence[Union[str, int]]] = (),
    sort: bool = False,
    nodes: int = 0,
    bipartite: Optional[bool] = None,
) -> Events:
    """Interactions from a file of any format that `tuplepack split` reads: CSV of any separator, .npy, .npz, Parquet or Arrow, also
    compressed. What is taken for granted about it is a warning.

    columns    of sources, destinations, times and perhaps rows of edge features, by name or by number from 1; default: found by name
    sort       sort them by time; their feature rows stay those of the file
    nodes      how many there are; default: the largest id + 1
    bipartite  whether sources and destinations are two kinds, each numbered from 0: destinations then follow the sources;
               default: by the names of the columns
    """
    import bz2

    require_flag(sort, "sort")
    if bipartite is not None:
        require_flag(bipartite, "bipartite")
    require_text(format=format)
    name = path_of(path)
    with opened(name) as file:
        is_bzip2 = _core.compression_of(file.read(24)) == "bzip2"
    events = Events.__new__(Events)
    with bz2.open(name, "rb") if is_bzip2 else opened(name) as content:
        events._core = _core.read_events(
            unpacking(content, name, "bzip2"), name, format, names_of(columns, "columns"), bool(sort),
            whole_number(nodes, "nodes"), None if bipartite is None else bool(bipartite),
        )  # fmt: skip
    return events


def require_events(events: Any) -> None:
    """Error: something else"""
    if not isinstance(events, Events):
        raise _core.Error(f"events is a {type(events).__name__}; expected Events")


class Split(NamedTuple):
    """Batch b is the events [offsets[b], offsets[b + 1]); losses[b] is its loss score."""

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
    """The largest batches within a bound on information loss, or within that of batches of a fixed size.

    split_at  shares or times that events.cuts() takes, as [0.7, 0.85]: batches begin there, so that none straddles parts
    """
    require_events(events)
    require_text(loss_score=loss_score, ties=ties)
    for what, bound in (("loss", loss), ("like_batch_size", like_batch_size)):
        if bound is not None:
            whole_from(None, bound, what)
    begins = events.cuts(split_at)
    return Split(**_core.split(events._core, loss, like_batch_size, loss_score, ties, begins))


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
    before: Any = None,
    window: Any = None,
    seed: int = 0,
    threads: int = 1,
) -> List[Neighbours]:
    """Temporal neighbours of nodes as of times: the most recent k, or k drawn uniformly. Further numbers sample the
    neighbours of neighbours, a layer each. The options are those of `tuplepack sample`. The first call for a direction
    builds its index, O(events), which the events keep: 32 bytes per event, for one direction 16. A call is then O(log degree)
    per root.

    times    of the roots; with fractions, or a window that has one, the times found are float64
    before   [R] with visible="batch-start": the first event of each root's batch
    threads  that share the roots; the rows are the same for any number
    """
    sampler = _Sampler(events, recent, uniform, direction, visible, window, seed, threads)
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
    of the next. Together they are the rows of one call; a slot takes 24 bytes, and only those of one chunk are in memory.

    options  of sample_neighbours

    >>> events = Events([0, 1, 2], [1, 2, 0], [10, 20, 30])
    >>> for (layer,) in sample_in_chunks(events, [0, 1, 2], [40, 40, 40], chunk=2, recent=1):
    ...     print(layer.nodes.tolist())
    [[2], [2]]
    [[0]]
    """
    whole_from(1, chunk, "chunk")
    given: Dict[str, Any] = {"recent": None, "uniform": None, "direction": "both", "visible": "strict", "window": None, "seed": 0, "threads": 1}
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
    is_list = hasattr(given, "__iter__") and getattr(given, "ndim", 1) > 0 and not isinstance(given, (str, bytes, set, frozenset))
    every = list(given) if is_list else [given]
    return [whole_from(None, fanout, what) for fanout in every]


class _Sampler:
    """What sample_neighbours() was told, checked."""

    def __init__(
        self, events: Any, recent: Any, uniform: Any, direction: str, visible: str, window: Any, seed: int, threads: int
    ) -> None:
        require_events(events)
        fanouts = uniform if recent is None else recent
        if fanouts is None or (recent is not None and uniform is not None):
            raise _core.Error("pass either recent or uniform")
        require_text(direction=direction, visible=visible)
        strategy = "uniform" if recent is None else "recent"
        layers = fanouts_of(fanouts, strategy)
        if window is not None:
            span_of(window)
            window = None if isinstance(window, (int, np.integer)) and window > 2**62 else window  # beyond all whole times
        self._core = events._core
        self._how = layers, strategy, direction, visible
        self._rest = window, word_of(seed, "seed")
        self._threads = whole_from(1, threads, "threads")

    def roots(self, nodes: Any, times: Any, before: Any) -> _Roots:
        if before is not None and self._how[3] != "batch-start":
            raise _core.Error(f'before needs visible="batch-start"; it is "{self._how[3]}"')
        chosen = array_of(nodes, "nodes")
        refuse_mask(chosen.dtype, "nodes")
        return chosen, _times(times, "times"), None if before is None else array_of(before, "before")

    def of(self, roots: _Roots, first_root: int = 0, as_fractions: bool = False) -> List[Neighbours]:
        """first_root    the index of the first root, of a part of a list
        as_fractions  those of other parts may have some
        """
        nodes, times, before = roots
        found = _core.sample_neighbours(
            self._core, nodes, times, *self._how, before, *self._rest, first_root, self._threads, as_fractions
        )
        return [Neighbours(**layer) for layer in found]

    def by_chunks(self, roots: _Roots, chunk: int) -> Iterator[List[Neighbours]]:
        fractions = _core.are_fractional(roots[1])
        for begin in range(0, len(roots[0]), chunk):
            part = slice(begin, begin + chunk)
            nodes, times, before = roots
            yield self.of((nodes[part], times[part], None if before is None else before[part]), begin, fractions)
