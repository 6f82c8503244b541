"""The program as its users meet it. TUPLEPACK names the program; see CMakeLists.txt."""

import gzip
import json
import os
import pathlib
import random
import re
import resource
import signal
import struct
import subprocess
import tempfile
import time
import unittest

try:
    import numpy
except ImportError:
    numpy = None

PROGRAM = os.environ["TUPLEPACK"]
ROOT = pathlib.Path(__file__).resolve().parents[2]
DATA = ROOT / "tests" / "data"
MOLHIV = DATA / "molhiv_train.csv"
LIMITS = ["--limits", "222,502", "--depth", "256"]
COMMANDS = ["pack", "compare", "stats", "bound", "sweep", "assign", "devices"]


def run(*words, stdin=b"", **options):
    return subprocess.run([PROGRAM, *map(str, words)], input=stdin, capture_output=True, timeout=120, **options)


def npy(values, dtype, shape=None):
    """A .npy file, written by hand."""
    kind = {"<i2": "h", "<i4": "i", "<i8": "q", "<u1": "B", "<f8": "d"}[dtype]
    shape = shape or (len(values),)
    header = "{'descr': '%s', 'fortran_order': False, 'shape': %r, }" % (dtype, shape)
    header = header.ljust(118 - 1) + "\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + struct.pack("<%d%s" % (len(values), kind), *values)


class CliTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, name, content):
        path = self.folder / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def ok(self, *words, code=0, **options):
        done = run(*words, **options)
        self.assertEqual(done.returncode, code, done.stderr.decode())
        self.assertEqual(done.stderr, b"")
        return done.stdout.decode()

    def json(self, *words, **options):
        text = self.ok(*words, "--json", **options)
        self.assertTrue(text.startswith("{") and text.endswith("}\n"))
        return json.loads(text)

    def refused(self, *words, says, **options):
        """Exit code 2, one line on standard error, nothing on standard output."""
        done = run(*words, **options)
        error = done.stderr.decode()
        self.assertEqual(done.returncode, 2, error)
        self.assertEqual(done.stdout, b"")
        self.assertRegex(error, r"\Atuplepack: [^\n]+\n\Z")
        self.assertIn(says, error)
        return error


