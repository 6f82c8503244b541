"""Loads the parts of a graph, as tuplepack or DGL wrote them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Dict, List, Mapping, NamedTuple, Sequence, Tuple

import numpy as np

from . import _core
from ._arrays import array_of, refuse_mask, whole_number
from ._picture import counted
from .chunks import PathLike
from .files import bytes_of, path_of, text_of

if TYPE_CHECKING:
    import numpy.typing as npt


def raw_ids(feature: Any) -> npt.NDArray[Any]:
    """The ids of nodes before they were numbered, of the feature `TYPE/raw_id` of a part: integers, or text."""
    array = array_of(feature, "ids")
    if array.ndim == 1:
        return array
    if array.ndim != 2 or array.dtype.itemsize != 1 or array.shape[1] == 0:
        raise _core.Error(f"ids of {array.dtype} {list(array.shape)}; expected the feature raw_id of a part")
    text = np.ascontiguousarray(array).view(f"S{array.shape[1]}").ravel()
    return np.char.decode(text, "utf-8", "replace")


class GraphMaps(NamedTuple):
    """The original id of every node and edge, by type and new id: type-wise ids on both sides.

    What is computed for nodes in their new order finds home by `original[maps.nodes[type]] = computed`.

    raw_ids  of partition_graph with relabel: what each new id was before the nodes were numbered; else empty
    """

    nodes: Dict[str, npt.NDArray[np.int64]]
    edges: Dict[str, npt.NDArray[np.int64]]
    raw_ids: Dict[str, npt.NDArray[Any]] = {}  # noqa: RUF012

    def __repr__(self) -> str:
        nodes, edges = (sum(map(len, ids.values())) for ids in (self.nodes, self.edges))
        return f"<GraphMaps: {counted(nodes, 'node')} and {counted(edges, 'edge')} of {', '.join([*self.nodes, *self.edges])}>"


class PartGraph(NamedTuple):
    """Nodes by local id, those that the part owns first. Of GraphBolt's graphs edges are in the order of their targets.

    node_data  _ID, the new global id; inner_node; _TYPE; and more that the files have
    edge_data  the same, by edge type
    """

    nodes: int
    sources: npt.NDArray[np.int64]
    targets: npt.NDArray[np.int64]
    node_data: Dict[str, npt.NDArray[Any]]
    edge_data: Dict[str, npt.NDArray[Any]]

    def __repr__(self) -> str:
        return f"<PartGraph: {counted(self.nodes, 'node')}, {counted(len(self.sources), 'edge')}>"


class PartBook(NamedTuple):
    """Which part owns what: by type, the range [begin, end) of new global ids in each part, [parts, 2]."""

    node_map: Dict[str, npt.NDArray[np.int64]]
    edge_map: Dict[str, npt.NDArray[np.int64]]

    def part_of_nodes(self, ids: Any) -> npt.NDArray[np.int64]:
        """The owners of nodes, by new global id."""
        return _owners(self.node_map, ids)

    def part_of_edges(self, ids: Any) -> npt.NDArray[np.int64]:
        """The owners of edges, by new global id."""
        return _owners(self.edge_map, ids)


class LoadedPart(NamedTuple):
    """As dgl.distributed.load_partition returns it, as arrays.

    node_feats     by "type/feature": a row for each node that the part owns
    original_nids  by node type: original ids of the nodes that the part owns; empty where there are none, as in what
                   DGL's partition_graph writes
    """

    graph: PartGraph
    node_feats: Dict[str, npt.NDArray[Any]]
    edge_feats: Dict[str, npt.NDArray[Any]]
    book: PartBook
    name: str
    ntypes: List[str]
    etypes: List[str]
    original_nids: Dict[str, npt.NDArray[np.int64]]
    original_eids: Dict[str, npt.NDArray[np.int64]]

    def __repr__(self) -> str:
        return f"<LoadedPart: '{self.name}', {counted(self.graph.nodes, 'node')} and {counted(len(self.graph.sources), 'edge')}>"


def _owners(ranges: Mapping[str, npt.NDArray[np.int64]], ids: Any) -> npt.NDArray[np.int64]:
    ends = np.stack(list(ranges.values()))[:, :, 1].max(axis=0)  # by part: of its last type
    array = array_of(ids, "ids")
    refuse_mask(array.dtype, "ids")
    if array.size and array.dtype.kind not in "iu":
        raise _core.Error(f"ids are {array.dtype}; expected whole numbers")
    if array.size and (array.min() < 0 or array.max() >= ends[-1]):
        raise _core.Error(f"ids from {array.min()} to {array.max()}; expected ids below {ends[-1]}")
    return np.searchsorted(ends, array, side="right").astype(np.int64)


def _document(path: PathLike) -> Path:
    """metadata.json of a folder, or the only other document of parts."""
    given = Path(path_of(path))
    if not given.is_dir():
        return given
    if (given / "metadata.json").exists():
        return given / "metadata.json"
    found = [one for one in sorted(given.glob("*.json")) if _core.describes_parts(text_of(one))]
    if len(found) == 1:
        return found[0]
    names = " and ".join(one.name for one in found[:2])
    raise _core.Error(f"{given}: " + (f"{names} describe parts; pass the path of one" if found else "missing metadata.json"))


def _tensors(path: Path) -> Dict[str, npt.NDArray[Any]]:
    """Of a .dgl file, or of a folder of .npy files."""
    if path.suffix == ".dgl":
        arrays: Dict[str, npt.NDArray[Any]] = _core.read_dgl_tensors(bytes_of(path), str(path))
        return arrays
    return {file.relative_to(path).with_suffix("").as_posix(): np.load(file) for file in sorted(path.rglob("*.npy"))}


def _below(arrays: Mapping[str, npt.NDArray[Any]], prefix: str) -> Dict[str, npt.NDArray[Any]]:
    return {name[len(prefix) :]: values for name, values in arrays.items() if name.startswith(prefix)}


def _graph(path: Path, graphbolt: bool) -> PartGraph:
    if graphbolt:
        arrays = _core.read_sampling_graph(bytes_of(path), str(path))
        starts = arrays["independent_tensors/indptr"].astype(np.int64)
        targets = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
        edge_data = _below(arrays, "edge_attributes/")
        if "independent_tensors/type_per_edge" in arrays:
            edge_data["_TYPE"] = arrays["independent_tensors/type_per_edge"]
        sources = arrays["independent_tensors/indices"].astype(np.int64)
        return PartGraph(len(starts) - 1, sources, targets, _below(arrays, "node_attributes/"), edge_data)
    if path.suffix == ".dgl":
        return PartGraph(*_core.read_dgl_graph(bytes_of(path), str(path)))
    arrays = _tensors(path)
    node_data = _below(arrays, "nodes/")
    return PartGraph(len(node_data["_ID"]), arrays["src"], arrays["dst"], node_data, _below(arrays, "edges/"))


def _graph_file(folder: Path, files: Mapping[str, Any]) -> Tuple[Path, bool]:
    """The path of the graph, and whether it is one of GraphBolt: of two that are named, the one that exists."""
    if files["coordinates"] and (folder / files["coordinates"]).exists():
        if (folder / files["graph"]).exists():
            raise _core.Error(f"{folder}: both {files['coordinates']} and {files['graph']} exist, but DGL accepts only one")
        return folder / files["coordinates"], False
    return folder / files["graph"], bool(files["graphbolt"])


def _beside(graph: Path, name: str) -> Dict[str, npt.NDArray[Any]]:
    """Original ids, where they are."""
    for path in (graph.with_name(name + ".dgl"), graph.with_name(name)):
        if path.exists():
            return _tensors(path)
    return {}


def _read_document(path: Path) -> Dict[str, Any]:
    found: Dict[str, Any] = _core.read_part_document(text_of(path), str(path))
    return found


def _ranges(types: Sequence[Tuple[str, Sequence[Tuple[int, int]]]]) -> Dict[str, npt.NDArray[np.int64]]:
    return {name: np.array(ranges, np.int64).reshape(-1, 2) for name, ranges in types}


def load_partition(path: PathLike, part: int) -> LoadedPart:
    """Loads a part as arrays, without DGL: of what tuplepack or DGL wrote, with DGL's graphs or GraphBolt's.

    path  of the document, OUT/metadata.json, or of its folder
    """
    document = _document(path)
    about = _read_document(document)
    if whole_number(part, "part") >= len(about["parts"]):
        raise _core.Error(f"part {part}: there are {len(about['parts'])}, counted from 0")
    folder, files = document.parent, about["parts"][part]
    file, graphbolt = _graph_file(folder, files)
    book = PartBook(_ranges(about["node_types"]), _ranges(about["edge_types"]))
    return LoadedPart(
        _graph(file, graphbolt), _tensors(folder / files["node_features"]), _tensors(folder / files["edge_features"]),
        book, about["name"], list(book.node_map), list(book.edge_map), _beside(file, "orig_nids"), _beside(file, "orig_eids"),
    )  # fmt: skip


def graph_maps(path: PathLike) -> GraphMaps:
    """The original ids in a partitioned graph on disk."""
    document = _document(path)
    about = _read_document(document)
    nodes: Dict[str, List[npt.NDArray[np.int64]]] = {name: [] for name, _ in about["node_types"]}
    edges: Dict[str, List[npt.NDArray[np.int64]]] = {name: [] for name, _ in about["edge_types"]}
    none = np.zeros(0, np.int64)
    for files in about["parts"]:
        graph, _ = _graph_file(document.parent, files)
        for name, found in (("orig_nids", nodes), ("orig_eids", edges)):
            arrays = _beside(graph, name)
            if not arrays and found:
                raise _core.Error(f"{graph.parent}: no original ids ({name}); DGL's partition_graph does not write them")
            for kind, pieces in found.items():
                pieces.append(arrays.get(kind, none))
    return GraphMaps(*({kind: np.concatenate(pieces) for kind, pieces in found.items()} for found in (nodes, edges)))
