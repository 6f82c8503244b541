"""PackSampler on several ranks: by itself, under Accelerate, and with a plan that the first rank makes."""
import tempfile
import unittest
from unittest import mock

import numpy as np

import tuplepack

SEED = int(np.random.SeedSequence().generate_state(1)[0])
LENGTHS = np.random.default_rng(7).integers(1, 100, 1000)


def sampler(**options):
    return tuplepack.PackSampler(LENGTHS, limits=128, **options)


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
