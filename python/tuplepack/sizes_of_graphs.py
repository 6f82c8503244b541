"""The sizes of graphs of other libraries. None of them is imported: whatever has the right attributes will do."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Dict, Mapping, Optional

import numpy as np

from . import _core
from ._arrays import NamedSizes, as_array, in_turn
from ._picture import shown, type_of
from .records import Record
from .subgraph_sampling import Subgraph

if TYPE_CHECKING:
    import numpy.typing as npt


_NODE_KEYS = ("x", "feat", "pos", "batch", "node_type", "n_id")
"""Of torch_geometric/data/storage.py: attributes with a row for every node."""


def graph_sizes(graphs: Any) -> NamedSizes:
    """[n, k] sizes of graphs, with the names of their components.

    graphs  PyG's Data and HeteroData, DGL's graphs, jraph's GraphsTuple, our Subgraph and Record, one after another; or a
            Batch or an InMemoryDataset of PyG's, whose slices are read without a loop over the graphs
    names   "nodes", "edges"; where there are several types "nodes/TYPE" and "edges/SRC:REL:DST", or the sets' names
    """
    if isinstance(graphs, (str, os.PathLike)):
        raise _core.Error(f"graphs is the path {shown(str(graphs))}; for a file of records, pass what records() returns")
    sliced = sliced_sizes(graphs)
    if sliced is not None:
        return NamedSizes.of(["nodes", "edges"], sliced)
    if not hasattr(graphs, "__iter__") and not hasattr(graphs, "__getitem__"):
        raise _core.Error(f"graphs is {shown(graphs)}; expected a list of graphs, or a data set of them")
    rows = [size_of(graph) for graph in in_turn(graphs)]
    names = list(dict.fromkeys(name for row in rows for name in row)) or ["nodes", "edges"]
    names.sort(key=lambda name: not name.startswith("nodes"))  # nodes first
    table = np.array([[row.get(name, 0) for name in names] for row in rows], np.int64).reshape(-1, len(names))
    return NamedSizes.of(names, table)


def is_table(given: Any) -> bool:
    """Whether it has the sizes of graphs, and not graphs."""
    if isinstance(given, Mapping) and any(str(name).endswith(".#size") for name in given):
        raise _core.Error("a single graph; pass a list of graphs")
    if isinstance(given, (Mapping, np.ndarray)) or (hasattr(given, "components") and hasattr(given, "sizes")):
        return True
    return hasattr(given, "columns") and hasattr(given, "to_numpy")


def size_of(graph: Any) -> Dict[str, int]:
    """Of one graph: nodes and edges, by name."""
    if isinstance(graph, (Record, Subgraph)):
        return graph.sizes
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
            raise _core.Error(f"{type_of(graph)} has no num_{name}; expected graphs of PyG, DGL or jraph, Subgraphs or Records")
        counts[name] = int(count() if callable(count) else count)
    return counts


def sliced_sizes(graphs: Any) -> Optional[npt.NDArray[np.int64]]:
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