class Pack(CliTest):
    def test_report(self):
        text = self.ok("pack", MOLHIV, *LIMITS)
        self.assertIn("32,901 items of 795 sizes → 3,7", text)
        self.assertIn("lower bound  3,743 packs by total of num_nodes; gap", text)

    def test_proven_optimal(self):
        path = self.write("sizes.csv", "length,count\n5,4\n")
        self.assertIn("proven optimal", self.ok("pack", path, "--limits", "10"))

    def test_json_follows_the_schema(self):
        plan = self.json("pack", MOLHIV, *LIMITS)
        self.assertEqual(plan["schema"], "tuplepack.plan/1")
        self.assertEqual(plan["histogram"]["components"], ["num_nodes", "num_edges"])
        self.assertEqual(plan["histogram"]["bins"], 795)
        self.assertEqual(plan["histogram"]["items"], 32901)
        self.assertEqual(plan["histogram"]["totals"], [830936, 1779606])
        self.assertEqual((plan["limits"], plan["depth"]), ([222, 502], 256))
        metrics = plan["metrics"]
        self.assertLessEqual(metrics["packs"], 3764)
        self.assertGreaterEqual(metrics["lower_bound"], 3743)
        self.assertEqual(metrics["gap"], metrics["packs"] - metrics["lower_bound"])
        self.assertEqual(metrics["packs"], sum(strategy["repeat"] for strategy in plan["strategies"]))
        self.assertEqual(metrics["strategies"], len(plan["strategies"]))
        packed = {}
        for strategy in plan["strategies"]:
            self.assertLessEqual(len(strategy["items"]), 256)
            for component, limit in enumerate(plan["limits"]):
                self.assertLessEqual(sum(item[component] for item in strategy["items"]), limit)
            for item in strategy["items"]:
                packed[tuple(item)] = packed.get(tuple(item), 0) + strategy["repeat"]
        rows = [tuple(map(int, row.split(","))) for row in MOLHIV.read_text().splitlines()[1:]]
        self.assertEqual(packed, {row[:2]: row[2] for row in rows})

    def test_published_numbers(self):
        for heuristic, packs in {"product": 3917, "sum": 3838, "max": 3800, "min": 3789, "component:nodes": 3789,
                                 "component:num_edges": 3800}.items():
            plan = self.json("pack", MOLHIV, *LIMITS, "--method", "lpfhp", "--heuristic", heuristic, "--paper", "--check")
            self.assertEqual(plan["metrics"]["packs"], packs, heuristic)

    def test_limits_of_the_data(self):
        self.assertEqual(self.json("pack", MOLHIV, "--limits", "max")["limits"], [222, 502])
        self.assertEqual(self.json("pack", MOLHIV, "--limits", "300,max")["limits"], [300, 502])

    def test_plan_file_is_the_same_from_run_to_run(self):
        for name in ("a.json", "b.json"):
            self.ok("pack", MOLHIV, *LIMITS, "--plan", self.folder / name)
        self.assertEqual((self.folder / "a.json").read_bytes(), (self.folder / "b.json").read_bytes())
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), ["a.json", "b.json"])

    def test_plan_is_a_histogram_too(self):
        self.ok("pack", MOLHIV, *LIMITS, "--plan", self.folder / "plan.json")
        self.assertEqual(self.json("stats", self.folder / "plan.json")["histogram"]["items"], 32901)

    def test_baseline(self):
        plan = self.json("pack", MOLHIV, *LIMITS, "--baseline", "nodes")
        self.assertEqual(plan["limits"][0], 222)
        self.assertGreater(plan["limits"][1], 502)

    def test_fitting(self):
        path = self.write("sizes.csv", "length,count\n13,10\n")
        plan = self.json("pack", path, "--limits", "100", "--align-item", "8", "--align-total", "8", "--reserve",
                         "length=1", "--check")
        self.assertEqual(plan["metrics"]["packs"], 2)  # six of 16 in 96
        plan = self.json("pack", path, "--limits", "100", "--depth", "4", "--reserve", "items=1")
        self.assertEqual(plan["metrics"]["packs"], 4)  # three in a pack
        text = self.ok("pack", path, "--limits", "100", "--align-item", "length=8")
        self.assertIn("96 length", text)

    def test_overlong(self):
        path = self.write("sizes.csv", "length,count\n5,2\n25,1\n")
        self.assertIn("dropped", self.ok("pack", path, "--limits", "10", "--overlong", "drop"))
        self.assertEqual(self.json("pack", path, "--limits", "10", "--overlong", "drop")["metrics"]["packs"], 1)
        self.assertEqual(self.json("pack", path, "--limits", "10", "--overlong", "truncate")["metrics"]["packs"], 2)
        plan = self.json("pack", path, "--limits", "10", "--overlong", "split")
        self.assertEqual(plan["metrics"]["packs"], 4)
        self.assertIn("overlong", plan)

    def test_packs_multiple(self):
        plan = self.json("pack", MOLHIV, *LIMITS, "--packs-multiple", "64")
        metrics = plan["metrics"]
        self.assertEqual((metrics["packs"] + metrics["padding_packs"]) % 64, 0)

    def test_auto_is_the_best_of_compare(self):
        for name, limits in {"molhiv_train.csv": "222,502", "squad_384.csv": "384", "tu_collab.csv": "max"}.items():
            compared = self.json("compare", DATA / name, "--limits", limits)
            packed = self.json("pack", DATA / name, "--limits", limits)
            self.assertLessEqual(packed["metrics"]["packs"], compared["metrics"]["packs"])

    def test_a_heuristic_beside_auto_is_noted(self):
        done = run("pack", MOLHIV, *LIMITS, "--heuristic", "sum")
        self.assertEqual(done.returncode, 0)
        self.assertIn(b"note: --heuristic is not used", done.stderr)


