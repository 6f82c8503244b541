"""Graphs in parts: written from arrays and from graphs of DGL and PyG, the same bytes as the program's; loaded without DGL."""
import json
import os
import subprocess
import tempfile
import unittest
import warnings
from pathlib import Path
from types import SimpleNamespace

import numpy as np

import tuplepack

PROGRAM = os.environ.get("TUPLEPACK")
SEED = int(np.random.SeedSequence().generate_state(1)[0])
DGL = Path(__file__).resolve().parents[1] / "data" / "dgl_parts"


def random_graph(random):
    nodes = {"author": 40, "paper": 60}
    edges = {("author", "writes", "paper"): (random.integers(0, 40, 300), random.integers(0, 60, 300)),
             ("paper", "cites", "paper"): (random.integers(0, 60, 200), random.integers(0, 60, 200))}
    node_data = {"paper": {"x": random.random((60, 3), np.float32), "year": random.integers(0, 9, 60)}}
    edge_data = {("author", "writes", "paper"): {"weight": random.random(300)}}
    return nodes, edges, node_data, edge_data


class Store(dict):
    """As PyG's stores: attributes are items."""

    def __getattr__(self, name):
        if name not in self:
            raise AttributeError(name)
        return self[name]


class HeteroData:
    """As PyG's class of the name, in what is used of it."""

    def __init__(self, nodes, edges, node_data, edge_data):
        self.stores = {name: Store(num_nodes=count, **node_data.get(name, {})) for name, count in nodes.items()}
        self.node_types, self.edge_types = list(nodes), list(edges)
        for name, ends in edges.items():
            self.stores[name] = Store(edge_index=np.stack(ends), **edge_data.get(name, {}))

    def __getitem__(self, name):
        return self.stores[name]


class Data(Store):
    """As PyG's class of the name."""

    def node_attrs(self):
        return [name for name, values in self.items() if name != "edge_index" and len(values) == self.num_nodes]

    def edge_attrs(self):
        return [name for name in self if name not in self.node_attrs() and name != "num_nodes" and name != "title"]


class DGLGraph:
    def __init__(self, nodes, edges, node_data, edge_data):
        self.ntypes, self.canonical_etypes = list(nodes), list(edges)
        self.num_nodes, self.ends = nodes.get, edges
        self.nodes = {name: SimpleNamespace(data=node_data.get(name, {})) for name in nodes}
        frames = {name: SimpleNamespace(data=edge_data.get(name, {})) for name in edges}

        class EdgeView(dict):
            def __call__(view, etype, order):
                assert order == "eid"
                return edges[etype]

        self.edges = EdgeView(frames)


