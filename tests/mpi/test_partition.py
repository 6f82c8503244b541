"""tuplepack-mpi partition: the files and figures of the plain program, for any number of ranks."""
import json
import os
import pathlib
import random
import resource
import shutil
import signal
import subprocess
import sys
import time
import unittest

import numpy

import mpi

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "native"))
from random_graphs import random_graph, write_chunked  # noqa: E402
from rounds import SANITIZED  # noqa: E402

RANKS = [3]  # for large graphs
DEPENDS_ON_THE_RUN = ("read_seconds", "cut_seconds", "count_seconds", "seconds", "peak_bytes")


def files(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def figures(report):
    """What does not depend on the run."""
    report = json.loads(report)
    for name in DEPENDS_ON_THE_RUN:
        del report["metrics"][name]
    report.pop("ranks", None)
    del report["output"]
    return report


class Partition(mpi.FolderTest):
    def check(self, graph, counts, *words):
        """All numbers of ranks in `counts` give what the plain program gives."""
        alone, many = self.folder / "alone", self.folder / "many"
        expected = figures(mpi.alone("partition", graph, *words, "--json", "-o", alone))
        for ranks in counts:
            output, _ = mpi.many(ranks, "partition", graph, *words, "--json", "-o", many)
            self.assertEqual(figures(output), expected)
            self.assertEqual(files(many), files(alone))
            shutil.rmtree(many)
        content = files(alone)
        shutil.rmtree(alone)
        self.assertEqual([path.name for path in self.folder.glob("*.partial")], [])
        return content

    def test_small_random_graphs_by_every_method(self):
        rng = numpy.random.default_rng(self.seed)
        methods = ["restream", "multilevel", "random", "restream", "auto"]
        for round, ranks in enumerate((2, 3, 4, 5, 3)):
            with self.subTest(round=round):
                graph = self.folder / f"graph{round}"
                write_chunked(rng, random_graph(rng), graph)
                self.check(graph, [ranks], "--parts", int(rng.integers(1, 7)), "--method", methods[round], "--balance",
                           str(rng.choice(["nodes", "nodes,edges", "types", "edges,types"])), "--memory", "1M")

    def large_graph(self, rng):
        """So large that slices of nodes are divided: two types, communities, hubs; in csv and in arrays."""
        users, pages = 700_000, 360_000
        folder = self.folder / "large"
        folder.mkdir()
        kinds = {"user:knows:user": (users, users, 550_000), "user:reads:page": (users, pages, 100_000)}
        listed = {}
        for name, (sources, targets, edges) in kinds.items():
            community = rng.integers(0, 64, edges)
            hubs = rng.random(edges) < 0.03
            source = numpy.minimum((community + rng.random(edges)) / 64 * sources, sources - 1).astype(numpy.int64)
            target = numpy.minimum((community + rng.random(edges)) / 64 * targets, targets - 1).astype(numpy.int64)
            target[hubs] = rng.integers(0, 40, int(hubs.sum())) * (targets // 41)
            pairs = numpy.stack([source, target], 1)
            relation = name.split(":")[1]
            names = []
            for chunk, rows in enumerate(numpy.array_split(pairs, 3)):
                if relation == "knows":
                    numpy.save(folder / f"{relation}{chunk}.npy", rows.astype(numpy.int32))
                    names.append(f"{relation}{chunk}.npy")
                else:
                    lines = numpy.char.add(numpy.char.add(rows[:, 0].astype(str), " "), rows[:, 1].astype(str))
                    (folder / f"{relation}{chunk}.csv").write_text("\n".join(lines) + "\n")
                    names.append(f"{relation}{chunk}.csv")
            form = {"name": "numpy"} if relation == "knows" else {"name": "csv", "delimiter": " "}
            listed[name] = {"format": form, "data": names}
        (folder / "metadata.json").write_text(json.dumps({
            "graph_name": "large", "node_type": ["user", "page"], "num_nodes_per_type": [users, pages],
            "edge_type": list(kinds), "num_edges_per_type": [edges for *_, edges in kinds.values()], "edges": listed, "node_data": {},
            "edge_data": {}}))
        return folder

    def test_slices_of_nodes_are_divided(self):
        graph = self.large_graph(numpy.random.default_rng(self.seed))
        words = ["--parts", 7, "--method", "restream", "--passes", 2, "--balance", "nodes,edges", "--imbalance", "1.0002"]
        self.check(graph, RANKS, *words, "--memory", "96M")  # also for clusters, which take far longer
        little = ["--memory", "8M"]
        self.kill_one(graph, *words, *little)
        self.check(graph, RANKS if SANITIZED else [*RANKS, 2], *words, *little)  # the first anew where a rank was killed
        self.check_full_disk(graph, *words)

    def kill_one(self, graph, *words):
        """A rank that dies ends all."""
        process = mpi.start(3, "partition", graph, *words, "-o", self.folder / "many")
        waiting = time.monotonic() + 60
        scratch = self.folder / "many.scratch.partial" / "1" / "range0"
        while not scratch.exists() and process.poll() is None and time.monotonic() < waiting:
            time.sleep(0.01)
        children = subprocess.run(["pgrep", "-P", str(process.pid)], capture_output=True, text=True).stdout.split()
        os.kill(int(children[1]), signal.SIGKILL)
        process.communicate(timeout=120)
        self.assertNotEqual(process.returncode, 0)
        self.assertFalse((self.folder / "many").exists())

    def check_full_disk(self, graph, *words):
        def small_files():  # larger than what MPI itself writes
            resource.setrlimit(resource.RLIMIT_FSIZE, (9 << 19, 9 << 19))
        _, messages = mpi.many(2, "partition", graph, *words, "-o", self.folder / "out", status=2,
                               preexec_fn=small_files, timeout=60)
        self.assertEqual(len(messages), 1, messages)
        self.assertRegex(messages[0], r"rank \d on \S+: .*range0: File too large")
        self.assertEqual(list(self.folder.glob("out*")), [])

    def test_levels_are_divided_where_the_adjacency_is_larger_than_the_memory(self):
        rng = numpy.random.default_rng(self.seed)
        graph = self.folder / "graph"
        graph.mkdir()
        nodes, edges = 10_000, 135_000
        community = rng.integers(0, 40, edges)
        pairs = numpy.minimum((community[:, None] + rng.random((edges, 2)) ** 2) / 40 * nodes, nodes - 1)
        anywhere = rng.random(edges) < 0.1
        pairs[anywhere] = rng.random((int(anywhere.sum()), 2)) * nodes
        shuffled = rng.permutation(nodes).astype(numpy.int32)
        numpy.save(graph / "0.npy", shuffled[pairs.astype(numpy.int64)])
        (graph / "metadata.json").write_text(json.dumps({
            "graph_name": "g", "node_type": ["n"], "num_nodes_per_type": [nodes], "edge_type": ["n:to:n"],
            "num_edges_per_type": [edges], "edges": {"n:to:n": {"format": {"name": "numpy"}, "data": ["0.npy"]}},
            "node_data": {}, "edge_data": {}}))
        words = ["--parts", 5, "--method", "multilevel"]
        self.check(graph, RANKS, *words, "--balance", "nodes,edges", "--memory", "1M")
        found = [json.loads(mpi.alone("partition", graph, *words, "--memory", memory, "--json", "-o",
                                      self.folder / memory))["metrics"] for memory in ("1M", "1G")]
        self.assertLess(found[0]["cut"], 1.5 * found[1]["cut"])
        self.assertLessEqual(found[0]["node_balance"], 1.031)

    def test_what_does_not_fit_on_one_rank_is_refused_before_it_is_read(self):
        (self.folder / "metadata.json").write_text(json.dumps({
            "graph_name": "g", "node_type": ["n"], "num_nodes_per_type": [50], "edge_type": ["n:to:n"],
            "num_edges_per_type": [2**50], "edges": {"n:to:n": {"format": {"name": "csv", "delimiter": " "},
                                                               "data": ["0.csv"]}},
            "node_data": {}, "edge_data": {}}))
        for method, says in (("metis", "metis runs on a single machine and needs more than 36028797 GB"),
                             ("multilevel", "multilevel runs on a single machine and needs more than 6755399 GB"),
                             ("restream", "0.csv: No such file or directory")):
            _, messages = mpi.many(2, "partition", self.folder, "--parts", 2, "--method", method, "--memory", 2**53,
                                   "-o", self.folder / "out", status=2)
            self.assertEqual(len(messages), 1, messages)
            self.assertIn(says, messages[0])

    def test_an_error_of_one_rank_is_that_of_all(self):
        rng = numpy.random.default_rng(5)
        graph = self.folder / "graph"
        graph.mkdir()
        for chunk in range(4):
            pairs = rng.integers(0, 50, (200, 2))
            numpy.savetxt(graph / f"{chunk}.csv", pairs, "%d")
        (graph / "metadata.json").write_text(json.dumps({
            "graph_name": "g", "node_type": ["n"], "num_nodes_per_type": [50], "edge_type": ["n:to:n"],
            "num_edges_per_type": [800], "edges": {"n:to:n": {"format": {"name": "csv", "delimiter": " "},
                                                             "data": [f"{i}.csv" for i in range(4)]}},
            "node_data": {}, "edge_data": {}}))
        text = (graph / "2.csv").read_text().splitlines()
        text[99] = "7 50"
        (graph / "2.csv").write_text("\n".join(text) + "\n")
        words = ["partition", graph, "--parts", 2, "-o", self.folder / "out"]
        _, messages = mpi.many(4, *words, status=2)
        self.assertEqual(len(messages), 1, messages)
        self.assertRegex(messages[0], r"rank 2 on \S+: .*2\.csv:100:3: node id 50 is not below 50")
        text[99:] = []
        (graph / "2.csv").write_text("\n".join(text) + "\n")
        for method in ("restream", "random"):
            _, messages = mpi.many(3, *words, "--method", method, status=2)
            self.assertEqual(len(messages), 1, messages)
            self.assertIn("3.csv: the files of 'n:to:n' have 699 edges, but the metadata declares 800", messages[0])
        self.assertEqual(list(self.folder.glob("out*")), [])


if __name__ == "__main__":
    unittest.main()
