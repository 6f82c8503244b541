"""Names from files are shown, and never drive the terminal."""

import gzip
import json
import re
import unittest

from program import ProgramTest, run
from rounds import some

ESCAPES = "\x1b]0;owned\x07\x1b[2J"
HOSTILE = [ESCAPES, "a\tb", "x\x7f", "\x9b31mred", "\u202egnp.exe", "\u2066\u200f\u061c", "line\u2028end", 'quo"te,']
FORBIDDEN = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")


class Names(ProgramTest):
    def check(self, *words, codes=(0,), **options):
        done = run(*words, **options)
        for stream in (done.stdout, done.stderr):
            found = FORBIDDEN.search(stream.decode())  # which is UTF-8
            self.assertIsNone(found, (words, stream))
        self.assertIn(done.returncode, codes, done.stderr)
        return done.stdout.decode()

    def check_commands(self, one, two, name):
        """one, two: tables of one and of two components."""
        plan = self.folder / "plan.json"
        for path, limits in ((one, "20"), (two, "20,20")):
            self.check("stats", path)
            self.check("pack", path, "--limits", limits, "--heuristic", "component:1", "--method", "lpfhp",
                       "--reserve", "1=2", "--overlong", "drop")
            self.check("pack", path, "--limits", limits, "--baseline", "1")
            self.check("pack", path, "--limits", limits, "--method", "optimal", "--estimate", "--plan", plan)
            self.check("verify", plan)
            self.check("verify", plan, "--data", path)
            self.check("verify", plan, "--data", two if path is one else one, codes=(1,))
            self.check("compare", path, "--limits", limits)
            self.check("bound", path, "--limits", limits)
            self.check("estimate", path, "--limits", limits)
            for options in (["--target", "0.5"], ["--best"], ["--pareto"]):
                self.check("search", path, *options)
            self.check("search", path, "--target", "0.9999", "--range", "1=9:9", "--per-component", codes=(0, 1))
            ranges = ["--range", "1=9:20"] + (["--range", "2=9:20"] if path is two else [])
            self.check("sweep", path, *ranges)
            self.check("sweep", path, *ranges, "--csv")
            self.check("stream", path, "--limits", limits)
            self.check("stream", path, "--limits", "8" if path is one else "8,8", codes=(2,))
            self.check("pack", path, "--limits", limits, "--plan", plan)
            self.check("assign", path, "--plan", plan)
            for framework in ("pytorch", "jax", "numpy"):
                code = self.check("assign", "--plan", plan, "--code", framework)
                compile(code, framework, "exec")
                names = {}
                exec(re.search(r"(?m)^limits = .*$", code)[0], names)
                self.assertEqual(next(iter(names["limits"])), name)
            report = self.json("stats", path)
            self.assertEqual(report["histogram"]["components"][0], name)
            # And in messages.
            self.check("pack", path, "--limits", "1,2,3", codes=(2,))
            self.check("pack", path, "--limits", limits, "--baseline", "none", codes=(2,))
            self.check("sweep", path, "--range", "2=3", codes=(2,))
            self.check("stats", path, "--columns", "none", codes=(2,))

    def test_columns(self):
        for name in some(HOSTILE, share=8):
            with self.subTest(name):
                quoted = '"%s"' % name.replace('"', '""')
                one = self.write("one.csv", quoted + "\n3\n9\n")
                two = self.write("two.csv", quoted + ",other\n3,4\n9,2\n")
                self.check_commands(one, two, name)

    def test_advice(self):
        path = self.write("bad.csv", '"%s",full\n' % ESCAPES + "1,10\n2,10\n" * 20)
        text = self.check("estimate", path, "--limits", "30,20", "--component", "full")
        self.assertIn("is padding while full fills up", text)

    def test_bytes_that_are_not_utf8(self):
        for name in (b"\xff\x9b2J", b"\xe2\x80", b"\xc2"):
            self.check("stats", self.write("one.csv", name + b"\n3\n9\n"), codes=(2,))
            self.check("stats", self.write("one.json", b'[{"' + name + b'":3}]'), codes=(0, 2))
            self.check("stats", self.write("one.csv", b"length\n" + name), codes=(2,))

    def test_keys_of_json(self):
        name = "two\nlines" + ESCAPES
        rows = [{name: 3, "other": 4}, {name: 9, "other": 2}]
        one = self.write("one.json", json.dumps([{name: row[name]} for row in rows]))
        self.check_commands(one, self.write("two.json", json.dumps(rows)), name)

    def test_files(self):
        for name in ("\x1b[2J.csv", "\u202evsc.csv", "two\nlines.csv"):
            path = self.write(name, "length\n3\nx\n")
            self.check("stats", path, codes=(2,))
            self.check("stats", self.folder / ("no" + name), codes=(2,))
            path = self.write(name, "length\n3\n")
            out = self.folder / (name + ".jsonl")
            self.check("stream", path, "--limits", "9", "-o", out)
            self.check("search", path, "--best")
            self.check("pack", path, "--limits", "9", "--plan", self.folder / name, codes=(2,))  # which it reads
            self.check("assign", path, "--plan", self.folder / name, codes=(2,))
            self.check("pack", path, "--limits", "9", "--method", "optimal", "--plan", self.folder / "plan.json")
            self.check("verify", self.folder / "plan.json", "--data", path)

    def test_csv_for_machines(self):
        path = self.write("one.csv", '"a,""b""\x1b"\n3\n')
        header = self.ok("sweep", path, "--range", "1=3", "--csv").splitlines()[0]
        self.assertEqual(header, r'"a,""b""\x1b",state,packs,"efficiency_a,""b""\x1b",harmonic_mean')

    def test_values(self):
        for value in HOSTILE:
            self.check("stats", self.write("bad.csv", "nodes,edges,tokens\n1,2,%s\n" % value), codes=(2,))
            self.check("stats", self.write("bad.csv", "src,dst,time\n1,2,%s\n" % value), codes=(0, 2))  # a column left out
            for command in (["split", "--loss", "9"], ["sample", "--recent", "1"]):
                self.check(command[0], self.write("bad.csv", "src,dst,time\n1,2,%s\n" % value), *command[1:], codes=(2,))
        self.check("stats", self.write("bad.csv.gz", gzip.compress(("length\n" + ESCAPES).encode())), codes=(2,))
        self.check(ESCAPES, codes=(2,))
        self.check("stats", "--" + ESCAPES, codes=(2,))


if __name__ == "__main__":
    unittest.main()
