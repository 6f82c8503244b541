"""What other libraries call these things. None of them is imported: whatever has the right attributes will do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Dict, Iterable, List, Mapping, Optional, Sequence

import numpy as np

from . import _core
from .packing import Plan, pack

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
    return {"n_node": plan.limits[0], "n_edge": plan.limits[1], "n_graph": plan.depth_used + 1}


def tfgnn_size_constraints(plan: Plan) -> Dict[str, Any]:
    """total_num_components and total_sizes, as tfgnn.SizeConstraints has them, for packs of a plan of subgraphs."""
    return {"total_num_components": plan.depth_used + 1, "total_sizes": dict(zip(plan.components, plan.limits))}


def pack_examples(
    limit: int, *, column: str = "input_ids", ignore_index: int = -100, **options: Any
) -> Callable[[Mapping[str, Sequence[Any]]], Dict[str, List[Any]]]:
    """A function for Dataset.map(…, batched=True, remove_columns=…) of Hugging Face datasets: packs the sequences of
    every batch of examples.

    column   whose lists are packed; labels are packed with it if they are there
    options  those of pack()
    returns  a function that returns the columns input_ids, position_ids, segment_ids and labels, one row per pack, not
             padded
    """

    def packed(examples: Mapping[str, Sequence[Any]]) -> Dict[str, List[Any]]:
        rows = [list(row) for row in examples[column]]
        kept = [row for row in rows if row]
        result: Dict[str, List[Any]] = {"input_ids": [], "position_ids": [], "segment_ids": [], "labels": []}
        if not kept:
            return result
        labels: Optional[List[List[int]]] = None
        if "labels" in examples:
            labels = [list(row) for row, ids in zip(examples["labels"], rows) if ids]
        lengths = np.fromiter((len(row) for row in kept), dtype=np.int64, count=len(kept))
        for items in pack(lengths, limit, **options).assign(lengths, order="input"):
            joined: Dict[str, List[int]] = {name: [] for name in result}
            for segment, item in enumerate(items.tolist(), 1):
                ids = kept[item]
                own = ids if labels is None else labels[item]
                joined["input_ids"] += ids
                joined["position_ids"] += range(len(ids))
                joined["segment_ids"] += [segment] * len(ids)
                joined["labels"] += [ignore_index, *own[1:]]
            for name, values in joined.items():
                result[name].append(values)
        return result

    return packed
