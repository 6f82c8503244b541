"""PackSampler: which batches it makes, by itself and in torch's DataLoader."""
import pickle
import unittest
from concurrent.futures import ThreadPoolExecutor

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

    def test_several_threads(self):
        """Those that share a sampler get the packs of the epoch that each asks for."""
        batches = tuplepack.PackSampler(np.tile(LENGTHS, 20), 128, shuffle=True, seed=SEED)._epochs
        expected = [batches.assignment(epoch, 1) for epoch in range(4)]
        with ThreadPoolExecutor(3) as threads:
            found = list(threads.map(lambda number: (number % 4, batches.assignment(number % 4, 1)), range(60)))
        self.assertTrue(all(packs == expected[epoch] for epoch, packs in found))

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

    def test_progress_stays_in_its_process(self):
        shown = tuplepack.PackSampler([LENGTHS, LENGTHS], 128, weights=[1, 0.5], progress=lambda packs, bound, step: None)
        self.assertEqual(list(pickle.loads(pickle.dumps(shown))), list(shown))
        self.assertEqual(repr(shown), "<PackSampler: 2,000 items, epoch 0, rank 0 of 1>")

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
        rows = np.stack([turned["edges"], turned["nodes"]], axis=1)
        self.assertEqual(list(tuplepack.PackSampler(rows, plan=plan, components=["edges", "nodes"])), expected)
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

    def test_columns_of_data_sources(self):
        """In one order, whatever that of each source is; a source may have no items."""
        first, second = {"nodes": [1, 2], "edges": [9, 8]}, {"edges": [7], "nodes": [3]}
        limits, weights = (4, 20), [1, 1]
        same = [np.array([[1, 9], [2, 8]]), np.array([[3, 7]])]
        expected = list(tuplepack.PackSampler(same, limits, weights=weights))
        self.assertEqual(sorted(item for batch in expected for item in batch), [0, 1, 2])
        for sources in ([first, second], [same[0], {"nodes": [3], "edges": [7]}], [first, same[1]]):
            self.assertEqual(list(tuplepack.PackSampler(sources, limits, weights=weights)), expected)
        self.assertEqual(list(tuplepack.PackSampler([[], *same], 20, weights=[1, *weights])), list(tuplepack.PackSampler(same, 20, weights=weights)))
        for words, sources in (("data source 1 has nodes, arcs, but others have nodes, edges", [first, {"nodes": [3], "arcs": [7]}]),
                               ("items of data source 1 have one size each, those of data source 0 2 sizes", [first, [3, 4]]),
                               ("lengths cannot be None; with weights expected a list", None), ("lengths cannot be \\[\\]", [])):
            with self.assertRaisesRegex(tuplepack.Error, words):
                tuplepack.PackSampler(sources, 20, weights=weights)

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
            ("sizes hold 3.5", lambda: tuplepack.PackSampler([3.5, 20.7], 8, overlong="split", stride=2)),
            ("sizes hold nan", lambda: tuplepack.PackSampler([3, np.nan], 8, overlong="truncate", side="left")),
            ("beyond 2\\^53", lambda: tuplepack.PackSampler([3, 2**60], 8, overlong="split", minimum=2)),
            ("have 187649984473772 pieces; at most 2147483647", lambda: tuplepack.PackSampler([3, 2**50], 8, overlong="split", stride=2)),
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


class Torch(unittest.TestCase):
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


if __name__ == "__main__":
    print("seed", SEED)
    unittest.main()
