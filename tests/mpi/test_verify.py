"""tuplepack-mpi verify: the report is that of the plain program, whatever is wrong."""
import json
import pathlib
import sys
import unittest

import numpy as np

import mpi

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "native"))
from graph_reader import Chunked  # noqa: E402
from random_graphs import random_assignment, random_graph, write_assignment, write_chunked  # noqa: E402


def large_graph(rng):
    """Enough edges and rows for every rank, in several blocks."""
    nodes = {"user": 900, "page": 500}
    edges = {name: np.stack([rng.integers(0, nodes[name.split(":")[end]], 4000) for end in (0, 2)])
             for name in ("user:follows:user", "user:likes:page")}
    return Chunked("large", nodes, edges, {"user": {"feat": rng.random((900, 5))}},
                   {"user:likes:page": {"weight": rng.random(4000)}})


class Verify(mpi.FolderTest):
    def setUp(self):
        super().setUp()
        self.rng = np.random.default_rng(self.seed)
        self.chunks, self.out = self.folder / "chunks", self.folder / "out"

    def dispatched(self, graph, parts, *options):
        write_chunked(self.rng, graph, self.chunks)
        assignment = self.folder / "assignment"
        write_assignment(assignment, random_assignment(self.rng, graph, parts), parts)
        mpi.alone("dispatch", self.chunks, "--assignment", assignment, "-o", self.out, *options)

    def report(self, output):
        report = json.loads(output)
        report.pop("seconds")
        report.pop("ranks", None)
        return report

    def same_reports(self, ranks, holds):
        words = ["verify", self.out, "--against", self.chunks, "--json"]
        expected = self.report(mpi.alone(*words, status=0 if holds else 1))
        self.assertIs(expected["holds"], holds)
        for count in ranks:
            output, messages = mpi.many(count, *words, status=0 if holds else 1)
            self.assertEqual((self.report(output), messages), (expected, []), f"{count} ranks")

    def test_what_holds(self):
        self.dispatched(random_graph(self.rng), 3, "--hops", 2)
        self.same_reports([1, 2, 5], True)

    def test_compressed_columns(self):
        self.dispatched(large_graph(self.rng), 4, "--format", "graphbolt", "--hops", 2)
        self.same_reports([3], True)

    def test_what_fails(self):
        """A changed byte, in some file of a part, is found at the same place."""
        self.dispatched(large_graph(self.rng), 5, "--format", "npy")
        self.same_reports([4], True)
        (self.out / "manifest.json").unlink()
        files = sorted(path for path in self.out.rglob("*") if path.suffix == ".npy" and path.stat().st_size > 128)
        for file in self.rng.choice(files, 5):
            intact = file.read_bytes()
            changed = bytearray(intact)
            place = int(self.rng.integers(128, len(intact)))
            changed[place] ^= 1
            file.write_bytes(changed)
            with self.subTest(file=file, place=place):
                self.same_reports([int(self.rng.integers(2, 6))], False)
            file.write_bytes(intact)

    def test_a_truncated_chunk_ends_all_ranks_in_one_line(self):
        self.dispatched(large_graph(self.rng), 3)
        feature = next(path for path in sorted(self.chunks.rglob("feat-*.npy")) if path.stat().st_size > 200)
        feature.write_bytes(feature.read_bytes()[:-8])
        for ranks in 2, 4:
            output, messages = mpi.many(ranks, "verify", self.out, "--against", self.chunks, status=2, timeout=120)
            self.assertEqual((output, len(messages)), ("", 1), messages)
            self.assertIn(feature.name, messages[0])


if __name__ == "__main__":
    unittest.main()
