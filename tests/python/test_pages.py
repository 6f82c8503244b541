"""The Python on the pages runs as printed, on the installed package."""
import functools
import importlib.util
import json
import os
import re
import subprocess
import sys
import tempfile
import types
import typing
import unittest
from pathlib import Path
from unittest import mock

import numpy as np

import tuplepack

if os.environ.get("TUPLEPACK") is None:
    print("skipped: TUPLEPACK does not name the program")
    sys.exit(77)

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "native"))
import test_docs  # noqa: E402

SEED = int(np.random.SeedSequence().generate_state(1)[0])


# ---- doubles of libraries that are not in Debian, with the signatures that the pages call ----


def pad_with_graphs(graph, n_node: int, n_edge: int, n_graph: int = 2):
    """jraph/_src/utils.py (0.0.6)"""
    return graph, n_node, n_edge, n_graph


class SizeConstraints(typing.NamedTuple):
    """tensorflow_gnn/graph/preprocessing_common.py (1.0)"""

    total_num_components: int
    total_num_nodes: typing.Mapping[str, int]
    total_num_edges: typing.Mapping[str, int]
    min_nodes_per_component: typing.Mapping[str, int] = {}


def doubles():
    """By module name, those of libraries that are not installed: of test_docs.py, and others where torch and the package are there."""
    found = {**test_docs.doubles(), "jraph": types.SimpleNamespace(pad_with_graphs=pad_with_graphs),
             "tensorflow_gnn": types.SimpleNamespace(SizeConstraints=SizeConstraints)}
    if importlib.util.find_spec("torch") is not None:
        from torch.utils.data import DataLoader

        class GraphLoader(DataLoader):  # torch_geometric/loader/dataloader.py (2.9)
            def __init__(self, dataset, batch_size=1, shuffle=False, follow_batch=None, exclude_keys=None, **options):
                super().__init__(dataset, batch_size, shuffle, collate_fn=list, **options)

        found["torch_geometric"] = types.ModuleType("torch_geometric")
        found["torch_geometric.loader"] = types.SimpleNamespace(DataLoader=GraphLoader)
    return {name: double for name, double in found.items() if importlib.util.find_spec(name.split(".")[0]) is None}


class Beam:
    """A collection of Apache Beam's, and what is applied to it."""

    def __init__(self, values=()):
        self.values = list(values)

    def __or__(self, step):
        return Beam(step(self.values))

    def __enter__(self):
        return self

    def __exit__(self, *ignored):
        pass


def engines(calls):
    """By module name: the functions that docs/scaling.md calls, each of which does its task at once.

    calls  gets the tasks
    """

    def told(function):
        return lambda task: (calls.append(task), function(task))[1]

    def client(address):  # distributed/client.py (2022.12)
        return types.SimpleNamespace(map=lambda function, tasks, pure=None: list(map(told(function), tasks)), gather=list)

    def remote(max_retries):  # ray/_private/worker.py (2.9)
        return lambda function: types.SimpleNamespace(remote=told(function))

    def parallelize(values, slices):  # pyspark/context.py (3.5)
        return types.SimpleNamespace(map=lambda function: types.SimpleNamespace(collect=lambda: list(map(told(function), values))))

    session = types.SimpleNamespace(sparkContext=types.SimpleNamespace(parallelize=parallelize))
    builder = types.SimpleNamespace(getOrCreate=lambda: session)
    beam = types.SimpleNamespace(Pipeline=Beam, Create=lambda values: lambda _: list(values), Reshuffle=lambda: lambda values: values[::-1],
                                 Map=lambda function: lambda values: list(map(told(function), values)))  # apache_beam (2.53)
    return {"dask": types.ModuleType("dask"), "dask.distributed": types.SimpleNamespace(Client=client),
            "ray": types.SimpleNamespace(init=lambda: None, remote=remote, get=list), "pyspark": types.ModuleType("pyspark"),
            "pyspark.sql": types.SimpleNamespace(SparkSession=types.SimpleNamespace(builder=builder)), "apache_beam": beam}


