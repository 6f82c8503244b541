"""Batches of a data set, pack by pack."""

from __future__ import annotations

import hashlib
import sys
from typing import TYPE_CHECKING, Any, Dict, Iterator, List, Mapping, NamedTuple, Optional, Sequence, Tuple, Union

import numpy as np

from . import _core
from ._arrays import listed, names_in, require_flag, whole_number, word_of
from ._options import Numbers
from ._picture import counted, shown
from .assigning import Assignment
from .epochs import Epochs, InOrder, Planned, Weighted, by_plan, items_of, mixed, sources_of
from .histograms import histogram
from .layouts import Batch, announce
from .packing import Progress, pack
from .pieces import Cutting
from .plans import Plan, require_plan
from .ranks import own_rank, planned_by_rank_0

if TYPE_CHECKING:
    import numpy.typing as npt
    from typing_extensions import Unpack

    from ._options import PackOptions

_SHUFFLES = (False, True, "items", "packs")
_BY_ITSELF = "use a method that ends by itself"
_ONE_PLAN = f"compute the plan once and pass it to all ranks with plan=…, or {_BY_ITSELF}"


class _Reader(NamedTuple):
    """Who gets the batches of a pass: a rank, or a library that deals them out to `processes` itself."""

    rank: int
    world_size: int
    processes: int = 1

    @property
    def step(self) -> int:
        """Batches of all processes in a step."""
        return self.world_size * self.processes


