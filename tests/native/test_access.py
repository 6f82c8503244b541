"""Access without redundancy, against numpy."""

import gzip
import json
import unittest

import numpy

from program import DATA, ProgramTest, run
from rounds import beginning, some
from test_sample import random_events, seen

MESSAGES = DATA / "temporal_collegemsg.csv.gz"
WIKIPEDIA = DATA / "temporal_jodie_wikipedia.csv.gz"


class Access(ProgramTest):
    def events(self, rows):
        return self.write("events.csv", "src,dst,time\n" + "".join("%d,%d,%r\n" % row for row in rows))

    def accessed(self, path, *words):
        report = self.json("access", path, *words, "-o", self.folder / "found.npz")
        with numpy.load(self.folder / "found.npz") as arrays:
            self.assertEqual(report["arrays"], arrays.files)
            return report, {name: arrays[name] for name in arrays.files}

    def check_steps(self, report, found, order):
        """What step I is to give, by numpy; and the counts that follow from it."""
        requested, unique = [], []
        for a, b, c, d in zip(found["id_offsets"], found["id_offsets"][1:],
                              found["unique_offsets"], found["unique_offsets"][1:]):
            ids = found["ids"][a:b]
            wanted, first, inverse = numpy.unique(ids, return_index=True, return_inverse=True)
            if order == "first":
                order_of_first = numpy.argsort(first)
                rank = numpy.empty_like(order_of_first)
                rank[order_of_first] = numpy.arange(len(rank))
                wanted, inverse = wanted[order_of_first], rank[inverse]
            self.assertTrue(numpy.array_equal(found["unique"][c:d], wanted))
            self.assertTrue(numpy.array_equal(found["inverse"][a:b], inverse))
            requested.append(len(ids))
            unique.append(len(wanted))
        metrics = report["metrics"]
        self.assertEqual((report["requested"], report["unique"]), (requested, unique))
        self.assertEqual((metrics["requested"], metrics["unique"]), (sum(requested), sum(unique)))
        self.assertEqual(metrics["batches"], len(requested))
        self.assertAlmostEqual(metrics["redundancy"], sum(requested) / sum(unique))
        width = report["table"]["row_bytes"]
        self.assertEqual(metrics["requested_bytes"], width * sum(requested))
        self.assertEqual(metrics["unique_bytes"], width * sum(unique) + 4 * sum(requested))
        for name in ("unique_seconds", "gather_seconds", "reconstruct_seconds", "baseline_seconds"):
            self.assertGreaterEqual(metrics[name], 0)
        self.assertAlmostEqual(metrics["three_step_seconds"], metrics["unique_seconds"] + metrics["gather_seconds"] +
                               metrics["reconstruct_seconds"])
        longer = metrics["three_step_seconds"] - metrics["baseline_seconds"]
        if longer <= 0:
            self.assertIsNone(metrics["break_even"])
        else:
            saved = metrics["requested_bytes"] - metrics["unique_bytes"]
            self.assertAlmostEqual(metrics["break_even"] * longer / saved, 1)
        self.assertEqual(metrics["rounds"], 3)
        least, middle, most = (float("inf") if metrics[name] is None else metrics[name]
                               for name in ("break_even_least", "break_even", "break_even_most"))
        self.assertTrue(least <= middle <= most or metrics["requested_bytes"] <= metrics["unique_bytes"])
        if metrics["three_step_seconds"] > 0:
            self.assertAlmostEqual(metrics["speedup"], metrics["baseline_seconds"] / metrics["three_step_seconds"])

    def requests(self, rows, begin, end, negatives, fanouts, table):
        """The ids of a batch, and neighbours a root; every event looked at. negatives: of each of its events."""
        batch = rows[begin:end]
        roots = [(source, time) for source, _, time in batch] + [(destination, time) for _, destination, time in batch]
        roots += [(node, row[2]) for row, drawn in zip(batch, negatives) for node in drawn]
        ids = [node for node, _ in roots] if table == "nodes" else list(range(begin, end))
        counts = []
        for k in fanouts:
            of_roots = [seen(rows, node, time, None)[:k] for node, time in roots]
            counts += map(len, of_roots)
            found = [pair for pairs in of_roots for pair in pairs]
            ids += [node if table == "nodes" else event for event, node in found]
            roots = [(node, rows[event][2]) for event, node in found]
        return ids, counts

    def test_requests_by_looking_at_every_event(self):
        for seed, (table, negatives, recent) in enumerate(
                (table, negatives, recent) for table in ("nodes", "edges") for negatives in (0, 1, 2)
                for recent in ("4", "3,2")):
            rows = random_events(seed)
            nodes = {node for row in rows for node in row[:2]}
            origin = ("destinations", "nodes")[seed % 2]
            words = ["--recent", recent, "--negatives", negatives, "--batch-size", "25", "--negatives-from", origin]
            with self.subTest(words, table=table):
                path = self.events(rows)
                report, found = self.accessed(path, *words, "--table", table)
                self.check_steps(report, found, "first")
                drawn = found["negatives"]
                self.assertEqual(drawn.shape, (len(rows), negatives))
                self.assertLessEqual(set(drawn.flat), {row[1] for row in rows} if origin == "destinations" else nodes)
                offsets = list(range(0, len(rows), 25)) + [len(rows)]
                self.assertEqual(found["offsets"].tolist(), offsets)
                for batch, (begin, end) in enumerate(zip(offsets, offsets[1:])):
                    wanted, counts = self.requests(rows, begin, end, drawn[begin:end].tolist(),
                                                   map(int, recent.split(",")), table)
                    a, b = found["id_offsets"][batch:batch + 2]
                    self.assertEqual(found["ids"][a:b].tolist(), wanted)
                    a, b = found["count_offsets"][batch:batch + 2]
                    self.assertEqual(found["counts"][a:b].tolist(), counts)
                self.assertEqual(report["metrics"]["roots"],
                                 len(rows) * (2 + negatives if table == "nodes" else 1))

    def test_unique_and_inverse_of_real_data(self):
        messages = beginning(MESSAGES, self.folder, 10_000)
        for words in (["--batch-size", "2000"], ["--like-batch-size", "600"], ["--table", "edges", "--loss", "1000"]):
            for order in ("first", "sorted"):
                report, found = self.accessed(messages, *words, "--width", "1", "--order", order)
                self.check_steps(report, found, order)
                self.assertEqual(report["order"], order)

    def test_hot_rows_by_counting_batches(self):
        messages = beginning(MESSAGES, self.folder, 10_000)
        for words in (["--batch-size", "600"], ["--batch-size", "2000", "--table", "edges"]):
            for budget in (1, 100, 10**6):
                report, found = self.accessed(messages, *words, "--width", "2", "--hot-rows", budget)
                ids, batches = numpy.unique(found["unique"], return_counts=True)
                kept = numpy.sort(batches[batches > 1])[::-1][:budget]
                hits, accesses = int(kept.sum()), len(found["unique"])
                moved = accesses - hits + len(kept)
                self.assertEqual(report["metrics"]["hot_rows"],
                                 {"budget": budget, "rows": len(kept), "hits": hits, "hit_rate": hits / accesses,
                                  "moved_rows": moved, "moved_bytes": 8 * moved})
        self.assertIsNone(self.json("access", messages)["metrics"]["hot_rows"])
        self.assertRegex(self.ok("access", messages, "--hot-rows", "100"),
                         r"(?m)^  hot rows +100 cached: \d+\.\d+% of unique rows are hits, [\d,]+ rows transferred: ")
        self.refused("access", messages, "--hot-rows", "0", says="--hot-rows")
        self.refused("access", messages, "--hot-rows", "many", says="--hot-rows")

    def test_seeds(self):
        messages = beginning(MESSAGES, self.folder, 10_000)
        first, same, other = (self.accessed(messages, "--width", "1", *words)[1]["ids"].tolist()
                              for words in ([], ["--seed", "0"], ["--seed", "1"]))
        self.assertEqual(first, same)
        self.assertNotEqual(first, other)

    def test_negatives_occur(self):
        """Ids may be sparse: a negative is a destination, or a node that some interaction has."""
        path = self.write("sparse.csv", "src,dst,time\n" + "".join(
            f"{1000 + i % 7},{2_000_000 + i % 5},{i}\n" for i in range(400)))
        drawn = {origin: self.accessed(path, "--negatives", "3", "--width", "1", *origin)[1]["negatives"]
                 for origin in ((), ("--negatives-from", "nodes"))}
        for (origin, negatives), nodes in zip(drawn.items(), (5, 12)):
            with self.subTest(origin):
                ids, counts = numpy.unique(negatives, return_counts=True)
                self.assertEqual(len(ids), nodes)
                share = 1200 / nodes  # χ² at 11 degrees of freedom exceeds 40 once in 30,000 times; the seed is fixed
                self.assertLess(((counts - share)**2 / share).sum(), 40)
        self.assertEqual(self.json("access", path, "--width", "1")["negatives_from"], "destinations")
        self.refused("access", path, "--negatives-from", "items", says="--negatives-from")

    def test_negatives_of_the_past(self):
        rows = [(i % 3, 10 + (i * i) % 7, i) for i in range(60)]
        path = self.write("past.csv", "src,dst,time\n" + "".join("{},{},{}\n".format(*row) for row in rows))
        for trained, words in ((0, ["historical"]), (9, ["inductive", "--trained", "9"])):
            report, found = self.accessed(path, "--negatives", "5", "--width", "1", "--negatives-from", *words)
            self.assertEqual(report["trained"], trained or None)
            for (source, destination, time), drawn in zip(rows, found["negatives"]):
                past = {}
                for number, (one, other, _) in enumerate(rows[:time]):
                    if one == source:
                        past.setdefault(other, number)
                allowed = {node for node, number in past.items() if number >= trained and node != destination}
                self.assertTrue(set(drawn.tolist()) <= (allowed or {row[1] for row in rows}), (time, drawn, allowed))
        for words in (["--negatives-from", "inductive"], ["--trained", "3"]):
            self.refused("access", path, "--width", "1", *words, says="need each other")

    def test_redundancy_of_wikipedia(self):
        for size, negatives, table, redundancy in some([(600, 1, "nodes", 9.83), (2000, 1, "nodes", 20.98),
                                                        (600, 0, "nodes", 15.59), (2000, 0, "nodes", 26.22)], share=4):
            report = self.json("access", WIKIPEDIA, "--batch-size", size, "--negatives", negatives, "--table", table,
                               "--width", "1")
            self.assertAlmostEqual(report["metrics"]["redundancy"], redundancy, delta=0.05)

    def test_a_table_of_too_many_bytes(self):
        self.refused("access", self.events([(0, 1, 5)]), "--table", "edges", "--table-rows", str(1 << 52), "--width", "4096",
                     says="a table of 4503599627370496 rows of 4096 floats has 2^53 bytes or more; give a smaller --table-rows or --width")

    def test_report(self):
        path = self.write("events.csv", "0,1,5\n1,2,6\n2,2,6\n")
        text = self.ok("access", path, "--negatives", "0", "--width", "2", "-o", self.folder / "found.npy")
        # 6 roots; before time 6, node 1 met node 0.
        self.assertTrue(text.startswith("3 interactions in one batch: 7 rows of nodes requested, 2.33 requests per row\n"), text)
        self.assertRegex(text, r"(?m)^  requested +7 rows of 8 bytes: 0\.0 MB; 6 for roots$")
        self.assertRegex(text, r"(?m)^  unique +3 rows and the inverse: 0\.0 MB, 92\.86% of the requested bytes$")
        self.assertRegex(text, r"(?m)^  pays off +(never|always|over links slower than [\d.]+ GB/s \(break-even, [\d.]+ to ([\d.]+|any) in 3 rounds\))")
        for step in ("I   unique", "II  gather", "III reconstruct", "three steps", "every row", "pays off"):
            self.assertRegex(text, rf"(?m)^  {step} ")
        self.assertEqual(numpy.load(self.folder / "found.inverse.npy").tolist(), [0, 1, 2, 1, 2, 2, 0])

    def test_width_of_the_data(self):
        header = "user_id,item_id,timestamp,state_label,comma_separated_list_of_features\n"
        path = self.write("jodie.csv", header + "0,0,1,0,0.5,1.5,-2\n1,0,2,0,1,2,3\n")
        for table, words, width in (("edges", (), 3), ("edges", ("--width", "5"), 5), ("nodes", (), 172)):
            done = run("access", path, "--json", "--table", table, *words)
            self.assertEqual(json.loads(done.stdout)["table"]["row_bytes"], 4 * width)

    def test_rows_of_the_table(self):
        path = self.write("events.csv", "0,1,5\n1,2,6\n")
        for table, least in (("nodes", 3), ("edges", 2)):
            for rows in (least, 100):
                report = self.json("access", path, "--table", table, "--table-rows", rows, "--negatives", "0")
                self.assertEqual(report["table"], {"of": table, "rows": rows, "row_bytes": 688})
        self.refused("access", path, "--table-rows", "2", says="events.csv:2: node id 2 is not below 2")
        self.refused("access", path, "--table", "edges", "--table-rows", "1",
                     says="event 1 is not one of the 1 rows of the table")

    def features(self, array, name="features.npy"):
        numpy.save(self.folder / name, array)
        return self.folder / name

    def test_features_of_nodes_and_edges(self):
        draw = numpy.random.default_rng(1)
        rows = random_events(8)
        path = self.events(rows)
        count = {"nodes": 1 + max(max(row[:2]) for row in rows), "edges": len(rows)}
        for seed, dtype in enumerate(("<f4", "<f2", "<f8", ">f4", "<i8", "|u1", "|b1")):
            for table, more in (("nodes", 0), ("edges", 0), ("nodes", 5), ("edges", 5)):
                columns = int(draw.integers(1, 40))
                table_of = (100 * draw.standard_normal((count[table] + more, columns))).astype(dtype)
                if table_of.dtype.kind == "f":
                    table_of.flat[::3] = numpy.nan
                order = ("first", "sorted")[seed % 2]
                with self.subTest(dtype, table=table, more=more):
                    file = self.features(table_of)
                    report, found = self.accessed(path, "-q", "--table", table, "--features", file, "--batch-size", "25",
                                                  "--order", order)
                    self.check_steps(report, found, order)
                    self.assertEqual(report["table"], {"of": table, "rows": len(table_of),
                                                       "row_bytes": columns * table_of.itemsize})
                    self.assertEqual(report["features"], {"file": str(file), "type": numpy.dtype(dtype).name, "columns": columns})
                    self.assertEqual((found["rows"].dtype.str, found["rows"].shape),
                                     (dtype, (len(found["unique"]), columns)))
                    self.assertEqual(found["rows"].tobytes(), table_of[found["unique"]].tobytes())

    def test_features_of_one_column_or_gzipped(self):
        path = self.write("events.csv", "0,1,5\n1,2,6\n")
        file = self.features(numpy.arange(3, dtype="f4"))
        packed = self.write("features.npy.gz", gzip.compress(file.read_bytes()))
        for features in (file, packed):
            report, found = self.accessed(path, "--features", features, "--negatives", "0")
            self.assertEqual(report["features"]["columns"], 1)
            self.assertEqual(found["rows"].tolist(), [[0], [1], [2]])
        text = self.ok("access", path, "--features", file)
        self.assertRegex(text, r"(?m)^  features +\S+features\.npy: 3 rows of 1 × float32$")
        self.assertIsNone(self.json("access", path)["features"])
        self.ok("access", path, "--features", "-", stdin=file.read_bytes())
        # More rows than are written at a time, which is 4 MB.
        table = self.features(numpy.arange(1900 * 60).reshape(-1, 60))
        report, found = self.accessed(beginning(MESSAGES, self.folder, 10_000), "--features", table)
        self.assertGreater(found["rows"].nbytes, 4 << 20)
        self.assertTrue(numpy.array_equal(found["rows"][:, 1], 60 * found["unique"] + 1))

    def test_rows_of_edge_features(self):
        random = numpy.random.default_rng(4)
        rows = random_events(4)
        places = 1 + random.permutation(len(rows))  # row 0 is of no event, as DyGLib has it
        table = self.features(random.random((len(rows) + 1, 3)).astype("f4"))
        text = "".join(f"{source},{destination},{time!r},{place}\n"
                       for (source, destination, time), place in zip(rows, places))
        named = self.write("named.csv", "u,i,ts,idx\n" + text)
        words = ("--table", "edges", "--batch-size", "30")
        plain = self.accessed(self.events(rows), *words)[1]
        self.assertEqual(run("access", named, *words, "--features", table, "-o", self.folder / "by_name.npz").returncode, 0)
        with numpy.load(self.folder / "by_name.npz") as arrays:
            found = dict(arrays)
        self.assertEqual(found["ids"].tolist(), places[plain["ids"]].tolist())
        self.assertTrue(numpy.array_equal(found["rows"], numpy.load(table)[found["unique"]]))
        self.assertIn("column 'idx' has the row of each interaction", run("access", named).stderr.decode())
        # Without the column, and without a header, events have the rows of their order.
        chosen = self.accessed(named, *words, "--columns", "u,i,ts")[1]
        self.assertEqual(chosen["ids"].tolist(), plain["ids"].tolist())
        # The file in another order has the same rows, once sorted; equal times keep an order that is known here.
        shuffled = sorted(range(len(rows)), key=lambda row: (-rows[row][2], row))
        turned = self.write("turned.csv", "".join("%d,%d,%r\n" % rows[row] for row in shuffled))
        found = self.accessed(turned, *words, "--sort")[1]
        self.assertEqual(found["ids"].tolist(), numpy.argsort(shuffled)[plain["ids"]].tolist())
        self.ok("sample", turned, "--recent", "2", "--sort", "-o", self.folder / "sampled.npz")
        self.ok("split", turned, "--loss", "9", "--sort", "-o", self.folder / "split.npz")
        for name in ("sampled.npz", "split.npz"):
            with numpy.load(self.folder / name) as arrays:
                self.assertEqual(numpy.array(shuffled)[arrays["feature_rows"]].tolist(), list(range(len(rows))))
        self.refused("access", named, *words, "--columns", "u,i,ts,idx", "--features", self.features(numpy.zeros((9, 1))),
                     says=f"features.npy: feature row {len(rows)} is not one of the 9 rows of the table")

    def test_bad_features(self):
        path = self.write("events.csv", "src,dst,time\n0,1,5\n1,2,6\n2,1,7\n")
        two = numpy.zeros((2, 4), "f4")
        for array, words, says in [
            (two, [], "events.csv:3: node id 2 is not below 2, the number of nodes with a row in "),
            (two, ["--table", "edges"], "features.npy: event 2 is not one of the 2 rows of the table"),
            (numpy.zeros((4, 4), "f4"), ["--table", "edges"], "features.npy: 4 rows for 3 interactions: one of them, "),
            (two[:, :0], [], "features.npy: feature rows are empty: an array of shape (2, 0)"),
            (two[:0], [], "features.npy: no rows of features: an array of shape (0, 4)"),
            (two[None], [], "features.npy: an array of shape (1, 2, 4); features are n × d"),
            (two.T, [], "features.npy: an array of shape (4, 2) is in Fortran order"),
            (two.astype("c8"), [], "features.npy: the array holds complex64, not numbers"),
            (two.astype("U3"), [], "features.npy: the array holds text, not numbers"),
            (two.astype("O"), [], "features.npy: the array holds Python objects, not numbers"),
            (numpy.zeros(3, "i4,f4"), [], "features.npy: a structured array"),
            (two, ["--width", "4"], "--features cannot be combined with --width or --table-rows"),
            (two, ["--table-rows", "2"], "--features cannot be combined with --width"),
        ]:
            with self.subTest(words, says=says):
                self.refused("access", path, "--features", self.features(array), *words, says=says)
        done = run("access", path, "--table", "edges", "--features", self.features(numpy.zeros((9, 4), "f4")))
        self.assertIn(b"features.npy: 9 rows for interactions with the rows 0 to 2; the others are never read\n", done.stderr)
        archive = self.folder / "features.npz"
        numpy.savez(archive, x=two)
        self.refused("access", path, "--features", archive, says="features.npz: not a .npy file but an archive; save its array alone, with numpy.save")
        whole = self.features(two).read_bytes()
        for name, content, says in [("none.npy", b"", "none.npy: the file is empty"),
                                    ("short.npy", whole[:-1], "short.npy: the file is truncated"),
                                    ("long.npy", whole + b"1", "long.npy: trailing data after"),
                                    ("rows.csv", b"0.5,1\n", "rows.csv: not a .npy file: it begins with '0.5,1")]:
            self.refused("access", path, "--features", self.write(name, content), says=says)
        self.refused("access", path, "--features", self.folder / "other.npy", says="other.npy: No such file")
        self.refused("access", "-", "--features", "-", stdin=whole, says="standard input cannot be both")

    def test_bad_options(self):
        path = self.write("events.csv", "0,1,5\n1,2,6\n")
        for words, says in [
            (["--width", "0"], "--width: 0 is out of range (1 to 16777216)"),
            (["--width", "99999999999"], "--width: 99999999999 is out of range (1 to 16777216)"),
            (["--recent", "0"], "--recent: 0 is out of range (at least 1)"),
            (["--negatives", "-1"], "--negatives: -1 is out of range (0 to 1000)"),
            (["--negatives", "1001"], "--negatives: 1001 is out of range (0 to 1000)"),
            (["--batch-size", "0"], "--batch-size: 0 is out of range (at least 1)"),
            (["--batch-size", "5", "--loss", "5"], "--batch-size cannot be combined with --loss or --like-batch-size"),
            (["--loss", "5", "--like-batch-size", "5"], "--loss and --like-batch-size cannot be combined"),
            (["--table", "rows"], "--table: unknown value 'rows'; choose nodes or edges"),
            (["--table-rows", "0"], "--table-rows: 0 is out of range (at least 1)"),
            (["--order", "plan"], "--order: unknown value 'plan'; choose sorted or first"),
            (["--seed", "x"], "--seed: 'x' is not a whole number"),
            (["-o", "found.csv"], "'found.csv' does not end in .npz or .npy"),
        ]:
            with self.subTest(words):
                self.refused("access", path, *words, says=says)


if __name__ == "__main__":
    unittest.main()
