"""Chunked graphs, read back with numpy and compared with what went in."""

import gzip
import json
import random
import shutil
import signal
import subprocess
import sys
import time
import unittest

import numpy

from chunked_graphs import ChunkTest, read_graph
from program import DATA, PROGRAM, ProgramTest, run
from rounds import some

DTYPES = ["bool", "uint8", "int8", "int16", "int32", "int64", "float16", "float32", "float64"]


class Chunk(ChunkTest):
    def test_a_list_of_edges(self):
        path = self.write("edges.csv", "0,1\n3,2\n1,1\n")
        text = self.chunk(path, "--chunks", "2")
        self.assertTrue(text.startswith("graph: 4 nodes and 3 edges in 2 chunks\n"), text)
        folder = self.folder / "out"
        self.assertEqual(json.loads((folder / "metadata.json").read_text()), {
            "graph_name": "graph",
            "node_type": ["_N"],
            "num_nodes_per_type": [4],
            "num_nodes_per_chunk": [[2, 2]],
            "edge_type": ["_N:_E:_N"],
            "num_edges_per_type": [3],
            "num_edges_per_chunk": [[2, 1]],
            "edges": {"_N:_E:_N": {"format": {"name": "csv", "delimiter": " "},
                                   "data": ["edges/_N:_E:_N/0.csv", "edges/_N:_E:_N/1.csv"]}},
            "node_data": {},
            "edge_data": {},
        })
        self.assertEqual((folder / "edges/_N:_E:_N/0.csv").read_text(), "0 1\n3 2\n")
        self.assertEqual((folder / "edges/_N:_E:_N/1.csv").read_text(), "1 1\n")
        self.assertEqual(sorted(path.name for path in folder.rglob("*") if path.is_file()), ["0.csv", "1.csv", "metadata.json"])

    def test_report(self):
        path = self.write("edges.csv", "0 1\n3 2\n1 1\n")
        feature = self.save("x.npy", numpy.zeros((3, 2), "float16"))
        report = self.json("chunk", "a:to:b=%s" % path, "--edge-data", "a:to:b/x=%s" % feature, "--chunks", "5",
                           "--name", "my graph", "-o", self.folder / "out")
        self.assertGreater(report["metrics"].pop("seconds"), 0)
        files = [path for path in (self.folder / "out").rglob("*") if path.is_file()]
        self.assertEqual(report, {
            "schema": "tuplepack.chunk/1",
            "graph": {"name": "my graph", "nodes": 7, "edges": 3},
            "node_types": [{"name": "a", "nodes": 4, "features": []}, {"name": "b", "nodes": 3, "features": []}],
            "edge_types": [{"name": "a:to:b", "edges": 3, "features": ["x"]}],
            "metrics": {"chunks": 5, "bytes": sum(path.stat().st_size for path in files)},
            "output": str(self.folder / "out"),
        })

    def test_random_graphs(self):
        seed = random.randrange(2**32)
        draw = random.Random(seed)
        for round_ in range(12):
            with self.subTest(seed=seed, round=round_):
                self.round_trip(draw, "out%d" % round_)

    def round_trip(self, draw, out):
        numbers = numpy.random.default_rng(draw.randrange(2**32))
        nodes = {"n%d" % i: draw.choice([1, 2, 5, 300, 70_000]) for i in range(draw.randint(1, 3))}
        words, edges, features = [], {}, {}
        for i in range(draw.randint(1, 4)):
            source, target = draw.choice(list(nodes)), draw.choice(list(nodes))
            name = "%s:r%d:%s" % (source, i, target)
            count = draw.choice([0, 1, 2, 7, 1000, 150_000])
            pairs = numpy.stack([numbers.integers(nodes[source], size=count), numbers.integers(nodes[target], size=count)], 1)
            edges[name] = pairs
            words += ["%s=%s" % (name, path) for path in self.save_edges(draw, "%s-%d" % (out, i), pairs)]
        given = {type_ for name in edges for type_ in (name.split(":")[0], name.split(":")[2])}
        nodes = {type_: count for type_, count in nodes.items() if type_ in given}
        for type_, count in nodes.items():
            words += ["--nodes", "%s=%d" % (type_, count)]
        for kind, counts in (("node", nodes), ("edge", {name: len(pairs) for name, pairs in edges.items()})):
            for type_, count in counts.items():
                for j in range(draw.randint(0, 2)):
                    shape = draw.choice([(count,), (count, 1), (count, 5), (count, 0)])
                    rows = (numbers.random(shape) * 250).astype(draw.choice(DTYPES))
                    if draw.random() < 0.3:
                        rows = numpy.asfortranarray(rows)
                    features[kind + "_data", type_, "f%d" % j] = rows
                    cut = draw.randint(0, count)
                    for k, piece in enumerate([rows[:cut], rows[cut:]]):
                        path = self.save("%s-%s-%s-%d-%d.npy" % (out, kind, type_, j, k), piece)
                        words += ["--%s-data" % kind, "%s/f%d=%s" % (type_, j, path)]
        chunks = draw.choice([1, 2, 3, 8, 100])
        words += ["--chunks", chunks, "--edge-format", draw.choice(["csv", "numpy"])]
        nodes_read, edges_read, features_read = self.graph(*words, out=out)
        self.assertEqual(nodes_read, nodes)
        self.assertEqual(list(edges_read), list(edges))
        for name in edges:
            numpy.testing.assert_array_equal(edges_read[name], edges[name])
        self.assertEqual(set(features_read), set(features))
        for key in features:
            self.assertEqual(features_read[key].dtype, features[key].dtype)
            numpy.testing.assert_array_equal(features_read[key], features[key])
        metadata = json.loads((self.folder / out / "metadata.json").read_text())
        for sizes in metadata["num_nodes_per_chunk"] + metadata["num_edges_per_chunk"]:
            self.assertEqual(sizes, [len(part) for part in numpy.array_split(numpy.arange(sum(sizes)), chunks)])

    def save_edges(self, draw, name, pairs):
        """The files of a type, in a random format."""
        way = draw.choice(["csv", "header", "gz", "rows", "columns", "ends", "npz", "npz2", "two"])
        text = "".join("%d,%d\n" % tuple(pair) for pair in pairs)
        if way == "csv":
            return [self.write(name + ".csv", text.replace(",", draw.choice([",", " ", "\t", ";"])))]
        if way == "header":
            return [self.write(name + ".csv", "weight,dst,src\n" + "".join("0.5,%d,%d\n" % (d, s) for s, d in pairs))]
        if way == "gz":
            return [self.write(name + ".csv.gz", gzip.compress(text.encode(), 1))]
        if way == "rows" or len(pairs) == 2 and way == "columns":
            return [self.save(name + ".npy", pairs.astype("int32"))]
        if way == "columns":
            return [self.save(name + ".npy", numpy.ascontiguousarray(pairs.T))]
        if way == "ends":
            return [self.save(name + "-s.npy", pairs[:, 0]), self.save(name + "-t.npy", pairs[:, 1])]
        if way == "npz":
            numpy.savez(self.folder / (name + ".npz"), pairs)
            return [self.folder / (name + ".npz")]
        if way == "npz2":
            numpy.savez(self.folder / (name + ".npz"), weight=numpy.zeros(len(pairs)), dst=pairs[:, 1], src=pairs[:, 0])
            return [self.folder / (name + ".npz")]
        half = len(pairs) // 2
        lines = "".join("%d,%d\n" % tuple(pair) for pair in pairs[:half])
        return [self.write(name + "-0.csv", lines), self.save(name + "-1.npy", pairs[half:])]

    def test_the_same_bytes_every_time(self):
        path = DATA / "temporal_collegemsg.csv.gz"
        for out in ("first", "second"):
            self.chunk(path, "--chunks", "3", out=out)
        first, second = ({file.relative_to(self.folder / out): file.read_bytes()
                          for file in (self.folder / out).rglob("*") if file.is_file()} for out in ("first", "second"))
        self.assertEqual(first, second)
        nodes, edges, _ = read_graph(self.folder / "first")
        self.assertEqual((nodes, len(edges["_N:_E:_N"])), ({"_N": 1900}, 59835))

    def test_columns(self):
        path = self.write("edges.csv", "a,b,c\n0,1,2\n5,4,3\n")
        for columns, expected in [("1,2", [[0, 1], [5, 4]]), ("c,a", [[2, 0], [3, 5]])]:
            _, edges, _ = self.graph(path, "--columns", columns, out=columns)
            self.assertEqual(edges["_N:_E:_N"].tolist(), expected)
        self.refused(path, says="edges.csv:1: no column is named as sources or destinations are (src, source, from, u, user_id, user; dst, ")
        _, edges, _ = self.graph(self.write("two.csv", "a,b\n0,1\n5,4\n"), out="unnamed")
        self.assertEqual(edges["_N:_E:_N"].tolist(), [[0, 1], [5, 4]])
        self.refused(path, "--columns", "a,d", says="edges.csv:1: unknown column 'd'; columns: a, b, c")
        self.refused(path, "--columns", "a", says="expected 2 columns (source and destination) in --columns, found 1")

    def test_shards(self):
        for i in range(3):
            self.write("part-0000%d-of-00003" % i, "%d 3\n" % i)
            self.save("x-%d.npy" % i, numpy.full(i + 1, i))
        for name in ("part@3", "part-*", "part-?????-of-00003"):
            _, edges, features = self.graph("a:to:a=%s" % (self.folder / name), "--node-data", "a/x=%s" % (self.folder / "x-*.npy"), out="of " + name[:6])
            self.assertEqual(edges["a:to:a"].tolist(), [[0, 3], [1, 3], [2, 3]])
            self.assertEqual(features["node_data", "a", "x"].tolist(), [0, 1, 1, 2, 2, 2])
            shutil.rmtree(self.folder / ("of " + name[:6]))
        self.refused(self.folder / "part@4", says="part-00000-of-00004: shard 1 of 4 is missing")
        self.refused(self.folder / "part@3", "--node-data", "_N/x=%s" % (self.folder / "y-*.npy"), says="y-*.npy: no files match this pattern")

    def test_standard_input(self):
        nodes, edges, _ = self.graph("a:to:b=-", out="other", stdin=b"0 1\n2 0\n")
        self.assertEqual((nodes, edges["a:to:b"].tolist()), ({"a": 3, "b": 2}, [[0, 1], [2, 0]]))
        self.refused("-", "-", says="standard input", stdin=b"0 1\n")
        self.refused("a:to:b=-", "b:to:a=-", says="standard input can be read only once", stdin=b"0 1\n")
        self.refused("-", says="<stdin>:2:3: 'x' is not an integer", stdin=b"0 1\n0 x\n")

    def test_numbers_of_nodes(self):
        path = self.write("edges.csv", "0 1\n3 2\n")
        x = self.save("x.npy", numpy.zeros(6))
        self.assertEqual(self.graph(path, "--nodes", "9", out="1")[0], {"_N": 9})
        self.assertEqual(self.graph("a:to:b=%s" % path, "--nodes", "c=5", "--nodes", "a=4", out="2")[0], {"a": 4, "b": 3, "c": 5})
        self.assertEqual(self.graph("a:to:b=%s" % path, "--node-data", "b/x=%s" % x, out="3")[0], {"a": 4, "b": 6})
        self.assertEqual(self.graph(self.write("none.csv", ""), "--nodes", "7", out="4")[0], {"_N": 7})
        self.refused(self.write("none.csv", ""), says="none.csv: no edges; --nodes N makes a graph of nodes alone")
        for header in "id,node_id\n0,0\n", "node_id,id\n", ",\n1,2\n":
            self.refused(path, "--node-data", "_N/x=%s" % self.write("ids.csv", header),
                         says="ids.csv: no column is left for feature 'x'; choose one by TYPE/NAME/COLUMN=FILE")
        self.refused(path, "--nodes", "3", says="edges.csv:2:1: node id 3 is not below 3, the number of nodes of '_N'")
        self.refused(path, "--nodes", "_N=3", "--nodes", "4", says="--nodes: '_N' has 3 nodes, and then 4")
        self.refused("a:to:b=%s" % path, "--nodes", "3", says="--nodes: '3' needs a type, as in a=3")
        self.refused(path, "--nodes", "-1", says="-1")
        self.refused(path, "--nodes", "4294967296", says="--nodes: 4294967296 is out of range (0 to 4294967295)")
        self.refused(path, "--nodes", "7", "--node-data", "_N/x=%s" % x, says="x.npy: feature 'x' has 6 rows in all files, expected 7")
        short = self.save("short.npy", numpy.zeros(3))
        self.refused(path, "--node-data", "_N/x=%s" % short,
                     says="edges.csv:2:1: node id 3 is not below 3, the number of rows of feature 'x' of '_N'")
        self.refused(path, "--edge-data", "_N:_E:_N/x=%s" % short, says="short.npy: feature 'x' has 3 rows in all files, expected 2")
        huge = self.write("huge.csv", "0 4294967295\n")
        self.refused(huge, says="huge.csv:1:3: node id 4294967295 is not below 4294967295, the largest number of nodes")

    def test_bad_words(self):
        path = self.write("edges.csv", "0 1\n")
        x = self.save("x.npy", numpy.zeros(2))
        for words, says in [
            ([], "chunk needs EDGES"),
            (["a:to:b="], "EDGES: 'a:to:b=' names no file"),
            (["a:b=%s" % path], "EDGES: 'a:b' is not SRC:REL:DST (write ./a:b=%s for a file of that name)" % path),
            (["a:to:b=none.csv"], "none.csv: No such file or directory"),
            ([self.folder], "is a directory, not a file"),
            ([path, "--chunks", "0"], "--chunks: 0 is out of range"),
            ([path, "--edge-format", "parquet"], "--edge-format: unknown value 'parquet'; choose csv or numpy"),
            ([path, "--node-data", "x=%s" % x], "is not TYPE/NAME=FILE"),
            ([path, "--node-data", "_N/x"], "--node-data: '_N/x' is not TYPE/NAME=FILE"),
            ([path, "--node-data", "_N//b=x"], "'' cannot be the name of a feature"),
            ([path, "--node-data", "_N/a/b=%s" % x], "x.npy: a column was given, but this is not a Parquet or Arrow file"),
            ([path, "--node-data", "_N/a/b=x", "--node-data", "_N/a/c=x"], "--node-data: feature 'a' is column 'b', and then column 'c'"),
            ([path, "--node-data", "a/x=%s" % x], "--node-data: there are no nodes of type 'a'; --nodes a=N adds some without edges"),
            ([path, "--nodes", "a:b=2"], "'a:b' cannot be the name of a node type"),
            ([path, "--edge-data", "a:to:b/x=%s" % x], "--edge-data: there are no edges of type 'a:to:b'"),
            ([path, "--node-data", "_N/x=%s" % path], "edges.csv: no row of feature 'x' follows the first line, which has names"),
            ([self.save("flat.npy", numpy.zeros(3, int))], "flat.npy: an array of shape (3,), and no file with the destinations follows"),
            ([self.save("deep.npy", numpy.zeros((3, 4), int))], "deep.npy: an array of shape (3, 4); edges are n × 2 or 2 × n"),
            ([self.save("real.npy", numpy.zeros((3, 2), "f2"))], "real.npy: the array holds float16, not whole numbers"),
            ([self.write("wide.csv", "0 1\n0\n")], "wide.csv:2:2: expected 2 columns, found 1"),
            ([self.write("one.csv", "0\n")], "one.csv:1: expected 2 columns (source and destination), found 1"),
            ([self.write("bad.npz", "PK\x03\x04")], "bad.npz: "),
            ([self.save("rows.npy", numpy.zeros((3, 2), int)), "--columns", "2,1"], "rows.npy: --columns is only supported for text, structured arrays, .npz, Parquet and Arrow"),
        ]:
            with self.subTest(words):
                self.refused(*words, says=says)

    def test_an_existing_folder(self):
        path = self.write("edges.csv", "0 1\n")
        (self.folder / "out").mkdir()
        self.chunk(path)
        self.refused(path, says="out: directory is not empty")
        (self.folder / "new.partial").mkdir()
        (self.folder / "new.partial" / "mine").write_text("keep")
        error = run("chunk", path, "-o", self.folder / "new").stderr.decode()
        self.assertIn("new.partial: already exists and was not created by tuplepack; remove it or choose another name", error)
        self.assertEqual((self.folder / "new.partial" / "mine").read_text(), "keep")
        error = run("chunk", path, "-o", self.folder / "none" / "out").stderr.decode()
        self.assertIn("No such file or directory", error)

    def edges_in(self, text):
        """How many edges chunk reads from a text."""
        out = self.folder / "chunked"
        shutil.rmtree(out, ignore_errors=True)
        self.ok("chunk", "-q", self.write("edges.txt", text), "-o", out)
        return sum(json.loads((out / "metadata.json").read_text())["num_edges_per_chunk"][0])

    def test_a_first_line_with_text_beside_the_ids_is_an_edge(self):
        """As networkx writes it, as labelled and dated edges, and comments as KONECT's."""
        for text, edges in (("0 1 {}\n1 2 {}\n", 2), ("0 1 friend\n1 2 foe\n2 3 friend\n", 3), ("0,1,2020-01-01\n1,2,2020-01-02\n", 2),
                            ("% sym unweighted\n1\t2\n2\t3\n", 2), ("# from to\n0 1\n", 1), ("sep=;\n0;1\n", 1)):
            self.assertEqual(self.edges_in(text), edges, text)
        for text, says in (("404: Not Found\n", "no column is named as sources"), ("# 404\n", "no edges"), ("", "no edges"), ("src,dst\n", "no edges"),
                           ("weight,a,b\n9,0,1\n", "no column is named as sources or destinations are"),
                           ("%%MatrixMarket matrix\n3 3 1\n", "format '' is not 'coordinate'")):
            self.refused(self.write("edges.txt", text), says=says)

    def test_killed(self):
        """Another run is refused while one writes, and replaces what is left of it once it was killed."""
        path, out = self.write("edges.csv", "0 1\n"), self.folder / "out"
        program = subprocess.Popen([PROGRAM, "chunk", "-", "-o", out], stdin=subprocess.PIPE, stderr=subprocess.PIPE)
        with program:
            while program.poll() is None and not (self.folder / "out.partial" / "edges-0").exists():
                time.sleep(0.001)
            self.refused(path, says="out.partial: another process writes to it")
            program.kill()
        self.assertTrue((self.folder / "out.partial" / "edges-0").exists())
        self.chunk(path)
        self.assertEqual(sorted(entry.name for entry in out.iterdir()), ["edges", "metadata.json"])
        self.assertFalse((self.folder / "out.partial").exists())

    def test_interrupted(self):
        """Ends by the signal, and leaves nothing, wherever it is."""
        for number in (signal.SIGINT, signal.SIGTERM):
            program = subprocess.Popen([PROGRAM, "chunk", "-", "-o", self.folder / "out"], stdin=subprocess.PIPE,
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            program.stdin.write(b"0 1\n" * 100_000)
            program.stdin.flush()
            while program.poll() is None and not (self.folder / "out.partial" / "edges-0").exists():
                time.sleep(0.001)
            program.send_signal(number)
            output, error = program.communicate(timeout=60)
            self.assertEqual((program.returncode, output, error), (-number, b"", b""))
            self.assertEqual(list(self.folder.iterdir()), [])

    @unittest.skipIf("asan" in PROGRAM, "the sanitizer keeps freed memory")
    def test_memory_does_not_grow_with_the_edges(self):
        peaks = []
        for edges in (50_000, 2_000_000):
            pairs = numpy.random.default_rng(edges).integers(1000, size=(edges, 2))
            path = self.save("edges.npy", pairs)
            feature = self.save("x.npy", numpy.zeros((edges, 8), "f4"))
            words = ["chunk", path, "--edge-data", "_N:_E:_N/x=%s" % feature, "-o", self.folder / ("out%d" % edges)]
            peaks.append(self.peak_kilobytes(words))
        self.assertLess(peaks[1] - peaks[0], 8_000, peaks)

    @unittest.skipIf("asan" in PROGRAM, "the sanitizer keeps freed memory")
    def test_features_from_csv(self):
        edges = self.write("e.csv", "0,1\n1,2\n")
        cases = [("id,x,y\na,1,2\nb,3,4\nc,5,6\n", "x", numpy.array([1, 3, 5])),
                 ("id,x,y\na,1,2\nb,3,4\nc,5,6\n", "z/y", numpy.array([2, 4, 6])),
                 ("0,1\n1,2\n3,4.5\n5,6\n", "z", numpy.array([[1, 2], [3, 4.5], [5, 6]])),
                 ("1,2\n3,4\n5,6\n", "z", numpy.array([[1, 2], [3, 4], [5, 6]])),
                 ("0.5\n-1e3\n7\n", "z", numpy.array([0.5, -1000, 7])),
                 ("node_id,x,y\n0,1,2\n1.0,3,4\n2,5,6\n", "z", numpy.array([[1, 2], [3, 4], [5, 6]])),
                 ("NID,x\n0,1\n1,3\n2,5\n", "x", numpy.array([1, 3, 5]))]
        for number, (text, name, expected) in enumerate(cases):
            with self.subTest(text):
                out = self.folder / f"o{number}"
                done = run("chunk", edges, "--node-data", f"_N/{name}={self.write('x.csv', text)}", "--chunks", 2, "-o", out)
                self.assertEqual(done.returncode, 0, done.stderr.decode())
                says = "column 'id' holds no numbers, so the rows are taken as those of nodes 0, 1, …" if text.startswith("id,") else \
                    "'node_id' left out of feature 'z', as ids" if text.startswith("node_id,") else ""
                self.assertRegex(done.stderr.decode(), f"^tuplepack: note: .*x.csv: {says}\n$" if says else "^$")
                place = out / "node_data/_N" / name.split("/")[0]
                found = numpy.concatenate([numpy.load(place / f"{chunk}.npy") for chunk in range(2)])
                numpy.testing.assert_array_equal(found, expected)
                self.assertEqual(found.dtype, expected.dtype)
                self.assertFalse((out / "scratch").exists())
        weights = [self.write("w0.csv", "w\n1\n"), self.write("w1.csv", "w\n2.5\n")]
        out = self.folder / "several"
        words = [word for file in weights for word in ("--edge-data", f"_N:_E:_N/w={file}")]
        self.ok("chunk", edges, *words, "--chunks", 1, "-o", out)
        self.assertEqual(numpy.load(out / "edge_data/_N:_E:_N/w/0.npy").tolist(), [1, 2.5])
        for text, name, says in (("x\n1\ntwo\n3\n", "x", "x.csv:3:1: 'two' is not a number"),
                                 ("x\n1\n\"\"\n3\n", "x", "x.csv:3:1: '' is not a number; write nan where a number is missing"),
                                 ("x\nTrue\nFalse\nTrue\n", "x", "x.csv:2:1: 'True' is not a number; write 1 and 0"),
                                 ("x\n1\n9007199254740993\n3\n", "x", "x.csv:3:1: '9007199254740993' is beyond 2^53"),
                                 ("node_id,x\n2,1\n0,2\n1,3\n", "x", "x.csv:2: column 'node_id' has '2' where the features of node 0 are expected; sort"),
                                 ("node_id,x\n1,1\n2,2\n3,3\n", "z", "x.csv:2: column 'node_id' has '1' where the features of node 0 are expected; sort"),
                                 ("x,id\n1,0\n2,1\n3,1\n", "x", "x.csv:4: column 'id' has '1' where the features of node 2 are expected; sort"),
                                 ("x\n1\n2\n", "x", "x.csv: feature 'x' has 2 rows in all files"), ("x\n1\n2\n3\n", "z/q", "there is no column 'q'; columns: x")):
            self.refused(edges, "--node-data", f"_N/{name}={self.write('x.csv', text)}", "--nodes", 3, says=says)

    def test_memory_does_not_grow_with_tables_of_features(self):
        for ending in some(["parquet", "arrow"], share=2):
            peaks = []
            for packs in (5_000, 80_000):
                sizes = self.write("sizes.csv", "length\n" + "200\n" * packs)
                plan, table = self.folder / "plan.json", self.folder / ("packs.%s" % ending)
                self.ok("pack", sizes, "--limits", "256", "--plan", plan)
                self.ok("assign", sizes, "--plan", plan, "--emit", "segment_ids", "-o", table)
                edges = self.write("edges.csv", "0 1\n")
                out = self.folder / ("%s%d" % (ending, packs))
                peaks.append(self.peak_kilobytes(["chunk", edges, "--node-data", "_N/segment_ids=%s" % table, "--chunks", "1", "-o", out]))
                (rows,) = (out / "node_data" / "_N" / "segment_ids").iterdir()
                self.assertEqual(numpy.load(rows, mmap_mode="r").shape, (packs, 256))
            self.assertLess(peaks[1] - peaks[0], 40_000, peaks)

    def peak_kilobytes(self, words):
        """Through a small process: a program's peak begins with that of the process that started it."""
        code = "import os, sys; pid = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ); " \
               "_, status, usage = os.wait4(pid, 0); print(usage.ru_maxrss); sys.exit(status != 0)"
        done = subprocess.run([sys.executable, "-S", "-c", code, PROGRAM, *map(str, words)], capture_output=True)
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        return int(done.stdout.split()[-1])


class FeaturesOfText(ProgramTest):
    """Tables of features as pandas, spreadsheets and numpy write them."""

    def chunk(self, text):
        edges, features = self.write("edges.txt", "0 1\n"), self.write("features.csv", text)
        shutil.rmtree(self.folder / "out", ignore_errors=True)
        return run("chunk", edges, "-o", self.folder / "out", "--node-data", f"_N/feat={features}")

    def test_an_index_and_a_separator_at_the_end(self):
        for text, note in ((",a,b\n0,1,2\n1,3,4\n", True), ("a,b,\n1,2,\n3,4,\n", False)):
            done = self.chunk(text)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(b"ignored as an index" in done.stderr, note)
            found = [numpy.load(path) for path in sorted((self.folder / "out").rglob("feat/*.npy"))]
            self.assertEqual(numpy.concatenate(found).tolist(), [[1, 2], [3, 4]])

    def found(self, of="node_data"):
        return numpy.concatenate([numpy.load(path) for path in sorted((self.folder / "out" / of).rglob("*.npy"))]).tolist()

    def test_a_first_row_of_numbers_and_a_separator(self):
        for text, rows in (("1,2,\n3,4,\n", [[1, 2], [3, 4]]), ("7,\n8,\n", [7, 8]), ("1,2,,\n3,4,,\n", [[1, 2], [3, 4]]),
                           ("0,1,\n5,6,\n7,8,\n", [[5, 6], [7, 8]]), (",0,1\n0,5,6\n1,7,8\n", [[5, 6], [7, 8]])):
            self.assertEqual(self.chunk(text).returncode, 0, text)
            self.assertEqual(self.found(), rows)
        for text, says in (("1,2,\n3,4,5\n", ":2:5: '5' is in a column that is empty in the first row"),
                           ("1,,2\n3,4,5\n", ":1: '' is not a number; write nan where a number is missing")):
            done = self.chunk(text)
            self.assertEqual(done.returncode, 2)
            self.assertIn(says, done.stderr.decode())

    def test_an_index_is_in_the_order_of_the_rows(self):
        for name, shown in (("", "the index without a name"), ("Unnamed: 0", "the index 'Unnamed: 0'")):
            for column in "feat", "x":
                for index in "01", "12", "05", "00", "ba":
                    self.assertEqual(self.chunk(f"{name},{column}\n{index[0]},5\n{index[1]},6\n").returncode, 0)
                    self.assertEqual(self.found(), [5, 6])
                done = self.chunk(f"{name},{column}\n1,5\n0,6\n")
                self.assertEqual(done.returncode, 2)
                self.assertIn(f"features.csv:3: {shown} has '0' after 1, so the rows are not in the order of nodes 0, 1, 2, …; sort them by it", done.stderr.decode())

    def test_ids_are_no_features_of_edges(self):
        edges = self.write("edges.txt", "0 1\n1 2\n")
        for header, left in (("src,dst,w", "'src', 'dst'"), ("w,eid", "'eid'"), ("id,w", "'id'"), ("user_id,item_id,w,edge_id", "'user_id', 'item_id', 'edge_id'")):
            columns = header.split(",")
            text = header + "\n" + "".join(",".join(str(row + 5 if name == "w" else row) for name in columns) + "\n" for row in range(2))
            path = self.write("f.csv", text)
            shutil.rmtree(self.folder / "out", ignore_errors=True)
            done = run("chunk", edges, "-o", self.folder / "out", "--edge-data", f"_N:_E:_N/feat={path}")
            self.assertEqual(done.stderr.decode(), f"tuplepack: note: {path}: {left} left out of feature 'feat', as ids\n")
            self.assertEqual(self.found("edge_data"), [5, 6])
        self.refused("chunk", edges, "-o", self.folder / "no", "--edge-data", f"_N:_E:_N/feat={self.write('f.csv', 'src,dst' + chr(10) + '0,1' + chr(10))}",
                     says="f.csv: no column is left for feature 'feat'; choose one by TYPE/NAME/COLUMN=FILE")

    def test_other_separators(self):
        for separator in "; \t":
            done = self.chunk(f"1{separator}2\n3{separator}4\n")
            self.assertEqual(done.returncode, 2)
            self.assertIn(b"separate the columns of features by commas", done.stderr)


if __name__ == "__main__":
    unittest.main()
