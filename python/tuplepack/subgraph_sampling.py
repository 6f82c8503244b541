"""Subgraphs around seeds of a graph in memory."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Dict, Iterator, List, Mapping, NamedTuple, Optional, Tuple, Union

import numpy as np

from . import _core
from ._arrays import array_of, as_array, require_flag, require_names, require_text, whole_from, whole_number
from ._picture import sized
from ._threads import in_order, require_threads
from .graph_columns import load_columns, reversed_names, save_columns

if TYPE_CHECKING:
    import numpy.typing as npt


class Edges(NamedTuple):
    """Edges of a sampled subgraph: ends by their positions among its nodes, and rows in the arrays of the graph."""

    source: npt.NDArray[np.uint32]
    target: npt.NDArray[np.uint32]
    row: npt.NDArray[np.int64]


class Subgraph(NamedTuple):
    """nodes: by node set, ids in the graph, the seeds first; of "_readout" the numbers of the seeds. edges: by edge set."""

    nodes: Dict[str, npt.NDArray[np.uint32]]
    edges: Dict[str, Edges]

    @property
    def sizes(self) -> Dict[str, int]:
        """How many nodes and edges its sets have, as nodes/SET and edges/SET."""
        nodes = {f"nodes/{name}": len(ids) for name, ids in self.nodes.items()}
        return {**nodes, **{f"edges/{name}": len(ends.row) for name, ends in self.edges.items()}}

    def __repr__(self) -> str:
        return f"<Subgraph: {sized(self.sizes)}>"


class Subgraphs(Iterator[Subgraph]):
    """The subgraphs of subgraphs(), one after another.

    schema  text of the GraphSchema that their records have, for write_records(): the sets that the spec reaches and their
            features, and the readout. `tuplepack subgraphs` writes the same beside its records
    """

    def __init__(self, schema: str, found: Iterator[Subgraph]) -> None:
        self.schema = schema
        self._found = found

    def __next__(self) -> Subgraph:
        return next(self._found)


def subgraphs(
    schema: str,
    spec: str,
    nodes: Mapping[str, int],
    edges: Mapping[str, Tuple[Any, ...]],
    seeds: Any,
    *,
    times: Any = None,
    seeds_per_subgraph: int = 1,
    readout: Optional[str] = None,
    remove_reverse: bool = False,
    reverse: Optional[Mapping[str, str]] = None,
    seed: int = 0,
    paths: str = "unique",
    induced: bool = False,
    threads: int = 1,
) -> Subgraphs:
    """Samples subgraphs around seeds of a graph in memory, as `tuplepack subgraphs` does: the same choices for the same
    seeds and the same seed of random numbers. They have the sets that the spec reaches.

    schema  text of a GraphSchema of TensorFlow GNN
    spec    text of a SamplingSpec
    nodes   how many there are, by node set
    edges   by edge set: (sources, targets), also with weights, and times; sets that the spec does not sample may be left out
    seeds   ids of nodes of the spec's seed set; of a spec for links [n, 2], pairs of nodes, whose link is never sampled
    times   of the seeds, for LATEST_K
    seeds_per_subgraph  consecutive seeds that share a subgraph; not with times
    readout  "seed" or "links": the node set "_readout" has a node for each seed, as whose ids and rows the seeds are numbered, and
            the edge sets of the schema, or "_readout/seed", lead to it; "first": there is none. Default: links of a spec for
            links, seed if several seeds share a subgraph, else first
    remove_reverse  the links of pairs are undirected: the edge from the second node to the first is never sampled either
    reverse  edge sets that are others with source and target swapped: {"written_by": "writes"}, with the same rows
    paths   unique: an op samples a node at most once; tfgnn: once for each path that reaches it
    induced  adds all edges among the nodes
    threads that sample ahead; the subgraphs and their order are the same
    """
    counts, arrays, swapped = _checked_graph(schema, nodes, edges, reverse)
    sampling = _Sampling(times, seeds_per_subgraph, readout, remove_reverse, seed, paths, induced, threads)
    return _sampled(schema, spec, counts, arrays, swapped, seeds, 0, sampling)


def save_graph(
    folder: Union[str, os.PathLike[str]],
    schema: str,
    nodes: Mapping[str, int],
    edges: Mapping[str, Tuple[Any, ...]],
    *,
    reverse: Optional[Mapping[str, str]] = None,
) -> None:
    """Writes a graph to a new folder, from which many processes sample it with sample_subgraphs(). Arguments as for subgraphs().

    cost  4 bytes per edge and 8 per node on disk; 4 more per edge unless edges come sorted by source, and those of weights and times
    """
    counts, arrays, swapped = _checked_graph(schema, nodes, edges, reverse)
    save_columns(folder, schema, counts, arrays, swapped)


def sample_subgraphs(
    graph: Union[str, os.PathLike[str]],
    spec: str,
    seeds: Any,
    *,
    first: int = 0,
    times: Any = None,
    seeds_per_subgraph: int = 1,
    readout: Optional[str] = None,
    remove_reverse: bool = False,
    seed: int = 0,
    paths: str = "unique",
    induced: bool = False,
    threads: int = 1,
) -> Subgraphs:
    """Samples subgraphs around a shard of the seeds, as subgraphs() does around all: the shards together have the same subgraphs,
    wherever the seeds are cut. The graph is mapped read-only, so that the processes of a machine have it in memory once.

    graph   folder that save_graph() has written
    seeds, times  of the shard; with seeds_per_subgraph, shards begin at a multiple of it
    first   number of the shard's first seed among all, for the node set "_readout"; a multiple of seeds_per_subgraph
    others  as for subgraphs()
    cost    of each call: all offsets and targets are read once to check them
    """
    columns = load_columns(graph)
    sampling = _Sampling(times, seeds_per_subgraph, readout, remove_reverse, seed, paths, induced, threads)
    return _sampled(columns.schema, spec, columns.nodes, columns.edges, columns.reverse, seeds, whole_from(0, first, "first"), sampling)


class _Sampling(NamedTuple):
    """Options of subgraphs()."""

    times: Any
    seeds_per_subgraph: int
    readout: Optional[str]
    remove_reverse: bool
    seed: int
    paths: str
    induced: bool
    threads: int


def _checked_graph(
    schema: str, nodes: Mapping[str, int], edges: Mapping[str, Tuple[Any, ...]], reverse: Optional[Mapping[str, str]]
) -> Tuple[Dict[str, int], Dict[str, Tuple[Any, ...]], Dict[str, str]]:
    require_text(schema=schema)
    if not isinstance(nodes, Mapping) or not isinstance(edges, Mapping):
        raise _core.Error("nodes and edges are dicts by set: {'paper': 1000} and {'cites': (sources, targets)}")
    counts = {str(name): whole_number(count, f"nodes: '{name}'") for name, count in nodes.items()}
    swapped = reversed_names(reverse)
    require_names(counts, sets_of(schema, "nodes"), "nodes", "the schema has no node set")
    return counts, _edge_arrays(schema, edges, swapped), swapped


def _sampled(
    schema: str, spec: str, nodes: Dict[str, int], edges: Mapping[str, Any], swapped: Dict[str, str], seeds: Any, number: int,
    sampling: _Sampling,
) -> Subgraphs:  # fmt: skip
    """number  of the first seed"""
    times, readout, threads = sampling.times, sampling.readout, sampling.threads
    require_threads(threads)
    require_flag(sampling.induced, "induced")
    require_flag(sampling.remove_reverse, "remove_reverse")
    require_text(spec=spec, paths=sampling.paths, readout="" if readout is None else readout)
    each = whole_from(1, sampling.seeds_per_subgraph, "seeds_per_subgraph")
    if number % each != 0:
        raise _core.Error(f"first cannot be {number}; with seeds_per_subgraph={each}, shards begin at a multiple of it")
    if each > 1 and times is not None:
        raise _core.Error("times are of subgraphs of one seed; leave out seeds_per_subgraph")
    sampler = _core.Sampler(
        schema, spec, nodes, edges, whole_number(sampling.seed, "seed"), sampling.paths, bool(sampling.induced), readout, each,
        bool(sampling.remove_reverse), list(swapped.items()),
    )  # fmt: skip
    roots = _roots(seeds, sampler.links)
    before = [None] * len(roots) if times is None else _times(times)
    if len(before) != len(roots):
        raise _core.Error(f"{len(before)} times for {len(roots)} seeds; expected one for each")

    def sample(first: int) -> Subgraph:
        found = sampler.sample(roots[first : first + each], before[first], number + first)
        return Subgraph(found["nodes"], {name: Edges(**one) for name, one in found["edges"].items()})

    return Subgraphs(sampler.schema, in_order(sample, range(0, len(roots), each), threads))


def sets_of(schema: str, kind: str) -> List[str]:
    """The sets of a schema: kind is nodes or edges."""
    return [name[len(kind) + 1 :] for name in _core.graph_sets(schema) if name.startswith(f"{kind}/")]


def _edge_arrays(schema: str, edges: Mapping[str, Tuple[Any, ...]], swapped: Mapping[str, str]) -> Dict[str, Tuple[Any, ...]]:
    """The arrays of each edge set, also of those that are others reversed."""
    require_names(edges, sets_of(schema, "edges"), "edges", "the schema has no edge set")
    arrays = {
        name: tuple(None if one is None else as_array(one) for one in columns) for name, columns in edges.items()
    }
    for name, of in swapped.items():
        if len(arrays.get(of, ())) >= 2:  # else it is refused with the others
            sources, targets, *rest = arrays[of]
            arrays[name] = (targets, sources, *rest)
    return arrays


def _roots(seeds: Any, are_links: bool) -> List[List[int]]:
    """The node of each seed, or both nodes of its pair."""
    array = array_of(seeds, "seeds")
    if array.size == 0:
        return []
    if array.dtype.kind not in "iu":
        raise _core.Error(f"seeds of {array.dtype}; expected integer node ids")
    if array.ndim != (2 if are_links else 1) or (are_links and array.shape[1] != 2):
        expected = "pairs of nodes, [n, 2]" if are_links else "nodes, [n]"
        raise _core.Error(f"seeds of shape {list(array.shape)}; the spec's are {expected}")
    roots: List[List[int]] = array.reshape(len(array), -1).tolist()
    return roots


def _times(times: Any) -> List[Any]:
    array = array_of(times, "times").reshape(-1)
    if array.size and array.dtype.kind not in "iu":
        raise _core.Error(f"times of {array.dtype}; expected integers, in the unit of the times of edges")
    found: List[Any] = array.tolist()
    return found
