"""Interactions, roots and edges in structured arrays of numpy, and in arrays whose ids are text."""

import csv
import unittest

import numpy
from chunked_graphs import ChunkTest
from program import run

ROWS = [("b", "a", 5), ("a", "c", 6), ("b", "c", 6), ("d", "é", 9)]
NUMBERS = {"b": 0, "a": 1, "c": 2, "d": 3, "é": 4}
EDGES = [[NUMBERS[a], NUMBERS[b]] for a, b, _ in ROWS]


def fields(rows, *types):
    return numpy.array([tuple(row) for row in rows], list(types))


class EventArrays(ChunkTest):
    def sampled(self, path, *words):
        """The neighbours in interactions, and what was noted."""
        done = run("sample", path, "--recent", 3, *words, "-o", self.folder / "found.npz")
        self.assertEqual(done.returncode, 0, done.stderr.decode())
        with numpy.load(self.folder / "found.npz") as arrays:
            return {name: arrays[name].tolist() for name in arrays}, done.stderr.decode()

    def numbered(self, pairs=None):
        """A table of the same interactions whose ids are numbers."""
        rows = [(NUMBERS[a], NUMBERS[b], time) for a, b, time in ROWS] if pairs is None else pairs
        return self.write("plain.csv", "src,dst,time\n" + "".join("%s,%s,%s\n" % tuple(row) for row in rows))

    def test_fields_are_columns(self):
        rows = [(0, 7, 5), (3, 5, 6), (0, 5, 6)]
        expected = self.sampled(self.numbered(rows))[0]
        for array, words in (
            (fields(rows, ("src", "i8"), ("dst", "u2"), ("time", "f8")), []),
            (fields([(t, "?", b, a) for a, b, t in rows], ("ts", ">i4"), ("label", "U3"), ("i", "i8"), ("u", "u1")), []),
            (fields([(t, b, [1, 2], a) for a, b, t in rows], ("when", "i8"), ("b", "i8"), ("vector", "f4", 2), ("a", "i8")), ["--columns", "a,b,when"]),
            (fields(rows, ("source", "f4"), ("target", "i8"), ("t", "M8[s]")), []),
        ):
            path = self.save("events.npy", array)
            numpy.savez_compressed(self.folder / "events.npz", array)
            for file in (path, self.folder / "events.npz"):
                with self.subTest(array.dtype, file=file.name):
                    found, notes = self.sampled(file, *words)
                    self.assertEqual(found, expected)
        self.assertIn("times are datetime64[s], and counted in that unit since 1970\n", notes)
        self.assertEqual(self.json("split", "-q", path, "--loss", 1)["metrics"]["batches"],
                         self.json("split", self.numbered(rows), "--loss", 1)["metrics"]["batches"])
        self.ok("access", "-q", path, "--negatives", 0, "-o", self.folder / "rows.npz")

    def test_fields_of_users_and_items(self):
        array = fields([(0, 0, 5, 4), (1, 0, 6, 2)], ("user", "i4"), ("item", "i4"), ("timestamp", "i8"), ("idx", "i8"))
        text = self.write("t.csv", "user,item,timestamp,idx\n0,0,5,4\n1,0,6,2\n")
        found, notes = self.sampled(self.save("events.npy", array))
        self.assertEqual(found, self.sampled(text)[0])
        self.assertIn("item", notes)
        self.assertIn("column 'idx' has the row of each interaction", notes)

    def test_times_with_fractions_and_signs(self):
        for times in ([-5, 0, 7], [-0.5, 0, 2.5], [1e300, 1.5e300, 1.6e300]):
            rows = [(0, 1, times[0]), (1, 2, times[1]), (2, 0, times[2])]
            expected = self.sampled(self.numbered([(a, b, repr(t)) for a, b, t in rows]))[0]
            path = self.save("events.npy", fields(rows, ("src", "i8"), ("dst", "i8"), ("time", "i8" if times[0] == -5 else "f8")))
            self.assertEqual(self.sampled(path)[0], expected)

    def test_roots_in_fields(self):
        events = self.numbered()
        roots = [(1, 7), (0, 9)]
        path = self.save("roots.npy", fields([(t, n) for n, t in roots], ("time", "i8"), ("node", "i4")))
        text = self.write("roots.csv", "node,time\n1,7\n0,9\n")
        self.assertEqual(self.sampled(events, "--roots", path)[0], self.sampled(events, "--roots", text)[0])

    def test_roots_and_interactions_have_one_unit_of_time(self):
        days = self.save("days.npy", fields([(0, 1, 2), (1, 2, 4)], ("src", "i8"), ("dst", "i8"), ("time", "M8[D]")))
        roots = self.write("roots.csv", "node,time\n1,1970-01-04\n")
        done = run("sample", days, "--recent", 3, "--roots", roots, "-o", self.folder / "x.npz")
        self.assertEqual(done.returncode, 2)
        self.assertIn("times of roots are seconds since 1970, those of interactions days since 1970; write both in one unit",
                      done.stderr.decode())
        months = fields([(0, 1, 2), (1, 2, 4)], ("src", "i8"), ("dst", "i8"), ("time", "M8[M]"))
        later = self.save("later.npy", fields([(1, 5)], ("node", "i8"), ("time", "M8[M]")))
        found, notes = self.sampled(self.save("months.npy", months), "--roots", later)
        self.assertEqual(found["nodes"], [[2, 0, -1]])
        self.assertNotIn("compared", notes)
        hours = fields([(0, 1, 48), (1, 2, 96)], ("src", "i8"), ("dst", "i8"), ("time", "M8[h]"))
        for unit in ("s", "ms", "ns"):
            path = self.save(unit + ".npy", hours.astype([("src", "i8"), ("dst", "i8"), ("time", f"M8[{unit}]")]))
            found, notes = self.sampled(path, "--roots", roots)
            self.assertEqual(found["nodes"], [[0, -1, -1]])
            self.assertEqual("times of roots are converted to" in notes, unit != "s", notes)

    def test_text_ids_are_numbered(self):
        expected = self.sampled(self.numbered())[0]
        columns = {"src": numpy.array([a for a, _, _ in ROWS]), "dst": numpy.array([b for _, b, _ in ROWS]), "time": numpy.array([t for _, _, t in ROWS])}
        numpy.savez_compressed(self.folder / "columns.npz", **columns)
        numpy.savez(self.folder / "bytes.npz", **{**columns, "src": columns["src"].astype("S4")})
        utf8 = [(a.encode(), b.encode(), t) for a, b, t in ROWS]
        for path in (self.folder / "columns.npz", self.folder / "bytes.npz",
                     self.save("fields.npy", fields(ROWS, ("src", "U7"), ("dst", ">U1"), ("time", "i8"))),
                     self.save("bytes.npy", fields(utf8, ("src", "S3"), ("dst", "S2"), ("time", "i8")))):
            with self.subTest(path.name):
                self.assertEqual(self.sampled(path, "--relabel")[0], expected)
                with open(self.folder / "found.ids.csv", encoding="utf-8") as table:
                    self.assertEqual({row["orig"]: int(row["new"]) for row in csv.DictReader(table)}, NUMBERS)
        roots = self.save("roots.npy", fields([("a", 7), ("b", 9)], ("node", "U1"), ("time", "i8")))
        plain = self.write("roots.csv", "node,time\n1,7\n0,9\n")
        self.assertEqual(self.sampled(path, "--relabel", "--roots", roots)[0], self.sampled(self.numbered(), "--roots", plain)[0])

    def test_text_ids_of_edges(self):
        ends = numpy.array([[a, b] for a, b, _ in ROWS])
        mixed = fields([(a, NUMBERS[b]) for a, b, _ in ROWS], ("src", "U2"), ("dst", "i2"))
        numpy.savez_compressed(self.folder / "packed.npz", src=ends[:, 0], dst=numpy.char.encode(ends[:, 1], "utf-8"))
        for number, files in enumerate([
            [self.save("rows.npy", ends)], [self.save("columns.npy", numpy.asfortranarray(ends))], [self.save("wide.npy", ends.T)],
            [self.save("src.npy", ends[:, 0].astype(">U9")), self.save("dst.npy", ends[:, 1])], [self.folder / "packed.npz"],
            [self.save("fields.npy", fields(ROWS, ("src", "U7"), ("dst", "U1"), ("time", "i8")))],
        ]):
            with self.subTest(files=files):
                _, edges, features = self.graph(*files, "--relabel", out=f"out{number}")
                self.assertEqual(edges["_N:_E:_N"].tolist(), EDGES)
                ids = features["node_data", "_N", "raw_id"]
                self.assertEqual([bytes(row).rstrip(b"\0").decode() for row in ids], list(NUMBERS))
                self.refused(*files, says=": node ids are text; use --relabel to number arbitrary ids")
        nodes, edges, _ = self.graph("u:to:i=%s" % self.save("mixed.npy", mixed), "--relabel", out="mixed")
        self.assertEqual((nodes, edges["u:to:i"].tolist()), ({"u": 3, "i": 3}, [[0, 0], [1, 1], [0, 1], [2, 2]]))

    def test_what_is_refused(self):
        objects = numpy.array([["a", "b"]], object)
        numpy.save(self.folder / "objects.npy", objects, allow_pickle=True)
        self.refused(self.folder / "objects.npy", "--relabel", says="objects.npy: the array holds Python objects, not numbers; convert it with .astype('int64'), 'float32' or str")
        self.refused(self.save("gap.npy", numpy.array([["a", "b"], ["", "c"]])), "--relabel", says="gap.npy: a node id is missing at [1, 0]; leave out edges that lack one")
        self.refused(self.save("zero.npy", numpy.array([["a", "b"], ["c", "d\0e"]])), "--relabel", says="zero.npy: the text is not valid Unicode, or contains a zero character: [1, 1]")
        self.refused(self.save("minus.npy", numpy.array([[0, 1], [-3, 1]])), "--relabel", says="minus.npy: node id -3 at [1, 0] is not a non-negative integer")
        for array, words, says in (
            (fields(ROWS, ("src", "U7"), ("dst", "U1"), ("time", "i8")), [], "node ids in field 'src' are text; use --relabel to number arbitrary ids"),
            (numpy.array(ROWS), [], "node ids in the array are text; use --relabel"),
            (numpy.array(ROWS), ["--relabel"], "times are text; convert them with .astype('int64'), or dates with .astype('datetime64[s]')"),
            (fields([("a", "", 1)], ("src", "U7"), ("dst", "U1"), ("time", "i8")), ["--relabel"], "a node id is missing; leave out rows that lack one (row 0)"),
            (fields([(0, 1, "x")], ("src", "i8"), ("dst", "i8"), ("time", "U1")), [], "field 'time': times are text; convert them with .astype('int64'), or dates with .astype('datetime64[s]')"),
            (fields([(0, 1, [1, 2])], ("src", "i8"), ("dst", "i8"), ("time", "i8", 2)), [], "field 'time': elements are arrays, not numbers"),
            (fields([(0, 1, "NaT")], ("src", "i8"), ("dst", "i8"), ("time", "M8[s]")), [], "the time at [0]['time'] is missing (NaT)"),
            (fields([(0, -1, 4)], ("src", "i8"), ("dst", "i8"), ("time", "i8")), [], "the value -1 at [0]['dst'] is negative"),
            (fields([(0, 1, 4)], ("a", "i8"), ("b", "i8"), ("c", "i8")), [], "no column of sources"),
        ):
            with self.subTest(says):
                super(ChunkTest, self).refused("split", self.save("e.npy", array), "--loss", 1, *words, says="e.npy: " + says)

    def test_integers_of_a_width_that_numpy_has_not(self):
        path = self.save("e.npy", fields([("a", 1, 4)], ("src", "S3"), ("dst", "i8"), ("time", "i8")))
        path.write_bytes(path.read_bytes().replace(b"'|S3'", b"'<i3'"))
        super(ChunkTest, self).refused("split", path, "--loss", 1, "--relabel", says="e.npy: ")

    def test_times_of_another_width(self):
        """A damaged header: numpy's times have 64 bits, and the last row has no byte after it."""
        for right, wrong, bits in (("|i1", "<M1", 8), ("<i4", "<m4", 32)):
            path = self.save("e.npy", fields([(0, 1, 4)], ("src", "i8"), ("dst", "i8"), ("time", right)))
            path.write_bytes(path.read_bytes().replace(b"'%s'" % right.encode(), b"'%s'" % wrong.encode()))
            super(ChunkTest, self).refused("split", path, "--loss", 1, says=f"e.npy: field 'time': times have 64 bits, not {bits}\n")

    def test_errors_in_archives_name_the_array(self):
        for arrays, words, says in (
            ({"src": [0, 1], "dst": [1, -1], "time": [1, 2]}, [], "array 'dst': the value -1 at [1] is negative"),
            ({"src": [0, 1], "dst": [1, 2], "time": numpy.array([1, "NaT"], "M8[s]")}, [], "array 'time': the time at [1] is missing (NaT)"),
            ({"src": [0, 1], "dst": [1, 2], "time": numpy.array(["1", "2"])}, [], "array 'time': times are text; convert them with .astype('int64'), or dates with .astype('datetime64[s]')"),
            ({"src": ["a", ""], "dst": ["b", "c"], "time": [1, 2]}, ["--relabel"], "array 'src': a node id is missing; leave out rows that lack one (row 1)"),
            ({"src": [0, 1], "dst": [1, -1], "time": [1, 2]}, ["--relabel"], "array 'dst': node id -1 is negative (row 1)"),
        ):
            with self.subTest(says):
                numpy.savez(self.folder / "e.npz", **arrays)
                super(ChunkTest, self).refused("split", self.folder / "e.npz", "--loss", 1, *words, says=f"e.npz: {says}\n")

    def test_any_integer_is_an_id_that_is_numbered(self):
        edges = numpy.array([[2**63, 1], [2**64 - 1, 2**63]], "u8")
        path = self.save("big.npy", edges)
        self.refused(path, says="big.npy: node id 9223372036854775808 at [0, 0] is 2^63 or more; use --relabel to number arbitrary ids\n")
        self.assertEqual(list(self.graph(path, "--relabel", out="out")[1].values())[0].tolist(), [[0, 1], [2, 0]])
        events = fields([(2**63, 2**60, 1), (2**60, 5, 2)], ("src", "u8"), ("dst", "i8"), ("time", "i8"))
        self.assertEqual(self.sampled(self.save("e.npy", events), "--relabel")[0],
                         self.sampled(self.numbered([(0, 1, 1), (1, 2, 2)]))[0])

    def test_a_missing_id_is_named_in_text(self):
        path = self.write("e.csv", "src,dst,time\n0,1,1\nNaN,2,2\n3,,4\n")
        for words in [], ["--relabel"]:
            super(ChunkTest, self).refused("split", path, "--loss", 1, *words, says="e.csv:3:1: a node id is missing")


if __name__ == "__main__":
    unittest.main()
