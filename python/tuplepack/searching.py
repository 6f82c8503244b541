"""Search for good limits, and grid sweeps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, List, Mapping, NamedTuple, Optional, Sequence, Union

from . import _core
from ._arrays import decimal, is_list, listed, require_flag, require_names, whole_number
from ._options import Numbers
from ._picture import counted, shown
from .histograms import Sizes, histogram
from .packing import Progress
from .plots import plot_front, plot_grid

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    from typing_extensions import Unpack

    from ._options import SearchOptions, SweepOptions

Ranges = Union[Sequence[int], Sequence[Sequence[int]], Mapping[str, Sequence[int]]]
"""(first, last) or (first, last, step) for each component, or a dict by component; of one component also without a list."""


def _ranges(given: Any, components: Sequence[str]) -> List[List[int]]:
    if not isinstance(given, Mapping):
        every = [given] if isinstance(given, range) else listed(given)
        if len(components) == 1 and len(every) > 1 and not any(hasattr(one, "__len__") for one in every):
            every = [every]  # the range of the one component
        return [_range(one) for one in every]
    unknown = [name for name in given if name not in components]
    if unknown or len(given) < len(components):
        raise _core.Error(f"range: of {', '.join(map(str, given))}; expected one of each of {', '.join(components)}")
    return [_range(given[name]) for name in components]


def _range(given: Any) -> List[int]:
    if isinstance(given, range) and len(given) > 0:
        return [given[0], given[-1], given.step if len(given) > 1 else 1]
    numbers = listed(given)
    if not is_list(given) or len(numbers) not in (2, 3):
        raise _core.Error(f"range: {shown(given)}; expected (first, last) or (first, last, step) for each component")
    return [whole_number(number, "range") for number in numbers]


def _of_components(given: Any, what: str, components: Sequence[str]) -> List[int]:
    if isinstance(given, Mapping):
        require_names(given, components, what, "unknown component", "components:")
        given = [given.get(name, 1) for name in components]
    return [whole_number(number, what) for number in listed(given)]


class Candidate(NamedTuple):
    """Limits, and the best plan that was found for them."""

    limits: List[int]
    packs: int
    bound: int
    efficiency: List[float]
    method: str
    cost: int


@dataclass(frozen=True, repr=False)
class SearchResult:
    """What a search for limits has found.

    points  one, or for a Pareto front all, by rising cost; none if no limits reach the target, or suffice for the number of
            packs
    proved  whether no other limits can change the answer
    too_small  of a search for packs: the largest limits that no plan of so few packs has; None: only those that some item
            exceeds
    """

    points: List[Candidate]
    proved: bool
    too_small: Optional[List[int]] = None

    def plot(self, axes: Any = None) -> Any:
        """The least efficient component of each point by what its limits cost, with matplotlib. Returns the axes."""
        labels = [", ".join(f"{limit:,}" for limit in point.limits) for point in self.points]
        title = f"{counted(len(self.points), 'candidate')}, {'proved' if self.proved else 'not proved'}"
        efficiencies = [min(point.efficiency) for point in self.points]
        return plot_front([point.cost for point in self.points], efficiencies, labels, title, axes)

    def __repr__(self) -> str:
        limits = "; ".join(", ".join(map(str, point.limits)) for point in self.points[:5])
        more = " …" if len(self.points) > 5 else ""
        return f"<SearchResult: {counted(len(self.points), 'point')}, limits {limits}{more}; {'proved' if self.proved else 'not proved'}>"


def search(
    sizes: Sizes,
    target: Optional[float] = None,
    *,
    packs: Optional[int] = None,
    items: Optional[int] = None,
    limits: Optional[Numbers] = None,
    pareto: bool = False,
    range: Optional[Ranges] = None,
    weights: Union[Numbers, Sequence[int]] = (),
    multiple_of: Union[Numbers, Sequence[int]] = (),
    counts: Any = None,
    components: Optional[Sequence[str]] = None,
    progress: Optional[Progress] = None,
    **options: Unpack[SearchOptions],
) -> SearchResult:
    """The smallest limits that reach a target efficiency, or that suffice for a number of packs; without either, the most
    efficient ones, or the Pareto front.

    packs    at most this many. Larger limits never need more packs, so the limit is found by bisection, with `auto` as the
             planner: about as many plans as the limits between bound and quick plan have binary digits. The plan of the
             limits found has no more packs; `proved` says that the next smaller limits are shown to be too small by a bound.
             Otherwise those above `too_small` are open, and a time_limit keeps `optimal` working on them
    items    packs hold this many on average, or a few more: the same as packs = number of items // items
    limits   with packs or items and several components: the proportions of the limits, which are scaled together, each rounded
             up; with items they are those of the totals by default
    range    of each limit: (first, last) or (first, last, step); default: as in `tuplepack search`; not with packs or items
    options  those of `tuplepack search`: per_component, depth, time_limit

    >>> search([3, 5, 3, 4], packs=2).points[0].limits
    [8]
    """
    found = histogram(sizes, counts, components)
    require_flag(pareto, "pareto")
    if pareto + (target is not None) + (packs is not None) + (items is not None) > 1:
        raise _core.Error("pass only one of target, packs, items and pareto")
    kind = "packs" if packs is not None else "items" if items is not None else None
    if kind and range is not None:
        raise _core.Error(f"range cannot be combined with {kind}, which considers all limits of one proportion")
    if not kind and limits is not None:
        raise _core.Error("limits: only with packs and items, as the proportions of the limits; range= gives limits to choose from")
    goal = "pareto" if pareto else kind if kind else "best" if target is None else "target"
    ranges = None if range is None else _ranges(range, found.components)
    given = 0 if not kind else whole_number(packs if items is None else items, kind)
    if kind == "items" and given < 1:
        raise _core.Error(f"items: {given} is not positive")
    answer = _core.search(
        found._core, goal, 0 if target is None else decimal(target, "target"), given, ranges, _of_components(weights, "weights", found.components),
        _of_components(multiple_of, "multiple_of", found.components), {"limits": limits, **options}, progress,
    )  # fmt: skip
    return SearchResult([Candidate(**point) for point in answer["points"]], answer["proved"], answer["too_small"])


@dataclass(frozen=True, repr=False)
class SweepResult:
    """Efficiency at every combination of limits.

    limits         [cells, components]
    packs          [cells] of the plan; a lower bound where none was made
    harmonic_mean  [cells] of the efficiencies; an upper bound where no plan was made; nan where no plan is possible
    packed         [cells] whether a plan was made
    best           the most efficient limits
    components     names
    """

    limits: npt.NDArray[np.int64]
    packs: npt.NDArray[np.int64]
    harmonic_mean: npt.NDArray[np.float64]
    packed: npt.NDArray[np.bool_]
    best: Optional[List[int]]
    components: List[str]

    def plot(self, axes: Any = None) -> Any:
        """Efficiency at every combination of limits, of two components as a map, with matplotlib. Returns the axes."""
        return plot_grid(self.limits, self.harmonic_mean, self.best, self.components, axes)

    def __repr__(self) -> str:
        return f"<SweepResult: {len(self.packs):,} cells, best {self.best}>"


def sweep(
    sizes: Sizes,
    range: Ranges,
    *,
    full: bool = False,
    counts: Any = None,
    components: Optional[Sequence[str]] = None,
    progress: Optional[Progress] = None,
    **options: Unpack[SweepOptions],
) -> SweepResult:
    """Packs at every combination of limits in a grid.

    range     of each limit: (first, last) or (first, last, step)
    full      also pack at limits that cannot be the best
    progress  called with (cells done, cells, step)
    options   those of `tuplepack sweep`: method, depth, time_limit, …
    """
    found = histogram(sizes, counts, components)
    require_flag(full, "full")
    cells = _core.sweep(found._core, _ranges(range, found.components), full, {**options}, progress)
    return SweepResult(**cells, components=found.components)
