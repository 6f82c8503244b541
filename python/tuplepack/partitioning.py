"""Assigns the nodes of a graph to parts: of a graph in memory, also written as parts that DGL loads."""

from __future__ import annotations

import json
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Callable, Dict, List, Mapping, Optional, Sequence

import numpy as np

from . import _core, _program
from ._arrays import array_of, as_array, decimal, require_flag, require_list, require_names, require_text, whole_number
from ._graph_arrays import RAW_ID, GraphArrays, edge_ends, graph_arrays, refuse_sparse, relabelled
from ._notes import note
from ._picture import counted, shown
from .chunks import PathLike, dispatch
from .files import path_of
from .parts import GraphMaps, graph_maps, raw_ids

if TYPE_CHECKING:
    import numpy.typing as npt


@dataclass(frozen=True, repr=False)
class Partition:
    """The part of every node, and the edges between parts."""

    part_of: npt.NDArray[np.uint16]
    parts: int
    cut: int
    edges: int

    @property
    def cut_fraction(self) -> float:
        return self.cut / self.edges if self.edges else 0.0

    def __repr__(self) -> str:
        return f"<Partition: {counted(len(self.part_of), 'node')} in {counted(self.parts, 'part')}, {self.cut:,} of {counted(self.edges, 'edge')} cut>"


def partition(
    edges: Any,
    parts: int,
    *,
    nodes: Optional[int] = None,
    method: str = "auto",
    balance: Sequence[str] = ("nodes",),
    balance_by: Any = None,
    imbalance: float = 1.03,
    passes: int = 10,
    effort: str = "usual",
    seed: int = 0,
    memory: int = _core.usual_partition_memory,
    progress: Optional[Callable[[float], Optional[bool]]] = None,
) -> Partition:
    """Assigns every node of a graph in memory to a part, as `tuplepack partition` does for chunked graphs.

    edges       [2, E], or a pair of arrays: sources and targets
    nodes       how many there are; default: the largest id + 1
    method      auto: multilevel if that fits in `memory`, otherwise restream, with a warning; restream, multilevel, random
    balance     what parts get equal shares of: nodes, edges (by target)
    balance_by  a label of each node, of any kind: the nodes of each label are balanced by themselves
    effort      how long multilevel searches: quick, usual or full, which never cuts more edges than usual
    seed        of multilevel and random; restream does not use it
    memory      in bytes, as `--memory` of the program; the default is 2 GiB on every machine
    progress    called with the fraction done; False stops with an error
    """
    require_text(method=method, effort=effort)
    sources, targets = edge_ends(edges)
    parts, seed = whole_number(parts, "parts"), whole_number(seed, "seed")
    passes, memory, imbalance = whole_number(passes, "passes"), whole_number(memory, "memory"), decimal(imbalance, "imbalance")
    if nodes is not None:
        whole_number(nodes, "nodes")
    else:
        nodes = max(int(ends.max()) if len(ends) else -1 for ends in (sources, targets)) + 1
        refuse_sparse(nodes - 1, len(sources) + len(targets), "graph", f"pass nodes={nodes} if they are that many")
    require_list(balance, "balance", "nodes and edges: ['nodes']")
    unknown = [name for name in balance if name not in ("nodes", "edges")]
    if unknown:
        raise _core.Error(f"balance: {shown(unknown[0])}; expected nodes or edges, in a list: ['nodes']")
    labels = None
    if balance_by is not None:  # the program's class 0 is that of nodes without a label, which are none here
        classes = array_of(balance_by, "balance_by")
        if classes.shape != (nodes,):
            raise _core.Error(f"balance_by of shape {list(classes.shape)}; expected a label for each of {nodes} nodes")
        labels = np.unique(classes, return_inverse=True)[1] + 1
    found = _core.partition(
        sources, targets, nodes, parts, method, "edges" in balance, labels, imbalance, passes, seed, memory, effort, progress
    )
    if method == "auto" and found["method"] == "restream":
        note("restream is used: multilevel cuts fewer edges, but may need more than `memory`")
    return Partition(found["part_of"], parts, found["cut"], len(sources))


def _write_chunks(folder: Path, name: str, graph: GraphArrays) -> None:
    """One chunk of each array, as .npy."""
    numbers = iter(range(1 << 30))

    def saved(array: npt.NDArray[Any]) -> Dict[str, Any]:
        path = folder / f"{next(numbers)}.npy"
        np.save(path, array)
        return {"format": {"name": "numpy"}, "data": [path.name]}

    def features(data: Mapping[str, Mapping[str, npt.NDArray[Any]]]) -> Dict[str, Any]:
        return {kind: {feature: saved(rows) for feature, rows in named.items()} for kind, named in data.items() if named}

    node_types, edge_types = list(graph.nodes), list(graph.edges)
    counts = [len(graph.edges[kind][0]) for kind in edge_types]
    document = {
        "graph_name": name,
        "node_type": node_types, "num_nodes_per_type": [graph.nodes[kind] for kind in node_types],
        "num_nodes_per_chunk": [[graph.nodes[kind]] for kind in node_types],
        "edge_type": edge_types, "num_edges_per_type": counts, "num_edges_per_chunk": [[count] for count in counts],
        "edges": {kind: saved(np.stack([as_array(end).astype(np.int64) for end in graph.edges[kind]], axis=1))
                  for kind in edge_types},
        "node_data": features(graph.node_data), "edge_data": features(graph.edge_data),
    }  # fmt: skip
    (folder / "metadata.json").write_text(json.dumps(document))


