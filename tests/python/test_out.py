"""Results written to arrays that are passed: of every function that takes out=, for NumPy and torch, and what is refused. Arrays of
other frameworks by DLPack, and integers of every type."""
import unittest
import unittest.mock

import numpy as np

import tuplepack

try:
    import torch
except ImportError:
    torch = None

IDS = np.array([[1, 1, 2, 0], [1, 2, 2, 2]], np.int32)
LABELS = np.array([[0, 1, 2, -100], [3, 0, 4, 1]])
LOGITS = np.random.default_rng(1).normal(0, 1, (2, 4, 5)).astype(np.float32)
PAIRS = np.random.default_rng(2).normal(0, 1, (3, 2, 2)).astype(np.float32)
TABLE = np.arange(24, dtype=np.float32).reshape(4, 6)
ONE_EACH = {"segment_ids": IDS}


def functions():
    """Name, function of (inputs by name, out), inputs, and the names of results where there are several."""
    yield "position_ids", tuplepack.position_ids, ONE_EACH, None
    yield "mask", tuplepack.mask, ONE_EACH, None
    for dtype in ("float32", "float16"):
        yield dtype, lambda dtype=dtype, **given: tuplepack.mask(additive=True, dtype=dtype, **given), ONE_EACH, None
    yield "mask_ranges", tuplepack.mask_ranges, ONE_EACH, None
    yield "mask_bits", tuplepack.mask_bits, ONE_EACH, None
    yield "packed_loss_weights", tuplepack.packed_loss_weights, {**ONE_EACH, "labels": LABELS}, None
    yield "gather", tuplepack.gather, {"table": TABLE, "ids": np.array([[3, 0], [1, 1]])}, None
    yield "reconstruct", tuplepack.reconstruct, {"unique": TABLE, "inverse": np.array([3, 0, 1])}, None
    yield "block_tables", lambda **given: tuplepack.block_tables(block=2, **given), ONE_EACH, tuplepack.BlockTables._fields
    yield "derive_segments", tuplepack.derive_segments, ONE_EACH, tuplepack.SegmentArrays._fields
    yield "cu_seqlens", tuplepack.cu_seqlens, ONE_EACH, ("cu_seqlens", "cu_seqlens_real")
    losses = {"logits": LOGITS, "labels": LABELS, **ONE_EACH}
    yield "packed_cross_entropy", tuplepack.packed_cross_entropy, losses, ("losses", "accuracies", "tokens")
    yield "access", access, {"ids": np.array([5, 3, 5, 1])}, ("unique", "inverse")
    yield "segments", segments, {"lengths[0]": np.array([3, 2])}, tuplepack.Segments._fields


def access(ids, out=None):
    """What is there of `unique`, with its memory."""
    unique, inverse = tuplepack.access(ids, out=out)
    return {"unique": unique if out is None or out.get("unique") is None else out["unique"], "inverse": inverse}


def segments(out=None, **given):
    return tuplepack.segments([given["lengths[0]"]], 7, out=out)


class Kind:
    def __init__(self, name, make, back):
        self.name, self.make, self.back = name, make, back


def kinds():
    yield Kind("array of NumPy", lambda array: array, lambda array: array)
    if torch is not None:
        yield Kind("tensor of torch on cpu", torch.from_numpy, lambda tensor: tensor.detach().numpy())


def cases():
    """(kind, function of out as an array or a dict, inputs, results of the function by name)"""
    for kind in kinds():
        for name, function, inputs, names in functions():
            given = {key: kind.make(array) for key, array in inputs.items()}
            found = function(**given)
            if names is None:
                results = {name: found}
            else:
                results = {one: found[one] if isinstance(found, dict) else getattr(found, one) for one in names}
            yield kind, function, given, {one: kind.back(array) for one, array in results.items()}, names is not None


def passed(name, array, by_name):
    return {name: array} if by_name else array


def room(result):
    """Of the same shape and type, with another content."""
    return np.full_like(result, 1 if result.dtype != bool else True)


