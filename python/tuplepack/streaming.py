"""Packing online, as items arrive."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Dict, Iterable, Iterator, List, Mapping, Optional, Sequence, Tuple

import numpy as np

from . import _core
from ._arrays import as_sizes, component_names, in_turn, named_columns, numbers_in, require_flag, whole_or_none
from ._options import Numbers
from ._picture import counted, shown
from .plans import Plan, require_plan
from .plots import plot_course

if TYPE_CHECKING:
    import numpy.typing as npt
    from typing_extensions import Unpack

    from ._options import StreamOptions


class _Course:
    """Items, closed packs and the lower bound as a stream proceeds: at most 1,024 points, ever further apart."""

    def __init__(self) -> None:
        self._points = [(0, 0, 0)]
        self._step = self._next = 1

    def is_due(self, items: int) -> bool:
        return items >= self._next

    def note(self, items: int, packs: int, bound: int) -> None:
        self._points.append((items, packs, bound))
        if len(self._points) > 1024:
            self._points = self._points[::2]
            self._step *= 2
        self._next = items + self._step

    def columns(self) -> Tuple[Sequence[int], Sequence[int], Sequence[int]]:
        items, packs, bounds = zip(*self._points)
        return items, packs, bounds


class Stream:
    """Packs items as they arrive, in memory that does not grow with their number.

    buffer    items held back, of which packs are built
    balanced  build packs from all that are held back at once, equally full in all components
    open      instead of holding items back: put each into the fullest of this many open packs
    guide     open packs that follow the strategies of this plan for the expected sizes
    places    with open or guide: say at once which pack every item went to, as `placed`, and leave it there. Packs that are
              open in the end close as they are then; otherwise finish() repacks their items, into fewer packs
    options   those of `tuplepack stream`: depth, align_item, reserve, overlong, …
    """

    def __init__(
        self,
        limits: Numbers,
        *,
        buffer: Optional[int] = None,
        balanced: bool = False,
        open: Optional[int] = None,
        guide: Optional[Plan] = None,
        places: bool = False,
        components: Optional[Sequence[str]] = None,
        **options: Unpack[StreamOptions],
    ) -> None:
        self._arguments: Dict[str, Any] = {"limits": limits, "buffer": buffer, "balanced": balanced, "open": open, "guide": guide,
                           "places": places, "components": components, **options}  # fmt: skip
        buffer, open = whole_or_none(buffer, "buffer"), whole_or_none(open, "open")
        require_flag(balanced, "balanced")
        require_flag(places, "places")
        if guide is not None:
            require_plan(guide, "guide")
        components = component_names(components, None, limits)
        if components is None:
            components = list(limits) if isinstance(limits, Mapping) else _core.default_components(numbers_in(limits))
        if not components:
            raise _core.Error("limits are empty; expected a number for each component")
        if guide is not None and components != guide.components and sorted(components) == sorted(guide.components):
            of_guide = ", ".join(guide.components)
            raise _core.Error(f"the guide is for {of_guide}, in this order, and the stream for {', '.join(components)}; give the limits in that order")
        if open is not None and (buffer is not None or balanced):
            raise _core.Error("open cannot be combined with buffer or balanced")
        if guide is not None and (buffer is not None or balanced):
            raise _core.Error("guide cannot be combined with buffer or balanced")
        if places and open is None and guide is None:
            raise _core.Error("places: buffered items have no pack yet; pass open or guide")
        policy = "guided" if guide is not None else "best-fit" if open is not None else "balanced" if balanced else "look-ahead"
        held = next((one for one in (buffer, open) if one is not None), 1024)
        core_guide = None if guide is None else guide._core
        self._components = [str(name) for name in components]
        self._is_named = self._arguments["components"] is not None or isinstance(limits, Mapping)
        self._last: Optional[Mapping[str, npt.NDArray[np.int64]]] = None
        self._core = _core.open_stream(self._components, policy, held, core_guide, places, {"limits": limits, **options})
        self._course = _Course()

    def add(self, sizes: Any) -> List[npt.NDArray[np.int64]]:
        """Takes the next items. Returns the packs that close: positions of their items in the stream. After an error the stream is
        as before: none of these items was taken.

        sizes  as for pack(); columns with names may come in any order, where the limits or components= have names too
        """
        closed = self._closed(self._core.add(self._columns(sizes)))
        if self._course.is_due(self.items):
            self._course.note(self.items, self.packs, self.bound)
        return closed

    def _closed(self, arrays: Mapping[str, npt.NDArray[np.int64]]) -> List[npt.NDArray[np.int64]]:
        self._last = arrays
        return _by_pack(arrays, "items")

    @property
    def placed(self) -> Optional[npt.NDArray[np.int64]]:
        """With places=True, of every item of the last add(): the number of the pack that it went to, where packs are counted as
        they are opened; of an item that is split that of its first piece; −1: dropped. None without."""
        return None if self._last is None or not self._arguments["places"] else self._last["placed"]

    @property
    def numbers(self) -> Optional[npt.NDArray[np.int64]]:
        """With places=True, the numbers of the packs that the last add() or finish() returned. None without."""
        return None if self._last is None or not self._arguments["places"] else self._last["numbers"]

    @property
    def begins(self) -> Optional[List[npt.NDArray[np.int64]]]:
        """With overlong="split", of every pack that the last add() or finish() returned: where the piece of each of its items begins
        in the item. A piece ends where the next one of its item begins. None without."""
        if self._arguments.get("overlong") != "split":
            return None
        return [] if self._last is None else _by_pack(self._last, "begins")

    def _columns(self, sizes: Any) -> npt.NDArray[Any]:
        """The sizes, a column for each component in their order."""
        names, columns = named_columns(sizes)
        array = as_sizes(columns, len(self._components))
        if names is None or not self._is_named or names == self._components:
            return array
        if sorted(names) != sorted(self._components):
            raise _core.Error(f"sizes of {', '.join(names)}; expected {', '.join(self._components)}")
        return np.asarray(array)[:, [names.index(name) for name in self._components]]

    def finish(self) -> List[npt.NDArray[np.int64]]:
        """Closes everything that is still open."""
        closed = self._closed(self._core.finish())
        self._course.note(self.items, self.packs, self.bound)
        return closed

    def save(self) -> npt.NDArray[np.int64]:
        """The state, for restore() of a stream that was made with the same arguments."""
        return self._core.save()

    def restore(self, saved: npt.NDArray[np.int64]) -> None:
        """Continues where save() was called. Error: the stream was made with other arguments; this is not a state"""
        if not isinstance(saved, np.ndarray) or saved.dtype != np.int64:
            raise _core.Error(f"{shown(saved)} is not a state; expected what save() returned")
        self._core.restore(saved)

    def __reduce__(self) -> Tuple[Callable[..., Stream], Tuple[Dict[str, Any], npt.NDArray[np.int64]]]:
        return _restored, (self._arguments, self.save())

    @property
    def items(self) -> int:
        """Received so far."""
        return self._core.items

    @property
    def packs(self) -> int:
        """Closed so far."""
        return self._core.packs

    @property
    def bound(self) -> int:
        """No plan for the items so far has fewer packs."""
        return self._core.bound

    def plot(self, axes: Any = None) -> Any:
        """Packs and lower bound by the items received, since this object was made, with matplotlib. Returns the axes."""
        beyond = f", {self.packs / self.bound - 1:.2%} above the lower bound" if 0 < self.bound <= self.packs else ""
        title = f"{counted(self.items, 'item')} in {counted(self.packs, 'pack')}{beyond}"
        return plot_course(*self._course.columns(), title, axes)

    def __repr__(self) -> str:
        return f"<Stream: {counted(self.items, 'item')} received, {counted(self.packs, 'pack')} closed>"


def _by_pack(arrays: Mapping[str, npt.NDArray[np.int64]], name: str) -> List[npt.NDArray[np.int64]]:
    """An array of the core, cut where packs begin."""
    return np.split(arrays[name], arrays["offsets"][1:-1]) if len(arrays["offsets"]) > 1 else []


def _restored(arguments: Dict[str, Any], saved: npt.NDArray[np.int64]) -> Stream:
    stream = Stream(**arguments)
    stream.restore(saved)
    return stream


def stream(sizes: Iterable[Any], limits: Numbers, **options: Any) -> Iterator[npt.NDArray[np.int64]]:
    """The packs of an iterable of sizes, as they close. The options are those of Stream.

    sizes  one after another, or everything that pack() takes but a histogram
    """
    names, columns = named_columns(sizes)
    is_array = any(hasattr(columns, name) for name in ("__array__", "to_numpy", "detach"))
    if names is None and is_array:  # whose rows are the sizes of items
        sizes = as_sizes(columns, numbers_in(limits))
        if sizes.ndim == 2 and numbers_in(limits) == 1 and not isinstance(limits, Mapping):
            names = _core.default_components(sizes.shape[1])
    if names is not None and options.get("components") is None and not isinstance(limits, Mapping):
        options["components"] = names
    packer = Stream(limits, **options)
    if names is not None or is_array:
        yield from packer.add(sizes)
    else:
        for size in in_turn(columns):
            yield from packer.add([size])
    yield from packer.finish()
