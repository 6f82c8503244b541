"""The memory of TemporalLoader's batches: reused, pinned, freed, and of which types its rows are."""
import gc
import importlib.util
import pickle
import subprocess
import sys
import threading
import unittest
import warnings
import weakref
from unittest import mock

import numpy as np

import tuplepack

from event_case import arrays_in, random_events

SEED = int(np.random.SeedSequence().generate_state(1)[0])
HAS_TORCH = importlib.util.find_spec("torch") is not None


def has_cuda():
    import torch

    return torch.cuda.is_available()


def status_of_this_process(key):
    with open("/proc/self/status", encoding="ascii") as status:
        return next(int(line.split()[1]) for line in status if line.startswith(key + ":"))


def resident():
    """Bytes of memory."""
    return 1024 * status_of_this_process("VmRSS")


class Memory(unittest.TestCase):
    def test_batches_keep_their_arrays(self):
        """Though their memory is used again: that of batches that are gone."""
        random = np.random.default_rng(SEED)
        events = random_events(random)
        loader = tuplepack.TemporalLoader(events, 10, neighbours=[3], node_features=random.random((events.nodes, 4)), threads=2)
        kept = [(batch, {name: array.copy() for name, array in arrays_in(batch)}) for batch in loader]
        for _ in loader:
            pass
        for batch, copies in kept:
            for name, array in arrays_in(batch):
                np.testing.assert_array_equal(array, copies[name], name)
        addresses = {batch.node_features.ctypes.data for batch in loader}
        self.assertLess(len(addresses), len(loader) / 2)

    def test_memory_is_read_after_it_was_written(self):
        """The memory of a node counts its events; the loop reads it as the batches before have left it."""
        events = random_events(np.random.default_rng(SEED))
        for prefetch in (0, 4):
            memory = np.zeros((events.nodes, 1), np.int64)
            for batch in tuplepack.TemporalLoader(events, 30, neighbours=[2], prefetch=prefetch):
                rows = batch.read(memory)
                happened = np.concatenate([events.sources[: batch.begin], events.destinations[: batch.begin]])
                np.testing.assert_array_equal(rows[:, 0], np.bincount(happened, minlength=events.nodes)[batch.nodes])
                now = np.bincount(batch.roots[: 2 * len(batch)], minlength=events.nodes)
                batch.write(memory, (rows[batch.root_inverse][:, 0] + now[batch.roots])[batch.last_writes, None])
            everything = np.concatenate([events.sources, events.destinations])
            np.testing.assert_array_equal(memory[:, 0], np.bincount(everything, minlength=events.nodes))

    @unittest.skipUnless(HAS_TORCH, "no torch")
    def test_rows_in_memory_of_torch(self):
        """As where there is CUDA, by an allocator that pins nothing."""
        import torch

        random = np.random.default_rng(SEED)
        events = random_events(random)
        tables = {"node_features": random.random((events.nodes, 2, 3)).astype(np.float32),
                  "edge_features": torch.tensor(random.normal(size=(len(events) + 5, 4))).bfloat16()}
        made = []

        def allocate(rows, width):
            tensor = torch.empty((rows, width), dtype=torch.uint8)
            made.append((weakref.ref(tensor), tensor.data_ptr(), threading.get_ident()))
            return tensor

        options = {"neighbours": [3], "tensors": "torch", **tables}
        with mock.patch("tuplepack.temporal_loader.pinned_rows", lambda pin_memory, tensors: allocate):
            loaders = [tuplepack.TemporalLoader(events, 20, prefetch=ahead, threads=2, **options) for ahead in (0, 3)]
            empty = tuplepack.TemporalLoader(events, 20, tensors="torch", node_features=np.zeros((events.nodes, 2, 0), np.float32))
        for loader in loaders:
            made.clear()
            for batch, own in zip(loader, tuplepack.TemporalLoader(events, 20, pin_memory=False, **options)):
                for name in tables:
                    rows = getattr(batch, name)
                    self.assertTrue(torch.equal(rows, getattr(own, name)))
                    self.assertIn(rows.data_ptr(), [address for _, address, _ in made])
            self.assertEqual(len(made), 2 * len(loader))
            self.assertEqual(any(thread != threading.get_ident() for *_, thread in made), loader is loaders[1])
            rows, begun = batch.node_features, iter(loader)
            next(begun)
            del batch, own, begun  # others were prepared ahead
            gc.collect()
            self.assertTrue(torch.equal(rows[:1], torch.from_numpy(tables["node_features"])[events.sources[-20:-19]]))
        self.assertEqual(sum(tensor() is not None for tensor, *_ in made), 0)
        self.assertEqual([tuple(batch.node_features.shape[1:]) for batch in empty], [(2, 0)] * 10)

    @unittest.skipUnless(HAS_TORCH, "no torch")
    def test_a_program_that_ends_meanwhile(self):
        """Threads that allocate in Python do not after it has ended."""
        program = """if True:
            import numpy, torch, tuplepack, tuplepack.temporal_loader as module
            module.pinned_rows = lambda pin_memory, tensors: lambda rows, width: torch.empty((rows, width), dtype=torch.uint8)
            ends = numpy.arange(20000) % 500
            events = tuplepack.Events(ends, ends[::-1].copy(), numpy.arange(20000))
            loader = tuplepack.TemporalLoader(events, 50, neighbours=[10, 10], prefetch=6, threads=3, node_features=numpy.ones((500, 200)), tensors="torch")
            begun = iter(loader)
            first = next(begun)
        """
        done = subprocess.run([sys.executable, "-B", "-c", program], capture_output=True, text=True, timeout=60)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    @unittest.skipUnless(HAS_TORCH, "no torch")
    def test_memory_of_torch_that_runs_out(self):
        def allocate(rows, width):
            raise MemoryError("no pages to pin")

        events = random_events(np.random.default_rng(SEED))
        for ahead in (0, 3):
            with mock.patch("tuplepack.temporal_loader.pinned_rows", lambda pin_memory, tensors: allocate):
                loader = tuplepack.TemporalLoader(events, 20, node_features=np.ones((events.nodes, 1)), prefetch=ahead)
            with self.assertRaisesRegex(MemoryError, "no pages to pin"):
                list(loader)

    def test_what_is_pinned(self):
        events = tuplepack.Events([0], [1], [1])
        cases = [("pin_memory=True needs tensors=\"torch\"", {"pin_memory": True}), ("pin_memory cannot be 'no'", {"pin_memory": "no"})]
        if HAS_TORCH and not has_cuda():
            cases.append(("torch finds no CUDA device; leave it out", {"pin_memory": True, "tensors": "torch"}))
        for words, options in cases:
            with self.assertRaisesRegex(tuplepack.Error, words):
                tuplepack.TemporalLoader(events, 1, **options)
        if HAS_TORCH:
            (batch,) = tuplepack.TemporalLoader(events, 1, tensors="torch", node_features=np.ones((2, 3)))
            self.assertEqual(batch.node_features.is_pinned(), has_cuda())

    @unittest.skipUnless(HAS_TORCH, "no torch")
    def test_features_of_16_bits(self):
        import torch

        random = np.random.default_rng(SEED)
        events = random_events(random)
        features = torch.tensor(random.normal(size=(events.nodes, 2, 3))).bfloat16()
        loader = tuplepack.TemporalLoader(events, 50, neighbours=[3], node_features=features.transpose(0, 1).contiguous().transpose(0, 1),
                                          tensors="torch")
        for kept in (loader, pickle.loads(pickle.dumps(loader))):
            for batch in kept:
                self.assertEqual(batch.node_features.dtype, torch.bfloat16)
                self.assertTrue(torch.equal(batch.node_features, features[batch.nodes]))
        for batch in tuplepack.TemporalLoader(events, 50, neighbours=[3], node_features=features):
            np.testing.assert_array_equal(batch.node_features, features.float().numpy()[batch.nodes])
        strange = np.zeros((events.nodes, 2), ">f4")
        with self.assertRaisesRegex(tuplepack.Error, "node_features are >f4, which torch lacks"):
            tuplepack.TemporalLoader(events, 50, node_features=strange, tensors="torch")
        self.assertEqual(next(iter(tuplepack.TemporalLoader(events, 50, node_features=strange))).node_features.dtype, strange.dtype)
        with self.assertRaisesRegex(tuplepack.Error, "node_features are bfloat16 of 1 dimensions; expected rows of numbers"):
            tuplepack.TemporalLoader(events, 50, node_features=features.flatten(), tensors="torch")

    @unittest.skipUnless(HAS_TORCH, "no torch")
    def test_features_that_are_read_only(self):
        import torch

        self.addCleanup(torch.set_warn_always, torch.is_warn_always_enabled())
        torch.set_warn_always(True)  # not only the first time
        events = random_events(np.random.default_rng(SEED))
        features = np.arange(events.nodes * 2, dtype=np.float32).reshape(-1, 2)
        features.flags.writeable = False
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            batch = next(iter(tuplepack.TemporalLoader(events, 50, node_features=features, tensors="torch")))
        self.assertEqual([str(warning.message) for warning in caught], [])
        np.testing.assert_array_equal(batch.node_features.numpy(), features[batch.nodes])

    def test_memory_of_kept_batches_is_freed(self):
        events = random_events(np.random.default_rng(SEED), 400)
        loader = tuplepack.TemporalLoader(events, 10, node_features=np.ones((events.nodes, 1 << 15), np.float32), prefetch=1)
        before = resident()
        kept = list(loader)
        held = resident() - before
        self.assertGreater(held, sum(batch.node_features.nbytes for batch in kept) // 2)
        del kept
        gc.collect()
        self.assertLess(resident() - before, held // 2)


if __name__ == "__main__":
    print("seed", SEED)
    unittest.main()
