"""What users pass as graphs, as arrays by type: DGL's and PyG's classes, and dicts of arrays."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Dict, Iterable, List, Mapping, Optional, Tuple, Union

import numpy as np

from . import _core
from ._arrays import array_of, as_array, require_dict, require_names, whole_number
from ._notes import note
from ._picture import shown, type_of

if TYPE_CHECKING:
    import numpy.typing as npt

EdgeName = Union[str, Tuple[str, str, str]]
ONLY_NODES, ONLY_EDGES = "_N", "_N:_E:_N"
"""The types of a graph that has none, as DGL calls them."""
RESERVED = {"_ID", "_TYPE"}


@dataclass
class GraphArrays:
    """edges: sources and targets by type, "source:relation:target"."""

    nodes: Dict[str, int] = field(default_factory=dict)
    edges: Dict[str, Tuple[npt.NDArray[Any], npt.NDArray[Any]]] = field(default_factory=dict)
    node_data: Dict[str, Dict[str, npt.NDArray[Any]]] = field(default_factory=dict)
    edge_data: Dict[str, Dict[str, npt.NDArray[Any]]] = field(default_factory=dict)


def edge_type_name(name: EdgeName) -> str:
    words = name.split(":") if isinstance(name, str) else list(name) if isinstance(name, (tuple, list)) else []
    if len(words) != 3 or not all(isinstance(word, str) and word and ":" not in word for word in words):
        raise _core.Error(f"edge type {name!r}: it is named (source, relation, target), or 'source:relation:target'")
    return ":".join(words)


def _features(given: Mapping[str, Any], rows: Optional[int], of: str, strict: bool) -> Dict[str, npt.NDArray[Any]]:
    """The arrays with a row for each node or edge.

    strict  others are errors; else they are left out, with a warning
    """
    found: Dict[str, npt.NDArray[Any]] = {}
    for name, values in given.items():
        if name in RESERVED or values is None:
            continue
        array = array_of(values, f"values of '{name}'") if hasattr(values, "__array__") or strict else None
        if array is not None and array.ndim in (1, 2) and array.dtype.kind in "fiub" and rows in (None, len(array)):
            found[name] = array
            continue
        shape = "not an array" if array is None else f"of {array.dtype} {list(array.shape)}"
        count = "" if rows is None else f", and {rows} rows here"
        what = f"'{name}' of {of} is {shape}; a feature has one or two dimensions of numbers{count}"
        if strict:
            raise _core.Error(what)
        note(what + ": ignored")
    return found


def _is_pair(given: Any) -> bool:
    return isinstance(given, (tuple, list)) and len(given) == 2 and all(np.ndim(one) == 0 for one in given)


def _two_ends(given: Any, of: str) -> Tuple[Any, Any]:
    """What was given as sources and as targets: [2, E], or a pair."""
    if isinstance(given, (Mapping, set, frozenset)):
        raise _core.Error(f"{of}: {type_of(given)}; expected two arrays, sources and targets: partition_graph() takes edges by type")
    if hasattr(given, "tocoo"):
        raise _core.Error(f"{of}: a sparse matrix; with coo = matrix.tocoo(), pass (coo.row, coo.col) and nodes=coo.shape[0]")
    if hasattr(given, "canonical_etypes"):
        raise _core.Error(f"{of}: a graph of DGL; pass graph.edges() and nodes=graph.num_nodes()")
    if hasattr(given, "edge_index"):
        raise _core.Error(f"{of}: a graph of PyG; pass data.edge_index and nodes=data.num_nodes")
    if hasattr(given, "adj") and hasattr(given, "edges"):
        raise _core.Error(f"{of}: a graph of networkx; pass tuple(zip(*graph.edges())), or with relabel=True if its nodes are text")
    if hasattr(given, "__array__"):
        array = as_array(given)
        if array.ndim != 2 or len(array) != 2:
            hint = "; pass its transpose, .T" if array.ndim == 2 and array.shape[1] == 2 else ""
            raise _core.Error(f"{of}: of shape {list(array.shape)}; expected [2, E], sources and targets{hint}")
        return array[0], array[1]
    try:
        ends = list(given)
    except TypeError as error:
        raise _core.Error(f"{of}: {type_of(given)}; expected two arrays, sources and targets") from error
    if ends and all(map(_is_pair, ends)):
        if len(ends) != 2:
            raise _core.Error(f"{of}: pairs of nodes; expected sources and targets: pass tuple(zip(*pairs))")
        if not isinstance(given, tuple) and isinstance(ends[0], tuple):
            first, second = (list(one) for one in ends)
            raise _core.Error(
                f"{of}: {ends} may be two edges, or sources and targets; pass tuple(zip(*pairs)) if they are edges, and "
                f"({first}, {second}) if they are sources and targets"
            )
    if len(ends) != 2:
        raise _core.Error(f"{of}: {len(ends)} arrays; expected [2, E], sources and targets")
    return ends[0], ends[1]


def _one_array(given: Any, of: str) -> npt.NDArray[Any]:
    if isinstance(given, (str, bytes)):
        raise _core.Error(f"{of}: the text {shown(given)}; expected an array of node ids, [E]")
    try:
        return as_array(given)
    except (ValueError, TypeError, OverflowError) as error:
        raise _core.Error(f"{of}: {error}; expected an array of node ids, [E]") from error


def edge_ends(given: Any, name: str = "graph") -> Tuple[npt.NDArray[Any], npt.NDArray[Any]]:
    """Sources and targets [E], whole numbers, of edges given as [2, E] or as a pair."""
    of = f"edges of '{name}'"
    first, second = _two_ends(given, of)
    sources, targets = _one_array(first, of), _one_array(second, of)
    for ends in (sources, targets):
        if ends.ndim != 1 or (ends.dtype.kind not in "iu" and len(ends)):
            hint = "; partition_graph(relabel=True) numbers text" if ends.dtype.kind in "OSU" else ""
            raise _core.Error(f"{of}: {ends.dtype} {list(ends.shape)}; expected whole numbers [E]{hint}")
    if len(sources) != len(targets):
        raise _core.Error(f"{of}: {len(sources)} sources and {len(targets)} targets")
    return sources, targets


def refuse_sparse(largest: int, ends: int, node_type: str, way_out: str) -> None:
    """Ids of nodes that nobody counted and that are far more than can occur, as `tuplepack chunk` refuses them."""
    if _core.are_sparse_ids(min(largest, np.iinfo(np.int64).max), ends):
        only = f"{ends} end{'' if ends == 1 else 's'} of edges"
        raise _core.Error(f"the largest node id of '{node_type}' is {largest}, but there are only {only}: {way_out}")


def _of_dgl(graph: Any) -> GraphArrays:
    found = GraphArrays()
    for node_type in graph.ntypes:
        found.nodes[node_type] = int(graph.num_nodes(node_type))
        found.node_data[node_type] = _features(dict(graph.nodes[node_type].data), found.nodes[node_type], node_type, False)
    for edge_type in graph.canonical_etypes:
        name = edge_type_name(edge_type)
        found.edges[name] = edge_ends(graph.edges(etype=edge_type, order="eid"), name)
        found.edge_data[name] = _features(dict(graph.edges[edge_type].data), len(found.edges[name][0]), name, False)
    return found


def _of_pyg(graph: Any) -> GraphArrays:
    """Data or HeteroData: attributes with a row for each node or edge are features."""
    found = GraphArrays()
    typed = hasattr(graph, "node_types")
    node_stores = {name: graph[name] for name in graph.node_types} if typed else {ONLY_NODES: graph}
    edge_stores = {edge_type_name(name): graph[name] for name in graph.edge_types} if typed else {ONLY_EDGES: graph}
    for name, store in edge_stores.items():
        if getattr(store, "edge_index", None) is None:
            raise _core.Error(f"edges of '{name}': missing edge_index")
        found.edges[name] = edge_ends(store.edge_index, name)
    for name, store in node_stores.items():
        found.nodes[name] = int(store.num_nodes)
    if typed:
        for name, store in node_stores.items():
            found.node_data[name] = _features(_without(store, "num_nodes"), found.nodes[name], name, False)
        for name, store in edge_stores.items():
            found.edge_data[name] = _features(_without(store, "edge_index"), len(found.edges[name][0]), name, False)
        return found
    edge_names = set(graph.edge_attrs()) - {"edge_index"}
    node_names = set(graph.node_attrs())
    values = {name: graph[name] for name in graph.keys() if name != "edge_index"}  # noqa: SIM118
    edges = {name: value for name, value in values.items() if name in edge_names}
    found.edge_data[ONLY_EDGES] = _features(edges, len(found.edges[ONLY_EDGES][0]), "the edges", False)
    nodes = {name: value for name, value in values.items() if name in node_names}
    found.node_data[ONLY_NODES] = _features(nodes, found.nodes[ONLY_NODES], "the nodes", False)
    for name in sorted(set(values) - edge_names - node_names - {"num_nodes"}):
        note(f"'{name}' does not have one row per node or edge: ignored")
    return found


def _without(store: Any, name: str) -> Dict[str, Any]:
    return {key: value for key, value in store.items() if key != name}


def _node_count(found: GraphArrays, node_type: str, given: Optional[int]) -> int:
    """As said, or as many as features have rows, or up to the largest id."""
    rows = {len(rows) for rows in found.node_data.get(node_type, {}).values()}
    if len(rows) > 1:
        raise _core.Error(f"nodes '{node_type}': features of {' and '.join(map(str, sorted(rows)))} rows")
    known = given if given is not None else min(rows) if rows else None
    least = count = 0
    for name, ends in found.edges.items():
        for end, ids in zip(name.split(":")[::2], ends):
            if end == node_type and len(ids):
                least, count = max(least, int(ids.max()) + 1), count + len(ids)
                if int(ids.min()) < 0 or (known is not None and least > known):
                    wrong = int(ids.min()) if int(ids.min()) < 0 else least - 1
                    raise _core.Error(f"edges of '{name}': node {wrong} of '{node_type}'; there are only {known or least}")
    if known is None:
        nodes = least if node_type == ONLY_NODES else {node_type: least}
        way_out = f"use relabel=True to number the nodes that occur, or nodes={nodes} to keep their ids"
        refuse_sparse(least - 1, count, node_type, way_out)
    return int(least if known is None else known)


def _by_type(given: Any, only: str) -> Dict[str, Any]:
    """Of a graph without types, those of its only one."""
    if given is None:
        return {}
    return dict(given) if isinstance(given, Mapping) else {only: given}


def _data_by_type(node_data: Any, edge_data: Any, typed: bool) -> Tuple[Dict[Any, Any], Dict[Any, Any]]:
    """The features of nodes and of edges; those of a graph without types may be of its only ones by themselves."""
    require_dict(node_data, "node_data", "{node type: {feature: array}}")
    require_dict(edge_data, "edge_data", "{edge type: {feature: array}}")
    given = ((node_data, ONLY_NODES), (edge_data, ONLY_EDGES))
    nodes, edges = ({} if not data else dict(data) if typed or only in data else {only: data} for data, only in given)
    for of, named in [*nodes.items(), *edges.items()]:
        require_dict(named, f"the features of '{of}'", "{feature: array}")
    return {of: named or {} for of, named in nodes.items()}, {of: named or {} for of, named in edges.items()}


def _count_of(given: Any, node_type: str) -> Optional[int]:
    """How many nodes there are: a whole number, also of an array or a tensor without dimensions; None: nobody says."""
    if given is None:
        return None
    count = given.item() if getattr(given, "shape", None) == () else given
    return whole_number(count, f"nodes of '{node_type}'")


def _look_at_nodes_without_edges(named: Iterable[str], ends: Iterable[str]) -> None:
    """Node types that no edges touch: a note. Error: one is called nearly like another that is not named, so it is mistyped"""
    types, known = list(dict.fromkeys(named)), list(dict.fromkeys(ends))
    unnamed = [kind for kind in known if kind not in types]
    for kind in types:
        if kind in known:
            continue
        meant = _core.did_you_mean(unnamed, kind)
        text = f"nodes of '{kind}' have no edges{meant}edges are between nodes of {', '.join(known) or 'no type'}"
        if len(meant) > len("; "):
            raise _core.Error(text)
        note(text)


def _of_arrays(graph: Any, nodes: Any, node_data: Any, edge_data: Any, named: Optional[Iterable[str]] = None) -> GraphArrays:
    """named: node types that the caller names; None: those of nodes and node_data"""
    found = GraphArrays()
    typed = isinstance(graph, Mapping)
    given = {edge_type_name(name): ends for name, ends in graph.items()} if typed else {ONLY_EDGES: graph}
    for name, ends in given.items():
        found.edges[name] = edge_ends(ends, name)
    counts = {kind: _count_of(count, kind) for kind, count in _by_type(nodes, ONLY_NODES).items()}
    if not typed and not set(counts) <= {ONLY_NODES}:
        raise _core.Error(f"nodes are {nodes}, but the edges have no types; pass the number of nodes, or edges as {{(source, relation, target): ends}}")
    node_data, edge_data = _data_by_type(node_data, edge_data, typed)
    _look_at_nodes_without_edges([*counts, *node_data] if named is None else named, [end for name in found.edges for end in name.split(":")[::2]])
    for node_type, features in node_data.items():
        found.node_data[node_type] = _features(features, counts.get(node_type), f"nodes '{node_type}'", True)
    for node_type in sorted({*counts, *found.node_data, *(end for name in found.edges for end in name.split(":")[::2])}):
        found.nodes[node_type] = _node_count(found, node_type, counts.get(node_type))
    for name, features in edge_data.items():
        key = edge_type_name(name)
        require_names([key], list(found.edges), "edge_data", "the graph has no edge type")
        found.edge_data[key] = _features(features, len(found.edges[key][0]), f"edges '{key}'", True)
    return found


# ---- ids that are not 0, 1, 2, … ----

RAW_ID = "raw_id"
"""The feature that has the ids of nodes before they were numbered, as `tuplepack chunk --relabel` calls it."""


def _ids(given: Any, of: str) -> npt.NDArray[Any]:
    """Whole numbers, or text."""
    array = _one_array(given, of)
    if array.dtype.kind in "OS":
        array = np.array([one.decode() if isinstance(one, bytes) else str(one) for one in array.tolist()], dtype=np.str_)
    if array.ndim != 1 or (array.dtype.kind not in "iuU" and len(array)):
        raise _core.Error(f"{of}: {array.dtype} {list(array.shape)}; expected a one-dimensional array of integers or strings")
    is_wide = array.dtype.kind == "u" and len(array) > 0 and int(array.max()) > np.iinfo(np.int64).max
    return array if array.dtype.kind == "U" else array.astype(np.str_ if is_wide else np.int64)


def _one_kind(arrays: List[npt.NDArray[Any]]) -> List[npt.NDArray[Any]]:
    """As text, if any is."""
    if any(array.dtype.kind == "U" and len(array) for array in arrays):
        return [array.astype(np.str_) for array in arrays]
    return [array.astype(np.int64) if len(array) else np.zeros(0, np.int64) for array in arrays]


def _numbered(
    found: npt.NDArray[Any], listed: Optional[npt.NDArray[Any]], node_type: str
) -> Tuple[npt.NDArray[Any], npt.NDArray[Any]]:
    """All ids by number, and the numbers of those found: as listed, or in the order in which they first come."""
    if listed is None:
        known, first, place = np.unique(found, return_index=True, return_inverse=True)
        order = np.argsort(first)
        number = np.empty(len(known), np.int64)
        number[order] = np.arange(len(known))
        return known[order], number[place]
    found, listed = _one_kind([found, listed])
    order = np.argsort(listed, kind="stable")
    known = listed[order]
    if (known[1:] == known[:-1]).any():
        raise _core.Error(f"node_ids of '{node_type}': duplicate id {shown(known[1:][known[1:] == known[:-1]][0])}")
    place = np.searchsorted(known, found)
    strange = place == len(known)
    strange[~strange] = known[place[~strange]] != found[~strange]
    if strange.any():
        raise _core.Error(f"edges: node {shown(found[strange][0])} of '{node_type}' is not in node_ids")
    return listed, order[place]


def raw_id_feature(ids: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """int64; of text its bytes, zeros after them."""
    if ids.dtype.kind != "U":
        return ids
    text = np.char.encode(ids, "utf-8")
    return text.view(np.uint8).reshape(len(text), text.dtype.itemsize)


def _id_pieces(given: Mapping[str, Any]) -> Dict[str, List[npt.NDArray[Any]]]:
    """The ids in edges, by node type: edge type by edge type, and within one type row by row."""
    pieces: Dict[str, List[npt.NDArray[Any]]] = {}
    for name, ends in given.items():
        sources, targets = (_ids(end, f"edges of '{name}'") for end in _two_ends(ends, f"edges of '{name}'"))
        if len(sources) != len(targets):
            raise _core.Error(f"edges of '{name}': {len(sources)} sources and {len(targets)} targets")
        source, _, target = name.split(":")
        if source == target:
            pieces.setdefault(source, []).append(np.stack(_one_kind([sources, targets]), axis=1).ravel())
            continue
        pieces.setdefault(source, []).append(sources)
        pieces.setdefault(target, []).append(targets)
    return pieces


def _edges_of_pieces(names: Iterable[str], pieces: Mapping[str, List[npt.NDArray[Any]]]) -> Dict[str, Any]:
    """What _id_pieces has taken apart."""
    rest = {node_type: iter(some) for node_type, some in pieces.items()}
    edges: Dict[str, Any] = {}
    for name in names:
        source, _, target = name.split(":")
        first = next(rest[source])
        edges[name] = tuple(first.reshape(-1, 2).T) if source == target else (first, next(rest[target]))
    return edges


def relabelled(graph: Any, node_ids: Any, node_data: Any, edge_data: Any) -> GraphArrays:
    """Of edges between nodes whose ids are any text or any numbers: they become 0, 1, … by type, and are a feature.

    node_ids  all ids, by node type, in the order of the rows of features
    """
    node_data, edge_data = _data_by_type(node_data, edge_data, isinstance(graph, Mapping))
    given = {edge_type_name(name): ends for name, ends in _by_type(graph, ONLY_EDGES).items()}
    listed = {kind: _ids(ids, f"node_ids of '{kind}'") for kind, ids in _by_type(node_ids, ONLY_NODES).items()}
    features = {kind: dict(named) for kind, named in node_data.items()}
    for kind in features:
        if kind not in listed:
            raise _core.Error(f"node_data of '{kind}' with relabel also needs node_ids, which name the node of each row")
    pieces = _id_pieces(given)
    counts: Dict[str, int] = {}
    for kind in dict.fromkeys([*pieces, *listed]):
        some = _one_kind(pieces.get(kind, []))
        found = np.concatenate(some) if some else np.zeros(0, np.int64)
        every, number = _numbered(found, listed.get(kind), kind)
        counts[kind] = len(every)
        features.setdefault(kind, {})[RAW_ID] = raw_id_feature(every)
        pieces[kind] = np.split(number, np.cumsum([len(piece) for piece in some])[:-1])
    return _of_arrays(_edges_of_pieces(given, pieces), counts, features, edge_data, listed)


def graph_arrays(graph: Any, nodes: Any = None, node_data: Any = None, edge_data: Any = None) -> GraphArrays:
    """Of a DGLGraph, of PyG's Data or HeteroData, or of edges: (sources, targets), or a dict of such by edge type."""
    is_dgl = hasattr(graph, "canonical_etypes")
    is_pyg = hasattr(graph, "edge_index") or hasattr(graph, "edge_types")
    if not is_dgl and not is_pyg:
        return _of_arrays(graph, nodes, node_data, edge_data)
    if nodes is not None or node_data is not None or edge_data is not None:
        raise _core.Error("nodes, node_data and edge_data are for edges given as arrays; this graph has its own")
    return _of_dgl(graph) if is_dgl else _of_pyg(graph)