class Out(unittest.TestCase):
    def test_results_are_written(self):
        tried = 0
        for kind, function, inputs, results, by_name in cases():
            outs = {}
            for name, result in results.items():
                if name == "unique":
                    result = np.zeros(4, np.int64)  # as many as ids
                outs[name] = kind.make(room(result))
            with self.subTest(kind.name, results=[*results]):
                found = function(out=outs if by_name else next(iter(outs.values())), **inputs)
                for name, result in results.items():
                    array = found if not by_name else found[name] if isinstance(found, dict) else getattr(found, name)
                    self.assertIs(array, outs[name])
                    np.testing.assert_array_equal(kind.back(array)[: len(result)], result)
                    tried += 1
        self.assertEqual(tried, 29 * len([*kinds()]))

    def test_what_is_refused(self):
        """With the reason, and what is expected instead."""
        for kind, function, inputs, results, by_name in cases():
            for name, result in results.items():
                shape = (4,) if name == "unique" else result.shape
                fitting = np.zeros(shape, result.dtype)
                apart = np.zeros((*shape, 2), result.dtype)[..., 0]
                frozen = np.zeros(shape, result.dtype)
                frozen.flags.writeable = False
                wrong = [("a list", fitting.tolist()), (r"complex64 \[", kind.make(np.zeros(shape, np.complex64))),
                         (f"{result.dtype} \\[", kind.make(np.zeros((*shape, 1), result.dtype))),
                         ("not in one piece", kind.make(apart))]  # fmt: skip
                if torch is None or isinstance(kind.make(fitting), np.ndarray):
                    wrong += [("read-only", frozen), ("a MaskedArray", np.ma.masked_array(fitting))]
                    if result.dtype.itemsize > 1:
                        shifted = np.zeros(fitting.nbytes + 1, np.uint8)[1:].view(result.dtype).reshape(shape)
                        wrong += [("in the byte order", fitting.astype(fitting.dtype.newbyteorder())), ("not in one piece", shifted)]
                    if torch is not None:
                        wrong.append(("a Tensor", torch.from_numpy(fitting) if result.dtype != np.uint32 else torch.zeros(1)))
                else:
                    wrong += [("an ndarray", fitting), ("on meta", kind.make(fitting).to("meta"))]
                    if result.dtype.kind == "f":
                        wrong.append(("a tensor that requires a gradient", kind.make(fitting).requires_grad_()))
                expected = f"; expected a writable, contiguous {kind.name}: {result.dtype} {list(shape)}"
                for reason, out in wrong:
                    with self.subTest(kind.name, result=name, reason=reason), self.assertRaises(tuplepack.Error) as caught:
                        function(out=passed(name, out, by_name), **inputs)
                    what = f"out\\['{name}'\\]" if by_name else "out"
                    self.assertRegex(str(caught.exception), f"^{what} is {reason}")
                    self.assertTrue(str(caught.exception).endswith(expected), caught.exception)

    def test_memory_of_inputs(self):
        """Of any of them, whole or in part, as it was given and not as it is converted."""
        tried = 0
        for kind, function, inputs, results, by_name in cases():
            for name, result in results.items():
                shape = (4,) if name == "unique" else result.shape
                for of_input, given in inputs.items():
                    values = kind.back(given)
                    memory = np.zeros(1 << 12, np.uint8)
                    shared = memory[: values.nbytes].view(values.dtype).reshape(values.shape)
                    shared[...] = values
                    begin = values.nbytes - 8
                    out = memory[begin : begin + np.zeros(shape, result.dtype).nbytes].view(result.dtype).reshape(shape)
                    with self.subTest(kind.name, result=name, of_input=of_input):
                        words = f"shares memory with {of_input.replace('[', '.').replace(']', '.')}, which is read meanwhile"
                        with self.assertRaisesRegex(tuplepack.Error, words):
                            function(out=passed(name, kind.make(out), by_name), **{**inputs, of_input: kind.make(shared)})
                        np.testing.assert_array_equal(shared, values)
                        tried += 1
        self.assertGreater(tried, 25)
        memory = np.zeros(42, np.int32)
        with self.assertRaisesRegex(tuplepack.Error, r"out\['cu_seqlens'\] and out\['cu_seqlens_real'\] share memory"):
            tuplepack.cu_seqlens(IDS, out={"cu_seqlens": memory[:7], "cu_seqlens_real": memory[6:13]})
        found = tuplepack.cu_seqlens(IDS, out={"cu_seqlens": memory[:7], "cu_seqlens_real": memory[7:14]})
        self.assertEqual(memory[:14].tolist(), [*found.cu_seqlens, *found.cu_seqlens_real])

    def test_several_results(self):
        """A dict of some, or the tuple of an earlier call."""
        for kind in kinds():
            ids, labels, logits = (kind.make(array) for array in (IDS, LABELS, LOGITS))
            for function in (lambda out=None, ids=ids: tuplepack.cu_seqlens(ids, out=out),
                             lambda out=None, ids=ids: tuplepack.block_tables(ids, block=2, out=out),
                             lambda out=None, given=(logits, labels, ids): tuplepack.packed_cross_entropy(*given, out=out)):
                first = function()
                again = function(out=first)
                for name in first._fields:
                    is_number = name in ("loss", "max_seqlen")
                    self.assertTrue(is_number or getattr(again, name) is getattr(first, name), name)
                wrong = [(first._fields[-1], "out is a str; expected a dict of some of these arrays, or a tuple"),
                         ({"weights": 1}, "out: there is no result 'weights'"), ((1,), "out is a tuple; expected a dict"),
                         (tuplepack.Segments(1, 2, 3), "out is a Segments; expected a dict")]  # fmt: skip
                for out, words in wrong:
                    with self.subTest(kind.name, words=words), self.assertRaisesRegex(tuplepack.Error, words):
                        function(out=out)
            one = kind.make(np.zeros(7, np.int32))
            found = tuplepack.cu_seqlens(ids, out={"cu_seqlens_real": one, "cu_seqlens": None})
            self.assertIs(found.cu_seqlens_real, one)
            unique, inverse = kind.make(np.zeros(3, np.int64)), kind.make(np.zeros(3, np.int32))
            some = tuplepack.access(kind.make(np.array([7, 2, 7])), out=(unique, inverse))
            self.assertEqual((some[0].tolist(), some[1].tolist(), unique[:2].tolist()), ([2, 7], [1, 0, 1], [2, 7]))


