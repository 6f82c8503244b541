"""tuplepack.torch: streams of packs, losses of sequences."""
import pickle
import unittest
from functools import partial
from types import SimpleNamespace
from unittest import mock

import numpy as np

import tuplepack

try:
    import torch
    from torch.utils.data import DataLoader

    from tuplepack.torch import PackedIterable, SequenceLosses, block_mask, linear_cross_entropy, sequence_losses
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

    def test_workers_that_do_not_know_the_rank(self):
        """A worker that is spawned has no torch.distributed: it is one of the rank whose loader started it."""
        numbers = []
        for rank in (0, 1):
            with mock.patch("tuplepack.torch_iterable.own_rank", lambda rank=rank: (rank, 2)):
                sent = pickle.dumps(PackedIterable(SAMPLES, 64))
            for worker in (0, 1):
                with mock.patch("torch.utils.data.get_worker_info", lambda worker=worker: SimpleNamespace(num_workers=2, id=worker)):
                    numbers += self.numbers(pickle.loads(sent))
        self.assertEqual(sorted(numbers), list(range(len(SAMPLES))))

    def test_sizes_that_are_no_number(self):
        """An array with a number stood for a sequence of one token."""
        for size, limits, expected in ((lambda sample: torch.tensor([5]), 10, "a number"), (lambda sample: (5, 5), 10, "a number"),
                                       (lambda sample: (5, 5, 5), (10, 10), "2 numbers, one for each limit")):
            with self.assertRaisesRegex(tuplepack.Error, f"^size= says .*5.* of a sample; expected {expected}$"):
                list(PackedIterable(SAMPLES, limits, size=size))
        for size, limits in ((lambda sample: torch.tensor(5), 10), (lambda sample: np.array([5, 4]), (10, 10))):
            self.assertEqual({len(pack) for pack in PackedIterable(SAMPLES, limits, size=size)}, {2})

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
        self.assertEqual(repr(begun), "<PackedIterable: limits=64>")
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
        whole = state
        for state in (None, {"x": 1}):
            with self.assertRaisesRegex(tuplepack.Error, "is not a state"):
                begun.load_state_dict(state)
        for name, value, words in (("read", -1, "the state's read cannot be -1"), ("held", None, "damaged"), ("held", {}, "damaged"),
                                   ("closed", [[10**6]], "damaged"), ("closed", None, "damaged")):
            with self.assertRaisesRegex(tuplepack.Error, words):
                begun.load_state_dict({**whole, name: value, **({"closed": [[0]]} if name == "held" else {})})
        shorter = PackedIterable(SAMPLES[:20], 64, buffer=1)
        of_others = PackedIterable(SAMPLES, 64, buffer=1)
        iterator = iter(of_others)
        for _ in range(30):
            next(iterator)
        shorter.load_state_dict(of_others.state_dict())
        with self.assertRaisesRegex(tuplepack.Error, "a different run: it was taken after .* samples, and these are 20"):
            list(shorter)
        sharded = PackedIterable(SAMPLES, 64, sharded=True)
        sharded.load_state_dict(whole)
        with self.assertRaisesRegex(tuplepack.Error, "a different run.* this is share 0 of 1, sharded"):
            list(sharded)

    def test_a_state_of_the_same_run(self):
        """However its arguments are written."""
        begun = PackedIterable(SAMPLES, 64, depth=4)
        next(iter(begun))
        for limits, options in (([64], {}), (np.int64(64), {"overlong": None}), ({"length": 64}, {"align_item": None}), (np.array([64]), {"depth": np.int64(4)})):
            other = PackedIterable(SAMPLES, limits, **{"depth": 4, **options})
            other.load_state_dict(begun.state_dict())
            self.assertEqual(len(list(other)), len(list(PackedIterable(SAMPLES, 64, depth=4))) - 1)

    def test_with_collate_packed(self):
        collate = partial(tuplepack.collate_packed, limit=64, batch=None)
        loader = DataLoader(PackedIterable(SAMPLES, 64), batch_size=None, collate_fn=collate)
        tokens = sum(int((batch["segment_ids"] > 0).sum()) for batch in loader)
        self.assertEqual(tokens, sum(len(sample["input_ids"]) for sample in SAMPLES))

    def test_long_samples(self):
        """Cut in pieces that begin where the one before ends, or `stride` tokens earlier; or cut at an end; also after a break."""
        random = np.random.default_rng(SEED)
        samples, first = [], 0
        for length in random.integers(1, 90, 200).tolist():
            samples.append({"input_ids": np.arange(first, first + length), "labels": np.arange(first, first + length), "x": "text"})
            first += length
        whole = sorted(token for sample in samples for token in sample["input_ids"].tolist())
        for options in ({"overlong": "split"}, {"overlong": "split", "stride": 5, "reserve": 2}, {"overlong": "split", "minimum": 9},
                        {"overlong": "truncate"}, {"overlong": "truncate", "side": "left", "open": 5}):
            packs = list(PackedIterable(samples, 32, **options))
            pieces = [piece for pack in packs for piece in pack]
            tokens = [token for piece in pieces for token in piece["input_ids"].tolist()]
            room = 32 - options.get("reserve", 0)
            self.assertTrue(all(sum(len(piece["input_ids"]) for piece in pack) <= room for pack in packs))
            for piece in pieces:
                np.testing.assert_array_equal(piece["input_ids"], piece["labels"])
                self.assertEqual(piece["x"], "text")
            if options == {"overlong": "split"}:
                self.assertEqual(sorted(tokens), whole)
            elif "stride" in options:
                self.assertEqual(sorted(set(tokens)), whole)
                long = sum(-(-(len(sample["input_ids"]) - room) // (room - 5)) for sample in samples if len(sample["input_ids"]) > room)
                self.assertEqual(len(tokens), len(whole) + 5 * long)
            elif options["overlong"] == "truncate":
                ends = slice(-32, None) if "side" in options else slice(0, 32)
                self.assertEqual(sorted(tokens), [token for sample in samples for token in sample["input_ids"][ends].tolist()])
            self.assertEqual([len(pack) for pack in PackedIterable([sample["input_ids"].tolist() for sample in samples], 32, **options)],
                             [len(pack) for pack in packs])
            begun = PackedIterable(samples, 32, **options)
            iterator = iter(begun)
            got = [next(iterator) for _ in range(len(packs) // 2)]
            resumed = PackedIterable(samples, 32, **options)
            resumed.load_state_dict(begun.state_dict())
            for one, other in zip([*got, *resumed], packs):
                self.assertEqual([piece["input_ids"].tolist() for piece in one], [piece["input_ids"].tolist() for piece in other])

    def test_dropped_samples_are_not_kept(self):
        for options in ({}, {"open": 3}, {"balanced": True, "buffer": 9}):
            packed = PackedIterable([[1] * 9, [2], [3] * 20] * 100, 8, overlong="drop", **options)
            packs = iter(packed)
            got = [next(packs)]
            held = packed.state_dict()["held"]
            self.assertTrue(all(len(sample) == 1 for sample in held.values()), options)
            got += packs
            self.assertEqual(sum(len(pack) for pack in got), 100)
        for limits in ({"b": 8, "a": 3}, (8, 3)):
            packed = PackedIterable([(9, 1), (8, 3), (2, 4), (1, 1)], limits, size=lambda sample: sample, overlong="drop")
            self.assertEqual(sorted(sample for pack in packed for sample in pack), [(1, 1), (8, 3)])

    def test_an_iterator_has_one_pass(self):
        packed = PackedIterable((sample for sample in SAMPLES), 64)
        self.assertEqual(self.numbers(packed), list(range(len(SAMPLES))))
        with self.assertRaisesRegex(tuplepack.Error, "an iterator that was read already; pass a function that returns a new one"):
            list(packed)
        one = iter(SAMPLES)
        packed = PackedIterable(lambda: one, 64)
        self.assertEqual(self.numbers(packed), list(range(len(SAMPLES))))
        with self.assertRaisesRegex(tuplepack.Error, "an iterator that was read already"):
            list(packed)

    def test_a_data_set_that_makes_any_sample(self):
        class Endless(torch.utils.data.Dataset):
            def __len__(self):
                return 5

            def __getitem__(self, index):
                return [index] * 3

        self.assertEqual(sorted(sample[0] for pack in PackedIterable(Endless(), 64) for sample in pack), [0, 1, 2, 3, 4])

    def test_refuses(self):
        over = "over the limit"
        for samples, words in (([[1] * 65], over), ([{"x": 1}], "a sample of x; expected input_ids, the numbers of its tokens, or size="),
                               (["text"], "a sample that is a str"), ([([1, 2], 0)], "a sample that is a tuple"), ([7], "is an int"),
                               ([{"input_ids": torch.ones(1, 99)}], r"whose shape is \[1, 99\]"), (lambda: [[1] * 65], over)):
            with self.assertRaisesRegex(tuplepack.Error, words):
                list(PackedIterable(samples, 64))
        for options, words in (({"methd": 1}, "unknown option 'methd'"), ({"buffer": 1.5}, "buffer cannot be 1.5"), ({"stride": 3}, "stride needs"),
                               ({"overlong": "split", "size": len}, "nor size="), ({"overlong": "cut"}, "overlong.*'?cut"),
                               ({"overlong": "split", "stride": 64}, "stride 64 for pieces of 64"), ({"size": 3}, "size cannot be 3; expected a function"),
                               ({"sharded": "no"}, "sharded cannot be 'no'")):
            with self.assertRaisesRegex(tuplepack.Error, words):
                list(PackedIterable([[1] * 65], 64, **options))
        with self.assertRaisesRegex(tuplepack.Error, "samples is 7; expected an iterable"):
            PackedIterable(7, 64)
        with self.assertRaisesRegex(tuplepack.Error, "samples returned None; expected an iterable"):
            list(PackedIterable(lambda: None, 64))


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
        with self.assertRaisesRegex(tuplepack.Error, "logits are an ndarray; expected a tensor"):
            sequence_losses(np.zeros((1, 2, 3)), [[1, 1]], [[1, 1]])
        with self.assertRaisesRegex(tuplepack.Error, "do not fit"):
            sequence_losses(logits, batch["labels"][:1], batch["segment_ids"])
        with self.assertRaisesRegex(tuplepack.Error, r"^SequenceLosses\(\) lacks "):
            SequenceLosses()
        together = tuplepack.packed_cross_entropy(logits, batch["labels"], batch["segment_ids"])
        self.assertAlmostEqual(float(together.loss), float(mean), places=5)

    def test_labels(self):
        """Of both losses alike: of any type of integer, and negative ones count as none."""
        logits, ids = torch.zeros(1, 3, 4), torch.tensor([[1, 1, 1]])
        losses = (sequence_losses, tuplepack.packed_cross_entropy,
                  lambda logits, *rest: tuplepack.packed_cross_entropy(logits.double(), *rest))
        for loss in losses:
            for last, tokens in ((2, 2), (-1, 1), (-7, 1), (-100, 1)):
                for dtype in (torch.int64, torch.int32, torch.int8):
                    found = loss(logits, torch.tensor([[0, 1, last]], dtype=dtype), ids)
                    self.assertEqual(found.tokens.tolist(), [[tokens]])
                    self.assertAlmostEqual(float(found.losses[0, 0]), float(np.log(4)), places=5)
            for words, labels, of_ids in (
                ("label 4|label is 4", [[0, 1, 4]], ids),
                ("labels are of type float32; expected integers", [[0, 1.5, 2]], ids),
                ("labels are True and False; expected integers", [[False, True, True]], ids),
                ("segment id -1", [[0, 1, 2]], torch.tensor([[1, 1, -1]])),
                ("segment id 2147483647 in packs of 3", [[0, 1, 2]], torch.tensor([[1, 1, 2**31 - 1]])),
            ):
                with self.assertRaisesRegex(tuplepack.Error, words):
                    loss(logits, torch.tensor(labels), of_ids)
            first = [loss(logits, torch.tensor([labels]), torch.tensor([[1, 2, 2]])) for labels in ([0, 1, 2], [0, -100, 2])]
            self.assertEqual([one.tokens.tolist() for one in first], [[[0, 1]]] * 2)  # nothing of its sequence predicts a first token
        with self.assertRaisesRegex(tuplepack.Error, "a label is 2, but must be below 2"):
            tuplepack.next_sentence_loss(torch.zeros(1, 1, 2, dtype=torch.float64), torch.tensor([[2]]))

    def test_sixteen_bits(self):
        """Losses of long sequences are those of 32 bits: a sum of bfloat16 stops growing at 256 tokens."""
        torch.manual_seed(SEED % 2**31)
        logits, labels = torch.randn(1, 3000, 7), torch.randint(0, 7, (1, 3000))
        ids = torch.ones(1, 3000, dtype=torch.int32)
        for dtype in (torch.bfloat16, torch.float16):
            found = sequence_losses(logits.to(dtype), labels, ids)
            self.assertEqual(found.tokens.tolist(), [[2999]])
            self.assertTrue(torch.allclose(found.losses, sequence_losses(logits.to(dtype).float(), labels, ids).losses))
            self.assertTrue(torch.allclose(found.losses, tuplepack.packed_cross_entropy(logits.to(dtype), labels, ids).losses, rtol=1e-4))

    def test_scale_of_the_loss(self):
        """That of torch's GradScaler, which float16 cannot hold, while the gradients times it are numbers."""
        labels, pairs = torch.tensor([[-100, 1, 2]]), torch.tensor([[0, 1, -1]])
        for loss in (lambda logits: tuplepack.packed_cross_entropy(logits, labels, torch.ones(1, 3, dtype=torch.int32)).loss,
                     lambda logits: tuplepack.next_sentence_loss(logits[:, :, :2], pairs).loss):
            for scale in (1.0, 0.25, 3.0, 65536.0, -131072.0):
                wide, half = (torch.randn(1, 3, 4, generator=torch.Generator().manual_seed(1)).to(dtype).mul_(0.01).requires_grad_(True)
                              for dtype in (torch.float32, torch.float16))
                (loss(wide) * scale).backward()
                (loss(half) * scale / 16).backward()
                self.assertTrue(torch.allclose(half.grad.float() * 16, wide.grad, rtol=0.01), scale)

    def test_a_gradient_that_was_given_away(self):
        labels, ids = torch.tensor([[-100, 1, 2]]), torch.ones(1, 3, dtype=torch.int32)
        logits = torch.randn(1, 3, 4, requires_grad=True)
        loss = tuplepack.packed_cross_entropy(logits * 1, labels, ids, inplace=True).loss * 0.5
        loss.backward(retain_graph=True)
        with self.assertRaisesRegex(tuplepack.Error, "a second backward pass, .* leave inplace"):
            loss.backward()
        for loss in (tuplepack.packed_cross_entropy(logits, labels, ids).loss, tuplepack.next_sentence_loss(logits[:, :, :2], labels.clamp(0, 1)).loss):
            with self.assertRaisesRegex(tuplepack.Error, "create_graph: the gradient of a gradient"):
                torch.autograd.grad(loss, logits, create_graph=True)

    def test_logits_that_were_given_away(self):
        labels, ids = torch.tensor([[-100, 1, 2]]), torch.ones(1, 3, dtype=torch.int32)
        leaf = torch.randn(1, 3, 4, requires_grad=True)
        logits = leaf * 1
        first = tuplepack.packed_cross_entropy(logits, labels, ids, inplace=True).loss
        for _ in range(2):  # before and after the gradient is scaled
            for call in (tuplepack.packed_cross_entropy, tuplepack.torch.sequence_losses):
                with self.assertRaisesRegex(tuplepack.Error, "the logits are gone"):
                    call(logits, labels, ids)
            if leaf.grad is None:
                first.backward()
        with torch.no_grad():
            logits.copy_(leaf)  # logits again
        self.assertEqual(float(tuplepack.packed_cross_entropy(logits, labels, ids).loss), float(first))
        across = torch.randn(1, 4, 3, requires_grad=True).transpose(1, 2)  # copied, since its rows are not in one piece
        losses = [float(tuplepack.packed_cross_entropy(across, labels, ids, inplace=True).loss) for _ in range(2)]
        self.assertEqual(losses[0], losses[1])

    def test_no_gradient_is_lost(self):
        table = torch.ones(3, 2, requires_grad=True)
        for function in (tuplepack.gather, tuplepack.reconstruct):
            with self.assertRaisesRegex(tuplepack.Error, r"require grad.*\.detach\(\)"):
                function(table, torch.tensor([1]))
            self.assertEqual(function(table.detach(), torch.tensor([1])).tolist(), [[1, 1]])
            with torch.no_grad():
                self.assertEqual(function(table, torch.tensor([1])).tolist(), [[1, 1]])


def of_layer(logits_of, given, dtype=None):
    """A loss by its function of hidden, weight and bias: it, and the gradients of twice the loss."""
    inputs = [tensor.clone().requires_grad_(True) for tensor in given]
    with torch.autocast("cpu", dtype=dtype, enabled=dtype is not None):
        found = logits_of(*inputs)
    (found.loss * 2).backward()
    return found, [tensor.grad for tensor in inputs]


@unittest.skipIf(torch is None, "no torch here")
class LinearLosses(unittest.TestCase):
    def setUp(self):
        seeded = torch.Generator().manual_seed(SEED % 2**31)
        self.given = [torch.randn(*shape, generator=seeded) for shape in ((3, 9, 4), (11, 4), (11,))]
        self.ids = torch.tensor([[1, 1, 1, 1, 1, 1, 1, 1, 2], [1, 1, 2, 2, 2, 0, 0, 0, 0], [0] * 9], dtype=torch.int32)
        self.labels = torch.randint(0, 11, (3, 9), generator=seeded).masked_fill(self.ids == 0, -100)
        self.labels[0, 2:4] = -100

    def plain(self, hidden, weight, bias, **options):
        return tuplepack.packed_cross_entropy(torch.nn.functional.linear(hidden, weight, bias), self.labels, self.ids, **options)

    def fused(self, hidden, weight, bias, chunk=None, **options):
        return linear_cross_entropy(hidden, weight, self.labels, self.ids, bias=bias, chunk=chunk, **options)

    def test_equals_that_of_all_logits(self):
        for options in ({}, {"shift": False, "segments": 4}, {"sequences": 2.5, "ignore_index": 3}):
            expected, wanted = of_layer(lambda *given, options=options: self.plain(*given, **options), self.given)
            for chunk in (None, 1, 5):
                found, gradients = of_layer(lambda *given, options=options, chunk=chunk: self.fused(*given, chunk, **options), self.given)
                self.assertLess(float(abs(found.loss - expected.loss)), 1e-6)
                for one, other in zip(found[1:], expected[1:]):
                    self.assertTrue(torch.allclose(one, other, atol=1e-6))
                for one, other in zip(gradients, wanted):
                    self.assertLess(float((one - other).abs().max()), 1e-6, (options, chunk))

    def test_sixteen_bits(self):
        """Of bfloat16 themselves, and as autocast chooses; the gradients have the type of what they are for."""
        halves = [tensor.bfloat16() for tensor in self.given]
        for given, dtype in ((halves, None), (self.given, torch.bfloat16)):
            expected, wanted = of_layer(self.plain, given, dtype)
            found, gradients = of_layer(lambda *given: self.fused(*given, 5), given, dtype)
            self.assertLess(float(abs(found.loss - expected.loss)), 0.01)
            for one, other, tensor in zip(gradients, wanted, given):
                self.assertEqual(one.dtype, tensor.dtype)
                self.assertLessEqual(float((one - other).abs().max()), 2**-6 * max(1, float(other.abs().max())))

    def test_another_use_of_the_weight(self):
        """Its gradient is not lost where autocast keeps what it converts."""
        found = []
        for loss in (self.fused, self.plain):
            hidden, weight, bias = (tensor.clone().requires_grad_(True) for tensor in self.given)
            with torch.autocast("cpu", dtype=torch.bfloat16):
                first = loss(hidden, weight, bias).loss
                (first + torch.nn.functional.linear(hidden, weight, bias).float().mean()).backward()
            found.append(weight.grad)
        self.assertLess(float((found[0] - found[1]).abs().max()), 0.05 * float(found[1].abs().max()))

    def test_by_torch_itself(self):
        wide = [tensor.double().requires_grad_(True) for tensor in self.given]
        self.assertTrue(torch.autograd.gradcheck(lambda *given: self.fused(*given).loss, wide))

    def test_what_is_frozen_and_what_is_not_there(self):
        hidden, weight, bias = self.given
        with torch.no_grad():
            expected = self.plain(hidden, weight, None).loss
            wanted = linear_cross_entropy(hidden, torch.nn.Parameter(weight), self.labels, self.ids).loss
        self.assertLess(float(abs(wanted - expected)), 1e-6)
        self.assertFalse(wanted.requires_grad)
        frozen = linear_cross_entropy(hidden, weight.clone().requires_grad_(True), self.labels, self.ids).loss
        self.assertLess(float(abs(frozen - expected)), 1e-6)
        self.assertFalse(self.fused(hidden, weight, bias).loss.requires_grad)
        none = linear_cross_entropy(hidden.clone().requires_grad_(True), weight, torch.full((3, 9), -100), self.ids)
        none.loss.backward()
        self.assertEqual((float(none.loss), none.tokens.sum()), (0, 0))

    def test_refused(self):
        hidden, weight, bias = self.given
        loss = self.fused(hidden.clone().requires_grad_(True), weight, bias).loss
        loss.backward(retain_graph=True)
        for words, call in (
            ("a second backward pass, .* compute the loss again", loss.backward),
            ("hidden is an ndarray; expected a tensor", lambda: self.fused(hidden.numpy(), weight, bias)),
            (r"hidden of shape \(9, 4\); expected \[packs, S, d\]", lambda: self.fused(hidden[0], weight, bias)),
            (r"weight of shape \(4, 11\): d differs", lambda: self.fused(hidden, weight.t(), bias)),
            ("the vocabulary differs", lambda: self.fused(hidden, weight, bias[:4])),
            (r"for segment_ids of shape \(3, 9\)", lambda: self.fused(hidden[:, :8], weight, bias)),
            ("hidden and weight have no logits: ", lambda: self.fused(hidden, weight.bfloat16(), None)),
            ("on meta; expected a dense tensor on cpu", lambda: self.fused(hidden, weight.to("meta"), None)),
            ("hidden and weight have no logits: ", lambda: self.fused(hidden.double(), weight, None)),
            ("chunk is 0; expected at least 1 token", lambda: self.fused(hidden, weight, bias, 0)),
            ("a label is 10, but must be below 2", lambda: self.fused(hidden, weight[:2], bias[:2], ignore_index=99)),
        ):
            if "label is 10" in words:
                self.labels[0, 5] = 10
            with self.assertRaisesRegex(tuplepack.Error, words):
                call()


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
