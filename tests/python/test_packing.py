"""Histograms and plans, against the program and against plain Python."""
import collections
import inspect
import json
import os
import pickle
import signal
import subprocess
import tempfile
import threading
import unittest
import warnings
from pathlib import Path

import numpy as np

import tuplepack

PROGRAM = os.environ.get("TUPLEPACK")
SEED = int(np.random.SeedSequence().generate_state(1)[0])


def random_sizes(random, components):
    sizes = random.integers(1, random.integers(2, 200), (random.integers(1, 400), components))
    return sizes[:, 0] if components == 1 else sizes


class Histograms(unittest.TestCase):
    def test_quantile_is_of_a_share(self):
        for share in (2.0, -0.1, float("nan")):
            with self.assertRaisesRegex(tuplepack.Error, "expected a number from 0 to 1"):
                tuplepack.histogram([3, 5]).quantile(share)

    def test_counts_every_type_alike(self):
        random = np.random.default_rng(SEED)
        values = random.integers(0, 100, 1001)
        expected = collections.Counter(values.tolist())
        for dtype in ("int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64", "float32", "float64", ">i4"):
            found = tuplepack.histogram(values.astype(dtype))
            self.assertEqual(dict(zip(found.sizes[:, 0].tolist(), found.counts.tolist())), dict(sorted(expected.items())))
        for given in (values.tolist(), tuple(values.tolist()), values[::-1], np.repeat(values, 2)[::2]):
            self.assertEqual(tuplepack.histogram(given).counts.tolist(), found.counts.tolist())

    def test_large_sizes_and_several_components(self):
        found = tuplepack.histogram([[2**40, 1], [3, 2], [2**40, 1]], components=["tokens", "images"])
        self.assertEqual(found.sizes.tolist(), [[3, 2], [2**40, 1]])
        self.assertEqual((found.counts.tolist(), found.items, found.maxima), ([1, 2], 3, [2**40, 2]))
        self.assertEqual(tuplepack.histogram([2**30, 5]).sizes.tolist(), [[5], [2**30]])

    def test_rows_with_counts(self):
        found = tuplepack.histogram([5, 3], counts=[10, 1])
        self.assertEqual((found.sizes.tolist(), found.counts.tolist()), ([[3], [5]], [1, 10]))

    def test_lists_of_different_lengths_stand_for_their_lengths(self):
        self.assertEqual(tuplepack.histogram([[7, 8, 9], [1]]).sizes.tolist(), [[1], [3]])

    def test_refuses(self):
        for bad, words in (
            ([3, -1], "item 1"),
            ([1.5], "1.5"),
            ([float("nan")], "nan"),
            ([2**63], "beyond"),
            (["a"], "not numbers"),
            (np.zeros((2, 2, 2), int), "3 dimensions"),
            (np.zeros((2, 17), int), "17 sizes per item"),
        ):
            with self.assertRaisesRegex(tuplepack.Error, words):
                tuplepack.histogram(bad)


