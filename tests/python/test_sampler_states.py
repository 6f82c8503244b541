"""Where a PackSampler is: saved, loaded and copied."""
import copy
import pickle
import unittest

import numpy as np

import tuplepack

SEED = int(np.random.SeedSequence().generate_state(1)[0])
LENGTHS = np.random.default_rng(7).integers(1, 100, 1000)


def sampler(**options):
    return tuplepack.PackSampler(LENGTHS, limits=128, **options)


class States(unittest.TestCase):
    def test_resumes_where_it_was(self):
        whole = sampler(shuffle=True, seed=2)
        expected = list(whole) + list(whole)
        begun = sampler(shuffle=True, seed=2)
        iterator = iter(begun)
        got = [next(iterator) for _ in range(17)]
        resumed = sampler(shuffle=True, seed=2)
        resumed.load_state_dict(begun.state_dict())
        next(iter(resumed))  # a look does not move it
        got += list(resumed) + list(resumed)
        self.assertEqual(got, expected)
        ahead = sampler(shuffle=True, seed=2)
        ahead.load_state_dict(begun.state_dict(trained=10))
        self.assertEqual(next(iter(ahead)), expected[10])
        ahead.set_epoch(0)  # as a training loop does after resuming
        self.assertEqual(next(iter(ahead)), expected[10])
        ahead.set_epoch(1)
        self.assertEqual(next(iter(ahead)), expected[len(whole)])
        resumed.load_state_dict(whole.state_dict())  # at the end of an epoch
        self.assertEqual((resumed.epoch, len(list(resumed))), (2, len(whole)))
        last = sampler(shuffle=True, seed=2)
        iterator = iter(last)
        for _ in range(len(whole)):
            next(iterator)
        resumed.load_state_dict(last.state_dict())  # after its last batch, before the pass has ended
        self.assertEqual((resumed.epoch, list(resumed)), (1, expected[len(whole):]))

    def test_batches_that_were_asked_for_are_not_those_trained_on(self):
        """Workers have asked for the whole epoch when the loop is still in it."""
        whole = sampler(shuffle=True, seed=SEED)
        expected = list(whole) + list(whole)
        for trained in (0, 1, len(whole) - 3, len(whole) - 1, len(whole)):
            begun, resumed = sampler(shuffle=True, seed=SEED), sampler(shuffle=True, seed=SEED)
            list(begun)
            resumed.load_state_dict(begun.state_dict(trained=trained))
            at = resumed.epoch * len(whole)
            self.assertEqual(resumed.epoch, trained // len(whole))
            got = list(resumed)
            self.assertEqual(got, expected[trained : len(whole)] if trained < len(whole) else expected[at:])
            begun.set_epoch(0)  # the same epoch once more
            self.assertEqual(list(begun), expected[: len(whole)])

    def test_resumes_on_another_number_of_ranks(self):
        """Every pack of the epoch is seen once, whoever sees it."""
        for before, after in ((2, 4), (4, 2), (1, 3), (3, 1)):
            options = {"shuffle": True, "seed": SEED, "packs": 2, "every_item_once": True}
            seen, states = [], []
            for rank in range(before):
                begun = sampler(rank=rank, world_size=before, **options)
                iterator = iter(begun)
                seen += [item for _ in range(7) for item in next(iterator)]
                states.append(begun.state_dict())
            self.assertEqual(states, [states[0]] * before)
            for rank in range(after):
                resumed = sampler(rank=rank, world_size=after, **options)
                resumed.load_state_dict(states[0])
                seen += [item for batch in resumed for item in batch]
                self.assertEqual(len(list(resumed)), len(resumed))  # the next epoch is whole
            self.assertEqual(sorted(seen), list(range(len(LENGTHS))))

    def test_a_state_of_another_run(self):
        state = sampler(shuffle=True, seed=2, rank=0, world_size=2).state_dict()
        sampler(shuffle=True, seed=2).load_state_dict(state)
        sampler(shuffle="items", seed=2).load_state_dict(state)  # says the same
        other = LENGTHS.copy()
        other[:2] += (1, -1)
        for batches in (sampler(shuffle=True, seed=3), sampler(seed=2), sampler(shuffle=True, seed=2, packs=2),
                        tuplepack.PackSampler(LENGTHS, 130, shuffle=True, seed=2), sampler(shuffle="packs", seed=2),
                        tuplepack.PackSampler(other, 128, shuffle=True, seed=2), sampler(shuffle=True, seed=2, depth=3)):
            with self.assertRaisesRegex(tuplepack.Error, "a different run"):
                batches.load_state_dict(state)
        with self.assertRaisesRegex(tuplepack.Error, "a different run"):
            sampler().load_state_dict({"epoch": 1, "position": 2, "seed": 0})
        whole = sampler().state_dict()
        for name, value in (("packs", -5), ("epoch", "1"), ("grouping", None)):
            with self.assertRaisesRegex(tuplepack.Error, f"the state's {name} cannot be {value!r}; expected a non-negative integer"):
                sampler().load_state_dict({**whole, name: value})
        del whole["epoch"]
        with self.assertRaisesRegex(tuplepack.Error, "the state's epoch cannot be None"):
            sampler().load_state_dict(whole)

    def test_a_state_of_the_same_run(self):
        """However limits, weights and flags are written, and whatever function shows progress."""

        def of(**options):
            if "weights" in options:
                return tuplepack.PackSampler([LENGTHS[:600], LENGTHS[600:]], **{"limits": 128, "seed": 1, **options})
            return tuplepack.PackSampler(LENGTHS, **{"limits": 128, "seed": 1, **options})

        for first, *others in (
            ({"weights": [1.0, 2.0]}, {"weights": (1, np.int8(2))}, {"weights": np.array([1, 2])}, {"weights": [1, 2], "limits": [128]},
             {"weights": [1, 2], "limits": {"length": np.int64(128)}}, {"weights": [1, 2], "depth": None, "method": "auto"},
             {"weights": [1, 2], "progress": lambda packs, bound, step: None}),
            ({"keep_order": True, "limits": 128}, {"keep_order": True, "limits": [128]}, {"keep_order": True, "limits": {"length": 128}, "depth": None}),
            ({"shuffle": True}, {"shuffle": 1}, {"shuffle": np.True_}, {"shuffle": "items"}),
            ({"shuffle": False}, {"shuffle": 0}, {"limits": np.array([128])}),
        ):
            for other in others:
                state = of(**first).state_dict()
                of(**other).load_state_dict(state)
                self.assertEqual(of(**other).state_dict(), state)
        for first, other in (({"weights": [1, 2]}, {"weights": [1, 2], "depth": 3}), ({"weights": [1, 2]}, {"weights": [1, 2], "gap": 3.0}),
                             ({"weights": [1, 2]}, {"weights": [1, 1]}), ({"weights": [1, 2]}, {"weights": [1, 2], "align_item": 2}),
                             ({"keep_order": True}, {"keep_order": True, "reserve": 9}), ({"keep_order": True}, {"keep_order": True, "depth": 2})):
            with self.assertRaisesRegex(tuplepack.Error, "a different run"):
                of(**other).load_state_dict(of(**first).state_dict())

    def test_more_trained_than_there_is(self):
        """A count over all epochs, or one that continues after loading a state, would skip data that was not trained on."""
        for options in ({}, {"packs": 7}, {"rank": 1, "world_size": 4}, {"packs": 7, "drop_last": True}, {"every_item_once": True, "rank": 0, "world_size": 5}):
            batches = sampler(**options)
            whole = len(batches)
            self.assertLessEqual(batches.state_dict(trained=whole)["packs"], batches.plan.packs)
            with self.assertRaisesRegex(tuplepack.Error, f"trained is {whole + 2}, but this pass has .* batches; count from 0 in each pass"):
                batches.state_dict(trained=whole + 2)
            resumed = sampler(**options)
            resumed.load_state_dict(batches.state_dict(trained=whole - 2))
            with self.assertRaisesRegex(tuplepack.Error, f"trained is {whole - 1}, but"):
                resumed.state_dict(trained=whole - 1)

    def test_a_state_of_the_end_begins_the_next_epoch(self):
        """Also where drop_last leaves packs over."""
        for options in ({}, {"packs": 7, "drop_last": True}, {"packs": 7}, {"keep_order": True, "packs": 7, "drop_last": True}):
            batches = sampler(**options)
            trained = len(list(batches))
            state = sampler(**options).state_dict(trained=trained)
            resumed = sampler(**options)
            resumed.load_state_dict(state)
            self.assertEqual((resumed.epoch, len(list(resumed))), (1, trained), options)

    def test_copies(self):
        whole = list(sampler(shuffle=True, seed=2))
        begun = sampler(shuffle=True, seed=2)
        next(iter(begun))
        for batches in (pickle.loads(pickle.dumps(begun)), copy.deepcopy(begun)):
            self.assertEqual(list(batches), whole)
        table = tuplepack.histogram([3, 4, 3])
        self.assertEqual(pickle.loads(pickle.dumps(table)), table)

    def test_a_checkpoint_between_workers_and_loop(self):
        """Every item once, wherever the checkpoint of a loader with workers is taken."""
        try:
            from torch.utils.data import DataLoader
        except ImportError:
            self.skipTest("no torch here")

        def loader():
            batches = tuplepack.PackSampler([10] * 20, 10, shuffle=True, seed=1)
            return batches, DataLoader(range(20), batch_sampler=batches, num_workers=2, collate_fn=list)

        for last in (1, 15, 17, 20):
            batches, begun = loader()
            seen = []
            for number, batch in enumerate(begun, 1):
                seen += batch
                if number == last:
                    state = batches.state_dict(trained=number)
                    break
            batches, resumed = loader()
            batches.load_state_dict(state)
            self.assertEqual(batches.epoch, last // 20)
            if last < 20:
                seen += [item for batch in resumed for item in batch]
            self.assertEqual(sorted(seen), list(range(20)))


if __name__ == "__main__":
    print("seed", SEED)
    unittest.main()
