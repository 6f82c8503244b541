"""PackSampler: by itself, and in torch's DataLoader."""
import copy
import pickle
import tempfile
import unittest
from unittest import mock

import numpy as np

import tuplepack

SEED = int(np.random.SeedSequence().generate_state(1)[0])
LENGTHS = np.random.default_rng(7).integers(1, 100, 1000)


def sampler(**options):
    return tuplepack.PackSampler(LENGTHS, limits=128, **options)


class Sampler(unittest.TestCase):
    def test_every_item_once_per_epoch(self):
        batches = sampler(shuffle=True, seed=SEED)
        first, second = list(batches), list(batches)
        self.assertEqual(len(first), len(batches))
        for epoch in (first, second):
            self.assertEqual(sorted(item for batch in epoch for item in batch), list(range(len(LENGTHS))))
            self.assertTrue(all(LENGTHS[batch].sum() <= 128 for batch in epoch))
        self.assertNotEqual(first, second)

    def test_without_shuffle_epochs_are_the_same(self):
        batches = sampler()
        self.assertEqual(list(batches), list(batches))

    def test_the_same_seed_and_epoch_give_the_same_packs(self):
        one, other = sampler(shuffle=True, seed=5), sampler(shuffle=True, seed=5)
        one.set_epoch(3)
        other.set_epoch(3)
        self.assertEqual(list(one), list(other))
        self.assertNotEqual(list(sampler(shuffle=True, seed=6)), list(sampler(shuffle=True, seed=5)))

    def test_ranks_have_equal_shares(self):
        for world_size in (2, 3, 8):
            ranks = [sampler(shuffle=True, seed=1, rank=rank, world_size=world_size) for rank in range(world_size)]
            shares = [list(batches) for batches in ranks]
            self.assertEqual(len({len(share) for share in shares}), 1)
            items = [item for share in shares for batch in share for item in batch]
            self.assertEqual(set(items), set(range(len(LENGTHS))))
            packs = ranks[0].plan.packs
            self.assertEqual(sum(map(len, shares)), -(-packs // world_size) * world_size)
            dropped = [list(sampler(rank=rank, world_size=world_size, drop_last=True)) for rank in range(world_size)]
            kept = [item for share in dropped for batch in share for item in batch]
            self.assertEqual(len(kept), len(set(kept)))
            self.assertEqual([len(share) for share in dropped], [packs // world_size] * world_size)

    def test_packs_of_a_step_have_similar_work(self):
        def spread(shares):
            work = [[(LENGTHS[batch] ** 2).sum() for batch in share] for share in shares]
            return sum(max(step) - min(step) for step in zip(*work))

        balanced = [list(sampler(shuffle=True, seed=1, rank=rank, world_size=4)) for rank in range(4)]
        alone = list(sampler(shuffle=True, seed=1))
        self.assertLess(spread(balanced), spread([alone[rank::4] for rank in range(4)]) / 2)

    def test_as_many_batches_as_it_says(self):
        """Also where the plan adds empty packs up to a multiple, which are no batches."""
        for options in ({}, {"packs_multiple": 64}, {"packs_multiple": 64, "even": True}, {"packs": 3, "packs_multiple": 64},
                        {"overlong": "drop", "even": True, "packs_multiple": 5}):
            batches = sampler(shuffle=True, **options)
            self.assertEqual(len(batches), len(list(batches)), options)

    def test_seeds_of_torch(self):
        """torch.initial_seed() has 64 bits."""
        self.assertEqual(sorted(i for batch in sampler(shuffle=True, seed=2**64 - 1) for i in batch), list(range(len(LENGTHS))))
        self.assertNotEqual(list(sampler(shuffle=True, seed=2**64 - 1)), list(sampler(shuffle=True, seed=2**63 - 1)))

    def test_even_packs(self):
        """Up to a multiple, each with items, about equally full, and every item once; on every rank and after a break."""
        for options in ({}, {"packs_multiple": 64}, {"overlong": "split", "stride": 4}, {"depth": 4}):
            ranks = [sampler(shuffle=True, seed=SEED, even=True, rank=rank, world_size=4, **options) for rank in range(4)]
            packs = ranks[0].assignment()
            self.assertEqual(packs.packs, ranks[0].plan.packs)
            fills, loose = (one.fills for one in (packs, ranks[0].plan.assign(LENGTHS) if "stride" not in options else packs))
            self.assertLessEqual(fills.max(), 128)
            self.assertTrue((packs.counts > 0).all())
            self.assertLessEqual(np.ptp(fills), np.ptp(loose))
            items = [item for one in ranks for batch in one for item in batch]
            self.assertEqual(set(items), set(range(len(LENGTHS))))
        uneven, even = sampler(packs_multiple=64), sampler(packs_multiple=64, even=True)
        self.assertEqual((even.assignment().packs % 64, len(even)), (0, even.plan.packs))
        self.assertLess(len(uneven), len(even))
        weighted = tuplepack.PackSampler([LENGTHS[:500], LENGTHS[500:]], 128, weights=[1, 0.5], even=True)
        self.assertLess(np.ptp(weighted.assignment().fills), 64)
        resumed = sampler(shuffle=True, seed=3, even=True)
        whole = list(sampler(shuffle=True, seed=3, even=True))
        head = [batch for batch, _ in zip(resumed, range(5))]
        other = sampler(shuffle=True, seed=3, even=True)
        other.load_state_dict(resumed.state_dict(trained=5))
        self.assertEqual(head + list(other), whole)
        with self.assertRaisesRegex(tuplepack.Error, "from a different run"):
            sampler(shuffle=True, seed=3).load_state_dict(resumed.state_dict())
        with self.assertRaisesRegex(tuplepack.Error, "keep_order packs the items that come next"):
            sampler(keep_order=True, even=True)

    def test_several_packs_per_batch(self):
        batches = list(sampler(packs=3))
        self.assertEqual(len(batches), -(-sampler().plan.packs // 3))
        self.assertTrue(all(LENGTHS[batch].sum() <= 3 * 128 for batch in batches))

    def test_no_item_twice_on_one_process(self):
        """Where there are fewer packs than a step takes, and in an incomplete last step."""
        for lengths, options in (([3, 4], {"packs": 4}), ([8] * 5, {"packs": 2}), ([8] * 3, {"packs": 2}), ([8], {"packs": 2})):
            for world_size in (1, 2, 3):
                shares = [list(tuplepack.PackSampler(lengths, 8, rank=rank, world_size=world_size, **options))
                          for rank in range(world_size)]
                self.assertEqual(len({len(share) for share in shares}), 1)
                self.assertEqual({item for share in shares for batch in share for item in batch}, set(range(len(lengths))))
                for share in shares:
                    self.assertTrue(all(batch and len(batch) == len(set(batch)) for batch in share))
                if world_size == 1:
                    self.assertEqual(sum(map(len, shares[0])), len(lengths))

    def test_every_item_once(self):
        for world_size in (1, 2, 3, 8):
            for packs in (1, 2, 3, 500):
                options = {"shuffle": True, "seed": SEED, "packs": packs, "world_size": world_size, "every_item_once": True}
                ranks = [sampler(rank=rank, **options) for rank in range(world_size)]
                shares = [list(rank) for rank in ranks]
                self.assertEqual([len(rank) for rank in ranks], [len(share) for share in shares])
                items = [item for share in shares for batch in share for item in batch]
                self.assertEqual(sorted(items), list(range(len(LENGTHS))))
                self.assertLessEqual(max(map(len, shares)) - min(map(len, shares)), 1)

    def test_shuffles(self):
        """"packs" keeps the packs, and changes their order; "items" changes both."""
        def packs(batches):
            return {tuple(sorted(batch)) for batch in batches}

        for world_size in (1, 3):
            batches = sampler(shuffle="packs", seed=SEED, rank=0, world_size=world_size)
            first, second = list(batches), list(batches)
            self.assertNotEqual(first, second)
            if world_size == 1:
                self.assertEqual(packs(first), packs(second))
        batches = sampler(shuffle="items", seed=SEED)
        self.assertNotEqual(packs(batches), packs(batches))
        self.assertEqual(list(sampler(shuffle="items", seed=3)), list(sampler(shuffle=True, seed=3)))

    def test_a_look_at_a_batch_loses_nothing(self):
        for options in ({}, {"shuffle": True, "seed": SEED}):
            batches = sampler(**options)
            first = next(iter(batches))
            for batch in batches:
                break
            self.assertEqual(batch, first)
            seen = list(batches)
            self.assertEqual(seen[0], first)
            self.assertEqual(sorted(item for batch in seen for item in batch), list(range(len(LENGTHS))))
            list(batches)
            self.assertEqual(batches.epoch, 1)

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

    def test_progress_stays_in_its_process(self):
        shown = tuplepack.PackSampler([LENGTHS, LENGTHS], 128, weights=[1, 0.5], progress=lambda packs, bound, step: None)
        self.assertEqual(list(pickle.loads(pickle.dumps(shown))), list(shown))
        self.assertEqual(repr(shown), "<PackSampler: 2,000 items, epoch 0, rank 0 of 1>")

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

    def test_a_plan_from_a_file(self):
        plan = tuplepack.pack(LENGTHS, 128, method="optimal")
        loaded = tuplepack.Plan.from_json(plan.to_json())
        self.assertEqual(list(tuplepack.PackSampler(LENGTHS, plan=loaded)), list(tuplepack.PackSampler(LENGTHS, plan=plan)))

    def test_a_plan_for_named_components(self):
        """Which come in any order, as for Plan.assign()."""
        given = {"nodes": [2, 3, 4], "edges": [9, 5, 7]}
        plan = tuplepack.pack(given, {"nodes": 7, "edges": 16})
        turned = {name: given[name] for name in ("edges", "nodes")}
        expected = list(tuplepack.PackSampler(given, plan=plan))
        self.assertEqual(sorted(item for batch in expected for item in batch), [0, 1, 2])
        self.assertEqual(list(tuplepack.PackSampler(turned, plan=plan)), expected)
        with self.assertRaisesRegex(tuplepack.Error, "the plan is for nodes, edges, and the items have one size each"):
            tuplepack.PackSampler([2, 3, 4], plan=plan)

    def test_a_table(self):
        table = tuplepack.Table(["length"], np.array([3, 4, 5]), None)
        self.assertEqual(sorted(i for batch in tuplepack.PackSampler(table, 8) for i in batch), [0, 1, 2])
        with self.assertRaisesRegex(tuplepack.Error, "a table with counts"):
            tuplepack.PackSampler(table._replace(counts=np.array([1, 2, 3])), 8)

    def test_in_the_order_of_the_data(self):
        batches = sampler(keep_order=True)
        seen = list(batches)
        self.assertEqual([item for batch in seen for item in batch], list(range(len(LENGTHS))))
        for batch, after in zip(seen, seen[1:]):
            self.assertLessEqual(LENGTHS[batch].sum(), 128)
            self.assertGreater(LENGTHS[batch].sum() + LENGTHS[after[0]], 128)
        self.assertEqual(len(seen), len(batches))
        self.assertEqual(seen[0].packs, [list(seen[0])])
        shuffled = list(sampler(keep_order=True, shuffle="packs", seed=SEED))
        self.assertEqual(sorted(map(list, shuffled)), sorted(map(list, seen)))
        self.assertNotEqual(shuffled, seen)
        self.assertEqual(max(map(len, sampler(keep_order=True, depth=2))), 2)
        self.assertEqual(list(pickle.loads(pickle.dumps(batches))), seen)
        graphs = np.random.default_rng(3).integers(1, 40, (300, 2))
        for batch in tuplepack.PackSampler(graphs, limits=(64, 80), keep_order=True):
            self.assertTrue((graphs[batch].sum(axis=0) <= (64, 80)).all())
        long = tuplepack.PackSampler([3, 99, 4], 8, keep_order=True, overlong="drop")
        self.assertEqual(([list(batch) for batch in long], long.assignment().dropped.tolist()), ([[0, 2]], [1]))
        for options in ({}, {"reserve": 28}, {"align_item": 8}):  # rows are as long as those of a plan
            ordered, planned = (sampler(**options, **order).assignment().layout([0]) for order in ({"keep_order": True}, {}))
            self.assertEqual((ordered.limit, ordered.align), (planned.limit, planned.align))

    def test_long_sequences_in_pieces(self):
        samples = [list(range(100 * number, 100 * number + int(length))) for number, length in enumerate(LENGTHS[:100])]
        lengths = [len(sample) for sample in samples]

        def pieces(one):
            found = []
            for batch in one:
                joined = tuplepack.collate_packed([samples[item] for item in batch], batch=batch, flatten=True, framework="numpy")
                ids, cuts = joined["input_ids"][0], joined["cu_seqlens"]
                found += [ids[begin:end].tolist() for begin, end in zip(cuts, cuts[1:])]
            return sorted(piece for piece in found if piece)

        for options in ({"overlong": "split", "stride": 7}, {"overlong": "split", "minimum": 6}, {"overlong": "truncate", "side": "left"},
                        {"overlong": "split", "stride": 3, "minimum": 9}):
            rows = tuplepack.pack_dataset([{"input_ids": sample} for sample in samples], 30, **options)
            expected = []
            for row in rows:
                ends = np.cumsum([0, *row["seq_lengths"]])
                expected += [row["input_ids"][begin:end] for begin, end in zip(ends, ends[1:])]
            one = tuplepack.PackSampler(lengths, 30, shuffle=True, seed=SEED, **options)
            self.assertEqual(pieces(one), sorted(expected), options)
            iterator = iter(one)
            begun = [list(next(iterator)) for _ in range(5)]
            resumed = tuplepack.PackSampler(lengths, 30, shuffle=True, seed=SEED, **options)
            resumed.load_state_dict(one.state_dict())
            one.set_epoch(1)
            self.assertEqual(begun + [list(batch) for batch in resumed], [list(batch) for batch in one])
            with self.assertRaisesRegex(tuplepack.Error, "a different run"):
                tuplepack.PackSampler(lengths, 30, shuffle=True, seed=SEED, overlong=options["overlong"]).load_state_dict(resumed.state_dict())
            shares = [tuplepack.PackSampler(lengths, 30, shuffle=True, seed=SEED, rank=rank, world_size=2, every_item_once=True,
                                            **options) for rank in range(2)]
            self.assertEqual(sorted(pieces(shares[0]) + pieces(shares[1])), sorted(expected))
        weighted = tuplepack.PackSampler([lengths[:50], lengths[50:]], 30, weights=[1, 2], overlong="split", stride=7)
        counts = np.bincount([item for batch in weighted for item in batch], minlength=100)
        starts = [1 if length <= 30 else 1 + -(-(length - 30) // 23) for length in lengths]
        self.assertEqual(counts.tolist(), [times * pieces for pieces, times in zip(starts, [1] * 50 + [2] * 50)])
        aligned = tuplepack.PackSampler(lengths, 30, overlong="split", stride=2, align_item=8)
        self.assertLessEqual(max(max(batch.layout.lengths) for batch in aligned), 24)
        plan = tuplepack.pack(lengths, 30, overlong="split")
        for words, call in (("stride needs overlong='split'", lambda: tuplepack.PackSampler(lengths, 30, stride=2)),
                            ("stride, minimum and side cannot be combined with a plan", lambda: tuplepack.PackSampler(lengths, plan=plan, stride=2)),
                            ("keep_order packs whole items", lambda: tuplepack.PackSampler(lengths, 30, stride=2, keep_order=True)),
                            ("stride cannot be -1", lambda: tuplepack.PackSampler(lengths, 30, stride=-1, overlong="split")),
                            ("stride 30 for pieces of 30", lambda: tuplepack.PackSampler(lengths, 30, stride=30, overlong="split")),
                            ("these items have 2 components",
                             lambda: tuplepack.PackSampler([[1, 2], [3, 4]], (8, 8), side="left", overlong="truncate"))):
            with self.assertRaisesRegex(tuplepack.Error, words):
                call()

    def test_limits_by_name(self):
        sizes = np.random.default_rng(SEED).integers(1, 40, (300, 2))
        with self.assertWarnsRegex(UserWarning, "assumed to be nodes, edges"):
            named = tuplepack.PackSampler(sizes, {"nodes": 64, "edges": 90})
        self.assertEqual(named.plan.components, ["nodes", "edges"])
        self.assertEqual(list(named), list(tuplepack.PackSampler(sizes, (64, 90))))

    def test_data_sources_by_weight(self):
        sources = [LENGTHS[:600], LENGTHS[600:900], LENGTHS[900:]]
        for world_size in (1, 2):
            ranks = [tuplepack.PackSampler(sources, 128, weights=[0.5, 2, 1.25], shuffle=True, seed=SEED, rank=rank,
                                           world_size=world_size, every_item_once=True) for rank in range(world_size)]
            seen = np.zeros(len(LENGTHS), int)
            for epoch in range(4):
                counts = np.zeros(len(LENGTHS), int)
                for rank in ranks:
                    lengths = len(rank)
                    share = list(rank)
                    self.assertEqual(len(share), lengths)
                    for batch in share:
                        self.assertLessEqual(LENGTHS[batch].sum(), 128)
                        np.add.at(counts, batch, 1)
                self.assertEqual((counts[:600].sum(), counts[600:900].sum(), counts[900:].sum()), (300, 600, 125))
                self.assertEqual((set(counts[:600]), set(counts[600:900]), set(counts[900:])), ({0, 1}, {2}, {1, 2}))
                seen += counts
            self.assertGreater((seen[:600] > 0).mean(), 0.85)
        begun = tuplepack.PackSampler(sources, 128, weights=[0.5, 2, 1.25], shuffle=True, seed=SEED)
        begun.set_epoch(2)
        iterator = iter(begun)
        first = [next(iterator) for _ in range(5)]
        resumed = pickle.loads(pickle.dumps(begun))
        resumed.load_state_dict(begun.state_dict())
        begun.set_epoch(2)
        self.assertEqual(first + list(resumed), list(begun))

    def test_graphs(self):
        sizes = np.random.default_rng(3).integers(1, 40, (300, 2))
        for batch in tuplepack.PackSampler(sizes, limits=(64, 80), shuffle=True):
            self.assertTrue((sizes[batch].sum(axis=0) <= (64, 80)).all())

    def test_refuses(self):
        for words, call in (
            ("either limits or a plan", lambda: tuplepack.PackSampler(LENGTHS)),
            ("rank 2 is out of range for world_size 2", lambda: sampler(rank=2, world_size=2)),
            ("packs must be at least 1, not 0", lambda: sampler(packs=0)),
            (r"options of pack\(\) cannot be combined with a plan: depth", lambda: tuplepack.PackSampler(LENGTHS, plan=sampler().plan, depth=3)),
            ("pass both, or neither", lambda: sampler(rank=1)),
            ("pass both, or neither", lambda: sampler(world_size=4)),
            ("shuffle is 'all'", lambda: sampler(shuffle="all")),
            ("seed cannot be None", lambda: sampler(seed=None)),
            ("seed cannot be -1", lambda: sampler(seed=-1)),
            ("drop_last cannot be 'no'; expected True or False", lambda: sampler(drop_last="no")),
            ("every_item_once cannot be None; expected True", lambda: sampler(every_item_once=None)),
            ("keep_order cannot be 'False'; expected True", lambda: sampler(keep_order="False")),
            ("sizes cannot be None", lambda: tuplepack.PackSampler(None, 8)),
            ("unknown option 'methd'; did you mean 'method'", lambda: tuplepack.PackSampler([[3], [4]], 8, weights=[1, 1], methd="auto")),
            ("nonsense", lambda: tuplepack.PackSampler([[3], [4]], 8, weights=[1, 1], method="nonsense")),
            ("limit 0 for length is not", lambda: tuplepack.PackSampler([[3], [4]], 0, weights=[1, 1])),
            ("every_item_once cannot be combined with drop_last", lambda: sampler(drop_last=True, every_item_once=True)),
            ("packs cannot be 2.5; .* integer", lambda: sampler(packs=2.5)),
            ("rank cannot be '0'; .* integer", lambda: sampler(rank="0", world_size=2)),
            ("seed cannot be 18446744073709551616", lambda: sampler(seed=2**64)),
            ("the plan", lambda: tuplepack.PackSampler(LENGTHS[:-1], plan=sampler().plan)),
            ("the plan", lambda: tuplepack.PackSampler([*LENGTHS, 3], plan=sampler().plan)),
            ("limits: unknown component 'egdes'; did you mean 'edges'\\? components: nodes, edges",
             lambda: tuplepack.PackSampler({"nodes": [3], "edges": [4]}, {"nodes": 8, "egdes": 8}, keep_order=True)),
            ("limits: missing number for component 'edges'",
             lambda: tuplepack.PackSampler({"nodes": [3], "edges": [4]}, {"nodes": 8}, keep_order=True)),
            ("expected a Plan", lambda: tuplepack.PackSampler(LENGTHS, plan="plan.json")),
            ("None is not a state", lambda: sampler().load_state_dict(None)),
            ("weights of .*'a'", lambda: tuplepack.PackSampler([[3], [4]], 8, weights=[1, "a"])),
            ("is negative", lambda: tuplepack.PackSampler([-3, 4], 8, keep_order=True)),
            ("not .*integer|whole", lambda: tuplepack.PackSampler([3.5, 4.5], 8, keep_order=True)),
            ("9223372036854775811|too large|range", lambda: tuplepack.PackSampler(np.array([2**63 + 3], np.uint64), 8, keep_order=True)),
            ("-5 is too small", lambda: sampler(keep_order=True, reserve=-5)),
            ("0 is too small", lambda: sampler(keep_order=True, align_item=0)),
            ("depth is 0", lambda: sampler(keep_order=True, depth=0)),
            ("depth cannot be 1.5", lambda: sampler(keep_order=True, depth=1.5)),
            ("time_limit may end .* plan=", lambda: sampler(rank=0, world_size=2, method="optimal", time_limit=1)),
            ("one of plan, keep_order", lambda: sampler(keep_order=True, weights=[1])),
            ("only the order of packs", lambda: sampler(keep_order=True, shuffle=True)),
            ("whole items .* not overlong", lambda: sampler(keep_order=True, overlong="split")),
            ("not method", lambda: sampler(keep_order=True, method="lpfhp")),
            ("item 0 of size .* is over the limit", lambda: tuplepack.PackSampler([9], 8, keep_order=True)),
            ("without a plan", lambda: sampler(keep_order=True).plan),
            ("weights of .* for 2 data sources", lambda: tuplepack.PackSampler([[3], [4]], 8, weights=[1])),
            ("weights of .* for 1 data sources", lambda: tuplepack.PackSampler([[3]], 8, weights=[-1])),
            ("weights cannot be 1.0; expected a number for each data source", lambda: tuplepack.PackSampler([[3], [4]], 8, weights=1.0)),
            ("weights cannot be {0: 1, 1: 2}; expected", lambda: tuplepack.PackSampler([[3], [4]], 8, weights={0: 1, 1: 2})),
            (r"make an epoch of 1e\+300 items; it has fewer", lambda: tuplepack.PackSampler([[3], [4]], 8, weights=[1e300, 1])),
            ("shuffle is tensor|shuffle is array", lambda: sampler(shuffle=np.array([True]))),
            (r"item 0 of size 9 is over the limit \[8\], that is \[12\] minus", lambda: tuplepack.PackSampler([9], 12, keep_order=True, reserve=4)),
            ("progress may end", lambda: sampler(rank=0, world_size=2, progress=print)),
        ):
            with self.assertRaisesRegex(tuplepack.Error, words):
                call()


class SmallSources(unittest.TestCase):
    def test_copies_of_an_item_are_apart_where_others_have_its_size(self):
        """Without a shuffle the next item of a size takes the next place for it, and a pack has places for several."""
        batches = [list(batch) for batch in tuplepack.PackSampler([[2] * 8, [2] * 4], 8, weights=[2, 3])]
        self.assertEqual(sorted(item for batch in batches for item in batch), sorted([*range(8)] * 2 + [*range(8, 12)] * 3))
        self.assertEqual([len(set(batch)) for batch in batches], [4] * 7)

    def test_weights_are_averages(self):
        """Also of sources of which a weight chooses less than an item; 600 epochs of a fixed seed, 4 standard deviations."""
        batches = tuplepack.PackSampler([[3], [3, 3, 3], [4] * 10], 8, weights=[0.3, 0.5, 1.05], seed=4)
        times = np.zeros(14)
        for epoch in range(600):
            batches.set_epoch(epoch)
            np.add.at(times, [item for batch in batches for item in batch], 1)
        shares = [times[:1].sum() / 600, times[1:4].sum() / 1800, times[4:].sum() / 6000]
        for share, weight, spread in zip(shares, (0.3, 0.5, 1.05), (0.46, 0.5 / 3, 0.05)):
            self.assertLess(abs(share - weight), 4 * spread / 600**0.5)


class Clock(unittest.TestCase):
    def test_plans_that_the_clock_ended_are_refused_on_several_ranks(self):
        import tuplepack.sampling as module

        def ended_by_the_clock(*arguments, **options):
            plan = tuplepack.pack(*arguments, **options)
            return type("Ended", (), {"ended": "time-limit", "strategies": plan.strategies})()

        original, module.pack = module.pack, ended_by_the_clock
        try:
            sampler(method="optimal")  # by itself that is fine
            for options in ({}, {"weights": [1.0, 0.5]}):
                lengths = [LENGTHS[:500], LENGTHS[500:]] if options else LENGTHS
                way_out = "use a method" if options else "compute the plan once"  # a plan does not go with weights
                for limited, words in (({}, "^the time limit ended the search, so every rank may have a different plan; "),
                                       ({"time_limit": 9}, "^time_limit may end the search with a different plan on every rank; ")):
                    with self.assertRaisesRegex(tuplepack.Error, words + way_out):
                        len(tuplepack.PackSampler(lengths, 128, rank=0, world_size=2, method="optimal", **options, **limited))
        finally:
            module.pack = original


class Torch(unittest.TestCase):
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

    def test_a_layout_ends_with_its_pass(self):
        for batch in tuplepack.PackSampler([6] * 4, 4, overlong="truncate", packs=2):
            list(batch)
        rows = tuplepack.collate_packed([[1] * 6, [2] * 6], limit=12)["input_ids"]
        self.assertEqual(rows.tolist(), [[1] * 6 + [2] * 6])

    def test_data_loader(self):
        try:
            from torch.utils.data import DataLoader
        except ImportError:
            self.skipTest("no torch here")
        dataset = [{"input_ids": list(range(1, length + 1))} for length in LENGTHS.tolist()]
        for workers in (0, 2):
            batches = sampler(shuffle=True, packs=2, depth=3)
            loader = DataLoader(dataset, batch_sampler=batches, collate_fn=tuplepack.collate_packed, num_workers=workers)
            next(iter(loader))
            tokens = 0
            for batch in loader:
                self.assertEqual(tuple(batch["input_ids"].shape), (2, 128))
                self.assertLessEqual(int(batch["segment_ids"].max()), 3)
                tokens += int((batch["segment_ids"] > 0).sum())
            self.assertEqual(tokens, int(LENGTHS.sum()))


class BatchSamplerShard:
    """The rule of accelerate/data_loader.py (0.20 to 1.14, BatchSamplerShard, split_batches=False, even_batches=False): each
    process gets every n-th batch, and in an incomplete last step those that are there; batches whose size is not known
    have to be evened out by others."""

    def __init__(self, batch_sampler, num_processes, process_index):
        self.batch_sampler, self.num_processes, self.process_index = batch_sampler, num_processes, process_index
        assert getattr(batch_sampler, "batch_size", None) is None

    def __len__(self):
        whole, more = divmod(len(self.batch_sampler), self.num_processes)
        return whole + (self.process_index < more)

    def __iter__(self):
        own = None
        for number, batch in enumerate(self.batch_sampler):
            if number % self.num_processes == self.process_index:
                own = batch
            if number % self.num_processes == self.num_processes - 1:
                yield own
                own = None
        if own is not None:
            yield own


class DerivedShard(BatchSamplerShard):
    """As a library on top of Accelerate may have one."""


class DataLoaderDispatcher:
    """One process reads for all."""

    def __init__(self, batch_sampler):
        self.batch_sampler = batch_sampler

    def __iter__(self):
        return DataLoaderDouble(self.batch_sampler).iterator()


class DataLoaderDouble:
    def __init__(self, batch_sampler):
        self.batch_sampler = batch_sampler

    def iterator(self):
        return iter(self.batch_sampler)


class ShardedAgain(unittest.TestCase):
    def test_by_any_library(self):
        """Which deals out the batches of a sampler in turn, where torch.distributed has ranks: as docs/python.md says."""
        with mock.patch("tuplepack.sampling.own_rank", lambda: (1, 2)):
            self.assertEqual(tuplepack.PackSampler(LENGTHS, plan=sampler(rank=0, world_size=1).plan).rank, 1)  # by default it shards
            shards = [list(sampler(shuffle=True, seed=SEED, rank=0, world_size=1))[process::2] for process in range(2)]
        self.assertEqual(sorted(item for shard in shards for batch in shard for item in batch), list(range(len(LENGTHS))))

    def test_by_accelerate(self):
        for processes in (2, 3):
            for packs in (1, 2):
                shares = []
                for rank in range(processes):
                    own = sampler(shuffle=True, seed=SEED, packs=packs, rank=rank, world_size=processes)
                    shard = BatchSamplerShard(own, processes, rank)
                    shares.append(list(shard))
                    self.assertEqual(len(shard), len(shares[-1]))
                    self.assertEqual(len(shares[-1]), len(shares[0]))
                    resumed = sampler(shuffle=True, seed=SEED, packs=packs, rank=rank, world_size=processes)
                    resumed.load_state_dict(own.state_dict(trained=5))
                    self.assertEqual(list(BatchSamplerShard(resumed, processes, rank)), shares[-1][5:])
                    self.assertEqual(len(list(own)), len(own))  # by itself it goes on sharding
                self.assertEqual({item for share in shares for batch in share for item in batch}, set(range(len(LENGTHS))))
                first = [item for share in shares for batch in share[:-1] for item in batch]
                self.assertEqual(len(first), len(set(first)))

    def test_by_a_class_derived_from_accelerates(self):
        shares = [list(DerivedShard(sampler(shuffle=True, rank=rank, world_size=2), 2, rank)) for rank in range(2)]
        self.assertEqual({item for share in shares for batch in share for item in batch}, set(range(len(LENGTHS))))

    def test_by_a_dispatcher(self):
        own = sampler(rank=0, world_size=2)
        self.assertIsNone(own.sampler)  # which prepare_data_loader (0.20 to 0.33) asks of every batch sampler
        self.assertEqual(sorted(item for batch in DataLoaderDispatcher(own) for item in batch), list(range(len(LENGTHS))))

    def test_rows_that_a_dispatcher_cuts(self):
        """accelerate/data_loader.py and utils/operations.py (0.20 to 1.14, DataLoaderDispatcher and concatenate): the batches of all
        processes become one, of tensors alone, and each process gets its part of the rows."""
        lengths = np.random.default_rng(SEED).integers(1, 60, 200)
        samples = [{"input_ids": np.full(length, item), "score": item + 0.5} for item, length in enumerate(lengths)]
        own = tuplepack.PackSampler(lengths, 64, packs=3, shuffle=True, seed=SEED, rank=0, world_size=2)
        batches = []
        for indices in DataLoaderDispatcher(own):
            batches.append(tuplepack.collate_packed([samples[item] for item in indices], names="rows", framework="numpy"))
            self.assertEqual({type(rows) for rows in batches[-1].values()}, {np.ndarray})  # it joins nothing else
        seen, weight = [], 0.0
        for begin in range(0, len(batches), 2):
            joined = {name: np.concatenate([batch[name] for batch in batches[begin : begin + 2]]) for name in batches[0]}
            half = -(-len(joined["input_ids"]) // 2)
            for part in (slice(0, half), slice(half, 2 * half)):
                of_process = {name: rows[part] for name, rows in joined.items()}
                weight += float(tuplepack.packed_loss_weights({**of_process, "labels": of_process["input_ids"]}).sum())
                for row, ids, scores in zip(of_process["input_ids"], of_process["segment_ids"], of_process["score"]):
                    self.assertEqual(scores[int(ids.max()) :].tolist(), [0] * (own.plan.depth_used - int(ids.max())))
                    for segment in range(1, int(ids.max()) + 1):
                        (item,) = set(row[ids == segment].tolist())
                        self.assertEqual(scores[segment - 1], item + 0.5)
                        self.assertEqual(int((ids == segment).sum()), lengths[item])
                        seen.append(item)
        self.assertEqual(sorted(seen), list(range(200)))
        expected = 3 * 200 / own.plan.packs  # sequences of a batch, by which each of them is divided
        self.assertAlmostEqual(weight, 200 / expected, delta=1e-3)
        with self.assertRaisesRegex(tuplepack.Error, "names='rows' has a row for each pack"):
            tuplepack.collate_packed(samples[:2], batch=None, names="rows", flatten=True)

    def test_rows_whose_most_sequences_are_not_known(self):
        """Values for each sequence have as many columns, which are others in the next batch."""
        tokens = [{"input_ids": [1, 2, 3]}, {"input_ids": [4, 5]}]
        scored = [{**sample, "score": 0.5} for sample in tokens]
        rows = [{**sample, "seq_lengths": [len(sample["input_ids"])]} for sample in scored]
        of_rows = next(iter(tuplepack.PackSampler([3, 2], 8)))
        collated = {"names": "rows", "framework": "numpy"}
        for call in (lambda given, score: tuplepack.collate_packed(given, batch=None, limit=8, **collated),
                     lambda given, score: tuplepack.collate_packed(rows if score else given, batch=of_rows, **collated),
                     lambda given, score: tuplepack.packed_collate(8, collated=collated)(given)):
            self.assertEqual(call(tokens, False)["input_ids"].shape, (1, 8))
            with self.assertRaisesRegex(tuplepack.Error, "^'score' has a value for each sequence, .* deepest pack .*; remove the column, or repeat its values for every token"):
                call(scored, True)


def plan_on(rank, world_size, folder, results):
    import torch.distributed as distributed

    distributed.init_process_group("gloo", init_method=f"file://{folder}/meeting", rank=rank, world_size=world_size)
    lengths = np.random.default_rng(8).integers(1, 150, (300, 2))
    options = {"method": "optimal", "time_limit": 0.05 * (1 + rank), "packs": 3, "shuffle": True}
    batches = tuplepack.PackSampler(lengths, (170, 180), **options)
    failed = ""
    try:
        tuplepack.PackSampler(lengths, (17, 18) if rank == 0 else (170, 180))
    except tuplepack.Error as error:
        failed = str(error)
    different = []
    for name, arguments in (("seed", {"seed": rank}), ("lengths", {"lengths": lengths[: 300 - rank]}), ("limits or options", {"limits": (170, 180 + rank)}),
                            ("packs, drop_last", {"packs": 1 + rank, "drop_last": bool(rank)})):
        try:
            tuplepack.PackSampler(**{"lengths": lengths, "limits": (170, 180), **arguments})
        except tuplepack.Error as error:
            different.append(f"rank 1 was given other {name} than rank 0; pass the same to all ranks" == str(error))
    results.put((rank, batches.rank, batches.world_size, batches.plan.to_json(), list(map(list, batches)), failed, different))
    distributed.barrier()


class Distributed(unittest.TestCase):
    def test_one_plan_for_all_ranks(self):
        try:
            import torch.multiprocessing as processes
        except ImportError:
            self.skipTest("no torch here")
        with tempfile.TemporaryDirectory() as folder:
            results = processes.get_context("fork").SimpleQueue()
            started = processes.start_processes(plan_on, (2, folder, results), nprocs=2, join=False, start_method="fork")
            found = sorted(results.get() for _ in range(2))
            while not started.join():
                pass
        self.assertEqual([row[:3] for row in found], [(0, 0, 2), (1, 1, 2)])
        self.assertEqual(found[0][3], found[1][3])
        self.assertEqual(len(found[0][4]), len(found[1][4]))
        self.assertEqual({item for row in found for batch in row[4] for item in batch}, set(range(300)))
        for row in found:
            self.assertIn("over the limit", row[5])
        self.assertEqual([row[6] for row in found], [[], [True] * 4])


if __name__ == "__main__":
    print("seed", SEED)
    unittest.main()
