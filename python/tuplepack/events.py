"""Temporal interactions in the order of time."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Callable, Dict, List, Optional, Sequence, Tuple, Union

import numpy as np

from . import _core
from ._arrays import array_of, decimal, require_flag, require_list, require_text, whole_number
from ._picture import counted, type_of
from .files import names_of, of_system, opened, path_of, unpacking

if TYPE_CHECKING:
    import numpy.typing as npt


def times_of(given: Any, what: str) -> npt.NDArray[Any]:
    """Times as numbers, of which nothing says the unit: it is for the caller to choose one."""
    array = array_of(given, what)
    if array.dtype.kind in "mM":
        raise _core.Error(f"{what} are not numbers but {array.dtype}; convert them to the unit that you want everywhere, "
                          f"as seconds: np.asarray(times).astype('{array.dtype.kind}8[s]').astype('i8')")  # fmt: skip
    if array.size and array.dtype.kind not in "iuf":
        raise _core.Error(f"{what} are not numbers but {array.dtype}; expected whole numbers or floats, in one unit everywhere: "
                          "dates by np.asarray(times, 'M8[s]').astype('i8')")  # fmt: skip
    if array.dtype.kind == "u" and array.size and int(array.max()) > 2**62:
        raise _core.Error(f"{what} hold {array.max()}, which is beyond 2^62")
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
        self._core = _core.Events(*ends, times_of(times, "times"), sort, whole_number(nodes, "nodes"), rows)
        self._raw_ids: Optional[List[str]] = None

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

    @property
    def raw_ids(self) -> Optional[List[str]]:
        """[nodes] what the file calls each node, of read_events(relabel=True); else None."""
        return self._raw_ids

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
        return _events, (self.sources, self.destinations, self.times, self.nodes, self.feature_rows, self._raw_ids)

    def __repr__(self) -> str:
        return f"<Events: {counted(len(self), 'event')} of {counted(self.nodes, 'node')}>"


def _events(sources: Any, destinations: Any, times: Any, nodes: int, feature_rows: Any, raw_ids: Optional[List[str]]) -> Events:
    events = Events(sources, destinations, times, nodes=nodes, feature_rows=feature_rows)
    events._raw_ids = raw_ids
    return events


def read_events(
    path: Union[str, os.PathLike[str]],
    *,
    format: str = "detect",
    columns: Union[str, Sequence[Union[str, int]]] = (),
    sort: bool = False,
    nodes: int = 0,
    bipartite: Optional[bool] = None,
    relabel: bool = False,
) -> Events:
    """Interactions from a file of any format that `tuplepack split` reads: CSV of any separator, .npy, .npz, Parquet or Arrow, also
    compressed. What is taken for granted about it is a warning.

    columns    of sources, destinations, times and perhaps rows of edge features, by name or by number from 1; default: found by name
    sort       sort them by time; their feature rows stay those of the file
    nodes      how many there are; default: the largest id + 1
    bipartite  whether sources and destinations are two kinds, each numbered from 0: destinations then follow the sources;
               default: by the names of the columns
    relabel    ids of nodes are any text or any numbers, and become 0, 1, … in the order in which they first come, users and items
               each for themselves: events.raw_ids has them
    """
    import bz2

    require_flag(sort, "sort")
    require_flag(relabel, "relabel")
    if bipartite is not None:
        require_flag(bipartite, "bipartite")
    require_text(format=format)
    name = path_of(path)
    with opened(name) as file, of_system(name):
        is_bzip2 = _core.compression_of(file.read(24)) == "bzip2"
    events = Events.__new__(Events)
    with bz2.open(name, "rb") if is_bzip2 else opened(name) as content:
        events._core, events._raw_ids = _core.read_events(
            unpacking(content, name, "bzip2"), name, format, names_of(columns, "columns"), bool(sort),
            whole_number(nodes, "nodes"), None if bipartite is None else bool(bipartite), bool(relabel),
        )  # fmt: skip
    return events


def require_events(events: Any) -> None:
    """Error: something else"""
    if not isinstance(events, Events):
        raise _core.Error(f"events is {type_of(events)}; expected Events")
