"""Random heterogeneous graphs, and random ways to write them as chunks."""

import json
import pathlib

import numpy as np

from graph_reader import Chunked

TYPES = ("<f4", "<f8", "<f2", "|b1", "|u1", "<i4", "<i8")


def random_feature(rng, rows):
    width = rng.choice([0, 0, 1, 3])
    shape = (rows,) if width == 0 else (rows, int(width))
    return rng.integers(0, 2 if rng.random() < 0.3 else 100, shape).astype(rng.choice(TYPES))


def random_features(rng, counts):
    return {name: {f"feature{i}": random_feature(rng, count) for i in range(rng.integers(1, 3))}
            for name, count in counts.items() if rng.random() < 0.6}


def random_edges(rng, sources, targets, looped):
    """Some types have none; some nodes have most; some edges are parallel; `looped`: some are self-loops."""
    if min(sources, targets) == 0 or rng.random() < 0.15:
        return np.zeros((2, 0), np.int64)
    count = int(rng.integers(1, 60))
    pairs = np.stack([rng.integers(0, sources, count), rng.integers(0, targets, count) // rng.integers(1, 4)])
    pairs[:, rng.random(count) < 0.2] = pairs[:, :1]
    if looped:
        pairs[1] = np.where(rng.random(count) < 0.2, pairs[0], pairs[1])
    return pairs


def random_graph(rng):
    """Types without nodes or edges, types of one node, all nodes isolated: anything that is allowed."""
    nodes = {name: int(rng.choice([0, 1, 2, rng.integers(3, 30)], p=[0.15, 0.1, 0.1, 0.65]))
             for name in ("user", "page", "word", "tag")[:rng.integers(1, 5)]}
    isolated = rng.random() < 0.08
    edges = {}
    for i in range(rng.integers(1, 5)):
        source, target = rng.choice(list(nodes)), rng.choice(list(nodes))
        pairs = random_edges(rng, nodes[source], nodes[target], source == target)
        edges[f"{source}:r{i}:{target}"] = pairs[:, :0] if isolated else pairs
    return Chunked("random", nodes, edges, random_features(rng, nodes),
                   random_features(rng, {name: pairs.shape[1] for name, pairs in edges.items()}))


def random_assignment(rng, graph, parts):
    """Parts may be empty, in one type or in all."""
    used = rng.integers(0, parts, max(1, int(rng.integers(1, parts + 1))))
    return {name: rng.choice(used, count) for name, count in graph.nodes.items()}


def cuts(rng, rows):
    """Where chunks begin and end; some are empty."""
    inside = np.sort(rng.integers(0, rows + 1, rng.integers(0, 4)))
    return list(zip([0, *inside], [*inside, rows]))


def write_edges(rng, path, pairs, form):
    if form["name"] == "numpy":
        by_row = pairs.shape[1] == 2 or rng.random() < 0.5  # [2, 2] is read by row
        np.save(path, (pairs.T if by_row else pairs).astype(rng.choice(["<i8", "<i4"])))
        return
    path.write_text("".join(f"{source}{form['delimiter']}{target}\n" for source, target in pairs.T.tolist()))


def write_feature(rng, folder, base, name, rows):
    """The file names of its chunks: some absolute, most relative."""
    names = []
    for i, (begin, end) in enumerate(cuts(rng, len(rows))):
        file = f"{name}-{i}.npy"
        (folder / base).mkdir(parents=True, exist_ok=True)
        np.save(folder / base / file, rows[begin:end])
        names.append(f"{base}/{file}" if rng.random() < 0.7 else str((folder / base / file).resolve()))
    return {"format": {"name": "numpy"}, "data": names}


def write_chunked(rng, graph, folder, forms=("csv", "numpy")):
    """forms  of edges; csv has any delimiter"""
    folder = pathlib.Path(folder)
    (folder / "edges").mkdir(parents=True, exist_ok=True)
    edges, per_chunk = {}, []
    for t, (name, pairs) in enumerate(graph.edges.items()):
        form = {"name": str(rng.choice(forms))}
        if form["name"] == "csv":
            form["delimiter"] = str(rng.choice([" ", ",", "\t"]))
        ranges = cuts(rng, pairs.shape[1])
        files = [f"edges/{t}-{i}.{form['name']}".replace("numpy", "npy") for i in range(len(ranges))]
        for file, (begin, end) in zip(files, ranges):
            write_edges(rng, folder / file, pairs[:, begin:end], form)
        edges[name] = {"format": form, "data": files}
        per_chunk.append([int(end - begin) for begin, end in ranges])

    def written(data, base):
        return {kind: {name: write_feature(rng, folder, f"{base}/{kind.replace(':', '_')}", name, rows)
                       for name, rows in named.items()} for kind, named in data.items()}

    metadata = {"graph_name": graph.name, "node_type": list(graph.nodes),
                "num_nodes_per_type": list(graph.nodes.values()), "edge_type": list(graph.edges),
                "num_edges_per_type": [sum(counts) for counts in per_chunk], "edges": edges,
                "node_data": written(graph.node_data, "node_data"), "edge_data": written(graph.edge_data, "edge_data")}
    if rng.random() < 0.5:
        metadata["num_edges_per_chunk"] = per_chunk
        metadata["num_nodes_per_chunk"] = [[count] for count in graph.nodes.values()]
    (folder / "metadata.json").write_text(json.dumps(metadata, indent=2))


def write_assignment(folder, part_of, parts):
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "partition_meta.json").write_text(
        json.dumps({"version": "1.0.0", "num_parts": parts, "algo_name": "random"}))
    for name, owners in part_of.items():
        (folder / f"{name}.txt").write_text("".join(f"{owner}\n" for owner in owners))
