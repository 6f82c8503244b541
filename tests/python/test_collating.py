"""Rows of batches and of data sets: a row is a pack, and no sequence is lost, cut or mixed with another unasked."""
import copy
import importlib.util
import pickle
import unittest

import numpy as np

import tuplepack
from tuplepack import layouts

SEED = int(np.random.SeedSequence().generate_state(1)[0])


def collate(samples, **options):
    return tuplepack.collate_packed(samples, framework="numpy", **options)


def sequences_of(batch, column="input_ids"):
    """The sequences in the rows of a batch, by its segment ids, and their positions."""
    found = []
    for row, segments, positions in zip(batch[column], batch["segment_ids"], batch["position_ids"]):
        for segment in range(1, max(segments, default=0) + 1):
            place = np.flatnonzero(np.asarray(segments) == segment)
            assert np.asarray(positions)[place].tolist() == list(range(len(place)))
            found.append(np.asarray(row)[place].tolist())
    return found


class Rows(unittest.TestCase):
    def setUp(self):
        layouts.announce(None)

    def test_samples_without_a_sampler_fill_rows(self):
        samples = [{"input_ids": [7, 8, 9]}, {"input_ids": [5, 6]}, {"input_ids": [4, 3, 2, 1]}]
        batch = collate(samples, limit=6, rows=3, pad_token_id=99)
        self.assertEqual(batch["input_ids"].tolist(), [[7, 8, 9, 5, 6, 99], [4, 3, 2, 1, 99, 99], [99] * 6])
        self.assertEqual(batch["labels"].tolist(), [[-100, 8, 9, -100, 6, -100], [-100, 3, 2, 1, -100, -100], [-100] * 6])
        self.assertEqual(batch["segment_ids"].tolist(), [[1, 1, 1, 2, 2, 0], [1, 1, 1, 1, 0, 0], [0] * 6])
        self.assertEqual(batch["position_ids"].tolist(), [[0, 1, 2, 0, 1, 0], [0, 1, 2, 3, 0, 0], [0] * 6])
        self.assertEqual(batch["cu_seqlens"].tolist(), [0, 3, 5, 6, 10, 12, 18])
        self.assertEqual(batch["max_seqlen"], 6)
        self.assertEqual(len(collate(samples, limit=6)["input_ids"]), 2)
        for words, options in (("a row holds 3; raise limit, or let a PackSampler", {"limit": 3, "rows": 9}), ("more than one row of 6; raise rows, or limit", {"limit": 6, "rows": 1}),
                               ("limit is missing", {})):
            with self.assertRaisesRegex(tuplepack.Error, words):
                collate(samples, **options)

    def test_tokens_by_themselves(self):
        plain = [[7, 8, 9], np.array([5, 6]), (4, 3)]
        batch, expected = collate(plain, limit=5), collate([{"input_ids": list(one)} for one in plain], limit=5)
        for name, array in expected.items():
            np.testing.assert_array_equal(batch[name], array)

    def test_full_rows_and_empty_samples(self):
        samples = [{"input_ids": [1, 2]}, {"input_ids": []}, {"input_ids": [3, 4]}, {"input_ids": [5, 6]}]
        batch = collate(samples, limit=4, rows=2)
        self.assertEqual(batch["cu_seqlens"].tolist(), [0, 2, 4, 6, 8])
        self.assertEqual(batch["segment_ids"].tolist(), [[1, 1, 2, 2], [1, 1, 0, 0]])
        self.assertEqual(collate([], limit=4)["input_ids"].shape, (1, 4))

    def test_a_row_is_a_pack(self):
        lengths = np.random.default_rng(SEED).integers(20, 120, 500)
        samples = [{"input_ids": [number + 1] * int(length)} for number, length in enumerate(lengths)]
        for options in ({"depth": 3}, {"reserve": 20}, {"align_item": 16}, {"align_total": 32}, {"reserve_items": 1, "depth": 4}):
            sampler = tuplepack.PackSampler(lengths, 384, packs=4, shuffle=True, **options)
            for indices in sampler:
                given = [samples[i] for i in indices]
                batch = collate(given, limit=384, rows=4)
                packs = [[samples[i]["input_ids"] for i in pack] for pack in indices.packs]
                self.assertEqual(sequences_of(batch), [one for pack in packs for one in pack])
                for row, pack in enumerate(packs):
                    self.assertEqual(batch["segment_ids"][row].max(), len(pack))
                self.assertLessEqual((batch["segment_ids"] > 0).sum(1).max(), 384 - options.get("reserve", 0))
                starts = np.flatnonzero((batch["position_ids"] == 0) & (batch["segment_ids"] > 0))
                self.assertFalse((starts % options.get("align_item", 1)).any())
                again = collate(given, batch=pickle.loads(pickle.dumps(indices)))
                np.testing.assert_array_equal(again["input_ids"], batch["input_ids"])

    def test_the_packs_of_an_assignment(self):
        """As `tuplepack assign --emit cu_seqlens` writes them."""
        lengths = [5, 7, 3]
        plan = tuplepack.pack(lengths, 24, align_item=8)
        samples = [{"input_ids": np.arange(1, length + 1)} for length in lengths]
        batch = collate([samples[item] for item in plan.assign(lengths)[0]], limit=24)
        self.assertEqual(batch["cu_seqlens"].tolist(), [0, 8, 16, 24])

    def test_a_pack_of_another_process(self):
        """Has its layout still."""
        lengths = [5, 7, 3]
        pack = tuplepack.pack(lengths, 24, align_item=8).assign(lengths)[0]
        samples = [{"input_ids": np.arange(lengths[item])} for item in pack]
        expected = tuplepack.collate_packed(samples, batch=pack, framework="numpy")
        for copied in (pickle.loads(pickle.dumps(pack)), copy.deepcopy(pack)):
            self.assertEqual(copied.layout, pack.layout)
            np.testing.assert_array_equal(tuplepack.collate_packed(samples, batch=copied, framework="numpy")["input_ids"], expected["input_ids"])

    def test_samples_that_are_not_what_the_sampler_was_told(self):
        for batch in tuplepack.PackSampler([3, 4], 8):
            with self.assertRaisesRegex(tuplepack.Error, "sample 0 has 5 tokens, but 4 in the lengths of the sampler"):
                collate([{"input_ids": [1] * 5} for _ in batch])
            self.assertEqual(len(collate([{"input_ids": [1] * 5} for _ in batch], limit=8, batch=None)["input_ids"]), 2)
            with self.assertRaisesRegex(tuplepack.Error, "1 samples for a batch of 2"):
                collate([{"input_ids": [1] * 5}], batch=batch)

    def test_a_batch_of_another_loader_in_between(self):
        """Such as one to validate on, of as many samples as the batch of the sampler that was collated last."""
        for batch in tuplepack.PackSampler([3, 4], 8):
            joined = [tuplepack.collate_packed([[1] * (3, 4)[item] for item in batch], framework="numpy") for _ in range(2)]
            self.assertEqual([one["input_ids"].shape for one in joined], [(1, 8)] * 2)
            self.assertEqual(collate([[1] * 5, [1] * 5], limit=6)["input_ids"].shape, (2, 6))
            self.assertEqual(collate([[1] * 4, [1] * 3])["input_ids"].shape, (1, 8))  # those of the sampler again

    def test_a_batch_collated_again_with_a_shorter_sample(self):
        for batch in tuplepack.PackSampler([3, 4, 5], 12):
            samples = [[1] * (3, 4, 5)[item] for item in batch]
            self.assertEqual(collate(samples)["input_ids"].shape, (1, 12))
            with self.assertRaisesRegex(tuplepack.Error, "sample 1 has 2 tokens, but . in the lengths of the sampler"):
                collate([samples[0], [1, 1], samples[2]], limit=12)

    def test_long_items(self):
        """Truncated and split items are the pieces of assign, and none is in twice."""
        lengths = np.random.default_rng(SEED).integers(1, 30, 200)
        samples = [{"input_ids": list(range(100 * number, 100 * number + length)), "labels": [5] * length}
                   for number, length in enumerate(lengths.tolist())]
        for policy in ("truncate", "split", "drop"):
            found = []
            for indices in tuplepack.PackSampler(lengths, 8, packs=3, shuffle=True, overlong=policy):
                batch = collate([samples[i] for i in indices], shift_labels=False)
                self.assertEqual(batch["input_ids"].shape, (3, 8))
                self.assertEqual(sequences_of(batch, "labels"), [[5] * len(one) for one in sequences_of(batch)])
                found += sequences_of(batch)
            whole = [sample["input_ids"] for sample in samples]
            pieces = {"truncate": [one[:8] for one in whole], "drop": [one for one in whole if len(one) <= 8],
                      "split": [one[at : at + 8] for one in whole for at in range(0, len(one), 8)]}[policy]
            self.assertEqual(sorted(found), sorted(pieces), policy)


