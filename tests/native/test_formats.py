"""The formats of sizes that numpy, pandas and tokenizers write, and memory that does not grow with the rows."""

import io
import json
import random
import resource
import subprocess
import unittest

import numpy

from arrow_writer import stream_of as arrow
from parquet_writer import parquet_of as parquet
from program import PROGRAM, ROOT, ProgramTest, run
from tf_records import example, record


def npz(**arrays):
    out = io.BytesIO()
    numpy.savez(out, **arrays)
    return out.getvalue()


class FormatTable(ProgramTest):
    """What docs/formats.md says is read from a format is, and nothing else: the table is generated from that of the core."""

    ROWS = [(0, 1, 5), (1, 2, 6), (2, 0, 7)]

    def table(self):
        """{(format, content)}, and {(title, content)} for formats without an option."""
        lines = (ROOT / "docs/formats.md").read_text(encoding="utf-8").split("<!-- table of formats")[1].splitlines()
        lines = [line.strip("| ").split(" | ") for line in lines if line.startswith("|") and line.count(" | ") == 4]
        held, name = set(), ""
        for cells in lines[1:]:
            if len(cells) == 5:  # else the name and the files are those of the row above
                name = cells[0].split("`")[1] if cells[0].startswith("`") else cells[0]
            held.add((name, cells[-3]))
        return held

    def samples(self):
        """The same interactions in every format, each of them with three columns src, dst and time, and a plan as JSON."""
        names = ("src", "dst", "time")
        columns = dict(zip(names, map(list, zip(*self.ROWS))))
        dicts = [dict(zip(names, row)) for row in self.ROWS]
        array = io.BytesIO()
        numpy.save(array, numpy.array(self.ROWS, [(name, "i8") for name in names]))
        files = {"csv": "src,dst,time\n" + "".join("%d,%d,%d\n" % row for row in self.ROWS), "json": json.dumps(dicts),
                 "json_lines": "".join(json.dumps(row) + "\n" for row in dicts), "npy": array.getvalue(), "npz": npz(**columns),
                 "arrow": arrow(columns), "parquet": parquet(columns)}
        numbers = io.BytesIO()
        numpy.save(numbers, numpy.array(columns["time"]))
        self.write("features.npy", numbers.getvalue())
        return {name: self.write(f"events.{name}", content) for name, content in files.items()}

    def reads(self, content, path, edges):
        words = {"sizes": ["stats", path, "--columns", "src,dst"], "interactions": ["split", path, "--columns", "src,dst,time", "--loss", 1, "--sort"],
                 "edges": ["chunk", path, "--columns", "src,dst", "--relabel"], "plans": ["verify", path], "records": ["records", path],
                 "schemas": ["schema", path], "features": ["chunk", edges, "--columns", "src,dst", "--relabel", "--edge-data", f"_N:_E:_N/time={path}"]}[content]
        out = ["-o", self.folder / f"out{len(list(self.folder.iterdir()))}"] if words[0] == "chunk" else []
        done = run(*words, *out, "-q")
        self.assertIn(done.returncode, (0, 2), done.stderr)
        return done.returncode == 0

    def test_what_is_taken_from_formats(self):
        held = self.table()
        self.assertTrue({("csv", "edges"), ("npz", "features"), ("arrow", "interactions"), ("json", "plans"), ("TFRecord", "records")} <= held)
        for name, path in self.samples().items():
            edges = self.folder / "events.csv"
            for content in ("sizes", "edges", "features", "interactions", "records", "schemas"):
                with self.subTest(name, content=content):
                    own = self.folder / "features.npy" if (name, content) == ("npy", "features") else path
                    self.assertEqual(self.reads(content, own, edges), (name, content) in held)
            with self.subTest(name, content="plans"):
                plan = self.folder / "plan.json"
                self.ok("pack", path, "--columns", "src,dst", "--limits", "9,9", "--plan", plan, "-q")
                self.assertEqual(self.reads("plans", plan if name == "json" else path, edges), (name, "plans") in held)

    def test_formats_without_an_option(self):
        files = {"METIS": "3 3\n2 3\n1 3\n1 2\n", "MatrixMarket": "%%MatrixMarket matrix coordinate pattern general\n3 3 1\n1 2\n",
                 "KONECT": "% asym weighted\n1 2 1 5\n2 3 1 6\n", "BPPLIB, VPSolver": "3\n100\n70\n20\n5\n",
                 "TFRecord": record(example({"nodes/a.#size": [2]})), "Text of protocol buffers": 'node_sets { key: "a" value { } }\n'}
        self.assertEqual({name for name, _ in self.table()} - set(self.samples()), set(files))
        for name, content in self.table():
            if name in files:
                with self.subTest(name, content=content):
                    path = self.write(name, files[name])
                    words = {"edges": ["chunk", path, "-o", self.folder / f"of {name}"], "interactions": ["split", path, "--loss", 1],
                             "sizes": ["stats", path], "records": ["records", path], "schemas": ["schema", path]}[content]
                    done = run(*words)
                    self.assertEqual(done.returncode, 0, done.stderr)


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
