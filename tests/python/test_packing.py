"""Histograms, plans, bounds and limits, against the program and against plain Python."""
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

    def test_refuses_in_one_sentence(self):
        for words, call in (
            ("unknown option 'limit'", lambda: tuplepack.pack([1], 4, limit=3)),
            ("method: .*no-such", lambda: tuplepack.pack([1], 4, method="no-such")),
            ("limit", lambda: tuplepack.pack([5], 4)),
            ("time_limit", lambda: tuplepack.pack([5], 8, time_limit=-1)),
            ("time_limit cannot be 'x'", lambda: tuplepack.pack([5], 8, time_limit="x")),
            ("limits cannot be", lambda: tuplepack.pack([5], object())),
            ("2 in the plan, but only 1", lambda: tuplepack.pack([5, 5], 8).assign([5])),
            ("item 1 of size 6", lambda: tuplepack.pack([5, 5], 8).assign([5, 6])),
            ("schema|JSON", lambda: tuplepack.Plan.from_json("{}")),
        ):
            with self.assertRaisesRegex(tuplepack.Error, words) as caught:
                call()
            self.assertIsInstance(caught.exception, ValueError)
            self.assertNotIn("\n", str(caught.exception))
            self.assertTrue(caught.exception.code)

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


class Limits(unittest.TestCase):
    SIZES = np.random.default_rng(1).integers(1, 60, 500)

    def test_bounds(self):
        rows = tuplepack.bound(self.SIZES, 64)
        self.assertEqual(rows[0].packs, max(row.packs for row in rows))
        self.assertLessEqual(rows[0].packs, tuplepack.pack(self.SIZES, 64).packs)

    def test_compare(self):
        rows = tuplepack.compare(self.SIZES, 64)
        packs = [row["packs"] for row in rows]
        self.assertEqual(packs, sorted(packs))
        self.assertEqual(tuplepack.pack(self.SIZES, 64).packs, packs[0])

    def test_even_packs(self):
        """Every item once, no pack over a limit, and the packs alike, where the plan has full ones and a rest."""
        random = np.random.default_rng(SEED)
        for sizes, limits in ((random.integers(1, 40, 900), 384), (random.integers(1, 40, (900, 2)), [384, 400])):
            plan = tuplepack.pack(sizes, limits, method="lpfhp", depth=30)
            for order in ("plan", "input", "shuffle"):
                for multiple in (1, 8):
                    loose = plan.assign(sizes, order=order, packs_multiple=multiple)
                    even = plan.assign(sizes, order=order, packs_multiple=multiple, even=True)
                    self.assertEqual(len(even), len(loose))
                    self.assertEqual(even.packs, len(even))
                    self.assertEqual(sorted(even.items.tolist()), list(range(900)))
                    table = sizes.reshape(900, -1)
                    fills = np.stack([table[items].sum(axis=0) for items in even])
                    self.assertTrue((fills <= limits).all())
                    self.assertLessEqual(even.counts.max(), 30)
                    np.testing.assert_array_equal(fills, even.fills.reshape(len(even), -1))
                    shares, before = ((one.fills.reshape(len(one), -1) / limits).max(axis=1) for one in (even, loose))
                    self.assertLess(np.ptp(shares), 0.05)
                    self.assertGreater(np.ptp(before), 4 * np.ptp(shares))
        pieces = tuplepack.pack([50, 3, 9], 8, overlong="split").assign([50, 3, 9], even=True)
        self.assertEqual((pieces.fills.sum(), pieces.fills.max()), (62, 8))

    def test_search(self):
        found = tuplepack.search(self.SIZES, 0.9)
        self.assertGreaterEqual(found.points[0].efficiency[0], 0.9)
        front = tuplepack.search(self.SIZES, pareto=True, range=[(60, 100)], time_limit=5)
        self.assertTrue(all(a.cost < b.cost for a, b in zip(front.points, front.points[1:])))
        self.assertGreaterEqual(tuplepack.search(self.SIZES, range={"length": (60, 100)}).points[0].packs, 1)

    def test_search_for_packs(self):
        for packs in (1, 7, 100):
            found = tuplepack.search(self.SIZES, packs=packs)
            limit = found.points[0].limits[0]
            self.assertLessEqual(tuplepack.pack(self.SIZES, limit).packs, packs)
            self.assertLessEqual(found.points[0].packs, packs)
            if found.proved and found.too_small is not None:
                self.assertEqual(found.too_small, [limit - 1])
                self.assertGreater(tuplepack.pack(self.SIZES, limit - 1).packs, packs)
        deep = tuplepack.search(self.SIZES, packs=100, depth=-(-len(self.SIZES) // 100))
        self.assertGreaterEqual(deep.points[0].limits[0], tuplepack.search(self.SIZES, packs=100).points[0].limits[0])
        none = tuplepack.search(self.SIZES, packs=3, depth=2)
        self.assertEqual((none.points, none.proved), ([], True))
        self.assertEqual(tuplepack.search([3, 3, 2], packs=2, multiple_of=[4]).points[0].limits, [8])
        graphs = np.random.default_rng(3).integers(1, 9, (90, 2))
        self.assertEqual(tuplepack.search(graphs, packs=4, limits=[1, 2]).points[0].limits,
                         tuplepack.search(graphs, packs=4, limits={"size_2": 20, "size_1": 10}).points[0].limits)
        for bad, words in (({"packs": 2, "target": 0.5}, "one of target, packs, items and pareto"), ({"packs": 0}, "0 packs are not positive"),
                           ({"packs": 2, "range": [(3, 9)]}, "range cannot be combined with packs"), ({"packs": 2.5}, "packs cannot be 2.5"),
                           ({"limits": 8}, "limits: only with packs and items"),
                           ({"items": 0}, "items: 0 is not positive"), ({"items": 2, "packs": 2}, "pass only one of")):
            with self.assertRaisesRegex(tuplepack.Error, words):
                tuplepack.search([3, 4], **bad)
        found = tuplepack.search(graphs, items=10).points[0]
        self.assertLessEqual(found.packs, 9)
        self.assertGreaterEqual(tuplepack.pack(graphs, found.limits).packing_factor, 10)
        self.assertEqual(tuplepack.search([3, 3, 2], items=3).points[0].limits, [8])
        with self.assertRaisesRegex(tuplepack.Error, "the proportions of the limits: 2 numbers"):
            tuplepack.search(graphs, packs=4)

    def test_sweep(self):
        grid = tuplepack.sweep(self.SIZES, [(60, 120, 20)], full=True)
        self.assertEqual(grid.limits.tolist(), [[60], [80], [100], [120]])
        self.assertTrue(grid.packed.all())
        self.assertEqual(grid.best, grid.limits[int(np.argmax(grid.harmonic_mean))].tolist())

    def test_sweep_stops(self):
        told = []
        grid = tuplepack.sweep(self.SIZES, [(60, 500)], full=True, progress=lambda *all: told.append(all))
        self.assertTrue(grid.packed.all())
        self.assertTrue(all(0 <= done <= cells for done, cells, _ in told))
        self.assertFalse(tuplepack.sweep(self.SIZES, [(60, 500)], full=True, progress=lambda *all: False).packed.all())

    def test_per_item(self):
        plan = tuplepack.pack([3] * 6, 12, per_item=1)
        self.assertEqual((plan.packs, plan.efficiency), (2, [0.75]))
        self.assertEqual(tuplepack.pack([[3, 4]] * 5, [8, 8], per_item={"size_1": 1}).packs, 3)
        self.assertEqual(sorted(plan.assign([3] * 6).items.tolist()), list(range(6)))
        self.assertEqual(tuplepack.pack([30], 12, per_item=2, overlong="split").assign([30]).lengths.tolist(), [10, 10, 10])
        samples = [{"input_ids": [7, 8, 9]} for _ in range(6)]
        sampler = tuplepack.PackSampler([3] * 6, 12, per_item=1)
        for batch in sampler:
            made = tuplepack.collate_packed([samples[item] for item in batch], batch=batch, framework="numpy")
            self.assertEqual(int((np.asarray(made["segment_ids"]) > 0).sum()), 3 * len(batch))

    def test_estimate(self):
        brings = tuplepack.estimate(tuplepack.pack(self.SIZES, 60), overhead=5)
        self.assertAlmostEqual(brings["overhead"], 0.05)
        self.assertGreater(brings["speedup"], 1)

        self.assertEqual(brings["without_packing"], tuplepack.pack(self.SIZES, 60).without_packing())

    def test_padding_without_packing(self):
        plan = tuplepack.pack([1, 1, 3], 4)
        paid = plan.without_packing(batch=2)
        self.assertAlmostEqual(paid["random"][0], 1 - 5 / (19 / 3))
        self.assertEqual((paid["batch"], paid["sorted"], paid["limit"]), (2, [0], plan.padding_without_packing))
        self.assertEqual(tuplepack.stats([1, 1, 3], batch=2)["without_packing"]["random"], paid["random"])
        self.assertIn("batches of 8 random items, each padded to its longest", repr(plan))
        self.assertEqual(tuplepack.pack([], 4).without_packing()["random"], [0])
        with self.assertRaisesRegex(tuplepack.Error, "batch: 0 is out of range"):
            plan.without_packing(0)

    def test_options_are_those_of_the_program(self):
        self.assertIn("method", [option.name for option in tuplepack.options_of("pack")])
        self.assertTrue(all(option.help for option in tuplepack.options_of("pack")))

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

    def test_every_error_is_ours(self):
        """One sentence for what is not an argument of its kind, in place of what Python or the bindings say."""
        plan = tuplepack.pack([3, 4, 5], 8)
        for words, call in (
            ("range: '5:8'; expected", lambda: tuplepack.search([3, 4], target=0.9, range="5:8")),
            ("range cannot be 5.5", lambda: tuplepack.search([3, 4], target=0.9, range=[(5.5, 8)])),
            ("range: 5; expected", lambda: tuplepack.sweep([3, 4], 5)),
            ("range: 5; expected", lambda: tuplepack.sweep([3, 4], {"length": 5})),
            ("range: '58'; expected", lambda: tuplepack.sweep([3, 4], ["58"])),
            ("target cannot be '0.9'; expected a number", lambda: tuplepack.search([3, 4], target="0.9")),
            ("pareto cannot be 'no'", lambda: tuplepack.search([3, 4], pareto="no")),
            ("full cannot be 'no'", lambda: tuplepack.sweep([3, 4], [(5, 6)], full="no")),
            ("even cannot be 'no'", lambda: plan.assign([3, 4, 5], even="no")),
            ("overhead cannot be '5'", lambda: tuplepack.estimate(plan, overhead="5")),
            ("plan is 'plan.json'; expected a Plan", lambda: tuplepack.estimate("plan.json")),
            ("plan is None; expected a Plan", lambda: tuplepack.jraph_padding(None)),
            ("plan is 5; expected a Plan", lambda: tuplepack.tfgnn_size_constraints(5)),
            ("plan is 'p'; expected a Plan", lambda: tuplepack.batches([], "p")),
            ("None is not the JSON of a plan", lambda: tuplepack.Plan.from_json(None)),
            ("graphs is None; expected a list of graphs", lambda: tuplepack.graph_sizes(None)),
            ("an int has no num_nodes; expected graphs", lambda: tuplepack.graph_sizes([5])),
            ("sizes cannot be None", lambda: tuplepack.pack(None, 8)),
            ("limits cannot be .*9.*; expected integers", lambda: tuplepack.pack(np.ones((3, 2), int), {8, 9})),
            ("reserve cannot be frozenset", lambda: tuplepack.pack(np.ones((3, 2), int), [8, 9], reserve=frozenset((0, 1)))),
            ("a set has no order", lambda: tuplepack.pack({3, 4}, 8)),
            ("components cannot be {'a'}; expected names, in the order", lambda: tuplepack.pack([3], 8, components={"a"})),
            ("components cannot be 5", lambda: tuplepack.pack([3], 8, components=5)),
            ("segment_ids are not an array of numbers", lambda: tuplepack.mask(None)),
            ("segment_ids are not an array of numbers", lambda: tuplepack.mask([[1, 1], [2]])),
            ("causal cannot be 'no'", lambda: tuplepack.mask([[1, 1]], causal="no")),
            ("causal cannot be 'no'", lambda: tuplepack.mask_bits([[1, 1]], causal="no")),
            ("dtype and fill are those of an additive mask", lambda: tuplepack.mask([[1, 1]], dtype="float16")),
            ("dtype and fill are those of an additive mask", lambda: tuplepack.mask([[1, 1]], fill=-1e4)),
            ("block cannot be 1.5", lambda: tuplepack.block_tables([[1, 1]], block=1.5)),
            ("ids are not an array of numbers", lambda: tuplepack.access(None)),
            ("even cannot be 'no'; expected True or False", lambda: tuplepack.packs_of([3, 4], 8, even="no")),
            ("even cannot be 'no'; expected True or False", lambda: tuplepack.PackSampler([3, 4, 5], plan=plan, even="no")),
            ("paper cannot be 1.0; expected True or False", lambda: tuplepack.pack([3], 8, paper=1.0)),
            ("paper cannot be 2; expected True or False", lambda: tuplepack.pack([3], 8, paper=2)),
            ("per_component cannot be nan; expected True or False", lambda: tuplepack.search([3], per_component=np.nan)),
            ("limits cannot be .*True.*; expected integers", lambda: tuplepack.pack([1], np.True_)),
            ("depth cannot be .*True.*; expected integers", lambda: tuplepack.pack([1], 8, depth=np.True_)),
            ("gap cannot be True; expected a number", lambda: tuplepack.pack([1], 8, gap=True)),
            ("beta1 cannot be .*True.*; expected a number", lambda: tuplepack.estimate(plan, beta1=np.True_)),
            ("progress cannot be 'bar'; expected a function", lambda: tuplepack.pack([1], 8, progress="bar")),
            ("progress cannot be True; expected a function", lambda: tuplepack.partition([[0], [1]], 2, progress=True)),
            ("counts are not an array of numbers", lambda: tuplepack.pack([1], 8, counts=1j)),
            ("components cannot be b'ab'", lambda: tuplepack.pack([1], 8, components=b"ab")),
            (r"components cannot be \[\]", lambda: tuplepack.Stream(8, components=[])),
            (r"components cannot be array\(2\)", lambda: tuplepack.Stream(8, components=np.array(2))),
            ("multiple_of cannot be b'8'", lambda: tuplepack.search([3], multiple_of=b"8")),
            ("weights: unknown component 'lenght'; did you mean 'length'\\? components: length", lambda: tuplepack.search([3], weights={"lenght": 2})),
            ("limits: missing number for component 'edges'", lambda: tuplepack.pack({"nodes": [3], "edges": [4]}, {"nodes": 8})),
            ("weights: unknown component 'tokens'; components: length", lambda: tuplepack.search([3], weights={"tokens": 2})),
            (r"range: array\(2\); expected", lambda: tuplepack.sweep([3], np.array(2))),
            ("packs cannot be 1000000000000000000000000000000; expected an integer below", lambda: tuplepack.search([3], packs=10**30)),
            ("buffer cannot be 10+; expected an integer below", lambda: tuplepack.Stream(8, buffer=10**30)),
            ("ranks cannot be 10+; expected an integer below", lambda: plan.assign([3, 4, 5], ranks=10**30)),
            ("seed cannot be 10+; expected an integer below", lambda: tuplepack.PackSampler([3], 8, seed=10**30)),
            ("batch cannot be None", lambda: plan.without_packing(None)),
            ("batch cannot be 2.0", lambda: plan.without_packing(2.0)),
            ("share cannot be '0.5'; expected a number", lambda: plan.histogram.quantile("0.5")),
            ("component 1 of 1: length", lambda: plan.histogram.plot(1)),
            ("component cannot be 'length'", lambda: plan.histogram.plot("length")),
            ("min_packs cannot be None", lambda: tuplepack.packs_of([3], 8, min_packs=None)),
            ("a Plan of a str; ", lambda: tuplepack.Plan(plan.to_json())),
            (r"a Histogram of a list; histogram\(\) counts sizes", lambda: tuplepack.Histogram([3, 4])),
            ("command cannot be None; expected text", lambda: tuplepack.options_of(None)),
            ("None names no file", lambda: plan.assign([3, 4, 5]).save(None)),
            ("No such file or directory", lambda: plan.assign([3, 4, 5]).save("no/such/folder/packs.npz")),
        ):
            with self.subTest(words), self.assertRaisesRegex(tuplepack.Error, words):
                call()
        self.assertEqual(tuplepack.pack(np.ones((3, 2), int), [8, 9], components=[1, 2]).components, ["1", "2"])
        self.assertEqual(tuplepack.pack([1], 8, even=np.True_, paper=np.int64(0), depth=None, distribute=np.False_).packs, 1)
        self.assertEqual(len(tuplepack.packs_of([3, 4], 8, even=None, packs_multiple=None)), 1)
        sizes = np.array([[3, 40], [5, 30]])
        self.assertEqual(tuplepack.search(sizes, components=["n", "e"], multiple_of={"e": 8}).points,
                         tuplepack.search(sizes, components=["n", "e"], multiple_of=[1, 8]).points)
        self.assertEqual(tuplepack.sweep([3, 4], (5, 8)).limits.tolist(), tuplepack.sweep([3, 4], [(5, 8)]).limits.tolist())
        for given, limits in ((range(5, 9), [5, 6, 7, 8]), (range(10, 16, 2), [10, 12, 14]), (range(5, 6), [5]), ({"length": range(6, 9, 2)}, [6, 8])):
            self.assertEqual(tuplepack.sweep([3, 4], given).limits[:, 0].tolist(), limits)
        self.assertEqual(len(tuplepack.sweep(np.array([[3, 4]]), [range(5, 7), range(4, 9, 2)]).packs), 6)
        with self.assertRaisesRegex(tuplepack.Error, r"range: range\(5, 5\); expected"):
            tuplepack.sweep([3, 4], range(5, 5))
        with self.assertRaisesRegex(ValueError, "truth value"):
            tuplepack.pack([3, 4, 5], 8, method="optimal", progress=lambda *_: np.array([1, 2]))
        self.assertEqual(tuplepack.search([3, 4, 5], packs=2, multiple_of=8).points, tuplepack.search([3, 4, 5], packs=2, multiple_of=[8]).points)

    def test_verify_takes_columns_by_name(self):
        plan = tuplepack.pack({"nodes": [3, 5], "edges": [4, 9]}, {"nodes": 8, "edges": 16})
        self.assertTrue(tuplepack.verify(plan, data={"edges": [4, 9], "nodes": [3, 5]}).holds)

    def test_arguments_that_are_whole_numbers(self):
        for call in (lambda: tuplepack.stats([3], batch=2.5), lambda: tuplepack.histogram([3]).quantile(0.5, -1)):
            with self.assertRaisesRegex(tuplepack.Error, "integer"):
                call()

    def test_no_empty_packs(self):
        packs = tuplepack.packs_of([5, 3, 7, 2, 6], 12, packs_multiple=4)
        self.assertEqual((len(packs), min(map(len, packs))), (4, 1))
        with self.assertRaisesRegex(tuplepack.Error, "multiple_of cannot be 1.5"):
            tuplepack.packs_of([5, 3], 12, multiple_of=1.5)


if __name__ == "__main__":
    print("seed", SEED)
    unittest.main()
