"""The batches of a TemporalLoader: what a training step on temporal interactions looks up, each row once."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Any, Callable, Dict, List, NamedTuple, Optional, Sequence

import numpy as np

from . import _core
from ._picture import counted, shown
from .temporal_features import Features

Arrays = Callable[[Any], Any]  # an array of numpy as the kind of array that was asked for


def converter(tensors: str) -> Arrays:
    """Error: neither numpy nor torch; torch is not installed"""
    if tensors == "numpy":
        return np.asarray
    if tensors != "torch":
        raise _core.Error(f"tensors cannot be {shown(tensors)}; expected numpy or torch")
    try:
        from_numpy: Arrays = import_module("torch").from_numpy
    except ImportError:
        raise _core.Error('tensors="torch", and torch is not installed') from None
    return from_numpy


class EdgeIndex(NamedTuple):
    """The neighbours found, as PyG has a sampled graph: of U nodes and M edges from neighbours to what they are neighbours of.

    n_id        [U] nodes; those of the batch
    edge_index  [2, M] indices into n_id
    e_id        [M] events
    """

    n_id: Any
    edge_index: Any
    e_id: Any


@dataclass(frozen=True, repr=False)
class TemporalLayer:
    """Neighbours of R roots, or in a further layer of the R slots of the layer before, row by row; k for each, newest first.
    Slots without a neighbour are at the end of a row.

    nodes         [R, k] −1 in empty slots
    events        [R, k] that connect them; −1 in empty slots
    times         [R, k] of the events; in empty slots that of the root
    ages          [R, k] float32: from the event to the root's time, in the unit of the times; 0 in empty slots
    counts        [R] int32: neighbours found
    node_inverse  [R, k] indices into the batch's nodes; in empty slots that of the root
    edge_inverse  [R, k] indices into the batch's edges; in empty slots that of the batch's first event
    """

    nodes: Any
    events: Any
    times: Any
    ages: Any
    counts: Any
    node_inverse: Any
    edge_inverse: Any

    def __repr__(self) -> str:
        roots, most = self.nodes.shape
        return f"<up to {counted(most, 'neighbour')} of {counted(roots, 'root')}>"

    @property
    def mask(self) -> Any:
        """[R, k] whether a slot has a neighbour."""
        return self.events >= 0


@dataclass(frozen=True, repr=False)
class TemporalBatch:
    """The B events [begin, end) and what a training step looks up for them, as arrays of numpy or tensors of torch. The arrays
    share memory that later batches use again when nothing refers to it any more: keep what you like, change what you like.

    Ids are int64; times are int64 or float64, as in the events. With n negatives per event there are R = (2 + n) · B roots.

    begin, end     of the events; event e of the batch is begin + e
    sources        [B]
    destinations   [B]
    times          [B]
    negatives      [B, n]; −1 where fixed negatives have none
    roots          [R] sources, destinations, negatives of one event after the other
    root_times     [R] those of their events
    layers         of neighbours: of the roots, then of the neighbours found, …
    nodes          [U] the different nodes among roots and neighbours, by first occurrence
    root_inverse   [R] roots == nodes[root_inverse]; for a negative −1, the index of its source
    edges          [F] the different feature rows of the batch's events and of those that lead to neighbours
    event_inverse  [B] indices of the batch's events into edges
    node_features  [U, …] rows of the table of node features; None without one
    edge_features  [F, …] rows of the table of edge features; None without one
    last_writes    [W] the roots, below 2 · B, whose events are the last of their nodes: one for each node that an event has
    """

    begin: int
    end: int
    sources: Any
    destinations: Any
    times: Any
    negatives: Any
    roots: Any
    root_times: Any
    layers: List[TemporalLayer]
    nodes: Any
    root_inverse: Any
    edges: Any
    event_inverse: Any
    node_features: Any
    edge_features: Any
    last_writes: Any
    _as_asked: Arrays

    def __len__(self) -> int:
        """B, the number of events."""
        return self.end - self.begin

    def __repr__(self) -> str:
        return f"<TemporalBatch: events [{self.begin}, {self.end}), {counted(len(self.nodes), 'node')}, layers {self.layers}>"

    def read(self, memory: Any) -> Any:
        """[U, …] the rows of the batch's nodes in a table that training writes, as of now. Call it in the step itself, after
        write() of the step before: the loader prepares batches earlier and would find rows out of date (Gao et al. 2024).

        memory  [nodes, …] an array or a tensor, on a device too
        """
        return memory[self._beside(memory, self.nodes)]

    def write(self, memory: Any, rows: Any) -> None:
        """Writes the rows of the nodes that an event of the batch has: for each the row that its last event leaves behind.

        memory  [nodes, …] is changed
        rows    [W, …] in the order of last_writes; take them from rows of the roots as rows[batch.last_writes]
        """
        memory[self._beside(memory, self.roots[self.last_writes])] = rows

    def edge_index(self, layers: Optional[Sequence[int]] = None) -> EdgeIndex:
        """The neighbours as PyG's (n_id, edge_index, e_id); the edge to a node occurs once for each event, for however many
        roots it was found. Times of roots are lost in it: neighbours as of different times are together in a node's.

        layers  by number; default: all
        cost    O(M log M)
        """
        every = range(len(self.layers))
        chosen = list(every if layers is None else layers)
        if not all(number in every for number in chosen):
            raise _core.Error(f"layers cannot be {chosen}; expected numbers from 0 to {len(every) - 1}")
        sources, targets, events = ([np.empty(0, np.int64)] for _ in range(3))
        of = np.asarray(self.root_inverse)
        inverses = [of] + [np.asarray(layer.node_inverse).ravel() for layer in self.layers]
        for number in chosen:
            layer = self.layers[number]
            mask = np.asarray(layer.mask)
            sources.append(np.asarray(layer.node_inverse)[mask])
            targets.append(np.repeat(inverses[number], mask.sum(axis=1)))
            events.append(np.asarray(layer.events)[mask])
        ends = np.stack([np.concatenate(sources), np.concatenate(targets)])
        e_id = np.concatenate(events)
        _, first = np.unique(np.stack([ends[1], e_id]), axis=1, return_index=True)
        return EdgeIndex(self.nodes, self._as_asked(ends[:, first]), self._as_asked(e_id[first]))

    @staticmethod
    def _beside(memory: Any, ids: Any) -> Any:
        """Ids where a table of torch is."""
        if not hasattr(memory, "detach"):
            return ids
        return import_module("torch").as_tensor(ids, device=memory.device)


def batch_of(
    arrays: Dict[str, Any], per_event: int, features: Sequence[Optional[Features]], as_asked: Arrays
) -> TemporalBatch:
    """The batch of the arrays that the core makes.

    features  of nodes and of edges
    """
    size = arrays["end"] - arrays["begin"]
    layers = [TemporalLayer(**{name: as_asked(one) for name, one in layer.items()}) for layer in arrays.pop("layers")]
    rows = {name: arrays.pop(name) for name in ("node_features", "edge_features")}
    roots = arrays["roots"]
    arrays.update(
        sources=roots[:size], destinations=roots[size : 2 * size], negatives=roots[2 * size :].reshape(size, per_event),
        times=arrays["root_times"][:size],
    )  # fmt: skip
    given = {name: as_asked(one) if isinstance(one, np.ndarray) else one for name, one in arrays.items()}
    for (name, taken), table in zip(rows.items(), features):
        given[name] = None if table is None else table.of_bytes(taken)
    return TemporalBatch(**given, layers=layers, _as_asked=as_asked)
