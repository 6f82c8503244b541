"""What other libraries call these things. None of them is imported: whatever has the right attributes will do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, Mapping, Optional, Sequence, Tuple

import numpy as np

from . import _core
from ._arrays import NamedSizes, as_array, in_turn
from ._notes import note
from .graphs import Subgraph
from .packing import Plan, require_plan
from .records import Record

if TYPE_CHECKING:
    import numpy.typing as npt


# ---- sizes of graphs ----

_NODE_KEYS = ("x", "feat", "pos", "batch", "node_type", "n_id")
"""Of torch_geometric/data/storage.py: attributes with a row for every node."""


def graph_sizes(graphs: Any) -> NamedSizes:
    """[n, k] sizes of graphs, with the names of their components.

    graphs  PyG's Data and HeteroData, DGL's graphs, jraph's GraphsTuple, our Subgraph and Record, one after another; or a
            Batch or an InMemoryDataset of PyG's, whose slices are read without a loop over the graphs
    names   "nodes", "edges"; where there are several types "nodes/TYPE" and "edges/SRC:REL:DST", or the sets' names
    """
    sliced = _of_slices(graphs)
    if sliced is not None:
        return NamedSizes.of(["nodes", "edges"], sliced)
    if not hasattr(graphs, "__iter__") and not hasattr(graphs, "__getitem__"):
        raise _core.Error(f"graphs is {graphs!r}; expected a list of graphs, or a data set of them")
    rows = [_size_of(graph) for graph in in_turn(graphs)]
    names = list(dict.fromkeys(name for row in rows for name in row)) or ["nodes", "edges"]
    names.sort(key=lambda name: not name.startswith("nodes"))  # nodes first
    table = np.array([[row.get(name, 0) for name in names] for row in rows], np.int64).reshape(-1, len(names))
    return NamedSizes.of(names, table)


def _size_of(graph: Any) -> Dict[str, int]:
    if isinstance(graph, Record):
        return graph.sizes
    if isinstance(graph, Subgraph):
        nodes = {f"nodes/{name}": len(ids) for name, ids in graph.nodes.items()}
        return {**nodes, **{f"edges/{name}": len(ends.row) for name, ends in graph.edges.items()}}
    if hasattr(graph, "n_node"):  # jraph
        return {"nodes": int(np.sum(graph.n_node)), "edges": int(np.sum(graph.n_edge))}
    if hasattr(graph, "node_types") and hasattr(graph, "edge_types"):  # HeteroData
        nodes = {f"nodes/{name}": int(graph[name].num_nodes) for name in graph.node_types}
        return {**nodes, **{f"edges/{':'.join(name)}": int(graph[name].num_edges) for name in graph.edge_types}}
    if len(getattr(graph, "ntypes", ())) > 1 or len(getattr(graph, "canonical_etypes", ())) > 1:  # DGL
        nodes = {f"nodes/{name}": int(graph.num_nodes(name)) for name in graph.ntypes}
        return {**nodes, **{f"edges/{':'.join(name)}": int(graph.num_edges(name)) for name in graph.canonical_etypes}}
    counts = {}
    for name in ("nodes", "edges"):
        count = getattr(graph, f"num_{name}", None)
        if count is None:
            raise _core.Error(f"a {type(graph).__name__} has no num_{name}; expected graphs of PyG, DGL or jraph, Subgraphs or Records")
        counts[name] = int(count() if callable(count) else count)
    return counts


def _of_slices(graphs: Any) -> Optional[npt.NDArray[np.int64]]:
    """[n, 2] of the graphs that PyG has collated into one; None: they are not, or have several types."""
    slices = getattr(graphs, "_slice_dict", getattr(graphs, "slices", None))
    if not isinstance(slices, Mapping) or isinstance(slices.get("edge_index"), Mapping) or "edge_index" not in slices:
        return None
    collated = getattr(graphs, "_data", graphs)
    nodes = getattr(collated, "_num_nodes", None)
    if nodes is None:
        key = next((key for key in _NODE_KEYS if key in slices), None)
        if key is None:
            return None
        nodes = np.diff(as_array(slices[key]))
    sizes: npt.NDArray[np.int64] = np.stack([as_array(nodes), np.diff(as_array(slices["edge_index"]))], axis=1).astype(np.int64)
    chosen = getattr(graphs, "_indices", None)
    if chosen is not None:
        sizes = sizes[as_array(chosen)]
    return sizes


# ---- what libraries ask for to pad ----


def jraph_padding(plan: Plan) -> Dict[str, int]:
    """The keywords of jraph.pad_with_graphs for packs of a plan of nodes and edges.

    The padding graph takes a node and a graph: pack with reserve=[1, 0].
    """
    require_plan(plan)
    if len(plan.limits) != 2:
        raise _core.Error(f"a plan of {len(plan.limits)} components; expected nodes and edges")
    nodes, edges = _nodes_and_edges(plan.components)
    if fullest_pack(plan)[nodes] >= plan.limits[nodes]:
        raise _core.Error("a pack has no free node for the padding graph; pack with reserve=[1, 0]")
    return {"n_node": plan.limits[nodes], "n_edge": plan.limits[edges], "n_graph": plan.depth_used + 1}


def _nodes_and_edges(names: Sequence[str]) -> Tuple[int, int]:
    """Which of two components is which, by the words node and edge in their names; without these nodes come first."""
    is_swapped = "edge" in names[0].lower() or "node" in names[1].lower()
    is_plain = "node" in names[0].lower() or "edge" in names[1].lower()
    return (1, 0) if is_swapped and not is_plain else (0, 1)


def fullest_pack(plan: Plan) -> npt.NDArray[np.int64]:
    """The most that a pack holds of each component."""
    strategies = plan.strategies
    if plan.packs == 0:
        return np.zeros(len(plan.limits), np.int64)
    held = plan.histogram.sizes[strategies["bins"]] * strategies["copies"][:, np.newaxis]
    fullest: npt.NDArray[np.int64] = np.add.reduceat(held, strategies["offsets"][:-1]).max(axis=0)
    return fullest


def tfgnn_size_constraints(plan: Plan) -> Dict[str, Any]:
    """The fields of tfgnn.SizeConstraints (TF-GNN 1.0: total_num_components, total_num_nodes, total_num_edges,
    min_nodes_per_component) for packs of a plan of subgraphs.

    Edges of the padding are between nodes of the padding component: pack with a node reserved in sets that edges touch.

    The components are named nodes/SET and edges/SET, as `tuplepack records --sizes` names them; a plan of two others is of
    the sets "nodes" and "edges".
    """
    require_plan(plan)
    names = plan.components
    is_plain = len(names) == 2 and not any("/" in name for name in names)
    if is_plain:
        nodes, _ = _nodes_and_edges(names)
        names = ["nodes/nodes", "edges/edges"] if nodes == 0 else ["edges/edges", "nodes/nodes"]
    totals: Dict[str, Dict[str, int]] = {"nodes": {}, "edges": {}}
    for name, limit in zip(names, plan.limits):
        kind, _, of = name.partition("/")
        if kind not in totals or not of:
            raise _core.Error(f"component '{name}' is neither nodes/SET nor edges/SET")
        totals[kind][of] = limit
    full = [name for name, held, limit in zip(names, fullest_pack(plan).tolist(), plan.limits) if name.startswith("nodes/") and held >= limit]
    if is_plain and full:
        raise _core.Error("a pack has no free node for the padding component, which edges of the padding need; pack with reserve=[1, 0]")
    if full:
        note(f"a pack has no free node for the padding component in {full[0]}; if edges touch it, pack with reserve={{'{full[0]}': 1}}")
    return {
        "total_num_components": plan.depth_used + 1,
        "total_num_nodes": totals["nodes"],
        "total_num_edges": totals["edges"],
        "min_nodes_per_component": {},
    }
