"""Packs that hold the samples themselves: of a data set, of an ordinary batch, as lists for other frameworks."""
import pickle
import unittest

import numpy as np

import tuplepack

SEED = int(np.random.SeedSequence().generate_state(1)[0])
LENGTHS = np.random.default_rng(SEED).integers(1, 60, 300)
SAMPLES = [{"input_ids": [number + 1] * int(length), "kind": [number] * int(length)} for number, length in enumerate(LENGTHS)]


def tokens(rows):
    return sorted(token for row in rows for token in row["input_ids"])


class Lists(unittest.TestCase):
    def check(self, packs, limit=64):
        self.assertTrue(all(packs))
        self.assertTrue(all(LENGTHS[pack].sum() <= limit for pack in packs))
        self.assertEqual(sorted(item for pack in packs for item in pack), list(range(len(LENGTHS))))

    def test_no_pack_is_empty(self):
        few = len(tuplepack.packs_of(LENGTHS, 64))
        for options in ({}, {"min_packs": few + 5}, {"multiple_of": 8}, {"multiple_of": 7, "min_packs": 251}, {"min_packs": 300},
                        {"depth": 3, "multiple_of": 16}):
            packs = tuplepack.packs_of(LENGTHS, 64, **options)
            self.check(packs)
            self.assertEqual(len(packs) % options.get("multiple_of", 1), 0)
            self.assertGreaterEqual(len(packs), max(few, options.get("min_packs", 1)))
        self.assertEqual(tuplepack.packs_of([], 64), [])
        for words, options in (("301 packs of 300 items", {"min_packs": 301}), ("at least 1", {"multiple_of": 0}),
                               ("items are whole", {"overlong": "truncate"})):
            with self.assertRaisesRegex(tuplepack.Error, words):
                tuplepack.packs_of(LENGTHS, 64, **options)

    def test_what_splitting_makes_is_even(self):
        packs = tuplepack.packs_of([5] * 8, 40, multiple_of=2)
        self.assertEqual([len(pack) for pack in packs], [4, 4])

    def test_components(self):
        sizes = np.random.default_rng(SEED).integers(1, 30, (100, 2))
        for pack in tuplepack.packs_of(sizes, (40, 50), multiple_of=8):
            self.assertTrue((sizes[pack].sum(axis=0) <= (40, 50)).all())

    def test_frameworks(self):
        """In the signature of each, as of 2026."""
        samples = [{"tokens": [1] * int(length), "length": int(length)} for length in LENGTHS]

        # Megatron-Energon: TaskEncoder.select_samples_to_pack(samples) -> lists of samples
        def select_samples_to_pack(samples):
            return [[samples[i] for i in pack] for pack in tuplepack.packs_of([s["length"] for s in samples], 64)]

        # NeMo-RL: SequencePacker(bin_capacity, min_bin_count=, bin_count_multiple=).pack(sequence_lengths) -> lists of indices
        class Packer:
            def __init__(self, bin_capacity, min_bin_count=None, bin_count_multiple=None):
                self.options = {"min_packs": min_bin_count or 1, "multiple_of": bin_count_multiple or 1}
                self.bin_capacity = bin_capacity

            def pack(self, sequence_lengths):
                return tuplepack.packs_of(sequence_lengths, self.bin_capacity, **self.options)

        packs = select_samples_to_pack(samples)
        self.assertEqual(sum(map(len, packs)), len(samples))
        self.assertTrue(all(sum(sample["length"] for sample in one) <= 64 for one in packs))
        self.check(Packer(64, min_bin_count=4, bin_count_multiple=8).pack(LENGTHS.tolist()))


