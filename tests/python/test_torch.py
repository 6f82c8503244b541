"""tuplepack.torch: streams of packs, losses of sequences."""
import unittest
from functools import partial

import numpy as np

import tuplepack

try:
    import torch
    from torch.utils.data import DataLoader

    from tuplepack.torch import PackedIterable, block_mask, sequence_losses
except ImportError:
    torch = None

SEED = int(np.random.SeedSequence().generate_state(1)[0])
SAMPLES = [{"input_ids": [number] * int(length)} for number, length in
           enumerate(np.random.default_rng(SEED).integers(1, 60, 500))]


def identity(pack):
    return pack


@unittest.skipIf(torch is None, "no torch here")
class Packs(unittest.TestCase):
    def numbers(self, packs):
        return sorted(sample["input_ids"][0] for pack in packs for sample in pack)

    def test_every_sample_once(self):
        for options in ({}, {"open": 20}, {"buffer": 64}, {"depth": 3}):
            for workers in (0, 1, 2):
                loader = DataLoader(PackedIterable(SAMPLES, 64, **options), batch_size=None, collate_fn=identity, num_workers=workers)
                packs = list(loader)
                self.assertEqual(self.numbers(packs), list(range(len(SAMPLES))))
                self.assertTrue(all(sum(len(sample["input_ids"]) for sample in pack) <= 64 for pack in packs))
                self.assertTrue(all(len(pack) <= options.get("depth", 64) for pack in packs))

    def test_goes_on_where_it_was(self):
        for options in ({}, {"open": 20}, {"buffer": 64}):
            whole = list(PackedIterable(lambda: iter(SAMPLES), 64, **options))
            for count in (1, 7, len(whole) // 2, len(whole) - 1):
                begun = PackedIterable(SAMPLES, 64, **options)
                iterator = iter(begun)
                got = [next(iterator) for _ in range(count)]
                resumed = PackedIterable(SAMPLES, 64, **options)
                resumed.load_state_dict(begun.state_dict())
                got += list(resumed)
                self.assertEqual(self.numbers(got), list(range(len(SAMPLES))), (options, count))
                self.assertEqual(list(resumed), whole)

    def test_a_state_that_was_loaded_is_the_state(self):
        begun = PackedIterable(SAMPLES, 64)
        iterator = iter(begun)
        next(iterator)
        state = begun.state_dict()
        resumed = PackedIterable(SAMPLES, 64)
        resumed.load_state_dict(state)
        self.assertEqual(resumed.state_dict(), state)
        self.assertEqual(list(resumed), list(iterator))

    def test_a_state_of_another_run(self):
        begun = PackedIterable(SAMPLES, 64)
        next(iter(begun))
        state = begun.state_dict()
        for other in (PackedIterable(SAMPLES, 65), PackedIterable(SAMPLES, 64, depth=2)):
            other.load_state_dict(state)
            with self.assertRaisesRegex(tuplepack.Error, "a different run: share 0 of 1, limits 64"):
                next(iter(other))
        loader = DataLoader(begun, batch_size=None, collate_fn=identity, num_workers=2)
        begun.load_state_dict(state)
        with self.assertRaisesRegex(Exception, "a different run"):
            list(loader)
        for state in (None, {"x": 1}):
            with self.assertRaisesRegex(tuplepack.Error, "is not a state"):
                begun.load_state_dict(state)

    def test_with_collate_packed(self):
        collate = partial(tuplepack.collate_packed, limit=64, batch=None)
        loader = DataLoader(PackedIterable(SAMPLES, 64), batch_size=None, collate_fn=collate)
        tokens = sum(int((batch["segment_ids"] > 0).sum()) for batch in loader)
        self.assertEqual(tokens, sum(len(sample["input_ids"]) for sample in SAMPLES))

    def test_refuses(self):
        with self.assertRaisesRegex(tuplepack.Error, "whole samples"):
            PackedIterable(SAMPLES, 64, overlong="split")
        with self.assertRaisesRegex(tuplepack.Error, "over the limit"):
            list(PackedIterable([[1] * 65], 64))


@unittest.skipIf(torch is None, "no torch here")
class Losses(unittest.TestCase):
    def test_by_sequence(self):
        torch.manual_seed(SEED % 2**31)
        batch = tuplepack.collate_packed(SAMPLES[:20], limit=64, framework="torch", batch=None)
        batch["labels"] = batch["labels"].where(batch["labels"] < 0, batch["labels"] % 11)
        logits = torch.randn(*batch["labels"].shape, 11, dtype=torch.float64, requires_grad=True)
        found = sequence_losses(logits, batch["labels"], batch["segment_ids"])
        expected = []
        for row in range(len(logits)):
            for segment in range(1, int(batch["segment_ids"][row].max()) + 1):
                place = (batch["segment_ids"][row] == segment).nonzero()[:, 0]
                own, labels = logits[row, place[:-1]], batch["labels"][row, place[1:]]
                self.assertEqual(int(found.tokens[row, segment - 1]), len(labels))
                if len(labels):
                    expected.append(torch.nn.functional.cross_entropy(own, labels))
                    self.assertAlmostEqual(float(found.losses[row, segment - 1]), float(expected[-1]), places=10)
                    self.assertAlmostEqual(float(found.accuracies[row, segment - 1]), float((own.argmax(1) == labels).double().mean()))
        mean = torch.stack(expected).mean()
        self.assertAlmostEqual(float(found.mean()), float(mean), places=10)
        one, = torch.autograd.grad(found.mean(), logits)
        other, = torch.autograd.grad(mean, logits)
        self.assertTrue(torch.allclose(one, other))
        with self.assertRaisesRegex(tuplepack.Error, "do not fit"):
            sequence_losses(logits, batch["labels"][:1], batch["segment_ids"])
        together = tuplepack.packed_cross_entropy(logits, batch["labels"], batch["segment_ids"])
        self.assertAlmostEqual(float(together.loss), float(mean), places=5)

    def test_labels(self):
        """Of both losses alike: of any type, and negative ones count as none."""
        logits, ids = torch.zeros(1, 3, 4), torch.tensor([[1, 1, 1]])
        losses = (sequence_losses, tuplepack.packed_cross_entropy,
                  lambda logits, *rest: tuplepack.packed_cross_entropy(logits.double(), *rest))
        for loss in losses:
            for last, tokens in ((2, 2), (-1, 1), (-7, 1), (-100, 1)):
                for dtype in (torch.int64, torch.int32, torch.float32):
                    found = loss(logits, torch.tensor([[0, 1, last]], dtype=dtype), ids)
                    self.assertEqual(found.tokens.tolist(), [[tokens]])
                    self.assertAlmostEqual(float(found.losses[0, 0]), float(np.log(4)), places=5)
            for words, labels, of_ids in (
                ("label 4|label is 4", [[0, 1, 4]], ids),
                ("labels cannot be 1.5", [[0, 1.5, 2]], ids),
                ("segment id -1", [[0, 1, 2]], torch.tensor([[1, 1, -1]])),
                ("segment id 2147483647 in packs of 3", [[0, 1, 2]], torch.tensor([[1, 1, 2**31 - 1]])),
            ):
                with self.assertRaisesRegex(tuplepack.Error, words):
                    loss(logits, torch.tensor(labels), of_ids)
        with self.assertRaisesRegex(tuplepack.Error, "a label is 2, but must be below 2"):
            tuplepack.next_sentence_loss(torch.zeros(1, 1, 2, dtype=torch.float64), torch.tensor([[2]]))

    def test_no_gradient_is_lost(self):
        table = torch.ones(3, 2, requires_grad=True)
        for function in (tuplepack.gather, tuplepack.reconstruct):
            with self.assertRaisesRegex(tuplepack.Error, r"require grad.*\.detach\(\)"):
                function(table, torch.tensor([1]))
            self.assertEqual(function(table.detach(), torch.tensor([1])).tolist(), [[1, 1]])
            with torch.no_grad():
                self.assertEqual(function(table, torch.tensor([1])).tolist(), [[1, 1]])


@unittest.skipIf(torch is None, "no torch here")
class Blocks(unittest.TestCase):
    def test_block_mask(self):
        ids = torch.tensor([[1, 1, 2, 2, 2, 0, 0, 0]])
        if not hasattr(torch.nn, "attention"):
            with self.assertRaisesRegex(tuplepack.Error, "no FlexAttention"):
                block_mask(ids)
            return
        from torch.nn.attention.flex_attention import create_block_mask

        found = block_mask(ids, block=2)
        expected = create_block_mask(found.mask_mod, 1, None, 8, 8, device="cpu", BLOCK_SIZE=2)
        self.assertTrue(torch.equal(found.to_dense(), expected.to_dense()))


if __name__ == "__main__":
    print("seed", SEED)
    unittest.main()
