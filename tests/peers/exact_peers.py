#!/usr/bin/env python3
"""Times general solvers on the problems of `tuplepack bench exact` against `--method optimal`.

    exact_peers.py --program PROGRAM [--data tests/data] [--sample 5] [--seconds 10] [--arcs 200000] [--only TEXT] [--json]

The solvers get the arc-flow model of arc_flow.py; tools/setup.sh peers installs them:

CBC      of Debian, the program `cbc`
HiGHS    of the npm package, as WebAssembly

Of every set a sample is drawn, of which all solvers solve those whose model has at most --arcs arcs, one after the other.
Times are each solver's own, without making and reading the model: CBC's are processor time, the others' elapsed. What is
not solved within the seconds counts as that long: medians and ratios are at least so large.

Exit status: 0 on success, 1 if a solver finds another optimum than was proven, 77 if there is no solver.
"""
import argparse
import json
import pathlib
import random
import re
import shutil
import statistics
import subprocess
import sys
import tempfile

from arc_flow import TooLarge, write_model

HERE = pathlib.Path(__file__).resolve().parent
SEED = 2026
PATIENCE = 30  # seconds that a solver may take beyond its limit before it is ended


def ours(program, problem, folder, seconds):
    """The seconds, the packs, and whether they are proven optimal."""
    width = len(problem["limits"])
    rows = zip(*(problem["sizes"][c::width] for c in range(width)), problem["counts"])
    table = folder / "problem.csv"
    names = [*(f"size{c}" for c in range(width)), "count"]
    table.write_text("\n".join(",".join(map(str, row)) for row in [names, *rows]) + "\n", encoding="ascii")
    depth = [] if problem["depth"] is None else ["--depth", str(problem["depth"])]
    done = subprocess.run([program, "pack", table, "--limits", ",".join(map(str, problem["limits"])), *depth, "--method",
                           "optimal", "--time-limit", str(seconds), "--json"], check=True, capture_output=True)
    metrics = json.loads(done.stdout)["metrics"]
    return metrics["seconds"], metrics["packs"], metrics["gap"] == 0


def cbc(model, seconds):
    """The seconds and the optimum, or None."""
    done = subprocess.run(["cbc", model, "-allow", "0.999", "-sec", str(seconds), "-solve"], capture_output=True, text=True,
                          stdin=subprocess.DEVNULL, timeout=seconds + PATIENCE)
    objective = re.search(r"^Objective value: +(\S+)", done.stdout, re.M)
    took = re.search(r"^Total time \(CPU seconds\): +(\S+)", done.stdout, re.M)
    optimal = objective and took and "Result - Optimal solution found" in done.stdout
    return (float(took[1]), round(float(objective[1]))) if optimal else None


def highs(model, seconds):
    done = subprocess.run(["node", HERE / "solve_highs.mjs", model, str(seconds)], capture_output=True, text=True,
                          timeout=seconds + PATIENCE)
    if done.returncode != 0:
        return None  # out of memory, say
    result = json.loads(done.stdout)
    return (result["seconds"], round(result["objective"])) if result["optimal"] else None


def peers():
    """The solvers there are, by name."""
    found = {"CBC": cbc} if shutil.which("cbc") else {}
    if shutil.which("node") and (HERE / "node_modules/highs").is_dir():
        found["HiGHS"] = highs
    return found


def solved(solve, model, seconds):
    """The seconds and the optimum if it came in time."""
    try:
        result = solve(model, seconds)
    except subprocess.TimeoutExpired:
        return None
    return result if result and result[0] <= seconds else None


