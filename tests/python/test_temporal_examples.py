"""The examples on temporal interactions train for a few batches, on the same rows however these are prepared."""
import contextlib
import importlib
import importlib.util
import io
import re
import sys
import unittest
from pathlib import Path

if importlib.util.find_spec("torch") is None:
    print("skipped: no torch")
    sys.exit(77)

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "python" / "examples" / "temporal"
WIKIPEDIA = ROOT / "tests" / "data" / "temporal_jodie_wikipedia.csv.gz"
sys.path.insert(0, str(FOLDER))


class Examples(unittest.TestCase):
    def test_a_few_batches(self):
        for name, train in (("tgn", "run"), ("tgat", "train"), ("apan", "train")):
            with self.subTest(name):
                shown = []
                for options in ({"prefetch": 0}, {"prefetch": 4, "threads": 3}):
                    with contextlib.redirect_stdout(io.StringIO()) as out:
                        getattr(importlib.import_module(name), train)(WIKIPEDIA, most=1500, batches=100, epochs=2, **options)
                    shown.append(re.sub(r"[\d.]+ s, ", "", out.getvalue()))
                self.assertRegex(shown[0], r"^(11 batches, average precision 0\.\d{4}\n){2}$")
                self.assertEqual(*shown)

    def test_they_are_short(self):
        for path in FOLDER.glob("*.py"):
            self.assertLessEqual(len(path.read_text(encoding="utf-8").splitlines()), 150, path.name)

    def test_the_page_shows_the_first(self):
        page = (ROOT / "docs" / "temporal.md").read_text(encoding="utf-8")
        body = (FOLDER / "tgn.py").read_text(encoding="utf-8").split("\n\n", 1)[1]
        self.assertIn(f"```python\n{body}```\n", page)


if __name__ == "__main__":
    unittest.main()
