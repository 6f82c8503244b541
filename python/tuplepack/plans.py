"""Plans: which sizes share a pack, and how often."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Callable, Dict, List, Optional, Tuple, Union

from . import _core
from ._arrays import require_flag, require_text, whole_number, whole_or_none
from ._picture import counted, plan_html, plan_text, shown, type_of
from .assigning import Assignment, ShardAssignment, columns_for
from .files import of_system, opened, path_of, placed, text_of
from .histograms import Histogram, Sizes
from .plots import plot_fill

if TYPE_CHECKING:
    import numpy.typing as npt


class Plan:
    """Which sizes share a pack, and how often. The same file as `tuplepack pack --plan` writes."""

    def __init__(self, core: _core.Plan) -> None:
        if not isinstance(core, _core.Plan):
            raise _core.Error(f"a Plan of {type_of(core)}; pack() makes plans, Plan.load() and Plan.from_json() read them")
        self._core = core

    @classmethod
    def load(cls, path: Union[str, os.PathLike[str]]) -> Plan:
        """Reads the file of a plan, of save() or of the program."""
        text = text_of(path)
        try:
            return cls(_core.load_plan(text))
        except _core.Error as error:
            raise placed(error, path_of(path)) from None

    @classmethod
    def from_json(cls, text: str) -> Plan:
        """The plan of a text of to_json()."""
        if not isinstance(text, str):
            raise _core.Error(f"{type_of(text)} is not the JSON of a plan; Plan.load() reads files")
        return cls(_core.load_plan(text))

    def save(self, path: Union[str, os.PathLike[str]]) -> None:
        """Writes the file of the plan, over one that is there."""
        text = self.to_json()
        with of_system(path), opened(path, "w") as file:
            file.write(text)

    def to_json(self) -> str:
        """What save() writes."""
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
        return self._core.without_packing(whole_number(batch, "batch"))

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
        balance: Optional[str] = None,
    ) -> Assignment:
        """Which item is in which pack.

        sizes           of the items that the plan is for, in the order of the data set
        order           of packs, and of items of equal size: plan, input, shuffle or permute
        packs_multiple  adds empty packs up to a multiple, or with `even` full ones
        ranks           packs of similar work, the sum of length² of their items, are in groups of this size
        even            as many packs, but all about equally full, those that packs_multiple adds too: by the largest share that
                        a pack takes of a limit. pack(even=True) makes such a plan. O(items · log packs)
        balance         what the work of ranks is: "quadratic", of the first component, or "quadratic:NAME", of another; without
                        `ranks`, of as many as the plan's packs_multiple
        """
        options = {"order": order, "seed": whole_number(seed, "seed")}
        packs_multiple, ranks = whole_or_none(packs_multiple, "packs_multiple"), whole_or_none(ranks, "ranks")
        require_flag(even, "even")
        if balance is not None:
            require_text(balance=balance)
        array = columns_for(sizes, self.components)
        return self._assigned(_core.assign(self._core, array, packs_multiple, ranks, options, even, balance), array)

    def assign_shard(
        self, sizes: Sizes, before: Union[None, int, Histogram] = None, *, order: str = "plan", seed: int = 0
    ) -> ShardAssignment:
        """Where the items of one shard of a data set go, computed from that shard alone: shards put together are what assign()
        with the same order gives for all items, however they were cut. Memory and time do not depend on the other shards.

        sizes   of the shard's items, in their order
        before  counts the items of all shards before this one: a sum of histogram(sizes of a shard), which is kept up to 2^53
                items; None or 0: this is the first
        order   of packs, and of items of equal size: plan, or permute by `seed`

        >>> from tuplepack import histogram, pack
        >>> shards = [[3, 5], [3, 4]]
        >>> plan = pack(histogram(shards[0]) + histogram(shards[1]), 8)
        >>> plan.assign_shard(shards[1], histogram(shards[0])).packs.tolist()
        [1, 1]
        """
        require_text(order=order)
        array = columns_for(sizes, self.components)
        counted_before = self._counted(before)
        return ShardAssignment(**_core.assign_shard(self._core, array, counted_before, order, whole_number(seed, "seed")))

    def _counted(self, before: Union[None, int, Histogram]) -> Optional[_core.Histogram]:
        """The items before a shard; None: there are none, as in the sum of no histograms."""
        if before is None or (isinstance(before, int) and before == 0):
            return None
        if not isinstance(before, Histogram):
            raise _core.Error(f"before is {shown(before)}; expected a Histogram of the items in the shards before")
        if len(before) and before.components != self.components:
            raise _core.Error(f"before counts {', '.join(before.components)}, and the plan is for {', '.join(self.components)}")
        return before._core if len(before) else None

    def _assigned(self, arrays: Dict[str, Any], sizes: npt.NDArray[Any]) -> Assignment:
        """What the core returns: the lengths of pieces are component after component there."""
        k = len(self.limits)
        lengths = arrays.pop("lengths")
        return Assignment(
            **arrays,
            lengths=lengths if k == 1 else lengths.reshape(k, -1).T,
            _shape=(self.limits[0], self._core.align_item[0]) if k == 1 else None,
            _sizes=sizes.reshape(-1) if k == 1 else sizes,
            _limits=dict(zip(self.components, self.limits)),
        )

    def plot(self, axes: Any = None) -> Any:
        """Data and padding of every component, packed and padded to the limit, with matplotlib. Returns the axes."""
        title = f"{counted(self.items, 'item')} in {counted(self.packs, 'pack')}, {self.packing_factor:.1f} each"
        return plot_fill(self.components, self.efficiency, self.padding_without_packing, title, axes)

    def __eq__(self, other: object) -> bool:
        """Whether save() writes the same."""
        return isinstance(other, Plan) and self.to_json() == other.to_json()

    def __hash__(self) -> int:
        return hash(self.to_json())

    def __repr__(self) -> str:
        return plan_text(self)

    def _repr_html_(self) -> str:
        return plan_html(self)

    def __reduce__(self) -> Tuple[Callable[[str], Plan], Tuple[str]]:
        return Plan.from_json, (self.to_json(),)


def require_plan(plan: Any, what: str = "plan") -> None:
    if not isinstance(plan, Plan):
        raise _core.Error(f"{what} is {shown(plan)}; expected a Plan, such as that of pack() or Plan.load()")
