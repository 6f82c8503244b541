"""Long items in pieces of their own making: with an overlap, without short ends, or the end instead of the beginning."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Dict, Optional, Tuple

import numpy as np

from . import _core
from .packing import Assignment

if TYPE_CHECKING:
    import numpy.typing as npt

    _Arrays = Tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], npt.NDArray[np.int64]]


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
        kept = np.bincount(self.items[assigned.items], minlength=len(self.sizes)) > 0
        return Assignment(
            offsets=assigned.offsets,
            items=self.items[assigned.items].astype(np.int32),
            begins=self.begins[assigned.items],
            dropped=np.flatnonzero(~kept).astype(np.int32),
            packs=assigned.packs,
            lengths=self.lengths[assigned.items],
            _shape=assigned._shape,
            _sizes=self.sizes,
        )


def _split(sizes: npt.NDArray[np.int64], room: int, stride: int, minimum: int) -> _Arrays:
    """Each piece begins `stride` tokens before the end of the one before, and an item has no more than it needs."""
    step = room - stride
    counts = np.where(sizes <= room, 1, 1 + -(-(sizes - room) // step))
    items = np.repeat(np.arange(len(sizes)), counts)
    number = np.arange(len(items)) - np.repeat(np.cumsum(counts) - counts, counts)
    begins = number * step
    lengths = np.minimum(room, sizes[items] - begins)
    long_enough = (lengths >= minimum) | (number == 0)
    return items[long_enough], begins[long_enough], lengths[long_enough]


def cut_items(sizes: npt.NDArray[Any], room: int, overlong: str, stride: int = 0, minimum: int = 1, side: str = "right") -> Pieces:
    """The pieces of all items.

    room     the most that a piece may have
    stride   tokens that a piece shares with the one before (split)
    minimum  tokens of a piece after the first; shorter ones are left out (split)
    side     what is cut away (truncate): right, the end, or left, the beginning
    """
    if side not in ("left", "right"):
        raise _core.Error(f"side is '{side}'; expected left or right")
    if sizes.ndim != 1:
        raise _core.Error("items of several components have no pieces")
    if not 0 <= stride < room:
        raise _core.Error(f"stride {stride} for pieces of {room}; expected 0 to {room - 1}")
    whole = sizes.astype(np.int64)
    if overlong == "split":
        items, begins, pieces = _split(whole, room, stride, minimum)
        return Pieces(items, begins, pieces, whole)
    lengths = np.minimum(whole, room)
    return Pieces(np.arange(len(whole)), (whole - lengths) * (side == "left"), lengths, whole)


def has_own_pieces(overlong: Optional[str], cutting: Dict[str, Any]) -> bool:
    """Whether these options ask for pieces that the core does not make. Error: options that do not go together."""
    asked = {name for name, (value, usual) in cutting.items() if value != usual}
    needs = {"stride": "split", "minimum": "split", "side": "truncate"}
    for name in asked:
        if overlong != needs[name]:
            raise _core.Error(f"{name} needs overlong='{needs[name]}'")
    return bool(asked)
