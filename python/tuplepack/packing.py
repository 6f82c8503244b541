"""Histograms, plans and bounds."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, Any, Callable, Dict, Iterator, List, Mapping, NamedTuple, Optional, Sequence, Tuple, Union, overload

import numpy as np

from . import _core
from ._arrays import as_array, as_sizes, component_names, named_columns, names_in, numbers_in, whole_number, whole_or_none
from ._options import Numbers
from ._picture import counted, plan_html, plan_text
from .files import Table, opened, text_of
from .layouts import Layout, Pack
from .plots import plot_fill, plot_sizes

if TYPE_CHECKING:
    import numpy.typing as npt
    from typing_extensions import Unpack

    from ._options import BoundOptions, CompareOptions, EstimateOptions, PackOptions, VerifyOptions

Sizes = Any
"""Sizes of items: [n] numbers, or [n, k] for k components; numpy, torch, a list; a list of sequences stands for their
lengths; or a Histogram, or a Table of read_sizes()."""

Progress = Callable[[int, int, str], Optional[bool]]
"""Called at most ten times a second with (packs, lower bound, step); False stops with the best result so far."""


class Histogram:
    """How many items there are of every size."""

    def __init__(self, core: _core.Histogram) -> None:
        self._core = core

    @property
    def components(self) -> List[str]:
        return self._core.components

    @property
    def sizes(self) -> npt.NDArray[np.int64]:
        """[bins, components], ascending."""
        return self._core.sizes

    @property
    def counts(self) -> npt.NDArray[np.int64]:
        """[bins]"""
        return self._core.counts

    @property
    def items(self) -> int:
        return self._core.items

    @property
    def totals(self) -> List[int]:
        """The sum of the sizes, by component."""
        return self._core.totals

    @property
    def maxima(self) -> List[int]:
        """The largest size of each component."""
        return self._core.maxima

    def quantile(self, share: float, component: int = 0) -> int:
        """The smallest size that at least this share of the items do not exceed."""
        if not 0 <= share <= 1:
            raise _core.Error(f"a share of {share}; expected a number from 0 to 1")
        return self._core.quantile(share, whole_number(component, "component"))

    def plot(self, component: int = 0, *, limit: Optional[int] = None, axes: Any = None) -> Any:
        """How many items have each size of a component, with matplotlib. Returns the axes.

        limit  drawn as a line
        """
        return plot_sizes(self.sizes[:, component], self.counts, self.components[component], limit, axes)

    def __len__(self) -> int:
        return len(self._core)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Histogram):
            return NotImplemented
        same = self.components == other.components and len(self) == len(other)
        return same and np.array_equal(self.sizes, other.sizes) and np.array_equal(self.counts, other.counts)

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> Tuple[Callable[..., Histogram], Tuple[Any, Any, List[str]]]:
        return histogram, (self.sizes, self.counts, self.components)

    def __repr__(self) -> str:
        return f"<Histogram: {counted(self.items, 'item')} of {counted(len(self), 'size')}; {', '.join(self.components)}>"


def _histogram(sizes: Sizes, counts: Any, components: Optional[Sequence[str]], limits: Any = None) -> Histogram:
    """limits  of pack(): they tell how many components there are, and may name them"""
    if isinstance(sizes, Histogram):
        if counts is not None or (components is not None and list(components) != sizes.components):
            raise _core.Error("a Histogram has counts and components of its own; give them to histogram()")
        return sizes
    if isinstance(sizes, Table):
        if counts is not None:
            raise _core.Error("counts beside a Table, which says by itself whether it has some")
        sizes, counts, components = sizes.sizes, sizes.counts, components or sizes.components
    own, sizes = named_columns(sizes)
    names = component_names(components, own, limits)
    array = as_sizes(sizes, numbers_in(limits) if names is None else len(names))
    if names is None:
        names = names_in(limits, 1 if array.ndim == 1 else array.shape[1])
    return Histogram(_core.histogram(array, None if counts is None else as_array(counts), names))


def histogram(sizes: Sizes, counts: Any = None, components: Optional[Sequence[str]] = None) -> Histogram:
    """Counts the items of every size.

    sizes       [n] or [n, k]; with `counts` [n], rows that stand for so many items; or a Table of read_sizes(), a dict of
                columns, a DataFrame, a structured array, what graph_sizes() returns, which have names
    components  names; default: those of `sizes`, else "length", or "size_1", "size_2", …
    """
    return _histogram(sizes, counts, components)


def stats(
    sizes: Sizes, *, counts: Any = None, components: Optional[Sequence[str]] = None, batch: int = _core.usual_batch
) -> Dict[str, Any]:
    """The metrics of `tuplepack stats --json`, a number for each component: smallest, median, mean, p99, largest, and padding,
    the share of padding when every item is padded to the largest. without_packing has what others do, for `batch` items: see
    Plan.without_packing; the limits are the largest sizes.

    >>> stats([5, 3, 4])["mean"]
    [4.0]
    """
    found = _histogram(sizes, counts, components)
    if found.items == 0:
        raise _core.Error("there are no items, and nothing is the smallest of them")
    means = [total / found.items for total in found.totals]
    each = range(len(found.components))
    return {
        "smallest": found.sizes.min(axis=0).tolist(),
        "median": [found.quantile(0.5, c) for c in each],
        "mean": means,
        "p99": [found.quantile(0.99, c) for c in each],
        "largest": found.maxima,
        "padding": [1 - mean / largest if largest else 0.0 for mean, largest in zip(means, found.maxima)],
        "without_packing": found._core.without_packing(whole_number(batch, "batch")),
    }


@dataclass(frozen=True, eq=False, repr=False)
class Assignment:
    """The items of every pack, in CSR: pack p has items[offsets[p]:offsets[p + 1]].

    begins   where a piece begins in its item; empty unless items were split
    dropped  items in no pack
    packs    how many packs hold items; the rest are padding
    lengths  of the pieces, parallel to items; empty unless items were split or truncated
    """

    offsets: npt.NDArray[np.int64]
    items: npt.NDArray[np.int32]
    begins: npt.NDArray[np.int64]
    dropped: npt.NDArray[np.int32]
    packs: int
    lengths: npt.NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, np.int64))
    _shape: Optional[Tuple[int, int]] = None
    """Positions of a pack and the alignment of items in it; None: several components."""
    _sizes: Optional[npt.NDArray[Any]] = None
    """Of all items."""

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __getitem__(self, pack: int) -> Pack:
        if not -len(self) <= pack < len(self):
            raise IndexError(f"pack {pack} of {len(self)}")
        pack %= len(self)
        return Pack.of(self.items[self.offsets[pack] : self.offsets[pack + 1]], self.layout([pack]))

    def __iter__(self) -> Iterator[npt.NDArray[np.int32]]:
        return (self[pack] for pack in range(len(self)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Assignment):
            return NotImplemented
        arrays = ("offsets", "items", "begins", "dropped", "lengths")
        return self.packs == other.packs and all(np.array_equal(getattr(self, n), getattr(other, n)) for n in arrays)

    __hash__ = None  # type: ignore[assignment]

    @property
    def counts(self) -> npt.NDArray[np.int64]:
        """[packs] items of each pack; of items that were split, pieces."""
        return np.diff(self.offsets)

    @property
    def fills(self) -> npt.NDArray[np.int64]:
        """[packs], or [packs, k] of several components: the real sizes that each pack holds."""
        if len(self.lengths) == len(self.items):
            sizes = self.lengths
        elif self._sizes is not None:
            sizes = np.asarray(self._sizes)[self.items].astype(np.int64)
        else:
            raise _core.Error("the sizes of the items are not known here; Plan.assign() knows them")
        before = np.concatenate([np.zeros((1, *sizes.shape[1:]), np.int64), np.cumsum(sizes, axis=0)])
        fills: npt.NDArray[np.int64] = before[self.offsets[1:]] - before[self.offsets[:-1]]
        return fills

    def __repr__(self) -> str:
        dropped = f", {counted(len(self.dropped), 'item')} in none" if len(self.dropped) else ""
        return f"<Assignment: {counted(len(self.items), 'item')} in {counted(self.packs, 'pack')}{dropped}>"

    def layout(self, packs: Sequence[int], rows: int = 1) -> Optional[Layout]:
        """How a batch of these packs is laid out, for collate_packed.

        rows  packs of a full batch
        """
        if self._shape is None:
            return None
        pieces = [slice(int(self.offsets[pack]), int(self.offsets[pack + 1])) for pack in packs]

        def of(array: npt.NDArray[Any]) -> List[int]:
            return [number for piece in pieces for number in array[piece].tolist()]

        is_cut = len(self.lengths) > 0
        begins = of(self.begins) if len(self.begins) else [0] * sum(piece.stop - piece.start for piece in pieces)
        return Layout(
            counts=[piece.stop - piece.start for piece in pieces],
            limit=self._shape[0],
            rows=rows,
            align=self._shape[1],
            sizes=None if self._sizes is None else self._sizes[of(self.items)].tolist(),
            begins=begins if is_cut else None,
            lengths=of(self.lengths) if is_cut else None,
            expected=rows * len(self.items) / max(self.packs, 1),
        )

    def save(self, path: Union[str, os.PathLike[str]]) -> None:
        """Writes the .npz that `tuplepack assign` writes."""
        arrays: Dict[str, npt.NDArray[Any]] = {"offsets": self.offsets, "items": self.items}
        if len(self.begins):
            arrays["begins"] = self.begins
        if len(self.dropped):
            arrays["dropped"] = self.dropped
        np.savez(path, **arrays)


def _columns_for(sizes: Sizes, components: List[str]) -> npt.NDArray[Any]:
    """Sizes of items one by one; where their columns have the names of the components, in the order of these."""
    names, columns = named_columns(sizes)
    array = as_sizes(columns, len(components))
    if names is None or names == components or sorted(names) != sorted(components):
        return array
    return np.asarray(array)[:, [names.index(name) for name in components]]


class Plan:
    """Which sizes share a pack, and how often. The same file as `tuplepack pack --plan` writes."""

    def __init__(self, core: _core.Plan) -> None:
        self._core = core

    @classmethod
    def load(cls, path: Union[str, os.PathLike[str]]) -> Plan:
        return cls(_core.load_plan(text_of(path)))

    @classmethod
    def from_json(cls, text: str) -> Plan:
        return cls(_core.load_plan(text))

    def save(self, path: Union[str, os.PathLike[str]]) -> None:
        with opened(path, "w") as file:
            file.write(self.to_json())

    def to_json(self) -> str:
        return self._core.to_json()

    @property
    def histogram(self) -> Histogram:
        """As packed: after alignment, and after what was done to items over a limit."""
        return Histogram(self._core.histogram)

    @property
    def components(self) -> List[str]:
        return self._core.components

    @property
    def limits(self) -> List[int]:
        return self._core.limits

    @property
    def depth(self) -> Optional[int]:
        """Items allowed in a pack; None: any number."""
        return self._core.depth

    @property
    def items(self) -> int:
        return self._core.items

    @property
    def packs(self) -> int:
        return self._core.packs

    @property
    def efficiency(self) -> List[float]:
        """Real size / (packs · limit), by component."""
        return self._core.efficiency

    @property
    def padding_without_packing(self) -> List[float]:
        """The share of padding if every item were padded to the limit, by component."""
        return self._core.padding_without_packing

    def without_packing(self, batch: int = _core.usual_batch) -> Dict[str, Any]:
        """The shares of padding that are paid without a plan, lists by component.

        limit   every item padded to the limit
        random  batches of `batch` items in random order, each padded to its longest: what most people do
        sorted  the same of items sorted by size
        greedy  packs that take items in random order until one does not fit
        """
        return self._core.without_packing(batch)

    @property
    def packing_factor(self) -> float:
        """Items per pack."""
        return self._core.packing_factor

    @property
    def depth_used(self) -> int:
        """Items in the deepest pack."""
        return self._core.depth_used

    @property
    def bound(self) -> int:
        """No plan has fewer packs."""
        return self._core.bound

    @property
    def gap(self) -> int:
        """Packs that could be saved at most; 0: the plan is optimal."""
        return self._core.gap

    @property
    def method(self) -> str:
        return self._core.method

    @property
    def ended(self) -> str:
        """Why the method returned: finished, optimal, within-gap, stopped, time-limit."""
        return self._core.ended

    @property
    def strategies(self) -> Dict[str, npt.NDArray[Any]]:
        """Arrays of CSR: strategy s fills `repeats[s]` packs with `copies` items of the sizes `bins`, each of
        [offsets[s], offsets[s + 1])."""
        return self._core.strategies

    def assign(
        self,
        sizes: Sizes,
        *,
        order: str = "plan",
        seed: int = 0,
        packs_multiple: Optional[int] = None,
        ranks: Optional[int] = None,
        even: bool = False,
    ) -> Assignment:
        """Which item is in which pack.

        sizes           of the items that the plan is for, in the order of the data set
        order           of packs, and of items of equal size: plan, input or shuffle
        packs_multiple  adds empty packs up to a multiple, or with `even` full ones
        ranks           packs of similar work, the sum of length² of their items, are in groups of so many
        even            as many packs, but all about equally full, those that packs_multiple adds too: by the largest share that
                        a pack takes of a limit. pack(even=True) makes such a plan. O(items · log packs)
        """
        options = {"order": order, "seed": whole_number(seed, "seed")}
        packs_multiple, ranks = whole_or_none(packs_multiple, "packs_multiple"), whole_or_none(ranks, "ranks")
        array = _columns_for(sizes, self.components)
        return self._assigned(_core.assign(self._core, array, packs_multiple, ranks, options, even), array)

    def _assigned(self, arrays: Dict[str, Any], sizes: npt.NDArray[Any]) -> Assignment:
        """What the core returns: the lengths of pieces are component after component there."""
        k = len(self.limits)
        lengths = arrays.pop("lengths")
        return Assignment(
            **arrays,
            lengths=lengths if k == 1 else lengths.reshape(k, -1).T,
            _shape=(self.limits[0], self._core.align_item[0]) if k == 1 else None,
            _sizes=sizes.reshape(-1) if k == 1 else sizes,
        )

    def plot(self, axes: Any = None) -> Any:
        """Data and padding of every component, packed and padded to the limit, with matplotlib. Returns the axes."""
        title = f"{counted(self.items, 'item')} in {counted(self.packs, 'pack')}, {self.packing_factor:.1f} each"
        return plot_fill(self.components, self.efficiency, self.padding_without_packing, title, axes)

    def __repr__(self) -> str:
        return plan_text(self)

    def _repr_html_(self) -> str:
        return plan_html(self)

    def __reduce__(self) -> Tuple[Callable[[str], Plan], Tuple[str]]:
        return Plan.from_json, (self.to_json(),)


def pack(
    sizes: Sizes,
    limits: Numbers,
    *,
    counts: Any = None,
    components: Optional[Sequence[str]] = None,
    progress: Optional[Progress] = None,
    **options: Unpack[PackOptions],
) -> Plan:
    """Packs items into packs of fixed shape.

    sizes    [n] or [n, k]: numpy, torch, a list; or a Histogram; of no items, the plan has no packs
    limits   the capacity of a pack; a dict names the components of sizes that have no names
    options  those of `tuplepack pack`, with _ for -: method, heuristic, depth, time_limit, gap, align_item,
             align_total, reserve, reserve_items, overlong, packs_multiple, even, …; see options_of("pack")

    >>> pack([3, 5, 3, 4], limits=8).packs
    2
    """
    found = _histogram(sizes, counts, components, limits)
    return Plan(_core.pack(found._core, {"limits": limits, **options}, progress))


class Bound(NamedTuple):
    """A number of packs that no plan goes below."""

    packs: int
    name: str
    component: Optional[str]


def bound(
    sizes: Sizes,
    limits: Numbers,
    *,
    counts: Any = None,
    components: Optional[Sequence[str]] = None,
    **options: Unpack[BoundOptions],
) -> List[Bound]:
    """Quick lower bounds on the number of packs, the largest first. The options are those of `tuplepack bound`."""
    found = _histogram(sizes, counts, components, limits)
    rows = [Bound(**row) for row in _core.bounds(found._core, {"limits": limits, **options})]
    return sorted(rows, key=lambda row: -row.packs)


def compare(
    sizes: Sizes,
    limits: Numbers,
    *,
    counts: Any = None,
    components: Optional[Sequence[str]] = None,
    progress: Optional[Progress] = None,
    **options: Unpack[CompareOptions],
) -> List[Dict[str, Any]]:
    """The plans of all quick methods and heuristics, best first: rows for a table."""
    found = _histogram(sizes, counts, components, limits)
    return _core.compare(found._core, {"limits": limits, **options}, progress)


def estimate(plan: Plan, *, overhead: Optional[float] = None, **options: Unpack[EstimateOptions]) -> Dict[str, Any]:
    """The expected speed-up, and Adam's betas for packed batches. speedup_over["random"] is the one to tell: over batches of
    `batch` random items, each padded to its longest; speedup is over padding every item to the largest.

    overhead  how much longer a packed step takes, in percent; default: as published for the plan's depth
    """
    return _core.estimate(plan._core, overhead, {**options})


class Verification(NamedTuple):
    """What is true of a plan file.

    holds        the plan is correct, its numbers are, and its certificate proves a bound
    proven       packs that every plan needs, by the certificate
    why_not      why nothing is proven
    differences  values in the file that the plan contradicts
    work         steps that checking the certificate took
    """

    holds: bool
    proven: Optional[int]
    why_not: Optional[str]
    differences: List[str]
    work: int


@overload
def verify(plan: Union[Plan, str, os.PathLike[str]], *, data: Sizes = None, **options: Unpack[VerifyOptions]) -> Verification: ...
@overload
def verify(plan: Union[str, os.PathLike[str]], *, against: Union[str, os.PathLike[str]]) -> Dict[str, Any]: ...
def verify(
    plan: Union[Plan, str, os.PathLike[str]],
    *,
    data: Sizes = None,
    against: Union[None, str, os.PathLike[str]] = None,
    **options: Unpack[VerifyOptions],
) -> Union[Verification, Dict[str, Any]]:
    """Verifies a plan, or a plan file, from scratch; or the folder of a partitioned graph against the chunked graph, as
    verify_parts does.

    data     sizes of items; raises tuplepack.Error unless the plan is for them
    options  max_work and time_limit, as those of the command: a certificate that takes more proves nothing
    """
    if against is not None:
        if isinstance(plan, Plan) or data is not None or options:
            raise _core.Error("against is for the folder of a partitioned graph, and goes without other options")
        from .parts import verify_parts

        return verify_parts(plan, against)
    text = plan.to_json() if isinstance(plan, Plan) else text_of(plan)
    if data is not None:
        document = _core.load_plan(text)
        given = data if isinstance(data, (Histogram, Table)) else _columns_for(data, document.components)
        _core.check_source(document, histogram(given, components=document.components)._core)
    return Verification(**_core.verify_plan(text, {**options}))


class Option(NamedTuple):
    """A keyword of a function, and of the command of the same name.

    kind     flag, count, decimal, choice, text, …
    choices  of a choice
    """

    name: str
    default: str
    help: str
    kind: str
    choices: List[str]


def options_of(command: str) -> List[Option]:
    """The keywords that pack, bound, compare, search, sweep, estimate, assign and stream take, with their help.

    >>> [option.name for option in options_of("bound")]
    ['limits', 'depth', 'per_item', 'align_item', 'align_total', 'reserve', 'overlong']
    """
    return [Option(*row) for row in _core.keywords(command)]
