"""The command bench, for what it says and not for how fast it is: --quick takes small sizes."""

import csv
import gzip
import io
import json
import re
import subprocess
import sys
import unittest
import xml.etree.ElementTree

from program import DATA, ProgramTest, ROOT, run
from rounds import SANITIZED

CEILINGS = ["memset", "read", "copy"]


def rows_of(cases, start):
    """The number of rows in the name of the first case that starts so."""
    return next(int(name[len(start):].split()[0]) for name in cases if name.startswith(start))


class Exact(ProgramTest):
    def test_quick(self):
        report = self.json("bench", "exact", "--quick", "--data", DATA)
        self.assertEqual((report["schema"], report["bench"]), ("tuplepack.bench/1", "exact"))
        self.assertEqual(len(report["cases"]), 4 + 2 + 9 + 1)
        for case in report["cases"]:
            self.assertEqual((case["proven"], case["open"]), (case["problems"], []), case["name"])
            self.assertTrue(0 <= case["median_seconds"] <= case["percentile_99_seconds"] <= case["max_seconds"])
        self.refused("bench", "exact", "--csv", says="bench exact does not support")
        if not SANITIZED:  # there only after the problems that are made, for seconds
            self.refused("bench", "exact", "--quick", "--data", self.folder, says="glue_wnli_128.csv")

    def test_problems_are_written(self):
        """All of them, the same each time, each as it is solved."""
        problems = self.folder / "problems.json"
        self.ok("bench", "exact", "--data", DATA, "--write", problems, *(["--quick"] if SANITIZED else []))
        sets = {entry["name"]: entry["problems"] for entry in json.loads(problems.read_text(encoding="utf-8"))["sets"]}
        counts = [len(found) for found in sets.values()]
        self.assertEqual(counts, [2] * 4 + [30, 2] + [1] * 9 + [12] if SANITIZED else [20] * 4 + [10_000, 100] + [15] * 9 + [192, 10, 3, 2])
        for problem in sets["triplets, 60 items"]:
            self.assertEqual((sum(problem["counts"]), problem["limits"], problem["depth"]), (60, [1000], None))
            self.assertEqual(sum(size * count for size, count in zip(problem["sizes"], problem["counts"])), 20 * 1000)
        tables = sets["shipped tables, 3 limits, 4 depths"]
        self.assertEqual(len({problem["name"] for problem in tables}), len(tables))
        for problem in tables:
            largest = [max(problem["sizes"][c::len(problem["limits"])]) for c in range(len(problem["limits"]))]
            self.assertIn(problem["limits"], [[size * percent // 100 for size in largest] for percent in (100, 137, 200)])
        self.assertEqual({problem["depth"] for problem in tables}, {4, 8, 16, None})
        again = self.folder / "again.json"
        if not SANITIZED:
            self.ok("bench", "exact", "--data", DATA, "--write", again)
            self.assertEqual(problems.read_bytes(), again.read_bytes())
        self.refused("bench", "pack", "--write", again, says="--write is only supported by bench exact")


@unittest.skipIf(SANITIZED, "runs auto to its end, which takes minutes with sanitizers")
class Default(ProgramTest):
    def test_quick(self):
        report = self.json("bench", "default", "--quick", "--data", DATA)
        self.assertEqual((report["schema"], report["bench"]), ("tuplepack.bench/1", "default"))
        cases = report["cases"]
        self.assertEqual([case["name"] for case in cases],
                         [f"{table} {limits}{depth}" for table, all_limits in (
                             ("glue_wnli_128", ("108", "147")), ("three components", ("500,500,500", "685,685,685")))
                          for limits in all_limits for depth in (" depth 16", " depth 64", "")])
        for case in cases:
            usual, timed = case["auto"], case["optimal"]
            self.assertLessEqual(max(usual["lower_bound"], timed["lower_bound"]), min(usual["packs"], timed["packs"]))
            self.assertLessEqual(max(case["best_listed"], case["best_inside"]), usual["packs"])
        count = lambda of: sum(map(of, cases))
        self.assertEqual(report["above_listed"], count(lambda case: case["auto"]["packs"] > case["best_listed"]))
        self.assertEqual(report["above_inside"], count(lambda case: case["auto"]["packs"] > case["best_inside"]))
        for name, is_so in (("equal", lambda case: case["auto"]["packs"] <= case["optimal"]["packs"]),
                            ("within_a_thousandth", lambda case: case["auto"]["packs"] <= 1.001 * case["optimal"]["packs"]),
                            ("proven", lambda case: case["auto"]["packs"] == case["auto"]["lower_bound"])):
            self.assertAlmostEqual(report[name], count(is_so) / len(cases))
        seconds = sorted(case["auto"]["seconds"] for case in cases)
        self.assertEqual((report["median_seconds"], report["max_seconds"]), (seconds[6], seconds[-1]))
        self.assertRegex(self.ok("bench", "default", "--quick", "--data", DATA), r"(?m)^ *proven +[0-9.]+ % +>= 85.0 % +(yes|no)$")
        self.refused("bench", "default", "--csv", says="bench default does not support")
        self.refused("bench", "default", "--quick", "--data", self.folder, says="glue_wnli_128.csv")


class Shares(ProgramTest):
    def check(self, report, bench):
        self.assertEqual((report["schema"], report["bench"], report["device"]), ("tuplepack.bench/1", bench, "cpu"))
        self.assertEqual([ceiling["name"] for ceiling in report["ceilings"]], CEILINGS)
        rates = {ceiling["name"]: ceiling["bytes"] / ceiling["seconds"] for ceiling in report["ceilings"]}
        for case in report["cases"]:
            self.assertGreater(case["bytes"], 0)
            self.assertGreaterEqual(case["runs"], 1)
            self.assertTrue(0 < case["seconds"] <= case["median_seconds"])
            self.assertAlmostEqual(case["share"] / (case["bytes"] / case["seconds"] / rates[case["ceiling"]]), 1)
            wishes = [case["share"] >= case["goal_share"]] if "goal_share" in case else []
            wishes += [case["seconds"] <= case["goal_seconds"]] if "goal_seconds" in case else []
            self.assertEqual(case.get("met"), all(wishes) if wishes else None)
        return {case["name"]: case for case in report["cases"]}

    def test_mask(self):
        cases = self.check(self.json("bench", "mask", "--quick"), "mask")
        forms = ["additive f32", "additive f16", "additive bf16", "boolean", "bits", "ranges", "block tables"]
        causal = [form + ", causal" for form in ("additive bf16", "bits", "ranges", "block tables")]
        self.assertEqual(sorted(cases), sorted(forms + causal))
        self.assertEqual(cases["additive bf16"]["bytes"], 2 * 512 * (512 * 2 + 4))  # the mask, and the ids once
        self.assertEqual(cases["additive bf16"]["goal_share"], 0.5)
        self.assertAlmostEqual(cases["bits"]["goal_seconds"] / cases["additive bf16"]["seconds"], 1 / 8)

    def test_loss(self):
        cases = self.check(self.json("bench", "loss", "--quick"), "loss")
        self.assertEqual([name.split(",")[0] for name in cases],
                         ["token weights", "unpack", "forward f32", "forward bf16", "forward + gradient f32",
                          "forward + gradient bf16", "next sentence f32"])
        self.assertEqual({name.split(",")[0]: case["goal_share"] for name, case in cases.items() if "met" in case},
                         {"token weights": 0.6, "unpack": 0.68, "forward f32": 0.5, "forward bf16": 0.25,
                          "forward + gradient f32": 0.85, "forward + gradient bf16": 0.43, "next sentence f32": 0.3})

    def test_access(self):
        cases = self.check(self.json("bench", "access", "--quick"), "access")
        sizes = [f", Q={requested} N=10000" for requested in (20000, 40000)]
        unique = [kind + size for size in sizes for kind in
                  ("sort + unique", "unique + inverse, first", "unique + inverse, sorted")]
        rows = [f"II gather {count} rows, {order}" for order in ("first", "sorted")
                for count in [rows_of(cases, "II gather")]]
        rows += ["III reconstruct 4000 rows, sorted", "without: gather 4000 rows"]
        self.assertEqual(list(cases), unique + rows)
        for name, case in cases.items():
            if name.startswith("unique + inverse"):
                requested = int(name.split("Q=")[1].split()[0])
                sorting = cases["sort + unique" + name[name.index(", Q="):]]["seconds"]
                self.assertAlmostEqual(case["goal_seconds"] / min(2e-9 * requested, sorting / 20), 1)
            self.assertEqual(case.get("goal_share"), 0.5 if name.startswith("II ") else None)

    def test_columns(self):
        report = self.json("bench", "columns", "--quick")
        ceiling, = report["ceilings"]
        self.assertEqual((report["bench"], ceiling["name"], ceiling["bytes"]), ("columns", "copy of mapped offsets", 2 * 4 * 2001))
        self.assertEqual([case["name"] for case in report["cases"]], ["lengths of lists, Parquet", "lengths of lists, Arrow"])
        for case in report["cases"]:
            self.assertEqual((case["bytes"], case["ceiling"]), (ceiling["bytes"], ceiling["name"]))
            self.assertAlmostEqual(case["share"] / (ceiling["seconds"] / case["seconds"]), 1)
        self.assertIn("lengths of lists, Arrow", self.ok("bench", "columns", "--quick", "--csv"))
        for words in (["--device", "gpu"], ["--roofline", self.folder / "roofline.svg"]):
            self.refused("bench", "columns", *words, says="bench columns does not support --device gpu or --roofline")

    def test_table_csv_and_roofline(self):
        picture = self.folder / "roofline.svg"
        rows = list(csv.DictReader(io.StringIO(self.ok("bench", "mask", "--quick", "--csv", "--roofline", picture))))
        self.assertEqual([row["name"] for row in rows if row["kind"] == "ceiling"], CEILINGS)
        table = self.ok("bench", "mask", "--quick")
        svg = xml.etree.ElementTree.fromstring(picture.read_text())
        names = [row["name"] for row in rows]
        texts = [element.text for element in svg.iter("{http://www.w3.org/2000/svg}text")]
        for name in names:
            self.assertIn(name, texts)
            self.assertRegex(table, rf"(?m)^ +{name} ")
        dots = list(svg.iter("{http://www.w3.org/2000/svg}circle"))
        self.assertEqual(len(dots), len(names) - len(CEILINGS))
        for dot in dots:
            self.assertTrue(72 <= float(dot.get("cx")) <= 560 and 56 <= float(dot.get("cy")) <= 440)

    def test_results_of_a_verification(self):
        """tools/gpu_results.py, on what the CPU measured."""
        stages = [{"stage": "environment", "date": "2026-01-01", "commit": "abc", "gpu": "NVIDIA X1", "driver": "1.2"},
                  {"stage": "tests", "result": "passed"}]
        self.write("verify.jsonl", "".join(json.dumps(stage) + "\n" for stage in stages))
        for number in (1, 2):
            self.write(f"mask-{number}.json", self.ok("bench", "mask", "--quick", "--json"))
        self.write("loss-1.json", "{\"schema\":")  # cut off
        self.write("temporal-1.json", json.dumps({"bench": "temporal", "cases": [
            {"name": "width 32, ring, compute", "seconds": 2.5},
            {"name": "width 32, ring, pipeline, depth 1", "seconds": 2.6, "ratio": 1.04, "goal_ratio": 1.1, "met": True}]}))
        self.write("peers.json", json.dumps({
            "peers": [{"name": "eager", "case": "additive bf16", "seconds": 2, "ours": 1, "ratio": 2, "goal_ratio": 2.5,
                       "met": False}],
            "oracles": [{"name": "someone", "agrees": True}]}))
        self.write("access_peers.json", json.dumps({
            "peers": [{"name": "torch.unique", "case": "unique + inverse", "seconds": 9, "ours": 1, "ratio": 9}],
            "oracles": []}))
        done = subprocess.run([sys.executable, "-B", ROOT / "tools/gpu_results.py", self.folder, self.folder / "kept"],
                              capture_output=True, text=True, check=True)
        rows = list(csv.DictReader((self.folder / "kept" / "nvidia-x1.csv").read_text().splitlines()))
        self.assertEqual(len(rows), 2 * (3 + 11) + 2)
        self.assertEqual([row["ratio"] for row in rows if row["bench"] == "temporal"], ["", "1.04"])
        self.assertEqual({(row["date"], row["commit"], row["driver"]) for row in rows}, {("2026-01-01", "abc", "1.2")})
        self.assertEqual((self.folder / "nvidia-x1.csv").read_text(), (self.folder / "kept/nvidia-x1.csv").read_text())
        self.assertRegex(done.stdout, r"(?m)^additive bf16 .* / .* memset +>= 0\.50 ")
        self.assertRegex(done.stdout, r"(?m)^width 32, ring, compute +2500000\.0 *$")
        self.assertRegex(done.stdout, r"(?m)^width 32, ring, pipeline, depth 1 +2600000\.0 +1\.04 +slower stage +<= 1\.10 +yes$")
        self.assertIn("takes 2.00 times as long (goal 2.5: missed)", done.stdout)
        self.assertIn("takes 9.00 times as long\n", done.stdout)
        self.assertRegex(done.stdout, r"(?m)^someone +agrees$")


class Temporal(ProgramTest):
    def test_report(self):
        report = self.json("bench", "temporal", "--quick", "--data", DATA)
        self.assertEqual((report["schema"], report["bench"], report["device"]), ("tuplepack.bench/1", "temporal", "cpu"))
        cases = {case["name"].removeprefix("collegemsg, "): case for case in report["cases"]}
        core = ["split like B=200", "T-CSR", "recent 10, B=600", "uniform 10, B=600"]
        runs = ["prepare", "compute", "one thread", "pipeline, depth 1", "pipeline, depth 2"]
        steps = [name for name in cases if name.endswith(", prepare")]
        self.assertEqual(list(cases), core + [f"{step.removesuffix('prepare')}{run}" for step in steps for run in runs])
        for name, case in cases.items():
            self.assertTrue(0 < case["seconds"] <= case["median_seconds"])
            self.assertAlmostEqual(case["seconds_per_item"] * case["items"] / case["seconds"], 1)
            if "goal_seconds_per_item" in case:
                self.assertEqual(case["met"], case["seconds_per_item"] <= case["goal_seconds_per_item"])
            elif "goal_ratio" in case:
                self.assertEqual(case["met"], case["ratio"] <= case["goal_ratio"])
            else:
                self.assertNotIn("met", case)
        self.assertEqual([cases[name].get("goal_seconds_per_item") for name in core], [10e-9, 60e-9, 100e-9, None])
        self.assertEqual([case["goal_ratio"] for case in cases.values() if "ratio" in case], [1.15] * 4)
        self.assertEqual([cases[name]["items"] for name in core], [59835, 59835, 2 * 59835, 2 * 59835])
        access, steps, pipeline, batches = ({**table["rows"][0], "number": table["number"]} for table in report["tables"])
        self.assertEqual([table["number"] for table in (access, steps, pipeline, batches)], [3, 4, 5, 6])
        self.assertEqual({row["data"] for table in report["tables"] for row in table["rows"]}, {"collegemsg"})
        self.assertEqual(access["unique_bytes"], 688 * access["unique"] + 4 * access["requested"])
        self.assertAlmostEqual(access["three_step_seconds"],
                               sum(steps[name] for name in ("unique_seconds", "gather_seconds", "reconstruct_seconds")))
        self.assertAlmostEqual(steps["gather_speedup"] * steps["gather_seconds"] / access["baseline_seconds"], 1)
        self.assertAlmostEqual(pipeline["ratio"] * max(pipeline["prepare_seconds"], pipeline["compute_seconds"]) / pipeline["pipeline_seconds"], 1)
        self.assertEqual((pipeline["batches"], batches["fixed_batches"]), (4, 12))
        self.assertTrue(batches["batches"] <= 12 and batches["max_loss"] <= batches["fixed_max_loss"])

    def test_csv_and_table(self):
        """Of the first interactions, as those of all print the same."""
        name = "temporal_collegemsg.csv.gz"
        with gzip.open(DATA / name, "rt") as whole:
            self.write(name, gzip.compress("".join(next(whole) for _ in range(3001)).encode()))
        rows = list(csv.DictReader(io.StringIO(self.ok("bench", "temporal", "--quick", "--data", self.folder, "--csv"))))
        table = self.ok("bench", "temporal", "--quick", "--data", self.folder)
        self.assertEqual(len(rows), 14)
        for row in rows:
            self.assertGreater(float(row["seconds_per_item"]), 0)
            self.assertRegex(table, rf"(?m)^ +{row['name']} +{row['items']} +{row['unit']} ")
        self.assertEqual(re.findall(r"(?m)^Table (\d) of Gao et al\. 2024: ", table), ["3", "4", "5", "6"])
        (self.folder / name).unlink()
        self.refused("bench", "temporal", "--quick", "--data", self.folder, says=name)

    def test_data_of_your_own(self):
        """In any order, with text for ids, and with features, which rows are as wide as."""
        header = "user_id,item_id,timestamp,state_label,comma_separated_list_of_features\n"
        path = self.write("mine.csv", header + "".join(f"u{e % 7},i{e % 5},{(e * 13) % 99},0,1,2,3\n" for e in range(700)))
        done = run("bench", "temporal", "--quick", "--json", "--data", path)
        report = json.loads(done.stdout)
        self.assertIn(b"users and items by name", done.stderr)
        self.assertEqual({case["name"].split(", ")[0] for case in report["cases"]}, {"mine.csv"})
        access = report["tables"][0]["rows"][0]
        self.assertEqual((access["data"], access["unique_bytes"]), ("mine.csv", 12 * access["unique"] + 4 * access["requested"]))
        self.assertEqual([row["fixed_batches"] for row in report["tables"][3]["rows"]], [4])


class Words(ProgramTest):
    def test_bad_arguments(self):
        self.refused("bench", says="bench needs BENCH")
        self.refused("bench", "speed", says="BENCH: unknown value 'speed'; choose pack, optimal, exact, default, mask, loss, access, columns, temporal, graph, subgraphs or ranks")
        self.refused("bench", "mask", "loss", says="unexpected argument 'loss'")
        for words in (["--peers", "tests/peers"], ["--roofline", "x.svg"]):
            self.refused("bench", "temporal", *words, says="bench temporal does not support")
        for bench in ("mask", "temporal"):
            self.refused("bench", bench, "--device", "tpu", says="--device: unknown value 'tpu'; choose cpu or gpu")
        self.refused("bench", "mask", "--peers", "tests/peers", says="--peers is only supported by bench pack")
        for words in (["--device", "gpu"], ["--quick"], ["--csv"], ["--roofline", "x.svg"]):
            self.refused("bench", "pack", *words, says="bench pack and bench optimal do not support")
        self.refused("bench", "mask", "--quick", "--roofline", self.folder / "none" / "x.svg", says="x.svg")


class Graph(ProgramTest):
    def test_report(self):
        report = self.json("bench", "graph", "--quick")
        self.assertEqual((report["schema"], report["bench"]), ("tuplepack.bench/1", "graph"))
        cases = {(case["graph"], case["method"], case["balance"]): case for case in report["cases"]}
        for graph in ("LFR-like 10", "R-MAT 10"):
            ours = [cases[graph, "restream", "nodes"], cases[graph, "multilevel", "nodes,edges"]]
            for case in ours:
                self.assertEqual((case["nodes"], case["parts"]), (1024, 4))
                self.assertTrue(0 < case["cut_fraction"] < 0.75)  # 0.75 at random
                self.assertTrue(1 <= case["node_balance"] <= 1.05)
                peer = cases.get((graph, "METIS", case["balance"]))
                if peer:  # where METIS is installed
                    self.assertAlmostEqual(case["cut_over_metis"], case["cut_fraction"] / peer["cut_fraction"])
            self.assertLessEqual(ours[1]["edge_balance"], 1.05)
            streamed = cases[graph, "restream", "nodes,edges"]
            self.assertLessEqual(streamed["edge_balance"], 1.05)
            self.assertAlmostEqual(streamed["cut_over_multilevel"], streamed["cut_fraction"] / ours[1]["cut_fraction"])
            self.assertLess(streamed["cut_over_multilevel"], 1.4)
        passes = {case["pass"]: case for case in report["passes"]}
        self.assertEqual(list(passes), ["parse csv", "write", "dispatch"])
        self.assertEqual({case["edges"] for case in passes.values()}, {16 * 1024})
        self.assertEqual(passes["write"]["bytes"], passes["dispatch"]["bytes"])
        self.assertGreater(passes["dispatch"]["bytes"], 37 * 16 * 1024)  # both ends, ids, types
        if not SANITIZED:
            again = self.json("bench", "graph", "--quick")
            self.assertEqual([case["cut_fraction"] for case in again["cases"]], [case["cut_fraction"] for case in report["cases"]])

    def test_table_and_refusals(self):
        text = self.ok("bench", "graph", "--quick")
        self.assertRegex(text, r"(?m)^ *R-MAT 10 +4 +nodes,edges +multilevel +0\.")
        self.assertRegex(text, r"(?m)^ *R-MAT 10 +16,384 +dispatch +8 ")
        self.refused("bench", "graph", "--csv", says="bench graph does not support --device gpu, --peers, --csv or --roofline")
        self.refused("bench", "mask", "--large", says="--large is only supported by bench graph")


class Subgraphs(ProgramTest):
    def test_report(self):
        report = self.json("bench", "subgraphs", "--quick", "--data", DATA)
        self.assertEqual((report["schema"], report["bench"]), ("tuplepack.bench/1", "subgraphs"))
        cases = {case["name"]: case for case in report["cases"]}
        for name, goal in (("sampled and numbered", 20_000), ("edges", 75), ("records with features inline", 10_000),
                           ("share of the plain gather", 0.8), ("checksum over memcpy", 1), ("two threads over one", 1.7)):
            self.assertEqual(cases[name]["at_least"], goal)
            self.assertEqual(cases[name]["met"], cases[name]["value"] >= goal)
        self.assertEqual(cases["weighted over uniform"]["at_most"], 3)
        self.assertLess(cases["memory of 200 subgraphs"]["value"], 100)
        self.assertGreater(cases["edges per subgraph"]["value"], 100)
        self.assertRegex(self.ok("bench", "subgraphs", "--quick", "--data", DATA), r"(?m)^ *sampled and numbered .* at least 20,000 ")
        self.refused("bench", "subgraphs", "--csv",
                     says="bench subgraphs does not support --device gpu, --peers, --csv or --roofline")


class Ranks(ProgramTest):
    def test_a_process_alone(self):
        report = self.json("bench", "ranks", "--quick")
        self.assertEqual([(case["command"], case["ranks"], case["speedup"]) for case in report["cases"]],
                         [(name, 1, 1) for name in ("stats", "partition", "dispatch", "verify", "subgraphs")])
        self.assertRegex(self.ok("bench", "ranks", "--quick"), r"(?m)^ *dispatch +16,384 edges +1 ")
        self.refused("bench", "ranks", "--csv", says="bench ranks does not support")


if __name__ == "__main__":
    unittest.main()
