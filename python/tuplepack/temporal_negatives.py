"""Negatives of temporal interactions, which link prediction contrasts them with: drawn, or read from a file of TGB."""

from __future__ import annotations

import os
import pickle
from typing import TYPE_CHECKING, Any, NamedTuple, Optional, Union

import numpy as np

from . import _core
from ._arrays import array_of, whole_from, whole_number, word_of
from ._picture import shown, type_of
from .events import Events, require_events
from .files import opened

if TYPE_CHECKING:
    import numpy.typing as npt


def events_between(events: Events, begin: int, end: Optional[int]) -> int:
    """The end, by default that of all events. Error: [begin, end) is not among them"""
    last = len(events) if end is None else whole_number(end, "end")
    if whole_number(begin, "begin") > last or last > len(events):
        raise _core.Error(f"the events {begin} to {last} are not among the {len(events)}")
    return last


def _trained(events: Events, negatives: str, trained: Optional[int]) -> int:
    if not isinstance(negatives, str):
        raise _core.Error(f"negatives cannot be {shown(negatives)}; expected destinations, nodes, historical or inductive")
    if (trained is None) == (negatives == "inductive"):
        raise _core.Error('negatives="inductive" and trained=, how many events training has seen, need each other')
    return 0 if trained is None else whole_from(0, trained, "trained")


class Negatives(NamedTuple):
    """As the core takes them: those given, and the first event that they are of; or how to draw them."""

    given: Any
    first: int
    per_event: int
    origin: str
    seed: int
    trained: int


def negatives_of(
    events: Events, negatives: Any, per_event: int, offsets: npt.NDArray[np.int64], seed: int, trained: Optional[int]
) -> Negatives:
    """What a TemporalLoader was given.

    offsets  of its batches
    """
    if negatives is None:
        if per_event != 1:
            raise _core.Error(f"negatives_per_event is {shown(per_event)}, and negatives is None: there are none to draw")
        return Negatives(None, 0, 0, "destinations", seed, 0)
    if isinstance(negatives, str):
        seen = _trained(events, negatives, trained)
        return Negatives(None, 0, whole_from(0, per_event, "negatives_per_event"), negatives, seed, seen)
    given = array_of(negatives, "negatives")
    begin, end = int(offsets[0]), int(offsets[-1])
    if given.ndim != 2 or len(given) not in (end - begin, len(events)):
        raise _core.Error(
            f"negatives of shape {list(given.shape)}; expected a row for each of {end - begin} events, or of all {len(events)}"
        )
    if per_event not in (1, given.shape[1]):
        raise _core.Error(f"negatives_per_event is {shown(per_event)}, but the negatives given are {given.shape[1]} for each event")
    return Negatives(given, 0 if len(given) == len(events) else begin, given.shape[1], "destinations", seed, 0)


def draw_negatives(
    events: Events,
    negatives: str = "destinations",
    per_event: int = 1,
    *,
    begin: int = 0,
    end: Optional[int] = None,
    trained: Optional[int] = None,
    seed: int = 0,
    epoch: int = 0,
) -> npt.NDArray[np.int64]:
    """The negatives that a TemporalLoader draws for the events [begin, end). Those of an event depend on the seed, the epoch and
    the event alone. Keep what is drawn for evaluation and pass it as negatives=, so that every epoch is compared with the same.

    negatives  destinations, nodes, historical or inductive, as in TemporalLoader
    trained    for inductive: how many events training has seen, the first ones
    returns    [end − begin, per_event]
    cost       O(1) each, after O(events) once

    >>> events = Events([0, 0, 0], [1, 2, 1], [10, 20, 30])
    >>> draw_negatives(events, "historical", begin=2).tolist()
    [[2]]
    """
    require_events(events)
    last = events_between(events, begin, end)
    seen = _trained(events, negatives, trained)
    count = whole_from(1, per_event, "per_event")
    numbers = word_of(seed, "seed"), word_of(epoch, "epoch")
    return _core.draw_negatives(events._core, negatives, count, *numbers, seen, begin, last)


class _PlainPickle(pickle.Unpickler):
    """Reads numbers, arrays of them and containers, and runs no code of the file."""

    OF_NUMPY = {"_reconstruct", "scalar", "ndarray", "dtype", "_frombuffer"}

    def find_class(self, module: str, name: str) -> Any:
        is_array = module.partition(".")[0] == "numpy" and name in self.OF_NUMPY
        if not is_array and (module, name) != ("_codecs", "encode"):  # of bytes, in protocol 2
            raise pickle.UnpicklingError(f"it needs {module}.{name}")
        try:
            return super().find_class(module, name)
        except ImportError:  # numpy 2 renamed it
            return super().find_class(module.replace("numpy._core", "numpy.core"), name)


def read_negatives(
    path: Union[str, "os.PathLike[str]"], events: Events, *, begin: int = 0, end: Optional[int] = None
) -> npt.NDArray[np.int64]:
    """The negatives that TGB evaluates the events [begin, end) with, from its files (`tgbl-wiki_val_ns_v2.pkl`, …): a pickle of
    {(source, destination, time): destinations}. Ids and times of the events are those of TGB. What the file would run is not run.

    begin, end  the events of its part: validation or test
    returns     [end − begin, the most that an event has], padded with −1; pass it as negatives= to a TemporalLoader
    """
    require_events(events)
    last = events_between(events, begin, end)
    try:
        with opened(path) as file:
            found = _PlainPickle(file).load()
    except _core.Error:
        raise
    except Exception as error:  # whatever damage makes pickle raise
        raise _core.Error(f"{path}: not a pickle of numbers ({error})") from None
    if not isinstance(found, dict):
        raise _core.Error(f"{path}: a pickle of {type_of(found)}; expected {{(source, destination, time): destinations}}")
    keys = zip(*(column[begin:last].tolist() for column in (events.sources, events.destinations, events.times)))
    rows = []
    for number, key in enumerate(keys, begin):
        if key not in found:
            raise _core.Error(f"{path}: no negatives of event {number}: {key[0]} → {key[1]} at {key[2]}")
        rows.append(np.asarray(found[key]).ravel())
    negatives = np.full((len(rows), max(map(len, rows), default=0)), -1, np.int64)
    for row, mine in zip(negatives, rows):
        row[: len(mine)] = mine
    return negatives
