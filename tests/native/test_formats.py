"""The formats of sizes that numpy, pandas and tokenizers write, and memory that does not grow with the rows."""

import io
import json
import random
import resource
import subprocess
import unittest

import numpy

from program import PROGRAM, ProgramTest, run


def npz(**arrays):
    out = io.BytesIO()
    numpy.savez(out, **arrays)
    return out.getvalue()


class Formats(ProgramTest):
    TOTALS = {"components": ["nodes", "edges"], "bins": 2, "items": 5, "totals": [13, 20]}

    def histogram(self, content, *words):
        return self.json("stats", "-", *words, stdin=content if isinstance(content, bytes) else content.encode())["histogram"]

    def test_ways_to_write_one_histogram(self):
        columns = {"nodes": [2, 5], "edges": [3, 8], "count": [4, 1]}
        ways = {
            "floats": "nodes,edges,count\n2.0,3.0,4\n5.0,8e0,1.0\n",
            "pipes": "nodes|edges|count\n2|3|4\n5|8|1\n",
            "columnar JSON": json.dumps(columns),
            "npz": npz(**columns),
            "npz of floats": npz(**{name: numpy.array(column, "f8") for name, column in columns.items()}),
        }
        for name, content in ways.items():
            with self.subTest(name):
                self.assertEqual(self.histogram(content), self.TOTALS)

    def test_arrays_of_sizes(self):
        rows = [[2, 3], [5, 8]]
        done = run("stats", self.write("rows.json", json.dumps(rows)), "--json")
        found = json.loads(done.stdout)["histogram"]
        archive = io.BytesIO()
        numpy.save(archive, numpy.array(rows))
        self.assertEqual(found, self.histogram(archive.getvalue()))
        self.assertRegex(done.stderr.decode(), r"\Atuplepack: .*rows.json: every number of a row is read as a size; "
                                               r"if the last is a count, add --count-column 2\n\Z")
        counted = self.histogram(json.dumps(rows), "--count-column", "2")
        self.assertEqual((counted["items"], counted["totals"]), (11, [46]))
        self.assertEqual(self.histogram(json.dumps(rows), "--columns", "2,1")["totals"], [11, 7])

    def test_one_array_of_an_archive(self):
        archive = npz(offsets=numpy.arange(4), sizes=numpy.array([[2, 3], [5, 8]]))
        self.assertEqual(self.histogram(archive, "--columns", "sizes")["totals"], [7, 11])
        path = self.write("both.npz", archive)
        self.refused("stats", path, says="array 'sizes': it has 2 dimensions, but a column has one")
        self.refused("stats", path, "--columns", "size", says="unknown column 'size'; did you mean 'sizes'? columns: offsets, sizes")

    def test_an_archive_of_ours_is_read(self):
        table = self.write("sizes.csv", "size\n" + "".join(f"{size}\n" for size in (5, 3, 7, 2)))
        plan = self.folder / "plan.json"
        self.ok("pack", table, "--limits", "10", "--plan", plan)
        self.ok("assign", table, "--plan", plan, "-o", self.folder / "packs.npz")
        found = self.json("stats", self.folder / "packs.npz", "--columns", "items")["histogram"]
        self.assertEqual((found["items"], found["totals"]), (4, [6]))

    def test_lengths_of_lists(self):
        rows = [{"id": "a", "input_ids": [1, 2, 3]}, {"id": "b", "input_ids": []}]
        expected = {"components": ["input_ids"], "bins": 2, "items": 2, "totals": [3]}
        for text in (json.dumps(rows), "\n".join(map(json.dumps, rows))):
            self.assertEqual(self.histogram(text, "--lengths-of", "input_ids"), expected)
        tokens = "\n".join(map(json.dumps, ([101, 7, 102], [101, 102], [101, 7, 7, 102])))
        found = self.histogram(tokens, "--lengths-of", "row")
        self.assertEqual(found, {"components": ["length"], "bins": 3, "items": 3, "totals": [9]})
        self.refused("stats", self.write("x.jsonl", tokens), says=":2:1: expected 3 numbers per row, found 2; if every row is a list")
        self.refused("stats", self.write("x.csv", "a\n5\n"), "--lengths-of", "a", says="from json, json_lines, parquet and arrow, not from csv")
        self.refused("stats", self.write("x.json", '[{"a":5}]'), "--lengths-of", "a", says=":1:7: '5' is not a list")

    @unittest.skipIf("asan" in PROGRAM, "the sanitizer reserves terabytes")
    def test_a_long_array_needs_little_memory(self):
        dice = random.Random(3)
        row = lambda: f"[{dice.randrange(100)}, {dice.randrange(100)}, 1]"
        path = self.write("long.json", "[" + ",\n".join(row() for _ in range(50_000)) + "]")
        block = path.read_bytes()[1:-1]
        with open(path, "wb") as file:
            file.write(b"[" + b",".join([block] * 100) + b"]")  # 65 MB

        def limit():
            resource.setrlimit(resource.RLIMIT_AS, (200 << 20, 200 << 20))

        done = subprocess.run([PROGRAM, "stats", path, "--json"], capture_output=True, preexec_fn=limit)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(json.loads(done.stdout)["histogram"]["items"], 5_000_000)


if __name__ == "__main__":
    unittest.main()
