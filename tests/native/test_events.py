"""Interactions as files have them, good and bad, given to every command that reads them."""

import gzip
import io
import itertools
import unittest

import numpy

from program import ProgramTest, run
from rounds import some
from test_sample import seen

COMMANDS = [("split", "--loss", "0"), ("sample", "--recent", "2"), ("access", "--width", "1")]
LARGEST = 2**62  # of times

# A table, and what is said about it after the name of its file.
BAD = [
    ("src,dst\n0,1\n", ":1: no column of times (time, timestamp, ts, t); columns: src, dst"),
    ("0,1\n", ":1: expected 3 columns (source, destination and time), found 2"),
    ("src,dst,time\n0,1,5\n1,2\n", ":3:4: expected 3 columns, found 2"),
    ("src,dst,time\n0,1,5\n1,2,6,7\n", ":3:7: expected 3 columns, found 4"),
    ("src,dst,time\n0,1,5\n1,-2,6\n", ":3:3: node id '-2' is negative"),
    ("src,dst,time\n0,1,5\n9223372036854775808,2,6\n", ":3:1: node id '9223372036854775808' is beyond 2^53 - 1"),
    ("src,dst,time\n0,1,5\n268435456,2,6\n", ":3: node id 268435456 is not below 2^28"),
    ("src,dst,time\n0,1,5\n1,2,4\n", ":3: time 4 comes after 5; interactions must be sorted by time; --sort"),
    ("src,dst,time\n0,1,5\n1,2,nan\n", ":3:5: time 'nan' is not a finite number"),
    ("src,dst,time\n0,1,5\n1,2,9223372036854775807\n", ":3:5: time '9223372036854775807' is beyond 2^62"),
    ("src,dst,time\n0,1,5\n1,2,-9223372036854775808\n", ":3:5: time '-9223372036854775808' is beyond 2^62"),
    ("src,dst,time\n0,1,-9223372036854775809\n", ":2:5: time '-9223372036854775809' is beyond 2^62"),
    ("src,dst,time\n", ": no interactions"),
    ("", ": no interactions"),
]

# The same table in other files.
FORMS = {
    "events.csv": str.encode,
    "events.tsv": lambda text: text.replace(",", "\t").encode(),
    "events.csv.gz": lambda text: gzip.compress(text.encode()),
    "crlf.csv": lambda text: text.replace("\n", "\r\n").encode(),
    "bom.csv": lambda text: b"\xef\xbb\xbf" + text.encode(),
    "cut.csv": lambda text: text.removesuffix("\n").encode(),
}


def array(rows, dtype="i8"):
    file = io.BytesIO()
    numpy.save(file, numpy.array(rows, dtype))
    return file.getvalue()


