"""Segments, masks and weights by their definitions; the loss of a packed batch is that of the unpacked one."""
import unittest

import numpy as np

import tuplepack

SEED = int(np.random.SeedSequence().generate_state(1)[0])


class Layout(unittest.TestCase):
    def test_segments(self):
        layout = tuplepack.segments([[3, 2], [7], []], 7)
        self.assertEqual(layout.segment_ids.tolist(), [[1, 1, 1, 2, 2, 0, 0], [1] * 7, [0] * 7])
        self.assertEqual(layout.position_ids.tolist(), [[0, 1, 2, 0, 1, 0, 0], list(range(7)), [0] * 7])
        self.assertEqual(layout.cu_seqlens.tolist(), [0, 3, 5, 0, 7, 0])
        self.assertEqual(tuplepack.segments([[3.0, np.int8(2)], np.array([1])], 7).cu_seqlens.tolist(), [0, 3, 5, 0, 1])
        wrong = (("takes more", [[4, 4]]), ("length", [[9]]), ("length", [[-1]]), ("not a whole number", [[3.5, 2]]),
                 ("not numbers", [["3"]]), ("cannot be the string", ["33"]))  # fmt: skip
        for words, lengths in wrong:
            with self.assertRaisesRegex(tuplepack.Error, words):
                tuplepack.segments(lengths, 7)

    def test_mask(self):
        ids = np.random.default_rng(SEED).integers(0, 4, (3, 9))
        same = (ids[:, :, None] == ids[:, None, :]) & (ids[:, :, None] > 0)
        own = np.eye(9, dtype=bool) & (ids[:, :, None] == 0)
        np.testing.assert_array_equal(tuplepack.mask(ids), same | own)
        np.testing.assert_array_equal(tuplepack.mask(ids, causal=True, padding="none"), np.tril(same))
        np.testing.assert_array_equal(tuplepack.mask(ids, additive=True), np.where(same | own, 0, -np.inf))
        with self.assertRaisesRegex(tuplepack.Error, "none, self or block"):
            tuplepack.mask(ids, padding="some")
        half = tuplepack.mask(ids, additive=True, dtype="float16", fill=-1e9)
        self.assertEqual(half.dtype, np.float16)
        np.testing.assert_array_equal(half, np.where(same | own, 0, np.float16(-65504)))
        for words, options in (("dtype is 'int8'", {"dtype": "int8"}), ("numpy has no bfloat16", {"dtype": "bfloat16"})):
            with self.assertRaisesRegex(tuplepack.Error, words):
                tuplepack.mask(ids, additive=True, **options)

    def test_forms_of_the_mask(self):
        """Ranges, bits and tables of blocks say what the mask says."""
        random = np.random.default_rng(SEED)
        for causal in (False, True):
            for padding in ("none", "self", "block"):
                ids = np.sort(random.integers(0, 4, (3, 70)), axis=1)[:, ::-1].copy()
                options = {"causal": causal, "padding": padding}
                expected = tuplepack.mask(ids, **options)
                low, high = np.moveaxis(tuplepack.mask_ranges(ids, **options), -1, 0)
                keys = np.arange(70)
                np.testing.assert_array_equal((keys >= low[..., None]) & (keys < high[..., None]), expected)
                bits = tuplepack.mask_bits(ids, **options)
                np.testing.assert_array_equal(bits[..., keys // 32] >> (keys % 32).astype(np.uint32) & 1, expected)
                tables = tuplepack.block_tables(ids, block=16, **options)
                padded = np.zeros((3, 80, 80), int)
                padded[:, :70, :70] = expected
                sums = padded.reshape(3, 5, 16, 5, 16).sum(axis=(2, 4))
                for pack in range(3):
                    for query in range(5):
                        def of(counts, blocks):
                            return blocks[pack, 0, query, : counts[pack, 0, query]].tolist()

                        row = sums[pack, query]
                        self.assertEqual(of(tables.full_kv_num_blocks, tables.full_kv_indices), np.flatnonzero(row == 256).tolist())
                        partial = np.flatnonzero((row > 0) & (row < 256)).tolist()
                        self.assertEqual(of(tables.kv_num_blocks, tables.kv_indices), partial)
        with self.assertRaisesRegex(tuplepack.Error, "more than one run"):
            tuplepack.mask_ranges([[1, 2, 1]])

    def test_bfloat16_of_torch(self):
        try:
            import torch
        except ImportError:
            self.skipTest("no torch here")
        ids = torch.tensor([[1, 1, 2, 0]])
        values = tuplepack.mask(ids, additive=True, dtype="bfloat16")
        self.assertEqual(values.dtype, torch.bfloat16)
        self.assertTrue(torch.equal(values.float(), tuplepack.mask(ids, additive=True)))
        for dtype in (torch.float32, torch.float16, torch.bfloat16):
            self.assertEqual(tuplepack.mask(ids, additive=True, dtype=dtype).dtype, dtype)
        self.assertEqual(tuplepack.mask(ids.numpy(), additive=True, dtype=np.float16).dtype, np.float16)
        for words, dtype in (("dtype is 'float64'", torch.float64), ("dtype is 'int32'", np.int32), ("dtype is '7'", 7)):
            with self.assertRaisesRegex(tuplepack.Error, words):
                tuplepack.mask(ids, additive=True, dtype=dtype)

    def test_loss_weights(self):
        ids = np.array([[1, 1, 2, 0], [1, 1, 1, 1]])
        np.testing.assert_allclose(tuplepack.packed_loss_weights(ids), [[1 / 6, 1 / 6, 1 / 3, 0], [1 / 12] * 4])
        labels = np.array([[-100, 5, 5, -100], [-100, 5, 5, 5]])
        expected = [[0, 1 / 3, 1 / 3, 0], [0, 1 / 9, 1 / 9, 1 / 9]]
        np.testing.assert_allclose(tuplepack.packed_loss_weights(ids, labels), expected)
        np.testing.assert_allclose(tuplepack.packed_loss_weights(ids, sequences=1.5), np.multiply([[1 / 6, 1 / 6, 1 / 3, 0],
                                                                                               [1 / 12] * 4], 2))
        for found, expected in ((np.full(2, 1.5), 1.5), (np.array(1.5), 1.5), (None, None)):
            np.testing.assert_array_equal(tuplepack.packed_loss_weights({"segment_ids": ids, "expected_sequences": found}),
                                          tuplepack.packed_loss_weights(ids, sequences=expected))
        no_rows = {"segment_ids": ids[:0], "labels": labels[:0], "expected_sequences": np.zeros(0)}
        self.assertEqual(tuplepack.packed_loss_weights(no_rows).shape, (0, 4))
        for words, call in (
            ("negative", lambda: tuplepack.packed_loss_weights([[-1]])),
            ("shape", lambda: tuplepack.packed_loss_weights(ids, labels[:1])),
            ("sequences is 0", lambda: tuplepack.packed_loss_weights(ids, sequences=0)),
            ("cannot be 4294967297", lambda: tuplepack.mask([[2**32 + 1, 1, 2]])),
            ("segment_ids are of type float64; expected integers", lambda: tuplepack.mask([[1.9, 1.2]])),
            ("segment_ids are of type float64; expected integers", lambda: tuplepack.packed_loss_weights([[1.5]])),
            ("segment id 2147483647 in packs of 2 positions", lambda: tuplepack.packed_loss_weights([[2**31 - 1, 1]])),
            ("segment id 2147483647 in packs of 2 positions", lambda: tuplepack.mask_ranges([[2**31 - 1, 1]])),
            ("segment id 2147483647 in packs of 2 positions", lambda: tuplepack.position_ids([[2**31 - 1, 1]])),
            ("segment id 2147483647 in packs of 2 positions", lambda: tuplepack.cu_seqlens([[2**31 - 1, 1]])),
            ("3 dimensions", lambda: tuplepack.mask(np.zeros((1, 1, 2), int))),
            ("sequences cannot be '3'", lambda: tuplepack.packed_loss_weights(ids, sequences="3")),
            ("sequences is inf", lambda: tuplepack.packed_loss_weights(ids, sequences=np.inf)),
            ("a batch of labels; expected segment_ids among them", lambda: tuplepack.packed_loss_weights({"labels": labels})),
            ("ignore_index cannot be 1099511627776", lambda: tuplepack.packed_loss_weights(ids, labels, ignore_index=2**40)),
            ("ignore_index cannot be None", lambda: tuplepack.packed_loss_weights(ids, labels, ignore_index=None)),
            ("padding cannot be None", lambda: tuplepack.mask(ids, padding=None)),
            ("padding cannot be 0", lambda: tuplepack.block_tables(ids, padding=0)),
            ("fill cannot be 'x'", lambda: tuplepack.mask(ids, additive=True, fill="x")),
            ("fill is nan", lambda: tuplepack.mask(ids, additive=True, fill=np.nan)),
            ("check cannot be 'no'", lambda: tuplepack.mask(ids, check="no")),
            ("segments cannot be -1", lambda: tuplepack.cu_seqlens(ids, segments=-1)),
            ("segments cannot be 2.0", lambda: tuplepack.position_ids(ids, segments=2.0)),
            ("segments cannot be '2'", lambda: tuplepack.packed_cross_entropy(np.ones((2, 4, 9), np.float32), labels, ids, segments="2")),
            ("inplace cannot be 'no'", lambda: tuplepack.packed_cross_entropy(np.ones((2, 4, 9), np.float32), labels, ids, inplace="no")),
            ("capacity cannot be 7.5", lambda: tuplepack.segments([[3]], 7.5)),
            ("align_item cannot be None", lambda: tuplepack.segments([[3]], 7, align_item=None)),
            (r"segment_ids are a batch that has them; pass batch\['segment_ids'\]", lambda: tuplepack.mask({"segment_ids": [[1]]})),
            ("masked array, whose mask would be lost", lambda: tuplepack.mask(np.ma.masked_array([[1, 1, 2]], mask=[[0, 0, 1]]))),
        ):
            with self.assertRaisesRegex(tuplepack.Error, words):
                call()

    def test_every_sequence_of_an_epoch_has_one_weight(self):
        """Whether its pack has many or few others."""
        random = np.random.default_rng(SEED)
        lengths = np.concatenate([random.integers(1, 6, 300), random.integers(60, 64, 10)])
        samples = [{"input_ids": [1] * int(length)} for length in lengths]
        for world_size in (1, 2):
            weight = np.zeros(len(lengths))
            for rank in range(world_size):
                sampler = tuplepack.PackSampler(lengths, 64, packs=2, shuffle=True, rank=rank, world_size=world_size,
                                                every_item_once=True)
                for indices in sampler:
                    batch = tuplepack.collate_packed([samples[i] for i in indices], framework="numpy", shift_labels=False)
                    weights = tuplepack.packed_loss_weights(batch)
                    for row, pack in enumerate(indices.packs):
                        for segment, item in enumerate(pack, 1):
                            weight[item] += weights[row][batch["segment_ids"][row] == segment].sum()
            np.testing.assert_allclose(weight, weight[0], rtol=1e-5)
            self.assertAlmostEqual(weight[0] * len(lengths), sampler.plan.packs / 2, places=3)  # as many steps

    def test_losses_of_sequences_without_labels(self):
        """Stand in their columns, as the values that collate_packed has for each sequence."""
        logits, labels = np.zeros((2, 4, 5), np.float32), [[-100, 1, -100, -100], [-100] * 4]
        found = tuplepack.packed_cross_entropy(logits, labels, [[1, 1, 2, 3], [1, 1, 0, 0]])
        np.testing.assert_allclose(found.losses, [[np.log(5), 0, 0], [0, 0, 0]], rtol=1e-6)
        self.assertEqual((found.accuracies.shape, found.tokens.tolist()), ((2, 3), [[1, 0, 0], [0, 0, 0]]))

    def test_only_items_with_tokens_are_sequences(self):
        lengths = [5, 0, 3, 0, 2, 0, 6, 0]
        sampler = tuplepack.PackSampler(lengths, 8)
        batches = [tuplepack.collate_packed([[1] * lengths[i] for i in indices], framework="numpy") for indices in sampler]
        self.assertEqual([batch["expected_sequences"] for batch in batches], [2, 2])
        (nothing,) = tuplepack.PackSampler([0, 0], 8)
        batch = tuplepack.collate_packed([[], []], batch=nothing, framework="numpy")
        self.assertEqual(tuplepack.packed_loss_weights(batch).tolist(), [[0] * 8])

    def test_how_many_sequences_rows_have_is_not_known(self):
        """A sampler of rows counts these, and each may have several."""
        rows = tuplepack.pack_dataset([[1] * length for length in (3, 2, 5, 1, 4, 2)], 8)
        for indices in tuplepack.PackSampler([len(row["input_ids"]) for row in rows], 8):
            batch = tuplepack.collate_packed([rows[i] for i in indices], framework="numpy")
            weights = tuplepack.packed_loss_weights(batch["segment_ids"])
            self.assertAlmostEqual(weights.sum(), 1, places=6)
            np.testing.assert_array_equal(tuplepack.packed_loss_weights({**batch, "labels": None}), weights)


class Loss(unittest.TestCase):
    def test_packed_equals_unpacked(self):
        """A causal model of one attention layer: logits and loss of packs are those of the sequences by themselves."""
        try:
            import torch
        except ImportError:
            self.skipTest("no torch here")
        torch.manual_seed(SEED % 2**31)
        vocabulary, width, limit = 50, 16, 32
        embed, position = torch.nn.Embedding(vocabulary, width), torch.nn.Embedding(limit, width)
        attention = torch.nn.MultiheadAttention(width, 2, batch_first=True)
        head = torch.nn.Linear(width, vocabulary)

        def token_losses(batch, mask):
            x = embed(batch["input_ids"]) + position(batch["position_ids"])
            x, _ = attention(x, x, x, attn_mask=mask.repeat_interleave(2, dim=0))
            losses = torch.nn.functional.cross_entropy(head(x)[:, :-1].transpose(1, 2), batch["labels"][:, 1:],
                                                       ignore_index=-100, reduction="none")
            return torch.nn.functional.pad(losses, (1, 0))

        random = np.random.default_rng(SEED)
        lengths = random.integers(2, 20, 40)
        samples = [{"input_ids": random.integers(0, vocabulary, length).tolist()} for length in lengths]
        sampler = tuplepack.PackSampler(lengths, limits=limit, packs=4, shuffle=True)
        for indices in sampler:
            chosen = [samples[i] for i in indices]
            packed = tuplepack.collate_packed(chosen, limit=limit, rows=4, framework="torch")
            mask = tuplepack.mask(packed["segment_ids"], causal=True, additive=True)
            weights = tuplepack.packed_loss_weights(packed["segment_ids"], packed["labels"])
            together = (token_losses(packed, mask) * weights).sum()
            alone = []
            for sample in chosen:
                single = tuplepack.collate_packed([sample], limit=len(sample["input_ids"]), framework="torch")
                causal = tuplepack.mask(single["segment_ids"], causal=True, additive=True)
                alone.append(token_losses(single, causal)[0, 1:].mean())
            self.assertAlmostEqual(float(together), float(torch.stack(alone).mean()), places=5)

    def test_a_step_is_that_of_the_unpacked_one(self):
        """By packed_cross_entropy in float32: the weights after it, to 1e-6, with the memory of the gradient passed or not."""
        try:
            import torch
        except ImportError:
            self.skipTest("no torch here")
        random = np.random.default_rng(SEED)
        samples = [random.integers(0, 20, length).tolist() for length in (7, 3, 5, 2, 6)]
        packed = tuplepack.collate_packed([{"input_ids": sample} for sample in samples], limit=24, rows=1, framework="torch")

        def step(losses_of):
            torch.manual_seed(SEED % 2**31)
            parts = torch.nn.ModuleList([torch.nn.Embedding(20, 8), torch.nn.Embedding(24, 8),
                                         torch.nn.MultiheadAttention(8, 2, batch_first=True), torch.nn.Linear(8, 20)])
            optimizer = torch.optim.SGD(parts.parameters(), lr=0.1)

            def logits(ids, positions, mask):
                x = parts[0](ids) + parts[1](positions)
                return parts[3](parts[2](x, x, x, attn_mask=mask)[0])

            losses_of(logits).backward()
            optimizer.step()
            return [parameter.detach() for parameter in parts.parameters()]

        def alone(logits):
            losses = []
            for sample in samples:
                tokens = torch.tensor([sample])
                causal = torch.full((len(sample), len(sample)), -torch.inf).triu(1)
                found = logits(tokens, torch.arange(len(sample))[None], causal)
                losses.append(torch.nn.functional.cross_entropy(found[0, :-1], tokens[0, 1:]))
            return torch.stack(losses).mean()

        def together(logits, **options):
            mask = tuplepack.mask(packed["segment_ids"], causal=True, additive=True)[0]
            found = logits(packed["input_ids"], packed["position_ids"], mask)
            return tuplepack.packed_cross_entropy(found, packed["labels"], packed["segment_ids"], **options).loss

        expected = step(alone)
        for options in ({}, {"inplace": True}, {"out": {"gradient": torch.empty(1, 24, 20)}}):
            for found, weights in zip(step(lambda logits, options=options: together(logits, **options)), expected):
                self.assertLess(float((found - weights).abs().max()), 1e-6, options)


if __name__ == "__main__":
    print("seed", SEED)
    unittest.main()
