"""The Python on README.md and docs/python.md runs as printed, on the installed package."""
import os
import sys
import unittest
from pathlib import Path

if os.environ.get("TUPLEPACK") is None:
    print("skipped: TUPLEPACK does not name the program")
    sys.exit(77)

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "native"))
import test_docs  # noqa: E402


class Pages(test_docs.Docs):
    test_command_reference = test_links = None

    def console(self, block, page):
        """What the program prints is tested with the program."""

    def python(self, block, page, names):
        """What reads the program's files is tested there, too."""
        if "tuplepack" in block:
            super().python(block, page, names)

    def test_examples(self):
        pages, test_docs.PAGES = test_docs.PAGES, [page for page in test_docs.PAGES if page.name in ("README.md", "python.md")]
        self.addCleanup(setattr, test_docs, "PAGES", pages)
        self.assertEqual(len(test_docs.PAGES), 2)
        super().test_examples()



if __name__ == "__main__":
    unittest.main()
