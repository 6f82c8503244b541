"""Long items in pieces of their own making: with an overlap, without short ends, or the end instead of the beginning."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Mapping, Optional, Tuple

import numpy as np

from . import _core
from ._arrays import whole_number
from .assigning import Assignment
from .packing import pack

if TYPE_CHECKING:
    import numpy.typing as npt

    _Arrays = Tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], npt.NDArray[np.int64]]


@dataclass(frozen=True)
class Cutting:
    """How long items are cut.

    stride   tokens that a piece shares with the one before (split)
    minimum  tokens of a piece after the first; shorter ones are left out (split)
    side     what is cut away (truncate): right, the end, or left, the beginning
    """

    stride: int = 0
    minimum: int = 1
    side: str = "right"

    def __post_init__(self) -> None:
        whole_number(self.stride, "stride")
        whole_number(self.minimum, "minimum")

    def is_of_core(self, overlong: Optional[str]) -> bool:
        """Whether the core makes these pieces. Error: a policy that they do not go with."""
        for name, policy in (("stride", "split"), ("minimum", "split"), ("side", "truncate")):
            if getattr(self, name) != getattr(Cutting, name) and overlong != policy:
                raise _core.Error(f"{name} needs overlong='{policy}'")
        return self == Cutting()


@dataclass(frozen=True)
class Pieces:
    """Parts of items.

    items    which, one for every piece
    begins   where the piece begins in its item
    lengths  of the pieces
    sizes    of the items, whole
    """

    items: npt.NDArray[np.int64]
    begins: npt.NDArray[np.int64]
    lengths: npt.NDArray[np.int64]
    sizes: npt.NDArray[np.int64]

    def of(self, assigned: Assignment) -> Assignment:
        """An assignment of the pieces as one of the items."""
        items = self.items[assigned.items]
        kept = np.bincount(items, minlength=len(self.sizes)) > 0
        return replace(
            assigned,
            items=items.astype(np.int32),
            begins=self.begins[assigned.items],
            dropped=np.flatnonzero(~kept).astype(np.int32),
            lengths=self.lengths[assigned.items],
            _sizes=self.sizes,
        )


def _split(sizes: npt.NDArray[np.int64], room: int, stride: int, minimum: int) -> _Arrays:
    """Each piece begins `stride` tokens before the end of the one before, and an item has no more than it needs."""
    step = room - stride
    counts = np.where(sizes <= room, 1, 1 + -(-(sizes - room) // step))
    if int(counts.sum()) >= 2**31:
        raise _core.Error(f"long items have {int(counts.sum())} pieces; at most {2**31 - 1} can be assigned at once")
    items = np.repeat(np.arange(len(sizes)), counts)
    number = np.arange(len(items)) - np.repeat(np.cumsum(counts) - counts, counts)
    begins = number * step
    lengths = np.minimum(room, sizes[items] - begins)
    long_enough = (lengths >= minimum) | (number == 0)
    return items[long_enough], begins[long_enough], lengths[long_enough]


_FITTING = ("per_item", "align_item", "align_total", "reserve", "reserve_items", "depth")
"""Options of pack() that decide how much of a limit an item may have."""


def room_for_a_piece(limit: Any, options: Mapping[str, Any]) -> int:
    """The most that a piece may have under these options of pack(): what truncating leaves of an endless item."""
    fitting: Any = {name: value for name, value in options.items() if name in _FITTING}
    endless = [1 << 50]
    return int(pack(endless, limit, overlong="truncate", **fitting).assign(endless).lengths[0])


def cut_items(sizes: npt.NDArray[np.int64], room: int, overlong: str, cutting: Cutting) -> Pieces:
    """The pieces of all items.

    room      the most that a piece may have
    overlong  split or truncate
    """
    if cutting.side not in ("left", "right"):
        raise _core.Error(f"side is '{cutting.side}'; expected left or right")
    if not 0 <= cutting.stride < room:
        raise _core.Error(f"stride {cutting.stride} for pieces of {room}; expected 0 to {room - 1}")
    if overlong == "split":
        items, begins, pieces = _split(sizes, room, cutting.stride, cutting.minimum)
        return Pieces(items, begins, pieces, sizes)
    lengths = np.minimum(sizes, room)
    return Pieces(np.arange(len(sizes)), (sizes - lengths) * (cutting.side == "left"), lengths, sizes)