def contents(folder):
    """Of the files but the manifest, which has hashes of the chunked graph."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*"))
            if path.is_file() and path.name != "manifest.json"}


@unittest.skipIf(PROGRAM is None, "TUPLEPACK does not name the program")
class PartitionGraph(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.graph = random_graph(np.random.default_rng(SEED))

    def chunked(self):
        """By the program itself."""
        nodes, edges, node_data, edge_data = self.graph
        words = []
        for name, ends in edges.items():
            np.save(self.folder / f"{name[1]}.npy", np.stack(ends, axis=1))
            words.append(f"{':'.join(name)}={self.folder / name[1]}.npy")
        for name, count in nodes.items():
            words += ["--nodes", f"{name}={count}"]
        for option, data in (("--node-data", node_data), ("--edge-data", edge_data)):
            for kind, features in data.items():
                for feature, rows in features.items():
                    np.save(self.folder / f"{feature}.npy", rows)
                    of = kind if isinstance(kind, str) else ":".join(kind)
                    words += [option, f"{of}/{feature}={self.folder / feature}.npy"]
        self.program("chunk", *words, "--chunks", 3, "--name", "g", "-o", self.folder / "chunks")
        return self.folder / "chunks"

    def program(self, *words):
        return subprocess.run([PROGRAM, *map(str, words)], check=True, capture_output=True, text=True).stdout

    def test_the_same_bytes_as_the_program(self):
        nodes, edges, node_data, edge_data = self.graph
        chunks = self.chunked()
        self.program("partition", chunks, "--parts", 3, "--method", "multilevel", "--balance", "types,edge-types",
                     "-o", self.folder / "assign")
        for form in ("dgl", "graphbolt", "npy"):
            self.program("dispatch", chunks, "--assignment", self.folder / "assign", "--format", form, "-o", self.folder / form)
            tuplepack.partition_graph(edges, "g", 3, self.folder / "out" / form, nodes=nodes, node_data=node_data,
                                      edge_data=edge_data, balance_edges=True, format=form)
            with self.subTest(form, seed=SEED):
                self.assertEqual(contents(self.folder / "out" / form), contents(self.folder / form))
                self.assertTrue(tuplepack.verify_parts(self.folder / "out" / form, chunks)["holds"])
            self.assertEqual(sorted(one.name for one in (self.folder / "out").iterdir() if one.name.startswith(".")), [])

    def test_graphs_of_dgl_and_pyg(self):
        nodes, edges, node_data, edge_data = self.graph
        expected = self.folder / "expected"
        tuplepack.partition_graph(edges, "g", 2, expected, nodes=nodes, node_data=node_data, edge_data=edge_data)
        for kind in (DGLGraph, HeteroData):
            with self.subTest(kind.__name__, seed=SEED):
                out = self.folder / kind.__name__
                tuplepack.partition_graph(kind(*self.graph), "g", 2, out)
                self.assertEqual(contents(out), contents(expected))

    def test_a_graph_without_types(self):
        _, edges, node_data, _ = self.graph
        index, features = np.stack(edges["paper", "cites", "paper"]), node_data["paper"]
        tuplepack.partition_graph(index, "g", 2, self.folder / "arrays", nodes=60, node_data=features)
        data = Data(edge_index=index, num_nodes=60, **features, title="a title")
        data.node_attrs = lambda: list(features)
        with warnings.catch_warnings(record=True) as found:
            warnings.simplefilter("always")
            tuplepack.partition_graph(data, "g", 2, self.folder / "pyg")
        self.assertTrue(any("'title'" in str(one.message) for one in found), [str(one.message) for one in found])
        self.assertEqual(contents(self.folder / "pyg"), contents(self.folder / "arrays"))

    def test_maps_bring_features_home(self):
        nodes, edges, node_data, edge_data = self.graph
        out = self.folder / "out"
        maps = tuplepack.partition_graph(edges, "g", 3, out, nodes=nodes, node_data=node_data, edge_data=edge_data,
                                         hops=2, return_mapping=True)
        parts = [tuplepack.load_partition(out / "metadata.json", part) for part in range(3)]
        for kind, feature, of, original, mapped in (
                ("paper", "x", "node_feats", node_data["paper"]["x"], maps.nodes["paper"]),
                ("author:writes:paper", "weight", "edge_feats", edge_data["author", "writes", "paper"]["weight"],
                 maps.edges["author:writes:paper"])):
            home = np.empty_like(original)
            home[mapped] = np.concatenate([getattr(part, of)[f"{kind}/{feature}"] for part in parts])
            self.assertTrue(np.array_equal(home, original), (kind, SEED))
        for kind, count in nodes.items():
            self.assertEqual(sorted(maps.nodes[kind].tolist()), list(range(count)))

    def test_every_edge_is_in_the_part_of_its_target(self):
        nodes, edges, _, _ = self.graph
        for form in ("dgl", "graphbolt", "npy"):
            out = self.folder / form
            maps = tuplepack.partition_graph(edges, "g", 3, out, nodes=nodes, format=form, return_mapping=True)
            found = []
            for part in range(3):
                loaded = tuplepack.load_partition(out, part)
                graph, book = loaded.graph, loaded.book
                self.assertEqual(loaded.ntypes, list(nodes))
                self.assertEqual(set(book.part_of_nodes(graph.node_data["_ID"][graph.targets]).tolist()) - {part}, set())
                self.assertTrue((book.part_of_edges(graph.edge_data["_ID"]) == part).all())
                self.assertTrue((graph.node_data["inner_node"].astype(bool) == (book.part_of_nodes(graph.node_data["_ID"]) == part)).all())
                found += [(int(graph.node_data["_ID"][s]), int(graph.node_data["_ID"][t])) for s, t in zip(graph.sources, graph.targets)]
            new = {}
            for kind, ids in maps.nodes.items():
                starts = np.concatenate([np.arange(begin, end) for begin, end in book.node_map[kind]])
                new.update({(kind, int(original)): int(at) for original, at in zip(ids, starts)})
            expected = [(new[source, int(s)], new[target, int(t)]) for (source, _, target), ends in edges.items() for s, t in zip(*ends)]
            self.assertEqual(sorted(found), sorted(expected), (form, SEED))

    def test_labels_are_balanced(self):
        nodes, edges, _, _ = self.graph
        labels = {"paper": np.arange(60) % 2 == 0, "author": np.arange(40) % 4 == 0}
        maps = tuplepack.partition_graph(edges, "g", 2, self.folder / "out", nodes=nodes, balance_ntypes=labels,
                                         balance_edges=True, return_mapping=True)
        for kind, marked in labels.items():
            sizes = [end - begin for begin, end in tuplepack.load_partition(self.folder / "out", 0).book.node_map[kind]]
            first = marked[maps.nodes[kind][:sizes[0]]].sum()
            self.assertLessEqual(abs(first - marked.sum() / 2), 1 + 0.03 * marked.sum(), (kind, SEED))

    def test_commands(self):
        chunks, edges = self.folder / "chunks", self.folder / "edges.csv"
        edges.write_text("src,dst\n0,1\n1,2\n2,0\n")
        self.assertEqual(tuplepack.chunk(edges, chunks, chunks=2, nodes=4)["graph"]["nodes"], 4)
        several = tuplepack.chunk([edges, edges], self.folder / "several")["graph"]
        self.assertEqual((several["nodes"], several["edges"]), (3, 6))
        tuplepack.chunk({("a", "to", "b"): edges}, self.folder / "typed", nodes={"a": 5})
        self.assertEqual(tuplepack.inspect(self.folder / "typed")["graph"]["nodes"], 8)
        self.program("partition", chunks, "--parts", 2, "-o", self.folder / "assign")
        size = tuplepack.dispatch(chunks, self.folder / "assign", dry_run=True)
        tuplepack.dispatch(chunks, self.folder / "assign", self.folder / "out")
        self.assertTrue(size)
        self.assertTrue(tuplepack.verify(self.folder / "out", against=chunks)["holds"])
        (self.folder / "out" / "part0" / "graph.dgl").write_bytes(b"")
        self.assertFalse(tuplepack.verify_parts(self.folder / "out", chunks)["holds"])

    def test_options_of_chunk_and_inspect(self):
        matrix = self.folder / "symmetric.mtx"
        matrix.write_text("%%MatrixMarket matrix coordinate pattern symmetric\n4 4 3\n2 1\n3 1\n4 2\n")
        for undirected, edges in (("once", 3), ("both", 6)):
            with self.assertWarnsRegex(UserWarning, "MatrixMarket"):
                done = tuplepack.chunk(matrix, self.folder / undirected, format="mtx", undirected=undirected, chunks=1)
            self.assertEqual(done["graph"]["edges"], edges)
        table = self.folder / "table.csv"
        table.write_text("weight,source,target\n5,0,1\n6,2,1\n")
        done = tuplepack.chunk(table, self.folder / "named", columns=("source", "target"), chunks=1)
        self.assertEqual((done["graph"]["nodes"], done["graph"]["edges"]), (3, 2))
        with self.assertRaisesRegex(tuplepack.Error, "2 columns .*, found 3"):  # three words, and no letters
            tuplepack.chunk(table, self.folder / "other", columns="source,target,more", chunks=1)
        with self.assertRaisesRegex(tuplepack.Error, "bipartite"):
            tuplepack.chunk(table, self.folder / "other", columns=("source", "target"), bipartite="perhaps", chunks=1)
        for fanout in (5, [5], (5,)):
            self.assertEqual(tuplepack.inspect(self.folder / "named", fanout=fanout), tuplepack.inspect(self.folder / "named", row_bytes=8))

    def test_ids_of_any_text(self):
        edges = self.folder / "e.csv"
        edges.write_text("src,dst\nann,bob\nbob,çà\n")
        done = tuplepack.chunk(edges, self.folder / "c", relabel=True, chunks=2)
        self.assertEqual(done["graph"]["nodes"], 3)
        subprocess.run([PROGRAM, "partition", self.folder / "c", "--parts", "2", "-o", self.folder / "a"], check=True, capture_output=True)
        tuplepack.dispatch(self.folder / "c", self.folder / "a", self.folder / "p")
        parts = [tuplepack.load_partition(self.folder / "p", part) for part in range(2)]
        names = np.concatenate([tuplepack.raw_ids(part.node_feats["_N/raw_id"]) for part in parts])
        ids = np.concatenate([part.original_nids["_N"] for part in parts])
        self.assertEqual(names[np.argsort(ids)].tolist(), ["ann", "bob", "çà"])
        self.assertEqual(tuplepack.raw_ids([10**12, 5]).tolist(), [10**12, 5])
        listed = self.folder / "ids.txt"
        listed.write_text("çà\nbob\nann\n")
        rows = self.folder / "x.npy"
        np.save(rows, np.arange(3))
        tuplepack.chunk(edges, self.folder / "d", relabel=True, node_ids=listed, node_data={"_N": {"x": rows}}, chunks=1)
        self.assertEqual((self.folder / "d/edges/_N:_E:_N/0.csv").read_text(), "2 1\n1 0\n")

    def test_a_graph_of_text_is_numbered(self):
        """The bytes of the program's --relabel, and the raw ids by new id."""
        random = np.random.default_rng(SEED)
        names = np.array([f"çà {i}" for i in range(30)])
        likes = names[random.integers(0, 30, 80)], random.integers(0, 20, 80) * 10**12
        knows = names[random.integers(0, 30, 60)], names[random.integers(0, 30, 60)]
        words = []
        for name, (sources, targets) in (("fan:likes:item", likes), ("fan:knows:fan", knows)):
            file = self.folder / f"{name.split(':')[1]}.csv"
            file.write_text("src,dst\n" + "".join(f"{u},{v}\n" for u, v in zip(sources, targets)), encoding="utf-8")
            words.append(f"{name}={file}")
        self.program("chunk", *words, "--relabel", "--name", "g", "--chunks", 1, "-o", self.folder / "c")
        self.program("partition", self.folder / "c", "--parts", 3, "--balance", "types", "-o", self.folder / "a")
        self.program("dispatch", self.folder / "c", "--assignment", self.folder / "a", "-o", self.folder / "p")
        edges = {("fan", "likes", "item"): likes, ("fan", "knows", "fan"): knows}
        maps = tuplepack.partition_graph(edges, "g", 3, self.folder / "q", relabel=True, return_mapping=True)
        for path in sorted((self.folder / "p").rglob("*.dgl")):
            self.assertEqual(path.read_bytes(), (self.folder / "q" / path.relative_to(self.folder / "p")).read_bytes(), path)
        self.assertEqual(sorted(maps.raw_ids["fan"].tolist()), sorted({*likes[0].tolist(), *knows[0].tolist(), *knows[1].tolist()}))
        self.assertEqual(set(maps.raw_ids["item"].tolist()), set(likes[1].tolist()))
        found = set()
        for number in range(3):
            part = tuplepack.load_partition(self.folder / "q", number)
            new = part.graph.node_data["_ID"]
            raw = {}
            for kind in ("fan", "item"):
                ranges = part.book.node_map[kind]
                ids = np.concatenate([np.arange(begin, end) for begin, end in ranges])
                raw.update(zip(ids.tolist(), maps.raw_ids[kind].tolist()))
            found |= {(raw[int(new[u])], raw[int(new[v])]) for u, v in zip(part.graph.sources, part.graph.targets)}
        self.assertEqual(found, {*zip(likes[0].tolist(), likes[1].tolist()), *zip(knows[0].tolist(), knows[1].tolist())})

    def test_rows_of_features_go_with_listed_ids(self):
        listed = np.array([70, 50, 10**15, 60])
        edges = np.array([50, 10**15, 50]), np.array([60, 50, 50])
        rows = np.arange(4, dtype=np.float32)
        with self.assertWarnsRegex(UserWarning, "; balance nodes,edges evens them out"):  # a keyword, as chunk and the others have it
            maps = tuplepack.partition_graph(edges, "g", 2, self.folder / "q", relabel=True, node_ids=listed, node_data={"x": rows},
                                             return_mapping=True)
        parts = [tuplepack.load_partition(self.folder / "q", number) for number in range(2)]
        x = np.concatenate([part.node_feats["_N/x"] for part in parts])
        self.assertEqual(maps.raw_ids["_N"].tolist(), listed[x.astype(int)].tolist())
        self.assertEqual(maps.nodes["_N"].tolist(), x.tolist())
        for more, says in (({}, "also needs node_ids, which name the node of each row"),
                           ({"node_ids": [50, 60]}, "node 1000000000000000 of '_N' is not in node_ids"),
                           ({"node_ids": [50, 60, 10**15, 50]}, "duplicate id 50"),
                           ({"node_ids": listed, "relabel": False}, "node_ids requires relabel=True"),
                           ({"node_ids": listed, "nodes": 4}, "node_ids instead of nodes"),
                           ({"node_data": None, "graph": HeteroData(*self.graph)}, "relabel requires edges given as arrays")):
            with self.subTest(says), self.assertRaises(tuplepack.Error) as caught:
                given = {"graph": edges, "relabel": True, "node_data": {"x": rows}, **more}
                tuplepack.partition_graph(given.pop("graph"), "g", 2, self.folder / "r", **given)
            self.assertIn(says, str(caught.exception))

    def test_codes_of_errors(self):
        for words, code in (((tuplepack.inspect, self.folder / "nowhere"), "system"),
                            ((tuplepack.chunk, self.folder / "nowhere", self.folder / "x"), "system"),
                            ((tuplepack.load_partition, DGL / "dgl_dispatch", 2), "unsupported")):
            with self.assertRaises(tuplepack.Error) as caught:
                words[0](*words[1:])
            self.assertEqual(caught.exception.code, code)
        many = self.folder / "e.csv"
        many.write_text("1,x\n")
        with self.assertRaises(tuplepack.Error) as caught:
            tuplepack.chunk(many, self.folder / "x")
        self.assertNotEqual(caught.exception.code, "system")

    def test_node_types_without_edges_that_are_called_nearly_like_others(self):
        ends = np.array([0, 1])
        with self.assertWarnsRegex(UserWarning, "nodes of 'layer2' have no edges; edges are between nodes of layer1"):
            tuplepack.partition_graph({("layer1", "to", "layer1"): (ends, ends)}, "g", 2, self.folder / "out", nodes={"layer1": 4, "layer2": 5})

    def test_what_is_wrong_is_told(self):
        one = np.array([0, 1])
        for given, says in (
                (dict(graph={"a:b": (one, one)}), "edge type 'a:b'"),
                (dict(graph={"a:to:b": (one, one[:1])}), "edges of 'a:to:b': 2 sources and 1 targets"),
                (dict(graph={"a:to:b": (one, one)}, nodes={"b": 1}), "edges of 'a:to:b': node 1 of 'b'; there are only 1"),
                (dict(graph={"a:to:b": (one - 1, one)}), "node -1 of 'a'"),
                (dict(graph=(one, one), node_data={"x": np.zeros((3, 2, 2))}), "'x' of nodes '_N' is of float64 [3, 2, 2]"),
                (dict(graph={"a:to:b": (one, one)}, node_data={"a": {"x": np.zeros(2), "y": np.zeros(3)}}), "features of 2 and 3 rows"),
                (dict(graph=(one, one), balance_ntypes=[1]), "balance_ntypes of '_N': [1] labels"),
                (dict(graph={"a:to:b": (one, one)}, balance_ntypes={"c": [1]}), "balance_ntypes: the graph has no node type 'c'; it has a, b"),
                (dict(graph={"user:rates:item": (one, one)}, nodes={"usr": 9}),
                 "nodes of 'usr' have no edges; did you mean 'user'? edges are between nodes of user, item"),
                (dict(graph={"user:rates:item": (one, one)}, node_data={"itme": {"x": one}}), "nodes of 'itme' have no edges; did you mean 'item'?"),
                (dict(graph={"user:rates:item": (["x", "y"], one)}, relabel=True, node_ids={"User": ["x", "y"]}), "did you mean 'user'?"),
                (dict(graph={"user:rates:item": (one, one)}, edge_data={"user:rate:item": {"x": one}}),
                 "edge_data: the graph has no edge type 'user:rate:item'; did you mean 'user:rates:item'? it has user:rates:item"),
                (dict(graph=(one, one), nodes={"user": 9}), "nodes are {'user': 9}, but the edges have no types; pass the number of nodes"),
                (dict(graph=(["a", "b"], ["b", "a"])), "expected whole numbers [E]; partition_graph(relabel=True) numbers text"),
                (dict(graph={"a:to:b": {0, 1}}), "edges of 'a:to:b': a set; expected two arrays"),
                (dict(graph=(one, one), name=""), "name is empty; expected the name of the graph"),
                (dict(graph=(one, one), method="none"), "none")):
            with self.subTest(says), self.assertRaises(tuplepack.Error) as caught:
                tuplepack.partition_graph(given.pop("graph"), given.pop("name", "g"), 2, self.folder / "out", **given)
            self.assertIn(says, str(caught.exception))
            self.assertEqual(list(self.folder.iterdir()), [])

    def test_nodes_without_edges(self):
        one = np.array([0, 1])
        with self.assertWarnsRegex(UserWarning, "^nodes of 'shop' have no edges; edges are between nodes of user, item$"):
            tuplepack.partition_graph({"user:rates:item": (one, one)}, "g", 1, self.folder / "out", nodes={"user": 2, "item": 2, "shop": 3})
        self.assertEqual(len(tuplepack.graph_maps(self.folder / "out").nodes["shop"]), 3)

    def test_without_the_program(self):
        before, os.environ["TUPLEPACK"] = os.environ["TUPLEPACK"], "/nowhere/tuplepack"
        try:
            with self.assertRaisesRegex(tuplepack.Error, "'/nowhere/tuplepack' was not found"):
                tuplepack.inspect(self.folder)
        finally:
            os.environ["TUPLEPACK"] = before