class Events(ProgramTest):
    def test_bad_tables(self):
        for (text, says), (name, form), (command, *words) in some(itertools.product(BAD, FORMS.items(), COMMANDS)):
            with self.subTest(text, name=name, command=command):
                self.refused(command, self.write(name, form(text)), *words, says=name + says)

    def test_arrays_as_columns(self):
        """Named as columns are, beside others; or all in one."""
        rows = numpy.array([[0, 7, 5], [3, 5, 6], [0, 5, 6]])
        columns = {"dst": rows[:, 1], "label": numpy.zeros(3), "src": rows[:, 0], "time": rows[:, 2].astype("f8")}
        plain = self.write("plain.csv", "src,dst,time\n" + "".join("%d,%d,%d\n" % tuple(row) for row in rows))
        numpy.savez(self.folder / "columns.npz", **columns)
        numpy.savez(self.folder / "rows.npz", rows)
        expected = self.json("split", plain, "--loss", "1")
        for name in ("columns.npz", "rows.npz"):
            found = self.json("split", self.folder / name, "--loss", "1")
            self.assertEqual({**found, "metrics": None}, {**expected, "metrics": None})
        numpy.savez(self.folder / "other.npz", a=rows[:, 0], b=rows[:, 1])
        self.refused("split", self.folder / "other.npz", "--loss", "1", says="no column of sources")
        numpy.savez_compressed(self.folder / "packed.npz", **columns)
        numpy.savez_compressed(self.folder / "packed_rows.npz", rows)
        for name in ("packed.npz", "packed_rows.npz"):
            self.assertEqual(self.json("split", self.folder / name, "--loss", "1")["metrics"]["batches"],
                             self.json("split", self.folder / "rows.npz", "--loss", "1")["metrics"]["batches"])

    def test_bad_arrays(self):
        files = {"events.npy": bytes, "events.npy.gz": gzip.compress}
        for content, says in [
            (array([[0, 1, 5], [1, 2, 4]]), "time 4 comes after 5; interactions must be sorted by time (event 1)"),
            (array([[0, 1, 5], [1, -2, 6]]), "the value -2 at [1, 1] is negative"),
            (array([[0, 1, 5], [2**28, 2, 6]]), "node id 268435456 is not below 2^28; number the nodes 0, 1, 2, … (event 1)"),
            (array([[0, 1, 2**63 - 1]]), "time 9223372036854775807 at [0, 2] is beyond 2^62"),
            (array([[2**63, 1, 1]], "u8"), "the value 9223372036854775808 at [0, 0] is beyond 2^53 - 1"),
            (array([[0, 1], [1, 2]]), "expected 3 columns (source, destination and time), found 2"),
            (array(numpy.zeros((2, 17))), "expected 3 columns (source, destination and time), found 17; choose columns with --columns SOURCE,DESTINATION,TIME"),
            (array([[0, 1, numpy.nan]], "f8"), "the time is not a number (NaN) (event 0)"),
            (array([[0, 1, 5], [1, 2.5, 6]], "f8"), "the value 2.5 at [1, 1] is not an integer"),
            (array([[0, 1, 5]], "f2"), "the array holds float16, not whole numbers"),
            (array(numpy.zeros((0, 3))), "no items: an array of shape (0, 3)"),
            (array([[0, 1, 5]])[:-1], "the file is truncated: expected 24 bytes of data, found 23"),
        ]:
            for (name, pack), (command, *words) in some(itertools.product(files.items(), COMMANDS)):
                with self.subTest(says, name=name, command=command):
                    self.refused(command, self.write(name, pack(content)), *words, says=name + ": " + says)

    def test_small_and_extreme_tables(self):
        for rows in ([(0, 1, 5)], [(0, 0, 5)], [(3, 3, 1), (1, 1, 1), (3, 3, 2), (3, 3, 2)],
                     [(0, 1, -LARGEST), (1, 2, 0), (0, 2, LARGEST)], [(0, 1, -1e308), (1, 0, 0.5), (1, 0, 1e308)]):
            text = "src,dst,time\n" + "".join("%d,%d,%r\n" % row for row in rows)
            files = {name: form(text) for name, form in FORMS.items()}
            if all(0 <= time < 2**53 for _, _, time in rows):
                files["events.npy"] = array(rows)
            for name, content in some(files.items()):
                with self.subTest(rows, name=name):
                    self.check(self.write(name, content), rows)

    def check(self, path, rows):
        found = self.json("split", path, "--loss", "0", "-q")
        wanted, nodes = [0], set()
        for event, row in enumerate(rows):
            if nodes & set(row[:2]):
                wanted.append(event)
                nodes = set()
            nodes |= set(row[:2])
        self.assertEqual(found["offsets"], [*wanted, len(rows)])
        roots = [(row[end], row[2]) for end in (0, 1) for row in rows]
        neighbours = [[event for event, _ in seen(rows, node, time, None)[:2]] for node, time in roots]
        self.json("sample", path, "--recent", "2", "-o", self.folder / "found.npz", "-q")
        with numpy.load(self.folder / "found.npz") as arrays:
            self.assertEqual([[e for e in row if e >= 0] for row in arrays["events"].tolist()], neighbours)
        metrics = self.json("access", path, "--recent", "2", "--negatives", "0", "--width", "1", "-q")["metrics"]
        self.assertEqual(metrics["requested"], len(roots) + sum(map(len, neighbours)))

    def test_commas_within_cells_between_blanks(self):
        rows = "a b 3 x,y\nb c 5 x,y\n"
        for head in ("src dst time attr\n", "sep= \nsrc dst time attr\n"):
            self.assertEqual(self.json("split", self.write("e.txt", head + rows), "--loss", "1", "--relabel", "-q")["events"]["interactions"], 2)

    def test_a_last_line_that_may_be_cut(self):
        says = "the last line does not end with a newline, so its last number may be truncated"
        cases = (("src,dst,time\n0,1,1\n1,2,25", False), ("0 1 15\n1 2 25", False), ("time,src,dst\n1,0,30\n2,1,4\n", False),
                 ("time,src,dst\n1,0,30\n2,1,4", True), ("time,src,dst\n1,0,30\n2,1,44", False), ("0,1,1.25\n1,2,2.5", True),
                 ("src,dst,time\n0,1,2020-01-01T05:00:00\n1,2,2020-01-02", True), ("src,dst,time\n0,1,2020-01-01\n1,2,2020-01-02", False),
                 ("src,dst,time,weight\n0,1,1,2.25\n1,2,25,1", False), ("src,dst,time,idx\n0,1,1,10\n1,2,25,1", True))
        for (text, noted), (command, *words) in some(itertools.product(cases, COMMANDS)):
            with self.subTest(text, command=command):
                done = run(command, self.write("e.csv", text), *words)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertEqual(says in done.stderr.decode(), noted, (text, command))


if __name__ == "__main__":
    unittest.main()
