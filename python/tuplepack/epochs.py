"""The packs of every epoch, for a PackSampler: by one plan, in the order of the data, or of data sources by their weights."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Callable, Dict, List, Mapping, Optional, Protocol, Sequence, Tuple, Union

import numpy as np

from . import _core
from ._arrays import as_sizes, is_list, named_columns, numbers_in, require_names, whole_number
from ._picture import counted, shown
from .assigning import Assignment
from .files import Table
from .histograms import histogram
from .packing import pack
from .pieces import Cutting, Pieces, cut_items, room_for_a_piece
from .plans import Plan

if TYPE_CHECKING:
    import numpy.typing as npt


# ---- items ----


def items_of(lengths: Any, limits: Any) -> Tuple[Optional[List[str]], npt.NDArray[Any]]:
    """The names of the components, if they have some, and the sizes, one item after another."""
    names: Optional[List[str]] = None
    if isinstance(lengths, Table):
        if lengths.counts is not None:
            raise _core.Error("a table with counts is a histogram and has no items to sample")
        names, lengths = list(lengths.components), lengths.sizes
    else:
        names, lengths = named_columns(lengths)
    sizes = as_sizes(lengths, numbers_in(limits))
    return names, np.asarray(sizes[:, 0] if sizes.ndim == 2 and sizes.shape[1] == 1 else sizes)


def sources_of(given: Any, limits: Any) -> Tuple[Optional[List[str]], List[npt.NDArray[Any]]]:
    """The same of each data source, with the components in one order. Error: a source has others than the rest"""
    sources = [items_of(source, limits) for source in given] if is_list(given) else []
    if not sources:
        raise _core.Error(f"lengths cannot be {shown(given)}; with weights expected a list of such, one for each data source")
    names = next((own for own, _ in sources if own is not None), None)
    first = next((number for number, (_, sizes) in enumerate(sources) if len(sizes)), 0)
    shape = sources[first][1].shape[1:]
    found = []
    for number, (own, sizes) in enumerate(sources):
        sizes = sizes if len(sizes) else np.zeros((0, *shape), np.int64)
        if sizes.shape[1:] != shape:
            each = (counted(math.prod(one), "size") for one in (sizes.shape[1:], shape))
            raise _core.Error("items of data source {0} have {2} each, those of data source {1} {3}".format(number, first, *each))
        if shape and own is not None and names is not None and own != names:
            if sorted(own) != sorted(names):
                raise _core.Error(f"data source {number} has {', '.join(own)}, but others have {', '.join(names)}")
            sizes = sizes[:, [own.index(name) for name in names]]
        found.append(sizes)
    return names, found


# ---- epochs ----


def mixed(seed: int, epoch: int) -> int:
    """A seed of its own for every epoch, below 2^53."""
    return int(np.random.SeedSequence([seed, epoch]).generate_state(1, np.uint64)[0] >> np.uint64(11))


class Epochs(Protocol):
    """Where the packs of an epoch come from."""

    def plan_of(self, epoch: int) -> Optional[Plan]:
        """None: the packs follow no plan."""

    def count(self, epoch: int) -> int:
        """The packs that hold items."""

    def assignment(self, epoch: int, groups: int) -> Assignment:
        """groups  packs of similar work are in groups of so many"""

    def facts(self) -> Sequence[Any]:
        """What decides all this, besides the sizes: arrays and values."""


class Planned:
    """One plan for all epochs; each shuffles which items of a size go together, if at all.

    even  all packs filled alike, those too that the plan adds up to a multiple, though the plan has them as full as they can be
    """

    def __init__(self, plan: Plan, sizes: npt.NDArray[Any], shuffle: Union[bool, str], seed: int, even: bool = False) -> None:
        self.plan, self.sizes, self.shuffle, self.seed, self.even = plan, sizes, shuffle, seed, even
        self._assigner: Optional[Tuple[int, _core.Assigner]] = None

    def plan_of(self, epoch: int) -> Optional[Plan]:
        return self.plan

    def assignment(self, epoch: int, groups: int) -> Assignment:
        assigner = self._assigner  # another thread may assign it meanwhile
        if assigner is None or assigner[0] != groups:
            order = {"order": "shuffle" if self.shuffle else "plan"}
            ranks = groups if groups > 1 else None
            assigner = self._assigner = groups, _core.Assigner(self.plan._core, self.sizes, None, ranks, order, self.even)
        seed = mixed(self.seed, 0 if self.shuffle == "packs" else epoch)
        return self.plan._assigned(assigner[1].shuffled(seed), self.sizes)

    def facts(self) -> Sequence[Any]:
        strategies = self.plan.strategies
        arrays = [strategies[name] for name in sorted(strategies)]
        even = [("even", self.plan.packs)] if self.even else []
        return [*arrays, self.plan.limits, self.plan._core.align_item, self.plan._core.overlong, *even]

    def count(self, epoch: int) -> int:
        return min(self.plan.packs, self.plan.items) if self.even else int(self.plan.strategies["repeats"].sum())

    def __getstate__(self) -> Dict[str, Any]:
        return {**self.__dict__, "_assigner": None}


class Cut:
    """The same for the pieces of long items."""

    def __init__(self, pieces: Pieces, cutting: Cutting, planned: Planned) -> None:
        self.pieces, self.cutting, self.planned = pieces, cutting, planned

    def plan_of(self, epoch: int) -> Optional[Plan]:
        return self.planned.plan

    def count(self, epoch: int) -> int:
        return self.planned.count(epoch)

    def assignment(self, epoch: int, groups: int) -> Assignment:
        return self.pieces.of(self.planned.assignment(epoch, groups))

    def facts(self) -> Sequence[Any]:
        return [*self.planned.facts(), self.cutting]


def by_plan(
    sizes: npt.NDArray[Any],
    limits: Any,
    options: Mapping[str, Any],
    cutting: Cutting,
    shuffle: Union[bool, str],
    seed: int,
    pack: Callable[..., Plan] = pack,
) -> Union[Planned, Cut]:
    """One plan for the items, or for the pieces that `cutting` makes of them.

    options  those of pack()
    pack     what makes the plan
    """
    if cutting.is_of_core(options.get("overlong")):
        return Planned(pack(sizes, limits, **options), sizes, shuffle, seed)
    if sizes.ndim > 1:
        raise _core.Error(f"stride, minimum and side cut sequences; these items have {sizes.shape[1]} components")
    histogram(sizes)  # checks them
    room = room_for_a_piece(limits, options)
    pieces = cut_items(sizes.astype(np.int64), room, options["overlong"], cutting)
    plan = pack(pieces.lengths, limits, **{**options, "overlong": "error"})
    return Cut(pieces, cutting, Planned(plan, pieces.lengths, shuffle, seed))


def _of_components(
    what: str, given: Any, components: Optional[Sequence[str]], count: int, otherwise: Optional[int], least: int = 0
) -> npt.NDArray[np.int64]:
    """A number for each component, of one for all, one for each, or a dict by component.

    otherwise  of components that a dict leaves out; None: it must have all of them
    """
    found = _spread(what, given, components, count, otherwise)
    if (found < least).any():
        raise _core.Error(f"{what} cannot be {shown(given)}: {found.min()} is too small; expected integers of at least {least}")
    return found


def _spread(
    what: str, given: Any, components: Optional[Sequence[str]], count: int, otherwise: Optional[int]
) -> npt.NDArray[np.int64]:
    if given is None:
        return np.full(count, otherwise)
    if isinstance(given, Mapping):
        names = list(components) if components is not None else _core.default_components(count)
        require_names(given, names, what, "unknown component", "components:")
        missing = next((name for name in names if name not in given), None)
        if missing is not None and otherwise is None:
            raise _core.Error(f"{what}: missing number for component '{missing}'")
        return np.array([whole_number(given.get(name, otherwise), what) for name in names], np.int64)
    numbers = np.asarray(given)
    if numbers.dtype.kind not in "iu" or numbers.size not in (1, count):
        raise _core.Error(f"{what} cannot be {shown(given)}; expected whole numbers, {'one' if count == 1 else f'{count} of them, or one for all'}")
    return np.broadcast_to(numbers.reshape(-1).astype(np.int64), (count,))


class InOrder:
    """Items in the order of the data: each goes into the current pack, or begins the next one.

    options  depth, align_item, reserve, and overlong to leave long items out
    """

    def __init__(self, sizes: npt.NDArray[Any], limits: Any, components: Optional[Sequence[str]], options: Mapping[str, Any]) -> None:
        unknown = sorted(set(options) - {"depth", "align_item", "reserve", "overlong"})
        if unknown or options.get("overlong") not in (None, "error", "drop"):
            raise _core.Error(f"keep_order packs whole items by depth, align_item and reserve; not {', '.join(unknown) or 'overlong'}")
        histogram(sizes)  # checks them
        table = (sizes if sizes.ndim == 2 else sizes[:, np.newaxis]).astype(np.int64)
        capacity = _of_components("limits", limits, components, table.shape[1], None, least=1)
        align = _of_components("align_item", options.get("align_item"), components, table.shape[1], 1, least=1)
        depth = options.get("depth")
        if depth is not None and whole_number(depth, "depth") < 1:
            raise _core.Error("depth is 0; expected the maximum number of items per pack, at least 1")
        room = capacity - _of_components("reserve", options.get("reserve"), components, table.shape[1], 0)
        table = -(-table // align) * align
        fits = (table <= room).all(axis=1)
        if not fits.all() and options.get("overlong") != "drop":
            item, most = int(np.argmin(fits)), room // align * align
            less = "" if np.array_equal(most, capacity) else f", that is {capacity.tolist()} minus reserve and alignment"
            raise _core.Error(f"item {item} of size {sizes[item]} is over the limit {most.tolist()}{less}; raise it, or use overlong='drop'")
        items = np.flatnonzero(fits)
        offsets = self._cut(table[items], room, depth or len(items))
        is_one = table.shape[1] == 1
        self._facts = [capacity, align, offsets, items]
        self._all = Assignment(
            offsets=offsets,
            items=items.astype(np.int32),
            begins=np.zeros(0, np.int64),
            dropped=np.flatnonzero(~fits).astype(np.int32),
            packs=len(offsets) - 1,
            _shape=(int(capacity[0]), int(align[0])) if is_one else None,
            _sizes=sizes,
        )

    @staticmethod
    def _cut(table: npt.NDArray[np.int64], room: npt.NDArray[np.int64], depth: int) -> npt.NDArray[np.int64]:
        """Where packs begin; O(packs · log items)."""
        before = np.vstack([np.zeros((1, table.shape[1]), np.int64), np.cumsum(table, axis=0)])
        offsets = [0]
        while offsets[-1] < len(table):
            begin = offsets[-1]
            ends = [int(np.searchsorted(before[:, c], before[begin, c] + room[c], side="right")) - 1 for c in range(len(room))]
            offsets.append(min(*ends, begin + depth, len(table)))
        return np.array(offsets, np.int64)

    def plan_of(self, epoch: int) -> Optional[Plan]:
        return None

    def count(self, epoch: int) -> int:
        return self._all.packs

    def assignment(self, epoch: int, groups: int) -> Assignment:
        return self._all

    def facts(self) -> Sequence[Any]:
        return self._facts


class Weighted:
    """Several data sources: each epoch has every item of a source as often as its weight says on average, and a plan of its own.
    The part of a weight beyond a whole number is drawn: with 0.5 every epoch has half of the items, others each time."""

    def __init__(
        self,
        sizes: npt.NDArray[Any],
        counts: Sequence[int],
        weights: Sequence[float],
        limits: Any,
        options: Mapping[str, Any],
        cutting: Cutting,
        shuffle: Union[bool, str],
        seed: int,
        pack: Callable[..., Plan] = pack,
    ) -> None:
        weights = _weights_of(weights, counts)
        if shuffle == "packs":
            raise _core.Error("shuffle='packs': with weights every epoch has its own packs")
        self.sizes, self.counts, self.weights, self.limits, self.pack = sizes, list(counts), weights, limits, pack
        self.options, self.cutting, self.shuffle, self.seed = dict(options), cutting, shuffle, seed
        of_none = by_plan(sizes[:0], limits, options, cutting, shuffle, seed)  # an error in the options is known now
        spread = options.get("spread")
        switched = None if spread is None else spread in (True, "on")  # a plan tells only whether its items were
        self._facts = [self.counts, weights, cutting, options.get("overlong"), options.get("gap"), switched, asked_of(of_none.plan_of(0))]
        self._epoch: Optional[Tuple[int, npt.NDArray[np.int64], Union[Planned, Cut]]] = None

    def _drawn(self, epoch: int) -> npt.NDArray[np.int64]:
        """The items of an epoch: all, then those that are there again, so that these are not the next of their size."""
        random = np.random.Generator(np.random.PCG64(mixed(self.seed, epoch)))
        of_sources = []
        for count, weight in zip(self.counts, self.weights):
            whole = int(weight)
            share = (weight - whole) * count  # rounded at random, so that the average is right
            some = random.permutation(count)[: int(share + random.random())]
            times = np.full(count, whole)
            times[some] += 1
            of_sources.append(times)
        times = np.concatenate(of_sources)
        items = np.repeat(np.arange(len(times)), times)
        before = np.arange(len(items)) - np.repeat(np.cumsum(times) - times, times)  # copies of the item that stand before this one
        return items[np.argsort(before, kind="stable")]

    def _planned(self, epoch: int) -> Tuple[npt.NDArray[np.int64], Union[Planned, Cut]]:
        found = self._epoch  # another thread may assign it meanwhile
        if found is None or found[0] != epoch:
            items = self._drawn(epoch)
            planned = by_plan(self.sizes[items], self.limits, self.options, self.cutting, self.shuffle, self.seed, self.pack)
            found = self._epoch = epoch, items, planned
        return found[1], found[2]

    def plan_of(self, epoch: int) -> Optional[Plan]:
        return self._planned(epoch)[1].plan_of(epoch)

    def count(self, epoch: int) -> int:
        return self._planned(epoch)[1].count(epoch)

    def assignment(self, epoch: int, groups: int) -> Assignment:
        items, planned = self._planned(epoch)
        found = planned.assignment(epoch, groups)
        return replace(
            found, items=items[found.items].astype(np.int32), dropped=items[found.dropped].astype(np.int32), _sizes=self.sizes
        )

    def facts(self) -> Sequence[Any]:
        return self._facts

    def __getstate__(self) -> Dict[str, Any]:
        return {**self.__dict__, "_epoch": None, "options": {**self.options, "progress": None}}  # which shows it in this process


def _weights_of(given: Any, counts: Sequence[int]) -> List[float]:
    """A number for each data source."""
    if not is_list(given):
        raise _core.Error(f"weights cannot be {shown(given)}; expected a number for each data source, in their order")
    weights = [weight.item() if hasattr(weight, "item") else weight for weight in given]
    if len(weights) != len(counts) or not all(isinstance(weight, (int, float)) and 0 <= weight < np.inf for weight in weights):
        raise _core.Error(f"weights of {weights} for {len(counts)} data sources; expected a non-negative number for each")
    items = sum(float(weight) * count for weight, count in zip(weights, counts))
    if items >= 2**31:
        raise _core.Error(f"weights of {weights} make an epoch of {items:.4g} items; it has fewer than 2^31")
    return [float(weight) for weight in weights]


def asked_of(plan: Optional[Plan]) -> Any:
    """What a plan was asked for, however it was written."""
    stated = {} if plan is None else json.loads(plan.to_json())
    of_result = ("schema", "histogram", "metrics", "certificate", "strategies")
    return sorted((name, repr(value)) for name, value in stated.items() if name not in of_result)