class Plans(unittest.TestCase):
    def test_every_item_is_in_one_pack_within_the_limits(self):
        random = np.random.default_rng(SEED)
        for components in (1, 2, 3):
            sizes = random_sizes(random, components)
            table = sizes.reshape(len(sizes), components)
            limits = (table.max(axis=0) * 2).tolist()
            plan = tuplepack.pack(sizes, limits, depth=5)
            for order in ("plan", "input", "shuffle"):
                assignment = plan.assign(sizes, order=order, seed=3)
                self.assertEqual(sorted(assignment.items.tolist()), list(range(len(sizes))))
                self.assertEqual(len(assignment), plan.packs)
                for items in assignment:
                    self.assertTrue((table[items].sum(axis=0) <= limits).all())
                    self.assertLessEqual(len(items), 5)
            self.assertLessEqual(plan.bound, plan.packs)
            self.assertEqual(plan.gap, plan.packs - plan.bound)
            np.testing.assert_allclose(plan.efficiency, table.sum(axis=0) / (plan.packs * np.asarray(limits)))

    def test_values_are_those_of_the_program(self):
        if PROGRAM is None:
            self.skipTest("TUPLEPACK does not name the program")
        random = np.random.default_rng(SEED)
        sizes = random_sizes(random, 2)
        limits = (sizes.max(axis=0) + 50).tolist()
        with tempfile.TemporaryDirectory() as folder:
            table = Path(folder, "sizes.npy")
            np.save(table, sizes)
            words = [PROGRAM, "pack", table, "--limits", ",".join(map(str, limits)), "--plan", f"{folder}/p.json"]
            subprocess.run([*words, "--align-item", "2", "--overlong", "drop"], check=True, capture_output=True)
            ours = tuplepack.pack(sizes, limits, align_item=2, overlong="drop", components=["1", "2"])
            theirs = tuplepack.Plan.load(f"{folder}/p.json")
            self.assertEqual(ours.packs, theirs.packs)
            self.assertEqual(ours.strategies["repeats"].tolist(), theirs.strategies["repeats"].tolist())
            theirs.save(f"{folder}/again.json")
            self.assertEqual(Path(folder, "p.json").read_bytes(), Path(folder, "again.json").read_bytes())
            subprocess.run([PROGRAM, "assign", table, "--plan", f"{folder}/p.json", "--order", "shuffle", "--seed", "9",
                            "-o", f"{folder}/packs.npz"], check=True, capture_output=True)
            packs = np.load(f"{folder}/packs.npz")
            ours_assigned = theirs.assign(sizes, order="shuffle", seed=9)
            np.testing.assert_array_equal(packs["offsets"], ours_assigned.offsets)
            np.testing.assert_array_equal(packs["items"], ours_assigned.items)

    def test_equal_plans(self):
        sizes = np.random.default_rng(SEED).integers(1, 60, 300)
        plans = [tuplepack.pack(sizes, 64), tuplepack.pack(sizes, 64), tuplepack.pack(sizes, 64, method="spfhp")]
        self.assertEqual(plans[0], plans[1])
        self.assertNotEqual(plans[0], plans[2])
        self.assertNotEqual(plans[0], plans[0].to_json())
        self.assertEqual(len(set(plans)), 2)

    def test_saved_and_pickled_plans_are_the_same(self):
        plan = tuplepack.pack([3, 5, 3, 4], limits=8)
        self.assertEqual(pickle.loads(pickle.dumps(plan)).to_json(), plan.to_json())
        self.assertEqual(json.loads(plan.to_json())["schema"], "tuplepack.plan/1")
        with tempfile.TemporaryDirectory() as folder:
            path = f"{folder}/plan.json"
            plan.save(path)
            self.assertEqual(tuplepack.Plan.load(path), plan)
            with open(path, "w") as file:
                file.write("{}")
            with self.assertRaisesRegex(tuplepack.Error, "^/.*/plan.json: /schema: missing"):
                tuplepack.Plan.load(path)
        with self.assertRaises(tuplepack.Error) as caught:
            tuplepack.verify(plan.to_json() * 20)  # which is no path
        self.assertEqual(caught.exception.code, "system")
        self.assertLess(len(str(caught.exception)), 200)

    def test_optimal_plans_are_verified(self):
        plan = tuplepack.pack([3, 5, 3, 4] * 7, limits=8, method="optimal")
        self.assertEqual((plan.gap, plan.ended), (0, "optimal"))
        verified = tuplepack.verify(plan)
        self.assertTrue(verified.holds)
        self.assertEqual(verified.proven, plan.packs)
        self.assertTrue(tuplepack.verify(plan, data=[3, 5, 3, 4] * 7).holds)
        with self.assertRaisesRegex(tuplepack.Error, "size 3"):
            tuplepack.verify(plan, data=[3, 5, 4] * 7)
        self.assertEqual(verified.work, json.loads(plan.to_json())["certificate"]["work"])
        self.assertTrue(tuplepack.verify(plan, max_work=verified.work).holds)
        for less in (1, verified.work - 1):
            refused = tuplepack.verify(plan, max_work=less)
            self.assertFalse(refused.holds)
            self.assertIn(f"more than the limit of {less}; max-work raises it", refused.why_not)
        with self.assertRaisesRegex(tuplepack.Error, "unknown option 'work'"):
            tuplepack.verify(plan, work=1)

    def test_a_long_check_ends_in_time(self):
        sizes = [[60 + (37 * i + 101 * c + i * i * (c + 3)) % 141 for c in range(8)] for i in range(60)]
        plan = json.loads(tuplepack.pack(sizes, limits=[1000] * 8, method="none").to_json())
        bins = plan["histogram"]["bins"]
        plan["certificate"] = {"scale": 10**6, "depth": False, "prices": [0] * bins, "packs": 1,
                               "cases": [{"scale": 900, "prices": [62 + 5 * i % 37 for i in range(bins)]}]}
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "plan.json"
            path.write_text(json.dumps(plan))
            self.assertRegex(tuplepack.verify(path).why_not, "takes more than 1000000000 steps")
            self.assertRegex(tuplepack.verify(path, max_work=0, time_limit=0.05).why_not, r"stopped after \d+ steps")

    def test_limits_are_not_guessed_at(self):
        for limits in (8.5, "16", b"8", bytearray(b"8"), [8, "9"], None, True, float("nan"), [1.5, 2], {"length": "8"}):
            with self.assertRaisesRegex(tuplepack.Error, "limits cannot be|limits"):
                tuplepack.pack([5, 3], limits)
        for call in (lambda: tuplepack.pack([5], None), lambda: tuplepack.Stream(None), lambda: tuplepack.pack_examples(None),
                     lambda: tuplepack.bound([5], None), lambda: tuplepack.compare([5], None)):
            with self.assertRaisesRegex(tuplepack.Error, "^limits cannot be None; expected integers$"):
                call()
        for limits in (8, 8.0, np.int32(8), np.array(8), np.array([8]), (8,), {"length": 8}, np.float64(8)):
            self.assertEqual(tuplepack.pack([5, 3], limits).limits, [8])
        for call in (lambda: tuplepack.pack(tuplepack.histogram([5, 3]), 8, counts=[7, 7]),
                     lambda: tuplepack.histogram(tuplepack.histogram([5]), components=["x"])):
            with self.assertRaisesRegex(tuplepack.Error, "a Histogram has its own counts and components"):
                call()

    def test_every_function_takes_what_its_command_takes(self):
        """By the table of options; what a function names itself is tested by its signature."""
        calls = {"pack": lambda **o: tuplepack.pack([3, 4], 8, **o), "bound": lambda **o: tuplepack.bound([3, 4], 8, **o),
                 "compare": lambda **o: tuplepack.compare([3, 4], 8, **o), "search": lambda **o: tuplepack.search([3, 4], **o),
                 "sweep": lambda **o: tuplepack.sweep([3, 4], [(4, 8)], **o), "stream": lambda **o: tuplepack.Stream(8, **o),
                 "verify": lambda **o: tuplepack.verify(tuplepack.pack([3, 4], 8), **o), "estimate": lambda **o: tuplepack.estimate(tuplepack.pack([3, 4], 8), **o)}
        fitting = {"align_item": 2, "align_total": 2, "reserve": 1, "reserve_items": 1, "depth": 5, "overlong": "drop"}
        for name, call in calls.items():
            takes = [option.name for option in tuplepack.options_of(name)]
            own = inspect.signature(getattr(tuplepack, "Stream" if name == "stream" else name)).parameters
            for option, value in fitting.items():
                if option in takes:
                    call(**({"depth": 5} if option == "reserve_items" else {}), **{option: value})
                else:
                    with self.assertRaisesRegex(tuplepack.Error, f"unknown option '{option}'.*options of {'Stream' if name == 'stream' else name}: "):
                        call(**{option: value})
            for option in tuplepack.options_of(name):
                if option.name in own or option.name in fitting:
                    continue
                value = (option.choices or [{"flag": True, "count": 1, "decimal": 0.5}.get(option.kind, "1")])[0]
                try:
                    call(**{option.name: value})
                except tuplepack.Error as error:
                    self.assertNotIn("unknown option", str(error))
        lists = {"PackSampler": lambda **o: tuplepack.PackSampler([3, 4], 8, **o), "packs_of": lambda **o: tuplepack.packs_of([3, 4], 8, **o),
                 "stream()": lambda **o: list(tuplepack.stream([3, 4], 8, **o)), "pack_examples": lambda **o: tuplepack.pack_examples(8, **o),
                 "pack_dataset": lambda **o: tuplepack.pack_dataset([[3, 4]], 8, **o), "packed_collate": lambda **o: tuplepack.packed_collate(8, **o),
                 "weights": lambda **o: tuplepack.PackSampler([[3], [4]], 8, weights=[1, 1], **o)}
        for name, call in {**calls, **lists}.items():  # every function that takes options by name
            nearest = {"estimate": ("devises", "devices"), "verify": ("max_wrok", "max_work")}.get(name, ("dpth", "depth"))
            with self.subTest(name), self.assertRaisesRegex(tuplepack.Error, "unknown option '%s'; did you mean '%s'" % nearest):
                call(**{nearest[0]: 1})
        for name in ("nonsense", ""):
            with self.assertRaisesRegex(tuplepack.Error, f"unknown command '{name}'"):
                tuplepack.options_of(name)
        with self.assertRaisesRegex(tuplepack.Error, "unknown option 'methd'; did you mean 'method'\\? options of pack: sizes, limits, counts, components, progress, depth, "):
            tuplepack.pack([3], 4, methd="auto")
        with self.assertRaisesRegex(tuplepack.Error, "unknown option 'seed'; options of pack: "):
            tuplepack.pack([3], 4, seed=1)
        for seed in (None, 1.5):
            with self.assertRaisesRegex(tuplepack.Error, "seed cannot be"):
                tuplepack.pack([3], 4).assign([3], order="shuffle", seed=seed)

    def test_limits_name_the_components(self):
        sizes = np.random.default_rng(5).integers(1, 9, (50, 2))
        with self.assertWarnsRegex(UserWarning, "the size columns are assumed to be nodes, edges"):
            plan = tuplepack.pack(sizes, {"nodes": 20, "edges": 30})
        self.assertEqual((plan.components, plan.limits), (["nodes", "edges"], [20, 30]))
        self.assertEqual(plan.packs, tuplepack.pack(sizes, [20, 30]).packs)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            self.assertEqual(tuplepack.pack([3, 4], {"tokens": 8}).components, ["tokens"])
            self.assertEqual(tuplepack.pack(sizes, {"size_2": 30, "size_1": 20}).limits, [20, 30])
            self.assertEqual(tuplepack.pack({"edges": [1], "nodes": [2]}, {"nodes": 20, "edges": 30}).limits, [30, 20])
        with self.assertRaisesRegex(tuplepack.Error, "nodes"):
            tuplepack.pack(sizes, {"nodes": 20})

    def test_stats(self):
        program = os.environ.get("TUPLEPACK")
        if program is None:
            self.skipTest("no program to compare with")
        data = Path(__file__).resolve().parents[1] / "data" / "molhiv_train.csv"
        done = subprocess.run([program, "stats", data, "--json"], check=True, capture_output=True)
        report = json.loads(done.stdout)
        stats = tuplepack.stats(tuplepack.read_sizes(data))
        paid = stats.pop("without_packing")
        self.assertEqual(stats, report["metrics"])
        self.assertEqual(paid["batch"], report["without_packing"]["batch"])
        for name in "limit", "random", "sorted", "greedy":
            np.testing.assert_allclose(paid[name], report["without_packing"][name], atol=5e-7)

    def test_a_table_is_what_read_sizes_returns(self):
        table = tuplepack.Table(["tokens"], np.array([5, 3]), np.array([7, 9]))
        plan = tuplepack.pack(table, 8)
        self.assertEqual((plan.items, plan.components), (16, ["tokens"]))
        with self.assertRaisesRegex(tuplepack.Error, "counts cannot be combined with a Table"):
            tuplepack.pack(table, 8, counts=[1, 2])

    def test_options_by_component(self):
        plan = tuplepack.pack([[3, 10], [5, 2]], {"size_1": 9, "size_2": 12}, reserve={"size_1": 1}, reserve_items=1, depth=4)
        self.assertEqual((plan.limits, plan.packs), ([9, 12], 1))

    def test_shown_as_text_and_as_html(self):
        plan = tuplepack.pack([3, 5, 3, 4], limits=8, components=["<b>"])
        self.assertIn("4 items → 2 packs", repr(plan))
        self.assertIn("&lt;b&gt;", plan._repr_html_())
        self.assertNotIn("<b>length", plan._repr_html_())


