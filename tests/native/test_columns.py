"""Parquet and Arrow files that other libraries write: Rust's and JavaScript's, by tests/columns/write_files.mjs."""

import json
import os
import pathlib
import random
import shutil
import subprocess
import tempfile
import unittest

import numpy

from program import ROOT, ProgramTest, run
from rounds import rounds, some

WRITER = ROOT / "tests" / "columns"
SMALL = ROOT / "tests" / "web" / "data" / "sizes.parquet"


def same(found, expected):
    """Whether a value that print_columns printed, with numbers as text and text in hexadecimal, is the expected one."""
    if isinstance(expected, list):
        return isinstance(found, list) and len(found) == len(expected) and all(map(same, found, expected))
    if found is None or expected is None:
        return found is expected
    if isinstance(expected, str):
        return found == expected or found == expected.encode().hex()
    return int(found) == expected if isinstance(found, str) else found == expected


@unittest.skipUnless((WRITER / "node_modules").is_dir() and shutil.which("node"), "tools/setup.sh installs the libraries")
class OthersFiles(ProgramTest):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.files = pathlib.Path(folder.name)
        seed = random.randrange(1, 2**31)
        print("seed", seed)
        subprocess.run(["node", WRITER / "write_files.mjs", cls.files, str(seed)], check=True, timeout=300)
        cls.expected = json.loads((cls.files / "expected.json").read_text())

    def columns(self, file):
        done = subprocess.run([os.environ["PRINT_COLUMNS"], self.files / file], capture_output=True, timeout=60)
        self.assertEqual(done.returncode, 0, done.stderr.decode())
        return {column["name"]: column["rows"] for column in json.loads(done.stdout)}

    def test_every_value(self):
        self.assertGreater(len(self.expected["files"]), 40)
        readable = [(file, content) for file, content in self.expected["files"].items() if content is not None]
        for file, content in some(readable):
            with self.subTest(file):
                found = self.columns(file)
                expected = {column["name"]: column["rows"] for column in self.expected["contents"][content]}
                self.assertEqual(set(found), set(expected))
                for name, rows in expected.items():
                    wrong = [i for i, value in enumerate(rows) if not same(found[name][i], value)]
                    self.assertEqual((name, len(found[name]), wrong[:3]), (name, len(rows), []))

    def test_the_program_reads_lengths(self):
        table = {column["name"]: column["rows"] for column in self.expected["contents"]["table"]}
        lengths = [len(row) for row in table["long_list"]]
        for file in ["rust-zstd-v1-dictionary.parquet", "rust-snappy-v1-plain.parquet", "rust-gzip-v1-plain.parquet",
                     "rust-lz4_raw-v1-plain.parquet", "rust-lz4-v1-plain.parquet", "javascript-snappy-plain.parquet",
                     "stream-none.arrow", "file-zstd.arrow"]:
            with self.subTest(file):
                for words in (["--columns", "long_list"], ["--lengths-of", "long_list"]):
                    found = self.json("stats", self.files / file, *words)["histogram"]
                    self.assertEqual(found["totals"], [sum(lengths)])
                    self.assertEqual(found["bins"], len(set(lengths)))
                both = self.json("stats", self.files / file, "--columns", "list,long_list")["histogram"]
                self.assertEqual(both["totals"], [sum(map(len, table["list"])), sum(lengths)])

    def test_interactions(self):
        def without_seconds(found):
            found["metrics"].pop("seconds")
            return found

        for words in (["--columns", "src,dst,time"], ["--columns", "src,dst,tick"]):
            text = without_seconds(self.json("split", self.files / "interactions.csv", *words, "--loss", "20"))
            for ending in ["parquet", "arrow"]:
                file = self.files / ("interactions." + ending)
                self.assertEqual(without_seconds(self.json("split", file, *words, "--loss", "20")), text)
        for ending in ["parquet", "arrow"]:
            file = self.files / ("interactions." + ending)
            words = ["split", file, "--columns", "src,dst,date", "--loss", "20"]
            self.assertIn(b"times are timestamps, and counted in the unit of their column\n", run(*words).stderr)
            dates = without_seconds(self.json(*words, "-q"))
            self.assertEqual(dates["metrics"], text["metrics"])
            self.refused("stats", file, "--columns", "date", says="column 'date' holds times, not sizes")
        file = self.files / "interactions.parquet"
        self.ok("sample", file, "--recent", "3")
        self.refused("split", file, "--columns", "src,dst,gap", "--loss", "20", says="interactions.parquet: row 10, column 'gap': the value is missing (null)")
        self.refused("split", file, "--columns", "src,note,time", "--loss", "20",
                     says="node ids in column 'note' are text; use --relabel to number arbitrary ids")
        self.refused("split", file, "--columns", "src,gap,time", "--relabel", "--loss", "20", says="row 10, column 'gap': the value is missing (null)")
        self.refused("split", file, "--columns", "time,src,tick", "--relabel", "--loss", "20", says="column 'time' holds floats, not node ids")

    def test_unsigned_numbers_do_not_become_negative(self):
        columns = {"src": ["int", [0, 1]], "dst": ["int", [1, 2]], "time": ["int", [1, 2]], "idx": ["int", [0, 1]]}
        beyond = {name: {**columns, name: ["uint", ["1", str((1 << 63) + 5)]]} for name in columns}
        files = {(name, ending): self.folder / (name + ending) for name in beyond for ending in (".parquet", ".arrow")}
        written = [{"file": str(file), "columns": beyond[name]} for (name, _), file in files.items()]
        numbered = self.folder / "numbered.parquet"
        written.append({"file": str(numbered), "columns": {"id": ["uint", ["0", str((1 << 63) + 5)]], "feat": ["int", [1, 2]]}})
        subprocess.run(["node", WRITER / "write_tables.mjs"], input=json.dumps(written).encode(), check=True, timeout=60)
        for (name, ending), file in files.items():
            what = "node id" if name in ("src", "dst") else "the value"
            hint = "; use --relabel" if name in ("src", "dst") else ""
            self.refused("split", file, "--loss", "1", says="%s 9223372036854775813 in row 2 of column '%s' is 2^63 or more%s" % (what, name, hint))
        self.refused("chunk", self.write("edges.txt", "0 1\n"), "--node-data", "_N/feat=%s" % numbered, "-o", self.folder / "graph",
                     says="column 'id' has '9223372036854775813' where the features of node 1 are expected")
        self.ok("split", "-q", files["src", ".parquet"], "--loss", "1", "--relabel")
        events = self.write("events.csv", "src,dst,time\n0,1,1\n1,2,2\n")
        for ending in (".parquet", ".arrow"):
            self.refused("sample", events, "--recent", "1", "--roots", files["time", ending], "--root-columns", "src,time",
                         says="the value 9223372036854775813 in row 2 of column 'time' is 2^63 or more")

    def test_text_ids(self):
        """Text, dictionary-encoded or not, and numbers are numbered in the order in which they come, as those of CSV are."""
        for columns, bipartite in (("person,place,time", "yes"), ("person,place,time", "no"), ("src,place,tick", "no")):
            outputs = []
            for ending in ("csv", "parquet", "arrow"):
                out = self.folder / (ending + ".npz")
                self.ok("split", "-q", self.files / ("interactions." + ending), "--columns", columns, "--relabel", "--bipartite", bipartite,
                        "--loss", "20", "-o", out)
                outputs.append((out.read_bytes(), out.with_suffix(".ids.csv").read_bytes()))
            self.assertIn("° östlich", outputs[0][1].decode())
            self.assertEqual(outputs, outputs[:1] * 3)

    def test_roots(self):
        drawn = [self.folder / name for name in ("text.npz", "columns.npz")]
        self.write("roots.csv", "node,time\n" + "".join("%s,%s\n" % tuple(row.split(",")[::3])
                   for row in (self.files / "interactions.csv").read_text().splitlines()[1:]))
        self.ok("sample", self.files / "interactions.csv", "--columns", "src,dst,tick", "--recent", "3", "--roots", self.folder / "roots.csv", "-o", drawn[0])
        self.ok("sample", self.files / "interactions.parquet", "--columns", "src,dst,tick", "--recent", "3", "--roots", self.files / "interactions.arrow",
                "--root-columns", "src,tick", "-o", drawn[1])
        self.assertEqual(drawn[0].read_bytes(), drawn[1].read_bytes())

    def test_edges(self):
        def chunks(file, *words):
            folder = self.folder / "".join((file, *words))
            self.ok("chunk", "-q", self.files / file, *words, "--chunks", "3", "-o", folder)
            return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}

        text = chunks("interactions.csv")
        self.assertEqual(chunks("interactions.parquet"), text)
        self.assertEqual(chunks("interactions.arrow", "--columns", "src,dst"), text)
        graph = self.folder / "interactions.csv"
        words = ["--parts", "2", "--method", "random"]
        self.ok("partition", graph, *words, "-o", self.folder / "of_arrays")
        shutil.copy(self.files / "interactions.parquet", graph / "edges.parquet")
        metadata = json.loads((graph / "metadata.json").read_text())
        (name, spec), = metadata["edges"].items()
        spec.update(format={"name": "parquet"}, data=["edges.parquet"])
        metadata["num_edges_per_chunk"] = [[1200]]
        (graph / "metadata.json").write_text(json.dumps(metadata))
        self.ok("partition", graph, *words, "-o", self.folder / "of_columns")
        self.assertEqual((self.folder / "of_columns" / "_N.txt").read_bytes(), (self.folder / "of_arrays" / "_N.txt").read_bytes())
        self.ok("dispatch", graph, "--assignment", self.folder / "of_columns", "-o", self.folder / "parts")
        self.ok("verify", self.folder / "parts", "--against", graph)
        file = self.files / "interactions.parquet"
        for columns in ("person,place", "src,place"):
            text = chunks("interactions.csv", "--columns", columns, "--relabel")
            self.assertEqual(chunks("interactions.parquet", "--columns", columns, "--relabel"), text)
            self.assertEqual(chunks("interactions.arrow", "--columns", columns, "--relabel"), text)
        for columns, nodes, says in [("src,note", "70", "interactions.parquet: node ids in column 'note' are text; use --relabel to number arbitrary ids"),
                                     ("src,time", "70", "interactions.parquet: column 'time' holds floats, not node ids"),
                                     ("src,gap", "70", "interactions.parquet: row 10, column 'gap': the value is missing (null)"),
                                     ("src,dst", "40", "interactions.parquet: node id ")]:
            self.refused("chunk", file, "--columns", columns, "--nodes", nodes, "--chunks", "3", "-o", self.folder / "none", says=says)

    TYPES = {"int8": "i1", "int16": "<i2", "int32": "<i4", "int64": "<i8", "uint8": "u1", "uint16": "<u2", "uint32": "<u4",
             "uint64": "<u8", "float32": "<f4", "float64": "<f8", "bool": "?", "pair": "<i2", "vector": "<f4",
             "embedding": "<f4", "features.vector": "<f8"}
    TABLES = ["rust-zstd-v1-dictionary.parquet", "rust-snappy-v2-delta.parquet", "rust-uncompressed-v1-plain.parquet",
              "stream-lz4.arrow", "file-none.arrow"]

    def arrays(self):
        """The columns that can be features, as .npy files."""
        table = {column["name"]: column["rows"] for column in self.expected["contents"]["table"]}
        found = {}
        for name, type_ in self.TYPES.items():
            whole = type_[-2:-1] in ("i", "u")
            rows = [[int(cell) if whole else cell for cell in row] if isinstance(row, list) else int(row) if whole else row
                    for row in table[name]]
            found[name] = self.folder / (name + ".npy")
            numpy.save(found[name], numpy.array(rows, type_))
        return found

    def bytes_in(self, folder):
        return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}

    def test_features(self):
        arrays = self.arrays()

        def graph(out, files):
            words = [word for name in self.TYPES for kind, type_ in (("node", "_N"), ("edge", "_N:_E:_N"))
                     for word in ("--%s-data" % kind, "%s/%s=%s" % (type_, name, files[name]))]
            self.ok("chunk", "-q", self.files / "interactions.csv", *words, "--chunks", "3", "-o", self.folder / out)
            return self.folder / out

        def change(folder, file):
            """Lets the metadata name a file; without the types that verify does not know."""
            metadata = json.loads((folder / "metadata.json").read_text())
            for kind in ("node_data", "edge_data"):
                (features,) = metadata[kind].values()
                for name in list(features):
                    if self.TYPES[name] in ("<u2", "<u4", "<u8"):
                        del features[name]
                    elif file is not None:
                        features[name] = {"format": {"name": "parquet"}, "data": [str(file)]}
            (folder / "metadata.json").write_text(json.dumps(metadata))

        of_arrays = graph("of_arrays", arrays)
        chunked = self.bytes_in(of_arrays)
        change(of_arrays, None)
        self.ok("partition", of_arrays, "--parts", "3", "--method", "random", "-o", self.folder / "assignment")
        words = ["--assignment", self.folder / "assignment", "--format", "npy"]
        self.ok("dispatch", of_arrays, *words, "-o", self.folder / "parts")
        expected = self.bytes_in(self.folder / "parts")
        for file in self.TABLES:
            with self.subTest(file):
                path, parts = self.files / file, self.folder / (file + "-parts")
                found = graph(file, {name: path for name in self.TYPES})
                self.assertEqual(self.bytes_in(found), chunked)
                change(found, path)
                self.ok("dispatch", found, *words, "-o", parts)
                written = self.bytes_in(parts)
                self.assertEqual(set(written), set(expected))
                self.assertEqual([name for name in written if name != "manifest.json" and written[name] != expected[name]], [])
                self.ok("verify", parts, "--against", found)
                self.assertIn("vector", self.ok("inspect", found))

    def test_features_in_shards_and_other_columns(self):
        arrays = self.arrays()
        graph = ["chunk", "-q", self.files / "interactions.csv", "--chunks", "4"]
        for name, shards in [("arrays", [arrays["vector"]] * 3), ("tables", [self.files / file for file in self.TABLES[2:]]),
                             ("both", [self.files / self.TABLES[0], arrays["vector"], self.files / self.TABLES[-1]])]:
            words = [word for shard in shards for word in ("--node-data", "_N/%s=%s" % ("x" if name == "arrays" else "x/vector", shard))]
            if name == "both":  # an array has no columns
                self.refused(*graph, *words, "-o", self.folder / name, says="vector.npy: a column was given, but this is not a Parquet or Arrow file")
                words = [word.replace("x/vector=", "vector=") if isinstance(word, str) else word for word in words]
            self.ok(*graph, *words, "-o", self.folder / name)
        read = {name: [numpy.load(path) for path in sorted((self.folder / name / "node_data" / "_N").glob("*/*"))]
                for name in ("arrays", "tables", "both")}
        for name in ("tables", "both"):
            self.assertEqual([len(rows) for rows in read[name]], [900] * 4)
            numpy.testing.assert_array_equal(numpy.concatenate(read[name]), numpy.concatenate(read["arrays"]))

    def test_features_that_are_none(self):
        table = {column["name"]: column["rows"] for column in self.expected["contents"]["table"]}
        for file in ["rust-zstd-v1-plain.parquet", "rust-snappy-v2-dictionary.parquet", "stream-zstd.arrow", "file-none.arrow"]:
            path, group = self.files / file, "row group" if "parquet" in file else "record batch"
            missing = table["int32_null"].index(None) + 1
            for column, says in [
                ("int32_null", "row %d: a number is missing (null)" % missing),
                ("hole", "column 'hole', %s %d, row 1004: a number is missing (null)" % (group, 1 + 1003 // (700 if "parquet" in file else 500))),
                ("long_list", "column 'long_list', %s 1, row 1: the list is empty; every row of a feature needs at least one number" % group),
                ("text", "column 'text' holds text, not numbers"),
                ("list_text", "column 'list_text' holds lists of text, not numbers"),
                ("nothing", "there is no column 'nothing'; columns: int8, "),
            ]:
                with self.subTest(file=file, column=column):
                    error = self.refused("chunk", "-q", self.files / "interactions.csv", "--node-data", "_N/%s=%s" % (column, path),
                                         "-o", self.folder / "none", says=says)
                    self.assertIn("%s: " % file, error)

    def test_what_cannot_be_read(self):
        file = self.files / "rust-zstd-v1-plain.parquet"
        self.refused("stats", self.files / "brotli.parquet", "--columns", "list",
                     says="brotli.parquet: column 'list', row group 1: its pages are compressed with Brotli, which is not supported")
        self.refused("stats", file, "--columns", "text", says="column 'text' holds text, not sizes")
        self.refused("stats", file, "--columns", "list_null", says=", column 'list_null': the value is missing (null)")
        self.refused("stats", file, "--columns", "struct", says="unknown column 'struct'; columns: int8, ")

    def test_corrupt_files(self):
        draw = random.Random(5)
        for name in ["rust-zstd-v1-plain.parquet", "rust-snappy-v2-dictionary.parquet", "stream-lz4.arrow", "file-none.arrow"]:
            whole = bytearray((self.files / name).read_bytes())
            for _ in rounds(40):
                changed = bytearray(whole)
                for _ in range(20):
                    changed[draw.randrange(8, len(changed))] = draw.randrange(256)
                file = self.write(name, bytes(changed))
                done = run("stats", file, "--columns", "list,long_list,uint16")
                self.assertIn(done.returncode, (0, 2))
                if done.returncode == 2:
                    self.assertRegex(done.stderr.decode(), r"\Atuplepack: [^\n]*%s: [^\n]+\n\Z" % name)

    def test_sizes_of_buffers_that_are_not_true(self):
        """In front of each compressed buffer stands what it unpacks to."""
        for name, codec, start in (("stream-lz4.arrow", "LZ4", b"\x04\x22\x4d\x18"), ("file-zstd.arrow", "Zstandard", b"\x28\xb5\x2f\xfd")):
            whole = (self.files / name).read_bytes()
            places = [at for at in range(8, len(whole)) if whole[at:at + 4] == start]
            self.assertGreater(len(places), 1)

            def read_with(sizes):
                changed = bytearray(whole)
                for at, size in sizes.items():
                    changed[at - 8:at] = size.to_bytes(8, "little")
                return run("stats", self.write(name, bytes(changed)), "--columns", "list,long_list,uint16")

            def buffers_of_columns(places):
                """Those that are read: without their sizes the file is refused."""
                if read_with(dict.fromkeys(places, 0)).returncode == 0:
                    return []
                half = len(places) // 2
                return [*buffers_of_columns(places[:half]), *buffers_of_columns(places[half:])] if half else places

            buffers = buffers_of_columns(places[:60])
            self.assertGreaterEqual(len(buffers), 1)
            for at in buffers:
                size = int.from_bytes(whole[at - 8:at], "little")
                for other in (0, size - 1, size + 1, size + 64):
                    done = read_with({at: other})
                    with self.subTest(name, at=at, other=other):
                        self.assertEqual(done.returncode, 2)
                        self.assertRegex(done.stderr.decode(), r"\Atuplepack: [^\n]*%s: column '\w+', record batch \d+: its %s data (is corrupt|"
                                         r"decompresses to (more than|\d+ bytes instead of) the %d bytes that its header declares)\n\Z" % (name, codec, other))


@unittest.skipUnless((WRITER / "node_modules").is_dir() and shutil.which("node"), "tools/setup.sh installs the libraries")
class TablesOfPacks(ProgramTest):
    """What assign writes, read by the libraries of others."""

    def read_by_others(self, paths):
        """Of each file what each library reads."""
        done = subprocess.run(["node", WRITER / "read_table.mjs", *paths], capture_output=True, timeout=60)
        self.assertEqual(done.returncode, 0, done.stderr.decode())
        return [json.loads(line) for line in done.stdout.splitlines()]

    def test_every_pack(self):
        draw = random.Random(3)
        sizes = self.write("sizes.csv", "nodes,edges\n" + "".join("%d,%d\n" % (draw.randrange(1, 40), draw.randrange(90)) for _ in range(4000)))
        self.ok("pack", sizes, "--limits", "120,300", "--plan", self.folder / "plan.json")
        words = ["assign", sizes, "--plan", self.folder / "plan.json", "--emit", "segment_ids,cu_seqlens"]
        listed = {}
        for row in self.ok("assign", sizes, "--plan", self.folder / "plan.json", "-o", "-").splitlines()[1:]:
            pack, item = map(int, row.split(","))
            listed.setdefault(pack, []).append(item)
        names = "items, segment_ids_nodes, cu_seqlens_nodes, segment_ids_edges, cu_seqlens_edges"
        paths = [self.folder / ("packs." + ending) for ending in ["parquet", "arrow"]]
        for path in paths:
            self.assertIn("(%s)" % names, self.ok(*words, "-o", path))
        for path, read in zip(paths, self.read_by_others(paths), strict=True):
            for library, columns in read.items():
                with self.subTest(library):
                    self.assertEqual(list(columns), names.split(", "))
                    self.assertEqual(columns["items"], [listed[pack] for pack in range(len(listed))])
                    self.assertEqual({len(row) for row in columns["segment_ids_edges"]}, {300})
                    for items, ends, ids in zip(columns["items"], columns["cu_seqlens_nodes"], columns["segment_ids_nodes"]):
                        self.assertEqual(len(ends), len(items) + 1)
                        self.assertEqual(ids.index(0) if 0 in ids else 120, ends[-1])
            self.assertEqual(self.json("stats", path, "--columns", "items")["histogram"]["totals"], [4000])

    def test_pieces(self):
        sizes = self.write("sizes.csv", "length\n" + "50\n" * 7)
        self.ok("pack", sizes, "--limits", "32", "--overlong", "split", "--plan", self.folder / "plan.json")
        paths = [self.folder / ("packs." + ending) for ending in ["parquet", "arrow"]]
        for path in paths:
            self.assertIn("(items, begins)", self.ok("assign", sizes, "--plan", self.folder / "plan.json", "-o", path))
        for _, read in zip(paths, self.read_by_others(paths), strict=True):
            for columns in read.values():
                pieces = sorted((item, begin) for row in zip(columns["items"], columns["begins"]) for item, begin in zip(*row))
                self.assertEqual(pieces, [(item, begin) for item in range(7) for begin in (0, 32)])


class Columns(ProgramTest):
    SIZES = ["num_nodes", "num_edges", "input_ids", "num_bonds"]

    def test_columns_that_look_like_sizes(self):
        noted = json.loads(run("stats", SMALL, "--json").stdout)["notes"]
        self.assertEqual(len(noted), 1)
        self.assertRegex(noted[0], r"columns '[a-z_', ]+' are ignored, as flags, constants or copies; choose with --columns$")
        found = self.json("stats", "-q", SMALL)["histogram"]
        self.assertEqual((found["components"], found["totals"]), (self.SIZES, [10, 16, 3, 8]))
        chosen = self.json("stats", SMALL, "--columns", "active,1")["histogram"]
        self.assertEqual((chosen["components"], chosen["totals"]), (["active", "num_nodes"], [2, 10]))

    def test_from_standard_input_and_compressed(self):
        for words in (["cat"], ["gzip", "-c"]):
            content = subprocess.run(words, input=SMALL.read_bytes(), stdout=subprocess.PIPE, check=True).stdout
            self.assertEqual(self.json("stats", "-q", "-", stdin=content)["histogram"]["components"], self.SIZES)

    def test_commands_that_need_items(self):
        columns = ["--columns", "num_nodes"]
        plan = self.folder / "plan.json"
        self.ok("pack", SMALL, *columns, "--limits", "6", "--plan", plan)
        self.assertIn("3 items", self.ok("assign", SMALL, *columns, "--plan", plan))
        self.assertIn("3 items", self.ok("stream", SMALL, *columns, "--limits", "6"))
        self.refused("assign", SMALL, *columns, "--plan", plan, "-o", self.folder / "packs.txt", says=".arrow")
        for name in ["columns.arrow", "columns.feather"]:
            file = ROOT / "tests" / "data" / name
            self.assertEqual(self.json("stats", file, "--columns", "text.ids,nodes")["histogram"]["totals"], [3, 21])

    def test_wrong_values_have_their_place(self):
        self.refused("stats", SMALL, "--columns", "weight",
                     says="sizes.parquet: row 1, column 'weight': the value 46.07 is not an integer")
        cut = self.write("cut.parquet", SMALL.read_bytes()[:500])
        self.refused("stats", cut, says="cut.parquet: no Parquet footer found; the file may be truncated")
        page = bytearray(SMALL.read_bytes())
        page[9] = 0x7F  # a negative size
        self.refused("stats", self.write("page.parquet", bytes(page)), says="column 'num_nodes', row group 1, page 1: its size is negative or too large")


if __name__ == "__main__":
    unittest.main()