class Others(CliTest):
    def test_compare(self):
        compared = self.json("compare", MOLHIV, *LIMITS)
        self.assertEqual(compared["schema"], "tuplepack.compare/1")
        packs = [plan["packs"] for plan in compared["plans"]]
        self.assertEqual(packs, sorted(packs))
        self.assertEqual(packs[-1], 32901)  # none
        self.assertEqual(len(compared["plans"]), compared["metrics"]["plans"])
        text = self.ok("compare", MOLHIV, *LIMITS)
        self.assertRegex(text, r"(?m)^\* ")
        self.assertEqual(len(re.findall(r"(?m)^..(?:none|next-fit|spfhp|lpfhp) ", text)), len(packs))
        published = self.json("compare", MOLHIV, *LIMITS, "--paper")
        self.assertIn(3917, [plan["packs"] for plan in published["plans"]])

    def test_stats(self):
        stats = self.json("stats", MOLHIV)
        self.assertEqual(stats["schema"], "tuplepack.stats/1")
        self.assertEqual(stats["metrics"]["largest"], [222, 502])
        self.assertEqual(stats["metrics"]["smallest"], [2, 2])
        self.assertAlmostEqual(stats["metrics"]["mean"][0], 830936 / 32901)
        self.assertIn("█", self.ok("stats", MOLHIV))

    def test_bound(self):
        bound = self.json("bound", DATA / "wikipedia_512.csv", "--limits", "512")
        self.assertEqual(bound["schema"], "tuplepack.bound/1")
        self.assertEqual(bound["metrics"]["lower_bound"], 8135727)
        self.assertEqual(bound["metrics"]["lower_bound"], max(row["packs"] for row in bound["bounds"]))
        self.assertIn("no plan needs fewer than 8,135,727 packs", self.ok("bound", DATA / "wikipedia_512.csv", "--limits", "512"))

    def test_sweep(self):
        words = ["sweep", DATA / "pcqm4mv2_train_digitized.csv", "--range", "nodes=20:40:2", "--range", "edges=54:80:2"]
        pruned, full = self.json(*words), self.json(*words, "--full")
        self.assertEqual(pruned["schema"], "tuplepack.sweep/1")
        self.assertEqual(pruned["best"], full["best"])
        self.assertEqual(full["metrics"]["packed"], len(full["cells"]))
        self.assertEqual(len(full["cells"]), 11 * 14)
        self.assertEqual(full["cells"][15]["limits"], [22, 56])
        self.assertEqual(max(cell["harmonic_mean"] for cell in full["cells"]), full["best"]["harmonic_mean"])
        rows = self.ok(*words, "--csv").splitlines()
        self.assertEqual(rows[0], "num_nodes,num_edges,state,packs,efficiency_num_nodes,efficiency_num_edges,harmonic_mean")
        self.assertEqual(len(rows), 1 + 11 * 14)
        text = self.ok(*words)
        self.assertIn("num_nodes down, num_edges across", text)
        self.assertNotIn("\x1b", text)
        best = [f"{number:,}" for number in full["best"]["limits"] + [full["best"]["packs"]]]
        self.assertRegex(text, r"(?m)^\*\s+" + r"\s+".join(best))

    def test_sweep_of_one_component(self):
        sweep = self.json("sweep", DATA / "squad_384.csv", "--range", "length=384:512:64")
        self.assertEqual([cell["limits"] for cell in sweep["cells"]], [[384], [448], [512]])
        self.ok("sweep", DATA / "squad_384.csv", "--range", "1=384")

    def test_sweep_with_a_fitting(self):
        fitting = ["--align-item", "8", "--reserve", "nodes=1", "--overlong", "drop"]
        sweep = self.json("sweep", MOLHIV, "--range", "nodes=100:140:20", "--range", "edges=300", *fitting)
        self.assertEqual(sweep["fitting"], {"align_item": [8, 8], "align_total": [1, 1], "reserve": [1, 0],
                                            "reserve_items": 0, "overlong": "drop"})
        best = sweep["best"]
        limits = ",".join(map(str, best["limits"]))
        plan = self.json("pack", MOLHIV, "--limits", limits, "--method", "lpfhp", *fitting)
        self.assertEqual(plan["metrics"]["packs"], best["packs"])
        self.assertNotIn("fitting", self.json("sweep", DATA / "squad_384.csv", "--range", "length=384"))
        self.refused("sweep", DATA / "squad_384.csv", "--range", "length=384", "--align-item", "0", says="")

    def test_sweep_without_an_answer(self):
        words = ["sweep", MOLHIV, "--range", "nodes=10:20", "--range", "edges=10:20"]
        self.assertIn("too small", self.ok(*words, code=1))
        self.assertIsNone(self.json(*words, code=1)["best"])

    def test_devices(self):
        done = run("devices", "--json")
        found = json.loads(done.stdout)
        self.assertEqual(found["schema"], "tuplepack.devices/1")
        self.assertEqual(done.returncode, 0 if found["devices"] else 1)

    def test_help(self):
        overview = self.ok("help")
        for words in ([], ["--help"], ["-h"]):
            self.assertEqual(self.ok(*words), overview)
        for command in COMMANDS:
            self.assertIn(command, overview)
            text = self.ok(command, "--help")
            self.assertIn("usage: tuplepack " + command, text)
            self.assertEqual(self.ok("help", command), text)
            self.assertLessEqual(max(map(len, text.splitlines())), 110)
        self.assertRegex(self.ok("--version"), r"\Atuplepack \d+\.\d+\.\d+\n\Z")

    def test_readme_lists_the_commands(self):
        readme = (ROOT / "README.md").read_text()
        section = re.search(r"<!-- commands:begin -->\n(.*)<!-- commands:end -->", readme, re.DOTALL)
        self.assertIsNotNone(section, "README.md has no section of commands")
        self.assertEqual(section[1].strip(), self.ok("help", "--markdown").strip(), "run tools/update_readme.py")

    def test_readme_tour(self):
        """Its commands run, and print what it shows; lines with a time may differ, and … leaves lines out."""
        tour = (ROOT / "README.md").read_text().split("## Five-minute tour\n")[1].split("\n## ")[0]
        (self.folder / "tests").symlink_to(ROOT / "tests")
        path = f"{pathlib.Path(PROGRAM).resolve().parent}:{os.environ['PATH']}"
        blocks = re.findall(r"```console\n\$ (.*?)\n(.*?)```", tour, re.DOTALL)
        self.assertGreater(len(blocks), 5)
        for command, shown in blocks:
            if command.startswith("export"):
                continue
            with self.subTest(command):
                done = subprocess.run(command, shell=True, cwd=self.folder, env={**os.environ, "PATH": path},
                                      capture_output=True, text=True)
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                printed = done.stdout.splitlines()
                for line in shown.splitlines():
                    if line != "…" and not re.search(r" (ms|s|µs)$", line):
                        self.assertIn(line, printed)


