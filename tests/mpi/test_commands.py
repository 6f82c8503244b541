"""The commands of tuplepack-mpi, and how it refuses what it does not have."""
import json
import unittest

import mpi


class Commands(unittest.TestCase):
    def test_version_is_printed_once(self):
        output, _ = mpi.many(3, "--version")
        self.assertEqual(len(output.splitlines()), 2)
        self.assertTrue(output.startswith("tuplepack-mpi "))

    def test_overview_has_what_runs_on_many_ranks_only(self):
        output, _ = mpi.many(2, "help")
        self.assertIn("mpirun -np 4 tuplepack-mpi COMMAND", output)
        self.assertNotIn("\n  compare", output)

    def test_other_commands_are_refused_in_one_line(self):
        output, messages = mpi.many(3, "compare", "x.csv", status=2)
        self.assertEqual(output, "")
        self.assertEqual(len(messages), 1, messages)
        self.assertIn("use tuplepack compare", messages[0])

    def test_usage_is_refused_in_one_line(self):
        _, messages = mpi.many(4, "nonsense", status=2)
        self.assertEqual(len(messages), 1, messages)
        self.assertIn("unknown command 'nonsense'", messages[0])

    def test_bench_compares_numbers_of_ranks(self):
        report = json.loads(mpi.many(3, "bench", "ranks", "--quick", "--json")[0])
        self.assertEqual((report["schema"], report["bench"]), ("tuplepack.bench/1", "ranks"))
        runs = [case for case in report["cases"] if case["command"] == "stats"]
        self.assertEqual([(run["ranks"], run["amount"]) for run in runs], [(1, 8000), (2, 8000), (3, 8000)])
        self.assertEqual(runs[0]["speedup"], 1)
        self.assertEqual(runs[0]["most_bytes_sent"], 0)
        self.assertGreater(runs[2]["most_bytes_sent"], 0)
        _, messages = mpi.many(2, "bench", "mask", status=2)
        self.assertEqual(len(messages), 1, messages)
        self.assertIn("use tuplepack bench mask", messages[0])


if __name__ == "__main__":
    unittest.main()
