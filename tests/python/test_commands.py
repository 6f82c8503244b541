"""Functions and the commands of their names: by the table of options, every function takes what its command takes, but for what
docs/python.md lists."""
import inspect
import os
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

import numpy as np

import tuplepack
from tuplepack.commands import function_of

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("TUPLEPACK")


def commands():
    """Of the program, by its documentation, which is generated from the table."""
    return re.findall(r"^### `tuplepack ([a-z]+)", (ROOT / "docs" / "commands.md").read_text(encoding="utf-8"), re.MULTILINE)


def left_out():
    """Options that docs/python.md says no function has: {command or "all": {option or "all"}}."""
    page = (ROOT / "docs" / "python.md").read_text(encoding="utf-8").split("## Options of the program alone")[1]
    found = {}
    for names, options, instead in re.findall(r"^\| ([a-z ]+) \| (.*?) \| (.+) \|$", page, re.MULTILINE):
        if names != "commands":
            given = {one.replace("-", "_") for one in re.findall(r"`--([a-z-]+)`", options)} or {options}
            for name in names.split():
                found.setdefault(name, set()).update(given)
    return found


def taken(command):
    return {option.name for option in tuplepack.options_of(command)}


def of_table(command):
    return {row[0] for row in tuplepack._core.keywords(command)}


class Commands(unittest.TestCase):
    def test_every_function_takes_what_its_command_takes(self):
        others = left_out()
        found = commands()
        self.assertGreater(len(found), 20)
        for command in found:
            with self.subTest(command):
                if function_of(command) is None:
                    self.assertEqual(others.get(command), {"all"})
                    self.assertEqual(taken(command), of_table(command))
                    continue
                listed = others.get(command, set()) | (others["all"] & of_table(command) - taken(command))
                self.assertEqual(of_table(command) - taken(command), listed)
        self.assertEqual(set(others) - {"all"} - set(found), set(), "docs/python.md lists what is no command")
        for option in others["all"]:
            self.assertTrue(any(option in of_table(command) for command in found), f"no command has {option}")

    def test_options_of_functions_with_their_own_parameters(self):
        for command, some in (("assign", {"order", "seed", "even", "balance", "ranks"}), ("stream", {"limits", "open", "guide", "depth"}),
                              ("sample", {"recent", "uniform", "window"}), ("subgraphs", {"seeds", "readout", "seeds_per_subgraph", "reverse"}),
                              ("chunk", {"chunks", "relabel", "node_ids"}), ("stats", {"batch"}), ("verify", {"against", "data", "max_work"})):
            self.assertLessEqual(some, taken(command))
            self.assertLessEqual(taken(command) - {"reserve_items"}, of_table(command))
        (fanout,) = (option for option in tuplepack.options_of("inspect") if option.name == "fanout")
        self.assertEqual((fanout.default, fanout.kind), ("10,10", "counts"))
        self.assertTrue(fanout.help)
        self.assertNotIn("limits", taken("estimate"))
        for name in ("nonsense", "", "open_stream"):
            with self.assertRaisesRegex(tuplepack.Error, f"unknown command '{name}'"):
                tuplepack.options_of(name)

    def test_options_are_parameters(self):
        """What options_of() lists are parameters, or functions take **options, which other tests compare with the table."""
        for command in commands():
            function = function_of(command)
            for name in taken(command) if function is not None else ():
                parameters = inspect.signature(function).parameters
                self.assertTrue(name in parameters or "options" in parameters, (command, name))


class Balance(unittest.TestCase):
    """Of Plan.assign()."""

    def setUp(self):
        random = np.random.default_rng(3)
        self.sizes = random.integers(1, 40, (400, 2)) * [1, 2]
        self.plan = tuplepack.pack(self.sizes, (40, 80), components=["nodes", "edges"], packs_multiple=4)

    @unittest.skipIf(PROGRAM is None, "TUPLEPACK does not name the program")
    def test_the_same_packs(self):
        with tempfile.TemporaryDirectory() as folder:
            np.savetxt(f"{folder}/sizes.csv", self.sizes, "%d", ",", header="nodes,edges", comments="")
            self.plan.save(f"{folder}/plan.json")
            for words, options in ((["quadratic"], {"balance": "quadratic"}), (["quadratic:edges"], {"balance": "quadratic:edges"}),
                                   (["quadratic", "--ranks", "8"], {"ranks": 8}),
                                   (["quadratic:edges", "--ranks", "8"], {"ranks": 8, "balance": "quadratic:edges"})):
                subprocess.run([PROGRAM, "assign", f"{folder}/sizes.csv", "--plan", f"{folder}/plan.json", "--order", "shuffle", "--seed", "2",
                                "-o", f"{folder}/packs.npz", "--balance", *words], check=True, capture_output=True)
                found = self.plan.assign(self.sizes, order="shuffle", seed=2, **options)
                with np.load(f"{folder}/packs.npz") as wanted:
                    self.assertEqual(found.items.tolist(), wanted["items"].tolist(), words)
                    self.assertEqual(found.offsets.tolist(), wanted["offsets"].tolist(), words)
                os.remove(f"{folder}/packs.npz")

    def test_refuses(self):
        alone = tuplepack.pack(self.sizes, (40, 80), components=["nodes", "edges"])
        for words, call in (("balance: 'linear' is neither quadratic nor quadratic:NAME", lambda: self.plan.assign(self.sizes, balance="linear")),
                            ("balance: unknown component 'node'; did you mean 'nodes'", lambda: self.plan.assign(self.sizes, balance="quadratic:node")),
                            ("balance cannot be 2; expected text", lambda: self.plan.assign(self.sizes, balance=2)),
                            ("balance needs ranks, the number of data-parallel ranks", lambda: alone.assign(self.sizes, balance="quadratic"))):
            with self.assertRaisesRegex(tuplepack.Error, words):
                call()


if __name__ == "__main__":
    unittest.main()
