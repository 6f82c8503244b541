"""The examples on temporal interactions train for a few batches, on the same rows however these are prepared."""
import contextlib
import gzip
import hashlib
import importlib
import importlib.util
import io
import itertools
import re
import sys
import tempfile
import unittest
import warnings
from pathlib import Path
from unittest import mock

if importlib.util.find_spec("torch") is None:
    print("skipped: no torch")
    sys.exit(77)

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "python" / "examples" / "temporal"
WIKIPEDIA = ROOT / "tests" / "data" / "temporal_jodie_wikipedia.csv.gz"
sys.path.insert(0, str(FOLDER))

import numpy as np  # noqa: E402
import torch  # noqa: E402

import tuplepack  # noqa: E402


class WatchedLoader(tuplepack.TemporalLoader):
    """Keeps a digest of the bytes of every batch."""

    digests = []

    def __iter__(self):
        for batch in super().__iter__():
            digest = hashlib.sha256()
            for part in (batch, *batch.layers):
                for name, tensor in vars(part).items():
                    if isinstance(tensor, torch.Tensor):
                        digest.update(name.encode() + tensor.numpy().tobytes())
            self.digests.append((batch.begin, batch.end, digest.hexdigest()))
            yield batch


class Examples(unittest.TestCase):
    def beginning(self):
        """A file of the first interactions."""
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = Path(folder.name, "wikipedia.csv")
        with gzip.open(WIKIPEDIA, "rt") as file:
            path.write_text("".join(itertools.islice(file, 350)), encoding="ascii")
        return path

    def test_a_few_batches(self):
        events = self.beginning()
        for name, train in (("tgn", "run"), ("tgat", "train"), ("apan", "train")):
            with self.subTest(name), mock.patch("tuplepack.TemporalLoader", WatchedLoader):
                shown, batches = [], []
                for options in ({"prefetch": 0}, {"prefetch": 4, "threads": 3}):
                    WatchedLoader.digests.clear()
                    with contextlib.redirect_stdout(io.StringIO()) as out:
                        getattr(importlib.import_module(name), train)(events, most=300, batches=20, epochs=2, **options)
                    shown.append(re.sub(r"[\d.]+ s, ", "", out.getvalue()))
                    batches.append(list(WatchedLoader.digests))
                self.assertRegex(shown[0], r"^(11 batches, average precision 0\.\d{4}\n){2}$")
                self.assertEqual(*shown)
                self.assertEqual(*batches)
                self.assertEqual(len(batches[0]), 2 * (11 + 1))  # to train on and to validate on, in two epochs
                self.assertEqual(len({digest for *_, digest in batches[0]}), 2 * 11 + 1)  # negatives of training are drawn anew

    def test_files_of_jodie(self):
        """Whose times are fractions, and whose rows have features."""
        table = np.loadtxt(WIKIPEDIA, np.int64, delimiter=",", skiprows=1, max_rows=300)
        rows = "".join(f"{user},{item - 8227},{time}.5,0,0.25,-1\n" for user, item, time in table)
        with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()) as out:
            path = Path(folder, "wikipedia.csv")
            path.write_text("user_id,item_id,timestamp,state_label,comma_separated_list_of_features\n" + rows, encoding="ascii")
            with warnings.catch_warnings(record=True):
                warnings.simplefilter("always")
                for name, train in (("tgn", "run"), ("tgat", "train"), ("apan", "train")):
                    getattr(importlib.import_module(name), train)(path, batches=100)
        self.assertRegex(out.getvalue(), r"^(3 batches, [\d.]+ s, average precision 0\.\d{4}\n){3}$")

    def test_they_are_short(self):
        for path in FOLDER.glob("*.py"):
            self.assertLessEqual(len(path.read_text(encoding="utf-8").splitlines()), 150, path.name)

    def test_the_page_shows_the_first(self):
        page = (ROOT / "docs" / "temporal.md").read_text(encoding="utf-8")
        body = (FOLDER / "tgn.py").read_text(encoding="utf-8").split("\n\n", 1)[1]
        self.assertIn(f"```python\n{body}```\n", page)


if __name__ == "__main__":
    unittest.main()
