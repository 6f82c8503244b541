"""The package's types are complete and true: mypy and its stubtest find no error. Ends with status 77 where there is no mypy."""
import importlib.util
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import tuplepack

PACKAGE = Path(tuplepack.__file__).parent
USER = """
import numpy as np
import tuplepack
plan: tuplepack.Plan = tuplepack.pack(np.array([1, 2]), limits=3)
packs: int = plan.packs
sampler = tuplepack.PackSampler([1, 2, 3], limits=5, shuffle=True)
batches = [batch[0] + 1 for batch in sampler]
reveal_type(batches)
"""
MISTYPED = """
import tuplepack
tuplepack.pack([1], limits=3, methd="auto")
tuplepack.pack([1], limits=3, depth="4")
tuplepack.PackSampler([1], limits=3, reserv=1)
"""


class Types(unittest.TestCase):
    def test_package_and_its_use(self):
        """In one run, most of which is spent on numpy's types."""
        with tempfile.TemporaryDirectory() as folder:
            user, mistyped = Path(folder, "user.py"), Path(folder, "mistyped.py")
            user.write_text(USER)
            mistyped.write_text(MISTYPED)
            cache = os.environ.get("MYPY_CACHE", os.devnull)
            config = Path(__file__).resolve().parents[2] / "python" / "pyproject.toml"
            done = subprocess.run(["mypy", "--config-file", config, "--cache-dir", cache, PACKAGE, user, mistyped],
                                  capture_output=True, text=True)
            self.assertIn('"builtins.list[builtins.int]"', done.stdout)
            errors = [line for line in done.stdout.splitlines() if ": error: " in line]
            expected = ((3, '"methd" for "pack"'), (4, '"depth" to "pack"'), (5, '"reserv" for "PackSampler"'))
            self.assertEqual(len(errors), len(expected), done.stdout)
            for error, (line, words) in zip(errors, expected):
                self.assertRegex(error, f"mistyped.py:{line}: error: .*{words}")

    def test_options_are_those_of_the_table(self):
        script = Path(__file__).resolve().parents[2] / "tools" / "update_option_types.py"
        found = importlib.util.spec_from_file_location("update_option_types", script)
        generator = importlib.util.module_from_spec(found)
        found.loader.exec_module(generator)
        for page, text in generator.pages().items():
            self.assertEqual(page.read_text(encoding="utf-8"), text, f"run {script.name}")

    def test_stub_is_of_the_module(self):
        """But for what pybind11 gives every class: a metaclass of its own, and an __init__ that refuses."""
        with tempfile.TemporaryDirectory() as folder:
            allowed = Path(folder, "allowed")
            allowed.write_text(r"tuplepack\._core\.[A-Z]\w+(\.__init__)?")
            done = subprocess.run(["stubtest", "tuplepack._core", "--allowlist", allowed], capture_output=True, text=True,
                                  cwd=folder, env={**os.environ, "PYTHONPATH": str(PACKAGE.parent)})
            self.assertEqual(done.returncode, 0, done.stdout)


if __name__ == "__main__":
    try:
        subprocess.run(["mypy", "--version"], check=True, capture_output=True)
    except FileNotFoundError:
        print("skipped: mypy is not installed")
        sys.exit(77)
    unittest.main()
