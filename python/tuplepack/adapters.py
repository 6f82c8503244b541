"""What other libraries ask for to pad."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, Optional, Sequence, Tuple

import numpy as np

from . import _core
from ._notes import note
from .plans import Plan, require_plan

if TYPE_CHECKING:
    import numpy.typing as npt


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


def set_names(names: Sequence[str], known: Optional[Sequence[str]] = None) -> List[str]:
    """The sets that components are about, as nodes/SET and edges/SET: that is their name; or, in a schema, SET alone; or there are
    two, which are nodes and edges: those of the schema, if it has one set of each, else the sets "nodes" and "edges".

    known  the sets of a schema
    """
    ends = [one.partition("/")[2] for one in known or ()]
    found = [(known or ())[ends.index(name)] if ends.count(name) == 1 else name for name in names]
    if len(found) == 2 and not any("/" in name for name in found):
        nodes, edges = known if known is not None and len(known) == 2 and known[1].startswith("edges/") else ("nodes/nodes", "edges/edges")
        found = [nodes, edges] if _nodes_and_edges(found)[0] == 0 else [edges, nodes]
    for name in found:
        kind, _, of = name.partition("/")
        if kind not in ("nodes", "edges") or not of:
            raise _core.Error(f"component '{name}' is neither nodes/SET nor edges/SET")
    return found


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

    The components are named nodes/SET and edges/SET, as graph_sizes() names those of records; a plan of two others is of
    the sets "nodes" and "edges".
    """
    require_plan(plan)
    names = set_names(plan.components)
    is_plain = names != plan.components
    totals: Dict[str, Dict[str, int]] = {"nodes": {}, "edges": {}}
    for name, limit in zip(names, plan.limits):
        kind, _, of = name.partition("/")
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