def sample_of(problems, most):
    """One of every part of the set, which is divided into so many."""
    chance = random.Random(SEED)
    most = min(most, len(problems))
    bounds = [i * len(problems) // most for i in range(most + 1)]
    return [problems[chance.randrange(first, last)] for first, last in zip(bounds, bounds[1:])]


def row_of(problems):
    """Sets of nine kinds of one thing are one row."""
    return re.sub(r"^(vectors of class)( \d)$", r"\1es 1 to 9", problems)


def measure(arguments, solvers, folder):
    """By row of the table, how many problems were drawn, and for each with a model the seconds of every solver that
    solved it; and what solvers disagree on."""
    written = folder / "problems.json"
    subprocess.run([arguments.program, "bench", "exact", "--data", arguments.data, "--write", written], check=True)
    rows, wrong = {}, []
    for entry in json.loads(written.read_text(encoding="utf-8"))["sets"]:
        if arguments.only not in entry["name"]:
            continue
        row = rows.setdefault(row_of(entry["name"]), {"drawn": 0, "times": []})
        for problem in sample_of(entry["problems"], arguments.sample):
            row["drawn"] += 1
            model = folder / "model.mps"
            try:
                write_model(problem, model, arguments.arcs)
            except TooLarge:
                continue
            seconds, packs, proven = ours(arguments.program, problem, folder, arguments.seconds)
            times = {"tuplepack": seconds} if proven else {}
            for name, solve in solvers.items():
                result = solved(solve, model, arguments.seconds)
                if result is None:
                    continue
                if proven and result[1] != packs or result[1] > packs:
                    wrong.append(f"{entry['name']} {problem['name']}: {name} finds {result[1]} packs, not {packs}")
                else:
                    times[name] = result[0]
            row["times"].append(times)
            if sys.stderr.isatty():
                print(entry["name"], problem["name"], times, file=sys.stderr)
    return rows, wrong


def summary(found, name, seconds):
    """Of one solver and one row: how many it solved, and the median and the longest time."""
    times = [times.get(name, seconds) for times in found]
    count = sum(name in times for times in found)
    return {"solved": count, "median_seconds": statistics.median(times), "max_seconds": max(times)} if times else None


def report(rows, names, seconds):
    return [{"problems": name, "drawn": row["drawn"], "modelled": len(row["times"])}
            | {solver: summary(row["times"], solver, seconds) for solver in names} for name, row in rows.items()]


def table(lines, names, seconds):
    """In Markdown. The ratio is that of the median times."""
    def shown(value):
        if value >= seconds:
            return f"> {seconds:g} s"
        return f"{value:.2g} s" if value >= 0.1 else f"{1000 * value:.2g} ms"

    def cell(line, name):
        one = line[name]
        if one is None:
            return "–"
        parts = [str(one["solved"]), shown(one["median_seconds"]), shown(one["max_seconds"])]
        if name != "tuplepack":
            ratio = f"{one['median_seconds'] / max(line['tuplepack']['median_seconds'], 1e-5):,.0f} ×"
            parts.append("≥ " + ratio if one["median_seconds"] >= seconds else ratio)
        return " · ".join(parts)

    header = ["problems", "drawn", "modelled", *(f"{name}: solved · median · max" for name in names)]
    header[4:] = [name + " · ratio" for name in header[4:]]
    rows = [[line["problems"], str(line["drawn"]), str(line["modelled"]), *(cell(line, name) for name in names)]
            for line in lines]
    rows = [header, ["---", *["---:"] * (len(header) - 1)], *rows]
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", required=True)
    parser.add_argument("--data", default=HERE.parent / "data")
    parser.add_argument("--sample", type=int, default=5)
    parser.add_argument("--seconds", type=int, default=10)
    parser.add_argument("--arcs", type=int, default=200_000)
    parser.add_argument("--only", default="", help="sets whose names contain this")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    solvers = peers()
    if not solvers:
        print("neither cbc nor HiGHS is installed: tools/setup.sh peers", file=sys.stderr)
        return 77
    with tempfile.TemporaryDirectory() as folder:
        rows, wrong = measure(arguments, solvers, pathlib.Path(folder))
    names = ["tuplepack", *solvers]
    lines = report(rows, names, arguments.seconds)
    print(json.dumps(lines) if arguments.json else table(lines, names, arguments.seconds), end="\n" if arguments.json else "")
    for line in wrong:
        print(line, file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
