"""tuplepack-mpi stats: the histogram of many files is that of the plain program."""
import json
import os
import random
import signal
import time
import unittest

import numpy

import mpi


class Stats(mpi.FolderTest):
    def setUp(self):
        super().setUp()
        self.random = random.Random(self.seed)

    def write_npy(self, files, items, largest=40):
        for file in range(files):
            sizes = [[self.random.randint(1, largest), self.random.randint(0, largest)] for _ in range(items)]
            numpy.save(self.folder / f"sizes-{file:05}-of-{files:05}.npy", numpy.array(sizes, dtype="int32"))
        return self.folder / "*.npy"

    def same_json(self, text, expected):
        report = json.loads(text)
        self.assertGreater(report.pop("ranks")["most_bytes_sent"], 0)
        self.assertEqual(report, json.loads(expected))

    def test_same_bytes_on_any_number_of_ranks(self):
        files = self.write_npy(7, 3000)
        whole = self.folder / "whole.csv"
        expected = mpi.alone("stats", files, "--histogram", whole), mpi.alone("stats", files, "--json")
        plan = mpi.alone("pack", files.with_name("whole.csv"), "--limits", "100,100", "--method", "lpfhp", "--json")
        self.assertIn('"items":21000', plan)
        for ranks in 1, 2, 3, 4, 5:
            merged = self.folder / "merged.csv"
            shown, messages = mpi.many(ranks, "stats", files, "--histogram", merged)
            self.assertEqual(messages, [])
            report, _, cost = shown.partition("\nRanks: ")
            self.assertEqual(report, expected[0])
            self.assertEqual(cost.startswith(f"{ranks} on one machine;"), ranks > 1, cost)
            self.assertEqual(merged.read_bytes(), whole.read_bytes())
        self.same_json(mpi.many(3, "stats", files, "--json")[0], expected[1])

    def test_fewer_files_than_ranks_and_counts(self):
        a, b = self.folder / "a.csv", self.folder / "b.json"
        a.write_text("nodes,count\n5,1000000000000\n7,1\n")
        b.write_text('{"nodes": [5, 6], "count": [1, 2]}')
        expected = mpi.alone("stats", a, b, "--json")
        self.assertIn('"items":1000000000004', expected)
        self.same_json(mpi.many(4, "stats", a, b, "--json")[0], expected)

    def test_bad_files_end_all_ranks_in_one_line(self):
        files = self.write_npy(4, 100)
        last = self.folder / "sizes-00002-of-00004.npy"
        last.write_bytes(last.read_bytes()[:500])
        for ranks in 2, 5:
            output, messages = mpi.many(ranks, "stats", files, status=2, timeout=120)
            self.assertEqual((output, len(messages)), ("", 1), messages)
            self.assertRegex(messages[0], r"^tuplepack-mpi: rank \d on .*sizes-00002-of-00004.npy: ")

    def test_a_rank_is_killed(self):
        """One waits for a pipe that nobody writes to, so that no rank can be done before."""
        self.write_npy(3, 100)
        pipe = self.folder / "sizes-pipe.npy"
        os.mkfifo(pipe)
        merged = self.folder / "merged.csv"
        process = mpi.start(3, "stats", self.folder / "*.npy", "--histogram", merged)
        time.sleep(1)
        os.kill(mpi.process_of(process, self.random.randrange(3)), signal.SIGKILL)
        output, _ = process.communicate(timeout=120)
        self.assertEqual((output, merged.exists()), ("", False))
        self.assertNotEqual(process.returncode, 0)

    def test_components_have_to_agree(self):
        for name, header in ("a.csv", "nodes,edges"), ("b.csv", "nodes,edges"), ("c.csv", "edges,nodes"):
            (self.folder / name).write_text(f"{header}\n1,2\n")
        paths = [self.folder / name for name in ("a.csv", "b.csv", "c.csv")]
        _, messages = mpi.many(3, "stats", *paths, status=2)
        self.assertEqual(len(messages), 1, messages)
        self.assertIn("the components are ", messages[0])

    def test_standard_input_is_not_divided(self):
        _, messages = mpi.many(2, "stats", "-", status=2)
        self.assertEqual(len(messages), 1, messages)
        self.assertIn("several ranks cannot read standard input", messages[0])


if __name__ == "__main__":
    unittest.main()
