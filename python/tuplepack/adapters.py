"""What other libraries call these things. None of them is imported: whatever has the right attributes will do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, Iterable, List

import numpy as np

from . import _core
from .packing import Plan

if TYPE_CHECKING:
    import numpy.typing as npt


def graph_sizes(graphs: Iterable[Any]) -> npt.NDArray[np.int64]:
    """[n, 2] nodes and edges of graphs: PyG's Data (num_nodes, num_edges), DGL's graphs (their methods), jraph's
    GraphsTuple (n_node, n_edge)."""

    def size(graph: Any) -> List[int]:
        if hasattr(graph, "n_node"):
            return [int(np.sum(graph.n_node)), int(np.sum(graph.n_edge))]
        counts = []
        for name in ("num_nodes", "num_edges"):
            count = getattr(graph, name)
            counts.append(int(count() if callable(count) else count))
        return counts

    return np.asarray([size(graph) for graph in graphs], dtype=np.int64).reshape(-1, 2)


def jraph_padding(plan: Plan) -> Dict[str, int]:
    """The keywords of jraph.pad_with_graphs for packs of a plan of nodes and edges.

    The padding graph takes a node and a graph: pack with reserve=[1, 0].
    """
    if len(plan.limits) != 2:
        raise _core.Error(f"a plan of {len(plan.limits)} components; expected nodes and edges")
    if _fullest(plan)[0] >= plan.limits[0]:
        raise _core.Error("a pack has no free node for the padding graph; pack with reserve=[1, 0]")
    return {"n_node": plan.limits[0], "n_edge": plan.limits[1], "n_graph": plan.depth_used + 1}


def _fullest(plan: Plan) -> npt.NDArray[np.int64]:
    """The most that a pack holds of each component."""
    strategies = plan.strategies
    held = plan.histogram.sizes[strategies["bins"]] * strategies["copies"][:, np.newaxis]
    fullest: npt.NDArray[np.int64] = np.add.reduceat(held, strategies["offsets"][:-1]).max(axis=0)
    return fullest


def tfgnn_size_constraints(plan: Plan) -> Dict[str, Any]:
    """The fields of tfgnn.SizeConstraints (TF-GNN 1.0: total_num_components, total_num_nodes, total_num_edges,
    min_nodes_per_component) for packs of a plan of subgraphs.

    The components are named nodes/SET and edges/SET, as `tuplepack records --sizes` names them; a plan of two others is of
    the sets "nodes" and "edges".
    """
    names = plan.components
    if len(names) == 2 and not any("/" in name for name in names):
        names = ["nodes/nodes", "edges/edges"]
    totals: Dict[str, Dict[str, int]] = {"nodes": {}, "edges": {}}
    for name, limit in zip(names, plan.limits):
        kind, _, of = name.partition("/")
        if kind not in totals or not of:
            raise _core.Error(f"component '{name}' is neither nodes/SET nor edges/SET")
        totals[kind][of] = limit
    return {
        "total_num_components": plan.depth_used + 1,
        "total_num_nodes": totals["nodes"],
        "total_num_edges": totals["edges"],
        "min_nodes_per_component": {},
    }
