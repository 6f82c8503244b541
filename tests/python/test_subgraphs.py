"""Sampled subgraphs: with each option the records and the schema that the program writes, byte by byte."""
import csv
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

import numpy as np

import tuplepack

PROGRAM = os.environ.get("TUPLEPACK")
SEED = int(np.random.SeedSequence().generate_state(1)[0])
READOUT = """
node_sets { key: "_readout" value { features { key: "label" value { dtype: DT_INT64 } } } }
edge_sets { key: "_readout/seed" value { source: "paper" target: "_readout" } }
"""
LINKS = """
node_sets { key: "_readout" }
edge_sets { key: "_readout/source" value { source: "paper" target: "_readout" } }
edge_sets { key: "_readout/target" value { source: "paper" target: "_readout" } }
"""
SCHEMA = """
node_sets { key: "paper" value { metadata { filename: "paper.csv" } features { key: "year" value { dtype: DT_INT64 } } } }
node_sets { key: "author" value { metadata { filename: "author.csv" } features { key: "h" value { dtype: DT_FLOAT } } } }
node_sets { key: "venue" value { metadata { filename: "venue.csv" } features { key: "v" value { dtype: DT_FLOAT } } } }
edge_sets { key: "cites" value { source: "paper" target: "paper" metadata { filename: "cites.csv" }
  features { key: "weight" value { dtype: DT_FLOAT } } } }
edge_sets { key: "writes" value { source: "author" target: "paper" metadata { filename: "writes.csv" } } }
edge_sets { key: "at" value { source: "paper" target: "venue" metadata { filename: "at.csv" } } }
edge_sets { key: "read" value { source: "paper" target: "author" metadata { filename: "read.csv" } } }
"""
ONE = """
seed_op { op_name: "seed" node_set_name: "paper" }
sampling_ops { op_name: "one" input_op_names: "seed" edge_set_name: "cites" sample_size: 3 strategy: RANDOM_UNIFORM }
sampling_ops { op_name: "two" input_op_names: "one" edge_set_name: "cites" sample_size: 2 strategy: RANDOM_WEIGHTED }
"""
BY = ONE + 'sampling_ops { op_name: "by" input_op_names: "two" edge_set_name: "written_by" sample_size: 2 strategy: RANDOM_UNIFORM }'
LATEST = """
seed_op { op_name: "seed" node_set_name: "paper" }
sampling_ops { op_name: "one" input_op_names: "seed" edge_set_name: "read" sample_size: 3 strategy: LATEST_K }
"""
PAIRS = """
symmetric_link_seed_op { op_name: "seed" }
sampling_ops { op_name: "one" input_op_names: "seed" edge_set_name: "cites" sample_size: 9 strategy: RANDOM_UNIFORM }
"""


