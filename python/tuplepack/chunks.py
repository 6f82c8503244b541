"""The commands on graphs on disk: chunked, dispatched to parts, verified, inspected."""

from __future__ import annotations

import os
from typing import Any, Dict, List, Mapping, Optional, Sequence, Union

from . import _program
from ._arrays import listed, require_dict
from ._graph_arrays import ONLY_NODES, EdgeName, edge_type_name
from .files import names_of, path_of

PathLike = Union[str, "os.PathLike[str]"]


def _paths(given: Union[PathLike, Sequence[PathLike]]) -> List[str]:
    """Of one file or of several."""
    return [path_of(file) for file in listed(given)]


def chunk(
    edges: Union[PathLike, Sequence[PathLike], Mapping[EdgeName, Union[PathLike, Sequence[PathLike]]]],
    out: PathLike,
    *,
    chunks: int = 8,
    name: str = "graph",
    nodes: Union[None, int, Mapping[str, int]] = None,
    columns: Union[str, Sequence[Union[str, int]]] = (),
    node_data: Optional[Mapping[str, Mapping[str, PathLike]]] = None,
    edge_data: Optional[Mapping[EdgeName, Mapping[str, PathLike]]] = None,
    edge_format: str = "csv",
    relabel: bool = False,
    node_ids: Union[None, PathLike, Mapping[str, PathLike]] = None,
    format: str = "detect",
    bipartite: Optional[str] = None,
    undirected: str = "once",
    max_gzip_ratio: int = 200,
) -> Dict[str, Any]:
    """Writes a chunked graph from files, as `tuplepack chunk` does. Returns what the command reports.

    edges      a file, files of one edge type, or files by edge type
    node_data  files of features, by node type and name
    relabel    ids of nodes are any text or any numbers, and are numbered: `raw_ids/TYPE.csv` in the folder has both, and so
               has the feature raw_id, which goes into the parts (see `raw_ids`)
    node_ids   with relabel: files that list all ids, in the order of the rows of features, by node type
    format     of text edge lists: detect, csv, metis, mtx or konect
    bipartite  "no": users and items of one type are the same nodes
    undirected  edges of METIS graphs and symmetric matrices once, or in both directions: once or both
    max_gzip_ratio  how many times larger than compressed input what it unpacks to may be; 0: no limit
    """
    words: List[str] = []
    if isinstance(edges, Mapping):
        for edge_type, files in edges.items():
            words += [f"{edge_type_name(edge_type)}={file}" for file in _paths(files)]
    else:
        words += _paths(edges)
    require_dict(node_data, "node_data", "{node type: {feature: file}}")
    require_dict(edge_data, "edge_data", "{edge type: {feature: file}}")
    counts = nodes.items() if isinstance(nodes, Mapping) else [] if nodes is None else [(ONLY_NODES, nodes)]
    for node_type, count in counts:
        words += ["--nodes", f"{node_type}={count}"]
    for option, data in (("--node-data", node_data), ("--edge-data", edge_data)):
        for kind, features in (data or {}).items():
            require_dict(features, f"{option[2:].replace('-', '_')} of {kind!r}", "{feature: file}")
            of = kind if option == "--node-data" and isinstance(kind, str) else edge_type_name(kind)
            for feature, file in features.items():
                words += [option, f"{of}/{feature}={path_of(file)}"]
    listed = node_ids.items() if isinstance(node_ids, Mapping) else [] if node_ids is None else [(ONLY_NODES, node_ids)]
    for node_type, listing in listed:
        words += ["--node-ids", f"{node_type}={path_of(listing)}"]
    words += _program.options(
        chunks=chunks, name=name, columns=names_of(columns, "columns") or None, edge_format=edge_format, relabel=relabel, format=format,
        bipartite=bipartite, undirected=undirected, max_gzip_ratio=max_gzip_ratio,
    )  # fmt: skip
    return _program.run("chunk", *words, "-o", path_of(out))


def dispatch(
    graph: PathLike,
    assignment: PathLike,
    out: Optional[PathLike] = None,
    *,
    format: str = "dgl",
    graph_formats: Sequence[str] = ("coo",),
    hops: int = 1,
    edges: str = "in",
    memory: Optional[str] = None,
    dry_run: bool = False,
) -> Dict[str, Any]:
    """Writes the parts of a chunked graph, as `tuplepack dispatch` does. Returns what the command reports.

    assignment     the folder that `tuplepack partition` wrote
    graph_formats  the forms of the edges in DGL's file: some of "coo", "csr" and "csc"
    dry_run        only measures
    """
    words = _program.options(
        format=format, graph_formats=names_of(graph_formats, "graph_formats"), hops=hops, edges=edges, memory=memory, dry_run=dry_run
    )
    target = [] if out is None else ["-o", path_of(out)]
    return _program.run("dispatch", path_of(graph), "--assignment", path_of(assignment), *words, *target)


def verify_parts(parts: PathLike, against: PathLike) -> Dict[str, Any]:
    """Checks every node, edge and feature of a partitioned graph against the chunked graph that it was made from, as
    `tuplepack verify --against` does: also what DGL wrote. `holds` in the result says whether all is right.
    """
    return _program.run("verify", path_of(parts), "--against", path_of(against), may_be_no=True)


def inspect(
    path: PathLike,
    *,
    part: Optional[int] = None,
    fanout: Union[int, Sequence[int]] = (10, 10),
    batch_size: int = 1024,
    row_bytes: Optional[int] = None,
) -> Dict[str, Any]:
    """What is in a chunked graph, an assignment or a partitioned graph, as `tuplepack inspect` reports it.

    fanout, batch_size, row_bytes  neighbours that a training step samples in each hop, its seeds, and the bytes of a node's
                                   features: for the estimate of what it fetches from other parts
    """
    hops = None if fanout is None else listed(fanout)
    words = _program.options(part=part, fanout=hops, batch_size=batch_size, row_bytes=row_bytes)
    return _program.run("inspect", path_of(path), *words)