class Reading(CliTest):
    TABLE = "nodes,edges,count\n2,3,4\n5,8,1\n"
    TOTALS = {"components": ["nodes", "edges"], "bins": 2, "items": 5, "totals": [13, 20]}

    def test_ways_to_write_a_table(self):
        ways = {
            "plain": self.TABLE.encode(),
            "crlf": self.TABLE.replace("\n", "\r\n").encode(),
            "bom": b"\xef\xbb\xbf" + self.TABLE.encode(),
            "no_final_newline": self.TABLE.rstrip().encode(),
            "tabs": self.TABLE.replace(",", "\t").encode(),
            "comments": b"# made by hand\n" + self.TABLE.encode(),
            "unsorted": b"nodes,edges,count\n5,8,1\n2,3,4\n",
            "duplicates": b"nodes,edges,count\n2,3,1\n5,8,1\n2,3,3\n",
            "items": b"nodes,edges\n2,3\n5,8\n2,3\n2,3\n2,3\n",
            "gzip": gzip.compress(self.TABLE.encode()),
            "two_members": gzip.compress(self.TABLE[:9].encode()) + gzip.compress(self.TABLE[9:].encode()),
            "padded_gzip": gzip.compress(self.TABLE.encode()) + bytes(512),
        }
        for name, content in ways.items():
            with self.subTest(name):
                self.assertEqual(self.json("stats", self.write(name, content))["histogram"], self.TOTALS)
                self.assertEqual(self.json("stats", "-", stdin=content)["histogram"], self.TOTALS)

    def test_chosen_columns(self):
        path = self.write("table.csv", "id,edges,nodes,how_many\n7,3,2,4\n9,8,5,1\n")
        found = self.json("stats", path, "--columns", "nodes,edges", "--count-column", "how_many")
        self.assertEqual(found["histogram"], self.TOTALS)

    def test_npy(self):
        path = self.write("sizes.npy", npy([2, 3, 5, 8], "<i4", (2, 2)))
        self.assertEqual(self.json("stats", path)["histogram"]["totals"], [7, 11])
        path = self.write("lengths.npy", npy([2, 3, 5, 8], "<u1"))
        self.assertEqual(self.json("stats", path)["histogram"]["totals"], [18])

    def test_json(self):
        path = self.write("rows.json", '[{"nodes":2,"edges":3,"count":4},{"nodes":5,"edges":8}]')
        self.assertEqual(self.json("stats", path)["histogram"], self.TOTALS)
        path = self.write("rows.jsonl", '{"nodes":2,"edges":3,"count":4}\n{"nodes":5,"edges":8}\n')
        self.assertEqual(self.json("stats", path, "--format", "json_lines")["histogram"], self.TOTALS)


