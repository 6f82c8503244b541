"""Assignments of nodes to parts, counted again with numpy."""

import functools
import json
import os
import pathlib
import random
import shutil
import tempfile
import unittest

import numpy

from program import DATA, ProgramTest, run
from random_graphs import random_graph, write_chunked
from rounds import SANITIZED, beginning, rounds

SLASHDOT = DATA / "static_soc_slashdot0902.csv.gz"
NODES = 4_500 if SANITIZED else 82_168  # of Slashdot, of which sanitizers see the first
DEPENDENCIES = DATA / "static_debian_dependencies.csv.gz"


def read_assignment(folder, nodes):
    """{type: part of every node}."""
    return {name: (numpy.load(folder / f"{name}.npy") if (folder / f"{name}.npy").exists() else
                   numpy.array((folder / f"{name}.txt").read_text().split(), numpy.int64)) for name in nodes}


@functools.cache
def social_pairs():
    """The edges between the first users of Slashdot, [E, 2]: a part of all where there are sanitizers."""
    pairs = numpy.loadtxt(SLASHDOT, numpy.int64, delimiter=",", skiprows=1)
    return pairs[(pairs < NODES).all(axis=1)]


def files(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


class Partition(ProgramTest):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.base = pathlib.Path(folder.name)

    def partition(self, *words, out="parts"):
        answer = self.json("partition", *words, "-q", "-o", self.folder / out)
        self.assertEqual([path.name for path in self.folder.glob("*.partial")], [])
        return answer

    def run_noted(self, *words):
        """Standard output and standard error of a run that succeeds."""
        done = run(*words)
        self.assertEqual(done.returncode, 0, done.stderr.decode())
        return done.stdout.decode(), done.stderr.decode()

    def check(self, graph, part_of, parts, answer):
        """The report against a count of the assignment."""
        cut, halo, owned = 0, [set() for _ in range(parts)], [0] * parts
        for name, (sources, targets) in graph.edges.items():
            source, target = graph.ends(name)
            for u, v in zip(sources.tolist(), targets.tolist()):
                here, there = int(part_of[source][u]), int(part_of[target][v])
                owned[there] += 1
                cut += here != there
                if here != there:
                    halo[there].add((source, u))
        counts = [sum(int((owners == part).sum()) for owners in part_of.values()) for part in range(parts)]
        self.assertEqual(answer["metrics"]["cut"], cut)
        self.assertEqual([size["nodes"] for size in answer["part_sizes"]], counts)
        self.assertEqual([size["edges"] for size in answer["part_sizes"]], owned)
        self.assertEqual([size["halo"] for size in answer["part_sizes"]], [len(nodes) for nodes in halo])
        for name, (_, targets) in graph.edges.items():
            shares = numpy.bincount(part_of[graph.ends(name)[1]][targets], minlength=parts)
            self.assertAlmostEqual(answer["metrics"]["edge_type_balance"][name],
                                   shares.max() / shares.mean() if shares.sum() else 1)
        total = sum(counts)
        self.assertAlmostEqual(answer["metrics"]["replication"],
                               (total + sum(map(len, halo))) / total if total else 1)

    def test_random_graphs_by_every_method(self):
        seed = random.randrange(2**32)
        rng = numpy.random.default_rng(seed)
        for round in rounds(24):
            with self.subTest(seed=seed, round=round):
                graph = random_graph(rng)
                write_chunked(rng, graph, self.folder / f"graph{round}")
                parts = int(rng.integers(1, 7))
                method = str(rng.choice(["restream", "multilevel", "random"]))
                words = [self.folder / f"graph{round}", "--parts", parts, "--method", method, "--balance",
                         str(rng.choice(["nodes", "nodes,edges", "types", "edges,types", "edge-types", "types,edge-types"])), "--format",
                         str(rng.choice(["txt", "npy"])), "--seed", int(rng.integers(100))]
                answer = self.partition(*words, out=f"parts{round}")
                part_of = read_assignment(self.folder / f"parts{round}", graph.nodes)
                self.assertEqual({name: len(owners) for name, owners in part_of.items()}, graph.nodes)
                self.check(graph, part_of, parts, answer)
                self.partition(*words, "--threads", 3, "--memory", "1M", out=f"again{round}")
                self.assertEqual(files(self.folder / f"parts{round}"), files(self.folder / f"again{round}"))

    def slashdot(self):
        """The graph of social_pairs() in chunks, made once: it is only read."""
        graph, edges = self.base / "slashdot", SLASHDOT
        if not graph.exists():
            if SANITIZED:
                edges = self.base / "pairs.csv"
                numpy.savetxt(edges, social_pairs(), "%d", ",")
            self.ok("chunk", edges, "--chunks", 3, "-o", graph)
        return graph

    def test_the_limits_hold_and_the_cut_is_smaller_than_at_random(self):
        graph = self.slashdot()
        at_random = self.partition(graph, "--parts", 8, "--method", "random", out="random")["metrics"]
        self.assertLess(abs(at_random["cut_fraction"] - 0.8), 0.05)  # self-loops are never cut
        for method, share in (("restream", 0.85), ("multilevel", 0.8 if SANITIZED else 0.7)):  # few users, closely connected
            with self.subTest(method):
                metrics = self.partition(graph, "--parts", 8, "--method", method, "--balance", "nodes,edges",
                                         out=method)["metrics"]
                self.assertLess(metrics["cut_fraction"], share * at_random["cut_fraction"])
                self.assertLessEqual(metrics["node_balance"], 1.031)
                self.assertLessEqual(metrics["edge_balance"], 1.031)
                self.assertIsNone(metrics["heavy_node"])

    def test_the_method_is_chosen_by_memory(self):
        graph = self.slashdot()  # may need 32 bytes per edge and 64 per node
        nodes, edges = NODES, len(social_pairs())
        enough = 32 * edges + 64 * nodes
        slices = 30 * nodes
        cut = []
        sliced = "the graph is cut in slices: multilevel as a whole cuts fewer edges, but may need "
        least = 2**20  # of --memory: more than slices need of the small graph that sanitizers get
        for memory, method, note in ((enough, "multilevel", ""),
                                     (slices, "multilevel", sliced),
                                     (slices - 1, "restream", "restream is used: multilevel cuts fewer edges, but may need 2.5 MB")):
            if memory < least:
                continue
            words = ["partition", graph, "--parts", 4, "--balance", "nodes,edges"]
            _, messages = self.run_noted(*words, "--memory", memory, "-o", self.folder / "auto")
            answer = self.json(*words, "--memory", memory, "-o", self.folder / "asked", "--method", method, "-q")
            self.assertEqual(answer["method"], method)
            self.assertEqual(files(self.folder / "auto"), files(self.folder / "asked"))
            cut.append(answer["metrics"]["cut"])
            for folder in ("auto", "asked"):
                shutil.rmtree(self.folder / folder)
            self.assertEqual("cuts fewer edges" in messages, note != "", messages)
            self.assertIn(note, messages)
        self.assertEqual(cut, sorted(cut))
        _, messages = self.run_noted(*words, "--memory", enough - 1, "-o", self.folder / "auto")
        self.assertIn(sliced, messages)
        self.assertEqual(self.json(*words, "-o", self.folder / "whole")["method"], "multilevel")

    def test_uneven_edges_and_an_unused_seed_or_effort_are_noted(self):
        graph = self.slashdot()
        for words, notes in ((["--method", "multilevel"], ["× the mean of edges, by destination; --balance nodes,edges"]),
                             (["--balance", "nodes,edges", "--method", "multilevel", "--seed", 3], []),
                             (["--balance", "nodes,edges", "--method", "restream"], []),
                             (["--balance", "nodes,edges", "--method", "restream", "--memory", "4M", "--seed", 3],
                              ["--seed has no influence on restream"]),
                             (["--balance", "nodes,edges", "--method", "restream", "--memory", "4M", "--effort", "full"],
                              ["--effort has no influence on restream"])):
            with self.subTest(words):
                parts = 8 if "multilevel" in words else 2  # restream says the same of any number, and 2 take a third as long
                _, messages = self.run_noted("partition", graph, "--parts", parts, *words, "-o", self.folder / "parts")
                lines = messages.splitlines()
                self.assertEqual(len(lines), len(notes), messages)
                for line, says in zip(lines, notes):
                    self.assertIn(says, line)
                shutil.rmtree(self.folder / "parts")

    def test_restream_cuts_little_more_under_two_limits(self):
        graph = self.folder / "graph"
        self.ok("chunk", beginning(DEPENDENCIES, self.folder, 40_000), "--chunks", 2, "-o", graph)
        cut = {}
        for balance in ("nodes", "nodes,edges"):
            answer = self.partition(graph, "--parts", 4, "--method", "restream", "--balance", balance, out=balance)
            cut[balance] = answer["metrics"]["cut"]
            self.assertLess(cut[balance], answer["before"]["cut"])
        self.assertLessEqual(answer["metrics"]["edge_balance"], 1.031)
        by_levels = self.partition(graph, "--parts", 4, "--method", "multilevel", "--balance", "nodes,edges",
                                   out="multilevel")["metrics"]["cut"]
        self.assertLess(cut["nodes,edges"], 1.15 * cut["nodes"])
        self.assertLess(cut["nodes,edges"], 1.3 * by_levels)

    def test_a_node_that_is_too_heavy_for_a_part_is_named(self):
        graph = self.slashdot()
        pairs = social_pairs()
        in_degrees = numpy.bincount(pairs[:, 1])
        parts = int(1.615 * len(pairs) / in_degrees.max())
        words = ["partition", graph, "--parts", parts, "--balance", "nodes,edges", "-q"]
        metrics = self.json(*words, "-o", self.folder / "parts")["metrics"]
        heaviest = int(in_degrees.argmax())
        self.assertEqual(metrics["heavy_node"], {"type": "_N", "node": heaviest, "edges": int(in_degrees[heaviest]), "edge_type": None})
        self.assertAlmostEqual(metrics["edge_balance"], in_degrees[heaviest] / len(pairs) * parts)
        self.assertIn(f"node {heaviest:,} of _N alone has {in_degrees[heaviest]:,} edges, {metrics['edge_balance']:.3f} times the mean per part",
                      self.ok(*words, "--method", "restream", "--memory", "4M", "-o", self.folder / "again"))

    def test_labels_are_balanced(self):
        graph = self.slashdot()
        mask = numpy.arange(NODES) < NODES // 10
        numpy.save(self.folder / "mask.npy", mask)
        answer = self.partition(graph, "--parts", 4, "--balance-by", f"_N={self.folder / 'mask.npy'}")
        parts = read_assignment(self.folder / "parts", ["_N"])["_N"]
        self.assertLessEqual(numpy.bincount(parts[mask], minlength=4).max(), 1.031 * (NODES // 10) / 4 + 1)
        self.assertEqual([label["label"] for label in answer["metrics"]["label_balance"]], [0, 1])
        for label in answer["metrics"]["label_balance"]:
            self.assertLessEqual(label["balance"], 1.031)

    def test_labels_of_several_types_are_balanced(self):
        counts, random = {"a": 900, "b": 600}, numpy.random.default_rng(3)
        pairs = numpy.stack([random.integers(0, count, 4000) for count in counts.values()], axis=1)
        numpy.save(self.folder / "edges.npy", pairs)
        graph = self.folder / "typed"
        self.ok("chunk", f"a:to:b={self.folder / 'edges.npy'}", "--nodes", "a=900", "--nodes", "b=600", "-o", graph)
        masks = {"a": numpy.arange(900) < 300, "b": numpy.arange(600) % 3}
        words = []
        for kind, labels in masks.items():
            numpy.save(self.folder / f"{kind}.npy", labels)
            words += ["--balance-by", f"{kind}={self.folder / kind}.npy"]
        for method in ("restream", "multilevel", "random"):
            out = self.folder / method
            answer = self.json("partition", graph, "--parts", 3, "--method", method, *words, "-o", out)
            parts = read_assignment(out, counts)
            named = [(label["type"], label["label"]) for label in answer["metrics"]["label_balance"]]
            self.assertEqual(named, [("a", 0), ("a", 1), ("b", 0), ("b", 1), ("b", 2)])
            for (kind, label), reported in zip(named, answer["metrics"]["label_balance"]):
                shares = numpy.bincount(parts[kind][masks[kind] == label], minlength=3)
                self.assertAlmostEqual(reported["balance"], shares.max() / shares.mean())
                self.assertLessEqual(shares.max(), numpy.ceil(1.03 * shares.mean()) if method != "random" else 1.06 * shares.mean() + 1)
        text = self.ok("partition", graph, "--parts", 3, *words, "-o", self.folder / "text")
        self.assertIn("label 2 of b", text)
        self.refused("partition", graph, "--parts", 3, *words, *words[:2], "-o", self.folder / "twice",
                     says="--balance-by: 'a' already has labels")

    def two_halves(self):
        """Papers in two communities: those of the one are cited, those of the other are read and written."""
        rng = numpy.random.default_rng(5)
        halves = {"paper:cites:paper": (2000, 0, 0, 12000), "user:reads:paper": (2000, 0, 1000, 9000),
                  "user:writes:paper": (2000, 0, 1000, 3000), "paper:rev:user": (2000, 1000, 0, 7000)}
        words = []
        for name, (targets, source, target, count) in halves.items():
            pairs = numpy.stack([source + rng.integers(0, 1000, count), target + rng.integers(0, 1000, count)], axis=1)
            pairs[: count // 20, 1] = rng.integers(0, targets, count // 20)
            numpy.save(self.folder / f"{name.split(':')[1]}.npy", pairs)
            words.append(f"{name}={self.folder / name.split(':')[1]}.npy")
        self.ok("chunk", *words, "--nodes", "paper=2000", "--nodes", "user=2000", "-o", self.folder / "halves", "-q")
        return self.folder / "halves", list(halves)

    def test_edges_are_balanced_by_type(self):
        graph, names = self.two_halves()
        for method in ("restream", "multilevel"):
            with self.subTest(method):
                in_total, of_types = ({**self.partition(graph, "--parts", 2, "--method", method, "--balance", balance,
                                                        out=f"{method}{balance}")} for balance in ("types,edges", "types,edge-types"))
                if method == "multilevel":
                    self.assertGreater(max(in_total["metrics"]["edge_type_balance"].values()), 1.1)
                self.assertEqual(list(of_types["metrics"]["edge_type_balance"]), names)
                self.assertLessEqual(max(of_types["metrics"]["edge_type_balance"].values()), 1.031)
                self.assertLessEqual(of_types["metrics"]["edge_balance"], 1.031)
                self.assertLessEqual(max(of_types["metrics"]["type_balance"].values()), 1.031)
                self.assertEqual(of_types["balanced"], ["types", "edge-types"])
        text = self.ok("partition", graph, "--parts", 2, "--balance", "edge-types", "-q", "-o", self.folder / "text")
        for name in names:
            self.assertIn(f"edges {name}", text)

    def test_edge_types_out_of_balance_are_noted(self):
        graph, _ = self.two_halves()
        words = ["partition", graph, "--parts", 3, "--method", "random", "-o"]
        _, messages = self.run_noted(*words, self.folder / "even", "--balance", "nodes,edge-types")
        self.assertEqual(messages, "")
        star = numpy.stack([numpy.arange(900), numpy.where(numpy.arange(900) < 600, 0, numpy.arange(900))], axis=1)
        numpy.save(self.folder / "star.npy", star)
        edges = [f"paper:rates:paper={self.folder / 'star.npy'}", f"paper:cites:paper={self.folder / 'cites.npy'}"]
        self.ok("chunk", *edges, "-o", self.folder / "starred", "-q")
        words = ["partition", self.folder / "starred", "--parts", 4, "--method", "multilevel", "-o"]
        text, messages = self.run_noted(*words, self.folder / "a", "--balance", "nodes,edge-types")
        self.assertRegex(messages, r"^tuplepack: note: a part has 2\.\d+ × the mean of edges paper:rates:paper; single nodes have so "
                                   r"many that fewer --parts are needed\n$")
        self.assertIn("node 0 of paper alone has 600 edges paper:rates:paper, 2.667 times the mean per part", text)
        _, messages = self.run_noted(*words, self.folder / "b", "--balance", "nodes,edges")
        self.assertIn("--balance edge-types evens out those of each type", messages)
        heavy = self.json(*words, self.folder / "c", "--balance", "edge-types", "-q")["metrics"]["heavy_node"]
        self.assertEqual(heavy, {"type": "paper", "node": 0, "edges": 600, "edge_type": "paper:rates:paper"})

    def test_a_dry_run_tells_what_is_needed(self):
        """Without reading edges; no less than what it then takes, and not many times as much."""
        self.ok("chunk", SLASHDOT, "--chunks", 2, "-o", self.folder / "g")
        for method, order in (("restream", "O(edges × passes)"), ("multilevel", "O(edges × log(nodes))"),
                              ("random", "O(nodes + edges)"), ("metis", "O(edges × log(nodes))")):
            with self.subTest(method):
                words = ["partition", self.folder / "g", "--parts", 4, "--method", method]
                told = self.json(*words, "--dry-run")
                self.assertEqual((told["method"], told["needs"]["time"]), (method, order))
                self.assertFalse((self.folder / "parts").exists())
                if "ASAN_OPTIONS" not in os.environ and not SANITIZED:
                    if method == "metis" and "no METIS" in self.ok("--version"):
                        continue
                    took = self.partition(*words[1:], out=method)["metrics"]["peak_bytes"]
                    self.assertLessEqual(took, told["needs"]["memory"] + told["needs"]["scratch"])
                    self.assertLess(told["needs"]["memory"], 2.5 * took)
        self.assertEqual(self.json(*words[:4], "--memory", "3M", "--dry-run", "-q")["method"], "multilevel")
        self.assertEqual(self.json(*words[:4], "--memory", "2M", "--dry-run", "-q")["method"], "restream")
        self.assertIn("wrote    nothing: --dry-run", self.ok(*words, "--dry-run"))
        self.refused(*words, says="partition needs -o DIR, or --dry-run")
        (self.folder / "g/edges/_N:_E:_N/0.csv").unlink()
        self.ok(*words, "--dry-run")

    def test_fewer_nodes_than_parts_are_noted(self):
        self.ok("chunk", self.write("e.csv", "0,1\n1,2\n"), "-o", self.folder / "g")
        for parts, says in ((3, None), (4, "one part has no nodes"), (9, "6 parts have no nodes")):
            _, error = self.run_noted("partition", self.folder / "g", "--parts", parts, "-o", self.folder / str(parts))
            self.assertEqual(says is not None, "fewer nodes than parts" in error, error)
            self.assertIn(says or "", error)

    def test_a_folder_with_slashes_after_its_name(self):
        write_chunked(numpy.random.default_rng(1), random_graph(numpy.random.default_rng(1)), self.folder / "graph")
        for slashes in ("", "/", "//"):
            self.ok("partition", self.folder / "graph", "--parts", 2, "-q", "-o", f"{self.folder}/out{len(slashes)}{slashes}")
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), ["graph", "out0", "out1", "out2"])

    def test_the_files_are_those_that_dgl_reads(self):
        graph = self.slashdot()
        self.partition(graph, "--parts", 2)
        meta = json.loads((self.folder / "parts" / "partition_meta.json").read_text())
        self.assertEqual(meta, {"version": "1.0.0", "num_parts": 2, "algo_name": "metis"})
        lines = (self.folder / "parts" / "_N.txt").read_text().splitlines()
        self.assertEqual(len(lines), NODES)
        self.assertEqual(set(lines), {"0", "1"})

    def test_bad_input_is_refused_and_nothing_is_left(self):
        graph = self.slashdot()
        before = sorted(self.folder.rglob("*"))
        out = ["-o", self.folder / "parts"]
        self.refused("partition", graph, *out, says="--parts")
        self.refused("partition", graph, "--parts", 0, *out, says="out of range")
        self.refused("partition", graph, "--parts", 2, "--method", "magic", *out, says="restream, multilevel, metis or random")
        self.refused("partition", graph, "--parts", 2, "--balance", "nodes,colour", *out, says="nodes, edges, types or edge-types")
        self.refused("partition", graph, "--parts", 2, "--memory", "lots", *out, says="invalid memory size 'lots'; use e.g. 500M or 2G")
        self.refused("partition", graph, "--parts", 2, "--balance-by", "mask.npy", *out, says="TYPE=FILE.npy")
        self.refused("partition", graph, "--parts", 2, "--balance-by", "page=mask.npy", *out, says="'page'")
        self.refused("partition", graph, "--parts", 2, "--balance-by", "_N=/nowhere.npy", *out, says="/nowhere.npy")
        self.refused("partition", self.folder / "nowhere", "--parts", 2, *out, says="nowhere")
        self.assertEqual(sorted(self.folder.rglob("*")), before)

    def test_labels_that_do_not_fit_are_refused(self):
        graph = self.slashdot()
        for name, labels, says in [("few", numpy.zeros(5, numpy.int64), str(NODES)),
                                   ("negative", numpy.full(NODES, -1), "-1"),
                                   ("flat", numpy.zeros((NODES, 1), numpy.int64), "shape")]:
            numpy.save(self.folder / f"{name}.npy", labels)
            self.refused("partition", graph, "--parts", 2, "--balance-by", f"_N={self.folder / name}.npy",
                         "-o", self.folder / "parts", says=says)

    def test_an_edge_out_of_range_is_named_by_file_and_line(self):
        graph = self.folder / "graph"
        shutil.copytree(self.slashdot(), graph)
        edges = sorted((graph / "edges").rglob("*.csv"))[1]
        lines = edges.read_text().splitlines()
        lines[6] = f"{NODES} 1"
        edges.write_text("\n".join(lines) + "\n")
        error = self.refused("partition", graph, "--parts", 2, "-o", self.folder / "parts", says=f"{edges.name}:7:1:")
        self.assertIn(str(NODES), error)
        self.assertFalse((self.folder / "parts").exists())


if __name__ == "__main__":
    unittest.main()