class PackSampler:
    """A batch sampler for torch.utils.data.DataLoader, PyG's DataLoader and whatever else takes lists of indices: every
    batch is a pack, or `packs` of them. The plan is made once.

    A pass begins at the first batch of the epoch, whatever became of the pass before; one whose last batch was asked for
    makes the next a new epoch. Only load_state_dict() makes a pass begin elsewhere. With several ranks call set_epoch():
    a rank that looks at its first batches may ask for all of a short epoch.

    lengths     [n] or [n, k]: the sizes of the items of the data set; with `weights` a list of such, one for each data source,
                whose items are numbered one source after another, as in torch's ConcatDataset
    limits      the capacity of a pack; or give a `plan` for these sizes
    shuffle     True or "items": every epoch shuffles which of the items of equal size go together, and the order of the
                packs; "packs": only their order; from `seed` and the epoch, the same on every rank
    keep_order  packs in the order of the data, each of the items that come next: fuller packs are given up for the order
    weights     how often an epoch has each item of a data source, on average; 0.5 stands for half of them, others each time
    rank, world_size  data-parallel training, both or neither: packs of one step have about the same work, and every rank
                has as many steps. Default: those of torch.distributed where it is initialised; rank 0 makes the plan then,
                for all. Where Accelerate shards the batches itself (as in transformers' Trainer), they come unsharded, as
                many as all its processes need for equally many steps.
    packs       in a batch
    drop_last   leave out the packs of an incomplete last step. Otherwise they are dealt to the ranks, and a rank that
                would get none gets one of the first packs: a process never sees an item twice in a batch
    every_item_once  for evaluation: no pack is repeated, and ranks may differ by a batch in number and size
    stride, minimum, side  how long sequences are cut, as for pack_examples(): the tokens that a piece shares with the one
                before, and the fewest that a piece after the first has (overlong="split"); "left" cuts the beginning away
                instead of the end (overlong="truncate")
    options     those of pack(); even=True goes with a `plan` too, whose packs are filled alike then. With
                overlong="truncate" or "split" an index stands for a piece of its item, and collate_packed cuts it out
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
            raise _core.Error("pass either limits or a plan")
        if (rank is None) != (world_size is None):
            raise _core.Error("rank and world_size: pass both, or neither to use those of torch.distributed")
        for name, given in (("keep_order", keep_order), ("drop_last", drop_last), ("every_item_once", every_item_once)):
            require_flag(given, name)
        if not isinstance(shuffle, (bool, np.bool_, int, str)) or shuffle not in _SHUFFLES:
            raise _core.Error(f"shuffle is {shown(shuffle)}; expected True, False, 'items' or 'packs'")
        if drop_last and every_item_once:
            raise _core.Error("every_item_once cannot be combined with drop_last")
        packs = whole_number(packs, "packs")
        if packs < 1:
            raise _core.Error(f"packs must be at least 1, not {packs}")
        if plan is not None:
            require_plan(plan)
        cutting = Cutting(whole_number(stride, "stride"), whole_number(minimum, "minimum"), side)
        if plan is not None and cutting != Cutting():
            raise _core.Error("stride, minimum and side cannot be combined with a plan, whose pieces are already cut")
        others = [name for name in options if name != "even"]
        if plan is not None and others:
            raise _core.Error(f"options of pack() cannot be combined with a plan: {', '.join(others)}")
        if (keep_order or weights is not None) and plan is not None or (keep_order and weights is not None):
            raise _core.Error("pass only one of plan, keep_order and weights")
        if options.get("even") is not None:
            require_flag(options["even"], "even")
        if keep_order and options.get("even"):
            raise _core.Error("keep_order packs the items that come next; even spreads them")
        if keep_order and shuffle not in (False, "packs"):
            raise _core.Error("keep_order: only the order of packs can be shuffled, with shuffle='packs'")
        self._default_ranks = rank is None
        if rank is None or world_size is None:
            rank, world_size = own_rank()
        rank, world_size = whole_number(rank, "rank"), whole_number(world_size, "world_size")
        if not rank < world_size:
            raise _core.Error(f"rank {rank} is out of range for world_size {world_size}")
        self.rank, self.world_size = rank, world_size
        self.shuffle: Union[bool, str] = shuffle if isinstance(shuffle, str) else bool(shuffle)
        self.seed, self.drop_last, self.packs = word_of(seed, "seed"), drop_last, packs
        self.every_item_once = every_item_once
        self._way_out = _ONE_PLAN if weights is None else _BY_ITSELF  # with weights every epoch has a plan of its own
        self._epochs = self._epochs_of(lengths, limits, plan, keep_order, weights, cutting, components, progress, options)
        self.epoch = 0
        self._begin = 0  # packs of this epoch, of all ranks, that were trained on before load_state_dict()
        self._grouping = world_size  # packs of similar work are in groups of so many
        self._is_over = False  # the last batch of this epoch was asked for: the next pass is of another
        self._steps_taken = 0  # of the pass that began last
        self._step = world_size * packs  # packs of all ranks in one of its steps
        self._passes = 0
        self._assigned: Optional[Tuple[Tuple[int, int], Assignment]] = None

    sampler = None  # which Accelerate before 0.34 asks a batch sampler for

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
        if weights is not None:
            own, sources = sources_of(lengths, of)
        else:
            own, items = items_of(lengths, of)
            sources = [items]
        names = components if components is not None else own
        self._sizes = np.concatenate(sources)
        if names is None:
            names = names_in(limits, 1 if self._sizes.ndim == 1 else self._sizes.shape[1])
        given: Dict[str, Any] = {**options, "components": names, "progress": progress}
        if keep_order:
            if cutting != Cutting():
                raise _core.Error("keep_order packs whole items; stride, minimum and side cut them")
            return InOrder(self._sizes, limits, names, options)
        if weights is not None:
            self._require_one_plan(given)
            counts = [len(sizes) for sizes in sources]
            return Weighted(self._sizes, counts, weights, limits, given, cutting, self.shuffle, self.seed, self._alone)
        if plan is not None:
            self._sizes = _in_order_of(plan, own if components is None else listed(components), self._sizes)
            _core.check_source(plan._core, histogram(self._sizes, components=plan.components)._core)
            return Planned(plan, self._sizes, self.shuffle, self.seed, bool(options.get("even")))
        return by_plan(self._sizes, limits, given, cutting, self.shuffle, self.seed, self._planned)

    def _require_one_plan(self, options: Mapping[str, Any]) -> None:
        for name in ("time_limit", "progress"):
            if self.world_size > 1 and options.get(name) is not None:
                raise _core.Error(f"{name} may end the search with a different plan on every rank; {self._way_out}")

    def _alone(self, sizes: npt.NDArray[Any], limits: Any, **options: Any) -> Plan:
        """A plan that every rank makes by itself: the same, unless the clock ended it."""
        plan = pack(sizes, limits, **options)
        if self.world_size > 1 and plan.ended in ("time-limit", "stopped"):
            raise _core.Error(f"the time limit ended the search, so every rank may have a different plan; {self._way_out}")
        return plan

    def _planned(self, sizes: npt.NDArray[Any], limits: Any, **options: Any) -> Plan:
        """The plan, which must be the same on all ranks."""
        if self.world_size > 1 and self._default_ranks:
            given = {"shuffle": self.shuffle, "seed": self.seed, "packs": self.packs, "drop_last": self.drop_last,
                     "every_item_once": self.every_item_once}  # fmt: skip
            return planned_by_rank_0(self.rank, given, sizes, limits, options)
        self._require_one_plan(options)
        return self._alone(sizes, limits, **options)

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
        assigned = self._assigned  # another thread may assign it meanwhile
        if assigned is None or assigned[0] != key:
            assigned = self._assigned = None  # frees the memory of the epoch before
            assigned = self._assigned = key, self._epochs.assignment(*key)
        return assigned[1]

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
        self._go_to(whole_number(epoch, "epoch"))

    def _go_to(self, epoch: int) -> None:
        if epoch != self.epoch or self._is_over:
            self.epoch, self._begin, self._grouping = epoch, 0, self.world_size
            self._is_over, self._steps_taken = False, 0

    def _batches(self, count: int, reader: _Reader) -> int:
        """Batches that a reader gets for `count` packs."""
        step = reader.step * self.packs
        if self.every_item_once:
            return -(-_dealt(count, reader) // self.packs)
        return reader.processes * (count // step if self.drop_last else -(-count // step))

    def _reader(self) -> _Reader:
        """Who iterates over it, or asks for its length."""
        processes = _sharded_again(self)
        return _Reader(self.rank, self.world_size) if processes is None else _Reader(0, 1, processes)

    def __len__(self) -> int:
        """Batches of this rank in the epoch of the next pass."""
        return self._batches(self._epochs.count(self.epoch + self._is_over), self._reader())

    def __iter__(self) -> Iterator[Batch]:
        reader = self._reader()
        if self._is_over:
            self._go_to(self.epoch + 1)
        self._passes += 1
        return self._pass(self._passes, reader)

    def _pass(self, number: int, reader: _Reader) -> Iterator[Batch]:
        assigned, epoch, begin = self.assignment(), self.epoch, self._begin
        order = self._order(assigned.packs)
        if number == self._passes:
            self._steps_taken, self._step = 0, reader.step * self.packs
        for batch in range(self._batches(len(order) - begin, reader)):
            chosen = self._packs_of(order, begin + batch * reader.world_size * self.packs, reader)
            if number == self._passes:
                self._steps_taken = (batch + 1) // reader.processes
            indices = [item for pack in chosen for item in assigned.items[assigned.offsets[pack] : assigned.offsets[pack + 1]].tolist()]
            yield Batch(indices, assigned.layout(chosen, self.packs))
        announce(None)
        if number == self._passes and epoch == self.epoch:
            self._is_over = True

    def _packs_of(self, order: npt.NDArray[np.int64], first: int, reader: _Reader) -> List[int]:
        """The packs of a reader in the batch that begins at a place of the order: dealt in turn, since neighbours have
        similar work. One that would get none in the last step takes one of the first packs."""
        batch = order[first : first + reader.world_size * self.packs]
        mine: List[int] = batch[reader.rank :: reader.world_size].tolist()
        beyond = max(0, first - len(order)) // self.packs
        return mine or [int(order[(reader.rank - len(batch) + beyond) % len(order)])]

    # ---- continuing after an interruption ----

    def state_dict(self, trained: Optional[int] = None) -> Dict[str, Any]:
        """Where it is, for load_state_dict() of a sampler with the same arguments, on any number of ranks.

        trained  batches of this pass that this process has trained on, from 0 after load_state_dict(). Default: those that were
                 asked for; a DataLoader with workers asks ahead, so count them then
        """
        steps = self._steps_taken if trained is None else whole_number(trained, "trained")
        most = -(-(self._count() - self._begin) // self._step)
        if steps > most:
            raise _core.Error(f"trained is {steps}, but this pass has {counted(most, 'batch', 'batches')}; count from 0 in each pass")
        return {
            "epoch": self.epoch,
            "packs": min(self._begin + steps * self._step, self._count()),
            "grouping": self._grouping,
            "run": self._fingerprint(),
        }

    def load_state_dict(self, state: Dict[str, Any]) -> None:
        """Makes the next pass begin where the state was taken, also on another number of ranks."""
        if not isinstance(state, Mapping):
            raise _core.Error(f"{shown(state)} is not a state; expected what state_dict() returned")
        if state.get("run") != self._fingerprint():
            raise _core.Error("the state is from a different run: its data, plan, shuffle, seed or packs per batch differ")
        places = {name: whole_number(state.get(name), f"the state's {name}") for name in ("epoch", "packs", "grouping")}
        self.epoch, self._begin, self._grouping = places["epoch"], places["packs"], max(1, places["grouping"])
        self._is_over, self._steps_taken = False, 0
        if self._count() - self._begin < (self.world_size * self.packs if self.drop_last else 1):
            self._go_to(self.epoch + 1)

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

    def __repr__(self) -> str:
        return f"<PackSampler: {counted(len(self._sizes), 'item')}, epoch {self.epoch}, rank {self.rank} of {self.world_size}>"


# ---- of its arguments ----


def _in_order_of(plan: Plan, names: Optional[List[str]], sizes: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """The sizes with the components in the order of the plan. Error: they have others

    names  of the components; None: they have none
    """
    columns = 1 if sizes.ndim == 1 else sizes.shape[1]
    if columns != len(plan.components) and len(sizes):
        raise _core.Error(f"the plan is for {', '.join(plan.components)}, and the items have {counted(columns, 'size')} each")
    if names is None or names == plan.components or sorted(names) != sorted(plan.components):
        return sizes
    return sizes[:, [names.index(name) for name in plan.components]]


def _dealt(count: int, reader: _Reader) -> int:
    """How many of `count` packs a reader gets when they are dealt in turn."""
    return -(-max(0, count - reader.rank) // reader.world_size)


# ---- other ranks ----


def _sharded_again(sampler: PackSampler) -> Optional[int]:
    """The processes among which the one that iterates over a sampler deals out its batches; None: it does not. Accelerate's
    BatchSamplerShard does (accelerate/data_loader.py, 0.20 to 1.14), and repeats no batch where `even_batches` is False; its
    DataLoaderDispatcher, which reads for all processes, evens out what it deals. Neither knows a sampler that has done so.
    """
    frame = sys._getframe(2)
    for _ in range(9):  # torch's DataLoader is between the dispatcher and here
        if frame is None:
            return None
        owner: Any = frame.f_locals.get("self")
        names = {kind.__name__ for kind in type(owner).__mro__}  # also of classes derived from Accelerate's
        if names & {"BatchSamplerShard", "DataLoaderDispatcher"}:
            if getattr(owner, "batch_sampler", None) is not sampler:
                return None
            return int(owner.num_processes) if "BatchSamplerShard" in names else 1
        frame = frame.f_back  # type: ignore[assignment]
    return None
