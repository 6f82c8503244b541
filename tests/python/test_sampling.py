"""PackSampler: by itself, and in torch's DataLoader."""
import unittest

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
            repeated = [batch for share in shares for batch in share]
            self.assertEqual(len(repeated), -(-packs // world_size) * world_size)
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

    def test_several_packs_per_batch(self):
        batches = list(sampler(packs=3))
        self.assertEqual(len(batches), -(-sampler().plan.packs // 3))
        self.assertTrue(all(LENGTHS[batch].sum() <= 3 * 128 for batch in batches))

    def test_resumes_where_it_was(self):
        whole = sampler(shuffle=True, seed=2)
        expected = list(whole) + list(whole)
        begun = sampler(shuffle=True, seed=2)
        iterator = iter(begun)
        got = [next(iterator) for _ in range(17)]
        resumed = sampler(shuffle=True, seed=2)
        resumed.load_state_dict(begun.state_dict())
        got += list(resumed) + list(resumed)
        self.assertEqual(got, expected)

    def test_graphs(self):
        sizes = np.random.default_rng(3).integers(1, 40, (300, 2))
        for batch in tuplepack.PackSampler(sizes, limits=(64, 80), shuffle=True):
            self.assertTrue((sizes[batch].sum(axis=0) <= (64, 80)).all())

    def test_refuses(self):
        for words, call in (
            ("either limits or a plan", lambda: tuplepack.PackSampler(LENGTHS)),
            ("rank 2 of 2", lambda: sampler(rank=2, world_size=2)),
            ("0 packs", lambda: sampler(packs=0)),
            ("beside a plan: depth", lambda: tuplepack.PackSampler(LENGTHS, plan=sampler().plan, depth=3)),
            ("splits items", lambda: list(tuplepack.PackSampler(LENGTHS, limits=50, overlong="split"))),
        ):
            with self.assertRaisesRegex(tuplepack.Error, words):
                call()


class Torch(unittest.TestCase):
    def test_data_loader(self):
        try:
            from torch.utils.data import DataLoader
        except ImportError:
            self.skipTest("no torch here")
        dataset = [{"input_ids": list(range(1, length + 1))} for length in LENGTHS.tolist()]
        import functools

        collate = functools.partial(tuplepack.collate_packed, limit=128)
        loader = DataLoader(dataset, batch_sampler=sampler(shuffle=True), collate_fn=collate, num_workers=2)
        tokens = 0
        for batch in loader:
            self.assertEqual(tuple(batch["input_ids"].shape), (1, 128))
            tokens += int(batch["attention_mask"].sum())
        self.assertEqual(tokens, int(LENGTHS.sum()))


if __name__ == "__main__":
    print("seed", SEED)
    unittest.main()
