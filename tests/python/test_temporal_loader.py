"""Batches of a TemporalLoader against plain Python."""
import copy
import gc
import importlib.util
import itertools
import pickle
import threading
import time
import unittest

import numpy as np

import tuplepack

from event_case import arrays_in, random_events

SEED = int(np.random.SeedSequence().generate_state(1)[0])
HAS_TORCH = importlib.util.find_spec("torch") is not None


def neighbours_of(events, node, as_of, first, k, visible, direction, window):
    """Events, newest first; every event looked at."""
    out, into, times = events.sources == node, events.destinations == node, events.times
    seen = {"strict": times < as_of, "inclusive": times <= as_of, "batch-start": np.arange(len(events)) < first}[visible]
    is_end = {"both": out | into, "out": out, "in": into}[direction]
    return np.flatnonzero(is_end & seen & (window is None or times >= as_of - window))[::-1][:k].tolist()


class Loader(unittest.TestCase):
    def check_layer(self, events, layer, roots, as_of, firsts, options):
        k = layer.nodes.shape[1]
        for row, (root, time_of, first) in enumerate(zip(roots, as_of, firsts)):
            found = [] if root < 0 else neighbours_of(events, root, time_of, first, k, *options)
            count = len(found)
            self.assertEqual(layer.counts[row], count)
            self.assertEqual(layer.events[row].tolist(), found + [-1] * (k - count))
            ends = zip(events.sources[found], events.destinations[found])
            self.assertEqual(layer.nodes[row].tolist(), [b if root == a else a for a, b in ends] + [-1] * (k - count))
            times = [events.times[e] for e in found] + [time_of] * (k - count)
            np.testing.assert_array_equal(layer.times[row], times)
            np.testing.assert_array_equal(layer.ages[row], np.float32(time_of - np.array(times)))
            np.testing.assert_array_equal(layer.mask[row], np.arange(k) < count)

    def check_batch(self, events, batch, n, options, node_features, edge_features):
        size = len(batch)
        mine = slice(batch.begin, batch.end)
        for array, whole in ((batch.sources, events.sources), (batch.destinations, events.destinations), (batch.times, events.times)):
            np.testing.assert_array_equal(array, whole[mine])
        self.assertEqual(batch.negatives.shape, (size, n))
        np.testing.assert_array_equal(batch.roots, np.concatenate([batch.sources, batch.destinations, batch.negatives.ravel()]))
        np.testing.assert_array_equal(batch.root_times, np.concatenate([batch.times, batch.times, np.repeat(batch.times, n)]))
        roots, as_of, firsts = batch.roots, batch.root_times, [batch.begin] * len(batch.roots)
        requests = [np.where(roots >= 0, roots, np.concatenate([batch.sources] * 2 + [np.repeat(batch.sources, n)]))]
        event_requests = [np.arange(batch.begin, batch.end)]
        for layer in batch.layers:
            self.check_layer(events, layer, roots, as_of, firsts, options)
            above = np.repeat(requests[-1], layer.nodes.shape[1])
            roots, as_of, firsts = layer.nodes.ravel(), layer.times.ravel(), layer.events.ravel()
            requests.append(np.where(roots >= 0, roots, above))
            event_requests.append(np.where(firsts >= 0, firsts, batch.begin))
        inverse = [batch.root_inverse] + [layer.node_inverse.ravel() for layer in batch.layers]
        np.testing.assert_array_equal(batch.nodes[np.concatenate(inverse)], np.concatenate(requests))
        first_seen = list(dict.fromkeys(np.concatenate(requests).tolist()))
        self.assertEqual(batch.nodes.tolist(), first_seen)
        inverse = [batch.event_inverse] + [layer.edge_inverse.ravel() for layer in batch.layers]
        rows = events.feature_rows[np.concatenate(event_requests)]
        np.testing.assert_array_equal(batch.edges[np.concatenate(inverse)], rows)
        self.assertEqual(batch.edges.tolist(), list(dict.fromkeys(rows.tolist())))
        np.testing.assert_array_equal(batch.node_features, node_features[batch.nodes])
        np.testing.assert_array_equal(batch.edge_features, edge_features[batch.edges])
        last = {}
        for e in range(size):
            last[batch.sources[e]], last[batch.destinations[e]] = (e, size + e) if batch.sources[e] != batch.destinations[e] else (size + e,) * 2
        self.assertEqual(batch.last_writes.tolist(), [last[node] for node in batch.nodes.tolist() if node in last])

    def test_batches_are_those_of_brute_force(self):
        random = np.random.default_rng(SEED)
        for number, (visible, direction) in enumerate(itertools.product(("strict", "inclusive", "batch-start"), ("both", "out", "in"))):
            events = random_events(random, 120, fractional=number % 2 == 1)
            node_features = random.random((events.nodes, 2, 3)).astype(np.float32)
            edge_features = random.integers(0, 99, (len(events) + 5, 3)).astype(np.int16)
            n, window = number % 3, (None, 7, 10.5)[number % 3]
            fixed = random.integers(-1, events.nodes, (len(events), 2))
            def batches_by(threads):
                return tuplepack.TemporalLoader(
                    events, 64 if number % 2 else tuplepack.split(events, 30), neighbours=([3], [2, 3], [1, 2, 2])[number % 3], visible=visible,
                    direction=direction, window=window, negatives=fixed if n == 2 else "nodes", negatives_per_event=n, prefetch=6, threads=threads,
                    node_features=node_features, edge_features=edge_features, begin=number, end=len(events) - number)  # fmt: skip
            loader = batches_by(1)
            for mine, *others in zip(batches_by(1), batches_by(2), batches_by(7)):
                for name, array in arrays_in(mine):
                    for other in others:
                        np.testing.assert_array_equal(dict(arrays_in(other))[name], array, name)
            end = number
            for batch in loader:
                self.assertEqual(batch.begin, end)
                end = batch.end
                self.check_batch(events, batch, n, (visible, direction, window), node_features, edge_features)
                if n == 2:
                    np.testing.assert_array_equal(batch.negatives, fixed[batch.begin : batch.end])
            self.assertEqual(end, len(events) - number)

    def test_same_bytes_however_prepared(self):
        random = np.random.default_rng(SEED)
        events = random_events(random, 3000, 100)
        features = random.random((events.nodes, 5))
        for strategy, origin, more in (("recent", "destinations", {}), ("uniform", "historical", {}), ("uniform", "inductive", {"trained": 900})):
            passes = []
            for prefetch, threads in ((0, 1), (1, 1), (2, 2), (4, 1), (4, 7), (9, 3)):
                loader = tuplepack.TemporalLoader(events, 70, neighbours=[4, 3], strategy=strategy, negatives=origin, node_features=features,
                                                  prefetch=prefetch, threads=threads, seed=5, epoch=3, **more)  # fmt: skip
                passes.append([dict(arrays_in(batch)) for batch in loader])
                self.assertEqual(len(passes[-1]), len(loader))
            for other in passes[1:]:
                for mine, theirs in zip(passes[0], other):
                    for name, array in mine.items():
                        np.testing.assert_array_equal(array, theirs[name], name)

    def test_every_pass_is_an_epoch(self):
        events = random_events(np.random.default_rng(SEED))
        loader = tuplepack.TemporalLoader(events, 50, strategy="uniform", neighbours=3, negatives_per_event=2, seed=1)
        drawn = [np.concatenate([batch.negatives for batch in loader]) for _ in range(3)]
        chosen = [np.concatenate([batch.layers[0].events for batch in loader]) for _ in range(2)]
        self.assertTrue((drawn[0] != drawn[1]).any() and (drawn[1] != drawn[2]).any() and (chosen[0] != chosen[1]).any())
        self.assertEqual(loader.epoch, 5)
        for epoch, mine in enumerate(drawn):
            np.testing.assert_array_equal(mine, tuplepack.draw_negatives(events, per_event=2, seed=1, epoch=epoch))
        loader.epoch = 1
        np.testing.assert_array_equal(np.concatenate([batch.negatives for batch in loader]), drawn[1])
        other = tuplepack.TemporalLoader(events, 33, negatives_per_event=2, seed=1)  # the same for other batches
        np.testing.assert_array_equal(np.concatenate([batch.negatives for batch in other]), drawn[0])

    def test_another_seed_draws_other_negatives_and_neighbours(self):
        events = random_events(np.random.default_rng(SEED))
        drawn, chosen = [], []
        for seed in (1, 2):
            batches = list(tuplepack.TemporalLoader(events, 50, strategy="uniform", neighbours=3, negatives_per_event=2, seed=seed))
            drawn.append(np.concatenate([batch.negatives for batch in batches]))
            chosen.append(np.concatenate([batch.layers[0].events[: 2 * len(batch)] for batch in batches]))  # of the ends, not of the negatives
        for first, second in (drawn, chosen):
            self.assertTrue((first != second).any())

    def test_a_pass_that_is_left_ends_its_threads(self):
        before = len(list(threads_of_this_process()))
        events = random_events(np.random.default_rng(SEED), 4000)
        loader = tuplepack.TemporalLoader(events, 10, prefetch=8, threads=4)
        for batch in loader:
            break
        one, other = iter(loader), iter(loader)
        self.assertEqual([next(one).begin, next(other).begin, next(one).begin, next(other).begin], [0, 0, 10, 10])
        self.assertGreater(len(list(threads_of_this_process())), before)
        del one, other, loader
        gc.collect()
        self.assertEqual(len(list(threads_of_this_process())), before)
        self.assertEqual(len(batch.sources), 10)

    def test_other_threads_of_python_run_meanwhile(self):
        events = random_events(np.random.default_rng(SEED), 20000, 50)
        turns = [0]
        ended = threading.Event()

        def count():
            while not ended.is_set():
                turns[0] += 1
                time.sleep(0)

        counter = threading.Thread(target=count)
        counter.start()
        try:
            for _ in tuplepack.TemporalLoader(events, 5000, neighbours=[10, 5], prefetch=1):
                pass
        finally:
            ended.set()
            counter.join()
        self.assertGreater(turns[0], 10)

    def test_view_of_pyg(self):
        events = random_events(np.random.default_rng(SEED))
        for batch in tuplepack.TemporalLoader(events, 60, neighbours=[3, 2], visible="batch-start"):
            for layers in (None, [0], [1]):
                n_id, edge_index, e_id = batch.edge_index(layers)
                np.testing.assert_array_equal(n_id, batch.nodes)
                expected, roots = set(), batch.roots
                for number, layer in enumerate(batch.layers):
                    for row, root in enumerate(roots):
                        if layers is None or number in layers:
                            pairs = zip(layer.nodes[row], layer.events[row])
                            expected |= {(int(node), int(root), int(event)) for node, event in pairs if event >= 0}
                    roots = layer.nodes.ravel()
                found = list(zip(n_id[edge_index[0]].tolist(), n_id[edge_index[1]].tolist(), e_id.tolist()))
                self.assertEqual(len(found), len(set(found)))
                self.assertEqual(set(found), expected)
            n_id, edge_index, e_id = batch.edge_index([])
            self.assertEqual((len(n_id), edge_index.shape, e_id.shape), (len(batch.nodes), (2, 0), (0,)))
            for layers in ([-1], [0, 2], ["0"]):
                with self.assertRaisesRegex(tuplepack.Error, "layers cannot be .*; expected numbers from 0 to 1"):
                    batch.edge_index(layers)

    @unittest.skipUnless(HAS_TORCH, "no torch")
    def test_tensors(self):
        import torch

        random = np.random.default_rng(SEED)
        events = random_events(random)
        features = random.random((events.nodes, 4)).astype(np.float32)
        both = (tuplepack.TemporalLoader(events, 50, neighbours=[3, 2], node_features=features, tensors=kind) for kind in ("torch", "numpy"))
        for tensors, arrays in zip(*both):
            for of_torch, of_numpy in zip((tensors, *tensors.layers), (arrays, *arrays.layers)):
                for name, array in vars(of_numpy).items():
                    if isinstance(array, np.ndarray):
                        self.assertIsInstance(getattr(of_torch, name), torch.Tensor)
                        np.testing.assert_array_equal(getattr(of_torch, name).numpy(), array, name)
            layer = tensors.layers[1]
            self.assertEqual(tensors.node_features[layer.node_inverse].shape, (len(layer.nodes), 2, 4))
            memory = torch.zeros(events.nodes, 3)
            tensors.write(memory, torch.ones(len(tensors.last_writes), 3))
            self.assertEqual(int(tensors.read(memory)[:, 0].sum()), len(tensors.last_writes))
            np.testing.assert_array_equal(tensors.edge_index().edge_index.numpy(), arrays.edge_index().edge_index)

    def test_refuses(self):
        events = tuplepack.Events([0, 1, 2, 0], [1, 2, 0, 1], [1, 2, 3, 4])
        for words, options in (
            ("batches cannot be 0", {"batches": 0}),
            ("batches are a number of events, a Split, or whole offsets", {"batches": [0.5, 2]}),
            ("offsets of batches must ascend", {"batches": [0, 3, 1, 4]}),
            ("offsets of batches must ascend", {"batches": [0, 4, 2]}),
            ("offsets of batches must ascend", {"batches": [0, 0, 4]}),
            ("events 3 to 2 are not among the 4", {"begin": 3, "end": 2}),
            ("events 0 to 5 are not among the 4", {"end": 5}),
            ("the fanout is 0", {"neighbours": [0]}),
            ("no fanouts", {"neighbours": []}),
            ("neighbours cannot be 1.5", {"neighbours": [1.5]}),
            ("'newest'", {"strategy": "newest"}),
            ("'past'", {"visible": "past"}),
            ("'up'", {"direction": "up"}),
            ("window cannot be '1'", {"window": "1"}),
            ("window cannot be -1; expected a number of at least 0", {"window": -1}),
            ("window cannot be -inf", {"window": -np.inf}),
            ("window cannot be nan", {"window": np.nan}),
            ("window is an integer beyond", {"window": 10**400}),
            ("'items'", {"negatives": "items"}),
            ("negatives_per_event cannot be -1", {"negatives_per_event": -1}),
            ("negatives_per_event cannot be 4611686018427387904", {"negatives_per_event": 2**62}),
            ("9007199254740992 negatives per event, in batches of up to 2 events", {"negatives_per_event": 2**53}),
            ("a batch must have fewer than 2\\^31 roots", {"negatives_per_event": 2**30 - 2}),
            ("trained=.* need each other", {"negatives": "inductive"}),
            ("trained=.* need each other", {"trained": 2}),
            ("negatives of shape \\[3, 1\\]; expected a row for each of 4 events", {"negatives": [[1], [1], [1]]}),
            ("negative 2 is node 3; nodes are 0 to 2", {"negatives": [[1], [1], [3], [1]]}),
            ("features for 2 nodes, but there are 3", {"node_features": np.zeros((2, 1))}),
            ("features for 3 edges, but there are 4", {"edge_features": np.zeros((3, 1))}),
            ("expected rows of numbers", {"node_features": np.zeros(3)}),
            ("prefetch cannot be -1", {"prefetch": -1}),
            ("threads cannot be 0", {"threads": 0}),
            ("seed cannot be None", {"seed": None}),
            ("seed cannot be -1", {"seed": -1}),
            ("seed cannot be 18446744073709551616", {"seed": 2**64}),
            ("epoch cannot be -1", {"epoch": -1}),
            ("epoch cannot be 18446744073709551616", {"epoch": 2**64}),
            ("features for 2 nodes, but there are 3", {"node_features": np.zeros((2, 0))}),
            ("features for 0 edges, but there are 4", {"edge_features": np.zeros((0, 2))}),
            ("tensors cannot be 'jax'", {"tensors": "jax"}),
            ("2\\^31 requests or more", {"neighbours": [2000, 2000, 2000]}),
        ):
            with self.subTest(words), self.assertRaisesRegex(tuplepack.Error, words):
                tuplepack.TemporalLoader(**{"events": events, "batches": 2, **options})
        with self.assertRaisesRegex(tuplepack.Error, "events is a list"):
            tuplepack.TemporalLoader([1], 2)
        of_fractions = tuplepack.Events([0], [1], [0.5])
        for window in (-0.5, -np.inf, np.nan):
            with self.assertRaisesRegex(tuplepack.Error, "window cannot be"):
                tuplepack.TemporalLoader(of_fractions, 1, window=window)
        for wrong in ({"seed": 2**64}, {"epoch": 2**64}, {"per_event": 2**62}, {"per_event": 2**53}):
            with self.assertRaises(tuplepack.Error):
                tuplepack.draw_negatives(events, **wrong)

    def test_options_that_would_be_ignored(self):
        events = tuplepack.Events([0, 1, 2], [1, 2, 0], [1, 2, 3])
        for words, options in (("negatives_per_event is 5, and negatives is None", {"negatives": None, "negatives_per_event": 5}),
                               ("negatives_per_event is 5, but the negatives given are 2", {"negatives": [[0, 1]] * 3, "negatives_per_event": 5}),
                               ("batches of the events 0 to 9, and there are 3", {"batches": [0, 2, 9]}),
                               ("batches of the events -1 to 2, and there are 3", {"batches": [-1, 2]}),
                               ("strategy cannot be None; expected text", {"strategy": None}), ("visible cannot be 1; expected text", {"visible": 1})):
            with self.assertRaisesRegex(tuplepack.Error, words):
                tuplepack.TemporalLoader(events, **{"batches": 2, **options})

    @unittest.skipUnless(HAS_TORCH, "no torch here")
    def test_no_gradient_is_lost(self):
        import torch

        events = tuplepack.Events([0, 1, 2], [1, 2, 0], [1, 2, 3])
        for name in ("node_features", "edge_features"):
            with self.assertRaisesRegex(tuplepack.Error, rf"{name} require grad.*{name}\.detach\(\)"):
                tuplepack.TemporalLoader(events, 2, **{name: torch.ones(3, 2, requires_grad=True)})

    def test_a_copy_goes_on_alike(self):
        """In another process, too: a loader, and what it made."""
        random = np.random.default_rng(SEED)
        events = tuplepack.Events(random.integers(0, 9, 60), random.integers(9, 20, 60), np.sort(random.integers(0, 99, 60)))
        for tensors in ("numpy", "torch") if HAS_TORCH else ("numpy",):
            loader = tuplepack.TemporalLoader(events, 7, neighbours=[2, 3], strategy="uniform", window=50, begin=5, end=50, seed=SEED, epoch=4,
                                              node_features=random.random((20, 2)), edge_features=random.random((60, 3)), tensors=tensors)
            first = list(loader)
            self.assertEqual(pickle.loads(pickle.dumps(first[0])).edge_index().e_id.tolist(), first[0].edge_index().e_id.tolist())
            for other in (pickle.loads(pickle.dumps(loader)), copy.deepcopy(loader), copy.copy(loader)):
                self.assertEqual((other.epoch, len(other)), (5, len(loader)))
                other.epoch = 4
                for one, made in zip(first, other):
                    for name in ("sources", "negatives", "nodes", "node_features", "edge_features", "last_writes"):
                        np.testing.assert_array_equal(getattr(one, name), getattr(made, name))
                    np.testing.assert_array_equal(one.layers[1].nodes, made.layers[1].nodes)

    def test_the_largest_seed_and_epoch(self):
        events = random_events(np.random.default_rng(SEED))
        loader = tuplepack.TemporalLoader(events, 50, seed=2**64 - 1, epoch=2**64 - 1)
        self.assertEqual(len(list(loader)), 4)
        with self.assertRaisesRegex(tuplepack.Error, "epoch cannot be 18446744073709551616"):
            iter(loader)
        loader.epoch = -1
        with self.assertRaisesRegex(tuplepack.Error, "epoch cannot be -1"):
            iter(loader)

    def test_no_more_threads_and_slots_than_batches(self):
        events = random_events(np.random.default_rng(SEED))
        loader = tuplepack.TemporalLoader(events, 20, prefetch=10**9, threads=10**9)
        self.assertEqual([batch.begin for batch in loader], list(range(0, 200, 20)))

    def test_features_without_columns(self):
        events = random_events(np.random.default_rng(SEED))
        features = np.zeros((events.nodes, 0), np.float32), np.zeros((len(events) + 5, 2, 0))
        for batch in tuplepack.TemporalLoader(events, 50, node_features=features[0], edge_features=features[1]):
            self.assertEqual((batch.node_features.shape, batch.node_features.dtype), ((len(batch.nodes), 0), np.float32))
            self.assertEqual((batch.edge_features.shape, batch.edge_features.dtype), ((len(batch.edges), 2, 0), np.float64))

    def test_the_binding_checks_what_it_refers_to(self):
        events = tuplepack.Events([0, 1, 2, 0], [1, 2, 0, 1], [1, 2, 3, 4])
        sampling = {"fanouts": [1], "strategy": "recent", "direction": "both", "visible": "strict", "window": None, "seed": 0}

        def make(given=None, first=0, per_event=0, nodes=None):
            negatives = given, first, per_event, "destinations", 0, 0
            return tuplepack._core.TemporalLoader(events._core, np.array([0, 2, 4]), sampling, negatives, (nodes, None), 0, 1)

        bytes_of = np.arange(12, dtype=np.uint8).reshape(3, 4)
        self.assertEqual(make(nodes=bytes_of).start(0).next()["node_features"].shape, (3, 4))
        for table in (bytes_of[:, ::2], np.asfortranarray(bytes_of), bytes_of.astype(np.int8), bytes_of.tolist(), bytes_of.ravel()):
            with self.assertRaisesRegex(tuplepack.Error, "must be bytes"):
                make(nodes=table)
        make(np.zeros((4, 1), np.int64), 0, 1)
        for rows, first in ((3, 0), (3, 1), (2, 2)):
            with self.assertRaisesRegex(tuplepack.Error, f"negatives of the events {first} to {first + rows}, but batches of the events 0 to 4"):
                make(np.zeros((rows, 1), np.int64), first, 1)
        with self.assertRaisesRegex(tuplepack.Error, "fewer than 2\\^31 roots"):
            make(per_event=2**62)


def status_of_this_process(key):
    with open("/proc/self/status", encoding="ascii") as status:
        return next(int(line.split()[1]) for line in status if line.startswith(key + ":"))


def threads_of_this_process():
    return range(status_of_this_process("Threads"))


if __name__ == "__main__":
    print("seed", SEED)
    unittest.main()