def uses_package(page):
    blocks = test_docs.BLOCK.findall(page.read_text(encoding="utf-8"))
    return any(language != "console" and "tuplepack" in block for language, block in blocks)


class Pages(test_docs.Docs):
    doubles = staticmethod(doubles)
    test_command_reference = test_links = test_third_party = None

    def console(self, block, page):
        """What the program prints is tested with the program."""

    def python(self, block, page, names):
        """What reads the program's files is tested there, too."""
        if "tuplepack" not in block:
            return
        super().python(block, page, names)
        if not test_docs.can_run(block):
            self.left_out.append(block)

    def test_examples(self):
        pages, test_docs.PAGES = test_docs.PAGES, [page for page in test_docs.PAGES if uses_package(page)]
        self.addCleanup(setattr, test_docs, "PAGES", pages)
        tested = {str(page.relative_to(test_docs.ROOT)) for page in test_docs.PAGES}
        self.assertLessEqual({"README.md", "docs/python.md", "docs/scaling.md", "docs/tour/language-models.md"}, tested)
        self.left_out = []
        super().test_examples()
        if importlib.util.find_spec("torch") is not None:
            self.assertEqual(self.left_out, [])

    def test_the_first_snippet_feeds_a_loop(self):
        """As the READMEs and docs/python.md print it, on a data set of token lists."""
        if importlib.util.find_spec("torch") is None:
            self.skipTest("no torch")
        random = np.random.default_rng(SEED)
        dataset = [{"input_ids": [1] * int(length)} for length in random.integers(1, 2000, 300)]
        lengths = [len(sample["input_ids"]) for sample in dataset]
        for name in ("README.md", "python/README.md", "docs/python.md"):
            blocks = test_docs.BLOCK.findall((test_docs.ROOT / name).read_text(encoding="utf-8"))
            first = next(block for language, block in blocks if language == "python")
            names = {"dataset": dataset, "lengths": lengths}
            exec(first, names)
            batches = list(names["loader"])
            self.assertEqual({tuple(batch["input_ids"].shape) for batch in batches}, {(1, 2048)})
            self.assertEqual(sum(int((batch["segment_ids"] > 0).sum()) for batch in batches), sum(lengths))

    def test_recipes_for_engines(self):
        """Those of docs/scaling.md, on doubles that do the work in this process, count what the package counts by itself."""
        page = (test_docs.ROOT / "docs" / "scaling.md").read_text(encoding="utf-8")
        recipes = re.findall(r"^```py\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
        self.assertEqual(len(recipes), 4)
        files = []
        for shard in range(3):
            files.append(self.folder / f"shard-{shard}.jsonl")
            files[-1].write_text("".join(json.dumps({"input_ids": [1] * length}) + "\n" for length in range(1, 9 + shard)))
        expected = tuplepack.distributed.count(files, lengths_of="input_ids")
        here = functools.partial(tempfile.mkdtemp, dir=self.folder)
        for recipe in recipes:
            calls = []
            names = {"files": files, "distributed": tuplepack.distributed}
            with self.subTest(recipe), mock.patch.dict(sys.modules, engines(calls)), mock.patch("tempfile.mkdtemp", lambda dir: here()):
                exec(recipe, names)
                self.assertEqual(names["counts"].total, expected.total)
                self.assertEqual(len(calls), len(files))

    def test_the_example(self):
        """python/examples/three_lines.py, as tools/demo.sh runs it."""
        example = test_docs.ROOT / "python" / "examples" / "three_lines.py"
        done = subprocess.run([sys.executable, "-B", example, test_docs.ROOT / "tests" / "data"], capture_output=True, text=True, timeout=120)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertRegex(done.stdout, "SQuAD\nPlan: 88,641 items → 40,195 packs, .*(\n.*)*first batch: \\d+ items, \\d+ of 2048")


if __name__ == "__main__":
    print("seed", SEED)
    unittest.main()
