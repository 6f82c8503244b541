"""Parts, sampled subgraphs and records: against the program where there is one."""
import csv
import os
import struct
import subprocess
import tempfile
import unittest
import warnings
from pathlib import Path

import numpy as np

import tuplepack

PROGRAM = os.environ.get("TUPLEPACK")
SEED = int(np.random.SeedSequence().generate_state(1)[0])
SCHEMA = """
node_sets { key: 'paper' value { metadata { filename: 'paper.csv' } features { key: 'year' value { dtype: DT_INT64 } } } }
edge_sets { key: 'cites' value { source: 'paper' target: 'paper' metadata { filename: 'cites.csv' } } }
"""
SPEC = """
seed_op { op_name: 'seed' node_set_name: 'paper' }
sampling_ops { op_name: 'one' input_op_names: ['seed'] edge_set_name: 'cites' sample_size: 3 strategy: RANDOM_UNIFORM }
sampling_ops { op_name: 'two' input_op_names: ['one'] edge_set_name: 'cites' sample_size: 2 strategy: RANDOM_UNIFORM }
"""


def two_communities(random, nodes=400, edges=4000):
    sources = random.integers(0, nodes, edges)
    near = (sources % 2) + 2 * random.integers(0, nodes // 2, edges)
    return np.stack([sources, np.where(random.random(edges) < 0.95, near, random.integers(0, nodes, edges))])


@unittest.skipIf(PROGRAM is None, "TUPLEPACK does not name the program")
class AsTheProgram(unittest.TestCase):
    def run_program(self, *words):
        return subprocess.run([PROGRAM, *map(str, words)], check=True, capture_output=True, text=True).stdout

    def test_the_same_parts(self):
        edges = two_communities(np.random.default_rng(SEED))
        with tempfile.TemporaryDirectory() as folder:
            np.save(f"{folder}/edges.npy", edges)
            self.run_program("chunk", f"{folder}/edges.npy", "--chunks", 2, "-o", f"{folder}/chunks")
            for method in ("restream", "multilevel", "random", "auto"):
                for balance in ("nodes", "nodes,edges"):
                    out = f"{folder}/{method}-{balance}"
                    self.run_program("partition", f"{folder}/chunks", "--parts", 3, "--method", method, "--balance", balance,
                                     "--seed", 4, "--effort", "full", "-o", out)
                    (file,) = (path for path in Path(out).iterdir() if path.suffix == ".txt")
                    found = tuplepack.partition(edges, 3, method=method, balance=balance.split(","), seed=4,
                                                effort="full")
                    self.assertEqual(found.part_of.tolist(), np.loadtxt(file, int).tolist())

    def test_the_method_is_chosen_by_memory(self):
        edges = two_communities(np.random.default_rng(SEED))
        enough = 32 * len(edges[0]) + 64 * (int(edges.max()) + 1)
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            for memory, method in ((enough, "multilevel"), (enough - 1, "restream")):
                found = tuplepack.partition(edges, 3, memory=memory)
                self.assertEqual(found.part_of.tolist(), tuplepack.partition(edges, 3, method=method).part_of.tolist())
        self.assertEqual(["restream is used" in str(warning.message) for warning in caught], [True])

    def test_the_same_parts_by_labels(self):
        """Whatever the labels are called."""
        random = np.random.default_rng(SEED)
        edges, labels = two_communities(random), random.integers(0, 3, 400)
        with tempfile.TemporaryDirectory() as folder:
            np.save(f"{folder}/edges.npy", edges)
            np.save(f"{folder}/labels.npy", np.array([5, 700, 8])[labels])
            self.run_program("chunk", f"{folder}/edges.npy", "--nodes", 400, "-o", f"{folder}/chunks")
            for method in ("restream", "multilevel", "random"):
                self.run_program("partition", f"{folder}/chunks", "--parts", 2, "--method", method, "--seed", 4, "--balance-by",
                                 f"_N={folder}/labels.npy", "-o", f"{folder}/{method}")
                (file,) = (path for path in Path(folder, method).iterdir() if path.suffix == ".txt")
                for names in (np.array([5, 700, 8]), np.array(["a", "c", "b"])):
                    found = tuplepack.partition(edges, 2, nodes=400, method=method, balance_by=names[labels], seed=4)
                    self.assertEqual(found.part_of.tolist(), np.loadtxt(file, int).tolist(), method)

    def test_the_same_subgraphs(self):
        edges = two_communities(np.random.default_rng(SEED), 50, 600)
        with tempfile.TemporaryDirectory() as folder:
            with open(f"{folder}/paper.csv", "w", newline="") as file:
                csv.writer(file).writerows([("id", "year"), *((f"p{i}", 1900 + i) for i in range(50))])
            with open(f"{folder}/cites.csv", "w", newline="") as file:
                csv.writer(file).writerows([("source", "target"), *((f"p{a}", f"p{b}") for a, b in edges.T)])
            Path(folder, "schema.pbtxt").write_text(SCHEMA)
            Path(folder, "spec.pbtxt").write_text(SPEC)
            self.run_program("subgraphs", f"{folder}/schema.pbtxt", f"{folder}/spec.pbtxt", "--seed", 7, "--readout", "first",
                             "-o", f"{folder}/out.tfrecord")
            written = list(tuplepack.records(f"{folder}/out.tfrecord"))
            self.run_program("subgraphs", f"{folder}/schema.pbtxt", f"{folder}/spec.pbtxt", "--seed", 7, "--readout", "first",
                             "--prefix", "g/", "-o", f"{folder}/named.tfrecord")
            named = tuplepack.records(f"{folder}/named.tfrecord", schema=SCHEMA, prefix="g/")
            self.assertEqual([record.sizes for record in named], [record.sizes for record in written])
            with self.assertRaisesRegex(tuplepack.Error, "no name of a feature begins with the prefix 'x'"):
                list(tuplepack.records(f"{folder}/named.tfrecord", prefix="x"))
            with self.assertRaisesRegex(tuplepack.Error, "out.tfrecord: .*author"):
                list(tuplepack.records(f"{folder}/out.tfrecord", schema=SCHEMA.replace("paper", "author")))
        sampled = list(tuplepack.subgraphs(SCHEMA, SPEC, {"paper": 50}, {"cites": tuple(edges)}, range(50), seed=7))
        self.assertEqual(len(written), 50)
        for record, subgraph in zip(written, sampled):
            years = record.features["nodes/paper.year"] - 1900
            self.assertEqual(years.tolist(), subgraph.nodes["paper"].tolist())
            cites = subgraph.edges["cites"]
            self.assertEqual(record.features["edges/cites.#source"].tolist(), cites.source.tolist())
            self.assertEqual(record.features["edges/cites.#target"].tolist(), cites.target.tolist())
            self.assertEqual(record.sizes["edges/cites"], len(cites.row))
            nodes = subgraph.nodes["paper"]
            self.assertEqual(edges[0, cites.row].tolist(), nodes[cites.source].tolist())
            self.assertEqual(edges[1, cites.row].tolist(), nodes[cites.target].tolist())


class ByThemselves(unittest.TestCase):
    def test_cut_and_balance(self):
        edges = two_communities(np.random.default_rng(SEED))
        found = tuplepack.partition(edges, 2, method="multilevel", balance_by=np.arange(400) % 4 // 2)
        with self.assertRaisesRegex(tuplepack.Error, r"balance_by of shape \[0\]; expected a label for each of 400 nodes"):
            tuplepack.partition(edges, 2, nodes=400, balance_by=[])
        part = found.part_of.astype(int)
        self.assertEqual(found.cut, int((part[edges[0]] != part[edges[1]]).sum()))
        self.assertLess(found.cut_fraction, 0.6)
        for one in range(2):
            self.assertLessEqual(np.bincount(part[np.arange(400) % 4 // 2 == one], minlength=2).max(), 103)

    def test_links(self):
        """Seeds of a spec for links are pairs; sets that nothing samples need not be passed."""
        edges = two_communities(np.random.default_rng(SEED), 50, 600)
        schema = SCHEMA + """
            node_sets { key: "_readout" }
            edge_sets { key: "_readout/source" value { source: "paper" target: "_readout" } }
            edge_sets { key: "_readout/target" value { source: "paper" target: "_readout" } }"""
        spec = """symmetric_link_seed_op { op_name: "seed" } sampling_ops { op_name: "hop" input_op_names: "seed"
                  edge_set_name: "cites" sample_size: 3 strategy: RANDOM_UNIFORM }"""
        given = (schema, spec, {"paper": 50}, {"cites": tuple(edges)})
        for seeds in ([[1, 2], [3, 4]], [(1, 2), (3, 4)], np.array([[1, 2], [3, 4]])):
            found = list(tuplepack.subgraphs(*given, seeds))
            self.assertEqual([subgraph.nodes["paper"][:2].tolist() for subgraph in found], [[1, 2], [3, 4]])
        for seeds in ([1], np.array([1, 2]), [[1, 2, 3]]):
            with self.assertRaisesRegex(tuplepack.Error, "pairs of nodes"):
                next(tuplepack.subgraphs(*given, seeds))
        with self.assertRaisesRegex(tuplepack.Error, r"the spec's are nodes, \[n\]"):
            next(tuplepack.subgraphs(SCHEMA, SPEC, {"paper": 50}, {"cites": tuple(edges)}, [[1, 2]]))
        with self.assertRaisesRegex(tuplepack.Error, "seed 50; 'paper' has 50 nodes"):
            next(tuplepack.subgraphs(*given, [[1, 50]]))
        for nodes, some, words in (({}, {"cites": tuple(edges)}, "missing count for node set 'paper'"),
                                   ({"paper": 50}, {}, "none for edge set 'cites', which the spec samples")):
            with self.assertRaisesRegex(tuplepack.Error, words):
                next(tuplepack.subgraphs(SCHEMA, SPEC, nodes, some, [1]))

    def test_threads(self):
        edges = two_communities(np.random.default_rng(SEED), 50, 600)
        given = (SCHEMA, SPEC, {"paper": 50}, {"cites": tuple(edges)}, range(50))
        wanted = list(tuplepack.subgraphs(*given, seed=3))
        for threads in (2, 7):
            found = list(tuplepack.subgraphs(*given, seed=3, threads=threads))
            self.assertEqual(len(found), 50)
            for one, other in zip(found, wanted):
                np.testing.assert_equal((one.nodes, one.edges), (other.nodes, other.edges))
        with self.assertRaisesRegex(tuplepack.Error, "seed 50; 'paper' has 50 nodes"):
            list(tuplepack.subgraphs(*given[:-1], [1, 2, 50, 3], threads=2))
        with self.assertRaisesRegex(tuplepack.Error, "0 threads"):
            next(tuplepack.subgraphs(*given, threads=0))

    def test_progress_of_a_partition(self):
        edges = two_communities(np.random.default_rng(SEED))
        told = []
        tuplepack.partition(edges, 2, method="multilevel", progress=told.append)
        self.assertTrue(told and all(0 <= fraction <= 1 for fraction in told))
        with self.assertRaises(tuplepack.Error) as caught:
            tuplepack.partition(edges, 2, method="multilevel", progress=lambda fraction: False)
        self.assertEqual(caught.exception.code, "stopped")

    def test_refuses(self):
        for words, call in (
            ("node 9 at position 1; there are 5", lambda: tuplepack.partition([[0, 9], [1, 2]], 2, nodes=5)),
            ("2 sources and 1 targets", lambda: tuplepack.partition([[0, 1], [1]], 2, nodes=5)),
            ("no-such", lambda: tuplepack.partition([[0], [1]], 2, method="no-such")),
            ("method cannot be None; expected text", lambda: tuplepack.partition([[0], [1]], 2, method=None)),
            ("balance cannot be 5", lambda: tuplepack.partition([[0], [1]], 2, balance=5)),
            ("balance: 'types'; expected", lambda: tuplepack.partition([[0], [1]], 2, balance=["types"])),
            (r"balance cannot be 'nodes'; expected a list of nodes and edges", lambda: tuplepack.partition([[0], [1]], 2, balance="nodes")),
            ("no edge set 'sites'; did you mean 'cites'\\? it has", lambda: list(tuplepack.subgraphs(
                SCHEMA, SPEC, {"paper": 3}, {"cites": ([0], [1]), "sites": ([0], [1])}, [0]))),
            ("expected nodes or edges", lambda: tuplepack.partition([[0], [1]], 2, balance=["labels"])),
            ("None; expected two arrays, sources and targets", lambda: tuplepack.partition(None, 2)),
            ("imbalance cannot be '1.1'", lambda: tuplepack.partition([[0], [1]], 2, imbalance="1.1")),
            ("passes cannot be -1", lambda: tuplepack.partition([[0], [1]], 2, passes=-1)),
            ("memory cannot be '2G'", lambda: tuplepack.partition([[0], [1]], 2, memory="2G")),
            ("nodes cannot be 2.5", lambda: tuplepack.partition([[0], [1]], 2, nodes=2.5)),
            ("schema cannot be None; expected text", lambda: list(tuplepack.subgraphs(None, SPEC, {}, {}, [0]))),
            ("nodes and edges are dicts by set", lambda: list(tuplepack.subgraphs(SCHEMA, SPEC, 3, {}, [0]))),
            ("nodes: 'paper' cannot be 2.5", lambda: list(tuplepack.subgraphs(SCHEMA, SPEC, {"paper": 2.5}, {}, [0]))),
            ("induced cannot be 'no'", lambda: list(tuplepack.subgraphs(SCHEMA, SPEC, {"paper": 3}, {}, [0], induced="no"))),
            ("seed cannot be None", lambda: list(tuplepack.subgraphs(SCHEMA, SPEC, {"paper": 3}, {"cites": ([0], [1])}, [0], seed=None))),
            ("METIS", lambda: tuplepack.partition([[0], [1]], 2, method="metis")),
            ("0 parts", lambda: tuplepack.partition([[0], [1]], 0)),
            ("missing count for node set 'paper'", lambda: list(tuplepack.subgraphs(SCHEMA, SPEC, {}, {}, [0]))),
            ("none for edge set 'cites'", lambda: list(tuplepack.subgraphs(SCHEMA, SPEC, {"paper": 3}, {}, [0]))),
            ("seed 7", lambda: list(tuplepack.subgraphs(SCHEMA, SPEC, {"paper": 3}, {"cites": ([0], [1])}, [7]))),
            ("spec", lambda: list(tuplepack.subgraphs(SCHEMA, "nonsense { }", {"paper": 3}, {"cites": ([0], [1])}, [7]))),
        ):
            with self.assertRaisesRegex(tuplepack.Error, words):
                call()

    def test_ids_of_few_bits(self):
        for kind in (np.uint8, np.uint16, np.uint32, np.uint64):
            ends = np.array([[0, 1, 2], [1, 2, 0]], kind)
            self.assertEqual(len(tuplepack.partition(ends, 2).part_of), 3, kind)
        for words, edges, parts in (("expected .2, E.", np.zeros((5, 2), int), 2), ("parts cannot be 2.5", [[0], [1]], 2.5)):
            with self.assertRaisesRegex(tuplepack.Error, words):
                tuplepack.partition(edges, parts)

    def test_seeds_and_times(self):
        given = (SCHEMA, SPEC, {"paper": 3}, {"cites": ([0], [1])})
        self.assertEqual(list(tuplepack.subgraphs(*given, [])), [])
        for words, seeds, times in (("1 times for 2 seeds", [0, 1], [1]), ("float64", [0.5], None), ("integer node ids", ["a"], None)):
            with self.assertRaisesRegex(tuplepack.Error, words):
                list(tuplepack.subgraphs(*given, seeds, times=times))

    def test_damaged_records(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "bad.tfrecord")
            path.write_bytes(struct.pack("<QI", 3, 0) + b"abc" + bytes(4))
            with self.assertRaisesRegex(tuplepack.Error, "bad.tfrecord: "):
                list(tuplepack.records(path))


if __name__ == "__main__":
    print("seed", SEED)
    unittest.main()
