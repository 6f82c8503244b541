"""PackedIterable: a data set of torch that is packed while it is read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Dict, Iterator, List, Mapping, Optional, Tuple, cast

import numpy as np
import torch
from torch.utils.data import IterableDataset

from . import _core
from ._arrays import in_turn, is_sample, is_sequence, numbers_in, require_flag, whole_number
from ._picture import shown, type_of
from ._samples import part_of
from .pieces import Cutting, cut_items, room_for_a_piece
from .ranks import own_rank
from .streaming import Stream

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._options import Numbers, StreamOptions


class PackedIterable(IterableDataset):  # type: ignore[misc]
    """An IterableDataset of packs, each a list of samples: packs them while they are read, in memory that does not grow.
    For a DataLoader with batch_size=None and a collate_fn:

        DataLoader(PackedIterable(samples, 2048), batch_size=None, collate_fn=partial(collate_packed, limit=2048, batch=None), …)

    Each worker of each rank takes every n-th sample, n being their number in all. To continue after an interruption, save
    state_dict() of the data set; with workers use a loader that asks them for it, such as torchdata's StatefulDataLoader.
    It resumes with the same limits and options, and as many workers and ranks. How many packs a rank gets depends on its
    samples: in data-parallel training end every pass after a fixed number of steps, or use torch's Join.

    samples  an iterable that can be read several times, or a function that returns an iterable; an iterator has one pass only
    limits   the capacity of a pack
    size     of a sample; default: the length of its input_ids, or of itself
    sharded  whether `samples` has the samples of this worker and rank only
    stride, minimum, side  how overlong="split" and "truncate" cut samples that are dicts of columns, or sequences: as in
             pack_dataset(). A pack has pieces then, samples with some of the tokens
    options  those of Stream
    errors   raised by the pass: samples whose size is not known, or over the limit; a second pass over an iterator
    """

    def __init__(
        self,
        samples: Any,
        limits: Numbers,
        *,
        size: Optional[Callable[[Any], Any]] = None,
        sharded: bool = False,
        stride: int = 0,
        minimum: int = 1,
        side: str = "right",
        **options: Unpack[StreamOptions],
    ) -> None:
        if not callable(samples) and not hasattr(samples, "__iter__") and not hasattr(samples, "__getitem__"):
            raise _core.Error(f"samples is {shown(samples)}; expected an iterable, or a function that returns one")
        if size is not None and not callable(size):
            raise _core.Error(f"size cannot be {shown(size)}; expected a function that says how long a sample is")
        require_flag(sharded, "sharded")
        self._samples, self._limits, self._size = samples, limits, size or _length
        self._sharded, self._options = sharded, dict(options)
        self._cutting, self._overlong = Cutting(stride, minimum, side), options.get("overlong")
        self._cutting.is_of_core(self._overlong)
        self._room = 0  # the most that a piece may have
        if self._overlong in ("split", "truncate"):
            if numbers_in(limits) > 1 or size is not None:
                raise _core.Error(f"overlong='{self._overlong}' cuts tokens; it takes neither several limits nor size=")
            self._options["overlong"] = "error"
            self._room = room_for_a_piece(limits, self._options)
        self._numbers = len(self._stream()._components)  # of a size
        self._read: Any = None  # the iterator of the last pass, if it can be read only once
        self._dropped: Dict[Any, bool] = {}  # by size
        self._state: Optional[Dict[str, Any]] = None  # to begin the next pass with
        self._now: Dict[str, Any] = {}
        self._ranks = (0, 1)

    def _stream(self) -> Stream:
        return Stream(self._limits, **cast(Any, self._options))

    def _place(self) -> Tuple[int, int]:
        """Which of how many shares of the samples this worker and rank has."""
        worker: Any = getattr(torch.utils.data, "get_worker_info")()
        rank, world_size = own_rank() if worker is None else self._rank_of_loader()
        workers, number = (1, 0) if worker is None else (worker.num_workers, worker.id)
        return rank * workers + number, world_size * workers

    def _rank_of_loader(self) -> Tuple[int, int]:
        """In a worker, which has torch.distributed as its loader had it if it was forked, but not if it was spawned."""
        own = own_rank()
        return self._ranks if own == (0, 1) else own

    def _share(self) -> Iterator[Any]:
        """The samples of this worker and rank."""
        samples: Any = self._samples() if callable(self._samples) else self._samples
        if not hasattr(samples, "__iter__") and not hasattr(samples, "__getitem__"):
            raise _core.Error(f"samples returned {shown(samples)}; expected an iterable")
        if hasattr(samples, "__next__"):
            if samples is self._read:
                raise _core.Error("samples is an iterator that was read already; pass a function that returns a new one for every pass")
            self._read = samples
        share, shares = (0, 1) if self._sharded else self._place()
        return (sample for position, sample in enumerate(in_turn(samples)) if position % shares == share)

    def _run(self) -> str:
        """What a state goes with."""
        share, shares = self._place()
        cutting = (self._overlong, self._cutting) if self._room else ()
        options = sorted((name, _plain(value)) for name, value in self._options.items() if value is not None)
        sharded = ", sharded" if self._sharded else ""
        return f"share {share} of {shares}{sharded}, limits {_plain(self._limits)!r}, {options!r}{cutting or ''}"

    def _is_dropped(self, size: Any) -> bool:
        key = tuple(size) if hasattr(size, "__len__") else size
        if key not in self._dropped:
            alone = self._stream()
            self._dropped[key] = not alone.add([size]) + alone.finish()
        return self._dropped[key]

    def _pieces(self, sample: Any) -> Tuple[List[Any], List[Any]]:
        """What a sample is packed as, and its sizes: the sample, or the pieces of a long one; nothing, if it is dropped."""
        size: Any = self._size(sample)
        if is_sequence(size) and (self._numbers == 1 or len(size) != self._numbers):  # else it would stand for its length
            expected = "a number" if self._numbers == 1 else f"{self._numbers} numbers, one for each limit"
            raise _core.Error(f"size= says {shown(size)} of a sample; expected {expected}")
        if self._overlong == "drop" and self._is_dropped(size):
            return [], []
        if not self._room or size <= self._room:
            return [sample], [size]
        pieces = cut_items(np.array([size]), self._room, str(self._overlong), self._cutting)
        parts = [slice(begin, begin + length) for begin, length in zip(pieces.begins.tolist(), pieces.lengths.tolist())]
        cut = [part_of(sample, part, size) if isinstance(sample, Mapping) else sample[part] for part in parts]
        return cut, pieces.lengths.tolist()

    def __iter__(self) -> Iterator[List[Any]]:
        state, self._state = self._state, None
        packer = self._stream()
        held: Dict[int, Any] = {}
        read = seen = 0
        if state is not None:
            if state["run"] != self._run():
                raise _core.Error(f"the state is from a different run: {state['run']}; this is {self._run()}")
            packer.restore(state["stream"])
            held, read = dict(state["held"]), state["read"]
            yield from self._closed(state["closed"], packer, held, read)
        for position, sample in enumerate(self._share()):
            seen = position + 1
            if position < read:
                continue
            read, first = position + 1, packer.items
            pieces, sizes = self._pieces(sample)
            held.update(enumerate(pieces, first))
            yield from self._closed([pack.tolist() for pack in packer.add(sizes)], packer, held, read)
        if seen < read:
            raise _core.Error(f"the state is from a different run: it was taken after {read} samples, and these are {seen}")
        yield from self._closed([pack.tolist() for pack in packer.finish()], packer, held, read)
        self._now = {}

    def _closed(self, packs: List[List[int]], packer: Stream, held: Dict[int, Any], read: int) -> Iterator[List[Any]]:
        """The samples of packs that have closed; the state is right whenever one is handed out."""
        for number, pack in enumerate(packs):
            taken = [held.pop(item) for item in pack]
            self._now = {"stream": packer, "held": held, "read": read, "closed": packs[number + 1 :]}
            yield taken

    def __repr__(self) -> str:
        given: Dict[str, Any] = {"limits": self._limits, **self._options}
        if self._room:
            given["overlong"] = self._overlong
        return f"<PackedIterable: {', '.join(f'{name}={value!r}' for name, value in given.items())}>"

    def state_dict(self) -> Dict[str, Any]:
        """After the pack that was handed out last: the samples that are held back, and how many were read."""
        now = self._now
        if not now:
            return dict(self._state or {})
        return {**now, "run": self._run(), "stream": now["stream"].save(), "held": dict(now["held"])}

    def load_state_dict(self, state: Mapping[str, Any]) -> None:
        """Makes the next pass resume after that pack. Error, also of that pass: the state is of another run"""
        if not isinstance(state, Mapping) or (state and not {"run", "stream", "held", "read", "closed"} <= set(state)):
            raise _core.Error(f"{shown(state)} is not a state; expected what state_dict() returned")
        if state:
            whole_number(state["read"], "the state's read")
            held, closed = state["held"], state["closed"]
            is_whole = isinstance(held, Mapping) and isinstance(closed, list) and all(isinstance(pack, list) for pack in closed)
            if not is_whole or not all(item in held for pack in closed for item in pack):
                raise _core.Error("the state is damaged: the samples of its packs are not in it")
        self._state, self._now = dict(state) or None, {}

    def __getstate__(self) -> Dict[str, Any]:
        state = {**self.__dict__, "_ranks": own_rank()}
        return {**state, "_read": None} if callable(self._samples) else state


def _plain(given: Any) -> Any:
    """Numbers as Python's, and one of one component by itself."""
    value = given.tolist() if hasattr(given, "tolist") else given
    if isinstance(value, (list, tuple)):
        value = [_plain(one) for one in value]
        return value[0] if len(value) == 1 else value
    if isinstance(value, Mapping):
        return _plain(list(value.values())) if len(value) == 1 else {str(name): _plain(value[name]) for name in sorted(value)}
    return value


def _length(sample: Any) -> int:
    """Of the tokens of a sample. Error: there is nothing to be counted"""
    tokens = sample.get("input_ids") if isinstance(sample, Mapping) else sample
    if not is_sequence(tokens) or is_sample(tokens) or getattr(tokens, "ndim", 1) > 1:
        what = f"of {', '.join(map(str, sample))}" if isinstance(sample, Mapping) else f"that is {type_of(sample)}"
        shape = f", whose shape is {list(tokens.shape)}" if hasattr(tokens, "shape") else ""
        raise _core.Error(f"a sample {what}{shape}; expected input_ids, the numbers of its tokens, or size=, which says how long it is")
    return len(tokens)
