"""Temporal interactions against plain Python."""
import bz2
import copy
import gzip
import lzma
import os
import pickle
import signal
import tempfile
import threading
import unittest
import warnings
from pathlib import Path
from time import process_time

import numpy as np

import tuplepack

SEED = int(np.random.SeedSequence().generate_state(1)[0])


def random_events(random, count=300, nodes=20):
    return random.integers(0, nodes, count), random.integers(0, nodes, count), np.sort(random.integers(0, 90, count))


def loss_of(sources, destinations):
    seen, loss = set(), 0
    for source, destination in zip(sources, destinations):
        for node in {int(source), int(destination)}:
            loss += node in seen
            seen.add(node)
    return loss


def seconds_of(call):
    begun = process_time()
    call()
    return process_time() - begun


class Temporal(unittest.TestCase):
    def test_the_index_is_built_once_for_a_direction(self):
        random = np.random.default_rng(SEED)
        count = 400_000
        events = tuplepack.Events(random.integers(0, 1000, count), random.integers(0, 1000, count), np.arange(count))
        for direction in ("both", "out", "in"):
            first, *others = [seconds_of(lambda: tuplepack.sample_neighbours(events, [5], [count], recent=2, direction=direction))
                              for _ in range(6)]
            self.assertLess(10 * min(others), first, direction)

    def test_batches_are_the_largest_within_the_bound(self):
        sources, destinations, times = random_events(np.random.default_rng(SEED))
        events = tuplepack.Events(sources, destinations, times)
        found = tuplepack.split(events, 10)
        for begin, end, loss in zip(found.offsets, found.offsets[1:], found.losses):
            self.assertEqual(loss_of(sources[begin:end], destinations[begin:end]), loss)
            self.assertLessEqual(loss, 10)
            if end < len(events):
                self.assertGreater(loss_of(sources[begin : end + 1], destinations[begin : end + 1]), 10)
        alike = tuplepack.split(events, like_batch_size=20)
        self.assertLessEqual(len(alike.losses), -(-len(events) // 20))
        with self.assertRaisesRegex(tuplepack.Error, "either loss or like_batch_size"):
            tuplepack.split(events)

    def test_no_batch_straddles_a_cut(self):
        sources, destinations, times = random_events(np.random.default_rng(SEED))
        events = tuplepack.Events(sources, destinations, times)
        for at in ([0.7, 0.85], [int(times[100]), int(times[200])], [0.004, 0.007, 0.999]):
            cuts = events.cuts(at)
            for ties in ("split", "keep"):
                found = tuplepack.split(events, 10, split_at=at, ties=ties)
                self.assertLessEqual(set(cuts), set(found.offsets.tolist()))
                ends, parts = [0, *cuts, 300], []
                for begin, end in zip(ends, ends[1:]):  # each as if it were alone
                    part = tuplepack.Events(sources[begin:end], destinations[begin:end], times[begin:end])
                    parts += (begin + tuplepack.split(part, 10, ties=ties).offsets[:-1]).tolist()
                self.assertEqual(found.offsets.tolist(), [*parts, 300])
        self.assertEqual(events.cuts([0.7, 0.85]), [210, 255])
        self.assertEqual(events.cuts([int(times[100])]), [int(np.searchsorted(times, times[100], side="right"))])
        for at, words in (([0.7, 30], "cannot be combined with times"), ([0.5, 0.5], "0.5 follows 0.5"),
                          ([1e9], "no interactions after 1000000000"), (["a"], "at cannot be 'a'")):
            with self.assertRaisesRegex(tuplepack.Error, words):
                events.cuts(at)
        with self.assertRaisesRegex(tuplepack.Error, "0.5 may be a share .* or a time"):
            tuplepack.Events(sources, destinations, times / 100).cuts([0.5])

    def test_a_copy_or_pickle_of_events_is_the_same(self):
        random = np.random.default_rng(SEED)
        sources, destinations, times = random_events(random)
        shuffled = random.permutation(len(times))
        for times in (times, times / 4):
            events = tuplepack.Events(sources[shuffled], destinations[shuffled], times[shuffled], sort=True, nodes=50)
            self.assertEqual(repr(events), "<Events: 300 events of 50 nodes>")
            for same in (pickle.loads(pickle.dumps(events)), copy.deepcopy(events)):
                self.assertEqual((len(same), same.nodes, same.statistics()), (300, 50, events.statistics()))
                for name in ("sources", "destinations", "times", "feature_rows"):
                    np.testing.assert_array_equal(getattr(same, name), getattr(events, name))
                self.assertEqual(same.times.dtype, times.dtype)
            np.testing.assert_array_equal(events.times, times)
            np.testing.assert_array_equal(events.sources, sources[shuffled][events.feature_rows])

    def test_feature_rows_stay_with_their_events(self):
        sources, destinations, times = np.array([3, 1, 2]), np.array([1, 2, 3]), np.array([30, 10, 20])
        events = tuplepack.Events(sources, destinations, times, sort=True)
        self.assertEqual(events.feature_rows.tolist(), [1, 2, 0])
        named = tuplepack.Events(sources, destinations, times, sort=True, feature_rows=[7, 5, 6])
        self.assertEqual(named.feature_rows.tolist(), [5, 6, 7])
        in_order = tuplepack.Events(sources, destinations, np.sort(times))
        self.assertEqual(in_order.feature_rows.tolist(), [0, 1, 2])
        for wrong in ([1, 2], [1, 2, -1]):
            with self.assertRaisesRegex(tuplepack.Error, "feature row"):
                tuplepack.Events(sources, destinations, np.sort(times), feature_rows=wrong)

    def test_times_without_a_unit_are_numbers(self):
        events = tuplepack.Events([0, 1, 2], [1, 2, 0], [30, 40, 60])
        stamps = np.array(["1970-01-01T00:00:55"], "M8[ms]")
        for given in (stamps, list(stamps), np.array([55], "m8[s]"), ["55"], [None]):
            with self.subTest(given), self.assertRaisesRegex(tuplepack.Error, r"times are not numbers but .*astype\('i8'\)"):
                tuplepack.sample_neighbours(events, [0], given, recent=1)
        (layer,) = tuplepack.sample_neighbours(events, [0], stamps.astype("M8[s]").astype("i8"), recent=1)
        self.assertEqual(layer.times.tolist(), [[30]])
        with self.assertRaisesRegex(tuplepack.Error, r"times hold 9223372036854775808, which is beyond 2\^62"):
            tuplepack.sample_neighbours(events, [0], np.array([1 << 63], "u8"), recent=1)
        with self.assertRaisesRegex(tuplepack.Error, r"times are not numbers but datetime64\[ms\].*astype\('M8\[s\]'\)"):
            tuplepack.Events([0], [1], stamps)

    def test_recent_neighbours(self):
        random = np.random.default_rng(SEED)
        sources, destinations, times = random_events(random)
        for stamps in (times, times.astype(float) / 2):
            events = tuplepack.Events(sources, destinations, stamps)
            roots, as_of = random.integers(0, 20, 50), random.choice(stamps, 50)
            (layer,) = tuplepack.sample_neighbours(events, roots, as_of, recent=4)
            for i, (root, time) in enumerate(zip(roots, as_of)):
                mine = [e for e in range(len(events))
                        if stamps[e] < time and root in (sources[e], destinations[e])][::-1][:4]
                self.assertEqual(layer.events[i].tolist(), mine + [-1] * (4 - len(mine)))
                self.assertEqual(layer.counts[i], len(mine))

    def test_layers_and_uniform(self):
        sources, destinations, times = random_events(np.random.default_rng(SEED))
        events = tuplepack.Events(sources, destinations, times)
        first, second = tuplepack.sample_neighbours(events, [1, 2], [80, 80], uniform=[3, 2], seed=4)
        self.assertEqual((first.nodes.shape, second.nodes.shape), ((2, 3), (6, 2)))
        # All are found where there are no more, and others than the most recent where there are.
        seen = [e for e in range(len(events)) if 1 in (sources[e], destinations[e]) and times[e] < 80][::-1]
        (every,) = tuplepack.sample_neighbours(events, [1], [80], uniform=len(seen), seed=4)
        self.assertEqual(every.events[0].tolist(), seen)
        drawn = {tuple(tuplepack.sample_neighbours(events, [1], [80], uniform=3, seed=seed)[0].events[0]) for seed in range(20)}
        self.assertGreater(len(drawn), 10)
        self.assertTrue({e for some in drawn for e in some} <= set(seen))

    def test_roots_between_whole_times(self):
        events = tuplepack.Events([0, 1, 2, 0], [1, 2, 3, 3], [30, 40, 50, 60])
        for time, found in ((60.5, [3, 0, -1]), (float("inf"), [3, 0, -1]), (60.0, [0, -1, -1]), (29.5, [-1, -1, -1])):
            (layer,) = tuplepack.sample_neighbours(events, [0], [time], recent=3)
            self.assertEqual(layer.events.tolist(), [found], time)
        (layer,) = tuplepack.sample_neighbours(events, [0], [60], recent=3, visible="inclusive", window=10.5)
        self.assertEqual(layer.events.tolist(), [[3, -1, -1]])
        self.assertEqual(tuplepack.sample_neighbours(events, [0], [60], recent=1)[0].times.dtype, np.int64)
        with self.assertRaisesRegex(tuplepack.Error, "time of root 0 is not a number"):
            tuplepack.sample_neighbours(events, [0], [float("nan")], recent=3)
        late = tuplepack.Events([0, 1], [1, 2], [2**60, 2**60 + 1])
        self.assertEqual(tuplepack.sample_neighbours(late, [1], [2**60 + 1], recent=2)[0].events.tolist(), [[0, -1]])
        with self.assertRaisesRegex(tuplepack.Error, "exceeds 2\\^53"):
            tuplepack.sample_neighbours(late, [1], [0.5], recent=2)

    def test_roots_see_what_was_before_their_batch(self):
        sources, destinations, times = random_events(np.random.default_rng(SEED))
        events = tuplepack.Events(sources, destinations, times)
        before = np.arange(len(events)) // 50 * 50
        (layer,) = tuplepack.sample_neighbours(events, sources, times, recent=3, visible="batch-start", before=before)
        for i, root in enumerate(sources):
            mine = [e for e in range(before[i]) if root in (sources[e], destinations[e])][::-1][:3]
            self.assertEqual(layer.events[i].tolist(), mine + [-1] * (3 - len(mine)))
        with self.assertRaisesRegex(tuplepack.Error, "needs before"):
            tuplepack.sample_neighbours(events, [1], [1], recent=3, visible="batch-start")

    def test_an_index_serves_many_calls(self):
        sources, destinations, times = random_events(np.random.default_rng(SEED))
        kept = tuplepack.Events(sources, destinations, times)
        for direction in ("both", "out", "in", "out", "both"):
            for as_of in (times[:30], times[:30] + 0.5):
                fresh = tuplepack.Events(sources, destinations, times)
                for mine, other in zip(*(tuplepack.sample_neighbours(events, sources[:30], as_of, recent=[3, 2], direction=direction)
                                         for events in (kept, fresh))):
                    np.testing.assert_array_equal(mine.events, other.events)
                    np.testing.assert_array_equal(mine.times, other.times)

    def test_parts_of_roots_have_the_rows_of_all(self):
        """By threads, and in chunks."""
        random = np.random.default_rng(SEED)
        sources, destinations, times = random_events(random, 5000, 60)
        events = tuplepack.Events(sources, destinations, times)
        roots, before = random.integers(0, 60, 5000), np.sort(random.integers(0, 5000, 5000))
        for as_of in (random.choice(times, 5000), np.append(random.choice(times, 4999), 20.5)):
            for options in ({"recent": [3, 2]}, {"uniform": [2, 3, 2]}, {"uniform": 4, "visible": "batch-start", "before": before}):
                every = tuplepack.sample_neighbours(events, roots, as_of, **options)
                for threads in (1, 2, 7):
                    calls = [tuplepack.sample_neighbours(events, roots, as_of, threads=threads, **options)]
                    for chunk in (999, 5000):
                        parts = tuplepack.sample_in_chunks(events, roots, as_of, chunk=chunk, threads=threads, **options)
                        calls.append([[np.concatenate(arrays) for arrays in zip(*layers)] for layers in zip(*parts)])
                    for layers in calls:
                        for layer, whole in zip(layers, every):
                            for array, expected in zip(layer, whole):
                                np.testing.assert_array_equal(array, expected)
                                self.assertEqual(array.dtype, expected.dtype)
                narrow = [tuplepack.sample_neighbours(events, roots, as_of, threads=2, ids="int32", **options)]
                narrow += list(tuplepack.sample_in_chunks(events, roots, as_of, chunk=5000, ids="int32", **options))
                for layers in narrow:
                    for layer, whole in zip(layers, every):
                        self.assertEqual((layer.nodes.dtype, layer.events.dtype), (np.int32, np.int32))
                        for array, expected in zip(layer, whole):
                            np.testing.assert_array_equal(array, expected)
        for words, options in (("ids cannot be 'int16'", {"recent": 1, "ids": "int16"}), ("chunk cannot be 0", {"chunk": 0}), ("unknown option 'size'", {"size": 3}), ("either recent or uniform", {}),
                               ("threads cannot be 0", {"recent": 1, "threads": 0})):
            with self.assertRaisesRegex(tuplepack.Error, words):
                tuplepack.sample_in_chunks(events, roots, roots, **options)
        with self.assertRaisesRegex(tuplepack.Error, "the same length"):
            tuplepack.sample_in_chunks(events, roots, roots[1:], recent=1)
        with self.assertRaisesRegex(tuplepack.Error, "nodes, times and before must have the same length"):
            tuplepack.sample_in_chunks(events, [0], [5], before=[0, 1], visible="batch-start", recent=1)
        alone = tuplepack.sample_neighbours(events, 0, 5, recent=2, threads=2**50)
        self.assertEqual([layer.nodes.tolist() for (layer,) in tuplepack.sample_in_chunks(events, 0, 5, chunk=1, recent=2)],
                         [layer.nodes.tolist() for layer in alone])

    def test_few_ids_of_a_large_table(self):
        ids = np.random.default_rng(SEED).integers(0, 2**40, 300)
        ids = np.concatenate([ids, ids[::3]])
        for order in ("sorted", "first"):
            unique, inverse = tuplepack.access(ids, order=order)
            self.assertEqual(inverse.dtype, np.int32)
            np.testing.assert_array_equal(unique[inverse], ids)
            self.assertEqual(len(unique), len(set(ids.tolist())))

    def test_unique_rows(self):
        ids = np.random.default_rng(SEED).integers(0, 50, 200)
        for order in ("sorted", "first"):
            unique, inverse = tuplepack.access(ids, order=order)
            np.testing.assert_array_equal(unique[inverse], ids)
            self.assertEqual(len(unique), len(set(ids.tolist())))
        with self.assertRaisesRegex(tuplepack.Error, "50"):
            tuplepack.access([50], rows=50)

    def test_rows_of_ids_in_any_shape(self):
        """As indexing has them: the slots of roots, or a single one."""
        table = np.random.default_rng(SEED).random((7, 3))
        for ids in (np.array([[0, 6], [2, 2], [5, 1]]), np.array(4), np.zeros((0, 2), int), np.arange(6).reshape(1, 2, 3)):
            for function in (tuplepack.gather, tuplepack.reconstruct):
                np.testing.assert_array_equal(function(table, ids), table[ids])
        out = np.empty((2, 2, 3))
        self.assertIs(tuplepack.gather(table, [[1, 0], [0, 1]], out=out), out)
        for function in (tuplepack.gather, tuplepack.reconstruct):
            with self.assertRaisesRegex(tuplepack.Error, "out shares memory with (table|unique), which is read meanwhile"):
                function(table, [1, 0], out=table[:2])
            function(table[:2], [1, 0], out=table[2:4])  # beside them
            np.testing.assert_array_equal(table[2:4], table[1::-1])

    @unittest.skipUnless(hasattr(signal, "SIGUSR1"), "no such signal here")
    def test_signals_are_seen_meanwhile(self):
        """Python's handlers run between parts of the roots, and not only when all are done: Ctrl-C ends a long call."""
        events = tuplepack.Events(*random_events(np.random.default_rng(SEED)))
        handled, is_handled, is_over = [], threading.Event(), threading.Event()

        def handler(*_):
            handled.append(1)
            is_handled.set()

        def send():
            while not is_over.is_set():
                is_handled.clear()
                os.kill(os.getpid(), signal.SIGUSR1)
                is_handled.wait()

        self.addCleanup(signal.signal, signal.SIGUSR1, signal.signal(signal.SIGUSR1, handler))
        tuplepack.sample_neighbours(events, [1], [1000], recent=1)  # the index is built
        roots = np.ones(1_000_000, int)
        sender = threading.Thread(target=send)
        sender.start()
        is_handled.wait()

        def handled_in_a_call():
            before = len(handled)
            tuplepack.sample_neighbours(events, roots, roots * 1000, recent=3)
            return len(handled) - before

        try:
            self.assertTrue(any(handled_in_a_call() > 3 for _ in range(50)))  # fewer while other programs have the processors
        finally:
            is_over.set()
            is_handled.set()
            sender.join()

    def test_refuses(self):
        for words, call in (
            ("must have the same length", lambda: tuplepack.Events([1], [1, 2], [1, 2])),
            ("time 1 comes after 5", lambda: tuplepack.Events([1, 2], [1, 2], [5, 1])),
            ("sources are not an array of numbers", lambda: tuplepack.Events(None, [1], [1])),
            ("sort cannot be 'no'", lambda: tuplepack.Events([1], [1], [1], sort="no")),
            ("nodes cannot be 2.5", lambda: tuplepack.Events([1], [1], [1], nodes=2.5)),
            ("loss cannot be 1.5", lambda: tuplepack.split(tuplepack.Events([1], [1], [1]), loss=1.5)),
            ("like_batch_size cannot be '2'", lambda: tuplepack.split(tuplepack.Events([1], [1], [1]), like_batch_size="2")),
            ("events is a list; expected Events", lambda: tuplepack.split([1], loss=1)),
            ("events is None; expected Events", lambda: tuplepack.sample_neighbours(None, [1], [1], recent=1)),
            ("recent cannot be '10'", lambda: tuplepack.sample_neighbours(tuplepack.Events([1], [1], [1]), [1], [1], recent="10")),
            ("uniform cannot be 1.5", lambda: tuplepack.sample_neighbours(tuplepack.Events([1], [1], [1]), [1], [1], uniform=[1.5])),
            ("window cannot be '1'", lambda: tuplepack.sample_neighbours(tuplepack.Events([1], [1], [1]), [1], [1], recent=1, window="1")),
            ("rows cannot be 5.5", lambda: tuplepack.access([1], rows=5.5)),
            ('before needs visible="batch-start"', lambda: tuplepack.sample_neighbours(tuplepack.Events([1], [1], [1]), [1], [1], recent=1, before=[0])),
            ("nodes are True and False", lambda: tuplepack.sample_neighbours(tuplepack.Events([1], [1], [1]), [True], [1], recent=1)),
            ("direction cannot be None; expected text", lambda: tuplepack.sample_neighbours(tuplepack.Events([1], [1], [1]), [1], [1], recent=1, direction=None)),
            ("loss_score cannot be 7; expected text", lambda: tuplepack.split(tuplepack.Events([1], [1], [1]), 3, loss_score=7)),
            ("at cannot be 0.5; expected a list of shares", lambda: tuplepack.Events([1], [1], [1]).cuts(0.5)),
            ("at cannot be '0.5'; expected a list", lambda: tuplepack.split(tuplepack.Events([1], [1], [1]), 3, split_at="0.5")),
            ("order cannot be None; expected text", lambda: tuplepack.access([1], order=None)),
            ("ids are True and False; .* np.flatnonzero", lambda: tuplepack.access(np.array([True, False]))),
            ("ids are True and False", lambda: tuplepack.gather(np.ones((2, 2)), [True, False])),
            ("rows of type object; expected numbers", lambda: tuplepack.gather(np.array(["a", "b"], object), [1])),
            ("rows of type .*; expected numbers", lambda: tuplepack.reconstruct(np.zeros(2, "i4,f8"), [1])),
            ("bfloat16 cannot be 'no'", lambda: tuplepack.reconstruct(np.ones((2, 2), np.float32), [1], bfloat16="no")),
            ("recent or uniform", lambda: tuplepack.sample_neighbours(tuplepack.Events([1], [1], [1]), [1], [1])),
        ):
            with self.assertRaisesRegex(tuplepack.Error, words):
                call()
        self.assertEqual(len(tuplepack.Events([1, 2], [1, 2], [5, 1], sort=True)), 2)

class Files(unittest.TestCase):
    def test_every_format(self):
        sources, destinations, times = random_events(np.random.default_rng(SEED))
        shuffled = np.random.default_rng(SEED).permutation(len(times))
        table = np.stack([sources, destinations, times], axis=1)[shuffled]
        text = "src,dst,time\n" + "".join(f"{a},{b},{c}\n" for a, b, c in table)
        expected = tuplepack.Events(*table.T, sort=True)
        with tempfile.TemporaryDirectory() as folder:
            files = {"a.csv": text.encode(), "a.csv.gz": gzip.compress(text.encode()), "a.csv.bz2": bz2.compress(text.encode()),
                     "a.csv.xz": lzma.compress(text.encode())}
            for name, content in files.items():
                Path(folder, name).write_bytes(content)
            np.save(Path(folder, "a.npy"), table)
            np.savez_compressed(Path(folder, "a.npz"), src=table[:, 0], dst=table[:, 1], time=table[:, 2])
            for name in (*files, "a.npy", "a.npz"):
                with self.subTest(name), warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    found = tuplepack.read_events(Path(folder, name), sort=True, nodes=40)
                    self.assertEqual(found.nodes, 40)
                    for part in ("sources", "destinations", "times", "feature_rows"):
                        np.testing.assert_array_equal(getattr(found, part), getattr(expected, part))
                    self.assertEqual(len(tuplepack.sample_neighbours(found, [1], [1000], recent=3)), 1)
            for options, words in (({}, "a.csv:\\d+.*time .* comes after"), ({"columns": "nothing"}, "a.csv"), ({"format": "text"}, "text"),
                                   ({"bipartite": "no"}, "bipartite cannot be 'no'"), ({"nodes": 3, "sort": True}, "a.csv:")):
                with self.subTest(options), self.assertRaisesRegex(tuplepack.Error, words):
                    tuplepack.read_events(Path(folder, "a.csv"), **options)
            with self.assertRaisesRegex(tuplepack.Error, "No such file"):
                tuplepack.read_events(Path(folder, "none.csv"))

    def test_text_ids(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "flights.csv")
            path.write_text('src,dst,time\nKJFK,EGLL,1\nEGLL,"a,b",2\nKJFK,KJFK,3\n')
            with self.assertRaisesRegex(tuplepack.Error, "flights.csv:2:1: node id 'KJFK' is not an integer; use relabel to number arbitrary ids"):
                tuplepack.read_events(path)
            events = tuplepack.read_events(path, relabel=True)
            for found in (events, pickle.loads(pickle.dumps(events))):
                self.assertEqual((found.sources.tolist(), found.destinations.tolist(), found.nodes), ([0, 1, 0], [1, 2, 0], 3))
                self.assertEqual(found.raw_ids, ["KJFK", "EGLL", "a,b"])
            arrays = Path(folder, "flights.npz")
            np.savez(arrays, src=np.array(["KJFK", "EGLL"]), dst=np.array(["EGLL", "KJFK"]), time=[1, 2])
            self.assertEqual(tuplepack.read_events(arrays, relabel=True).raw_ids, ["KJFK", "EGLL"])
            path.write_bytes(b"user,item,time\nb,a,1\n\xe4,a,2\nb,c,3\n")
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                events = tuplepack.read_events(path, relabel=True, nodes=5)
            self.assertEqual((events.raw_ids, events.destinations.tolist()), (["b", "\udce4", "a", "c", ""], [2, 2, 3]))
            path.write_text("src,dst,time\nNA,x,1\nx,1,2\n")
            with self.assertWarnsRegex(UserWarning, "flights.csv: 'NA' is the id of a node"):
                self.assertEqual(tuplepack.read_events(path, relabel=True).raw_ids, ["NA", "x", "1"])
            path.write_text("src,dst,time\n1,2,1\n3,1.0,2\n")
            with self.assertRaisesRegex(tuplepack.Error, "nodes 1 and 1.0 may be the same; write ids in one way"):
                tuplepack.read_events(path, relabel=True)
            with self.assertRaisesRegex(tuplepack.Error, "relabel cannot be 'yes'"):
                tuplepack.read_events(path, relabel="yes")
        self.assertIsNone(tuplepack.Events([0], [1], [2]).raw_ids)


class NumbersOfNumpy(unittest.TestCase):
    def test_recent(self):
        events = tuplepack.Events([0, 1], [1, 2], [1, 2])
        found = tuplepack.sample_neighbours(events, [1], [3], recent=np.int64(2))
        self.assertEqual(found[0].nodes.tolist(), [[2, 0]])
        with self.assertRaisesRegex(tuplepack.Error, "seed cannot be None"):
            tuplepack.sample_neighbours(events, [1], [3], recent=2, seed=None)


if __name__ == "__main__":
    print("seed", SEED)
    unittest.main()