class Graph:
    """Forty papers, ten authors and three venues, in memory and in tables."""

    def __init__(self, folder):
        random = np.random.default_rng(SEED)
        self.folder = Path(folder)
        self.nodes = {"paper": 40, "author": 10, "venue": 3}
        cites = random.integers(0, 40, (2, 500))
        cites = np.concatenate([cites, cites[::-1, :200]], axis=1)  # many in both directions
        self.weights = random.random(700).astype(np.float32)
        self.edges = {"cites": (*cites, self.weights), "writes": (random.integers(0, 10, 80), random.integers(0, 40, 80)),
                      "at": (np.arange(40), random.integers(0, 3, 40)),
                      "read": (random.integers(0, 40, 200), random.integers(0, 10, 200), None, random.integers(0, 50, 200))}
        self.features = {"nodes/paper.year": random.integers(1900, 2000, 40), "nodes/author.h": random.random(10).astype(np.float32),
                         "edges/cites.weight": self.weights}
        self.pairs = cites[:, :21].T
        self.labels = random.integers(0, 9, 21)
        self.write("paper.csv", "id", "year", *zip(range(40), self.features["nodes/paper.year"]))
        self.write("author.csv", "id", "h", *zip(range(10), self.features["nodes/author.h"]))
        self.write("venue.csv", "id", "v", *((i, i) for i in range(3)))
        self.write("cites.csv", "source", "target", "weight", *zip(*self.edges["cites"]))
        self.write("writes.csv", "source", "target", *zip(*self.edges["writes"]))
        self.write("at.csv", "source", "target", *zip(*self.edges["at"]))
        self.times = random.integers(10, 50, 21)
        self.write("read.csv", "source", "target", "time", *zip(*(self.edges["read"][column] for column in (0, 1, 3))))
        self.write("seeds.csv", "id", "label", "time", *zip(range(21), self.labels, self.times))
        self.write("pairs.csv", "source", "target", *self.pairs.tolist())

    def write(self, name, *cells):
        columns = len([cell for cell in cells if isinstance(cell, str)])
        with open(self.folder / name, "w", newline="") as file:
            csv.writer(file).writerows([cells[:columns], *cells[columns:]])

    def of_the_program(self, schema, spec, *words):
        """The records, and the schema beside them."""
        (self.folder / "schema.pbtxt").write_text(schema)
        (self.folder / "spec.pbtxt").write_text(spec)
        out = self.folder / "out.tfrecord"
        subprocess.run([PROGRAM, "subgraphs", self.folder / "schema.pbtxt", self.folder / "spec.pbtxt", "-o", out, "--seed", "5", *map(str, words)],
                       check=True, capture_output=True)
        found = out.read_bytes(), (self.folder / "out.pbtxt").read_text()
        out.unlink()
        (self.folder / "out.pbtxt").unlink()
        return found

    def of_the_package(self, schema, spec, seeds, more, **options):
        """The same; more: features of _readout."""
        found = tuplepack.subgraphs(schema, spec, self.nodes, self.edges, seeds, seed=5, **options)
        reached = {name: values for name, values in self.features.items() if f'"{name.split("/")[1].split(".")[0]}"' in found.schema}
        tuplepack.write_records(self.folder / "here.tfrecord", found, found.schema, features={**reached, **more})
        return (self.folder / "here.tfrecord").read_bytes(), found.schema