class BadInput(CliTest):
    def refuse_table(self, content, says, *words):
        path = self.write("bad", content)
        error = self.refused("stats", path, *words, says=says)
        self.assertTrue(error.startswith(f"tuplepack: {path}"), error)
        return error

    def test_tables(self):
        header = "nodes,edges,count\n"
        for rows, place, says in [
            ("2,3,4\n5,-8,1\n", ":3:3: ", "-8"),
            ("2,3.5,1\n", ":2:3: ", "3.5"),
            ("2,x,1\n", ":2:3: ", "'x'"),
            ("2,3\n", ":2", ""),
            ("2,3,4,5\n", ":2", ""),
            ("2,99999999999999999999,1\n", ":2:3: ", "99999999999999999999"),
            ("2,3,9223372036854775807\n", "", ""),
            ("4503599627370496,3,4\n", "", ""),
        ]:
            with self.subTest(rows):
                self.assertIn("bad" + place, self.refuse_table(header + rows, says))

    def test_nothing(self):
        for content in (b"", b"nodes,edges,count\n", b"\n\n", b"nodes,count\n3,0\n", gzip.compress(b"")):
            with self.subTest(content):
                self.refuse_table(content, "")

    def test_npy(self):
        whole = npy([2, 3, 5], "<i8")
        for content in (whole[:-1], whole[:40], whole[:7], npy([2.0, 3.5], "<f8"), npy([2, -3], "<i4"), whole + b"x"):
            with self.subTest(len(content)):
                self.refuse_table(content, "")

    def test_json(self):
        for content in ('[[1,2],[3]]', '[[1,2,', '{"lengths":[1,-2]}', '[1.5]', '{"schema":"tuplepack.split/1"}', '[]', '{}'):
            with self.subTest(content):
                self.refuse_table(content, "")

    def test_gzip(self):
        packed = gzip.compress(self.random_table())
        self.refuse_table(packed[:-20], "the gzip data ends too early")
        self.refuse_table(packed[:40] + b"\xff" * 40 + packed[80:], "the gzip data is damaged")
        self.refuse_table(packed + b"more", "the gzip data is damaged")

    def random_table(self):
        dice = random.Random(1)
        return ("length\n" + "".join(f"{dice.randrange(10**6)}\n" for _ in range(10000))).encode()

    def test_files(self):
        self.refused("stats", self.folder, says="is a folder, not a file")
        missing = self.folder / "missing.csv"
        self.assertEqual(self.refused("stats", missing, says=""), f"tuplepack: {missing}: No such file or directory\n")
        self.refused("stats", self.folder / "two\nlines", says="two?lines")
        self.refused("stats", "-", says="<stdin>: ", stdin=b"")
        if os.geteuid() != 0:
            path = self.write("secret.csv", "1\n")
            path.chmod(0)
            self.refused("stats", path, says="Permission denied")

    def test_noise(self):
        dice = random.Random(2)
        for _ in range(50):
            path = self.write("noise", bytes(dice.randrange(256) for _ in range(dice.randrange(1, 200))))
            done = run("pack", path, "--limits", "max", "--depth", "4")
            self.assertIn(done.returncode, (0, 2), done.stderr)
            if done.returncode == 2:
                self.assertRegex(done.stderr.decode(), r"\Atuplepack: [^\n]+\n\Z")

    def test_limits(self):
        pack = ["pack", MOLHIV]
        self.refused(*pack, says="pack needs --limits")
        self.refused(*pack, "--limits", "222", says="--limits: one number for 2 components (num_nodes, num_edges)")
        self.refused(*pack, "--limits", "1,2,3", says="--limits: 3 numbers for 2 components")
        self.refused(*pack, "--limits", "222,x", says="--limits: 'x' is not a whole number")
        self.refused(*pack, "--limits", "222,", says="--limits: '' is not a whole number")
        self.refused(*pack, "--limits", "222,99999999999999999999", says="is too large")
        self.refused(*pack, "--limits", "222,0", says="limit 0 for num_edges is not between 1 and 2^53")
        self.refused(*pack, "--limits", "222,-5", says="limit -5 for num_edges is not between 1 and 2^53")
        error = self.refused(*pack, "--limits", "222,501", says="(205, 502) is over the limit (222, 501); raise --limits")
        self.assertIn(f"tuplepack: {MOLHIV}: ", error)
        self.refused(*pack, *LIMITS[:2], "--depth", "0", says="depth 0 is not positive")
        self.refused(*pack, *LIMITS[:2], "--depth", "1.5", says="--depth: '1.5' is not a whole number")

    def test_names(self):
        pack = ["pack", MOLHIV, *LIMITS]
        self.refused(*pack, "--method", "magic", says="no method 'magic'; there is none, next-fit, spfhp, lpfhp")
        self.refused(*pack, "--heuristic", "magic", says="magic")
        self.refused(*pack, "--heuristic", "component:atoms", says="no component 'atoms'; there is num_nodes, num_edges")
        self.refused(*pack, "--heuristic", "weighted:1", says="--heuristic")
        self.refused(*pack, "--heuristic", "weighted:1,x", says="--heuristic")
        self.refused(*pack, "--distribute", "perhaps", says="--distribute: 'perhaps' is neither on nor off")
        self.refused(*pack, "--overlong", "ignore", says="ignore")
        self.refused(*pack, "--baseline", "atoms", says="--baseline: no component 'atoms'")
        self.refused(*pack, "--reserve", "nodes", says="--reserve: 'nodes' is not NAME=NUMBER")
        self.refused(*pack, "--reserve", "nodes=222", says="")
        self.refused(*pack, "--align-item", "0", says="")
        self.refused(*pack, "--packs-multiple", "0", says="")
        self.refused(*pack, "--overlong", "split", says="")
        self.refused("stats", MOLHIV, "--format", "xml", says="xml")
        self.refused("stats", MOLHIV, "--columns", "atoms", says="atoms")

    def test_ranges(self):
        sweep = ["sweep", MOLHIV]
        self.refused(*sweep, says="sweep needs --range")
        self.refused(*sweep, "--range", "nodes=222:230", says="no range for num_edges; add --range num_edges=FIRST:LAST")
        edges = ["--range", "edges=502:510"]
        for text in ("nodes=230:222", "nodes=222:230:0", "nodes=222:230:1:1", "nodes=a:b", "222:230", "nodes=0:5", "nodes=",
                     "nodes=1:9000000000000000000"):
            with self.subTest(text):
                self.refused(*sweep, "--range", text, *edges, says="")

    def test_usage(self):
        self.refused("pakc", says="no command 'pakc'; there is pack, compare")
        self.refused("pack", MOLHIV, "--limit", "1", says="no option '--limit' (see 'tuplepack pack --help')")
        self.refused("stats", MOLHIV, MOLHIV, says="one argument too many")
        self.refused("stats", says="stats needs FILE")
        self.refused("pack", MOLHIV, "--limits", says="")
        self.refused("pack", MOLHIV, *LIMITS, *LIMITS, says="")
        self.refused("help", "pakc", says="no command 'pakc'")

    def test_output(self):
        self.refused("pack", MOLHIV, *LIMITS, "--plan", self.folder / "no" / "plan.json", says="No such file or directory")
        self.refused("pack", MOLHIV, *LIMITS, "--plan", self.folder, says="")
        self.refused("pack", MOLHIV, *LIMITS, "--plan", "/dev/full", says="/dev/full: No space left on device")
        with open("/dev/full", "wb") as full:
            done = subprocess.run([PROGRAM, "stats", MOLHIV], stdout=full, stderr=subprocess.PIPE)
        self.assertEqual((done.returncode, done.stderr), (2, b"tuplepack: <stdout>: No space left on device\n"))

    def test_a_closed_standard_output(self):
        reader, writer = os.pipe()
        os.close(reader)
        done = subprocess.run([PROGRAM, "pack", MOLHIV, *LIMITS, "--json"], stdout=writer, stderr=subprocess.PIPE)
        os.close(writer)
        self.assertEqual((done.returncode, done.stderr), (2, b"tuplepack: <stdout>: Broken pipe\n"))
        plan = self.folder / "plan.json"
        done = subprocess.run(["/bin/sh", "-c", '"$0" pack "$1" --limits max --plan "$2" >&-', PROGRAM, MOLHIV, plan],
                              capture_output=True)
        self.assertEqual((done.returncode, done.stderr), (2, b"tuplepack: <stdout>: Bad file descriptor\n"))
        json.loads(plan.read_text())  # the report did not end up in the file

    @unittest.skipIf("asan" in PROGRAM, "the sanitizer reserves terabytes")
    def test_out_of_memory(self):
        path = self.folder / "sizes.npy"
        count = 2_000_000  # different sizes, which need more than is allowed
        path.write_bytes(npy(range(0, 7 * count, 7), "<i8"))
        limit = 64 << 20
        self.refused("stats", path, says="out of memory",
                     preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)))


