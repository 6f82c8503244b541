"""What the program reads, and what it refuses."""

import gzip
import json
import os
import random
import resource
import unittest

from program import LIMITS, MOLHIV, npy, PROGRAM, ProgramTest, run
from rounds import SANITIZED, rounds, some


class Reading(ProgramTest):
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


class BadInput(ProgramTest):
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
            ("2,3\n", ":2:4: ", "3 columns"),
            ("2,3,4,5\n", ":2:7: ", "3 columns"),
            ("2,99999999999999999999,1\n", ":2:3: ", "99999999999999999999"),
            ("2,3,9223372036854775807\n", ":2:5: ", "'9223372036854775807' is beyond 2^53 - 1"),
            ("4503599627370496,3,4\n", ": ", "the total size of all items is beyond 2^53"),
        ]:
            with self.subTest(rows):
                self.assertIn("bad" + place, self.refuse_table(header + rows, says))

    def test_nothing(self):
        for content in (b"", b"nodes,edges,count\n", b"\n\n", b"nodes,count\n3,0\n", gzip.compress(b"")):
            with self.subTest(content):
                self.refuse_table(content, "no items")

    def test_npy(self):
        whole = npy([2, 3, 5], "<i8")
        for content, says in [
            (whole[:-1], "expected 24 bytes of data, found 23"),
            (whole[:40], "within the .npy header"),
            (whole[:7], "within the .npy header"),
            (npy([2.0, 3.5], "<f8"), "the value 3.5 at [1] is not an integer"),
            (npy([2, -3], "<i4"), "the value -3 at [1] is negative"),
            (whole + b"x", "after the 24 bytes of the array"),
        ]:
            with self.subTest(says):
                self.refuse_table(content, says)

    def test_json(self):
        for content, place, says in [
            ("[[1,2],[3]]", ":1:8: ", "expected 2 numbers per row, found 1"),
            ("[[1,2,", ":1:7: ", "unexpected end of JSON"),
            ('{"lengths":[1,-2]}', ":1:15: ", "'-2' is negative"),
            ("[1.5]", ":1:2: ", "'1.5' is not an integer"),
            ('{"schema":"tuplepack.split/1"}', ":1:11: ", "not tuplepack.plan/1"),
            ("[]", ": ", "no items"),
            ("{}", ":1:1: ", "no items: the object has no columns"),
        ]:
            with self.subTest(content):
                self.assertIn("bad" + place, self.refuse_table(content, says))

    def test_gzip(self):
        packed = gzip.compress(self.random_table())
        self.refuse_table(packed[:-20], "the gzip data is truncated")
        self.refuse_table(packed[:40] + b"\xff" * 40 + packed[80:], "the gzip data is corrupt")
        self.refuse_table(packed + b"more", "the gzip data is corrupt")

    # A beginning and 260 MiB that mean nothing, in a quarter of a megabyte: the same member again and again. 256 MiB are always
    # allowed.
    def bomb(self, beginning, nothing):
        return gzip.compress(beginning) + gzip.compress(nothing) * 260

    def test_gzip_that_unpacks_to_too_much(self):
        path = self.write("bomb.csv.gz", self.bomb(b"length\n3\n", b"# " + b"x" * ((1 << 20) - 3) + b"\n"))
        plan = self.write("bomb.json.gz", self.bomb(b"{", b" " * (1 << 20)))
        says = "the gzip data decompresses to more than 200 times its size; if that is right, raise --max-gzip-ratio"
        refusals = [(words, f"{words[1]}: {says}") for words in (["stats", path], ["pack", path, "--limits", "9"], ["stream", path, "--limits", "9"],
                                                                 ["verify", plan], ["split", path, "--loss", "9"])]
        refusals.append((["stats", path, "--max-gzip-ratio", "300.5"], "more than 300.5 times"))
        for words, wrong in some(refusals, share=6):
            with self.subTest(words):
                self.refused(*words, says=wrong)
        for allowed in ("2000", "0") if not SANITIZED else ():
            with self.subTest(allowed):
                self.assertEqual(self.json("stats", path, "--max-gzip-ratio", allowed)["histogram"]["items"], 1)
        self.refused("stats", path, "--max-gzip-ratio", "-1", says="--max-gzip-ratio: -1 is out of range (at least 0)")

    def random_table(self):
        dice = random.Random(1)
        return ("length\n" + "".join(f"{dice.randrange(10**6)}\n" for _ in range(10000))).encode()

    def test_files(self):
        self.refused("stats", self.folder, says="is a directory, not a file")
        missing = self.folder / "missing.csv"
        self.assertEqual(self.refused("stats", missing, says="No such file"), f"tuplepack: {missing}: No such file or directory\n")
        self.refused("stats", self.folder / "two\nlines", says="two\\x0alines")
        self.refused("stats", "-", says="<stdin>: ", stdin=b"")
        if os.geteuid() != 0:
            path = self.write("secret.csv", "1\n")
            path.chmod(0)
            self.refused("stats", path, says="Permission denied")

    def test_noise(self):
        dice = random.Random(2)
        for _ in rounds(50):
            path = self.write("noise", bytes(dice.randrange(256) for _ in range(dice.randrange(1, 200))))
            done = run("pack", path, "--limits", "max", "--depth", "4")
            self.assertIn(done.returncode, (0, 2), done.stderr)
            if done.returncode == 2:
                self.assertRegex(done.stderr.decode(), r"\Atuplepack: [^\n]+\n\Z")

    def test_limits(self):
        pack = ["pack", MOLHIV]
        self.refused(*pack, says="pack needs --limits")
        self.refused(*pack, "--limits", "222", says="--limits: expected 2 numbers (num_nodes,num_edges), got 1")
        self.refused(*pack, "--limits", "1,2,3", says="--limits: expected 2 numbers (num_nodes,num_edges), got 3")
        self.refused(*pack, "--limits", "222,x", says="--limits: 'x' is not a whole number")
        self.refused(*pack, "--limits", "222,", says="--limits: '' is not a whole number")
        self.refused(*pack, "--limits", "222,99999999999999999999", says="is too large")
        self.refused(*pack, "--limits", "222,0", says="limit 0 for num_edges is not between 1 and 2^53")
        self.refused(*pack, "--limits", "222,-5", says="limit -5 for num_edges is not between 1 and 2^53")
        error = self.refused(*pack, "--limits", "222,501", says="(205, 502) is over the limit (222, 501); raise --limits")
        self.assertIn(f"tuplepack: {MOLHIV}: ", error)
        self.refused(*pack, *LIMITS[:2], "--depth", "0", says="--depth: 0 is out of range (at least 1)")
        self.refused(*pack, *LIMITS[:2], "--depth", "1.5", says="--depth: '1.5' is not a whole number")

    def test_names(self):
        pack = ["pack", MOLHIV, *LIMITS]
        self.refused(*pack, "--method", "magic", says="--method: unknown value 'magic'; choose none, next-fit, spfhp, lpfhp")
        self.refused(*pack, "--heuristic", "magic", says="magic")
        self.refused(*pack, "--heuristic", "component:atoms", says="unknown component 'atoms'; components: num_nodes, num_edges")
        self.refused(*pack, "--heuristic", "weighted:1", says="--heuristic")
        self.refused(*pack, "--heuristic", "weighted:1,x", says="--heuristic")
        self.refused(*pack, "--distribute", "perhaps", says="--distribute: unknown value 'perhaps'; choose on or off")
        self.refused(*pack, "--overlong", "ignore", says="ignore")
        self.refused(*pack, "--baseline", "atoms", says="--baseline: unknown component 'atoms'")
        self.refused(*pack, "--baseline", "nodes", "--per-item", "1", says="a baseline cannot be combined with extra space per item, alignment, ")
        self.refused(*pack, "--reserve", "nodes", says="--reserve: 'nodes' is not NAME=NUMBER")
        self.refused(*pack, "--reserve", "nodes=222", says="limit 222 for num_nodes leaves no room")
        self.refused(*pack, "--align-item", "0", says="the alignment for num_nodes is not between 1 and")
        self.refused(*pack, "--packs-multiple", "0", says="--packs-multiple: 0 is out of range (at least 1)")
        self.refused(*pack, "--overlong", "split", says="only items of one component can be split")
        self.refused("stats", MOLHIV, "--format", "xml", says="xml")
        self.refused("stats", MOLHIV, "--columns", "atoms", says="atoms")

    def test_empty_values(self):
        """As a variable of the shell that is not set."""
        for option in ("--per-item", "--align-item", "--align-total"):
            self.refused("pack", MOLHIV, *LIMITS, option, "", says=f"{option}: '' is not a whole number")
        self.refused("pack", MOLHIV, *LIMITS, "--config", "", says="--config: the name of the file is empty")

    def test_ranges(self):
        sweep = ["sweep", MOLHIV]
        self.refused(*sweep, says="sweep needs --range")
        self.refused(*sweep, "--range", "nodes=222:230", says="no range for num_edges; add --range num_edges=FIRST:LAST")
        edges = ["--range", "edges=502:510"]
        for text, says in [
            ("nodes=230:222", "the range num_nodes=230:222:1 is empty"),
            ("nodes=222:230:0", "the range num_nodes=222:230:0 is empty or not positive"),
            ("nodes=222:230:1:1", "--range: 'nodes=222:230:1:1' is not NAME=FIRST:LAST:STEP"),
            ("nodes=a:b", "--range: 'a' is not a whole number"),
            ("222:230", "--range: '222:230' is not NAME=FIRST:LAST:STEP"),
            ("nodes=0:5", "the range num_nodes=0:5:1 is empty or not positive"),
            ("nodes=", "--range: '' is not a whole number"),
            ("nodes=1:9000000000000000000", "the range num_nodes=1:9000000000000000000:1 goes beyond 2^53"),
        ]:
            with self.subTest(text):
                self.refused(*sweep, "--range", text, *edges, says=says)

    def test_a_component_is_named_once(self):
        """By its name or the last part of it; the second number is not taken instead of the first."""
        for command in (["pack", MOLHIV, *LIMITS], ["stream", self.write("sizes.csv", "num_nodes,num_edges\n3,4\n"), *LIMITS],
                        ["bound", MOLHIV, *LIMITS]):
            for option in ("--per-item", "--align-item", "--align-total", "--reserve"):
                for first in ("nodes=1", "num_nodes=2"):
                    self.refused(*command, option, f"{first},edges=1,nodes=2", says=f"{option}: num_nodes is given twice")
            self.refused(*command, "--reserve", "items=1,nodes=2,items=3", says="--reserve: items is given twice")
        for first in ("nodes=222:225", "num_nodes=230"):
            self.refused("sweep", MOLHIV, "--range", first, "--range", "edges=502", "--range", "nodes=230", says="--range: num_nodes is given twice")
            self.refused("search", MOLHIV, "--best", "--range", first, "--range", "nodes=230", says="--range: num_nodes is given twice")

    def test_items_are_reserved_of_a_depth(self):
        limits = ["--limits", "222,502", "--reserve", "items=2"]
        self.assertEqual(run("pack", MOLHIV, *limits).stderr, b"tuplepack: note: --reserve items has no effect without --depth\n")
        self.assertEqual(run("pack", MOLHIV, *limits, "--depth", "9").stderr, b"")

    def test_what_is_taken_for_granted_is_noted(self):
        """Once on standard error, and not with -q; by every command that reads sizes."""
        for text, components, note in (
            ("id,length\n1,5\n2,7\n", ["length"], "column 'id' is ignored, as ids; choose with --columns"),
            (",seq_len,frequency\n0,5,2\n1,7,3\n", ["seq_len"],
             "read as a histogram: sizes 'seq_len', counts 'frequency' (--count-column another, or --columns); the column "
             "without a name is ignored as an index; choose with --columns"),
            ("length,edges\n1,5\n2,7\n", ["length", "edges"], None),
        ):
            path = self.write("sizes.csv", text)
            line = "" if note is None else f"tuplepack: note: {path}: {note}\n"
            limits = ["--limits", ",".join("9" for _ in components)]
            for command in (["stats"], ["bound", *limits], ["pack", *limits], ["compare", *limits]):
                done = run(*command, path, "--json")
                self.assertEqual((done.returncode, done.stderr.decode()), (0, line))
                self.assertEqual(json.loads(done.stdout)["histogram"]["components"], components)
                self.assertEqual(run(*command, path, "-q").stderr, b"")
            if "frequency" not in text:
                self.assertEqual(run("stream", path, *limits).stderr.decode(), line)
        self.assertEqual(self.json("stats", self.write("sizes.csv", "id,length\n1,5\n"), "--columns", "id,length")
                         ["histogram"]["components"], ["id", "length"])

    def test_usage(self):
        self.refused("pakc", says="unknown command 'pakc'; did you mean 'pack'? commands: pack, verify, compare")
        self.refused("statz", MOLHIV, says="unknown command 'statz'; did you mean 'stats'? commands: pack, ")
        self.refused("xyzzy", says="unknown command 'xyzzy'; commands: pack, ")
        for words, says in ((["--method", "lphfp"], "--method: unknown value 'lphfp'; did you mean 'lpfhp'? choose none, "),
                            (["--heuristic", "produkt"], "--heuristic: unknown heuristic 'produkt'; did you mean 'product'? heuristics: "),
                            (["--heuristic", "component:num_node"], "unknown component 'num_node'; did you mean 'num_nodes'? components: "),
                            (["--overlong", "Drop"], "--overlong: unknown value 'Drop'; did you mean 'drop'? choose error, "),
                            (["--format", "cvs"], "--format: unknown value 'cvs'; did you mean 'csv'? choose detect, ")):
            self.refused("pack", MOLHIV, *LIMITS, *words, says=says)
        self.refused("stats", MOLHIV, "--columns", "Num_Ndoes", says="unknown column 'Num_Ndoes'; did you mean 'num_nodes'? columns: ")
        self.refused("pack", MOLHIV, "--limit", "1", says="unknown option '--limit'; did you mean --limits? (see 'tuplepack pack --help')")
        self.refused("pack", MOLHIV, "--xyz", says="unknown option '--xyz' (see 'tuplepack pack --help')")
        self.refused("verify", MOLHIV, MOLHIV, says=f"unexpected argument '{MOLHIV}'")
        self.refused("stats", says="stats needs FILE")
        self.refused("pack", MOLHIV, "--limits", says="--limits needs a value (see")
        self.refused("split", MOLHIV, "-o", says="--output needs a value (see")
        self.refused("pack", MOLHIV, *LIMITS, "--json=1", says="--json takes no value (see")
        self.refused("pack", MOLHIV, *LIMITS, *LIMITS, says="--limits is given twice (see")
        self.refused("pack", MOLHIV, *LIMITS, "--json", "--json", says="--json is given twice (see")
        self.refused("pack", MOLHIV, *LIMITS, "--plan", "", says="--plan: the name of the file is empty")
        self.refused("help", "pakc", says="unknown command 'pakc'")

    def test_standard_input_is_read_once(self):
        both = "standard input cannot be both"
        self.refused("verify", "-", "--data", "-", says=f"{both} PLAN.json and --data", stdin=b"")
        self.refused("assign", "-", "--plan", "-", says=f"{both} SIZES and --plan", stdin=b"")
        self.refused("stream", "-", "--limits", "9", "--guide", "-", says=f"{both} SIZES and --guide", stdin=b"")
        for command in (["stats"], ["stream", "--limits", "9"], ["records"]):
            self.refused(*command, "-", "-", says=": standard input is given twice", stdin=b"length\n5\n")
        self.refused("pack", "-", "--limits", "9", "--config", "-", says=f"{both} FILE and --config", stdin=b"length\n5\n")
        self.refused("verify", "-", says="<stdin>", stdin=b"")

    def test_standard_output_has_one_document(self):
        for words, option in ((["pack", MOLHIV, *LIMITS, "--plan"], "--plan"), (["stats", MOLHIV, "--histogram"], "--histogram"),
                              (["pack", MOLHIV, *LIMITS, "--progress-csv"], "--progress-csv"),
                              (["stream", MOLHIV, *LIMITS, "-o"], "--output")):
            self.refused(*words, "-", "--json", says=f"standard output cannot be both {option} and --json; give {option} a file")
        self.refused("pack", MOLHIV, *LIMITS, "--progress-csv", "-", "--plan", "-", says="cannot be both --plan and --progress-csv; give")
        for words in (["sweep", MOLHIV, "--range", "nodes=222", "--range", "edges=502"], ["bench", "mask", "--quick"]):
            self.refused(*words, "--csv", "--json", says="--csv cannot be combined with --json; leave out one of the two")

    def test_what_standard_output_cannot_be(self):
        """A directory, or a file that is read again; no file is called "-" instead."""
        for words, says in ((["search", MOLHIV, "--pareto", "--plan", "-"], "--plan cannot be standard output; name a directory"),
                            (["stream", MOLHIV, *LIMITS, "--state", "-"], "--state cannot be standard output; name a file"),
                            (["chunk", MOLHIV, "-o", "-"], "--output cannot be standard output; name a directory"),
                            (["partition", "graph", "--parts", "2", "-o", "-"], "--output cannot be standard output; name a directory"),
                            (["dispatch", "graph", "--assignment", "parts", "-o", "-"], "--output cannot be standard output; name a directory")):
            self.refused(*words, says=says, cwd=self.folder)
        self.assertEqual(list(self.folder.iterdir()), [])

    @unittest.skipIf("asan" in PROGRAM, "the sanitizer reserves terabytes")
    def test_out_of_memory(self):
        path = self.folder / "sizes.npy"
        count = 2_000_000  # different sizes, which need more than is allowed
        path.write_bytes(npy(range(0, 7 * count, 7), "<i8"))
        limit = 64 << 20
        self.refused("stats", path, says="sizes.npy: out of memory",
                     preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)))


if __name__ == "__main__":
    unittest.main()