class Columns(unittest.TestCase):
    sample = {"input_ids": np.array([103, 5, 6, 102]), "labels": np.array([7, -100, 6, -100]),
              "token_type_ids": np.array([0, 0, 1, 1]), "attention_mask": [1, 1, 1, 1], "text": "a b"}

    def test_of_encoders(self):
        batch = collate([self.sample] * 2, limit=8, shift_labels=False)
        self.assertEqual(batch["labels"].tolist(), [[7, -100, 6, -100] * 2])
        self.assertEqual(batch["token_type_ids"].tolist(), [[0, 0, 1, 1] * 2])
        self.assertNotIn("attention_mask", batch)
        self.assertNotIn("text", batch)
        self.assertNotIn("labels", collate([{"input_ids": [1, 2]}], limit=8, shift_labels=False))
        with self.assertRaisesRegex(tuplepack.Error, "is 103, and its label 7: shift_labels=False keeps it"):
            collate([self.sample], limit=8)
        self.assertEqual(collate([self.sample], limit=4, shift_labels=True)["labels"].tolist(), [[-100, -100, 6, -100]])

    def test_one_label_for_each_sequence(self):
        samples = [{"input_ids": [1, 2], "labels": 1, "weight": 0.5}, {"input_ids": [3], "labels": 0, "weight": 1.5},
                   {"input_ids": [4, 5, 6], "labels": 2, "weight": 2.5}]
        batch = collate(samples, limit=4)
        self.assertEqual(batch["labels"].tolist(), [[1, 0], [2, -100]])
        self.assertEqual(batch["weight"].tolist(), [[0.5, 1.5], [2.5, 0]])

    def test_labels_of_sequences_of_one_token(self):
        """A row may have as many tokens as sequences, where others tell that the labels are those of sequences."""
        rows = [{"input_ids": [7, 8], "seq_lengths": [1, 1], "label": [0, 1]}, {"input_ids": [1, 2, 3], "seq_lengths": [2, 1], "label": [1, 0]}]
        self.assertEqual(collate(rows, limit=4)["label"].tolist(), [[0, 1], [1, 0]])
        self.assertEqual(collate(rows[::-1], limit=4)["label"].tolist(), [[1, 0], [0, 1]])

    def test_numbers_that_torch_has_not(self):
        if importlib.util.find_spec("torch") is None:
            self.skipTest("no torch here")
        sample = {"input_ids": [1], "x": np.zeros(1, np.longdouble)}
        with self.assertRaisesRegex(tuplepack.Error, "'x' has numbers of type float.*, which torch has not; convert them, or pass framework='numpy'"):
            tuplepack.collate_packed([sample], limit=2, framework="torch")
        self.assertEqual(tuplepack.collate_packed([sample], limit=2, framework="numpy")["x"].dtype, np.longdouble)

    def test_vectors_of_tokens(self):
        batch = collate([{"input_ids": [1, 2], "box": [[1, 2, 3], [4, 5, 6]]}], limit=3)
        self.assertEqual(batch["box"].tolist(), [[[1, 2, 3], [4, 5, 6], [0, 0, 0]]])

    def test_refuses(self):
        for words, samples in (
            ("sample 0: 'labels' has 1 values for 3 tokens; remove the column unless", [{"input_ids": [1, 2, 3], "labels": [1]}]),
            ("sample 1: 'labels' has one value for 2 tokens", [{"input_ids": [1], "labels": [1]}, {"input_ids": [1, 2], "labels": 1}]),
            ("sample 1 has no 'labels'", [{"input_ids": [1], "labels": [1]}, {"input_ids": [1]}]),
            ("attention_mask leaves tokens out", [{"input_ids": [1, 0], "attention_mask": [1, 0]}]),
        ):
            with self.assertRaisesRegex(tuplepack.Error, words):
                collate(samples, limit=8)

    def test_a_column_that_only_some_samples_have(self):
        """Is an error, and not the input_ids of all; one that none has, or of text, is none."""
        have, lack = {"input_ids": [3, 4], "labels": [-100, -100]}, {"input_ids": [1, 2]}
        for other in (lack, {**lack, "labels": None}):
            for samples, words in (([other, have], "sample 0 has no 'labels', but sample 1 has"),
                                   ([have, other], "sample 1 has no")):
                with self.assertRaisesRegex(tuplepack.Error, words):
                    collate(samples, limit=4)
                with self.assertRaisesRegex(tuplepack.Error, words):
                    tuplepack.packed_collate(4)(samples)
                with self.assertRaisesRegex(tuplepack.Error, words):
                    tuplepack.pack_dataset(samples, 2)[:]
                with self.assertRaisesRegex(tuplepack.Error, words):
                    tuplepack.pack_examples(4)({name: [sample.get(name) for sample in samples] for name in have})
        samples = [{"input_ids": [1, 2], "labels": None, "text": "a"}, {"input_ids": [3, 4], "text": None}]
        none = collate(samples, limit=4)
        self.assertEqual(none["labels"].tolist(), [[-100, 2, -100, 4]])
        with self.assertRaisesRegex(tuplepack.Error, "sample 1: 'x' is text or an object, but others have numbers"):
            collate([{"input_ids": [1], "x": [1]}, {"input_ids": [1], "x": "a"}], limit=4)

    def test_whole_numbers_stay_whole(self):
        batch = collate([{"input_ids": [], "box": []}, {"input_ids": [2**60 + 1, 2], "box": [[1, 2], [3, 4]]}], limit=3)
        self.assertEqual(batch["input_ids"].tolist(), [[2**60 + 1, 2, 0]])
        self.assertEqual(batch["box"].tolist(), [[[1, 2], [3, 4], [0, 0]]])
        batch = collate([np.array([5], np.uint64), [2**60 + 1]], limit=2)
        self.assertEqual(batch["input_ids"].tolist(), [[5, 2**60 + 1]])
        self.assertEqual(collate([[]], limit=2)["input_ids"].dtype, np.int64)

    @unittest.skipIf(importlib.util.find_spec("torch") is None, "no torch here")
    def test_half_numbers_stay_half(self):
        import torch

        for dtype in (torch.bfloat16, torch.float16, torch.float64):
            samples = [{"input_ids": torch.arange(length), "vector": torch.rand(length, 3).to(dtype)} for length in (3, 2)]
            batch = tuplepack.collate_packed(samples, limit=6, batch=None, framework="torch")
            self.assertEqual(batch["vector"].dtype, dtype)
            self.assertTrue(torch.equal(batch["vector"][0, :5], torch.cat([sample["vector"] for sample in samples])))
            rows = [dict(row) for row in tuplepack.pack_dataset(samples, 6)]
            again = tuplepack.collate_packed(rows, limit=6, batch=None, framework="torch")  # the order is that of the plan
            self.assertEqual(again["vector"].dtype, dtype)
            self.assertEqual(sorted(again["vector"][0, :5].double().sum(dim=1).tolist()), sorted(batch["vector"][0, :5].double().sum(dim=1).tolist()))
            self.assertIsInstance(tuplepack.pack_examples(6)({"input_ids": [[1]], "vector": [torch.ones(1).to(dtype)]})["vector"][0], list)
        mixed = [{"input_ids": [1], "vector": torch.ones(1, dtype=torch.bfloat16)}, {"input_ids": [2], "vector": torch.ones(1)}]
        self.assertEqual(tuplepack.collate_packed(mixed, limit=6, batch=None, framework="torch")["vector"].dtype, torch.float32)

    def test_flags_stay_flags(self):
        """As whole numbers they would be indices where they choose elements."""
        samples = [{"input_ids": [1, 2, 3], "special": [True, False, True], "kept": True}, {"input_ids": [4], "special": np.array([False]), "kept": False}]
        batch = collate(samples, limit=5)
        self.assertEqual((batch["special"].dtype, batch["kept"].dtype), (bool, bool))
        self.assertEqual((batch["special"].tolist(), batch["kept"].tolist()), ([[True, False, True, False, False]], [[True, False]]))
        examples = {name: [sample[name] for sample in samples] for name in samples[0]}
        self.assertEqual(tuplepack.pack_examples(4)(examples)["special"], [[True, False, True, False]])
        mixed = collate([samples[0], {**samples[1], "special": [2]}], limit=5)
        self.assertEqual(mixed["special"].tolist(), [[1, 0, 1, 2, 0]])
        labels = collate([{"input_ids": [1, 2], "labels": [True, False]}], limit=3, shift_labels=False)["labels"]
        self.assertEqual(labels.tolist(), [[1, 0, -100]])

    def test_padding_is_of_no_class(self):
        """Also of a column `label`, as transformers names the labels of tokens; 0 is a class."""
        of_tokens = collate([{"input_ids": [1, 2], "label": [0, 3]}], limit=4, ignore_index=-7)
        self.assertEqual(of_tokens["label"].tolist(), [[0, 3, -7, -7]])
        of_sequences = collate([{"input_ids": [1, 2], "label": 3}, {"input_ids": [5], "label": 0}, {"input_ids": [6], "label": 1}], limit=2, ignore_index=-7)
        self.assertEqual(of_sequences["label"].tolist(), [[3, -7], [0, 1]])
        named = {"next_sentence_label": 1, "ner_labels": [1, 2], "label_ids": 3, "label_mask": 1, "unlabel": 1}
        padded = collate([{"input_ids": [1, 2], **named}, {"input_ids": [3], **named, "ner_labels": [1]}, {"input_ids": [4, 5], **named}], limit=3)
        self.assertEqual({name: padded[name].reshape(-1)[-1] for name in named},
                         {"next_sentence_label": -100, "ner_labels": -100, "label_ids": -100, "label_mask": 0, "unlabel": 0})
        self.assertEqual(tuplepack.next_sentence_loss(np.zeros((2, 2, 2), np.float32), padded["next_sentence_label"]).accuracy, 0)

    def test_columns_that_collating_makes(self):
        """Those of a batch that was collated before are made anew."""
        plain = collate([[1, 2, 3]], limit=4)
        again = collate([{"input_ids": [1, 2, 3], "cu_seqlens": [0, 1, 3], "max_seqlen": 2, "expected_sequences": 9.5, "max_length_q": 2}], limit=4)
        self.assertEqual(set(again), set(plain))
        self.assertEqual((again["cu_seqlens"].tolist(), again["max_seqlen"]), ([0, 3, 4], 3))

    def test_positions_that_would_be_lost(self):
        """Rows of several sequences, in which these would attend to each other, and positions of another kind."""
        for rest in ({"position_ids": [0, 1, 2]}, {"position_ids": np.array([5, 6, 7])}, {"position_ids": None},
                     {"position_ids": [0, 0, 1], "seq_lengths": [1, 2]}, {"position_ids": [0, 0, 1], "seq_lengths": [1, 0, 2]},
                     {"position_ids": [2, 3, 1], "segment_ids": [1, 1, 0]}):
            self.assertEqual(collate([{"input_ids": [1, 2, 3], **rest}], limit=4)["position_ids"][0, 0], 0)
        for rest, words in (({"position_ids": [0, 1, 0]}, "position_ids have 0 after 1; a row of several sequences needs seq_lengths"),
                            ({"position_ids": [0, 0, 1], "seq_lengths": [2, 1]}, "position_ids have 0 after 0"),
                            ({"position_ids": [0.5, 1.5, 2.5]}, "position_ids are not an integer for each of 3 tokens"),
                            ({"position_ids": [[0, 1, 2]] * 3}, "position_ids are not an integer for each of 3 tokens; positions that do not"),
                            ({"position_ids": 0}, "not an integer for each of 3 tokens")):
            for call in (lambda sample: collate([[1], sample], limit=4), lambda sample: tuplepack.packed_collate(4)([[1], sample]),
                         lambda sample: tuplepack.pack_dataset([sample], 4)[0]):
                with self.assertRaisesRegex(tuplepack.Error, words):
                    call({"input_ids": [1, 2, 3], **rest})

    def test_text_and_objects_are_left_out(self):
        rest = {"text": "ab", "words": ["a", "b"], "meta": {"a": 1, "b": 2}, "turns": [{"role": 1}, {"role": 2}],
                "tags": {1, 2}, "uneven": [["a"], ["b", "c"]], "time": np.zeros(2, "datetime64[s]")}
        self.assertEqual(set(collate([{"input_ids": [1, 2], **rest}], limit=4)), set(collate([[1, 2]], limit=4)))

    def test_refuses_what_is_no_sample(self):
        for words, sample in (
            ("sample 1 has no 'input_ids', its tokens; it has x", {"x": [1]}),
            ("sample 1 has no 'input_ids'", {"input_ids": None}),
            ("sample 1 has no 'input_ids'", None), ("sample 1: 'input_ids' is text", "ab"), (r"has the shape \[\]", 5),
            (r"'input_ids' has the shape \[1, 2\]; expected one axis", np.array([[5, 6]])),
            (r"'input_ids' has the shape \[2, 2\]", [[1, 2], [3, 4]]),
            ("'input_ids' is not an array of numbers", [[1, 2], [3]]),
            ("sample 1: 'input_ids' is a masked array, whose mask would be lost", np.ma.array([1, 2], mask=[0, 1])),
            ("sample 1 is a tuple of 2; expected a dict with 'input_ids', or the tokens by themselves", ([1, 2], 0)),
            ("'input_ids' has 1180591620717411303424; whole numbers are below 2\\^63", [1, 2**70]),
            ("'input_ids' has 18446744073709551615; whole numbers are below", np.array([2**64 - 1], np.uint64)),
        ):
            with self.assertRaisesRegex(tuplepack.Error, words):
                collate([[1, 2], sample], limit=8)
        for words, columns in (
            ("'x' is not an array of numbers", {"x": [[1], [2, 3]]}), ("'x' is not an array of numbers", {"x": [None, 1]}),
            ("'segment_ids' are whole numbers", {"segment_ids": [1]}),
            ("'segment_ids' are whole", {"segment_ids": [1, -1]}),
            ("seq_lengths are whole numbers", {"seq_lengths": [3, -1]}),
            ("seq_lengths are whole", {"seq_lengths": [1.5, 0.5]}),
            ("sample 0: seq_lengths add up to 3", {"seq_lengths": [1, 2]}),
            ("seq_lengths are whole", {"seq_lengths": 2}),
            ("align_item cannot be 0", {"align_item": 0}), ("'x' has one value", {"segment_ids": [1, 2], "x": 1}),
            (r"labels have \[2\] per token", {"labels": [[1, 2], [3, 4]]}), ("'x' has 1180591620717411303424; whole numbers", {"x": 2**70}),
            ("attention_mask does not have a value for each of 2", {"attention_mask": [1]}),
        ):
            with self.assertRaisesRegex(tuplepack.Error, words):
                collate([{"input_ids": [1, 2], **columns}], limit=8)
        for samples in ({"input_ids": [[1]]}, "ab"):
            with self.assertRaisesRegex(tuplepack.Error, "samples is a .*; expected a list of samples"):
                collate(samples, limit=8)
        with self.assertRaisesRegex(tuplepack.Error, r"sample 1: 'box' has \[1\] per token, but others have \[2\]"):
            collate([{"input_ids": [1], "box": [[1, 2]]}, {"input_ids": [1], "box": [[1]]}], limit=8)

    def test_refuses_options(self):
        for options, words in (({"shift_labels": "no"}, "shift_labels is 'no'"), ({"ignore_index": None}, "ignore_index cannot be None")):
            for function in (lambda **options: tuplepack.pack_examples(4, **options), lambda **options: tuplepack.pack_dataset([], 4, **options)):
                with self.assertRaisesRegex(tuplepack.Error, words):
                    function(**options)
        for name, values in (("limit", (4.5, "4", 0, True)), ("align_item", (0, -1, 1.5, 2**70)),
                             ("causal", ("no", None)), ("flatten", ("no", 2)), ("position_offset", (1.5, -1)), ("shift_labels", ("x", 1)), ("rows", (-1, 1.5)),
                             ("pad_token_id", (None, 0.5, 2**70)), ("batch", ([0],))):
            for value in values:
                with self.assertRaisesRegex(tuplepack.Error, f"^{name} "):
                    collate([[1]], **{"limit": 4, name: value})

    def test_padding_of_rows_is_left_out(self):
        row = {"input_ids": [7, 8, 9, 0], "segment_ids": [1, 1, 2, 0], "attention_mask": [1, 1, 1, 0],
               "kind": [1, 2, 3, 4], "weight": [0.5, 1.5], "seq_lengths": [2, 1]}
        for sample in (row, {name: row[name] for name in ("input_ids", "segment_ids", "attention_mask", "kind")}):
            batch = collate([sample], limit=6)
            self.assertEqual(batch["segment_ids"].tolist(), [[1, 1, 2, 0, 0, 0]])
            self.assertEqual(batch["kind"].tolist(), [[1, 2, 3, 0, 0, 0]])
        for words, segments in (("before the end", [1, 0, 2]), ("everywhere", [0, 0, 0])):
            with self.assertRaisesRegex(tuplepack.Error, f"0, which is padding, {words}"):
                collate([{"input_ids": [1, 2, 3], "segment_ids": segments}], limit=3)

    def test_forms(self):
        samples = [{"input_ids": [7, 8, 9]}, {"input_ids": [5, 6]}, {"input_ids": [4, 3, 2, 1]}]
        ones = collate(samples, limit=6, attention_mask="ones")["attention_mask"]
        self.assertEqual(ones.tolist(), [[1, 1, 1, 1, 1, 0], [1, 1, 1, 1, 0, 0]])
        block = collate(samples, limit=6, attention_mask="block")
        self.assertEqual(block["attention_mask"].shape, (2, 1, 6, 6))
        expected = tuplepack.mask(block["segment_ids"], causal=True, additive=True)
        np.testing.assert_array_equal(block["attention_mask"][:, 0], expected)
        flat = collate(samples, flatten=True, names="flash")
        self.assertEqual(flat["input_ids"].tolist(), [[7, 8, 9, 5, 6, 4, 3, 2, 1]])
        self.assertEqual(flat["position_ids"].tolist(), [[0, 1, 2, 0, 1, 0, 1, 2, 3]])
        self.assertEqual(flat["cu_seq_lens_q"].tolist(), [0, 3, 5, 9])
        self.assertEqual((flat["max_length_q"], flat["max_length_k"]), (4, 4))
        roberta = collate(samples[:1], limit=5, position_offset=2)
        self.assertEqual(roberta["position_ids"].tolist(), [[2, 3, 4, 1, 1]])
        for words, options in (("attention_mask is 'all'", {"attention_mask": "all"}), ("names is 'x'", {"names": "x"})):
            with self.assertRaisesRegex(tuplepack.Error, words):
                collate(samples, limit=6, **options)