class Gradients(unittest.TestCase):
    def calls(self, kind):
        """(function of the logits and options, logits)"""
        labels, ids = kind.make(LABELS), kind.make(IDS)
        yield lambda logits, **more: tuplepack.packed_cross_entropy(logits, labels, ids, **more), LOGITS
        yield lambda logits, **more: tuplepack.next_sentence_loss(logits, kind.make(np.array([[0, 1], [1, -1], [-1, -1]])), **more), PAIRS

    def numeric(self, call, logits):
        """By differences, in float64 where the loss has it."""
        gradient = np.zeros_like(logits)
        for place in np.ndindex(*logits.shape):
            losses = []
            for step in (1e-2, -1e-2):
                moved = logits.copy()
                moved[place] += step
                losses.append(float(call(moved).loss))
            gradient[place] = (losses[0] - losses[1]) / 2e-2
        return gradient

    def test_without_autograd(self):
        for kind in kinds():
            for call, logits in self.calls(kind):
                expected = self.numeric(lambda array, call=call, kind=kind: call(kind.make(array)), logits)
                gradient, given = kind.make(np.ones_like(logits)), kind.make(logits.copy())
                found = call(given, out={"gradient": gradient})
                np.testing.assert_allclose(kind.back(gradient), expected, atol=1e-4)
                np.testing.assert_array_equal(kind.back(given), logits)
                self.assertAlmostEqual(float(found.loss), float(call(given).loss), places=6)
                with self.assertRaisesRegex(tuplepack.Error, r"out\['gradient'\] is float32 \[1\]; expected a writable, contiguous"):
                    call(given, out={"gradient": kind.make(np.zeros(1, np.float32))})
                with self.assertRaisesRegex(tuplepack.Error, "logits of type float64; expected float32, float16, bfloat16"):
                    call(kind.make(logits.astype(np.float64)), out={"gradient": kind.make(logits.astype(np.float64))})

    def test_in_the_logits(self):
        for kind in kinds():
            call, logits = next(self.calls(kind))
            expected = kind.make(np.zeros_like(logits))
            loss = call(kind.make(logits.copy()), out={"gradient": expected}).loss
            given = kind.make(logits.copy())
            self.assertEqual(float(call(given, out={"gradient": given}).loss), float(loss))
            np.testing.assert_array_equal(kind.back(given), kind.back(expected))
            both = np.zeros((3, 4, 5), np.float32)
            with self.assertRaisesRegex(tuplepack.Error, r"out\['gradient'\] shares memory with logits"):
                call(kind.make(both[:2]), out={"gradient": kind.make(both[1:])})
            with self.assertRaisesRegex(tuplepack.Error, "two places for the gradient"):
                call(given, inplace=True, out={"gradient": expected})
        given = LOGITS.copy()
        call = next(self.calls(next(kinds())))[0]
        call(given, inplace=True)
        np.testing.assert_array_equal(given, kind.back(expected))
        turned = np.zeros((4, 2, 5), np.float32).transpose(1, 0, 2)
        with self.assertRaisesRegex(tuplepack.Error, "inplace: logits are not in one piece; expected a writable, contiguous array of NumPy: float32"):
            call(turned, inplace=True)

    @unittest.skipIf(torch is None, "no torch here")
    def test_with_autograd(self):
        """The memory is what the backward pass goes on with, once, and unless it was written to."""
        for call, logits in self.calls([*kinds()][1]):
            plain, leaf = (torch.tensor(logits, requires_grad=True) for _ in range(2))
            (call(plain * 2).loss * 3).backward()
            gradient = torch.ones_like(leaf.detach())
            loss = call(leaf * 2, out={"gradient": gradient}).loss * 3
            loss.backward(retain_graph=True)
            self.assertTrue(torch.allclose(leaf.grad, plain.grad))
            self.assertTrue(torch.allclose(gradient * 2, plain.grad))
            with self.assertRaisesRegex(tuplepack.Error, "a second backward pass"):
                loss.backward()
            first = call(leaf * 2, out={"gradient": gradient}).loss
            call(leaf * 2, out={"gradient": gradient}).loss.backward()
            with self.assertRaisesRegex(tuplepack.Error, "was written to before the backward pass that needs it"):
                first.backward()
            with self.assertRaisesRegex(tuplepack.Error, "shares memory with logits"):
                call(leaf, out={"gradient": leaf.detach()})

    @unittest.skipIf(torch is None, "no torch here")
    def test_autograd_knows_what_is_written(self):
        """A tensor that a backward pass still needs is not changed unnoticed."""
        weights = torch.ones(2, 4)
        product = torch.ones(2, 4, requires_grad=True) * weights
        tuplepack.packed_loss_weights(torch.from_numpy(IDS), out=weights)
        with self.assertRaisesRegex(RuntimeError, "modified by an inplace operation"):
            product.sum().backward()