class LongWork(unittest.TestCase):
    HARD = np.random.default_rng(5).integers(1, 100_000, 1500)

    def test_time_limit(self):
        plan = tuplepack.pack(self.HARD, 131_072, method="optimal", time_limit=0.3)
        self.assertIn(plan.ended, ("time-limit", "optimal"))

    def test_progress_is_told_and_stops(self):
        told = []
        plan = tuplepack.pack(self.HARD, 131_072, method="optimal", time_limit=60,
                              progress=lambda packs, bound, step: told.append((packs, bound, step)) or len(told) < 3)
        self.assertEqual(len(told), 3)
        self.assertEqual(plan.ended, "stopped")

    def test_errors_of_the_callback_come_through(self):
        def fails(packs, bound, step):
            raise KeyError("mine")

        with self.assertRaisesRegex(KeyError, "mine"):
            tuplepack.pack(self.HARD, 131_072, method="optimal", time_limit=60, progress=fails)

    def test_interrupt(self):
        # Python leaves Ctrl-C ignored where it started so, as in the background of a script.
        self.addCleanup(signal.signal, signal.SIGINT, signal.signal(signal.SIGINT, signal.default_int_handler))
        threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
        with self.assertRaises(KeyboardInterrupt):
            tuplepack.pack(self.HARD, 131_072, method="optimal", time_limit=60)

    def test_other_threads_go_on(self):
        counted = [0]
        done = threading.Event()

        def count():
            while not done.is_set():
                counted[0] += 1

        thread = threading.Thread(target=count)
        thread.start()
        tuplepack.pack(self.HARD, 131_072, method="optimal", time_limit=0.3)
        done.set()
        thread.join()
        self.assertGreater(counted[0], 100)


