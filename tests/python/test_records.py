"""Records of graphs: written and read back, and joined as batches; against the program where there is one."""
import gzip
import importlib.util
import json
import os
import subprocess
import tempfile
import unittest
import zlib
from pathlib import Path
from types import SimpleNamespace

import numpy as np

import tuplepack

PROGRAM = os.environ.get("TUPLEPACK")
SEED = int(np.random.SeedSequence().generate_state(1)[0])
SCHEMA = """
context { features { key: "label" value { dtype: DT_FLOAT shape { dim { size: 2 } } } } }
node_sets { key: "paper" value {
  features { key: "year" value { dtype: DT_INT32 } }
  features { key: "title" value { dtype: DT_STRING } }
  features { key: "words" value { dtype: DT_STRING shape { dim { size: -1 } } } } } }
node_sets { key: "author" value { features { key: "vector" value { dtype: DT_FLOAT shape { dim { size: 3 } dim { size: 2 } } } } } }
edge_sets { key: "writes" value { source: "author" target: "paper" features { key: "w" value { dtype: DT_INT64 } } } }
edge_sets { key: "cites" value { source: "paper" target: "paper" } }
"""


def random_graph(random):
    papers, authors, writes, cites = random.integers(1, 6, 4).tolist()
    counts = random.integers(0, 3, papers)
    return {
        "context/label": random.random((1, 2), np.float32),
        "nodes/paper.#size": np.array([papers]),
        "nodes/paper.year": random.integers(1900, 2000, papers),
        "nodes/paper.title": np.array([b"t%d" % i for i in random.integers(0, 99, papers)], object),
        "nodes/paper.words": np.array([b"w%d" % i for i in random.integers(0, 99, counts.sum())], object),
        "nodes/paper.words.d1": counts,
        "nodes/author.#size": np.array([authors]),
        "nodes/author.vector": random.random((authors, 3, 2), np.float32),
        "edges/writes.#size": np.array([writes]),
        "edges/writes.#source": random.integers(0, authors, writes),
        "edges/writes.#target": random.integers(0, papers, writes),
        "edges/writes.w": random.integers(-9, 9, writes),
        "edges/cites.#size": np.array([cites]),
        "edges/cites.#source": random.integers(0, papers, cites),
        "edges/cites.#target": random.integers(0, papers, cites),
    }


class Folder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        random = np.random.default_rng(SEED)
        self.graphs = [random_graph(random) for _ in range(40)]

    def same(self, found, wanted):
        self.assertEqual(sorted(found), sorted(wanted))
        for name, values in wanted.items():
            np.testing.assert_array_equal(np.asarray(found[name]), values, name)
            self.assertEqual(np.shape(found[name]), np.shape(values), name)

    def write(self, name="graphs", graphs=None, **options):
        path = self.folder / name
        return path, tuplepack.write_records(path, self.graphs if graphs is None else graphs, SCHEMA, **options)