@unittest.skipUnless(DGL.exists(), "the data of the tests is not there")
class WhatDglWrote(unittest.TestCase):
    def test_it_loads(self):
        for name in ("dgl_dispatch", "dgl_dispatch_graphbolt", "dgl_partition_to_graphbolt", "dgl_partition_graph"):
            with self.subTest(name):
                parts = [tuplepack.load_partition(DGL / name, part) for part in range(2)]
                self.assertEqual([part.graph.node_data["_ID"][:len(part.node_feats["a/f"])].tolist() for part in parts], [[0, 1], [3, 4]])
                self.assertEqual(parts[0].node_feats["a/f"].tolist(), [[0, 1], [4, 5]])
                edges = parts[1].graph
                inner = edges.edge_data["inner_edge"] == 1
                ends = sorted(zip(edges.node_data["_ID"][edges.sources[inner]].tolist(), edges.node_data["_ID"][edges.targets[inner]].tolist()))
                self.assertEqual(ends, [(0, 5), (0, 5), (4, 6)])
                owner = parts[0].book.part_of_nodes
                self.assertEqual(owner([0, 2, 3, 6]).tolist(), [0, 0, 1, 1])
                self.assertEqual((int(owner(3)), owner([]).tolist()), (1, []))
                for ids, words in (([True, False], "ids are True and False"), ([0.5], "ids are float64; expected whole numbers"),
                                   ([7], "expected ids below 7")):
                    with self.assertRaisesRegex(tuplepack.Error, words):
                        owner(ids)
                self.assertEqual(parts[0].name, "mixed")
                self.assertEqual(repr(parts[0]).split(",")[0], "<LoadedPart: 'mixed'")
        maps = tuplepack.graph_maps(DGL / "dgl_dispatch")
        self.assertRegex(repr(maps), "^<GraphMaps: 7 nodes and .* edges of a, b, ")
        self.assertEqual({name: ids.tolist() for name, ids in maps.nodes.items()}, {"a": [0, 2, 1, 3], "b": [1, 0, 2]})
        with self.assertRaisesRegex(tuplepack.Error, "no original ids"):
            tuplepack.graph_maps(DGL / "dgl_partition_graph")
        with self.assertRaisesRegex(tuplepack.Error, "part 2: there are 2"):
            tuplepack.load_partition(DGL / "dgl_dispatch", 2)

    def test_what_is_damaged_is_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            text = json.loads((DGL / "dgl_dispatch" / "metadata.json").read_text())
            path = Path(folder) / "metadata.json"
            path.write_text(json.dumps({**text, "num_edges": 11}))
            with self.assertRaisesRegex(tuplepack.Error, "edge_map end at 10 instead of 11"):
                tuplepack.load_partition(path, 0)


if __name__ == "__main__":
    unittest.main()