class AssignsWhatPackTakes(unittest.TestCase):
    def test_named_columns(self):
        columns = {"edges": [4, 9, 2], "nodes": [3, 5, 1]}
        plan = tuplepack.pack({"nodes": columns["nodes"], "edges": columns["edges"]}, {"nodes": 8, "edges": 16})
        expected = plan.assign(np.array([[3, 4], [5, 9], [1, 2]]))
        table = tuplepack.Table(["edges", "nodes"], np.array([[4, 3], [9, 5], [2, 1]]), None)
        for given in (columns, table):
            self.assertEqual(plan.assign(given), expected)
        with self.assertRaisesRegex(tuplepack.Error, "which item is which"):
            plan.assign(plan.histogram)
        for wrong in ({"ranks": 1.5}, {"packs_multiple": 1.5}):
            with self.assertRaisesRegex(tuplepack.Error, "integer"):
                plan.assign(columns, **wrong)

    def test_verify_takes_columns_by_name(self):
        plan = tuplepack.pack({"nodes": [3, 5], "edges": [4, 9]}, {"nodes": 8, "edges": 16})
        self.assertTrue(tuplepack.verify(plan, data={"edges": [4, 9], "nodes": [3, 5]}).holds)

    def test_no_empty_packs(self):
        packs = tuplepack.packs_of([5, 3, 7, 2, 6], 12, packs_multiple=4)
        self.assertEqual((len(packs), min(map(len, packs))), (4, 1))
        with self.assertRaisesRegex(tuplepack.Error, "multiple_of cannot be 1.5"):
            tuplepack.packs_of([5, 3], 12, multiple_of=1.5)


if __name__ == "__main__":
    print("seed", SEED)
    unittest.main()