class Written(Folder):
    def test_what_is_written_is_read(self):
        """In any form that was read, to files of any packing, byte for byte the same."""
        path, count = self.write()
        self.assertEqual(count, len(self.graphs))
        found = list(tuplepack.records(path, schema=SCHEMA))
        self.assertEqual(len(found), len(self.graphs))
        for record, graph in zip(found, self.graphs):
            self.same(record.features, graph)
            self.assertEqual(record.sizes["nodes/paper"], graph["nodes/paper.#size"][0])
        for graphs in (found, list(tuplepack.records(path)), (record.features for record in found)):
            self.assertEqual(self.write("again", graphs)[0].read_bytes(), path.read_bytes())
        packed, _ = self.write("graphs.gz")
        self.assertEqual(gzip.decompress(packed.read_bytes()), path.read_bytes())
        wrapped = self.folder / "wrapped"
        wrapped.write_bytes(zlib.compress(path.read_bytes()))
        for other in (packed, wrapped):
            for record, graph in zip(tuplepack.records(other, schema=SCHEMA), self.graphs):
                self.same(record.features, graph)
        self.assertEqual([file.name for file in self.folder.iterdir() if "unfinished" in file.name], [])
        wrapped.write_bytes(zlib.compress(path.read_bytes())[:-9])
        with self.assertRaisesRegex(tuplepack.Error, "^[^:]*wrapped: the zlib data is truncated$"):
            list(tuplepack.records(wrapped))

    def test_shards_patterns_and_lists(self):
        self.write("s@3")
        self.assertEqual(sorted(file.name for file in self.folder.iterdir()), [f"s-0000{i}-of-00003" for i in range(3)])
        dealt = [graph for first in range(3) for graph in self.graphs[first::3]]
        names = [self.folder / f"s-0000{i}-of-00003" for i in range(3)]
        for path in (self.folder / "s@3", str(self.folder / "s-*"), names):
            for record, graph in zip(tuplepack.records(path, schema=SCHEMA), dealt):
                self.same(record.features, graph)
            self.assertEqual(sum(1 for _ in tuplepack.records(path)), len(dealt))
        names[1].unlink()
        with self.assertRaisesRegex(tuplepack.Error, "this shard of 3 is missing"):
            list(tuplepack.records(self.folder / "s@3"))

    def test_plain_values(self):
        """Lists, text, torch's types and numbers of other types are what the schema says they are."""
        graph = self.graphs[0]
        plain = {name: values.tolist() for name, values in graph.items()}
        plain["nodes/paper.title"] = [text.decode() for text in plain["nodes/paper.title"]]
        other = {name: values.astype(np.float64 if values.dtype.kind == "f" else np.int16)
                 for name, values in graph.items() if values.dtype != object}
        objects = {name: np.array(values, object) for name, values in plain.items() if name == "nodes/paper.year"}
        for form in (plain, {**graph, **other}, {**graph, **objects}, {**graph, "nodes/paper.title": np.array(plain["nodes/paper.title"])}):
            self.same(next(tuplepack.records(self.write(graphs=[form])[0], schema=SCHEMA)).features, graph)

    @unittest.skipIf(importlib.util.find_spec("torch") is None, "no torch here")
    def test_tensors(self):
        import torch

        graph = self.graphs[0]
        tensors = {name: values if values.dtype == object else torch.from_numpy(values) for name, values in graph.items()}
        self.same(next(tuplepack.records(self.write(graphs=[tensors])[0], schema=SCHEMA)).features, graph)

    def test_a_turned_array_is_no_feature(self):
        """Of 3 nodes with 2 values each, [2, 3] has the right number of them, and every node those of others."""
        schema = 'node_sets { key: "n" value { features { key: "x" value { dtype: DT_FLOAT shape { dim { size: 2 } } } } } }'
        values, path = np.arange(6).reshape(3, 2), self.folder / "graphs"
        for given in (values, values.tolist(), values.ravel()):
            tuplepack.write_records(path, [{"nodes/n.#size": [3], "nodes/n.x": given}], schema)
            self.same(next(tuplepack.records(path, schema=schema)).features, {"nodes/n.#size": [3], "nodes/n.x": values.astype(np.float32)})
        with self.assertRaisesRegex(tuplepack.Error, r"the feature 'nodes/n.x' has the shape \[2, 3\]; expected \[3, 2\]"):
            tuplepack.write_records(path, [{"nodes/n.#size": [3], "nodes/n.x": values.T}], schema)

    def test_subgraphs(self):
        """With the features of the whole graph, as sampled."""
        schema = """node_sets { key: "paper" value { features { key: "year" value { dtype: DT_INT64 } } } }
            edge_sets { key: "cites" value { source: "paper" target: "paper" features { key: "w" value { dtype: DT_FLOAT } } } }"""
        spec = """seed_op { op_name: "seed" node_set_name: "paper" } sampling_ops { op_name: "hop" input_op_names: "seed"
                  edge_set_name: "cites" sample_size: 3 strategy: RANDOM_UNIFORM }"""
        random = np.random.default_rng(SEED)
        edges, years, weights = random.integers(0, 50, (2, 300)), random.integers(1900, 2000, 50), random.random(300, np.float32)
        sampled = list(tuplepack.subgraphs(schema, spec, {"paper": 50}, {"cites": tuple(edges)}, range(50)))
        path = self.folder / "sampled"
        whole = {"nodes/paper.year": years, "edges/cites.w": weights}
        self.assertEqual(tuplepack.write_records(path, sampled, schema, features=whole), 50)
        for record, subgraph in zip(tuplepack.records(path, schema=schema), sampled):
            self.same(record.features, {
                "nodes/paper.#size": [len(subgraph.nodes["paper"])], "nodes/paper.year": years[subgraph.nodes["paper"]],
                "edges/cites.#size": [len(subgraph.edges["cites"].row)], "edges/cites.w": weights[subgraph.edges["cites"].row],
                "edges/cites.#source": subgraph.edges["cites"].source, "edges/cites.#target": subgraph.edges["cites"].target})
        for features, words in (({"nodes/papr.year": years}, "features: the schema has no feature 'nodes/papr.year'; did you mean 'nodes/paper.year'\\? it has"),
                                ({"nodes/paper.year": years[:3]}, "'nodes/paper.year' has 3 rows, but the subgraph has row")):
            with self.assertRaisesRegex(tuplepack.Error, words):
                tuplepack.write_records(path, sampled, schema, features=features)

    def test_refuses_and_leaves_nothing(self):
        path, _ = self.write()
        before = path.read_bytes()
        graph = self.graphs[0]
        papers = int(graph["nodes/paper.#size"][0])
        for changed, words in (
            ({"nodes/paper.yeer": [1]}, "the schema has no feature 'nodes/paper.yeer'"),
            ({"nodes/paper.year.d1": [1]}, "the schema has no feature 'nodes/paper.year.d1'"),
            ({"nodes/paper.words.d2": [1]}, "the schema has no feature 'nodes/paper.words.d2'"),
            ({"nodes/paper.year": [1] * (papers + 1)}, f"'nodes/paper.year' has {papers + 1} values instead of {papers}"),
            ({"nodes/paper.year": [1.5] * papers}, "'nodes/paper.year' has floats, but the schema declares integers"),
            ({"nodes/paper.year": ["x"] * papers}, "'nodes/paper.year' has bytes, but the schema declares int32"),
            ({"nodes/paper.title": [7] * papers}, "'nodes/paper.title' has 7; expected strings"),
            ({"nodes/paper.words": [["a"], ["b", "c"]]}, "'nodes/paper.words' is ragged: pass its values in one list, .* as 'nodes/paper.words.d1'"),
            ({"nodes/paper.year": [[1], [2, 3]]}, "values of 'nodes/paper.year' are not an array of numbers"),
            ({7: [1]}, "the features of a graph are named .*7; expected text"),
            ({"nodes/paper.title": [None] * papers}, "'nodes/paper.title' has None; expected strings"),
            ({"nodes/paper.year": [None] * papers}, "'nodes/paper.year' has None; expected numbers"),
            ({"edges/cites.#source": [99] * int(graph["edges/cites.#size"][0])}, "has the node 99, but there are"),
            ({"context/label": [[1e300, 1]]}, "'context/label' has 1e.300, which is beyond the range of float32"),
            ({"context/label": [[1j, 1]]}, "'context/label' is of complex128, which records do not hold"),
            ({"nodes/paper.year": np.full(papers, 2**63, np.uint64)}, "'nodes/paper.year' has 9223372036854775808, which is beyond the range of int32"),
            ({"edges/cited.#size": [0]}, "the schema has no set 'edges/cited'; did you mean 'edges/cites'\\? it has nodes/paper, nodes/author, edges/writes"),
            ({"edges/writes.w": [1j] * int(graph["edges/writes.#size"][0])}, "which records do not hold"),
        ):
            with self.subTest(words), self.assertRaisesRegex(tuplepack.Error, "graph 1: .*" + words):
                self.write(graphs=[graph, {**graph, **changed}])
            self.assertEqual([file.name for file in self.folder.iterdir()], ["graphs"])
            self.assertEqual(path.read_bytes(), before)
        for left_out, words in (("edges/cites", "the set 'edges/cites' of the schema is missing; where it is empty"),
                                ("nodes/paper.year", "the feature 'nodes/paper.year' of the schema is missing")):
            rest = {name: values for name, values in graph.items() if not name.startswith(left_out)}
            with self.subTest(left_out), self.assertRaisesRegex(tuplepack.Error, words):
                self.write(graphs=[rest])
        without = SCHEMA[: SCHEMA.index('edge_sets { key: "cites"')] + '# node_sets { key: "cites" }'
        with self.assertRaisesRegex(tuplepack.Error, "graphs: a record has the set 'edges/cites', but the schema has nodes/paper"):
            next(tuplepack.records(path, schema=without))
        with self.assertRaisesRegex(tuplepack.Error, "graph 0: an int is not a graph"):
            self.write(graphs=[7])
        with self.assertRaisesRegex(tuplepack.Error, "features= are of Subgraphs"):
            self.write(features={"nodes/paper.year": [1]})
        for options, words in (({"path": None}, "None names no file"), ({"graphs": None}, "graphs is an iterable of graphs"),
                               ({"schema": None}, "schema cannot be None; expected text"), ({"prefix": None}, "prefix cannot be None"),
                               ({"features": [1]}, "features a dict of arrays")):
            with self.subTest(words), self.assertRaisesRegex(tuplepack.Error, words):
                tuplepack.write_records(**{"path": path, "graphs": [], "schema": SCHEMA, **options})
        for options, words in (({"schema": 1}, "schema cannot be 1"), ({"prefix": None}, "prefix cannot be None")):
            with self.subTest(words), self.assertRaisesRegex(tuplepack.Error, words):
                list(tuplepack.records(path, **options))
        with self.assertRaisesRegex(tuplepack.Error, "schema:1:9: expected"):
            tuplepack.write_records(path, [], "nonsense")


    def test_values_fit_their_types(self):
        """TensorFlow casts what records hold to the type of the schema, and says nothing of what is lost."""
        whole = {"int8": (-128, 127), "int16": (-2**15, 2**15 - 1), "int32": (-2**31, 2**31 - 1), "int64": (-2**63, 2**63 - 1),
                 "uint8": (0, 255), "uint16": (0, 2**16 - 1), "uint32": (0, 2**32 - 1), "uint64": (0, 2**63 - 1), "bool": (0, 1)}
        floats = {"half": (65504, 65520), "bfloat16": (3.38e38, 3.4e38), "float": (3.4e38, 3.5e38), "double": (3.4e38, 3.5e38)}
        cases = [(f"DT_{kind.upper()}", [least, most], [wrong]) for kind, (least, most) in whole.items() for wrong in (least - 1, most + 1)]
        cases += [(f"DT_{kind.upper()}", [-most, most, np.inf, np.nan], [sign * wrong]) for kind, (most, wrong) in floats.items() for sign in (-1, 1)]
        path = self.folder / "graphs"
        for kind, right, wrong in cases:
            schema = 'node_sets { key: "n" value { features { key: "x" value { dtype: %s } } } }' % kind
            tuplepack.write_records(path, [{"nodes/n.#size": [len(right)], "nodes/n.x": right}], schema)
            np.testing.assert_allclose(next(tuplepack.records(path)).features["nodes/n.x"], right, rtol=1e-6)
            for given in (wrong, np.array(wrong)):
                with self.subTest(kind, wrong=wrong), self.assertRaisesRegex(
                        tuplepack.Error, "graph 0: the feature 'nodes/n.x' has -?[0-9.e+]+, which is beyond the range of"):
                    tuplepack.write_records(path, [{"nodes/n.#size": [1], "nodes/n.x": given}], schema)

    def test_threads_unpack_shards(self):
        names = [self.write(f"{number}{ending}", self.graphs[number::3])[0] for number, ending in enumerate((".gz", "", ".gz"))]
        empty = self.folder / "empty"
        empty.write_bytes(b"")
        for paths in (names, [empty, *names], []):
            wanted = [record.features for record in tuplepack.records(paths, schema=SCHEMA)] if paths else []
            for threads in (2, 5) if paths else ():
                found = list(tuplepack.records(paths, schema=SCHEMA, threads=threads))
                self.assertEqual(len(found), len(wanted))
                for record, features in zip(found, wanted):
                    self.same(record.features, features)
        for some in (tuplepack.records(names, threads=2), tuplepack.records(names)):
            next(some)
            some.close()
        names[1].write_bytes(names[1].read_bytes()[:-3])
        with self.assertRaisesRegex(tuplepack.Error, "1: .*"):
            list(tuplepack.records(names, threads=2))
        with self.assertRaisesRegex(tuplepack.Error, "0 threads"):
            list(tuplepack.records(names, threads=0))