def _balance(graph: GraphArrays, folder: Path, balance_ntypes: Any, balance_edges: bool) -> List[str]:
    """Nodes and edges of each type by themselves where there are several, and nodes of each label."""
    words = ["types" if len(graph.nodes) > 1 else "nodes"]
    if balance_edges:
        words.append("edge-types" if len(graph.edges) > 1 else "edges")
    by: List[str] = []
    labels = balance_ntypes if isinstance(balance_ntypes, Mapping) or balance_ntypes is None else {None: balance_ntypes}
    for number, (kind, values) in enumerate((labels or {}).items()):
        kind = next(iter(graph.nodes)) if kind is None else kind
        require_names([kind], list(graph.nodes), "balance_ntypes", "the graph has no node type")
        array = array_of(values, f"balance_ntypes of '{kind}'")
        if array.shape != (graph.nodes[kind],):
            raise _core.Error(
                f"balance_ntypes of '{kind}': {list(array.shape)} labels; expected one for each of {graph.nodes[kind]} nodes"
            )
        path = folder / f"labels{number}.npy"
        np.save(path, np.unique(array, return_inverse=True)[1].astype(np.int64))
        by += ["--balance-by", f"{kind}={path}"]
    return ["--balance", ",".join(words), *by]


def partition_graph(
    graph: Any,
    name: str,
    parts: int,
    out: PathLike,
    *,
    method: str = "auto",
    balance_ntypes: Any = None,
    balance_edges: bool = False,
    hops: int = 1,
    edges: str = "in",
    format: str = "dgl",
    graph_formats: Sequence[str] = ("coo",),
    imbalance: float = 1.03,
    effort: str = "usual",
    seed: int = 0,
    memory: Optional[str] = None,
    nodes: Any = None,
    node_data: Any = None,
    edge_data: Any = None,
    relabel: bool = False,
    node_ids: Any = None,
    return_mapping: bool = False,
) -> Optional[GraphMaps]:
    """Partitions a graph in memory and writes its parts, which DGL loads: the bytes that `tuplepack partition` and
    `tuplepack dispatch` write. `OUT/metadata.json` is what `dgl.distributed.load_partition` and `load_partition` take.

    graph           a DGLGraph, PyG's Data or HeteroData, (sources, targets), or a dict of such by edge type
    nodes           of arrays: how many there are, by node type; default: the rows of features, or the largest id + 1
    node_data       of arrays: features by node type and name, [N] or [N, D]; edge_data the same, by edge type
    method          as of `tuplepack partition`: auto is multilevel, in slices if it does not fit in `memory`, or
                    restream if not even 30 bytes per node fit; effort the same
    balance_ntypes  a label of each node, or of the nodes of one type: {type: labels}. Where there are several types, the
                    nodes of each are balanced by themselves
    balance_edges   balance edges too, by target: those of each type by themselves
    edges           "in": those into the nodes of a part; "both": also those that leave them, as DGL's partition_graph
    graph_formats   the forms of the edges in DGL's file, as of `dispatch`
    relabel         of arrays: ids of nodes are any text or any numbers, and are numbered in the order in which they come; the
                    feature raw_id has them
    node_ids        with relabel: all ids, or {type: ids}, in the order of the rows of node_data
    return_mapping  the original ids, as GraphMaps
    """
    require_text(name=name)
    if not name:
        raise _core.Error("name is empty; expected the name of the graph, which its parts have")
    for what, flag in (("relabel", relabel), ("balance_edges", balance_edges), ("return_mapping", return_mapping)):
        require_flag(flag, what)
    if relabel and (nodes is not None or any(hasattr(graph, of) for of in ("canonical_etypes", "edge_types", "edge_index"))):
        raise _core.Error("relabel requires edges given as arrays, and node_ids instead of nodes")
    if node_ids is not None and not relabel:
        raise _core.Error("node_ids requires relabel=True")
    arrays = relabelled(graph, node_ids, node_data, edge_data) if relabel else graph_arrays(graph, nodes, node_data, edge_data)
    target = Path(path_of(out))
    target.parent.mkdir(parents=True, exist_ok=True)
    folder = Path(tempfile.mkdtemp(prefix=f".{target.name}.", dir=target.parent))
    try:
        _write_chunks(folder, name, arrays)
        assignment = folder / "assignment"
        words = _program.options(parts=parts, method=method, imbalance=imbalance, effort=effort, seed=seed, memory=memory,
                                 format="npy")  # fmt: skip
        _program.run("partition", folder, *words, *_balance(arrays, folder, balance_ntypes, balance_edges),
                     "-o", assignment)  # fmt: skip
        dispatch(folder, assignment, target, format=format, graph_formats=graph_formats, hops=hops, edges=edges,
                 memory=memory)  # fmt: skip
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    if not return_mapping:
        return None
    maps = graph_maps(target)
    if not relabel:
        return maps
    raw = {kind: raw_ids(arrays.node_data[kind][RAW_ID])[new] for kind, new in maps.nodes.items()}
    return maps._replace(raw_ids=raw)
