"""split: batches of temporal interactions."""

import csv
import gzip
import io
import json
import unittest

import numpy

from program import DATA, npy, ProgramTest
from rounds import some

GIT = DATA / "temporal_git_author_file.csv.gz"
MATHOVERFLOW = DATA / "temporal_sx_mathoverflow.csv.gz"
WIKIPEDIA = DATA / "temporal_jodie_wikipedia.csv.gz"
MESSAGES = DATA / "temporal_collegemsg.csv.gz"

TABLE = "src,dst,time\n0,1,5\n1,2,5\n2,2,6\n0,3,8\n"


def loss(batch, self_loop=1):
    """The loss score of a batch, by its definition."""
    counts = {}
    for source, destination in batch:
        counts[source] = counts.get(source, 0) + (self_loop if source == destination else 1)
        if source != destination:
            counts[destination] = counts.get(destination, 0) + 1
    return sum(counts.values()) - len(counts)


class Split(ProgramTest):
    def test_the_shipped_data(self):
        for path, size, score, batches, fixed, threshold in some([
            (GIT, 200, "eq7", 3959, 6707, 356),
            (GIT, 2000, "eq7", 471, 671, None),
            (MATHOVERFLOW, 200, "eq7", 1693, 2533, 341),
            (MATHOVERFLOW, 200, "eq8", 1876, 2533, 364),
            (MATHOVERFLOW, 2000, "eq7", 217, 254, None),
            (MATHOVERFLOW, 2000, "eq8", 231, 254, None),
            (WIKIPEDIA, 200, "eq7", 667, 788, 308),
            (WIKIPEDIA, 2000, "eq7", 76, 79, None),
            (MESSAGES, 200, "eq7", 251, 300, 345),
            (MESSAGES, 2000, "eq7", 29, 30, None),
        ]):
            with self.subTest(path=path.name, size=size, score=score):
                found = self.json("split", path, "--like-batch-size", size, "--loss-score", score)
                metrics = found["metrics"]
                self.assertEqual((metrics["batches"], metrics["fixed_batches"]), (batches, fixed))
                self.assertEqual(metrics["threshold"], threshold or metrics["threshold"])
                self.assertEqual(metrics["max_loss"], max(found["losses"]))
                self.assertLessEqual(metrics["max_loss"], metrics["threshold"])
                self.assertEqual(metrics["exceeding"], 0)
                self.assertEqual(len(found["losses"]), batches)
                self.assertEqual(found["offsets"][-1], found["events"]["interactions"])

    def test_losses_of_the_shipped_data_by_their_definition(self):
        with gzip.open(MATHOVERFLOW, "rt") as file:
            pairs = [(int(row[0]), int(row[1])) for row in list(csv.reader(file))[1:]]
        for score, self_loop in (("eq7", 1), ("eq8", 2)):
            found = self.json("split", MATHOVERFLOW, "--loss", "341", "--loss-score", score)
            ends = found["offsets"]
            self.assertEqual(found["losses"], [loss(pairs[a:b], self_loop) for a, b in zip(ends, ends[1:])])

    def test_statistics(self):
        events = self.json("split", MATHOVERFLOW, "--loss", "341")["events"]
        self.assertEqual({name: events[name] for name in ("interactions", "nodes", "self_loops", "ties")},
                         {"interactions": 506550, "nodes": 24818, "self_loops": 116109, "ties": 766})
        self.assertAlmostEqual(events["average_degree"], 2 * 506550 / 24818)
        self.assertAlmostEqual(events["average_reuse_distance"], 2021.11, 2)
        self.assertAlmostEqual(events["average_update_distance"], 6470.85, 2)  # Θ of the paper
        self.assertAlmostEqual(self.json("split", MESSAGES, "--loss", "9")["events"]["average_update_distance"], 1763.46, 2)

    def test_report(self):
        text = self.ok("split", MATHOVERFLOW, "--like-batch-size", "200")
        self.assertTrue(text.startswith("506,550 interactions of 24,818 nodes → 1,693 batches, 299.20 each\n"), text)
        for line in (r"bounded +1,693 +299\.20 +\d+ +341", r"fixed 200 +2,533 +199\.98 +200 +341",
                     r"loss bound +341: 33\.16% fewer batches than with the fixed size 200$",
                     r"loss +interactions of a node beyond its first in the batch, over all nodes; a self-loop counts once \(eq7\)$",
                     r"reuse +2021\.11 interactions, or 6\.75 batches, until a node recurs, on average; Θ 6470\.85, the mean of nodes' means"):
            self.assertRegex(text, rf"(?m)^  {line}$")

    def test_no_batch_straddles_parts(self):
        path = self.folder / "parts.npz"
        text = self.ok("split", MATHOVERFLOW, "--like-batch-size", "200", "--split-at", "0.7,0.85", "-o", path)
        with numpy.load(path) as found:
            ends = found["offsets"][found["parts"]].tolist()
        self.assertEqual(ends, [0, 354585, 430567, 506550])
        self.assertRegex(text, r"(?m)^  parts +[\d,]+ batches of 354,585 interactions, [\d,]+ batches of 75,982 interactions, [\d,]+ batches of 75,983")
        notes = self.json("split", MESSAGES, "--loss", "345", "--split-at", "0.7", "-o", self.folder / "parts.csv", "-q")["notes"]
        self.assertEqual(notes, ["where parts begin is not in a CSV file; -o FILE.npz also has the first batch of each"])
        by_time = self.json("split", MESSAGES, "--loss", "345", "--split-at", "1090000000")
        with gzip.open(MESSAGES, "rt") as file:
            times = [float(row[2]) for row in list(csv.reader(file))[1:]]
        self.assertEqual(by_time["offsets"][by_time["parts"][1]], sum(time <= 1090000000 for time in times))
        for at, says in (("0.7,0.6", "0.6 follows 0.7"), ("1e15", "no interactions after"), ("0.7,99", "cannot be combined"), ("x", "--split-at")):
            self.refused("split", MESSAGES, "--loss", "345", "--split-at", at, says=says)

    def test_what_the_bound_limits(self):
        """Beside as many fixed batches; and batches that begin within a time."""
        metrics = self.json("split", MATHOVERFLOW, "--like-batch-size", "200")["metrics"]
        self.assertEqual(metrics["as_many_batch_size"], 300)
        self.assertGreater(metrics["as_many_max_loss"], metrics["max_loss"])
        self.assertAlmostEqual(metrics["as_many_stale"], metrics["stale"], 2)
        self.assertGreater(metrics["within_a_time"], 0)
        kept = self.json("split", MATHOVERFLOW, "--like-batch-size", "200", "--ties", "keep")["metrics"]
        self.assertEqual(kept["within_a_time"], 0)

    def test_a_threshold_is_compared_with_the_size_that_keeps_it(self):
        metrics = self.json("split", MESSAGES, "--loss", "345")["metrics"]
        size = metrics["fixed_batch_size"]
        self.assertEqual(metrics["batches"], 251)
        self.assertLessEqual(self.json("split", MESSAGES, "--like-batch-size", size)["metrics"]["threshold"], 345)
        self.assertGreater(self.json("split", MESSAGES, "--like-batch-size", size + 1)["metrics"]["threshold"], 345)

    def test_ties_stay_together(self):
        path = self.write("events.csv", "0 1 1\n" + "0 1 2\n" * 3 + "5 6 3\n")
        self.assertEqual(self.json("split", path, "--loss", "1")["offsets"], [0, 1, 2, 3, 5])
        kept = self.json("split", path, "--loss", "1", "--ties", "keep")
        self.assertEqual((kept["offsets"], kept["losses"], kept["metrics"]["exceeding"]), ([0, 1, 4, 5], [0, 4, 0], 1))
        self.assertIn("exceeding     one batch exceeds the loss bound and cannot be divided: interactions of one time",
                      self.ok("split", path, "--loss", "1", "--ties", "keep"))

    def test_a_self_loop_may_exceed_by_itself(self):
        path = self.write("events.csv", "3,3,1\n4,5,2\n")
        words = ["split", path, "--loss", "0", "--loss-score", "eq8"]
        self.assertEqual(self.json(*words)["metrics"]["exceeding"], 1)
        text = self.ok(*words)
        self.assertIn("one batch exceeds the loss bound and cannot be divided: self-loops", text)
        self.assertIn("a self-loop counts twice (eq8)", text)

    def test_ways_to_write_interactions(self):
        wanted = self.json("split", self.write("events.csv", TABLE), "--loss", "1")
        for other in (TABLE.replace(",", "\t"), TABLE.replace("src,dst,time", "U;i;TS").replace(",", ";"),
                      gzip.compress(TABLE.encode()), TABLE.split("\n", 1)[1],
                      npy([0, 1, 5, 1, 2, 5, 2, 2, 6, 0, 3, 8], "<i8", (4, 3))):
            found = self.json("split", self.write("other", other), "--loss", "1")
            for name in ("offsets", "losses", "events"):
                self.assertEqual(found[name], wanted[name])
        swapped = "".join(",".join(reversed(line.split(","))) + "\n" for line in TABLE.splitlines()[1:])
        chosen = self.json("split", "-", "--loss", "1", "--columns", "3,2,1", "--bipartite", "no", stdin=swapped.encode())
        self.assertEqual(chosen["offsets"], wanted["offsets"])

    def test_sorting(self):
        rows = TABLE.splitlines()
        path = self.write("events.csv", "\n".join([rows[0], *reversed(rows[1:]), ""]))
        self.assertIn("--sort", self.refused("split", path, "--loss", "1", says="events.csv:3: time 6 comes after 8"))
        self.assertEqual(self.json("split", path, "--loss", "1", "--sort")["metrics"]["batches"],
                         self.json("split", "-", "--loss", "1", stdin=TABLE.encode())["metrics"]["batches"])

    def test_files_of_batches(self):
        path = self.write("events.csv", TABLE)
        found = self.json("split", path, "--loss", "1")
        rows = [[str(b), str(found["offsets"][b]), str(found["offsets"][b + 1]), str(found["losses"][b])]
                for b in range(found["metrics"]["batches"])]
        for text in (self.ok("split", path, "--loss", "1", "-o", "-"), self.written("batches.csv")):
            self.assertEqual(list(csv.reader(io.StringIO(text))), [["batch", "begin", "end", "loss"], *rows])
        self.assertEqual(self.json("split", path, "--loss", "1", "-o", self.folder / "batches.npz")["arrays"], ["offsets", "losses"])
        document = json.loads(self.written("batches.json"))
        self.assertEqual((document["offsets"], document["losses"]), (found["offsets"], found["losses"]))
        self.written("batches.npy")
        for name in ("offsets", "losses"):
            stored = (self.folder / f"batches.{name}.npy").read_bytes()
            self.assertTrue(stored.endswith(npy(found[name], "<i8")[128:]))
        self.refused("split", path, "--loss", "1", "-o", "batches.txt", says="'batches.txt' does not end in .csv")

    def written(self, name):
        path = self.folder / name
        text = self.ok("split", self.write("events.csv", TABLE), "--loss", "1", "-o", path)
        self.assertRegex(text, r"(?m)^  wrote +" + str(path))
        return path.read_text() if path.exists() else None


