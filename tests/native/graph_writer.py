"""Writes partitioned graphs, to test what reads them. Shares no code with the program; see graph_reader.py."""

import json
import pathlib
import struct

import numpy as np

from graph_reader import ARRAY, COO, CSR, GRAPHS, HETERO, META, NUMPY, TENSORS, UNIT


def numbers(kind, *values):
    return struct.pack(f"<{len(values)}{kind}", *values)


def text(value):
    return numbers("Q", len(value.encode())) + value.encode()


def array(values):
    values = np.ascontiguousarray(values)
    name = {"|u1": "<u1", "|i1": "<i1"}.get(values.dtype.str, values.dtype.str)
    code, bits = next(key for key, known in NUMPY.items() if known == name)
    return (numbers("Q", ARRAY, 0) + numbers("i", 1, 0, values.ndim) + numbers("B", code, bits) + numbers("H", 1) +
            numbers("q", *values.shape, values.nbytes) + values.tobytes())


def named_arrays(arrays):
    return numbers("Q", len(arrays)) + b"".join(text(name) + array(values) for name, values in arrays.items())


def dgl_tensors(arrays):
    return numbers("Q", TENSORS, len(arrays)) + named_arrays(arrays)


def compressed(nodes, ends, others):
    order = np.argsort(ends, kind="stable")
    offsets = np.concatenate([[0], np.cumsum(np.bincount(ends, minlength=nodes))])
    return (numbers("Q", CSR) + numbers("q", nodes, nodes) + array(offsets.astype(np.int64)) +
            array(others[order].astype(np.int64)) + array(order.astype(np.int64)) + b"\0")


def dgl_graph(graph, forms=("coo",)):
    def ids(*values):
        return array(np.array(values, np.int64))

    meta = numbers("Q", META, CSR) + numbers("q", 1, 1) + ids(0, 1) + ids(0) + ids(0) + b"\0"
    edges = {"coo": lambda: (numbers("Q", COO) + numbers("q", graph.nodes, graph.nodes) + array(graph.src) +
                             array(graph.dst) + ids() + b"\0\0"),
             "csr": lambda: compressed(graph.nodes, graph.src, graph.dst),
             "csc": lambda: compressed(graph.nodes, graph.dst, graph.src)}
    code = sum({"coo": 1, "csr": 2, "csc": 4}[form] for form in forms)
    return (numbers("Q", GRAPHS, 2, 2, 1).ljust(4096, b"\0") + numbers("Q", 4112, 0, HETERO) + meta +
            numbers("Q", 1, UNIT) + numbers("q", 1 << 32 | code, 1 << 32 | 7) +
            b"".join(meta + edges[form]() for form in edges if form in forms) +
            numbers("Q", 1) + numbers("q", graph.nodes) + numbers("Q", 1) + named_arrays(graph.node_data) +
            numbers("Q", 1) + named_arrays(graph.edge_data) + numbers("Q", 1) + text("_N") + numbers("Q", 1) +
            text("_E") + numbers("Q", 16, 1, 4112, 16))


def write_npy(folder, arrays):
    folder.mkdir(parents=True, exist_ok=True)
    for name, values in arrays.items():
        path = folder / f"{name}.npy"
        path.parent.mkdir(parents=True, exist_ok=True)
        np.save(path, values)


def write_part(folder, part, form, forms=("coo",)):
    tensors = {"node_feat": part.node_feats, "edge_feat": part.edge_feats, "orig_nids": part.orig_nids,
               "orig_eids": part.orig_eids}
    graph = part.graph
    folder.mkdir(parents=True, exist_ok=True)
    if form != "npy":
        if form == "dgl":
            (folder / "graph.dgl").write_bytes(dgl_graph(graph, forms))
        for name, arrays in tensors.items():
            (folder / f"{name}.dgl").write_bytes(dgl_tensors(arrays))
        return
    for name, arrays in tensors.items():
        write_npy(folder / name, arrays)
    write_npy(folder / "graph", {"src": graph.src, "dst": graph.dst,
                                 **{f"nodes/{name}": values for name, values in graph.node_data.items()},
                                 **{f"edges/{name}": values for name, values in graph.edge_data.items()}})


PATHS = {"dgl": {"node_feats": "node_feat.dgl", "edge_feats": "edge_feat.dgl", "part_graph": "graph.dgl"},
         "graphbolt": {"node_feats": "node_feat.dgl", "edge_feats": "edge_feat.dgl",
                       "part_graph_graphbolt": "fused_csc_sampling_graph.pt"},
         "npy": {"node_feats": "node_feat", "edge_feats": "edge_feat", "part_graph": "graph"}}


def write_partitioned(folder, partitioned, form="dgl", forms=("coo",)):
    """Of the form "graphbolt" without the graphs themselves."""
    folder = pathlib.Path(folder)
    metadata = dict(partitioned.metadata)
    if form == "graphbolt":
        metadata |= {"node_map_dtype": "int64", "edge_map_dtype": "int64"}
    for p, part in enumerate(partitioned.parts):
        write_part(folder / f"part{p}", part, form, forms)
        metadata[f"part-{p}"] = {key: f"part{p}/{name}" for key, name in PATHS[form].items()}
    (folder / "metadata.json").write_text(json.dumps(metadata, indent=4))
