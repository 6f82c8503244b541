"""Temporal neighbours, against looking at every event."""

import collections
import csv
import gzip
import random
import unittest

import numpy

from program import DATA, ProgramTest
from rounds import beginning

MESSAGES = DATA / "temporal_collegemsg.csv.gz"


def random_events(seed, nodes=9, events=120, step=1):
    """Ties, self-loops and repeated pairs."""
    draw = random.Random(seed)
    time, rows = -5, []
    for _ in range(events):
        time += step * draw.randint(1, 3) if draw.random() < 0.5 else 0
        source = draw.randrange(nodes)
        rows.append((source, source if draw.random() < 0.25 else draw.randrange(nodes), time))
    return rows


def seen(rows, root, time, before, visible="strict", window=None, direction="both"):
    """The events a root sees, newest first, each with the node at its other end."""
    found = []
    for event, (source, destination, at) in reversed(list(enumerate(rows))):
        if visible == "batch-start" and event >= before:
            continue
        if (visible == "strict" and at >= time) or (visible == "inclusive" and at > time):
            continue
        if window is not None and time - at > window:
            continue
        if direction != "in" and source == root:
            found.append((event, destination))
        elif direction != "out" and destination == root:
            found.append((event, source))
    return found


class Sample(ProgramTest):
    def events(self, rows):
        return self.write("events.csv", "src,dst,time\n" + "".join("%d,%d,%r\n" % row for row in rows))

    def sampled(self, path, *words):
        report = self.json("sample", path, *words, "-o", self.folder / "found.npz")
        with numpy.load(self.folder / "found.npz") as arrays:
            self.assertEqual(report["arrays"], arrays.files)
            return report, {name: arrays[name] for name in arrays.files}

    def check_layer(self, rows, roots, found, ending, options, uniform=False):
        """roots  node, time and first event of the batch of each; node −1: none. Returns the roots of the next layer."""
        nodes, events, times, counts = (found[name + ending] for name in ("nodes", "events", "times", "counts"))
        k = nodes.shape[1]
        self.assertEqual((events.shape, times.shape, counts.shape), ((len(roots), k), (len(roots), k), (len(roots),)))
        for row, (root, time, before) in enumerate(roots):
            wanted = [] if root < 0 else seen(rows, root, time, before, **options)
            count = min(k, len(wanted))
            self.assertEqual(counts[row], count)
            pairs = list(zip(events[row].tolist(), nodes[row].tolist()))
            if uniform:
                self.assertEqual(pairs[:count], [pair for pair in wanted if pair in pairs[:count]])
            else:
                self.assertEqual(pairs[:count], wanted[:count])
            self.assertEqual(pairs[count:], [(-1, -1)] * (k - count))
            self.assertEqual(times[row].tolist(), [rows[e][2] for e, _ in pairs[:count]] + [time] * (k - count))
        return list(zip(nodes.ravel().tolist(), times.ravel().tolist(), events.ravel().tolist()))

    def roots(self, rows, offsets=(0,)):
        first = [max(o for o in offsets if o <= e) for e in range(len(rows))]
        return [(row[end], row[2], first[e]) for end in (0, 1) for e, row in enumerate(rows)]

    def test_all_options_by_looking_at_every_event(self):
        for seed, (visible, window, direction, way) in enumerate(
                (visible, window, direction, way) for visible in ("strict", "inclusive", "batch-start")
                for window in (None, 0, 6) for direction in ("both", "out", "in") for way in ("--recent", "--uniform")):
            rows = random_events(seed)
            words = [way, "3", "--visible", visible, "--direction", direction]
            words += [] if window is None else ["--window", window]
            words += ["--batch-size", 17] if visible == "batch-start" else []
            with self.subTest(words):
                report, found = self.sampled(self.events(rows), *words)
                roots = self.roots(rows, range(0, len(rows), 17))
                self.assertEqual(list(zip(found["root_nodes"].tolist(), found["root_times"].tolist())),
                                 [root[:2] for root in roots])
                options = {"visible": visible, "window": window, "direction": direction}
                self.check_layer(rows, roots, found, "", options, uniform=way == "--uniform")
                self.assertEqual({name: report[name] for name in options}, options)
                self.assertEqual(report["strategy"], way[2:])
                layer = report["layers"][0]
                self.assertEqual(layer["neighbours"], found["counts"].sum())
                self.assertEqual(layer["without"], (found["counts"] == 0).sum())
                self.assertAlmostEqual(layer["fill"], (found["nodes"] >= 0).mean())

    def test_layers(self):
        rows = random_events(100)
        for way in ("--recent", "--uniform"):
            _, found = self.sampled(self.events(rows), way, "4,2,3", "--visible", "inclusive")
            roots = self.roots(rows)
            for layer in ("_1", "_2", "_3"):
                roots = self.check_layer(rows, roots, found, layer, {"visible": "inclusive"}, way == "--uniform")
            self.assertEqual(len(found), 2 + 3 * 4)

    def test_fractional_times(self):
        rows = [(s, d, t / 4) for s, d, t in random_events(3)]
        _, found = self.sampled(self.events(rows), "--recent", "3", "--window", "0.5")
        self.assertEqual((found["root_times"].dtype, found["times"].dtype), ("<f8", "<f8"))
        self.check_layer(rows, self.roots(rows), found, "", {"window": 0.5})

    def test_batches_of_bounded_loss(self):
        rows = random_events(5)
        path = self.events(rows)
        for words in (["--loss", "4"], ["--like-batch-size", "11", "--loss-score", "eq8", "--ties", "keep"]):
            offsets = self.json("split", path, *words)["offsets"]
            report, found = self.sampled(path, "--recent", "3", "--visible", "batch-start", *words)
            self.assertEqual((found["offsets"].tolist(), report["batches"]), (offsets, len(offsets) - 1))
            self.check_layer(rows, self.roots(rows, offsets), found, "", {"visible": "batch-start"})

    def test_real_data(self):
        with gzip.open(MESSAGES, "rt") as file:
            rows = [tuple(map(int, row)) for row in list(csv.reader(file))[1:]]
        _, found = self.sampled(MESSAGES, "--recent", "10")
        history = collections.defaultdict(list)
        waiting = []  # of the time at hand: not seen by its own time
        for event, (source, destination, time) in enumerate(rows):
            if waiting and rows[waiting[0]][2] < time:
                for earlier in waiting:
                    for node in set(rows[earlier][:2]):
                        history[node].append(earlier)
                waiting = []
            for row, node in ((event, source), (len(rows) + event, destination)):
                wanted = history[node][:-11:-1]
                self.assertEqual(found["events"][row].tolist(), wanted + [-1] * (10 - len(wanted)))
            waiting.append(event)

    def test_any_number_of_threads(self):
        messages = beginning(MESSAGES, self.folder, 20_000)
        for words in (["--recent", "10,2"], ["--uniform", "10,2", "--seed", "3"]):
            contents = []
            for threads in (0, 1, 2, 3):
                path = self.folder / f"{threads}.npz"
                self.ok("sample", messages, *words, "--threads", threads, "-o", path)
                contents.append(path.read_bytes())
            self.assertEqual(len(set(contents)), 1)

    def test_seeds(self):
        path = self.events(random_events(6))
        drawn = [self.sampled(path, "--uniform", "2", *words)[1]["events"].tolist()
                 for words in ([], ["--seed", "0"], ["--seed", "1"])]
        self.assertEqual(drawn[0], drawn[1])
        self.assertNotEqual(drawn[0], drawn[2])

    def test_order_and_nodes(self):
        rows = sorted(set(random_events(7)), key=lambda row: row[2])
        path = self.events(rows)
        wanted = self.sampled(path, "--recent", "3")[1]
        shuffled = list(enumerate(rows))
        random.Random(1).shuffle(shuffled)
        shuffled.sort(key=lambda pair: (pair[1][2] % 5, pair[1][2], pair[0]))  # not by time, but ties as before
        self.refused("sample", self.events([row for _, row in shuffled]), "--recent", "3", says="--sort sorts them")
        found = self.sampled(path, "--recent", "3", "--sort", "--nodes", "1000")[1]
        for name, array in wanted.items():
            self.assertEqual(found[name].tolist(), array.tolist())

    def given_roots(self, rows, seed, times):
        """Nodes at times before, within and after the events, in no order."""
        draw = random.Random(seed)
        nodes = 1 + max(max(row[:2]) for row in rows)
        return [(draw.randrange(nodes), draw.choice(times)) for _ in range(80)]

    def test_roots_of_a_file(self):
        rows = random_events(9)
        path = self.events(rows)
        times = list(range(rows[0][2] - 3, rows[-1][2] + 4))
        for seed, (visible, window, way, form) in enumerate(
                (visible, window, way, form) for visible in ("strict", "inclusive") for window in (None, 6)
                for way in ("--recent", "--uniform") for form in ("csv", "headless", "npy", "chosen")):
            roots = self.given_roots(rows, seed, times if form != "npy" else [t for t in times if t >= 0])
            if form == "npy":
                file = self.folder / "roots.npy"
                numpy.save(file, numpy.array(roots))
            else:
                header = {"csv": "node,time\n", "headless": "", "chosen": "who,when\n"}[form]
                file = self.write("roots.csv", header + "".join("%d,%d\n" % root for root in roots))
            words = [way, "3,2", "--visible", visible, "--roots", file]
            words += [] if window is None else ["--window", window]
            words += ["--root-columns", "who,when"] if form == "chosen" else []
            with self.subTest(words, form=form):
                report, found = self.sampled(path, *words)
                self.assertEqual(list(zip(found["root_nodes"].tolist(), found["root_times"].tolist())), roots)
                self.assertEqual((report["roots"], report["metrics"]["roots"]), (str(file), len(roots)))
                layer = [root + (None,) for root in roots]
                for ending in ("_1", "_2"):
                    layer = self.check_layer(rows, layer, found, ending, {"visible": visible, "window": window},
                                             uniform=way == "--uniform")

    def test_roots_at_fractional_times(self):
        whole, quarters = random_events(10), [(s, d, t / 4) for s, d, t in random_events(10)]
        for rows, step in ((whole, 0.5), (quarters, 1)):
            times = [step * t for t in range(-20, 60)]
            roots = self.given_roots(rows, 3, times)
            file = self.write("roots.csv", "node,time\n" + "".join("%d,%r\n" % root for root in roots))
            _, found = self.sampled(self.events(rows), "--recent", "3", "--roots", file)
            self.assertEqual((found["root_times"].dtype, found["times"].dtype), ("<f8", "<f8"))
            self.assertEqual(found["root_times"].tolist(), [time for _, time in roots])
            self.check_layer(rows, [root + (None,) for root in roots], found, "", {})
        large = self.write("large.csv", "0,1,5\n0,1,9007199254740993\n")
        half = self.write("half.csv", "0,0.5\n")
        self.refused("sample", large, "--recent", "3", "--roots", half,
                     says="large.csv: time 9007199254740993 of row 1 exceeds 2^53, so it cannot be compared with the fractional")
        late = self.write("late.csv", "0,-9007199254740993\n")
        self.refused("sample", self.events(quarters), "--recent", "3", "--roots", late,
                     says="late.csv: time -9007199254740993 of row 0 exceeds 2^53")
        # The largest difference of times there is, and a window that reaches beyond it.
        ends = self.write("ends.csv", "0,1,-4611686018427387904\n0,2,4611686018427387902\n")
        last = self.write("last.csv", "0,4611686018427387903\n")
        for window, wanted in (("9223372036854775806", [2, -1]), ("9223372036854775807", [2, 1]), ("9223372036854775808", None)):
            words = ["sample", ends, "--recent", "2", "--roots", last, "--window", window]
            if wanted is None:
                self.refused(*words, says="--window: 9223372036854775808 is too large")
            else:
                self.assertEqual(self.sampled(*words[1:])[1]["nodes"].tolist(), [wanted])

    def test_bad_roots(self):
        path = self.write("events.csv", "0,1,5\n1,2,6\n")
        for content, says in [
            ("node,time\n0,1\n3,1\n", ":3: node id 3 is not below 3, the number of nodes"),
            ("node,time\n0,1\n-3,1\n", ":3:1: node id '-3' is negative"),
            ("node,time\n0,nan\n", ":2:3: time 'nan' is not a finite number"),
            ("node,time\n0\n", ":2:2: expected 2 columns, found 1"),
            ("node,when\n0,1\n", ":1: no column of times (time, timestamp, ts, t); columns: node, when"),
            ("node,root,time\n0,1,1\n", ":1: ambiguous column of nodes: 'node' or 'root'; choose columns with --root-columns NODE,TIME"),
            ("0,1,1\n", ":1: expected 2 columns (node and time), found 3; choose columns with --root-columns NODE,TIME"),
            ("", ": no roots"),
            ("node,time\n", ": no roots"),
        ]:
            for name, bytes_of in (("roots.csv", lambda text: text), ("roots.csv.gz", lambda t: gzip.compress(t.encode()))):
                with self.subTest(content, name=name):
                    self.refused("sample", path, "--recent", "3", "--roots", self.write(name, bytes_of(content)),
                                 says=name + says)
        file = self.write("roots.csv", "0,1\n")
        for words, says in [
            (["--roots", self.folder / "none.csv"], "none.csv: No such file"),
            (["--roots", file, "--visible", "batch-start", "--batch-size", "1"], "--visible batch-start cannot be combined with --roots"),
            (["--roots", file, "--root-columns", "1"], "roots.csv:1: expected 2 columns (node and time) in --root-columns, found 1"),
            (["--root-columns", "1,2"], "--root-columns needs --roots"),
        ]:
            self.refused("sample", path, "--recent", "3", *words, says=says)
        self.refused("sample", "-", "--recent", "3", "--roots", "-", says="standard input cannot be both", stdin=b"0,1,5\n")
        self.ok("sample", path, "--recent", "3", "--roots", file, "--nodes", "9")
        self.ok("sample", path, "--recent", "3", "--roots", self.write("more.csv", "8,1\n"), "--nodes", "9")
        text = self.ok("sample", path, "--recent", "3", "--roots", "-", stdin=b"0,6\n")
        self.assertTrue(text.startswith("2 interactions of 3 nodes: neighbours of one root\n"), text)

    def test_report_and_files(self):
        path = self.write("events.csv", "0,1,5\n1,2,6\n2,2,6\n")
        text = self.ok("sample", path, "--recent", "2", "-o", self.folder / "found.npy")
        self.assertTrue(text.startswith("3 interactions of 3 nodes: neighbours of 6 roots\n"), text)
        self.assertRegex(text, r"(?m)^ *1 +6 +2 +1 +8\.33% +5 *$")
        self.assertRegex(text, r"(?m)^  wrote +.*found\.npy \(root_nodes, root_times, nodes, events, times, counts\)$")
        self.assertEqual(numpy.load(self.folder / "found.nodes.npy").tolist(),
                         [[-1, -1], [0, -1], [-1, -1], [-1, -1], [-1, -1], [-1, -1]])

    def test_bad_options(self):
        path = self.write("events.csv", "0,1,5\n1,2,6\n")
        for words, says in [
            ([], "sample needs either --recent or --uniform"),
            (["--recent", "3", "--uniform", "3"], "sample needs either --recent or --uniform"),
            (["--recent", "0"], "--recent: 0 is out of range (at least 1)"),
            (["--uniform", "5,0"], "--uniform: 0 is out of range (at least 1)"),
            (["--recent", "ten"], "--recent: 'ten' is not a whole number"),
            (["--recent", "9,9999999999"], "are 2^31 slots or more"),
            (["--recent", "3", "--seed", "1"], "--seed needs --uniform"),
            (["--uniform", "3", "--seed", "-1"], "--seed: -1 is out of range (at least 0)"),
            (["--recent", "3", "--visible", "all"], "--visible: unknown value 'all'; choose strict, inclusive or batch-start"),
            (["--recent", "3", "--visible", "batch-start"], "needs --batch-size, --loss or --like-batch-size"),
            (["--recent", "3", "--batch-size", "5"], "require --visible batch-start"),
            (["--recent", "3", "--visible", "batch-start", "--batch-size", "0"], "--batch-size: 0 is out of range (at least 1)"),
            (["--recent", "3", "--visible", "batch-start", "--batch-size", "2", "--loss", "2"], "--batch-size cannot be combined with --loss"),
            (["--recent", "3", "--direction", "up"], "--direction: unknown value 'up'; choose both, out or in"),
            (["--recent", "3", "--window", "-1"], "--window: -1 is out of range (at least 0)"),
            (["--recent", "3", "--window", "0.5"], "--window: '0.5' is not a whole number"),
            (["--recent", "3", "--threads", "-1"], "--threads: -1 is out of range (0 to 1024)"),
            (["--recent", "3", "--nodes", "2"], "events.csv:2: node id 2 is not below 2, the number of nodes"),
            (["--recent", "3", "-o", "found.csv"], "'found.csv' does not end in .npz or .npy"),
        ]:
            with self.subTest(words):
                self.refused("sample", path, *words, says=says)


if __name__ == "__main__":
    unittest.main()
