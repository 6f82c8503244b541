"""Batches of a data set, pack by pack."""

from __future__ import annotations

import hashlib
import sys
from typing import TYPE_CHECKING, Any, Dict, Iterator, List, Mapping, Optional, Sequence, Tuple, Union

import numpy as np

from . import _core
from ._arrays import as_sizes, named_columns, names_in, numbers_in, whole_number
from ._options import Numbers
from .epochs import Epochs, InOrder, Planned, Weighted, by_plan, mixed
from .files import Table
from .layouts import Batch
from .packing import Assignment, Plan, Progress, pack
from .pieces import Cutting

if TYPE_CHECKING:
    import numpy.typing as npt
    from typing_extensions import Unpack

    from ._options import PackOptions

_SHUFFLES = (False, True, "items", "packs")


class PackSampler:
    """A batch sampler for torch.utils.data.DataLoader, PyG's DataLoader and whatever else takes lists of indices: every
    batch is a pack, or `packs` of them. The plan is made once.

    A pass begins at the first batch of the epoch, whatever became of the pass before; one that ends makes the next a new
    epoch. Only load_state_dict() makes a pass begin elsewhere.

    lengths     [n] or [n, k]: the sizes of the items of the data set; with `weights` a list of such, one for each data source,
                whose items are numbered one source after another, as in torch's ConcatDataset
    limits      the capacity of a pack; or give a `plan` for these sizes
    shuffle     True or "items": every epoch shuffles which of the items of equal size go together, and the order of the
                packs; "packs": only their order; from `seed` and the epoch, the same on every rank
    keep_order  packs in the order of the data, each of the items that come next: fuller packs are given up for the order
    weights     how often an epoch has each item of a data source, on average; 0.5 stands for half of them, others each time
    rank, world_size  data-parallel training, both or neither: packs of one step have about the same work, and every rank
                has as many steps. Default: those of torch.distributed where it is initialised; rank 0 makes the plan then,
                for all. Where Accelerate shards the batches itself (as in transformers' Trainer), they come unsharded.
    packs       in a batch
    drop_last   leave out the packs of an incomplete last step. Otherwise they are dealt to the ranks, and a rank that
                would get none gets one of the first packs: a process never sees an item twice in a batch
    every_item_once  for evaluation: no pack is repeated, and ranks may differ by a batch in number and size
    stride, minimum, side  how long sequences are cut, as for pack_examples(): the tokens that a piece shares with the one
                before, and the fewest that a piece after the first has (overlong="split"); "left" cuts the beginning away
                instead of the end (overlong="truncate")
    options     those of pack(); even=True goes with a `plan` too, whose packs are filled alike then. With overlong="truncate" or "split" an index stands for a piece of its item, and
                collate_packed cuts it out
    """

    def __init__(
        self,
        lengths: Any,
        limits: Optional[Numbers] = None,
        *,
        plan: Optional[Plan] = None,
        shuffle: Union[bool, str] = False,
        seed: int = 0,
        rank: Optional[int] = None,
        world_size: Optional[int] = None,
        packs: int = 1,
        drop_last: bool = False,
        every_item_once: bool = False,
        keep_order: bool = False,
        weights: Optional[Sequence[float]] = None,
        stride: int = 0,
        minimum: int = 1,
        side: str = "right",
        components: Optional[Sequence[str]] = None,
        progress: Optional[Progress] = None,
        **options: Unpack[PackOptions],
    ) -> None:
        if (plan is None) == (limits is None):
            raise _core.Error("give either limits or a plan")
        if (rank is None) != (world_size is None):
            raise _core.Error("rank and world_size: give both, or neither to take those of torch.distributed")
        if shuffle not in _SHUFFLES:
            raise _core.Error(f"shuffle is {shuffle!r}; expected True, False, 'items' or 'packs'")
        if drop_last and every_item_once:
            raise _core.Error("every_item_once leaves out no pack, and drop_last does")
        if packs < 1:
            raise _core.Error(f"{packs} packs in a batch")
        cutting = Cutting(whole_number(stride, "stride"), whole_number(minimum, "minimum"), side)
        if plan is not None and cutting != Cutting():
            raise _core.Error("stride, minimum and side beside a plan, which is for pieces that are cut already")
        others = [name for name in options if name != "even"]
        if plan is not None and others:
            raise _core.Error(f"options of pack() beside a plan: {', '.join(others)}")
        if (keep_order or weights is not None) and plan is not None or (keep_order and weights is not None):
            raise _core.Error("give one of plan, keep_order and weights")
        if keep_order and options.get("even"):
            raise _core.Error("keep_order packs the items that come next; even spreads them")
        if keep_order and shuffle not in (False, "packs"):
            raise _core.Error("keep_order: only the order of packs can be shuffled, with shuffle='packs'")
        self._default_ranks = rank is None
        if rank is None or world_size is None:
            rank, world_size = _distributed()
        if not 0 <= rank < world_size:
            raise _core.Error(f"rank {rank} of {world_size}")
        self.rank, self.world_size = rank, world_size
        self.shuffle, self.seed, self.drop_last, self.packs = shuffle, whole_number(seed, "seed"), drop_last, packs
        self.every_item_once = every_item_once
        self._epochs = self._epochs_of(lengths, limits, plan, keep_order, weights, cutting, components, progress, options)
        self.epoch = 0
        self._begin = 0  # packs of this epoch, of all ranks, that were trained on before load_state_dict()
        self._grouping = world_size  # packs of similar work are in groups of so many
        self._yielded = 0  # batches of the pass that began last
        self._passes = 0
        self._assigned: Optional[Tuple[Tuple[int, int], Assignment]] = None

    # ---- the packs ----

    def _epochs_of(
        self,
        lengths: Any,
        limits: Any,
        plan: Optional[Plan],
        keep_order: bool,
        weights: Optional[Sequence[float]],
        cutting: Cutting,
        components: Optional[Sequence[str]],
        progress: Any,
        options: Mapping[str, Any],
    ) -> Epochs:
        of = limits if plan is None else plan.limits
        sources = [_items_of(source, of) for source in lengths] if weights is not None else [_items_of(lengths, of)]
        names = components if components is not None else sources[0][0]
        if names is None:
            names = names_in(limits, 1 if sources[0][1].ndim == 1 else sources[0][1].shape[1])
        self._sizes = np.concatenate([sizes for _, sizes in sources])
        given: Dict[str, Any] = {**options, "components": names, "progress": progress}
        if keep_order:
            if cutting != Cutting():
                raise _core.Error("keep_order packs whole items; stride, minimum and side cut them")
            return InOrder(self._sizes, limits, names, options)
        if weights is not None:
            self._require_one_plan(given)
            counts = [len(sizes) for _, sizes in sources]
            return Weighted(self._sizes, counts, weights, limits, given, cutting, self.shuffle, self.seed)
        if plan is not None:
            return Planned(plan, self._sizes, self.shuffle, self.seed, bool(options.get("even")))
        return by_plan(self._sizes, limits, given, cutting, self.shuffle, self.seed, self._planned)

    def _require_one_plan(self, options: Mapping[str, Any]) -> None:
        for name in ("time_limit", "progress"):
            if self.world_size > 1 and options.get(name) is not None:
                raise _core.Error(
                    f"{name} may end the search at another plan on every rank; make the plan once and give it to all: plan=…"
                )

    def _planned(self, sizes: npt.NDArray[Any], limits: Any, **options: Any) -> Plan:
        """The plan, which must be the same on all ranks."""
        if self.world_size > 1 and self._default_ranks:
            return _planned_by_rank_0(self.rank, sizes, limits, options)
        self._require_one_plan(options)
        return pack(sizes, limits, **options)

    @property
    def plan(self) -> Plan:
        """Of this epoch. Error: there is none with keep_order"""
        plan = self._epochs.plan_of(self.epoch)
        if plan is None:
            raise _core.Error("keep_order packs without a plan")
        return plan

    def assignment(self) -> Assignment:
        """The packs of this epoch, of all ranks."""
        key = (self.epoch, self._grouping)
        if self._assigned is None or self._assigned[0] != key:
            self._assigned = None  # frees the memory of the epoch before
            self._assigned = key, self._epochs.assignment(*key)
        return self._assigned[1]

    def _count(self) -> int:
        """The packs of this epoch."""
        return self._epochs.count(self.epoch)

    def _order(self, count: int) -> npt.NDArray[np.int64]:
        """The packs in the order of this epoch: groups of similar work stay together."""
        order = np.arange(count)
        if self.shuffle != "packs":
            return order
        random = np.random.Generator(np.random.PCG64(mixed(self.seed, self.epoch)))
        whole = count - count % self._grouping
        groups = random.permutation(order[:whole].reshape(-1, self._grouping))
        return np.concatenate([groups.reshape(-1), order[whole:]])

    # ---- one pass ----

    def set_epoch(self, epoch: int) -> None:
        """As DistributedSampler has it: call it before each epoch. Without it every pass that ends is an epoch."""
        if epoch != self.epoch:
            self._begin, self._yielded = 0, 0
            self._grouping = self.world_size
        self.epoch = whole_number(epoch, "epoch")

    def _ranks(self, is_sharded_again: bool) -> Tuple[int, int]:
        return (0, 1) if is_sharded_again else (self.rank, self.world_size)

    def _steps(self, count: int, rank: int, world_size: int) -> int:
        """Batches of a rank for so many packs."""
        step = world_size * self.packs
        if self.every_item_once:
            return -(-_dealt(count, rank, world_size) // self.packs)
        return count // step if self.drop_last else -(-count // step)

    def __len__(self) -> int:
        """Batches of this rank in an epoch."""
        return self._steps(self._count(), *self._ranks(_is_sharded_again(self)))

    def __iter__(self) -> Iterator[Batch]:
        rank, world_size = self._ranks(_is_sharded_again(self))
        self._passes += 1
        return self._pass(self._passes, rank, world_size)

    def _pass(self, number: int, rank: int, world_size: int) -> Iterator[Batch]:
        assigned, epoch, begin = self.assignment(), self.epoch, self._begin
        order = self._order(assigned.packs)
        if number == self._passes:
            self._yielded = 0
        for batch in range(self._steps(len(order) - begin, rank, world_size)):
            chosen = self._packs_of(order, begin + batch * world_size * self.packs, rank, world_size)
            if number == self._passes:
                self._yielded = batch + 1
            indices = [item for pack in chosen for item in assigned.items[assigned.offsets[pack] : assigned.offsets[pack + 1]].tolist()]
            yield Batch(indices, assigned.layout(chosen, self.packs))
        if number == self._passes and epoch == self.epoch:
            self._begin, self._yielded, self._grouping = 0, 0, self.world_size
            self.epoch += 1

    def _packs_of(self, order: npt.NDArray[np.int64], first: int, rank: int, world_size: int) -> List[int]:
        """The packs of a rank in the step that begins at a place of the order: dealt in turn, since neighbours have similar
        work. A rank that would get none in the last step takes one of the first packs."""
        step = order[first : first + world_size * self.packs]
        mine: List[int] = step[rank::world_size].tolist()
        return mine or [int(order[(rank - len(step)) % len(order)])]

    # ---- going on after an interruption ----

    def state_dict(self, trained: Optional[int] = None) -> Dict[str, Any]:
        """Where it is, for load_state_dict() of a sampler with the same arguments, on any number of ranks.

        trained  batches of this pass that were trained on. Default: those that were asked for; a DataLoader with workers
                 asks ahead, so count them then
        """
        batches = self._yielded if trained is None else whole_number(trained, "trained")
        return {
            "epoch": self.epoch,
            "packs": min(self._begin + batches * self.world_size * self.packs, self._count()),
            "grouping": self._grouping,
            "run": self._fingerprint(),
        }

    def load_state_dict(self, state: Dict[str, Any]) -> None:
        """Makes the next pass begin where the state was taken, also on another number of ranks."""
        if state.get("run") != self._fingerprint():
            raise _core.Error("the state is of another run: its data, plan, shuffle, seed or packs in a batch differ")
        self.epoch, self._begin, self._grouping = state["epoch"], state["packs"], state["grouping"]
        self._yielded = 0
        if self._begin >= self._count():
            self.epoch, self._begin, self._grouping = self.epoch + 1, 0, self.world_size

    def _fingerprint(self) -> str:
        """Of everything that decides which items the packs of an epoch hold, whatever the number of ranks."""
        digest = hashlib.sha256(np.ascontiguousarray(self._sizes, np.int64).tobytes())
        for fact in self._epochs.facts():
            digest.update(np.ascontiguousarray(fact).tobytes() if isinstance(fact, np.ndarray) else repr(fact).encode())
        shuffle = "items" if self.shuffle is True else self.shuffle
        digest.update(repr((type(self._epochs).__name__, shuffle, self.seed, self.packs)).encode())
        return digest.hexdigest()[:32]

    def __getstate__(self) -> Dict[str, Any]:
        return {**self.__dict__, "_assigned": None}


# ---- of its arguments ----


def _items_of(lengths: Any, limits: Any) -> Tuple[Optional[List[str]], npt.NDArray[Any]]:
    """The names of the components, if they have some, and the sizes, one item after another."""
    names: Optional[List[str]] = None
    if isinstance(lengths, Table):
        if lengths.counts is not None:
            raise _core.Error("a table with counts is a histogram, and has no items to sample")
        names, lengths = list(lengths.components), lengths.sizes
    else:
        names, lengths = named_columns(lengths)
    sizes = as_sizes(lengths, numbers_in(limits))
    return names, np.asarray(sizes[:, 0] if sizes.ndim == 2 and sizes.shape[1] == 1 else sizes)


def _dealt(count: int, rank: int, world_size: int) -> int:
    """How many of so many packs a rank gets when they are dealt in turn."""
    return -(-max(0, count - rank) // world_size)


# ---- other ranks ----


def _torch_distributed() -> Any:
    """torch.distributed where it is initialised, else None."""
    distributed = getattr(sys.modules.get("torch"), "distributed", None)
    is_running = distributed is not None and distributed.is_available() and distributed.is_initialized()
    return distributed if is_running else None


def _distributed() -> Tuple[int, int]:
    """This process's rank, and their number."""
    distributed = _torch_distributed()
    return (0, 1) if distributed is None else (int(distributed.get_rank()), int(distributed.get_world_size()))


def _planned_by_rank_0(rank: int, sizes: npt.NDArray[Any], limits: Any, options: Dict[str, Any]) -> Plan:
    """Collective. An error of rank 0 is one of all."""
    answer: List[Any] = [None]
    if rank == 0:
        try:
            answer = [("plan", pack(sizes, limits, **options).to_json())]
        except Exception as error:
            answer = [("error", error)]
    _torch_distributed().broadcast_object_list(answer, src=0)
    kind, value = answer[0]
    if kind == "error":
        raise value
    return Plan.from_json(value)


def _is_sharded_again(sampler: PackSampler) -> bool:
    """Whether the one that iterates over a sampler gives each process a share of what it yields: Accelerate's
    BatchSamplerShard and DataLoaderDispatcher (accelerate/data_loader.py, 0.20 to 1.12), which know no sampler that has done
    so itself.
    """
    frame = sys._getframe(2)
    for _ in range(8):  # torch's DataLoader is between the dispatcher and here
        if frame is None:
            return False
        owner = frame.f_locals.get("self")
        if type(owner).__name__ in ("BatchSamplerShard", "DataLoaderDispatcher"):
            return getattr(owner, "batch_sampler", None) is sampler
        frame = frame.f_back  # type: ignore[assignment]
    return False
