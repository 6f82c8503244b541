"""Functions on arrays of numpy, torch and CuPy, on the CPU and, where there is one, on a GPU: the same results everywhere, and
those of the definitions. TUPLEPACK_REQUIRE_GPU=1 makes a missing GPU a failure."""
import os
import unittest

import numpy as np

import tuplepack

try:
    import torch
except ImportError:
    torch = None
try:
    import cupy
except ImportError:
    cupy = None

SEED = int(np.random.SeedSequence().generate_state(1)[0])
REQUIRED = os.environ.get("TUPLEPACK_REQUIRE_GPU") == "1"


def with_gpu():
    return torch is not None and torch.cuda.is_available()


class Kind:
    """Arrays of one framework in one place."""

    def __init__(self, name, make, back, has_bfloat16=False):
        self.name, self.make, self.back, self.has_bfloat16 = name, make, back, has_bfloat16


def kinds():
    yield Kind("numpy", np.asarray, np.asarray)
    if torch is not None:
        yield Kind("torch", torch.as_tensor, lambda tensor: tensor.numpy(), True)
    if with_gpu():
        yield Kind("torch on a GPU", lambda array: torch.as_tensor(array, device="cuda"), lambda tensor: tensor.cpu().numpy(), True)
        if cupy is not None:
            yield Kind("CuPy", cupy.asarray, cupy.asnumpy)


def reference_mask(ids, causal):
    same = (ids[:, :, None] == ids[:, None, :]) & (ids[:, :, None] > 0)
    own = np.eye(ids.shape[1], dtype=bool) & (ids[:, :, None] == 0)
    return (np.tril(same) if causal else same) | own


def reference_positions(ids):
    positions = np.zeros_like(ids)
    for row, of_row in zip(ids, positions):
        for segment in range(1, ids.max() + 1):
            of_row[row == segment] = np.arange((row == segment).sum())
    return positions