class BadInput(ProgramTest):
    def test_events(self):
        for content, says in [
            ("src,dst,time\n0,1\n", ":2:4: expected 3 columns, found 2"),
            ("src,dst,when\n0,1,2\n", ":1: no column of times"),
            ("src,dst,time\n0,1,2\n0,-4,2\n", ":3:3: node id '-4' is negative"),
            ("src,dst,time\n0,1,2\n1,2,1\n", ":3: time 1 comes after 2"),
            ("src,dst,time\n0,1,2.5\n1,2,1e0\n", ":3: time 1 comes after 2.5"),
            ("src,dst,time\n0,1,NaN\n", ":2:5: time 'NaN' is not a finite number"),
            ("src,dst,time\n0,one,2\n", ":2:3: node id 'one' is not an integer"),
            ("src,dst,time\n0,99999999999,2\n", ":2: node id 99999999999 is not below 2^28"),
            ("src,dst,time\n", ": no interactions"),
            ("", ": no interactions"),
            ("[[0,1,2]]", ": interactions are read from csv, npy, npz, parquet or arrow, not from json"),
        ]:
            with self.subTest(content):
                path = self.write("bad", content)
                error = self.refused("split", path, "--loss", "3", says=str(path) + says)
                self.assertIn(says.replace(str(path), "<stdin>"),
                              self.refused("split", "-", "--loss", "3", says="<stdin>" + says, stdin=content.encode()))
                self.assertNotIn("  ", error)
        self.refused("split", self.folder / "none.csv", "--loss", "3", says="No such file")

    def test_options(self):
        path = self.write("events.csv", TABLE)
        for words, says in [
            ([], "split needs --loss or --like-batch-size"),
            (["--loss", "3", "--like-batch-size", "3"], "--loss and --like-batch-size cannot be combined"),
            (["--loss", "-1"], "--loss: -1 is out of range (at least 0)"),
            (["--loss", "x"], "--loss: 'x' is not a whole number"),
            (["--like-batch-size", "0"], "--like-batch-size: 0 is out of range (at least 1)"),
            (["--loss", "3", "--loss-score", "eq9"], "--loss-score: unknown value 'eq9'; choose eq7 or eq8"),
            (["--loss", "3", "--ties", "cut"], "--ties: unknown value 'cut'; choose split or keep"),
            (["--loss", "3", "--columns", "src,dst"], "expected 3 columns (source, destination and time) in --columns, found 2"),
        ]:
            with self.subTest(words):
                self.refused("split", path, *words, says=says)


if __name__ == "__main__":
    unittest.main()