class Batches(Folder):
    def setUp(self):
        super().setUp()
        self.path, _ = self.write("graphs@2")
        sizes = tuplepack.graph_sizes(tuplepack.records(self.path))
        self.plan = tuplepack.pack(sizes, [20, 20, 20, 20], components=sizes.components)

    def batches(self, **options):
        return tuplepack.batches(self.path, self.plan, schema=SCHEMA, **options)

    def test_every_graph_once(self):
        found = list(self.batches(mask="real"))
        self.assertEqual(len(found), self.plan.packs)
        shapes = {name: values.shape for name, values in found[0].items() if not name.startswith("nodes/paper.words")}
        self.assertEqual(shapes["nodes/author.vector"][1:], (3, 2))
        years = []
        for batch in found:
            self.assertEqual({name: batch[name].shape for name in shapes}, shapes)
            real = batch["context/real"].astype(bool)
            self.assertEqual(len(real), len(batch["nodes/paper.#size"]))
            years += batch["nodes/paper.year"][: batch["nodes/paper.#size"][real].sum()].tolist()
        self.assertEqual(sorted(years), sorted(year for graph in self.graphs for year in graph["nodes/paper.year"].tolist()))

    def test_threads(self):
        wanted = list(self.batches(order="shuffle", seed=3))
        for threads in (2, 5):
            found = list(self.batches(order="shuffle", seed=3, threads=threads))
            self.assertEqual(len(found), len(wanted))
            for one, other in zip(found, wanted):
                self.same(one, other)
        some = self.batches(threads=3)
        next(some)
        some.close()  # ends the threads

    def test_batches_can_be_written(self):
        """Also packed: the records are unpacked first."""
        wanted = list(self.batches())
        schema = SCHEMA
        tuplepack.write_records(self.folder / "batches", wanted, schema)
        for record, batch in zip(tuplepack.records(self.folder / "batches", schema=schema), wanted):
            self.same(record.features, batch)
        packed = [self.write(f"{i}.gz", list(tuplepack.records(file)))[0]
                  for i, file in enumerate(sorted(self.folder.glob("graphs-*")))]
        for one, other in zip(tuplepack.batches(packed, self.plan, schema=SCHEMA), wanted):
            self.same(one, other)

    def test_prefix(self):
        named, _ = self.write("named", prefix="g/")
        wanted = list(self.batches())
        for graph, record in zip(self.graphs, tuplepack.records(named, schema=SCHEMA, prefix="g/")):
            self.same(record.features, graph)
        found = list(tuplepack.batches(named, self.plan, schema=SCHEMA, prefix="g/"))
        self.assertEqual(len(found), len(wanted))
        for one in found:
            self.assertEqual(sorted(one), sorted(wanted[0]))
        with self.assertRaisesRegex(tuplepack.Error, "no name of a feature begins with the prefix 'h/'; the first is 'g/context/label'"):
            tuplepack.batches(named, self.plan, schema=SCHEMA, prefix="h/")

    @unittest.skipIf(PROGRAM is None, "TUPLEPACK does not name the program")
    def test_as_the_program(self):
        (self.folder / "s.pbtxt").write_text(SCHEMA)
        self.plan.save(self.folder / "plan.json")
        constraints = {"total_num_components": 30, "total_num_nodes": {"paper": 50, "author": 40},
                       "total_num_edges": {"writes": 30, "cites": 35}, "min_nodes_per_component": {"paper": 1}}
        (self.folder / "c.json").write_text(json.dumps(constraints))
        values = {"context": {"label": -1.5}, "node_sets": {"paper": {"year": -1, "title": "none"}}}
        (self.folder / "v.json").write_text(json.dumps(values))
        numbers = {"context": {"label": np.float32(-1.5)}, "node_sets": {"paper": {"year": np.int64(-1), "title": b"none"}}}
        for number, (words, options) in enumerate((
            ([], {}), (["--mask", "real"], {"mask": "real"}), (["--order", "shuffle", "--seed", 5], {"order": "shuffle", "seed": 5}),
            (["--mask", "real", "--mask-of", "nodes,edges"], {"mask": "real", "mask_of": ("nodes", "edges")}),
            (["--padding-values", self.folder / "v.json"], {"padding_values": values}),
            (["--padding-values", self.folder / "v.json"], {"padding_values": SimpleNamespace(edge_sets=None, **numbers)}),
            (["--constraints", self.folder / "c.json"], {"constraints": constraints}),
            (["--constraints", self.folder / "c.json"], {"constraints": SimpleNamespace(**constraints)}),
        )):
            out = self.folder / f"out{number}"
            subprocess.run([PROGRAM, "batches", self.path, "--plan", self.folder / "plan.json", "--schema", self.folder / "s.pbtxt",
                            "-q", "-o", out, *map(str, words)], check=True, capture_output=True)
            found = list(self.batches(threads=2, **options))
            written = list(tuplepack.records(out))
            self.assertEqual(len(found), len(written))
            for batch, record in zip(found, written):
                self.same({name: values.reshape(-1) for name, values in batch.items()}, record.features)
        done = subprocess.run([PROGRAM, "records", self.path, "--schema", self.folder / "s.pbtxt", "--check", "--json"], check=True,
                              capture_output=True)
        self.assertEqual(json.loads(done.stdout)["metrics"]["records"], len(self.graphs))

    POLICIES = (([], {}), (["--policy", "greedy"], {"policy": "greedy"}), (["--policy", "fit-or-skip"], {"policy": "fit-or-skip"}),
                (["--policy", "fit-or-skip", "--success-ratio", "0.5"], {"policy": "fit-or-skip", "success_ratio": 0.5}))

    def shape_by_the_program(self, path, batch_size, words, schema=None):
        """Of random batches of records."""
        out = self.folder / "shape"
        (self.folder / "s.pbtxt").write_text(schema or "")
        described = [] if schema is None else ["--schema", self.folder / "s.pbtxt"]
        subprocess.run([PROGRAM, "records", path, *described, "--batch-size", str(batch_size), "--constraints", out, *words],
                       check=True, capture_output=True)
        found = json.loads(out.read_text())
        out.unlink()
        return found

    def join(self, first, second):
        """Two graphs as the components of one."""
        found = {name: np.concatenate([values, second[name]]) for name, values in first.items()}
        for edges, source, target in (("writes", "author", "paper"), ("cites", "paper", "paper")):
            for end, nodes in ((f"edges/{edges}.#source", source), (f"edges/{edges}.#target", target)):
                found[end][len(first[end]) :] += first[f"nodes/{nodes}.#size"][0]
        return found

    @unittest.skipIf(PROGRAM is None, "TUPLEPACK does not name the program")
    def test_shapes_of_random_batches(self):
        graphs = [*self.graphs, self.join(*self.graphs[:2])]  # the last has two components
        path, _ = self.write("components", graphs)
        for words, options in self.POLICIES:
            expected = self.shape_by_the_program(path, 3, words, SCHEMA)
            self.assertEqual(set(expected), {"total_num_components", "total_num_nodes", "total_num_edges", "min_nodes_per_component"})
            for given in (path, [str(path)], tuplepack.records(path), list(tuplepack.records(path, schema=SCHEMA)), graphs):
                self.assertEqual(tuplepack.random_batch_constraints(given, 3, schema=SCHEMA, **options), expected)
        with self.assertWarnsRegex(UserWarning, "pass their GraphSchema with schema") as caught:
            self.assertEqual(tuplepack.random_batch_constraints(graphs, 3), self.shape_by_the_program(path, 3, []))
        self.assertEqual(caught.filename, __file__)
        tight = tuplepack.random_batch_constraints(self.path, len(self.graphs), schema=SCHEMA)
        everything = tuplepack.pack(tuplepack.graph_sizes(tuplepack.records(self.path)), 10**6)
        (batch,) = tuplepack.batches(self.path, everything, schema=SCHEMA, constraints=tight)
        self.assertEqual(batch["nodes/paper.#size"].sum(), tight["total_num_nodes"]["paper"])

    @unittest.skipIf(PROGRAM is None, "TUPLEPACK does not name the program")
    def test_shapes_of_random_batches_of_sizes(self):
        """Of graphs of one component each, by their sizes in any form, and of graphs of other libraries."""
        sizes = tuplepack.graph_sizes(tuplepack.records(self.path))
        columns = dict(zip(sizes.components, sizes.T))
        alone = {name.partition("/")[2]: column for name, column in columns.items()}
        table = tuplepack.Table(list(columns), np.asarray(sizes), None)
        for words, options in self.POLICIES:
            expected = self.shape_by_the_program(self.path, 5, words, SCHEMA)
            for given in (sizes, sizes.astype(np.uint16), columns, alone, table):
                self.assertEqual(tuplepack.random_batch_constraints(given, 5, schema=SCHEMA, **options), expected)
        schema = 'node_sets { key: "atom" } edge_sets { key: "bond" value { source: "atom" target: "atom" } }'
        pairs = np.array([[3, 4], [5, 0], [2, 9]])
        path = self.folder / "molecules"
        tuplepack.write_records(path, [{"nodes/atom.#size": [nodes], "edges/bond.#size": [edges], "edges/bond.#source": [0] * edges,
                                        "edges/bond.#target": [1] * edges} for nodes, edges in pairs.tolist()], schema)
        expected = self.shape_by_the_program(path, 2, [], schema)
        graphs = [SimpleNamespace(num_nodes=nodes, num_edges=edges) for nodes, edges in pairs]
        for given in (graphs, tuplepack.graph_sizes(graphs), pairs, {"num_edges": pairs[:, 1], "num_nodes": pairs[:, 0]}):
            self.assertEqual(tuplepack.random_batch_constraints(given, 2, schema=schema), expected)
            plain = tuplepack.random_batch_constraints(given, 2)
            self.assertEqual((plain["total_num_nodes"], plain["total_num_edges"]), ({"nodes": 11}, {"edges": 18}))

    def test_refuses_shapes_of_random_batches(self):
        sizes = tuplepack.graph_sizes(tuplepack.records(self.path))
        shape = tuplepack.random_batch_constraints
        for words, call in (
            ("policy: unknown value 'loose'; .*greedy", lambda: shape(self.path, 3, policy="loose")),
            ("batch_size cannot be 0", lambda: shape(self.path, 0)),
            ("batch_size: 65537 is out of range", lambda: shape(self.path, 65537)),
            ("success_ratio: .*2", lambda: shape(self.path, 3, policy="fit-or-skip", success_ratio=2)),
            ("success_ratio cannot be 'x'", lambda: shape(self.path, 3, success_ratio="x")),
            ("^schema:1:4: expected", lambda: shape(self.path, 3, schema="no schema")),
            ("graphs-0.*: the record at byte 0: .*'edges/writes.#target'", lambda: shape(self.path, 3, schema=SCHEMA.replace('"paper"', '"page"'))),
            ("^no graphs$", lambda: shape([], 3)),
            ("^no graphs$", lambda: shape(sizes[:0], 3)),
            ("graph 0: a dict without sizes of sets", lambda: shape([{"x": [1]}], 3)),
            ("a single graph; pass a list of graphs", lambda: shape(self.graphs[0], 3)),
            ("graph 1: sizes of 1 in 'edges/e' and of 2 in 'nodes/n'", lambda: shape([{"nodes/n.#size": [1]}, {"nodes/n.#size": [1, 2], "edges/e.#size": [1]}], 3)),
            ("graph 0: the schema has no set 'nodes/papr'; did you mean 'nodes/paper'\\? it has", lambda: shape([{"nodes/papr.#size": [1]}], 3, schema=SCHEMA)),
            ("the schema has no set 'nodes/papr'; did you mean 'nodes/paper'", lambda: shape({"nodes/papr": [1, 2]}, 3, schema=SCHEMA)),
            ("component 'length' is neither nodes/SET nor edges/SET", lambda: shape(np.array([3, 4]), 3)),
            ("sizes.*-1|'nodes/n' has the size -1", lambda: shape({"nodes/n": [3, -1]}, 3)),
            ("a list has no num_nodes; expected graphs", lambda: shape([[3, 4]], 3)),
            ("prefix is of the names of features in files", lambda: shape(self.graphs, 3, prefix="g/")),
            ("is beyond 2\\^53", lambda: shape({"nodes/n": [2**52]}, 9)),
        ):
            with self.subTest(words), self.assertRaisesRegex(tuplepack.Error, words) as caught:
                call()
            self.assertNotIn("--", str(caught.exception))

    def test_refuses(self):
        other = tuplepack.pack([[3, 4], [5, 6]], [9, 9], components=["paper", "cites"])
        for words, call in (
            ("the plan does not match these records", lambda: tuplepack.batches(self.path, other, schema=SCHEMA)),
            ("matches no node or edge set of the records", lambda: tuplepack.batches(self.path, tuplepack.pack([3], 9), schema=SCHEMA)),
            ("pass its GraphSchema as schema=", lambda: tuplepack.batches(self.path, self.plan)),
            ("order", lambda: self.batches(order="sorted")),
            ("0 threads", lambda: self.batches(threads=0)),
            ("mask cannot be 1", lambda: self.batches(mask=1)),
            ("mask_of cannot be 1", lambda: self.batches(mask="m", mask_of=1)),
            ("the context has a feature 'label' already", lambda: self.batches(mask="label")),
            ("the mask has no feature name", lambda: self.batches(mask_of="nodes")),
            ("mask_of: a mask of 'graphs'; expected context, nodes or edges", lambda: self.batches(mask="m", mask_of=["graphs"])),
            ("padding_values cannot be 7", lambda: self.batches(padding_values=7)),
            ("padding_values: .*'size'", lambda: self.batches(padding_values={"node_sets": {"paper": {"size": 1}}})),
            ("constraints cannot be 7", lambda: self.batches(constraints=7)),
            ("constraints:.* the key 'total_num_nodes' is missing", lambda: self.batches(constraints={"total_num_components": 4})),
            ("pack 0: ", lambda: list(self.batches(constraints={
                "total_num_components": 2, "total_num_nodes": {"paper": 5, "author": 5}, "total_num_edges": {"writes": 5, "cites": 5},
                "min_nodes_per_component": {}}))),
            ("no files match this pattern", lambda: tuplepack.batches(str(self.folder / "x*"), self.plan)),
        ):
            with self.subTest(words), self.assertRaisesRegex(tuplepack.Error, words):
                call()
        empty = self.folder / "empty"
        empty.write_bytes(b"")
        with self.assertRaisesRegex(tuplepack.Error, "no records"):
            tuplepack.batches(empty, self.plan)


if __name__ == "__main__":
    print("seed", SEED)
    unittest.main()
