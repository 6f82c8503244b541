"""A loader for training on temporal interactions: batches in the order of time, prepared by threads ahead of the training loop."""

from __future__ import annotations

import atexit
import math
import weakref
from typing import TYPE_CHECKING, Any, Callable, Dict, Iterator, Optional, Sequence, Tuple, Union

import numpy as np

from . import _core
from ._arrays import array_of, require_flag, require_text, whole_from, word_of
from ._picture import counted
from .events import Events, require_events
from .temporal import Split
from .temporal_batches import TemporalBatch, batch_of, converter
from .temporal_features import Features, pinned_rows
from .temporal_negatives import events_between, negatives_of
from .temporal_sampling import fanouts_of, span_of

if TYPE_CHECKING:
    import numpy.typing as npt


_asking_python: weakref.WeakSet[Any] = weakref.WeakSet()  # passes whose threads take Python's lock, to allocate


@atexit.register
def _stop_passes() -> None:
    """While there still is a lock to take."""
    for running in list(_asking_python):
        running.stop()


class TemporalLoader:
    """Batches of events in the order of time, each with its roots, their neighbours before their times, the different nodes and
    edges among all these, and their features. Threads prepare them ahead of the loop, without Python's lock.

    Every pass is an epoch of its own, numbered from `epoch` on: uniform neighbours and negatives are drawn again, and the same
    for the same seed and epoch, whatever `prefetch` and `threads` are. A pass that is left early ends its threads.

    A model with memory reads it in its own step, by batch.read(memory), after the step before has written: see TemporalBatch.

    batches              events per batch, or a Split, or the offsets of batches [batches + 1]
    neighbours           of each layer: of the roots, of their neighbours, …
    strategy             recent: the newest; uniform: drawn without replacement
    direction, visible   of neighbours, as in sample_neighbours(); batch-start is the state of a model that learns by batches
    window               only neighbours by events at most this much earlier
    negatives            destinations: nodes that are the destination of an event; nodes: of any event; historical: those that the
                         event's source had before, and has not now; inductive: of those, only nodes that it did not have in
                         training (Poursafaei et al. 2022); or an array [events, n], for evaluation, of the loader's events or
                         of all, as draw_negatives() and read_negatives() return: −1 stands for none; None: no negatives
    negatives_per_event  drawn for each event
    trained              for inductive: how many events training has seen, the first ones
    begin, end           the events of this loader, e.g. those to train on; batches are cut there
    node_features        [nodes, …] whose rows batches get, of any type; bfloat16 of torch is float32 where tensors="numpy"
    edge_features        [rows, …] the same, by events.feature_rows
    pin_memory           whether rows of features are gathered into pinned memory, from which .to("cuda", non_blocking=True) copies while the
                         loop goes on; default: with tensors="torch", where there is CUDA. Threads take Python's lock for the
                         moment in which torch finds this memory
    prefetch             batches prepared ahead; 0: by the loop itself
    threads              that prepare them, at most prefetch + 1
    seed, epoch          of all draws; the epoch of the first pass
    tensors              numpy, or torch: the same memory as tensors

    Memory is 4 bytes per node and edge for each thread, and the index of the events, which they keep.

    >>> events = Events([0, 1, 0, 2], [1, 2, 2, 0], [10, 20, 30, 40])
    >>> for batch in TemporalLoader(events, 2, neighbours=[1], negatives=None):
    ...     print(batch.sources, batch.layers[0].nodes.tolist())
    [0 1] [[-1], [0], [-1], [-1]]
    [0 2] [[1], [0], [1], [2]]
    """

    def __init__(
        self,
        events: Events,
        batches: Union[int, Split, Sequence[int], Any],
        *,
        neighbours: Union[int, Sequence[int]] = (10,),
        strategy: str = "recent",
        direction: str = "both",
        visible: str = "strict",
        window: Any = None,
        negatives: Any = "destinations",
        negatives_per_event: int = 1,
        trained: Optional[int] = None,
        begin: int = 0,
        end: Optional[int] = None,
        node_features: Any = None,
        edge_features: Any = None,
        pin_memory: Optional[bool] = None,
        prefetch: int = 2,
        threads: int = 1,
        seed: int = 0,
        epoch: int = 0,
        tensors: str = "numpy",
    ) -> None:
        require_events(events)
        self.events = events
        self.offsets = _offsets(events, batches, begin, end)
        self.epoch = word_of(epoch, "epoch")  # of the next pass
        self._as_asked = converter(tensors)
        named = (("node_features", node_features), ("edge_features", edge_features))
        self._features = [None if given is None else Features(given, what, tensors, self._as_asked) for what, given in named]
        drawn = negatives_of(events, negatives, negatives_per_event, self.offsets, word_of(seed, "seed"), trained)
        self._per_event = drawn.per_event
        require_text(strategy=strategy, direction=direction, visible=visible)
        sampling = {
            "fanouts": fanouts_of(neighbours, "neighbours"),
            "strategy": strategy,
            "direction": direction,
            "visible": visible,
            "window": _window(events, window),
            "seed": drawn.seed,
        }
        ahead = whole_from(0, prefetch, "prefetch"), whole_from(1, threads, "threads")
        rows = tuple(None if features is None else features.as_bytes() for features in self._features)
        if pin_memory is not None:
            require_flag(pin_memory, "pin_memory")
        self._arguments = {
            "events": events, "batches": self.offsets, "neighbours": sampling["fanouts"], "strategy": strategy, "direction": direction,
            "visible": visible, "window": window, "negatives": negatives, "negatives_per_event": negatives_per_event, "trained": trained,
            "pin_memory": pin_memory, "prefetch": prefetch, "threads": threads, "seed": seed, "tensors": tensors,
        }  # fmt: skip
        allocate = pinned_rows(pin_memory, tensors)
        self._allocates = allocate is not None
        self._core = _core.TemporalLoader(events._core, self.offsets, sampling, tuple(drawn), rows, *ahead, allocate)

    def __reduce__(self) -> Tuple[Callable[..., TemporalLoader], Tuple[Dict[str, Any]]]:
        tables = (None if features is None else features.table for features in self._features)
        return _made_of, ({**self._arguments, **dict(zip(("node_features", "edge_features"), tables)), "epoch": self.epoch},)

    def __len__(self) -> int:
        """Batches."""
        return len(self.offsets) - 1

    def __repr__(self) -> str:
        events = int(self.offsets[-1] - self.offsets[0])
        return f"<TemporalLoader: {counted(events, 'event')} in {counted(len(self), 'batch', 'batches')}, epoch {self.epoch}>"

    def __iter__(self) -> Iterator[TemporalBatch]:
        epoch = word_of(self.epoch, "epoch")
        self.epoch = epoch + 1
        return self._pass(epoch)

    def _pass(self, epoch: int) -> Iterator[TemporalBatch]:
        ahead = self._core.start(epoch)
        if self._allocates:
            _asking_python.add(ahead)
        while True:
            arrays = ahead.next()
            if arrays is None:
                return
            yield batch_of(arrays, self._per_event, self._features, self._as_asked)


