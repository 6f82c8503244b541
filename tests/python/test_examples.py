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
                               ("packs cannot be 2.5", {"packs": 2.5}), ("min_packs cannot be '3'", {"min_packs": "3"}),
                               ("items are whole", {"overlong": "truncate"})):
            with self.assertRaisesRegex(tuplepack.Error, words):
                tuplepack.packs_of(LENGTHS, 64, **options)

    def test_what_splitting_makes_is_even(self):
        packs = tuplepack.packs_of([5] * 8, 40, multiple_of=2)
        self.assertEqual([len(pack) for pack in packs], [4, 4])

    def test_even(self):
        for options in ({}, {"multiple_of": 8}, {"packs": 250}, {"depth": 4, "multiple_of": 8}, {"align_item": 4}, {"reserve": 4},
                        {"min_packs": 200}, {"reserve_items": 1, "depth": 4}):
            packs = tuplepack.packs_of(LENGTHS, 64, even=True, **options)
            self.check(packs)
            self.assertEqual(len(packs) % options.get("multiple_of", 1), 0)
            self.assertEqual(len(packs), options.get("packs", len(packs)))
            self.assertTrue(all(len(one) <= options.get("depth", 99) - options.get("reserve_items", 0) for one in packs))
            align, room = options.get("align_item", 1), 64 - options.get("reserve", 0)
            self.assertTrue(all((-(-LENGTHS[one] // align) * align).sum() <= room for one in packs))
        for loose in ([5] * 27, [1, 2, 3, 4] * 20):
            for count in (8, 13):
                fills = [sum(loose[item] for item in one) for one in tuplepack.packs_of(loose, 60, packs=count, even=True)]
                self.assertLessEqual(max(fills) - min(fills), max(loose))
        left = tuplepack.packs_of([3, 70, 4, 4], 10, even=True, overlong="drop", packs=3)
        self.assertEqual(sorted(item for one in left for item in one), [0, 2, 3])
        for words, options in (("packs=2 is too few: the plan has", {"packs": 2}), ("pass either packs, or", {"packs": 200, "multiple_of": 2})):
            with self.assertRaisesRegex(tuplepack.Error, words):
                tuplepack.packs_of(LENGTHS, 64, **options)

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

        # Graphium 3: smart_packing(num_nodes, batch_size) -> len(num_nodes) / batch_size lists of indices of similar size
        def smart_packing(num_nodes, batch_size):
            return tuplepack.packs_of(num_nodes, sum(num_nodes), packs=len(num_nodes) // batch_size, even=True)

        atoms = [one["length"] for one in samples]
        similar = [sum(atoms[i] for i in one) for one in smart_packing(atoms, 10)]
        self.assertEqual(len(similar), 30)
        self.assertLessEqual(max(similar) - min(similar), max(atoms))
        packs = select_samples_to_pack(samples)
        self.assertEqual(sum(map(len, packs)), len(samples))
        self.assertTrue(all(sum(sample["length"] for sample in one) <= 64 for one in packs))
        self.check(Packer(64, min_bin_count=4, bin_count_multiple=8).pack(LENGTHS.tolist()))


class Adapters(unittest.TestCase):
    """In ten lines or less, with the signature of each framework, as of 2026."""

    def test_collator(self):
        """LLM Foundry 0.22: BinPackCollator(collator, target_batch_size, max_seq_len, pad_token_id, padding_side)(examples)."""
        class BinPackCollator:
            def __init__(self, collator, target_batch_size, max_seq_len, pad_token_id, padding_side="right"):
                self.packed = tuplepack.packed_collate(max_seq_len, rows=target_batch_size, collated={"pad_token_id": pad_token_id})

            def __call__(self, examples):
                batch = dict(self.packed(examples))
                return {**batch, "sequence_id": batch["segment_ids"] - 1, "attention_mask": batch["segment_ids"] > 0}

        batch = BinPackCollator(None, 4, 128, 7)(SAMPLES[:10])
        self.assertEqual(tuple(batch["input_ids"].shape), (4, 128))
        self.assertEqual(int((batch["sequence_id"] >= 0).sum()), LENGTHS[:10].sum())
        self.assertTrue((batch["input_ids"][batch["attention_mask"] == 0] == 7).all())

    def test_map_style_data_set(self):
        """torchtune 0.6: PackedDataset(ds, max_seq_len=, padding_idx=, split_across_pack=): tokens, labels, input_pos, seq_lens."""
        class PackedDataset:
            def __init__(self, ds, *, max_seq_len, padding_idx=0, split_across_pack=False):
                self.rows = tuplepack.pack_dataset(ds, max_seq_len, column="tokens", concatenate=split_across_pack, shift_labels=False)
                self.fill = {"input_ids": padding_idx, "labels": -100, "position_ids": 0}
                self.max_seq_len = max_seq_len

            def __len__(self):
                return len(self.rows)

            def __getitem__(self, number):
                row = self.rows[number]
                rest = self.max_seq_len - len(row["input_ids"])
                ids, labels, positions = (np.array(row[name] + [fill] * rest) for name, fill in self.fill.items())
                return {"tokens": ids, "labels": labels, "input_pos": positions, "seq_lens": row["seq_lengths"] + [rest] * (rest > 0)}

        samples = [{"tokens": one["input_ids"], "labels": one["input_ids"]} for one in SAMPLES]
        for split in (False, True):
            packed = PackedDataset(samples, max_seq_len=64, padding_idx=0, split_across_pack=split)
            seen = [int(token) for number in range(len(packed)) for token in packed[number]["tokens"] if token]
            self.assertEqual(sorted(seen), tokens(SAMPLES))
            for number in range(len(packed)):
                row = packed[number]
                self.assertEqual((len(row["tokens"]), sum(row["seq_lens"])), (64, 64))
                self.assertTrue((row["labels"][row["tokens"] > 0] == row["tokens"][row["tokens"] > 0]).all())

    def test_iterator_of_several_features(self):
        """grain 0.2: FirstFitPackIterDataset(parent, length_struct=, num_packing_bins=, max_sequences_per_bin=): an iterator with
        get_state and set_state; F, F_segment_ids and F_positions of each feature."""
        class PackIterator:
            def __init__(self, parent, length_struct, num_packing_bins, max_sequences_per_bin=None):
                self.size, self.parent = lambda one: [len(one[name]) for name in length_struct], parent
                self.limits, self.options = length_struct, {"open": num_packing_bins, "depth": max_sequences_per_bin}
                self.held, self.ready, self.read, self.stream = {}, [], 0, self.new()

            def new(self):
                return tuplepack.Stream(self.limits, **{name: one for name, one in self.options.items() if one is not None})

            def get_state(self):
                return {"read": self.read, "held": dict(self.held), "ready": list(self.ready), "stream": self.stream.save()}

            def set_state(self, state):
                self.read, self.held, self.ready, self.stream = state["read"], dict(state["held"]), list(state["ready"]), self.new()
                self.stream.restore(state["stream"])

            def __iter__(self):
                return self

            def __next__(self):
                while not self.ready:
                    if self.read > len(self.parent):
                        raise StopIteration
                    if self.read == len(self.parent):
                        self.ready = [pack.tolist() for pack in self.stream.finish()]
                    else:
                        self.held[self.read] = self.parent[self.read]
                        self.ready = [pack.tolist() for pack in self.stream.add([self.size(self.held[self.read])])]
                    self.read += 1
                return self.row([self.held.pop(item) for item in self.ready.pop(0)])

            def row(self, samples):
                row = {}
                for name, limit in self.limits.items():
                    one = tuplepack.collate_packed([sample[name] for sample in samples], limit=limit, rows=1, framework="numpy")
                    row.update({name: one["input_ids"][0], f"{name}_segment_ids": one["segment_ids"][0],
                                f"{name}_positions": one["position_ids"][0]})
                return row

        random = np.random.default_rng(SEED)
        parent = [{"inputs": [number + 1] * int(a), "targets": [number + 1] * int(b)}
                  for number, (a, b) in enumerate(random.integers(1, 20, (200, 2)))]
        limits = {"inputs": 48, "targets": 64}
        rows = list(PackIterator(parent, limits, 8, 3))
        for name, limit in limits.items():
            self.assertEqual(sorted(token for row in rows for token in row[name].tolist() if token),
                             sorted(token for one in parent for token in one[name]))
            self.assertTrue(all(row[name].shape == (limit,) and row[f"{name}_segment_ids"].max() <= 3 for row in rows))
        for row in rows:  # the same sequence has the same number in both features
            pairs = [set(zip(row[f"{name}_segment_ids"].tolist(), row[name].tolist())) for name in limits]
            self.assertEqual(pairs[0] - {(0, 0)}, pairs[1] - {(0, 0)})
        begun = PackIterator(parent, limits, 8, 3)
        first = [next(begun) for _ in range(20)]
        resumed = PackIterator(parent, limits, 8, 3)
        resumed.set_state(begun.get_state())
        self.assertEqual([row["inputs"].tolist() for row in first + list(resumed)], [row["inputs"].tolist() for row in rows])


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
        packs = rows.assignment
        self.assertEqual([pack.tolist() for pack in packs[1:3]], [packs[1].tolist(), packs[2].tolist()])
        self.assertEqual([pack.layout for pack in packs[-2:]], [packs[-2].layout, packs[-1].layout])
        for several in (rows, packs):
            with self.assertRaisesRegex(IndexError, f"(row|pack) {len(rows)} of {len(rows)}"):
                several[len(rows)]
            for index in ("input_ids", 0.5, None):
                with self.assertRaisesRegex(tuplepack.Error, f"(row|pack) {index!r}; expected a whole number, or a slice"):
                    several[index]
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
        for limit, samples in ((1, SAMPLES[:30]), (7, SAMPLES[:100]), (64, SAMPLES), (10**6, SAMPLES)):
            packed = tuplepack.pack_examples(limit, concatenate=True)({"input_ids": [sample["input_ids"] for sample in samples]})
            joined = [token for sample in samples for token in sample["input_ids"]]
            self.assertEqual([token for row in packed["input_ids"] for token in row], joined)
            self.assertTrue(all(len(row) == limit for row in packed["input_ids"][:-1]))
        with self.assertRaisesRegex(tuplepack.Error, "takes no option of pack.*depth"):
            tuplepack.pack_examples(8, concatenate=True, depth=3)({"input_ids": [[1]]})
        for limit in (0, -1, 2.5, "8"):
            with self.assertRaisesRegex(tuplepack.Error, "limit cannot be .*integer of at least 1"):
                tuplepack.pack_dataset([[1]], limit, concatenate=True)
        for none in ([], [[]]):
            self.assertEqual(tuplepack.pack_dataset(none, 8, concatenate=True)[:], [])

    def test_refuses(self):
        for words, dataset, options in (
            ("2 lengths for a data set of 3 samples", [[1] * 5, [2] * 5, [3] * 5], {"lengths": [5, 5]}),
            ("lengths are whole numbers from 0", [[1] * 5], {"lengths": [5.5]}),
            ("lengths are whole numbers from 0", [[1] * 5], {"lengths": [-5]}),
            ("a dict of columns; pack_dataset takes a sequence", {"input_ids": [[1]]}, {}),
            ("sample 1 has no 'input_ids', its tokens; it has x", [[1], {"x": [1]}], {}),
            ("stride cannot be 1.5", [[1]], {"stride": 1.5, "overlong": "split"}),
            ("minimum cannot be -1", [[1]], {"minimum": -1, "overlong": "split"}),
            ("concatenate cannot be 'no'; expected True or False", [[1]], {"concatenate": "no"}),
            ("of type 'generator' is not a sequence of samples", ([1] for _ in range(3)), {}),
            ("of type 'NoneType' is not a sequence of samples", None, {}),
        ):
            with self.assertRaisesRegex(tuplepack.Error, words):
                tuplepack.pack_dataset(dataset, 8, **options)
        rows = tuplepack.pack_dataset([[1] * 5, [2] * 5, [3] * 5, [4] * 2], 8, lengths=[5, 5, 5, 3])
        with self.assertRaisesRegex(tuplepack.Error, "^sample 3 has 2 tokens, but was packed as one of 3$"):
            list(rows)
        class Broken:
            def __len__(self):
                return 4

            def __getitem__(self, number):
                return [[1] * 5, [2] * 5, [3], [4] * 8][number if number < 3 else 5]

        with self.assertRaisesRegex(IndexError, "out of range"):  # which is not the end of the rows
            list(tuplepack.pack_dataset(Broken(), 8, lengths=[5, 5, 1, 8]))
        function = tuplepack.pack_examples(8, overlong="split")  # goes to worker processes
        self.assertEqual(pickle.loads(pickle.dumps(function))({"input_ids": [[1] * 11]}), function({"input_ids": [[1] * 11]}))
        for make in (tuplepack.pack_examples, tuplepack.packed_collate):  # at once, before a map over a data set or an epoch begins
            for words, limit, options in (("unknown option 'methd'; did you mean 'method'", 8, {"methd": "auto"}), ("limit 0", 0, {}),
                                          ("limits cannot be '8'", "8", {}), ("nonsense", 8, {"method": "nonsense"})):
                with self.assertRaisesRegex(tuplepack.Error, words):
                    make(limit, **options)
        self.assertEqual(tuplepack.pack_dataset([[], [2**60 + 1]], 8)[0]["input_ids"], [2**60 + 1])


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
        for options in ({"packs_multiple": 4}, {"packs_multiple": 4, "even": True}):  # rows without samples, too
            rows = tuplepack.packed_collate(64, collated={"framework": "numpy"}, **options)([[1] * 50, [2] * 50])
            self.assertEqual((len(rows["input_ids"]), int((rows["segment_ids"] > 0).sum())), (4, 100))
        for words, options in (("rows cannot be 0", {"rows": 0}), ("collated: .*'limt'", {"collated": {"limt": 3}}),
                               ("collated: .*'batch'", {"collated": {"batch": None}})):
            with self.assertRaisesRegex(tuplepack.Error, words):
                tuplepack.packed_collate(64, **options)
        with self.assertRaisesRegex(tuplepack.Error, "more than 2 rows"):
            tuplepack.packed_collate(64, rows=2)(SAMPLES[:40])
        lists = tuplepack.packed_collate(64, overlong="split", collated={"framework": "numpy"})([[1] * 100, [2] * 20])
        self.assertEqual(int((lists["segment_ids"] > 0).sum()), 120)


if __name__ == "__main__":
    print("seed", SEED)
    unittest.main()
