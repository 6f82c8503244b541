"""Negatives of temporal interactions: drawn, and read from TGB's files."""
import os
import pickle
import tempfile
import unittest
from pathlib import Path

import numpy as np

import tuplepack

from event_case import random_events

SEED = int(np.random.SeedSequence().generate_state(1)[0])


class Negatives(unittest.TestCase):
    def test_past_destinations(self):
        random = np.random.default_rng(SEED)
        events = random_events(random, 600, 12)
        sources, destinations, times = events.sources, events.destinations, events.times
        everywhere = set(destinations.tolist())
        for origin, trained in (("historical", None), ("inductive", 200)):
            drawn = np.concatenate([tuplepack.draw_negatives(events, origin, 40, trained=trained, seed=seed) for seed in range(2)], axis=1)
            for e in range(len(events)):
                first = {}
                for i in range(e):
                    if sources[i] == sources[e] and times[i] < times[e]:
                        first.setdefault(int(destinations[i]), i)
                now = {int(destinations[i]) for i in range(len(events)) if sources[i] == sources[e] and times[i] == times[e]}
                allowed = {node for node, i in first.items() if i >= (trained or 0)} - now
                found = set(drawn[e].tolist())
                self.assertTrue(found <= (allowed or everywhere), (origin, e))
                if len(allowed) in (1, 2, 3):  # missed with a probability below (2/3)^80
                    self.assertEqual(found, allowed)

    def test_each_is_as_likely(self):
        events = random_events(np.random.default_rng(SEED), 300, 6)
        for origin, of in (("destinations", set(events.destinations.tolist())), ("nodes", set(events.destinations.tolist()) | set(events.sources.tolist()))):
            drawn, counts = np.unique(tuplepack.draw_negatives(events, origin, 100), return_counts=True)
            self.assertEqual(set(drawn.tolist()), of)
            self.assertLess(abs(counts * len(of) / counts.sum() - 1).max(), 0.1)

    def test_any_part(self):
        events = random_events(np.random.default_rng(SEED))
        for origin in ("nodes", "historical"):
            every = tuplepack.draw_negatives(events, origin, 3, seed=2, epoch=4)
            np.testing.assert_array_equal(tuplepack.draw_negatives(events, origin, 3, begin=51, end=122, seed=2, epoch=4), every[51:122])
            np.testing.assert_array_equal(tuplepack.draw_negatives(events, origin, 1, seed=2, epoch=4), every[:, :1])

    def test_files_of_tgb(self):
        """A pickle of {(source, destination, time): array}, whose keys are numbers of numpy, or of Python in later versions."""
        random = np.random.default_rng(SEED)
        events = random_events(random, 60)
        ends = events.sources, events.destinations, events.times
        for keys in (list(zip(*ends)), list(zip(*(column.tolist() for column in ends)))):
            given = {key: random.choice(events.nodes, random.integers(1, 6), replace=False) for key in keys[20:]}
            with tempfile.TemporaryDirectory() as folder:
                path = Path(folder, "tgbl-wiki_val_ns.pkl")
                for protocol in (2, 4, 5):
                    path.write_bytes(pickle.dumps(given, protocol))
                    found = tuplepack.read_negatives(path, events, begin=20)
                    for row, key in zip(found, keys[20:]):
                        self.assertEqual(row[row >= 0].tolist(), given[key].tolist())
                    loader = tuplepack.TemporalLoader(events, 16, negatives=found, begin=20)
                    for _ in range(2):
                        np.testing.assert_array_equal(np.concatenate([batch.negatives for batch in loader]), found)
                with self.assertRaisesRegex(tuplepack.Error, "no negatives of event 0: "):
                    tuplepack.read_negatives(path, events)
                for content, words in ((b"", "not a pickle"), (pickle.dumps([1]), "a pickle of a list"),
                                       (pickle.dumps(os.getcwd), "it needs posix.getcwd")):
                    path.write_bytes(content)
                    with self.assertRaisesRegex(tuplepack.Error, words):
                        tuplepack.read_negatives(path, events)
                with self.assertRaisesRegex(tuplepack.Error, "No such file"):
                    tuplepack.read_negatives(Path(folder, "none"), events)


if __name__ == "__main__":
    print("seed", SEED)
    unittest.main()
