"""Batches of a data set, pack by pack."""

from __future__ import annotations

from typing import Any, Dict, Iterator, List, Optional, Tuple

import numpy as np

from . import _core
from ._arrays import as_array
from .packing import Assignment, Numbers, Plan, pack


class PackSampler:
    """A batch sampler for torch.utils.data.DataLoader, PyG's DataLoader and whatever else takes lists of indices: every
    batch is a pack. The plan is made once; every epoch shuffles which of the items of equal size go together, and the
    order of the packs.

    lengths     [n] or [n, k]: the sizes of the items of the data set
    limits      the capacity of a pack; or give a `plan` for these sizes
    shuffle     from `seed` and the epoch: the same on every rank, however often it runs
    rank, world_size  data-parallel training: every rank gets as many packs, and packs of one step have about the same
                work. Default: those of torch.distributed where it is initialised. The packs of an incomplete last step
                are completed by the first ones, or left out with drop_last.
    packs       in a batch
    options     those of pack()
    """

    def __init__(
        self,
        lengths: Any,
        limits: Optional[Numbers] = None,
        *,
        plan: Optional[Plan] = None,
        shuffle: bool = False,
        seed: int = 0,
        rank: Optional[int] = None,
        world_size: Optional[int] = None,
        packs: int = 1,
        drop_last: bool = False,
        **options: Any,
    ) -> None:
        sizes = as_array(lengths)
        if (plan is None) == (limits is None):
            raise _core.Error("give either limits or a plan")
        if limits is not None:
            plan = pack(sizes, limits, **options)
        elif options:
            raise _core.Error(f"options of pack() beside a plan: {', '.join(options)}")
        assert plan is not None
        self.plan = plan
        if rank is None or world_size is None:
            rank, world_size = _distributed()
        if not 0 <= rank < world_size:
            raise _core.Error(f"rank {rank} of {world_size}")
        if packs < 1:
            raise _core.Error(f"{packs} packs in a batch")
        self.shuffle, self.seed, self.drop_last = shuffle, seed, drop_last
        self.rank, self.world_size, self.packs = rank, world_size, packs
        self.epoch = 0
        self._position = 0
        ranks = self.world_size if self.world_size > 1 else None
        order = {"order": "shuffle" if shuffle else "plan"}
        self._assigner = _core.Assigner(plan._core, sizes, None, ranks, order)
        self._assigned: Optional[Tuple[int, Assignment]] = None

    def set_epoch(self, epoch: int) -> None:
        """As DistributedSampler has it: call it before each epoch. Without it every pass is a new epoch."""
        if epoch != self.epoch:
            self._position = 0
        self.epoch = epoch

    def __len__(self) -> int:
        """Batches of this rank in an epoch."""
        step = self.world_size * self.packs
        return self.plan.packs // step if self.drop_last else -(-self.plan.packs // step)

    def assignment(self) -> Assignment:
        """The packs of this epoch, of all ranks."""
        if self._assigned is None or (self.shuffle and self._assigned[0] != self.epoch):
            self._assigned = None  # frees the memory of the epoch before
            assigned = Assignment(**self._assigner.shuffled(_mixed(self.seed, self.epoch)))
            if len(assigned.begins):
                raise _core.Error("the plan splits items; iterate over Plan.assign() with its `begins` instead")
            self._assigned = (self.epoch, assigned)
        return self._assigned[1]

    def __iter__(self) -> Iterator[List[int]]:
        assigned = self.assignment()
        offsets, items, count = assigned.offsets, assigned.items, assigned.packs
        batches, step = len(self), self.world_size * self.packs
        for batch in range(self._position, batches):
            self._position = batch + 1
            indices: List[int] = []
            for i in range(self.packs):
                # Packs of a step go to the ranks in turn, since those next to each other have similar work.
                which = (batch * step + i * self.world_size + self.rank) % count
                indices.extend(items[offsets[which] : offsets[which + 1]].tolist())
            yield indices
        self._position = 0
        self.epoch += 1

    def state_dict(self) -> Dict[str, int]:
        """Where it is, to go on after an interruption. A DataLoader with workers asks ahead of training: count the
        batches trained on, and set `position` to it."""
        return {"epoch": self.epoch, "position": self._position, "seed": self.seed}

    def load_state_dict(self, state: Dict[str, int]) -> None:
        self.epoch, self._position, self.seed = state["epoch"], state["position"], state["seed"]
        self._assigned = None


def _mixed(seed: int, epoch: int) -> int:
    """A seed of its own for every epoch, below 2^53."""
    return int(np.random.SeedSequence([seed, epoch]).generate_state(1, np.uint64)[0] >> np.uint64(11))


def _distributed() -> Tuple[int, int]:
    """This process's rank, and their number, if torch.distributed is initialised."""
    import sys

    torch = sys.modules.get("torch")
    distributed = getattr(torch, "distributed", None)
    if distributed is None or not distributed.is_available() or not distributed.is_initialized():
        return 0, 1
    return int(distributed.get_rank()), int(distributed.get_world_size())