def random_ids(random, packs=3, positions=70, most=5):
    """In order from position 0, as packs have them."""
    lengths = random.integers(0, positions // most, (packs, most))
    ids = np.zeros((packs, positions), np.int32)
    for row, of_row in zip(ids, lengths):
        row[: of_row.sum()] = np.repeat(np.arange(1, most + 1), of_row)
    return ids


def reference_losses(logits, labels, ids):
    """By listing 1 of Kosec et al. 2021, in float64: losses, accuracies and tokens [packs, K], and the gradient of the mean."""
    logits = logits.astype(np.float64)
    exponentials = np.exp(logits - logits.max(-1, keepdims=True))
    probabilities = exponentials / exponentials.sum(-1, keepdims=True)
    counted = (labels >= 0) & (ids > 0)
    safe = np.where(counted, labels, 0)
    losses = -np.log(np.take_along_axis(probabilities, safe[..., None], -1))[..., 0]
    hits = logits.argmax(-1) == labels
    most = ids.max(initial=0)
    selected = (ids[:, None, :] == np.arange(1, most + 1)[:, None]) & counted[:, None, :]
    tokens = selected.sum(-1)
    of_sequence = (selected * losses[:, None, :]).sum(-1) / np.maximum(tokens, 1)
    accuracies = (selected * hits[:, None, :]).sum(-1) / np.maximum(tokens, 1)
    sequences = (tokens > 0).sum()
    weights = (selected / np.maximum(tokens, 1)[..., None] / max(sequences, 1)).sum(1)
    gradient = probabilities.copy()
    np.put_along_axis(gradient, safe[..., None], np.take_along_axis(gradient, safe[..., None], -1) - 1, -1)
    return of_sequence, accuracies, tokens, of_sequence.sum() / max(sequences, 1), gradient * weights[..., None]


class Segments(unittest.TestCase):
    def test_masks(self):
        random = np.random.default_rng(SEED)
        ids = random.integers(0, 4, (3, 70)).astype(np.int32)
        for kind in kinds():
            for dtype in ("int32", "int64", "uint8"):
                given = kind.make(ids.astype(dtype))
                for causal in (False, True):
                    with self.subTest(kind.name, dtype=dtype, causal=causal):
                        expected = reference_mask(ids, causal)
                        found = tuplepack.mask(given, causal=causal)
                        self.assertIs(type(found), type(given))
                        self.assertTrue(np.array_equal(kind.back(found), expected))
                        bits = kind.back(tuplepack.mask_bits(given, causal=causal)).view(np.uint32)
                        keys = np.arange(70)
                        np.testing.assert_array_equal(bits[..., keys // 32] >> (keys % 32).astype(np.uint32) & 1, expected)
                        additive = kind.back(tuplepack.mask(given, causal=causal, additive=True, fill=-5))
                        np.testing.assert_array_equal(additive, np.where(expected, 0, np.float32(-5)))
                        half = kind.back(tuplepack.mask(given, causal=causal, additive=True, dtype="float16"))
                        np.testing.assert_array_equal(half, np.where(expected, np.float16(0), -np.inf))
                        if kind.has_bfloat16:
                            brain = tuplepack.mask(given, causal=causal, additive=True, dtype="bfloat16")
                            self.assertEqual(brain.dtype, torch.bfloat16)
                            np.testing.assert_array_equal(kind.back(brain.float()), np.where(expected, 0, -np.inf))
                        out = kind.make(np.empty(expected.shape, np.float32))
                        self.assertIs(tuplepack.mask(given, causal=causal, additive=True, out=out), out)
                        np.testing.assert_array_equal(kind.back(out), np.where(expected, 0, -np.inf))

    def test_what_follows_from_ids(self):
        random = np.random.default_rng(SEED)
        ids = random_ids(random)
        tables = tuplepack.block_tables(ids, block=16)
        for kind in kinds():
            with self.subTest(kind.name):
                given = kind.make(ids)
                np.testing.assert_array_equal(kind.back(tuplepack.position_ids(given)), reference_positions(ids))
                ranges = kind.back(tuplepack.mask_ranges(given))
                keys = np.arange(ids.shape[1])
                np.testing.assert_array_equal((keys >= ranges[..., :1]) & (keys < ranges[..., 1:]), reference_mask(ids, False))
                for found, expected in zip(tuplepack.block_tables(given, block=16), tables):
                    np.testing.assert_array_equal(kind.back(found), expected)
                joined = tuplepack.cu_seqlens(given, segments=6)
                starts, real = kind.back(joined.cu_seqlens), kind.back(joined.cu_seqlens_real)
                self.assertEqual((starts.dtype, len(starts), len(real)), (np.int32, 3 * 7 + 1, 3 * 7 + 1))
                self.assertEqual(joined.max_seqlen, np.diff(starts).max())
                flat = ids.ravel()
                for number in range(3 * 7):  # each is a segment with the padding behind it, or the end of a pack
                    own = flat[starts[number] : starts[number + 1]]
                    segment = number % 7 + 1
                    self.assertTrue(np.isin(own, [segment, 0] if segment < 7 else [0]).all())
                    self.assertEqual(real[number + 1] - real[number], (own > 0).sum())

    def test_derived_arrays(self):
        """By their definitions; those of scattered segments where they exist."""
        random = np.random.default_rng(SEED)
        ids, scattered = random_ids(random), random.integers(0, 4, (3, 9)).astype(np.int32)
        scattered[0, :3] = 1, 2, 1
        swapped = np.array([[2, 2, 0, 1]], np.int32)
        for kind in kinds():
            with self.subTest(kind.name):
                found = tuplepack.derive_segments(kind.make(ids), segments=6)
                np.testing.assert_array_equal(kind.back(found.counts), ids.max(axis=1))
                np.testing.assert_array_equal(kind.back(found.lengths), (ids[:, None] == np.arange(1, 7)[:, None]).sum(axis=2))
                np.testing.assert_array_equal(kind.back(found.position_ids), reference_positions(ids))
                self.assertEqual(kind.back(found.order).tolist(), [2, 2, 2])
                own = [[(np.flatnonzero(row == one)[[0, -1]] + [0, 1]).tolist() if one else [0, 0] for one in row] for row in ids]
                self.assertEqual(kind.back(found.ranges).tolist(), own)
                expected = tuplepack.cu_seqlens(ids, segments=6).cu_seqlens
                np.testing.assert_array_equal(kind.back(found.cu_seqlens), expected)
                some = tuplepack.derive_segments(kind.make(scattered), arrays=["order", "position_ids"])
                self.assertEqual((kind.back(some.order)[0], some.counts, some.ranges), (0, None, None))
                np.testing.assert_array_equal(kind.back(some.position_ids), reference_positions(scattered))
                again = tuplepack.derive_segments(kind.make(scattered), arrays=["order", "position_ids"], out=some)
                self.assertIs(again.order, some.order)
                self.assertEqual(kind.back(tuplepack.derive_segments(kind.make(swapped), arrays=["order", "ranges"]).order).tolist(), [1])
                for words, given, arrays in (("order", swapped, ["cu_seqlens"]), ("more than one run", scattered[:1], ["ranges"]),
                                             ("there is no array 'rangs'; did you mean 'ranges'", ids, ["rangs"]),
                                             ("arrays cannot be 'order'; expected a list of names", ids, "order")):
                    with self.assertRaisesRegex(tuplepack.Error, words):
                        tuplepack.derive_segments(kind.make(given), arrays=arrays)

    def test_other_ids_are_errors(self):
        for kind in kinds():
            wrong = [
                ("cannot be 4294967297", lambda: tuplepack.mask(kind.make(np.array([[2**32 + 1, 1]])))),
                ("segment_ids are of type float64; expected integers", lambda: tuplepack.mask(kind.make(np.array([[1.5, 1]])))),
                ("3 dimensions", lambda: tuplepack.mask(kind.make(np.zeros((1, 1, 2), np.int32)))),
                ("scattered|more than one run", lambda: tuplepack.mask_ranges(kind.make(np.array([[1, 2, 1]], np.int32)))),
                ("scattered|order", lambda: tuplepack.cu_seqlens(kind.make(np.array([[2, 1]], np.int32)))),
                ("segment id", lambda: tuplepack.position_ids(kind.make(np.array([[3, 1]], np.int32)), segments=2)),
                ("out is float32", lambda: tuplepack.mask(kind.make(np.array([[1]])), out=kind.make(np.zeros((1, 1, 1), np.float32)))),
                ("block is 0", lambda: tuplepack.block_tables(kind.make(np.array([[1]])), block=0)),
            ]
            for words, call in wrong:
                with self.subTest(kind.name, words=words), self.assertRaisesRegex(tuplepack.Error, words):
                    call()

    def test_no_packs(self):
        for kind in kinds():
            with self.subTest(kind.name):
                none = kind.make(np.zeros((0, 8), np.int32))
                self.assertEqual(tuple(tuplepack.mask(none).shape), (0, 8, 8))
                self.assertEqual(tuple(tuplepack.position_ids(none).shape), (0, 8))
                self.assertEqual(kind.back(tuplepack.cu_seqlens(none, segments=4).cu_seqlens).tolist(), [0])


class Losses(unittest.TestCase):
    def random_batch(self, random, vocabulary=77):
        ids = random_ids(random)
        logits = random.normal(0, 3, (*ids.shape, vocabulary)).astype(np.float32)
        labels = random.integers(0, vocabulary, ids.shape)
        labels[random.random(ids.shape) < 0.2] = -100
        hits = random.random(ids.shape) < 0.3
        logits[hits, np.maximum(labels[hits], 0)] = 20
        return logits, labels, ids

    def test_losses_of_sequences(self):
        random = np.random.default_rng(SEED)
        logits, labels, ids = self.random_batch(random)
        losses, accuracies, tokens, mean, _ = reference_losses(logits, labels, ids)
        for kind in kinds():
            with self.subTest(kind.name):
                given = [kind.make(array) for array in (logits, labels, ids)]
                found = tuplepack.packed_cross_entropy(*given, shift=False)
                np.testing.assert_allclose(kind.back(found.losses), losses, rtol=1e-5, atol=2e-6)
                np.testing.assert_allclose(kind.back(found.accuracies), accuracies, rtol=1e-6)
                np.testing.assert_array_equal(kind.back(found.tokens), tokens)
                self.assertAlmostEqual(float(found.loss), mean, places=5)
                shared = tuplepack.packed_cross_entropy(*given, shift=False, sequences=2.5)
                self.assertAlmostEqual(float(shared.loss), losses.sum() / 2.5, places=4)
                weights = tuplepack.packed_loss_weights(kind.make(ids), kind.make(labels))
                self.assertAlmostEqual(float((kind.back(weights) > 0).sum()), tokens.sum())
                moved = np.full_like(labels, -100)
                moved[:, 1:] = labels[:, :-1]
                of_moved = np.zeros_like(ids)
                of_moved[:, 1:] = ids[:, :-1]
                shifted = tuplepack.packed_cross_entropy(kind.make(logits), kind.make(moved), kind.make(of_moved))
                predicted = np.where(ids != of_moved, -100, labels)  # by logits of their sequence
                rest = reference_losses(logits[:, :-1], predicted[:, :-1], ids[:, :-1])
                self.assertAlmostEqual(float(shifted.loss), rest[3], places=5)

    @unittest.skipIf(torch is None, "no torch here")
    def test_gradients(self):
        random = np.random.default_rng(SEED)
        logits, labels, ids = self.random_batch(random)
        expected = reference_losses(logits, labels, ids)[4]
        for device in ["cpu", "cuda"] if with_gpu() else ["cpu"]:
            for dtype, tolerance in ((torch.float32, 1e-6), (torch.float16, 2e-4), (torch.bfloat16, 2e-3)):
                for inplace in (False, True):
                    with self.subTest(device, dtype=dtype, inplace=inplace):
                        leaf = torch.tensor(logits, device=device, dtype=dtype, requires_grad=True)
                        of_model = leaf * 1
                        before = of_model.detach().clone()
                        found = tuplepack.packed_cross_entropy(of_model, torch.tensor(labels, device=device),
                                                               torch.tensor(ids, device=device), shift=False,
                                                               inplace=inplace)
                        self.assertEqual(torch.equal(before, of_model), not inplace)
                        (found.loss * 3).backward()
                        of_type = expected if dtype == torch.float32 else reference_losses(before.float().cpu().numpy(), labels, ids)[4]
                        np.testing.assert_allclose(leaf.grad.float().cpu().numpy(), 3 * of_type, atol=tolerance)

    @unittest.skipIf(torch is None, "no torch here")
    def test_gradcheck(self):
        random = np.random.default_rng(SEED)
        ids, labels = torch.tensor([[1, 1, 2, 2, 0]]), torch.tensor([[3, -100, 0, 1, 2]])
        logits = torch.tensor(random.normal(0, 1, (1, 5, 4)), dtype=torch.float64, requires_grad=True)
        for shift in (False, True):
            self.assertTrue(torch.autograd.gradcheck(
                lambda x, shift=shift: tuplepack.packed_cross_entropy(x, labels, ids, shift=shift).loss, logits))
        pairs = torch.tensor(random.normal(0, 1, (2, 3, 2)), dtype=torch.float64, requires_grad=True)
        of_pairs = torch.tensor([[0, 1, -1], [1, -1, -1]])
        self.assertTrue(torch.autograd.gradcheck(lambda x: tuplepack.next_sentence_loss(x, of_pairs).loss, pairs))

    def test_next_sentences(self):
        random = np.random.default_rng(SEED)
        logits = random.normal(0, 2, (40, 6, 2)).astype(np.float32)
        labels = random.integers(-1, 2, (40, 6))
        there = labels >= 0
        exact = logits.astype(np.float64)
        chosen = np.take_along_axis(exact, np.maximum(labels, 0)[..., None], -1)[..., 0]
        expected = ((np.logaddexp(exact[..., 0], exact[..., 1]) - chosen) * there).sum() / there.sum()
        for kind in kinds():
            with self.subTest(kind.name):
                found = tuplepack.next_sentence_loss(kind.make(logits), kind.make(labels))
                self.assertAlmostEqual(float(found.loss), expected, places=5)
                self.assertAlmostEqual(float(found.accuracy), (there & (exact.argmax(-1) == labels)).sum() / there.sum(), places=6)
                with self.assertRaisesRegex(tuplepack.Error, "label"):
                    tuplepack.next_sentence_loss(kind.make(logits), kind.make(np.full_like(labels, 2)))
                with self.assertRaisesRegex(tuplepack.Error, "packs, K, 2"):
                    tuplepack.next_sentence_loss(kind.make(logits[..., :1]), kind.make(labels))
        if torch is not None:
            leaf = torch.tensor(logits, requires_grad=True)
            tuplepack.next_sentence_loss(leaf, torch.tensor(labels)).loss.backward()
            probabilities = np.exp(exact) / np.exp(exact).sum(-1, keepdims=True)
            onehot = np.eye(2)[np.maximum(labels, 0)]
            np.testing.assert_allclose(leaf.grad, (probabilities - onehot) * there[..., None] / there.sum(), atol=1e-7)

    def test_other_arguments_are_errors(self):
        logits, labels, ids = self.random_batch(np.random.default_rng(SEED))
        for kind in kinds():
            def loss(logits=logits, labels=labels, ids=ids, kind=kind, **options):
                return tuplepack.packed_cross_entropy(kind.make(logits), kind.make(labels), kind.make(ids), **options)

            wrong = [
                ("label", lambda: loss(labels=np.full_like(labels, 77))),
                ("cannot be", lambda: loss(labels=np.full(labels.shape, 2**40))),
                ("2 dimensions", lambda: loss(logits=logits[0])),
                ("shape", lambda: loss(labels=labels[:1])),
                ("shape", lambda: loss(ids=ids[:, :4])),
                ("sequences is 0", lambda: loss(sequences=0)),
                ("type int64", lambda: loss(logits=logits.astype(np.int64))),
                ("segment id", lambda: loss(segments=1)),
            ]
            for words, call in wrong:
                with self.subTest(kind.name, words=words), self.assertRaisesRegex(tuplepack.Error, words):
                    call()


class Rows(unittest.TestCase):
    def test_access(self):
        random = np.random.default_rng(SEED)
        ids = random.integers(0, 40, 500)
        table = random.normal(0, 1, (40, 3, 4)).astype(np.float32)
        for kind in kinds():
            for order in ("sorted", "first"):
                with self.subTest(kind.name, order=order):
                    unique, inverse = tuplepack.access(kind.make(ids), order=order)
                    self.assertIs(type(unique), type(kind.make(ids)))
                    np.testing.assert_array_equal(kind.back(unique)[kind.back(inverse)], ids)
                    if order == "sorted":
                        np.testing.assert_array_equal(kind.back(unique), np.unique(ids))
                    moved = tuplepack.gather(kind.make(table), unique)
                    np.testing.assert_array_equal(kind.back(moved), table[kind.back(unique)])
                    np.testing.assert_array_equal(kind.back(tuplepack.reconstruct(moved, inverse)), table[ids])
                    if kind.has_bfloat16:
                        halved = tuplepack.reconstruct(moved, inverse, bfloat16=True)
                        self.assertTrue(torch.equal(halved.cpu(), torch.tensor(table[ids]).bfloat16()))
            with self.subTest(kind.name), self.assertRaisesRegex(tuplepack.Error, "out of range|not in|outside|40"):
                tuplepack.gather(kind.make(table), kind.make(np.array([0, 40])))
            with self.subTest(kind.name), self.assertRaises(tuplepack.Error):
                tuplepack.reconstruct(kind.make(table), kind.make(np.array([40])))
            for chosen in (np.array([3, 1], np.uint16), np.array([3, 1], ">u4"), np.array([3, 1], np.uint64), np.array([1, 3])[::-1], np.array([3, 1], ">i2")):
                with self.subTest(kind.name, chosen=chosen.dtype):  # of numpy, beside a table of any kind
                    np.testing.assert_array_equal(kind.back(tuplepack.gather(kind.make(table), chosen)), table[[3, 1]])
            with self.subTest(kind.name), self.assertRaisesRegex(tuplepack.Error, "ids have 9223372036854775807; expected ids below"):
                tuplepack.access(kind.make(np.array([2**63 - 1])))


class Devices(unittest.TestCase):
    def test_a_gpu_where_one_is_required(self):
        self.assertTrue(with_gpu() or not REQUIRED)

    def test_arrays_of_other_frameworks_on_a_device(self):
        """Are named, and not copied to the host."""

        class OnDevice:
            def __dlpack_device__(self):
                return (2, 0)

        with self.assertRaisesRegex(tuplepack.Error, "an? OnDevice on a GPU; convert it without a copy by torch.from_dlpack"):
            tuplepack.mask(OnDevice())

    @unittest.skipIf(torch is None, "no torch here")
    def test_tensors_elsewhere(self):
        with self.assertRaisesRegex(tuplepack.Error, "a tensor on meta"):
            tuplepack.mask(torch.zeros((1, 2), device="meta"))

    @unittest.skipUnless(with_gpu(), "no GPU here")
    def test_two_places(self):
        ids = torch.ones((1, 4), dtype=torch.int32, device="cuda")
        with self.assertRaisesRegex(tuplepack.Error, "labels on cpu, but other arguments are on cuda:0"):
            tuplepack.packed_loss_weights(ids, torch.zeros((1, 4), dtype=torch.int64))

    @unittest.skipUnless(with_gpu(), "no GPU here")
    def test_work_is_queued_in_the_current_stream(self):
        """Behind what stands in it, and without waiting where checks are not wanted."""
        stream = torch.cuda.Stream()
        with torch.cuda.stream(stream):
            for _ in range(20):
                ids = torch.zeros((64, 512), dtype=torch.int32, device="cuda")
                torch.cuda._sleep(2_000_000)
                ids += 1
                found = tuplepack.mask(ids, check=False)
                self.assertTrue(bool(found.all()))

    @unittest.skipUnless(with_gpu(), "no GPU here")
    def test_after_an_error_torch_goes_on(self):
        with self.assertRaises(tuplepack.Error):
            tuplepack.position_ids(torch.tensor([[5]], dtype=torch.int32, device="cuda"), segments=2)
        self.assertEqual(int(torch.ones(3, device="cuda").sum()), 3)


if __name__ == "__main__":
    print("seed", SEED, "with" if with_gpu() else "without", "a GPU")
    unittest.main()