class DataSet(unittest.TestCase):
    def test_rows(self):
        rows = tuplepack.pack_dataset(SAMPLES, 64)
        self.assertEqual(tokens(rows), sorted(token for sample in SAMPLES for token in sample["input_ids"]))
        self.assertTrue(all(len(row["input_ids"]) <= 64 for row in rows))
        for row in rows:
            self.assertEqual([one - 1 for one in row["input_ids"]], row["kind"])
            self.assertEqual(sum(row["seq_lengths"]), len(row["input_ids"]))
        self.assertEqual(rows[-1], rows[len(rows) - 1])
        self.assertEqual(rows[1:3], [rows[1], rows[2]])
        with self.assertRaises(IndexError):
            rows[len(rows)]
        by_batch = tuplepack.pack_examples(64)({name: [sample[name] for sample in SAMPLES] for name in SAMPLES[0]})
        self.assertEqual(by_batch["input_ids"], [row["input_ids"] for row in rows])
        plain = tuplepack.pack_dataset([sample["input_ids"] for sample in SAMPLES], 64, lengths=LENGTHS)
        self.assertEqual([row["input_ids"] for row in plain], by_batch["input_ids"])

    def test_rows_are_collated_as_they_are(self):
        rows = tuplepack.pack_dataset(SAMPLES, 64)
        batch = tuplepack.collate_packed([rows[0], rows[1]], limit=64, framework="numpy", batch=None)
        for line, row in enumerate((rows[0], rows[1])):
            self.assertEqual(batch["segment_ids"][line].max(), len(row["seq_lengths"]))

    def test_pieces_of_long_sequences(self):
        def pieces(**options):
            rows = tuplepack.pack_dataset([list(range(20)), [90, 91]], 8, **options)
            found = []
            for row in rows:
                ends = np.cumsum([0, *row["seq_lengths"]])
                found += [row["input_ids"][begin:end] for begin, end in zip(ends, ends[1:])]
            return sorted(found)

        self.assertEqual(pieces(overlong="split", stride=2),
                         [list(range(8)), list(range(6, 14)), list(range(12, 20)), [90, 91]])
        self.assertEqual(pieces(overlong="split", stride=3),
                         [list(range(8)), list(range(5, 13)), list(range(10, 18)), list(range(15, 20)), [90, 91]])
        self.assertEqual(pieces(overlong="split", minimum=5), [list(range(8)), list(range(8, 16)), [90, 91]])
        self.assertEqual(pieces(overlong="truncate", side="left"), [list(range(12, 20)), [90, 91]])
        self.assertEqual(pieces(overlong="split", stride=1, reserve=2)[0], list(range(6)))
        random = np.random.default_rng(SEED)
        for _ in range(20):
            length, limit = int(random.integers(1, 200)), int(random.integers(2, 40))
            stride = int(random.integers(1, limit))
            rows = tuplepack.pack_dataset([list(range(length))], limit, overlong="split", stride=stride, depth=1)
            found = sorted(row["input_ids"] for row in rows)
            self.assertEqual({token for piece in found for token in piece}, set(range(length)))
            self.assertTrue(all(len(piece) <= limit for piece in found))
            for one, other in zip(found, found[1:]):
                self.assertEqual(other[0], one[-1] - stride + 1)
            self.assertTrue(len(found) == 1 or found[-2][-1] < length - 1)
        for words, options in (("stride needs overlong='split'", {"stride": 2}), ("side needs", {"overlong": "split", "side": "left"}),
                               ("side is 'top'", {"overlong": "truncate", "side": "top"}),
                               ("stride 8 for pieces of 8", {"overlong": "split", "stride": 8})):
            with self.assertRaisesRegex(tuplepack.Error, words):
                pieces(**options)

    def test_concatenated_then_cut(self):
        rows = tuplepack.pack_dataset([[1] * 5, [2] * 5, [3] * 5], 8, concatenate=True)
        self.assertEqual([row["input_ids"] for row in rows], [[1] * 5 + [2] * 3, [2] * 2 + [3] * 5])
        self.assertEqual([row["segment_ids"] for row in rows], [[1] * 5 + [2] * 3, [1] * 2 + [2] * 5])
        self.assertEqual([row["seq_lengths"] for row in rows], [[5, 3], [2, 5]])
        for limit in (1, 7, 64, 10**6):
            packed = tuplepack.pack_examples(limit, concatenate=True)({"input_ids": [sample["input_ids"] for sample in SAMPLES]})
            joined = [token for sample in SAMPLES for token in sample["input_ids"]]
            self.assertEqual([token for row in packed["input_ids"] for token in row], joined)
            self.assertTrue(all(len(row) == limit for row in packed["input_ids"][:-1]))
        with self.assertRaisesRegex(tuplepack.Error, "takes no option of pack.*depth"):
            tuplepack.pack_examples(8, concatenate=True, depth=3)({"input_ids": [[1]]})


class Batches(unittest.TestCase):
    def test_an_ordinary_batch(self):
        collate = pickle.loads(pickle.dumps(tuplepack.packed_collate(64, collated={"framework": "numpy"})))
        batch = collate(SAMPLES[:40])
        self.assertEqual(int((batch["segment_ids"] > 0).sum()), int(LENGTHS[:40].sum()))
        self.assertEqual(len(batch["input_ids"]), tuplepack.pack(LENGTHS[:40], 64).packs)
        self.assertNotIn("expected_sequences", batch)
        renamed = [{"tokens": sample["input_ids"]} for sample in SAMPLES[:40]]
        other = tuplepack.packed_collate(64, key="tokens", collated={"framework": "numpy"})(renamed)
        np.testing.assert_array_equal(other["input_ids"], batch["input_ids"])
        fixed = tuplepack.packed_collate(64, rows=30, collated={"framework": "numpy"})(SAMPLES[:40])
        self.assertEqual(fixed["input_ids"].shape, (30, 64))
        with self.assertRaisesRegex(tuplepack.Error, "more than 2 rows"):
            tuplepack.packed_collate(64, rows=2)(SAMPLES[:40])
        lists = tuplepack.packed_collate(64, overlong="split", collated={"framework": "numpy"})([[1] * 100, [2] * 20])
        self.assertEqual(int((lists["segment_ids"] > 0).sum()), 120)


if __name__ == "__main__":
    print("seed", SEED)
    unittest.main()