def _made_of(arguments: Dict[str, Any]) -> TemporalLoader:
    return TemporalLoader(**arguments)


def _offsets(events: Events, batches: Any, begin: int, end: Optional[int]) -> npt.NDArray[np.int64]:
    last = events_between(events, begin, end)
    if isinstance(batches, (int, np.integer)) and not isinstance(batches, bool):
        inner = np.arange(begin, last, whole_from(1, batches, "batches"))
    else:
        inner = array_of(batches.offsets if isinstance(batches, Split) else batches, "batches")
        if inner.ndim != 1 or inner.dtype.kind not in "iu":
            raise _core.Error("batches are a number of events, a Split, or whole offsets [batches + 1]")
        if len(inner) and (inner.min() < 0 or inner.max() > len(events)):
            raise _core.Error(f"batches of the events {inner.min()} to {inner.max()}, and there are {len(events)}; they are of other events")
        inner = inner.astype(np.int64)
        if (inner[1:] <= inner[:-1]).any():
            raise _core.Error(f"the offsets of batches must ascend, within 0 to {len(events)}")
        begin, last = (max(begin, int(inner[0])), min(last, int(inner[-1]))) if len(inner) else (begin, begin)
    inner = inner[(inner > begin) & (inner < last)]
    return np.concatenate([[begin], inner, [last] if last > begin else []]).astype(np.int64)


def _window(events: Events, window: Any) -> Any:
    """Of whole times, whole too: none lies between."""
    if window is None:
        return None
    span = span_of(window)
    if events.times.dtype.kind == "f":
        return span
    return None if span > 2**62 else window if isinstance(window, (int, np.integer)) else math.floor(span)