class Examples(unittest.TestCase):
    """The function as datasets.Dataset.map calls it: a dict of lists in, a dict of lists of any length out."""

    def rows(self, packed):
        return [{name: values[row] for name, values in packed.items()} for row in range(len(packed["input_ids"]))]

    def test_of_a_data_set(self):
        random = np.random.default_rng(SEED)
        rows = [random.integers(1, 99, length).tolist() for length in random.integers(0, 30, 100)]
        packed = tuplepack.pack_examples(64)({"input_ids": rows})
        self.assertTrue(all(len(row) <= 64 for row in packed["input_ids"]))
        self.assertEqual(sorted(sequences_of(packed)), sorted(row for row in rows if row))
        self.assertEqual(sequences_of(packed, "labels"), [[-100, *row[1:]] for row in sequences_of(packed)])
        lengths = [length for row in packed["seq_lengths"] for length in row]
        self.assertEqual(lengths, [len(row) for row in sequences_of(packed)])
        self.assertEqual(tuplepack.pack_examples(8)({"input_ids": [[]]})["input_ids"], [])

    def test_long_sequences(self):
        examples = {"input_ids": [[1, 2, 3, 4], [5, 6], [7, 8, 9], [10]]}
        for policy, expected in (("truncate", [[1, 2, 3], [5, 6], [7, 8, 9], [10]]),
                                 ("split", [[1, 2, 3], [4], [5, 6], [7, 8, 9], [10]]), ("drop", [[5, 6], [7, 8, 9], [10]])):
            packed = tuplepack.pack_examples(3, overlong=policy)(examples)
            self.assertEqual(sorted(sequences_of(packed)), sorted(expected), policy)
            self.assertLessEqual(max(map(len, packed["input_ids"])), 3)

    def test_rows_are_collated_as_they_are(self):
        packed = tuplepack.pack_examples(8)({"input_ids": [[1] * 3, [2] * 4, [3] * 5], "token_type_ids": [[0] * 3, [1] * 4, [2] * 5]})
        rows = self.rows(packed)
        for keep in (("seq_lengths",), ("segment_ids",), ("seq_lengths", "segment_ids", "position_ids")):
            chosen = [{name: row[name] for name in ("input_ids", "labels", "token_type_ids", *keep)} for row in rows]
            batch = collate(chosen, limit=8, rows=2)
            self.assertEqual(sequences_of(batch), sequences_of(packed))
            self.assertEqual(sequences_of(batch, "token_type_ids"), sequences_of(packed, "token_type_ids"))
        self.assertEqual([len(row["seq_lengths"]) for row in rows], [max(row["segment_ids"]) for row in rows])

    def test_rows_that_are_packed_again_stay_apart(self):
        examples = {"input_ids": [[1] * 3, [2] * 4, [3] * 5]}
        packed = tuplepack.pack_examples(8)(examples)
        again = tuplepack.pack_examples(16)(packed)
        self.assertEqual(len(again["input_ids"]), 1)
        self.assertEqual(sorted(sequences_of(again)), examples["input_ids"])
        with self.assertRaisesRegex(tuplepack.Error, "attention_mask leaves tokens out"):
            tuplepack.pack_examples(8)({"input_ids": [[1, 0]], "attention_mask": [[1, 0]]})

    def test_rows_keep_their_alignment(self):
        sequences = [[1] * 5, [2] * 3, [3] * 2]
        for rows in (tuplepack.pack_dataset(sequences, 16, align_item=8)[:],
                     self.rows(tuplepack.pack_examples(16, align_item=8)({"input_ids": sequences}))):
            batch = collate(rows, limit=16)
            starts = np.flatnonzero((batch["position_ids"] == 0) & (batch["segment_ids"] > 0))
            self.assertEqual((len(starts), (starts % 8).tolist()), (3, [0] * 3))
        plain = tuplepack.pack_dataset(sequences, 16)
        self.assertNotIn("align_item", plain[0])
        for again, options in ((rows, {}), (plain, {"align_item": 8})):
            for call in (lambda again, options: tuplepack.pack_dataset(again, 64, **options)[0],
                         lambda again, options: tuplepack.packed_collate(64, **options)(again[:])):
                with self.assertRaisesRegex(tuplepack.Error, "sample 0 is a row of several sequences, and align_item"):
                    call(again, options)

    def test_data_sets_that_make_any_sample(self):
        """They have a length, and no end of their own."""

        class Endless:
            def __len__(self):
                return 5

            def __getitem__(self, index):
                return [index] * 3

        rows = tuplepack.pack_dataset(Endless(), 6)
        self.assertEqual(sorted(set(token for row in rows[:] for token in row["input_ids"])), [0, 1, 2, 3, 4])
        self.assertEqual(tuplepack.PackSampler(Endless(), 6).plan.items, 5)

    def test_no_rows_of_nothing(self):
        for lengths in ([0, 0, 0], [0, 3, 0, 0, 2, 0]):
            for options in ({"depth": 1}, {"concatenate": True}, {}, {"overlong": "split", "stride": 1}, {"overlong": "drop"}):
                rows = tuplepack.pack_dataset([[7] * length for length in lengths], 3, **options)
                self.assertEqual(sum(len(row["input_ids"]) for row in rows[:]), sum(lengths))
                self.assertTrue(all(row["input_ids"] for row in rows[:]), options)

    def test_a_batch_of_none_but_long_examples(self):
        examples = {"input_ids": [[1, 2, 3]], "kind": [[1, 2, 3]], "text": ["a"]}
        for options in ({}, {"align_item": 2}):
            none = tuplepack.pack_examples(2, overlong="drop", **options)(examples)
            some = tuplepack.pack_examples(4, overlong="drop", **options)(examples)
            self.assertEqual(none, {name: [] for name in some})
            empty = {"input_ids": [[]], "kind": [[]], "text": [""]}
            self.assertEqual(tuplepack.pack_examples(4, **options)(empty), none)
        self.assertEqual(tuplepack.pack_dataset([[1, 2, 3]], 2, overlong="drop")[:], [])
        for rows in (None, 2):
            none = tuplepack.packed_collate(2, overlong="drop", rows=rows)([[1, 2, 3], [4, 5, 6]])
            self.assertEqual((len(none["input_ids"]), int(none["segment_ids"].sum())), (rows or 0, 0))

    def test_refuses_columns(self):
        for words, examples in (("no column 'input_ids'; the examples have text", {"text": ["a"]}),
                                ("column 'labels' has 1 examples, and 'input_ids' 2",
                                 {"input_ids": [[1], [2]], "labels": [[1]]})):
            with self.assertRaisesRegex(tuplepack.Error, words):
                tuplepack.pack_examples(8)(examples)

    def test_labels(self):
        with self.assertRaisesRegex(tuplepack.Error, "sample 0: 'labels' has 2 values for 3 tokens"):
            tuplepack.pack_examples(8)({"input_ids": [[1, 2, 3], [4]], "labels": [[-100, 2], [4]]})
        packed = tuplepack.pack_examples(8, shift_labels=False)({"input_ids": [[1, 2], [3]], "labels": [[9, 8], [7]]})
        self.assertEqual(sorted(sequences_of(packed, "labels")), [[7], [9, 8]])
        packed = tuplepack.pack_examples(8)({"input_ids": [[1, 2], [3]], "labels": [0, 1]})
        self.assertEqual([sorted(row) for row in packed["labels"]], [[0, 1]])
        batch = collate(self.rows(packed), limit=8)
        self.assertEqual(batch["labels"].tolist(), packed["labels"])

    def test_positions_by_trl(self):
        """trl's collator without padding numbers positions by the column seq_lengths (trl 0.21,
        DataCollatorForLanguageModeling.get_position_ids_from_packed_seq_lengths)."""
        packed = tuplepack.pack_examples(8)({"input_ids": [[1, 2, 3], [4, 5, 6, 7]]})
        positions = [position for length in packed["seq_lengths"][0] for position in range(length)]
        self.assertEqual(packed["position_ids"][0], positions)
        self.assertEqual(sorted(packed["seq_lengths"][0]), [3, 4])


class Copies(unittest.TestCase):
    def test_of_batches(self):
        batch = next(iter(tuplepack.PackSampler([3, 4, 5], 8, packs=2)))
        for other in (copy.deepcopy(batch), pickle.loads(pickle.dumps(batch))):
            self.assertEqual((other, other.layout, other.packs), (batch, batch.layout, batch.packs))


if __name__ == "__main__":
    print("seed", SEED)
    unittest.main()
