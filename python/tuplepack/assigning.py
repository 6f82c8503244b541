"""Which item is in which pack: of a whole data set, or shard by shard."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Dict, Iterator, List, Mapping, NamedTuple, Optional, Sequence, Tuple, Union, overload

import numpy as np

from . import _core
from ._arrays import as_sizes, named_columns, place_in
from ._picture import counted, shown
from .files import path_of, system_error
from .layouts import Layout, Pack
from .plots import plot_packs, plot_spread

if TYPE_CHECKING:
    import numpy.typing as npt


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
    _limits: Optional[Mapping[str, int]] = None
    """By component."""

    def __len__(self) -> int:
        return len(self.offsets) - 1

    @overload
    def __getitem__(self, pack: int) -> Pack: ...
    @overload
    def __getitem__(self, pack: slice) -> List[Pack]: ...
    def __getitem__(self, pack: Union[int, slice]) -> Union[Pack, List[Pack]]:
        """The items of a pack, or of a slice a list of packs."""
        if isinstance(pack, slice):
            return [self[one] for one in range(*pack.indices(len(self)))]
        place = place_in(len(self), pack, "pack")
        return Pack.of(self.items[self.offsets[place] : self.offsets[place + 1]], self.layout([place]))

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

    @cached_property
    def _deepest(self) -> int:
        """Items of the deepest pack."""
        return int(self.counts.max(initial=0))

    @cached_property
    def _sequences(self) -> int:
        """Items of one component that have tokens, which alone are sequences of a batch."""
        if len(self.lengths):
            return int(np.count_nonzero(self.lengths))
        return len(self.items) if self._sizes is None else int(np.count_nonzero(self._sizes[self.items]))

    @property
    def fills(self) -> npt.NDArray[np.int64]:
        """[packs], or [packs, k] of several components: the real sizes that each pack holds."""
        if len(self.lengths) == len(self.items):
            sizes = self.lengths
        elif self._sizes is not None:
            sizes = np.asarray(self._sizes)[self.items].astype(np.int64)
        else:
            raise _core.Error("the sizes of the items are not available here; use Plan.assign()")
        before = np.concatenate([np.zeros((1, *sizes.shape[1:]), np.int64), np.cumsum(sizes, axis=0)])
        fills: npt.NDArray[np.int64] = before[self.offsets[1:]] - before[self.offsets[:-1]]
        return fills

    def plot(self, axes: Any = None, *, of: str = "fills") -> Any:
        """How full the packs are, with matplotlib. Returns the axes.

        of  fills: packs by the share of each limit that they hold; counts: packs by their number of items
        """
        if of not in ("fills", "counts"):
            raise _core.Error(f"of is {shown(of)}; expected fills or counts")
        title = f"{counted(len(self.items), 'item')} in {counted(self.packs, 'pack')}"
        if of == "counts":
            return plot_spread(self.counts[: self.packs], title, axes)
        if self._limits is None:
            raise _core.Error("the limits are not available here; use Plan.assign()")
        return plot_packs(self.fills[: self.packs].reshape(self.packs, len(self._limits)), self._limits, title, axes)

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
            expected=rows * self._sequences / self.packs if self._sequences else None,
            deepest=self._deepest,
        )

    def save(self, path: Union[str, os.PathLike[str]]) -> None:
        """Writes the .npz that `tuplepack assign` writes."""
        arrays: Dict[str, npt.NDArray[Any]] = {"offsets": self.offsets, "items": self.items}
        if len(self.begins):
            arrays["begins"] = self.begins
        if len(self.dropped):
            arrays["dropped"] = self.dropped
        name = path_of(path)
        try:
            np.savez(name, **arrays)
        except OSError as error:
            raise system_error(path, error) from None


class ShardAssignment(NamedTuple):
    """Where the pieces of a shard's items go, int64. Where items are neither split nor dropped, piece i is item i.

    packs      [pieces] the pack of each
    positions  [pieces] its place among the items of the pack, from 0: that of Assignment.items[offsets[pack] + position]
    begins     [pieces] where the piece begins in its item; empty unless items were split
    offsets    [items + 1] item i has the pieces [offsets[i], offsets[i + 1]); empty unless items may be split or dropped
    """

    packs: npt.NDArray[np.int64]
    positions: npt.NDArray[np.int64]
    begins: npt.NDArray[np.int64]
    offsets: npt.NDArray[np.int64]

    def __repr__(self) -> str:
        return f"<ShardAssignment: {counted(len(self.packs), 'piece')} in {counted(len(np.unique(self.packs)), 'pack')}>"


def columns_for(sizes: Any, components: List[str]) -> npt.NDArray[Any]:
    """Sizes of items one by one; where their columns have the names of the components, in the order of these."""
    names, columns = named_columns(sizes)
    array = as_sizes(columns, len(components))
    if names is None or names == components or sorted(names) != sorted(components):
        return array
    return np.asarray(array)[:, [names.index(name) for name in components]]
