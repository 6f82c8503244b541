"""Commands that write graphs, on a file system that is full: one line, nothing half-written, and a rerun succeeds."""

import subprocess
import unittest

import numpy as np

from program import DATA, PROGRAM, ProgramTest
from random_graphs import random_assignment, write_assignment, write_chunked
from test_dispatch import files_of, large_graph
from tf_records import example, record


class FullDisk(ProgramTest):
    def setUp(self):
        super().setUp()
        self.disk = self.folder / "disk"
        self.disk.mkdir()
        if not self.mount("size=64k"):
            self.skipTest("no file system can be mounted here")
        self.addCleanup(subprocess.run, ["umount", self.disk], check=True)
        rng = np.random.default_rng(1)
        self.graph = large_graph(rng)
        write_chunked(rng, self.graph, self.folder / "chunks")
        self.part_of = random_assignment(rng, self.graph, 4)

    def mount(self, options):
        words = ["mount", "-t", "tmpfs", "-o", options, "tmpfs", self.disk]
        try:
            return subprocess.run(words, capture_output=True).returncode == 0
        except OSError:
            return False

    def runs_out(self, words, sizes):
        """On disks too small nothing is left; with room, the same bytes as elsewhere."""
        self.ok(*words, self.folder / "whole")
        for size in sizes:
            self.assertTrue(self.mount(f"remount,size={size}"))
            self.refused(*words, self.disk / "out", says="No space left on device")
            self.assertEqual(list(self.disk.iterdir()), [])
        self.assertTrue(self.mount("remount,size=64m"))
        self.ok(*words, self.disk / "out")
        self.assertEqual(files_of(self.disk / "out"), files_of(self.folder / "whole"))

    def test_chunk(self):
        edges = self.folder / "edges.npy"
        np.save(edges, self.graph.edges["a:to:b"])
        words = ["chunk", edges, "--nodes", "3000", "-o"]
        self.runs_out(words, ("64k", "300k", "900k"))

    def test_partition(self):
        words = ["partition", self.folder / "chunks", "--parts", "4", "-o"]
        self.runs_out(words, ("8k", "200k", "1m"))

    def test_shards_of_random_graphs(self):
        words = ["schema", DATA / "mag_schema.pbtxt", "--random", "1000", "-o"]
        self.ok(*words, self.folder / "graphs@5")
        for size in ("4k", "64k", "700k", "2m"):
            self.assertTrue(self.mount(f"remount,size={size}"))
            self.refused(*words, self.disk / "graphs@5", says="No space left on device")
            self.assertEqual(list(self.disk.iterdir()), [])
        self.assertTrue(self.mount("remount,size=64m"))
        self.ok(*words, self.disk / "graphs@5")
        for shard in range(5):
            name = "graphs-0000%d-of-00005" % shard
            self.assertEqual((self.disk / name).read_bytes(), (self.folder / name).read_bytes())

    def test_dispatch(self):
        write_assignment(self.folder / "parts", self.part_of, 4)
        words = ["dispatch", self.folder / "chunks", "--assignment", self.folder / "parts", "-o"]
        self.ok(*words, self.folder / "whole")
        wanted = files_of(self.folder / "whole")
        out = self.disk / "out"
        self.refused(*words, out, says="bytes needed, ")
        self.assertEqual(list(self.disk.iterdir()), [])
        # Room for bytes, but for so many files only: the disk is full at any stage.
        for files in range(3, len(wanted) + 30):
            self.assertTrue(self.mount(f"remount,size=64m,nr_inodes={files}"))
            done = subprocess.run([PROGRAM, *map(str, words), out], capture_output=True, text=True)
            if done.returncode == 0:
                break
            self.assertEqual(done.returncode, 2)
            self.assertRegex(done.stderr, r"\Atuplepack: [^\n]*: No space left on device\n\Z")
            self.assertFalse((out / "manifest.json").exists())
            for name, content in (files_of(out) if out.exists() else {}).items():
                if not name.startswith(".partial/"):
                    self.assertEqual(content, wanted[name])
        self.assertGreater(files, 10)
        self.assertEqual(files_of(out), wanted)

    def test_batches(self):
        graphs = [{"nodes/n.#size": [n], "nodes/n.x": [1.5] * (64 * n)} for n in range(1, 60)]
        records = self.write("records", b"".join(record(example(graph)) for graph in graphs))
        sizes, plan = self.folder / "sizes.csv", self.folder / "plan.json"
        self.ok("records", records, "--sizes", sizes)
        self.ok("pack", sizes, "--limits", "100", "--plan", plan)
        words = ["batches", records, "--plan", plan, "-o"]
        self.ok(*words, self.folder / "out@3")
        for size in ("8k", "200k", "400k"):
            self.assertTrue(self.mount(f"remount,size={size}"))
            self.refused(*words, self.disk / "out@3", says="No space left on device")
            self.assertEqual(list(self.disk.iterdir()), [])
        self.assertTrue(self.mount("remount,size=64m"))
        self.ok(*words, self.disk / "out@3")
        for shard in self.disk.iterdir():
            self.assertEqual(shard.read_bytes(), (self.folder / shard.name).read_bytes())

    def test_what_is_written_needs_no_room_again(self):
        """A run that was stopped when the features were written goes on, with room for the rest only."""
        write_assignment(self.folder / "parts", self.part_of, 4)
        words = ["dispatch", self.folder / "chunks", "--assignment", self.folder / "parts", "-o"]
        self.ok(*words, self.folder / "whole")
        wanted = files_of(self.folder / "whole")
        out = self.disk / "out"
        for files in range(10, 100):
            self.assertTrue(self.mount(f"remount,size=64m,nr_inodes={files}"))
            if subprocess.run([PROGRAM, *map(str, words), out], capture_output=True).returncode == 0:
                self.fail("never in the middle")
            if (out / ".partial" / "part3.features").exists():
                break
        used = sum(path.stat().st_blocks for path in self.disk.rglob("*")) * 512
        features = sum(len(content) for name, content in wanted.items() if "_feat" in name)
        room = used + sum(map(len, wanted.values())) - features // 2
        self.assertTrue(self.mount(f"remount,size={room},nr_inodes=1000"))
        self.ok(*words, out)
        self.assertEqual(files_of(out), wanted)


if __name__ == "__main__":
    unittest.main()
