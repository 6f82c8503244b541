"""Edges and features of chunked graphs from arrays of numpy, as numpy saves them in any way."""

import gzip
import os
import random
import resource
import subprocess
import unittest
import zipfile

import arrow_writer
import numpy
from chunked_graphs import ChunkTest, read_graph
from parquet_writer import page, parquet, plain
from program import PROGRAM, run

EDGES = numpy.array([[0, 1], [3, 2], [1, 1], [2, 0]])


class ChunkArrays(ChunkTest):
    def archive(self, name, save=numpy.savez_compressed, **arrays):
        save(self.folder / name, **arrays)
        return self.folder / name

    def edges(self, *words, out="out"):
        (edges,) = self.graph(*words, out=out)[1].values()
        return edges.tolist()

    def test_edges_in_archives(self):
        source, target = numpy.ascontiguousarray(EDGES.T)
        fields = numpy.zeros(len(EDGES), [("w", "f4"), ("dst", "i2"), ("src", "u8")])
        fields["src"], fields["dst"] = source, target
        for number, (arrays, words) in enumerate([
            ({"a": EDGES}, []),
            ({"a": EDGES.T}, []),
            ({"a": numpy.asfortranarray(EDGES.astype("u1"))}, []),
            ({"w": numpy.ones(9), "dst": target, "src": source}, []),
            ({"a": target, "b": source}, ["--columns", "b,a"]),
            ({"a": fields}, []),
            ({"a": fields}, ["--columns", "src,dst"]),
            ({"node_feat": numpy.ones((3, 2)), "edge_index": EDGES.T, "num_nodes": 9}, []),
            ({"x": numpy.ones(9), "pairs": EDGES}, ["--columns", "pairs"]),
            ({"row": source, "col": target, "shape": numpy.array([9, 9])}, []),
            ({"dst_id": target, "w": numpy.ones(9), "src_id": source}, []),
        ]):
            for save in numpy.savez, numpy.savez_compressed:
                with self.subTest(number=number, save=save.__name__):
                    path = self.archive("edges.npz", save, **arrays)
                    self.assertEqual(self.edges(path, *words, out=f"{save.__name__}{number}"), EDGES.tolist())

    def test_two_kinds_of_edges_in_one_archive_are_refused(self):
        source, target = numpy.ascontiguousarray(EDGES.T)
        path = self.archive("both.npz", edge_index=EDGES.T, src=target, dst=source)
        self.refused(path, says="both.npz: there are edges in the array 'edge_index' and in arrays of sources and destinations")
        self.assertEqual(self.edges(path, "--columns", "edge_index"), EDGES.tolist())

    def noted(self, *words):
        """The notes, and the edges."""
        out = "noted%d" % len(list(self.folder.iterdir()))
        done = run("chunk", *words, "-o", self.folder / out)
        self.assertEqual(done.returncode, 0, done.stderr)
        (edges,) = read_graph(self.folder / out)[1].values()
        return done.stderr.decode(), edges.tolist()

    def tables(self, columns):
        """The same columns of int64 as text, as arrays in both ways, and as Arrow and Parquet."""
        arrays = {name: numpy.array(values) for name, values in columns.items()}
        fields = numpy.zeros(len(next(iter(arrays.values()))), [(name, "i8") for name in columns])
        for name, values in columns.items():
            fields[name] = values
        text = ",".join(columns) + "\n" + "".join(",".join(map(str, row)) + "\n" for row in zip(*columns.values()))
        return [self.write("t.csv", text), self.archive("t.npz", **arrays), self.save("t.npy", fields),
                self.write("t.arrow", arrow_writer.stream_of(columns))]

    def test_every_format_has_the_same_ends(self):
        both = {"user": [0, 1, 1], "item": [0, 0, 2]}
        for path in self.tables(both):
            with self.subTest(path.suffix):
                for words in [], ["--relabel"]:
                    self.refused(path, *words, says=f"{path.name}: users and items with the same ids would be the same nodes; name their types")
                self.assertEqual(self.noted(path, "--bipartite", "no")[1], [[0, 0], [1, 0], [1, 2]])
                says, edges = self.noted(f"item:rated_by:user={path}")
                self.assertEqual(edges, [[0, 0], [0, 1], [2, 1]])
                self.assertIn(f"{path.name}: 'item' has the sources and 'user' the destinations", says)
        for path in self.tables({"user": [0, 1], "item": [2, 3]}):
            self.assertEqual(self.noted(path), ("", [[0, 2], [1, 3]]))

    def test_users_and_items_of_several_files(self):
        files = [self.archive(name, user=numpy.array(users), item=numpy.array(items))
                 for name, users, items in (("a.npz", [0, 1], [2, 3]), ("b.npz", [2], [3]))]
        self.assertEqual(self.noted(files[0])[1], [[0, 2], [1, 3]])
        self.refused(*files, says="b.npz: users and items with the same ids")

    def test_every_format_notes_what_is_ignored(self):
        parts = {".csv": "column", ".npz": "array", ".npy": "field", ".arrow": "column"}
        for path in self.tables({"w": [7, 8], "src": [0, 1], "dst": [1, 2]}):
            part = parts[path.suffix]
            self.assertEqual(self.noted(path), (f"tuplepack: note: {path}: {part} 'w' is ignored; use --columns to choose others\n", [[0, 1], [1, 2]]))
            self.assertEqual(self.noted(path, "--columns", "src,dst"), ("", [[0, 1], [1, 2]]))
        for path in self.tables({"a": [0, 1], "b": [1, 2]}):
            self.assertIn("t%s: ids of 'a' and 'b' are taken as nodes of one type" % path.suffix, self.noted(path)[0])
        path = self.archive("pyg.npz", edge_index=EDGES.T, x=numpy.ones(4), edge_attr=numpy.ones(4), num_nodes=4)
        self.assertIn("pyg.npz: arrays 'x', 'edge_attr' are ignored", self.noted(path)[0])

    def test_numbers_of_nodes_in_archives(self):
        row, col = numpy.array([0, 1]), numpy.array([1, 3])
        coo = {"row": row, "col": col, "format": numpy.array(b"coo"), "data": numpy.ones(2)}
        pyg = {"edge_index": numpy.array([[0, 1], [1, 3]])}
        for number, (arrays, words, nodes) in enumerate([
            ({**coo, "shape": numpy.array([10, 10])}, [], {"_N": 10}),
            ({**coo, "shape": numpy.array([5, 7])}, "a:to:b", {"a": 5, "b": 7}),
            ({**pyg, "num_nodes": 10}, [], {"_N": 10}),
            ({**pyg, "num_nodes": numpy.array([10], "u2")}, [], {"_N": 10}),
            ({"src": row, "dst": col, "num_nodes": 10}, [], {"_N": 10}),
            ({**pyg, "num_nodes": 10}, "a:to:b", {"a": 2, "b": 4}),
            ({**pyg, "num_nodes": 10}, ["--nodes", "6"], {"_N": 6}),
            ({**pyg, "num_nodes": 3}, ["--nodes", "6"], {"_N": 6}),
            ({"row": row, "col": col, "shape": numpy.array([10, 10])}, [], {"_N": 10}),
            ({**pyg, "num_nodes": numpy.array([2, 2])}, [], {"_N": 4}),
            ({**pyg, "num_nodes": -1}, [], {"_N": 4}),
            ({"src": row, "dst": col, "shape": numpy.array([10, 10])}, [], {"_N": 4}),
            ({**pyg, "num_nodes": 10}, ["--relabel"], {"_N": 3}),
            (pyg, [], {"_N": 4}),
        ]):
            with self.subTest(number=number):
                path = self.archive("n.npz", numpy.savez, **arrays)
                operands = [f"{words}={path}"] if isinstance(words, str) else [path, *words]
                found, edges, _ = self.graph(*operands, out=f"out{number}")
                self.assertEqual(found, nodes)
                if "--relabel" not in operands:
                    self.assertEqual([rows.tolist() for rows in edges.values()], [[[0, 1], [1, 3]]])
        ignored = "n.npz: array 'num_nodes' is ignored"
        self.assertIn(ignored, self.noted(self.archive("n.npz", **pyg, num_nodes=10), "--relabel")[0])
        for none in -1, numpy.array([2, 2]), numpy.array(None):
            self.assertIn(ignored, self.noted(self.archive("n.npz", **pyg, num_nodes=none))[0])
        for arrays, says in (({**coo, "shape": numpy.array([5, 7])}, "n.npz: a matrix of 5 × 7 has nodes of two types; name them, as in row:entry:column=FILE"),
                             ({**pyg, "num_nodes": 3}, "node id 3 at [1, 1] is not below 3, the number of nodes that the archive declares (--nodes N overrides it)"),
                             ({"indptr": row, "indices": col, "shape": row, "data": row, "format": numpy.array(b"csr")},
                              "n.npz: this is a compressed sparse matrix (csr or csc), as SciPy saves it; save its entries, by scipy.sparse.save_npz(FILE, matrix.tocoo())")):
            self.refused(self.archive("n.npz", **arrays), says=says)

    def test_compressed_arrays_are_refused(self):
        archive = self.archive("e.npz", a=EDGES)
        table = self.write("e.arrow", arrow_writer.stream_of({"src": [0], "dst": [1]}))
        for path in self.save("e.npy", EDGES), archive, table:
            path = self.write(path.name + ".gz", gzip.compress(path.read_bytes()))
            self.refused(path, says=f"{path.name}: arrays, Parquet and Arrow are read from regular files that are not compressed as a whole; decompress it first")
            self.refused(self.save("right.npy", EDGES), "--node-data", f"_N/x={path}", says="decompress it first")

    def test_archives_of_random_edges(self):
        """Runs of equal edges pack so well that an output of unpacking ends where no packed byte is left."""
        seed = random.randrange(2**32)
        numbers = numpy.random.default_rng(seed)
        for round_ in range(20):
            count = int(numbers.choice([1, 16_384 - 8, 16_384, 16_384 + 5, 40_000])) + int(numbers.integers(0, 40))
            edges = numbers.integers(0, numbers.choice([1, 2, 3, 5000]), (count, 2))
            with self.subTest(seed=seed, round=round_):
                path = self.archive("edges.npz", a=edges)
                self.assertEqual(self.edges(path, "--nodes", 5000, out=f"out{round_}"), edges.tolist())

    def test_archives_with_ids_to_relabel(self):
        path = self.archive("edges.npz", src=numpy.array([10, 30]), dst=numpy.array([20, 10]))
        self.assertEqual(self.edges(path, "--relabel"), [[0, 1], [2, 0]])

    def test_archives_that_are_refused(self):
        path = self.archive("edges.npz", a=numpy.arange(5000).reshape(-1, 2) % 7)
        whole = path.read_bytes()
        middle = len(whole) // 2
        far = self.archive("far.npz", src=numpy.array([0, 1]), dst=numpy.array([1, 9]))
        with zipfile.ZipFile(self.folder / "bzip2.npz", "w", zipfile.ZIP_BZIP2) as archive:
            archive.writestr("a.npy", b"x")
        for words, says in [
            ([self.write("bad.npz", whole[:middle] + bytes([whole[middle] ^ 255]) + whole[middle + 1:])], "bad.npz: 'a.npy' in the archive"),
            ([self.folder / "bzip2.npz"], "bzip2.npz: 'a.npy' in the archive is encrypted, or compressed by a method other than deflate"),
            ([self.archive("zeros.npz", a=numpy.zeros((20_000_000, 2), "i8"))], "zeros.npz: 'a.npy' in the archive decompresses to more than 200 times its size; if that is right, extract the archive first\n"),
            ([far, "--nodes", "9"], "far.npz: dst.npy: node id 9 at [1] is not below 9, the number of nodes of '_N'"),
            ([self.archive("flat.npz", a=numpy.arange(3))], "flat.npz: a.npy: an array of shape (3,); edges are n × 2 or 2 × n"),
            ([self.archive("long.npz", src=numpy.arange(3), dst=numpy.arange(2))], "long.npz: dst.npy: an array of shape (2,), but the sources in"),
            ([self.archive("one.npz", a=EDGES), "--columns", "a,b"], "one.npz: expected 2 columns (source and destination), found 1"),
        ]:
            with self.subTest(says):
                self.refused(*words, says=says)

    @unittest.skipIf("asan" in PROGRAM, "the sanitizer reserves terabytes")
    def test_memory_is_bounded(self):
        """An archive whose array is larger than the memory that the program may have."""
        numbers = numpy.random.default_rng(1)
        path = self.archive("edges.npz", a=numbers.integers(0, 1000, (3_000_000, 2)))
        limit = 40 << 20
        done = subprocess.run([PROGRAM, "chunk", "-q", path, "-o", self.folder / "out"], capture_output=True, timeout=120,
                              preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_DATA, (limit, limit)))
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        self.assertEqual(sorted(os.listdir(self.folder)), ["edges.npz", "out"])
        wide = numpy.zeros(3000, [("src", "i8"), ("vector", "f4", 4096), ("dst", "i8")])
        done = subprocess.run([PROGRAM, "chunk", "-q", self.save("wide.npy", wide), "-o", self.folder / "wide"], capture_output=True,
                              timeout=120, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_DATA, (limit, limit)))
        self.assertEqual((done.returncode, done.stderr), (0, b""))

    def test_features_of_nodes_and_edges_in_every_format(self):
        """The same rows from CSV, .npy, .npz and tables, of one column and of several."""
        edges = self.save("edges.npy", EDGES)
        one, two = numpy.array([5, 6, 7, 8]), numpy.arange(8, dtype="f4").reshape(4, 2)
        values = plain(one.tolist())
        for number, (file, rows, name) in enumerate([
            (self.write("x.parquet", parquet(4, [page(4, values, len(values))])), one, "x"),
            (self.write("x.arrow", arrow_writer.stream("length", one.tolist())), one, "x/length"),
            (self.write("x.csv", "x\n5\n6\n7\n8\n"), one, "x"),
            (self.save("x.npy", one), one, "x"),
            (self.archive("x.npz", x=one), one, "x"),
            (self.archive("other.npz", numpy.savez, arr_0=two), two, "x"),
            (self.archive("both.npz", y=one, x=two), two, "x"),
            (self.archive("both.npz", y=one, x=two), one, "x/y"),
            (self.archive("fortran.npz", x=numpy.asfortranarray(two)), two, "x"),
        ]):
            with self.subTest(file=file.name, name=name):
                features = self.graph(edges, "--node-data", f"_N/{name}={file}", "--edge-data", f"_N:_E:_N/{name}={file}",
                                      "--chunks", "3", out=f"out{number}")[2]
                for kind, type_ in ("node_data", "_N"), ("edge_data", "_N:_E:_N"):
                    self.assertEqual(features[kind, type_, "x"].tolist(), rows.tolist())
                    self.assertEqual(features[kind, type_, "x"].dtype.kind, rows.dtype.kind)

    def test_rows_of_tables_are_in_the_order_of_their_ids(self):
        edges = self.save("edges.npy", EDGES)
        right, other = {"node_id": [0, 1, 2, 3], "x": [5, 6, 7, 8]}, {"node_id": [0, 2, 1, 3], "x": [5, 6, 7, 8]}
        file = self.write("x.arrow", arrow_writer.stream_of(right))
        for name in "x", "y/node_id":
            self.graph(edges, "--node-data", f"_N/{name}={file}", out="out" + name[0])
        file = self.write("x.arrow", arrow_writer.stream_of(other))
        self.refused(edges, "--node-data", f"_N/x={file}", says="x.arrow: column 'node_id' has '2' where the features of node 1 are expected; sort the rows")
        self.graph(edges, "--node-data", f"_N/y/node_id={file}", "--edge-data", f"_N:_E:_N/x={file}", out="others")
        for number, (index, right) in enumerate([([1, 2, 3, 4], True), ([0, 3, 5, 9], True), ([0, 1, 0, 1], True), ([2, 1, 0, 3], False)]):
            file = self.write("x.arrow", arrow_writer.stream_of({"x": [5, 6, 7, 8], "__index_level_0__": index}))
            words = [edges, "--node-data", f"_N/x={file}"]
            if right:
                self.graph(*words, out=f"index{number}")
                continue
            self.refused(*words, says="x.arrow: the index '__index_level_0__' has '1' after 2, so the rows are not in the order of nodes 0, 1, 2, …; sort them by it")
            self.graph(edges, "--edge-data", f"_N:_E:_N/x={file}", out="of edges")

    def test_features_in_several_archives(self):
        edges = self.save("edges.npy", EDGES)
        rows = numpy.arange(12.0).reshape(4, 3)
        words = [word for part in (rows[:1], rows[1:]) for word in
                 ("--node-data", "_N/x=%s" % self.archive(f"x{len(part)}.npz", x=part))]
        self.assertEqual(self.graph(edges, *words)[2]["node_data", "_N", "x"].tolist(), rows.tolist())

    def test_an_archive_of_other_files(self):
        path = self.folder / "edges.zip"
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("edges.csv", "0,1\n1,2\n")
        self.refused(path, says="edges.zip: this is a ZIP archive without arrays; extract it and pass one of its files")

    def test_features_that_are_refused(self):
        edges = self.save("edges.npy", EDGES)
        rows = numpy.arange(8.0).reshape(4, 2)
        many = self.archive("many.npz", feat=rows, label=rows)
        plain = self.save("plain.npy", rows)
        for data, says in [
            ([f"_N/x={many}"], "many.npz: there is no array 'x'; arrays: feat, label"),
            ([f"_N/x/lable={many}"], "many.npz: there is no array 'lable'; did you mean 'label'? arrays: feat, label"),
            ([f"_N/x={self.archive('short.npz', x=rows[:3])}"], "short.npz: x.npy: feature 'x' has 3 rows in all files, expected 4"),
            ([f"_N/x={self.archive('deep.npz', x=rows.reshape(2, 2, 2))}"], "deep.npz: x.npy: an array of shape (2, 2, 2); features have one or two dimensions"),
            ([f"_N/x={self.archive('text.npz', x=rows.astype(str))}"], "text.npz: x.npy: the array holds text, not numbers"),
            ([f"_N/x={self.archive('a.npz', x=rows)}", f"_N/x={self.archive('b.npz', x=rows[:, :1])}"], "b.npz: x.npy: 1 column of float64, but"),
            ([f"_N/x={self.archive('a.npz', x=rows)}", f"_N/x={plain}"], "a.npz: feature 'x' mixes .npz archives and other files"),
        ]:
            with self.subTest(says):
                words = [word for one in data for word in ("--node-data", one)]
                self.refused(edges, "--nodes", 4, *words, says=says)


if __name__ == "__main__":
    unittest.main()
