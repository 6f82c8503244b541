"""The items of a batch, and where its packs begin.

A collate function is given samples only. So that it knows the packs they come from, a batch is a list of indices that
leaves its layout with the thread that fetches the samples: when it is iterated over, and when a worker process receives it.
Both come right before the call of the collate function in torch's DataLoader, whose workers fetch and collate a batch at a
time, in a loop over the indices, and in what is built on it.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Callable, Iterable, Iterator, List, Optional, Sequence, Tuple

import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt


@dataclass(frozen=True)
class Layout:
    """Where the packs of a batch begin, and which piece of its item each index stands for.

    counts   items of every pack
    limit    positions of a pack
    rows     packs that a full batch has
    align    every item begins at a multiple of this
    sizes    of the items, whole; None: not known
    begins   where the pieces begin in their items, and
    lengths  how long they are; None: every item is whole
    expected  items with tokens in a batch, on average over the epoch; None: not known
    deepest  items of the deepest pack of the epoch; None: not known
    """

    counts: List[int]
    limit: int
    rows: int
    align: int = 1
    sizes: Optional[List[int]] = None
    begins: Optional[List[int]] = None
    lengths: Optional[List[int]] = None
    expected: Optional[float] = None
    deepest: Optional[int] = None


_thread = threading.local()


def announce(layout: Optional[Layout]) -> None:
    """Leaves a layout for the collate function that this thread calls next."""
    _thread.layout, _thread.is_taken = layout, False


def announced() -> Optional[Layout]:
    """The layout that was announced last in this thread."""
    return getattr(_thread, "layout", None)


def take() -> None:
    """The layout that was announced last is that of samples which are being collated."""
    _thread.is_taken = True


def is_taken() -> bool:
    """Whether its samples were collated already: others may be of a batch without a layout, such as one to validate on."""
    return getattr(_thread, "is_taken", False)


class Batch(List[int]):
    """Indices of items, with the layout of their packs; None where packs have several components."""

    def __init__(self, indices: Iterable[int], layout: Optional[Layout] = None) -> None:
        super().__init__(indices)
        self.layout = layout

    @property
    def packs(self) -> List[List[int]]:
        """The indices of each pack."""
        if self.layout is None:
            return [list(self)]
        ends = np.cumsum([0, *self.layout.counts]).tolist()
        return [self[begin:end] for begin, end in zip(ends, ends[1:])]

    def __iter__(self) -> Iterator[int]:
        announce(self.layout)
        return super().__iter__()

    def __reduce__(self) -> Tuple[Callable[..., Batch], Tuple[List[int], Optional[Layout]]]:
        return _received, (self[:], self.layout)


def _received(indices: Sequence[int], layout: Optional[Layout]) -> Batch:
    announce(layout)
    return Batch(indices, layout)


class Pack(np.ndarray):  # type: ignore[type-arg]
    """The items of one pack of an assignment: an array that announces its layout when it is iterated over."""

    layout: Optional[Layout]

    @staticmethod
    def of(items: npt.NDArray[np.int32], layout: Optional[Layout]) -> Pack:
        pack = items.view(Pack)
        pack.layout = layout
        return pack

    def __array_finalize__(self, source: Any) -> None:
        self.layout = None  # a slice is not the pack

    def __iter__(self) -> Any:
        announce(self.layout)
        return super().__iter__()

    def __reduce__(self) -> Tuple[Callable[..., Pack], Tuple[npt.NDArray[np.int32], Optional[Layout]]]:
        return Pack.of, (np.array(self), self.layout)

    def __copy__(self) -> Pack:
        return Pack.of(np.array(self), self.layout)

    def __deepcopy__(self, memory: Any) -> Pack:
        return self.__copy__()
