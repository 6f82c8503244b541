"""Shards on engines: a loop, threads, and Dask with two worker processes, of which some are killed."""
import gzip
import importlib
import json
import os
import pickle
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import warnings
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from unittest import mock

import numpy as np

import tuplepack
from tuplepack import distributed

from shard_case import SEED, Case, write_expected, written_rows

try:
    import dask
    from dask.distributed import Client, LocalCluster, wait
except ImportError:
    dask = None

ROOT = Path(__file__).resolve().parents[2]
KILLS = int(os.environ.get("KILLS", "1"))  # in each phase, one after another


class Killed:
    """Calls a function; the first task kills the process that runs it: before, in the middle or after."""

    def __init__(self, function, mark):
        self.function, self.mark = function, mark

    def __call__(self, task):
        try:
            os.close(os.open(self.mark, os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            return self.function(task)
        time.sleep(0.2)  # so that other tasks run meanwhile
        when = os.getpid() % 3
        if when == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        if when == 1:
            threading.Timer(0.002, os.kill, (os.getpid(), signal.SIGKILL)).start()
        self.function(task)
        time.sleep(0.05)
        os.kill(os.getpid(), signal.SIGKILL)


def peak_during(call):
    """What a function returns, and by how many bytes the memory of this process rose meanwhile."""
    Path("/proc/self/clear_refs").write_text("5")  # the peak is what there is now

    def memory(name):
        lines = Path("/proc/self/status").read_text().splitlines()
        return next(1024 * int(line.split()[1]) for line in lines if line.startswith(name))

    before = memory("VmRSS")
    result = call()
    return result, memory("VmHWM") - before


class OneProcess(Case):
    def test_shards_are_the_whole_assignment(self):
        samples, paths = self.data()
        lengths = np.array([len(sample["input_ids"]) for sample in samples])
        counts = distributed.count(paths, lengths_of="input_ids")
        self.assertEqual(counts.total, tuplepack.histogram(lengths, components=["input_ids"]))
        self.assertEqual(pickle.loads(pickle.dumps(counts)).total, counts.total)
        for order, overlong, options in (("plan", "error", {"align_item": 4}), ("permute", "split", {}), ("plan", "drop", {"reserve": 2})):
            plan = tuplepack.pack(counts.total, 100 if overlong == "error" else 50, overlong=overlong, **options)
            plan.save(self.path("plan.json"))
            whole = plan.assign(lengths, order=order, seed=7)
            found = distributed.assign(paths, plan, counts, order=order, seed=7)
            files = distributed.assign(paths, self.path("plan.json"), counts, order=order, seed=7, out=self.path("places"))
            with self.assertRaisesRegex(tuplepack.Error, "places-00000-of-.*: already exists"):
                distributed.assign(paths, plan, counts, out=self.path("places"))
            first = 0
            for number, (places, file) in enumerate(zip(found, files)):
                self.assertEqual(file, self.path(f"places-{number:05}-of-{len(paths):05}.npz"))
                with np.load(file) as arrays:
                    for name, array in places._asdict().items():
                        np.testing.assert_array_equal(arrays[name], array)
                size = counts.parts[number].items
                os.remove(file)
                items = np.arange(size) if not len(places.offsets) else np.repeat(np.arange(size), np.diff(places.offsets))
                np.testing.assert_array_equal(whole.items[whole.offsets[places.packs] + places.positions], first + items)
                first += size

    def check_rows(self, columns, order, limit, align=1, **options):
        samples, paths = self.data()
        counts = distributed.count(paths, lengths_of="input_ids")
        plan = tuplepack.pack(counts.total, limit, align_item=align, **options)
        seed = int(self.random.integers(0, 2**40))
        shards = int(self.random.integers(1, 9))
        packed = distributed.write_packed(paths, plan, counts, self.path(f"rows@{shards}"), columns=columns, order=order, seed=seed)
        rows = written_rows(samples, plan, columns[1:], order, seed, align)
        self.assertEqual(packed.tokens, sum(map(len, rows["input_ids"])))
        self.assertEqual(packed.pieces, sum(map(len, rows["seq_lengths"])))
        self.assertEqual(len(packed.files), shards)
        edges = [plan.packs * shard // shards for shard in range(shards + 1)]
        for file, first, last in zip(packed.files, edges, edges[1:]):
            write_expected(self.path("expected"), {name: lists[first:last] for name, lists in rows.items()})
            self.assertEqual(Path(file).read_bytes(), Path(self.path("expected")).read_bytes())
            os.remove(file)
        self.require_nothing_left("rows")
        return rows

    def test_rows_are_those_of_one_machine(self):
        both = ("input_ids", "labels")
        self.check_rows(both, "plan", 100)
        self.check_rows(both, "permute", 100, packs_multiple=16)
        self.check_rows(("input_ids",), "plan", 100, align=8)
        for overlong in ("split", "truncate", "drop"):
            self.check_rows(both, "permute", 50, overlong=overlong)
        self.check_rows(both, "plan", 50, overlong="truncate", align=8, reserve=3)

    def test_rows_are_those_of_pack_dataset(self):
        """Which feed collate_packed; and the program reads them."""
        samples, paths = self.data(100)
        counts = distributed.count(paths, lengths_of="input_ids")
        plan = tuplepack.pack(counts.total, 100)
        packed = distributed.write_packed(paths, plan, counts, self.path("rows@2"), columns=("input_ids", "labels"))
        self.assertRegex(repr(counts), f"^<Counts: {len(samples):,} items in {len(paths)} shards>$")
        self.assertRegex(repr(packed), f"^<Packed: {plan.packs:,} packs of {packed.pieces:,} sequences and {packed.tokens:,} tokens in 2 files>$")
        rows = written_rows(samples, plan, ("labels",), "plan", 0)
        kept = [{name: sample[name] for name in ("input_ids", "labels")} for sample in samples]
        whole = tuplepack.examples.PackedRows(kept, plan.assign([len(s["input_ids"]) for s in kept]), "input_ids", {})
        for number in range(len(whole)):
            self.assertEqual({name: lists[number] for name, lists in rows.items()},
                             {name: value for name, value in whole[number].items() if name != "segment_ids"})
        read = tuplepack.read_sizes(self.path("rows@2"), lengths_of=["input_ids", "seq_lengths"])
        self.assertEqual(read.sizes.tolist(), [[len(one) for one in pair] for pair in zip(rows["input_ids"], rows["seq_lengths"])])
        batch = tuplepack.collate_packed([{name: lists[0] for name, lists in rows.items()}], limit=100, framework="numpy")
        self.assertEqual(int(batch["segment_ids"].max()), len(rows["seq_lengths"][0]))
        self.check_with_arrow(packed.files, rows)

    def check_with_arrow(self, files, rows):
        """With a library of others, where it is installed."""
        if not (ROOT / "tests/columns/node_modules/apache-arrow").exists() or shutil.which("node") is None:
            return
        found = {}
        for file in files:
            copy = self.path("copy.arrow")
            shutil.copy(file, copy)
            done = subprocess.run(["node", ROOT / "tests/columns/read_table.mjs", copy], capture_output=True, text=True, check=True)
            for name, lists in json.loads(done.stdout)["apache-arrow"].items():
                found.setdefault(name, []).extend(lists)
        self.assertEqual(found, rows)

    def test_arrays_samples_and_functions(self):
        samples, paths = self.data(200)
        halves = [samples[:120], samples[120:]]
        lengths = [np.array([len(sample["input_ids"]) for sample in half]) for half in halves]
        counts = distributed.count(lengths)
        for shards in (halves, [partial(list, half) for half in halves], [[s["input_ids"] for s in half] for half in halves]):
            self.assertEqual(distributed.count(shards).parts, counts.parts)
            plan = tuplepack.pack(counts.total, 100)
            with ThreadPoolExecutor(2) as pool:
                places = distributed.assign(shards, plan, counts, map=pool.map)
                distributed.write_packed(shards, plan, counts, self.path("rows@3"), map=pool.map)
            again = distributed.assign(lengths, plan, counts)
            for one, other in zip(places, again):
                self.assertEqual(pickle.dumps(one), pickle.dumps(other))
            write_expected(self.path("expected"), written_rows(samples, plan, (), "plan", 0))
            whole = [name for name in sorted(os.listdir(self.folder)) if name.startswith("rows")]
            self.assertEqual(tuplepack.read_sizes([self.path(name) for name in whole], lengths_of="input_ids").sizes.tolist(),
                             tuplepack.read_sizes(self.path("expected"), lengths_of="input_ids").sizes.tolist())
            for name in whole:
                os.remove(self.path(name))
        for name, content in (("a.jsonl", b""), ("a.jsonl.gz", gzip.compress(b"")), ("a.ndjson", b"\n"), ("a.csv", b"length\n")):
            Path(self.path(name)).write_bytes(content)
            self.assertEqual(distributed.count([self.path(name), halves[0]]).parts, (tuplepack.histogram([]), counts.parts[0]), name)
        self.assertEqual(distributed.count(np.array([[2, 3]])).total, tuplepack.histogram([2, 3]))

    def test_arrays_in_files(self):
        """.npy files are mapped where they hold whole numbers; what they say is what read_sizes() says."""
        path = self.path("a.npy")
        sizes = self.random.integers(1, 99, 50)
        for array in (sizes.astype(np.int32), sizes.astype(">u2"), sizes.astype(np.float32), sizes.reshape(25, 2), sizes):
            np.save(path, array)
            self.assertEqual(distributed.count([path]).total, tuplepack.histogram(tuplepack.read_sizes(path)))
        header = b"\x93NUMPY\x01\x00\x49\x00" + b"{'descr': '<i8', 'fortran_order': False, 'shape': (50,), }".ljust(72) + b"\n"
        Path(path).write_bytes(header + sizes.tobytes())  # not aligned, as other programs write it
        self.assertEqual(distributed.count([path]).total, tuplepack.histogram(tuplepack.read_sizes(path)))
        np.save(path, sizes)
        whole = Path(path).read_bytes()
        for content, words in ((whole[:-3], "truncated"), (whole + b"x", "trailing data"), (whole[:40], "ends within"),
                               (whole.replace(b"(50,)", b"(50,["), "damaged"), (whole[:-8] + b"\xff" * 8, "item 49: size -1 is negative")):
            Path(path).write_bytes(content)
            with self.assertRaisesRegex(tuplepack.Error, f"a.npy: .*{words}"):
                distributed.count([path])

    def test_memory_beside_the_shard(self):
        """Neither counting nor assigning makes an int64 copy of its shard."""
        try:
            peak_during(int)
        except OSError as error:
            self.skipTest(f"the peak of the memory cannot be reset: {error}")
        items, path = 5_000_000, self.path("a.npy")
        np.save(path, self.random.integers(1, 99, items, np.int32))
        counts, beside = peak_during(lambda: distributed.count([path]))
        self.assertLess(beside, 4 * items + 10e6)
        plan, shard = tuplepack.pack(counts.total, 128), np.load(path)
        _, beside = peak_during(lambda: distributed.assign([path], plan, counts))
        self.assertLess(beside, (4 + 16) * items + 20e6)
        _, beside = peak_during(lambda: plan.assign_shard(shard))
        self.assertLess(beside, 16 * items + 20e6)

    def test_bytes_are_those_of_the_formula(self):
        """tools/scaling.py: what engines send and get back, within 10%."""
        with mock.patch.object(sys, "path", [str(ROOT / "tools"), *sys.path]):
            scaling = importlib.import_module("scaling")
        shards, items, bins = 20, 2000, 500
        data = [self.random.permutation(np.arange(items) % bins + 1) for _ in range(shards)]
        paths = [self.path(f"{number}.npy") for number in range(shards)]
        for path, sizes in zip(paths, data):
            np.save(path, sizes)
        sent = []

        def sending(function, tasks):
            tasks = list(tasks)
            results = [function(task) for task in tasks]
            sent.append([sum(len(pickle.dumps(one)) for one in some) for some in (tasks, results)])
            return results

        counts = distributed.count(paths, map=sending)
        tuplepack.pack(counts.total, bins).save(self.path("plan"))
        distributed.assign(paths, self.path("plan"), counts, map=sending)
        expected = scaling.shards_bytes(shards, shards * items, bins)
        for found, name in ((sent[0][1], "counted"), (sent[1][0], "tasks"), (sent[1][1], "places")):
            self.assertAlmostEqual(found / expected[name], 1, delta=0.1, msg=name)

    def test_graphs_in_tables(self):
        sizes = self.random.integers(1, 40, (600, 2))
        paths = []
        for number, some in enumerate(np.split(sizes, [100, 350])):
            paths.append(self.path(f"{number}.csv"))
            Path(paths[-1]).write_text("nodes,edges\n" + "".join(f"{nodes},{edges}\n" for nodes, edges in some.tolist()))
        counts = distributed.count(paths)
        plan = tuplepack.pack(counts.total, {"nodes": 90, "edges": 120}, depth=5)
        whole = plan.assign(sizes)
        packs = np.concatenate([places.packs for places in distributed.assign(paths, plan, counts)])
        positions = np.concatenate([places.positions for places in distributed.assign(paths, plan, counts)])
        np.testing.assert_array_equal(whole.items[whole.offsets[packs] + positions], np.arange(600))

    def test_samples_that_a_function_reads(self):
        texts = ["".join(self.random.choice(list("abc"), self.random.integers(1, 30))) for _ in range(90)]
        paths = [self.path("a.txt"), self.path("b.txt")]
        for path, lines in zip(paths, (texts[:40], texts[40:])):
            Path(path).write_text("\n".join(lines))

        def read(path):
            return [np.frombuffer(line.encode(), np.uint8) for line in Path(path).read_text().split("\n")]

        counts = distributed.count(paths, read=read)
        plan = tuplepack.pack(counts.total, 40)
        self.assertEqual([len(places.packs) for places in distributed.assign(paths, plan, counts)], [40, 50])
        packed = distributed.write_packed(paths, plan, counts, self.path("rows@1"), columns={"input_ids": "uint8"})
        rows = distributed.read_packed(packed.files[0])
        ends = np.cumsum(rows["seq_lengths"].values)
        found = [bytes(rows["input_ids"].values[end - size : end]).decode() for end, size in zip(ends, rows["seq_lengths"].values)]
        self.assertEqual(sorted(found), sorted(texts))


class OnDask(Case):
    @classmethod
    def setUpClass(cls):
        if dask is None:
            if os.environ.get("TUPLEPACK_REQUIRE_DASK") == "1":
                raise AssertionError("Dask is not installed; tools/setup.sh installs it")
            raise unittest.SkipTest("Dask is not installed (Debian: python3-distributed)")
        dask.config.set({"distributed.scheduler.allowed-failures": 100, "distributed.admin.tick.limit": "1m",
                         "distributed.deploy.lost-worker-timeout": "1h"})  # else the cluster closes a worker that starts again
        cls.scratch = tempfile.TemporaryDirectory()
        cls.cluster = LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0", silence_logs=50,
                                   local_directory=cls.scratch.name)
        cls.client = Client(cls.cluster)

    @classmethod
    def tearDownClass(cls):
        cls.client.close()
        cls.cluster.close()
        cls.scratch.cleanup()

    def on_dask(self, function, tasks):
        futures = self.client.map(function, tasks, pure=False)
        wait(futures, timeout=120)
        return self.client.gather(futures)

    def killing(self, function, tasks):
        """One of the tasks kills its worker."""
        self.client.wait_for_workers(2, timeout=120)
        mark = self.path(f"killed-{random.getrandbits(60)}")
        found = self.on_dask(Killed(function, mark), tasks)
        self.assertTrue(os.path.exists(mark))
        return found

    def check(self, map):
        samples, paths = self.data(800)
        columns = ("input_ids", "labels")
        alone = distributed.count(paths, lengths_of="input_ids")
        counts = distributed.count(paths, map=map, lengths_of="input_ids")
        self.assertEqual(counts, alone)
        plan = tuplepack.pack(counts.total, 64, overlong="split")
        places = distributed.assign(paths, plan, counts, map=map, order="permute", seed=SEED)
        for one, other in zip(places, distributed.assign(paths, plan, counts, order="permute", seed=SEED)):
            for mine, theirs in zip(one, other):
                np.testing.assert_array_equal(mine, theirs)
        packed = distributed.write_packed(paths, plan, counts, self.path("rows@7"), map=map, columns=columns)
        expected = distributed.write_packed(paths, plan, alone, self.path("expected@7"), columns=columns)
        self.assertEqual(packed[1:], expected[1:])
        for one, other in zip(packed.files, expected.files):
            self.assertEqual(Path(one).read_bytes(), Path(other).read_bytes())
        for file, places in zip(distributed.assign(paths, plan, counts, map=map, out=self.path("places")), distributed.assign(paths, plan, alone)):
            with np.load(file) as arrays:
                np.testing.assert_array_equal(arrays["packs"], places.packs)
                np.testing.assert_array_equal(arrays["positions"], places.positions)
        self.assertEqual([name for name in os.listdir(self.folder) if "unfinished" in name], [])

    def test_the_same_bytes(self):
        self.check(self.on_dask)

    def test_the_same_bytes_after_kills(self):
        for _ in range(KILLS):
            self.check(self.killing)
            for name in os.listdir(self.folder):
                os.remove(self.path(name))

    def test_subgraphs_of_shards_of_the_seeds(self):
        """Each worker maps the graph and samples a part of the seeds."""
        schema = 'node_sets { key: "paper" } edge_sets { key: "cites" value { source: "paper" target: "paper" } }'
        spec = """seed_op { op_name: "seed" node_set_name: "paper" }
        sampling_ops { op_name: "one" input_op_names: "seed" edge_set_name: "cites" sample_size: 3 strategy: RANDOM_UNIFORM }"""
        nodes, edges = {"paper": 300}, {"cites": tuple(self.random.integers(0, 300, (2, 4000)))}
        graph, seeds = self.path("graph"), self.random.permutation(300)
        tuplepack.save_graph(graph, schema, nodes, edges)
        cuts = np.sort(self.random.integers(0, 301, 5)).tolist()

        def sample(shard):
            begin, end = shard
            found = tuplepack.sample_subgraphs(graph, spec, seeds[begin:end], first=begin, seed=3, readout="seed")
            path = os.path.join(os.path.dirname(graph), f"{begin}-{end}")
            tuplepack.write_records(path, found, found.schema)
            return Path(path).read_bytes()

        whole = tuplepack.subgraphs(schema, spec, nodes, edges, seeds, seed=3, readout="seed")
        tuplepack.write_records(self.path("whole"), whole, whole.schema)
        shards = list(zip([0, *cuts], [*cuts, 300]))
        self.assertEqual(b"".join(self.on_dask(sample, shards)), Path(self.path("whole")).read_bytes())

    def test_errors_name_the_shard(self):
        samples, paths = self.data(200, shards=5)
        counts = distributed.count(paths, map=self.on_dask, lengths_of="input_ids")
        plan = tuplepack.pack(counts.total, 100)
        Path(paths[2]).write_text('{"input_ids": [1]}\n{"input_ids": [1\n')
        with self.assertRaisesRegex(tuplepack.Error, "part-2.jsonl"):
            distributed.count(paths, map=self.on_dask, lengths_of="input_ids")
        with self.assertRaisesRegex(tuplepack.Error, "part-2.jsonl:2"):
            distributed.write_packed(paths, plan, counts, self.path("rows@3"), map=self.on_dask)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            skipped = distributed.count(paths, map=self.on_dask, lengths_of="input_ids", on_error="skip").skipped
        self.assertEqual(list(skipped), [paths[2]])
        Path(paths[2]).write_text('{"input_ids": [1]}\n' * 900)
        with self.assertRaisesRegex(tuplepack.Error, "part-2.jsonl: the shard has changed"):
            distributed.write_packed(paths, plan, counts, self.path("rows@3"), map=self.on_dask)
        self.require_nothing_left("rows")


class Example(unittest.TestCase):
    def run_example(self, *words, **environment):
        done = subprocess.run([sys.executable, "-B", ROOT / "python/examples/many_shards.py", *words], capture_output=True, text=True,
                              env={**os.environ, "PYTHONPATH": os.path.dirname(os.path.dirname(tuplepack.__file__)), **environment})
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_many_shards(self):
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "dask").mkdir()
            Path(folder, "dask", "__init__.py").write_text("raise ImportError")
            Path(folder, "rows").mkdir()
            package = os.path.dirname(os.path.dirname(tuplepack.__file__))
            text = self.run_example(ROOT / "tests/data", "500", os.path.join(folder, "rows"), PYTHONPATH=folder + os.pathsep + package)
            self.assertRegex(text, "(?s)500 documents in 64 shards.*two processes\n.*every document occurs once: yes")
            self.assertEqual(len(os.listdir(os.path.join(folder, "rows"))), 8)
        if dask is not None:
            self.assertRegex(self.run_example(ROOT / "tests/data", "500"), "(?s)Dask, two worker processes.*occurs once: yes")


if __name__ == "__main__":
    unittest.main()