class Exporter:
    """What another framework has: memory that only DLPack leads to."""

    def __init__(self, array):
        self.values = array

    def __dlpack__(self, **options):
        return self.values.__dlpack__(**options)

    def __dlpack_device__(self):
        return self.values.__dlpack_device__()


class Inputs(unittest.TestCase):
    def test_dlpack(self):
        """Is taken as it is: rows and ids without a copy."""
        for name, function, inputs, names in functions():
            if name == "segments":
                continue
            for number, of_input in enumerate(inputs):
                with self.subTest(name, of_input=of_input):
                    given = {key: Exporter(array) if key == of_input else array for key, array in inputs.items()}
                    found, expected = function(**given), function(**inputs)
                    for one in names or [None]:
                        pair = [each if one is None else each[one] if isinstance(each, dict) else getattr(each, one) for each in (found, expected)]
                        self.assertIsInstance(pair[0], np.ndarray)
                        np.testing.assert_array_equal(*pair)

        class Failing(Exporter):
            def __dlpack__(self, **options):
                raise BufferError("it is read-only")

        with self.assertRaisesRegex(tuplepack.Error, r"segment_ids have DLPack, which failed \(it is read-only\); pass an array of NumPy"):
            tuplepack.mask(Failing(IDS))
        ids = IDS.copy()
        with self.assertRaisesRegex(tuplepack.Error, "out shares memory with segment_ids"):  # and is known to be that memory
            tuplepack.position_ids(Exporter(ids), out=ids)
        if torch is not None:
            logits, labels, segment_ids = (torch.from_numpy(array) for array in (LOGITS, LABELS, IDS))
            found = tuplepack.packed_cross_entropy(logits, Exporter(LABELS), Exporter(IDS))
            self.assertTrue(torch.equal(found.losses, tuplepack.packed_cross_entropy(logits, labels, segment_ids).losses))
            with self.assertRaisesRegex(tuplepack.Error, "out shares memory with labels"):
                tuplepack.packed_loss_weights(segment_ids, Exporter(labels), out=labels.view(-1).view(torch.float32)[:8].view(2, 4))

    def test_arrays_on_a_gpu(self):
        """Are not fetched silently."""

        class OnDevice:
            __cuda_array_interface__ = {"shape": (1,), "typestr": "<i4", "data": (1, False), "version": 3}

        with self.assertRaisesRegex(tuplepack.Error, "an? OnDevice on a GPU; convert it without a copy by .*torch.as_tensor or cupy.asarray"):
            tuplepack.mask(OnDevice())
        for call in (lambda: tuplepack.packed_loss_weights(IDS, OnDevice()), lambda: tuplepack.next_sentence_loss(PAIRS, OnDevice())):
            with self.assertRaisesRegex(tuplepack.Error, "labels on a GPU, but other arguments are on the CPU"):
                call()
        if torch is not None:
            with self.assertRaisesRegex(tuplepack.Error, "labels on meta, but other arguments are on the CPU"):
                tuplepack.packed_loss_weights(IDS, torch.from_numpy(LABELS).to("meta"))

    @unittest.skipIf(torch is None, "no torch here")
    def test_a_build_without_cuda(self):
        """Says so, of a tensor on a GPU in any place, and takes nothing to the host."""

        class OnGpu:
            device, shape, dtype = torch.device("cuda", 0), (1, 2), torch.int32

            def detach(self):
                raise AssertionError("it is taken")

        with unittest.mock.patch.dict("sys.modules", {"tuplepack._cuda": None}):
            for call in (tuplepack.mask, tuplepack.access, lambda ids: tuplepack.segments([ids], 4),
                         lambda logits: tuplepack.packed_cross_entropy(logits, LABELS, IDS)):  # fmt: skip
                with self.assertRaisesRegex(tuplepack.Error, "an array on a GPU, and this tuplepack was built without CUDA"):
                    call(OnGpu())
            for call in (lambda labels: tuplepack.packed_loss_weights(IDS, labels), lambda labels: tuplepack.next_sentence_loss(PAIRS, labels)):
                with self.assertRaisesRegex(tuplepack.Error, "labels on cuda:0, but other arguments are on the CPU"):
                    call(OnGpu())
            for kind in kinds():
                with self.assertRaisesRegex(tuplepack.Error, f"out is an OnGpu; expected a writable, contiguous {kind.name}: bool"):
                    tuplepack.mask(kind.make(IDS), out=OnGpu())

    def test_integers_of_every_type(self):
        """Are the same ids; none is another number because it does not fit."""
        calls = {"segment_ids": lambda ids, **more: tuplepack.position_ids(ids, **more),
                 "labels": lambda labels, **more: tuplepack.packed_cross_entropy(LOGITS, labels, IDS, **more).losses,
                 "ids": lambda ids, **more: tuplepack.gather(TABLE, ids[0], **more)}  # fmt: skip
        for what, call in calls.items():
            expected = call(IDS)
            for dtype in (np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint32, np.int64, np.uint64, ">i4", ">u8"):
                np.testing.assert_array_equal(call(IDS.astype(dtype)), expected)
            beyond = [(np.uint64, number) for number in (2**63, 2**63 + 1, 2**64 - 1)]
            if what != "ids":
                beyond += [(np.uint32, 2**31), (np.uint32, 2**32 - 1), (np.int64, 2**31), (np.int64, 2**32 + 1), (np.int64, -(2**63))]
            for dtype, number in beyond:
                wrong = IDS.astype(dtype)
                wrong[0, 0] = number
                for check in (True, False):  # which is for devices
                    with self.subTest(what, number=number), self.assertRaisesRegex(tuplepack.Error, f"{what} cannot be {number}: expected"):
                        call(wrong, check=check)
            for dtype in (np.float16, np.float64, np.complex64, object):
                with self.subTest(what, dtype=dtype), self.assertRaisesRegex(tuplepack.Error, f"{what} are of type .*; expected integers"):
                    call(IDS.astype(dtype))
            with self.assertRaisesRegex(tuplepack.Error, f"{what} are True and False; expected"):
                call(IDS.astype(bool))
        self.assertEqual(float(tuplepack.next_sentence_loss(PAIRS, np.ones((3, 2), bool)).loss),
                         float(tuplepack.next_sentence_loss(PAIRS, np.ones((3, 2), int)).loss))


if __name__ == "__main__":
    unittest.main()
