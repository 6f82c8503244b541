"""tools/scaling.py: the bytes that it predicts are those that ranks send, and docs/scaling.md shows what it prints."""
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import numpy as np

import mpi

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tools"), str(ROOT / "tests" / "native")]
import scaling  # noqa: E402
from random_graphs import write_assignment  # noqa: E402
from rounds import some  # noqa: E402

PARTS = 5


class Scaling(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.made = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.made.cleanup)
        cls.folder = pathlib.Path(cls.made.name)

    def graph(self, nodes, edges):
        """The folder of a graph without a structure, and what is to be known of it; beside it, an assignment of its nodes."""
        rng = np.random.default_rng(5)
        arrays = {"edges": rng.integers(0, nodes, (edges, 2)), "feat": rng.random((nodes, 24), dtype=np.float32),
                  "weight": rng.random((edges, 4), dtype=np.float32)}
        folder = self.folder / f"chunks{nodes}"
        folder.mkdir()
        for name, values in arrays.items():
            np.save(folder / f"{name}.npy", values)
        file = {name: {"format": {"name": "numpy"}, "data": [f"{name}.npy"]} for name in arrays}
        (folder / "metadata.json").write_text(json.dumps({
            "graph_name": "even", "node_type": ["n"], "num_nodes_per_type": [nodes], "edge_type": ["n:to:n"],
            "num_edges_per_type": [edges], "edges": {"n:to:n": file["edges"]},
            "node_data": {"n": {"feat": file["feat"]}}, "edge_data": {"n:to:n": {"weight": file["weight"]}}}))
        write_assignment(self.folder / "assignment", {"n": rng.integers(0, PARTS, nodes)}, PARTS)
        return folder, scaling.Graph("even", nodes, edges, PARTS, row=4 * 24, edge_row=4 * 4)

    def sent(self, ranks, *words):
        """Bytes, by the rank that sends most."""
        output, _ = mpi.many(ranks, *words)
        number, unit = re.search(r"at most ([\d.]+) (bytes|kB|MB) sent", output).groups()
        return float(number) * {"bytes": 1, "kB": 1e3, "MB": 1e6}[unit]

    def check(self, sent, predicted, share):
        self.assertAlmostEqual(sent / sum(predicted.values()), 1, delta=share, msg=f"{sent}, {predicted}")

    def test_stats(self):
        """Every file has every size, so that it does not matter who reads which."""
        sizes = np.array([(a, b) for a in range(60) for b in range(70)], dtype="int32")
        for file in range(12):
            np.save(self.folder / f"sizes-{file}.npy", sizes)
        for ranks in 2, 4:
            self.check(self.sent(ranks, "stats", self.folder / "sizes-*.npy"),
                       scaling.stats_bytes(ranks, len(sizes), 2), 0.04)

    def test_assign(self):
        """Files of about equal size, whose sizes are drawn alike."""
        sizes = np.random.default_rng(6).integers(1, 60, (12, 2000), dtype="int32")
        for file, some in enumerate(sizes):
            np.save(self.folder / f"items-{file:02}.npy", some)
        files, plan = self.folder / "items-*.npy", self.folder / "plan.json"
        packs = json.loads(mpi.alone("pack", files, "--limits", 100, "--method", "spfhp", "--plan", plan, "--json"))["metrics"]["packs"]
        for ranks in 2, 4:
            sent = self.sent(ranks, "assign", files, "--plan", plan, "-o", self.folder / "packs.npz")
            self.check(sent, scaling.assign_bytes(ranks, sizes.size, packs, 59), 0.1)

    def test_partition(self):
        out = self.folder / "out"
        folder, graph = self.graph(scaling.FEWEST_NODES, 400_000)
        for ranks in some([2, 3]):
            sent = self.sent(ranks, "partition", folder, "--parts", PARTS, "--method", "restream", "--passes", 2, "-o", out)
            self.check(sent, scaling.partition_bytes(ranks, graph, passes=2), 0.01)
            for file in out.iterdir():
                file.unlink()
            out.rmdir()

    def test_dispatch_and_verify(self):
        """Rows of features go in rounds, the last of which gives the first ranks more: little of a large graph."""
        folder, graph = self.graph(215_000, 320_000)
        for ranks, share in (2, 0.04), (5, 0.12):
            out = self.folder / f"parts{ranks}"
            sent = self.sent(ranks, "dispatch", folder, "--assignment", self.folder / "assignment",
                             "--hops", 2, "-o", out)
            self.check(sent, scaling.dispatch_bytes(ranks, graph), share)
        self.check(self.sent(3, "verify", out, "--against", folder),
                   scaling.verify_bytes(3, graph, hops=2), 0.01)

    def test_page(self):
        page = (ROOT / "docs" / "scaling.md").read_text(encoding="utf-8")
        blocks = re.findall(r"^\$ tools/scaling.py(.*)\n((?:.+\n|\n(?!```))*?)(?=```|\$ )", page, re.MULTILINE)
        self.assertGreaterEqual(len(blocks), 3)
        for words, shown in blocks:
            printed = subprocess.run([sys.executable, ROOT / "tools" / "scaling.py", *words.split()],
                                     capture_output=True, text=True, check=True).stdout
            self.assertEqual(shown.rstrip(), printed.rstrip(), words)


if __name__ == "__main__":
    unittest.main()