@unittest.skipIf(PROGRAM is None, "TUPLEPACK does not name the program")
class AsTheProgram(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.graph = Graph(folder.name)

    def assert_same(self, schema, spec, words, seeds, more=None, **options):
        wanted = self.graph.of_the_program(schema, spec, *words)
        found = self.graph.of_the_package(schema, spec, seeds, more or {}, **options)
        self.assertEqual(found[1], wanted[1], words)
        self.assertEqual(found[0], wanted[0], words)

    def test_readout(self):
        labels = {"nodes/_readout.label": self.graph.labels}
        table = ("--seeds", self.graph.folder / "seeds.csv")
        for schema, more in ((SCHEMA, {}), (SCHEMA + READOUT, labels)):
            for each in (1, 4, 21, 50):
                self.assert_same(schema, ONE, (*table, "--readout", "seed", "--seeds-per-subgraph", each), range(21), more,
                                 readout="seed", seeds_per_subgraph=each)
        self.assert_same(SCHEMA, ONE, (*table, "--seeds-per-subgraph", 4), range(21), seeds_per_subgraph=4)  # seed is the default
        for words, given in (((), {}), (("--readout", "first"), {"readout": "first"})):
            self.assert_same(SCHEMA + READOUT, ONE, (*table, *words), range(21), **given)

    def test_times(self):
        self.assert_same(SCHEMA, LATEST, ("--seeds", self.graph.folder / "seeds.csv"), range(21), times=self.graph.times)
        self.assert_same(SCHEMA, LATEST, (), range(40))

    def test_links(self):
        words = "--seeds", self.graph.folder / "pairs.csv"
        for more, options in (((), {}), (("--readout", "links"), {"readout": "links"}), (("--remove-reverse",), {"remove_reverse": True}),
                              (("--remove-reverse", "--seeds-per-subgraph", 5), {"remove_reverse": True, "seeds_per_subgraph": 5})):
            for threads in (1, 3):
                self.assert_same(SCHEMA + LINKS, PAIRS, (*words, *more), self.graph.pairs, threads=threads, **options)

    def test_reversed_and_induced(self):
        for more, options in (((), {}), (("--induced",), {"induced": True}), (("--paths", "tfgnn"), {"paths": "tfgnn"})):
            self.assert_same(SCHEMA, BY, ("--reverse", "written_by=writes", *more), range(40), reverse={"written_by": "writes"}, **options)
        swapped = ONE.replace("cites", "cited_by")
        self.assert_same(SCHEMA, swapped, ("--reverse", "cited_by=cites"), range(40), {"edges/cited_by.weight": self.graph.weights},
                         reverse={"cited_by": "cites"})


class ByThemselves(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.graph = Graph(folder.name)
        self.given = (self.graph.nodes, self.graph.edges)

    def test_predicted_links_are_not_sampled(self):
        cites = self.graph.edges["cites"]
        for undirected in (False, True):
            for pair, found in zip(self.graph.pairs, tuplepack.subgraphs(SCHEMA + LINKS, PAIRS, *self.given, self.graph.pairs, remove_reverse=undirected)):
                sampled = {(int(cites[0][row]), int(cites[1][row])) for row in found.edges["cites"].row}
                self.assertNotIn(tuple(pair), sampled)
                self.assertFalse(undirected and tuple(pair[::-1]) in sampled)

    def test_numbers_of_the_seeds(self):
        found = list(tuplepack.subgraphs(SCHEMA, ONE, *self.given, [7, 3, 7, 9, 1], seeds_per_subgraph=3))
        self.assertEqual([one.nodes["_readout"].tolist() for one in found], [[0, 1, 2], [3, 4]])
        seed = found[0].edges["_readout/seed"]
        self.assertEqual(found[0].nodes["paper"][seed.source].tolist(), [7, 3, 7])
        self.assertEqual((seed.target.tolist(), found[1].edges["_readout/seed"].row.tolist()), ([0, 1, 2], [3, 4]))
        self.assertEqual(set(next(tuplepack.subgraphs(SCHEMA, ONE, *self.given, [7])).nodes), {"paper"})  # what the spec reaches

    def saved(self, schema=SCHEMA, **options):
        folder = self.graph.folder / f"graph{len(list(self.graph.folder.iterdir()))}"
        tuplepack.save_graph(folder, schema, *self.given, **options)
        return folder

    def test_shards_of_the_seeds(self):
        """Together they have the records of all seeds, wherever they are cut."""
        random = np.random.default_rng(SEED)
        for schema, spec, seeds, reverse, options in (
            (SCHEMA, ONE, np.arange(21), {}, {"readout": "seed"}),
            (SCHEMA, ONE, np.arange(21), {}, {"seeds_per_subgraph": 3, "induced": True}),
            (SCHEMA, LATEST, np.arange(21), {}, {}),
            (SCHEMA, BY, np.arange(40), {"written_by": "writes"}, {"paths": "tfgnn"}),
            (SCHEMA + LINKS, PAIRS, self.graph.pairs, {}, {"remove_reverse": True}),
        ):
            whole = tuplepack.subgraphs(schema, spec, *self.given, seeds, seed=5, reverse=reverse, **options)
            wanted = [str(one) for one in whole]
            folder = self.saved(schema, reverse=reverse)
            each = options.get("seeds_per_subgraph", 1)
            cuts = [0, *(each * np.sort(random.integers(0, len(seeds) // each + 1, 3))).tolist(), len(seeds)]
            found = []
            for begin, end in zip(cuts, cuts[1:]):
                shard = tuplepack.sample_subgraphs(folder, spec, seeds[begin:end], first=begin, seed=5, **options)
                self.assertEqual(shard.schema, whole.schema)
                found += [str(one) for one in shard]
            self.assertEqual(found, wanted)

    def test_saved_graphs_that_are_refused(self):
        folder = self.saved()
        edges = Path(folder, "0.targets.npy")
        about = Path(folder, "graph.json")
        good = edges.read_bytes()
        for words, call in (
            ("already exists", lambda: tuplepack.save_graph(folder, SCHEMA, *self.given)),
            ("No such file", lambda: tuplepack.sample_subgraphs(self.graph.folder / "none", ONE, [1])),
            ("graph cannot be 7; expected text", lambda: tuplepack.sample_subgraphs(7, ONE, [1])),
            ("folder cannot be 5; expected text", lambda: tuplepack.save_graph(5, SCHEMA, *self.given)),
            ("first cannot be -1", lambda: tuplepack.sample_subgraphs(folder, ONE, [1], first=-1)),
            ("first cannot be 4; with seeds_per_subgraph=3, shards begin at a multiple",
             lambda: tuplepack.sample_subgraphs(folder, ONE, [1], first=4, seeds_per_subgraph=3)),
            ("edge set 'written_by'", lambda: tuplepack.sample_subgraphs(folder, BY, [1])),
            ("0.targets.npy: cannot be mapped", lambda: edges.write_bytes(good[:50]) and tuplepack.sample_subgraphs(folder, ONE, [1])),
            ("the arrays of 'cites' are damaged or of another graph",
             lambda: edges.write_bytes(good[:-4] + b"\xff" * 4) and tuplepack.sample_subgraphs(folder, ONE, [1])),
            ("the arrays of 'cites' are damaged", lambda: np.save(edges, np.zeros(700)) or tuplepack.sample_subgraphs(folder, ONE, [1])),
            ("graph.json is damaged; save the graph again",
             lambda: about.write_text(about.read_text().replace('"edges"', '"edge"')) and tuplepack.sample_subgraphs(folder, ONE, [1])),
            ("expected a folder that save_graph", lambda: about.write_text("[]") and tuplepack.sample_subgraphs(folder, ONE, [1])),
        ):
            with self.assertRaisesRegex(tuplepack.Error, words):
                call()
        self.assertEqual([name for name in os.listdir(self.graph.folder) if "graph" in name], [folder.name])

    def test_refuses(self):
        def sample(schema=SCHEMA, spec=ONE, seeds=(1, 2), edges=self.graph.edges, **options):
            return tuplepack.subgraphs(schema, spec, self.graph.nodes, edges, seeds, **options)

        for words, call in (
            ("readout first reads only node 0; use readout seed", lambda: sample(seeds_per_subgraph=2, readout="first")),
            ("readout links needs node pairs", lambda: sample(readout="links")),
            ("readout links, their default", lambda: sample(SCHEMA + LINKS, PAIRS, [[1, 2]], readout="seed")),
            ("readout: .*'frist'", lambda: sample(readout="frist")),
            ("readout cannot be 3; expected text", lambda: sample(readout=3)),
            ("seeds_per_subgraph cannot be 0", lambda: sample(seeds_per_subgraph=0)),
            ("times are of subgraphs of one seed", lambda: sample(seeds_per_subgraph=2, times=[1, 2])),
            ("times of float64; expected integers", lambda: sample(times=[1.5, 2])),
            ("remove_reverse is only for link prediction", lambda: sample(remove_reverse=True)),
            ("remove_reverse cannot be 'no'", lambda: sample(remove_reverse="no")),
            ("reverse cannot be 'cites'; expected a dict", lambda: sample(reverse="cites")),
            ("reverse: edge set 'citse' is not declared; did you mean 'cites'", lambda: sample(reverse={"x": "citse"})),
            ("nodes: the schema has no node set 'papr'; did you mean 'paper'\\? it has paper, author, venue",
             lambda: tuplepack.subgraphs(SCHEMA, ONE, {**self.graph.nodes, "papr": 3}, self.graph.edges, [1])),
            ("edges: the schema has no edge set 'cite'; did you mean 'cites'\\? it has cites, writes, at, read",
             lambda: sample(edges={**self.graph.edges, "cite": self.graph.edges["cites"]})),
            ("reverse: edge set 'cites' is already declared", lambda: sample(reverse={"cites": "writes"})),
            ("edges: none for edge set 'written_by'", lambda: sample(spec=BY, edges={"cites": self.graph.edges["cites"]}, reverse={"written_by": "writes"})),
            ("schema:8:55: Edge set 'at' referencing unknown node set 'jornal'", lambda: sample(SCHEMA.replace('target: "venue"', 'target: "jornal"'))),
        ):
            with self.assertRaisesRegex(tuplepack.Error, words):
                call()


if __name__ == "__main__":
    print("seed", SEED)
    unittest.main()