class Assign(CliTest):
    def sizes(self, seed=1, count=3000):
        dice = random.Random(seed)
        return [(dice.randint(1, 30), dice.randint(0, 60)) for _ in range(count)]

    def table(self, sizes, name="sizes.csv"):
        return self.write(name, "nodes,edges\n" + "".join("%d,%d\n" % size for size in sizes))

    def plan(self, path, *words):
        self.ok("pack", path, *words, "--plan", self.folder / "plan.json")
        return self.folder / "plan.json"

    def test_csv_covers_every_item(self):
        sizes = self.sizes()
        path = self.table(sizes)
        plan = self.plan(path, "--limits", "40,80")
        for order in ("plan", "input", "shuffle"):
            with self.subTest(order):
                text = self.ok("assign", path, "--plan", plan, "-o", "-", "--order", order)
                rows = text.splitlines()
                self.assertEqual(rows[0], "pack,item")
                packs = {}
                for row in rows[1:]:
                    pack, item = map(int, row.split(","))
                    packs.setdefault(pack, []).append(item)
                self.assertEqual(sorted(item for items in packs.values() for item in items), list(range(len(sizes))))
                self.assertEqual(len(packs), json.loads(plan.read_text())["metrics"]["packs"])
                for items in packs.values():
                    self.assertLessEqual(sum(sizes[item][0] for item in items), 40)
                    self.assertLessEqual(sum(sizes[item][1] for item in items), 80)

    def test_shuffle_follows_the_seed(self):
        path = self.table(self.sizes())
        words = ["assign", path, "--plan", self.plan(path, "--limits", "40,80"), "-o", "-", "--order", "shuffle"]
        self.assertEqual(self.ok(*words, "--seed", "5"), self.ok(*words, "--seed", "5"))
        self.assertNotEqual(self.ok(*words, "--seed", "5"), self.ok(*words, "--seed", "6"))
        self.refused(*words[:-2], "--seed", "5", says="--seed needs --order shuffle")
        self.refused(*words, "--seed", "-5", says="--seed: -5 is negative")

    def test_json(self):
        path = self.table(self.sizes())
        plan = self.plan(path, "--limits", "40,80", "--packs-multiple", "100")
        done = self.json("assign", path, "--plan", plan, "-o", self.folder / "packs.csv")
        self.assertEqual(done["schema"], "tuplepack.assign/1")
        self.assertEqual(done["items"], 3000)
        self.assertEqual((done["metrics"]["packs"] + done["metrics"]["padding_packs"]) % 100, 0)

    @unittest.skipIf(numpy is None, "needs numpy")
    def test_npz(self):
        sizes = self.sizes()
        path = self.table(sizes)
        plan = self.plan(path, "--limits", "40,80", "--packs-multiple", "100")
        output = self.folder / "packs.npz"
        self.ok("assign", path, "--plan", plan, "-o", output, "--emit", "segment_ids,position_ids,cu_seqlens")
        with numpy.load(output) as packs:
            arrays = {name: packs[name] for name in packs.files}
        self.check_arrays(arrays, numpy.array(sizes), plan)
        self.ok("assign", path, "--plan", plan, "-o", self.folder / "packs.npy", "--emit", "segment_ids")
        for name in ("offsets", "items", "segment_ids_nodes", "segment_ids_edges"):
            numpy.testing.assert_array_equal(numpy.load(self.folder / f"packs.{name}.npy"), arrays[name])

    @unittest.skipIf(numpy is None, "needs numpy")
    def test_names_of_arrays(self):
        path = self.write("sizes.csv", "a/b,a b,c\n1,2,3\n")
        plan = self.plan(path, "--limits", "max")
        self.ok("assign", path, "--plan", plan, "-o", self.folder / "packs.npz", "--emit", "cu_seqlens")
        with numpy.load(self.folder / "packs.npz") as packs:
            self.assertEqual(packs.files, ["offsets", "items", "cu_seqlens_a_b_1", "cu_seqlens_a_b_2", "cu_seqlens_c"])

    @unittest.skipIf(numpy is None, "needs numpy")
    def test_pieces_and_drops(self):
        path = self.write("lengths.csv", "length\n5\n25\n7\n")
        plan = self.plan(path, "--limits", "10", "--overlong", "split")
        output = self.folder / "packs.npz"
        self.ok("assign", path, "--plan", plan, "-o", output, "--emit", "segment_ids")
        with numpy.load(output) as packs:
            pieces = sorted(zip(packs["items"].tolist(), packs["begins"].tolist()))
            self.assertEqual(pieces, [(0, 0), (1, 0), (1, 10), (1, 20), (2, 0)])
            self.assertEqual((packs["segment_ids"] > 0).sum(), 37)
        plan = self.plan(path, "--limits", "10", "--overlong", "drop")
        self.assertIn("; 1 dropped", self.ok("assign", path, "--plan", plan, "-o", output))
        with numpy.load(output) as packs:
            self.assertEqual(packs["dropped"].tolist(), [1])
            self.assertEqual(sorted(packs["items"].tolist()), [0, 2])

    def check_arrays(self, arrays, sizes, plan):
        metrics = json.loads(plan.read_text())["metrics"]
        offsets, items = arrays["offsets"], arrays["items"]
        self.assertEqual((offsets.dtype, items.dtype), (numpy.int64, numpy.int32))
        self.assertEqual(len(offsets) - 1, metrics["packs"] + metrics["padding_packs"])
        numpy.testing.assert_array_equal(numpy.sort(items), numpy.arange(len(sizes)))
        for component, (name, limit) in enumerate([("nodes", 40), ("edges", 80)]):
            segments, positions = arrays["segment_ids_" + name], arrays["position_ids_" + name]
            cumulated = arrays["cu_seqlens_" + name]
            self.assertEqual(segments.shape, (len(offsets) - 1, limit))
            self.assertEqual(segments.dtype, numpy.int32)
            for pack, (begin, end) in enumerate(zip(offsets[:-1], offsets[1:])):
                lengths = sizes[items[begin:end], component]
                self.assertLessEqual(lengths.sum(), limit)
                padding = limit - lengths.sum()
                expected = numpy.repeat(numpy.arange(len(lengths)) + 1, lengths)
                numpy.testing.assert_array_equal(segments[pack], numpy.pad(expected, (0, padding)))
                expected = numpy.concatenate([numpy.arange(length) for length in [*lengths, 0]])
                numpy.testing.assert_array_equal(positions[pack], numpy.pad(expected, (0, padding)))
                ends = cumulated[begin + pack:end + pack + 1]
                numpy.testing.assert_array_equal(ends, numpy.cumsum([0, *lengths]))

    def test_plan_of_other_sizes(self):
        sizes = [(5, 6)] * 4 + [(7, 8)] * 2
        plan = self.plan(self.table(sizes), "--limits", "40,80")
        error = self.refused("assign", self.table(sizes[:-1], "short.csv"), "--plan", plan, "-o", self.folder / "packs.npz",
                             says="(7, 8)")
        self.assertIn("short.csv", error)
        self.refused("assign", self.table(sizes + [(5, 6)], "long.csv"), "--plan", plan, says="(5, 6)")
        self.refused("assign", self.table(sizes[:-1] + [(9, 9)], "other.csv"), "--plan", plan, says="(9, 9)")
        self.assertFalse((self.folder / "packs.npz").exists())

    def test_bad_input(self):
        path = self.table(self.sizes(count=10))
        plan = self.plan(path, "--limits", "40,80")
        counted = self.write("counted.csv", "nodes,edges,count\n5,6,4\n")
        self.refused("assign", counted, "--plan", plan, says="a histogram has no items to assign")
        swapped = self.write("swapped.csv", "edges,nodes\n5,6\n")
        self.refused("assign", swapped, "--plan", plan, says="give --columns nodes,edges")
        single = self.write("single.csv", "nodes\n5\n")
        self.refused("assign", single, "--plan", plan, says="one column for a plan of 2")
        self.refused("assign", path, says="assign needs --plan")
        self.refused("assign", path, "--plan", path, says="")
        self.refused("assign", path, "--plan", self.write("cut.json", plan.read_text()[:200]), says="cut.json")
        self.refused("assign", path, "--plan", plan, "-o", self.folder / "packs.txt", says="ends in none of .npz, .npy, .csv")
        self.refused("assign", path, "--plan", plan, "-o", "-", "--emit", "segment_ids", says="--emit needs -o")
        self.refused("assign", path, "--plan", plan, "-o", "packs.npz", "--emit", "masks", says="--emit: no 'masks'")
        self.refused("assign", path, "--plan", plan, "--order", "random", says="random")
        self.refused("assign", path, "--plan", plan, "-o", self.folder / "no" / "packs.npz", says="No such file or directory")

    def test_code(self):
        path = self.table(self.sizes())
        words = ["assign", "--plan", self.plan(path, "--limits", "40,80"), "--code"]
        for name in ("pytorch", "jax", "numpy"):
            compile(self.ok(*words, name), name, "exec")
        self.assertIn("DataLoader", self.ok(*words, "pytorch"))
        output = self.folder / "packs.npz"
        code = self.ok(*words, "numpy", path, "-o", output)
        self.assertTrue(output.exists())
        self.assertIn(str(output), code)
        self.refused(*words, "cobol", says="cobol")
        self.refused(*words, "numpy", "-o", "packs.csv", says="--code reads a .npz file")
        self.refused(*words[:3], says="assign needs SIZES")

    def test_nothing_half_written_stays_after_a_signal(self):
        path = self.table(self.sizes())
        plan = self.plan(path, "--limits", "60000,80000", "--depth", "1")
        output = self.folder / "packs.npz"
        for number in (signal.SIGTERM, signal.SIGINT):
            process = subprocess.Popen([PROGRAM, "assign", path, "--plan", plan, "-o", output, "--emit",
                                        "segment_ids,position_ids"], stdout=subprocess.DEVNULL)
            deadline = time.monotonic() + 30
            while not list(self.folder.glob("packs.npz.part*")) and process.poll() is None:
                self.assertLess(time.monotonic(), deadline)
            process.send_signal(number)
            self.assertEqual(process.wait(), -number)
            self.assertEqual(list(self.folder.glob("packs.npz*")), [])


if __name__ == "__main__":
    unittest.main()
