#!/usr/bin/env python3
"""Summarises what `tools/gpu_verify.sh OUT` measured.

usage: tools/gpu_results.py OUT RESULTS

Reads OUT/verify.jsonl and, if they exist, OUT/{mask,loss,access,temporal}-{1,2}.json and OUT/{,access_}peers.json.
Writes RESULTS/GPU.csv (named after the GPU) with a copy in OUT, and prints a table: each case with its share of the
ceiling in both runs and its goal (for a pipeline, its time relative to the slower stage), then the peers.
"""
import csv
import json
import pathlib
import re
import sys

COLUMNS = ["date", "commit", "driver", "run", "bench", "kind", "name", "bytes", "seconds", "median_seconds", "spread",
           "runs", "bytes_per_second", "ceiling", "share", "goal_share", "goal_seconds", "ratio",
           "goal_ratio", "met"]


def parsed(path):
    """The JSON in a file; None if it is missing or truncated."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None


def rows_of(run, report, environment):
    for kind, entries in (("ceiling", report.get("ceilings", [])), ("case", report["cases"])):
        for entry in entries:
            yield {**{key: environment.get(key, "") for key in ("date", "commit", "driver")}, "run": run,
                   "bench": report["bench"], "kind": kind, **entry}


def write_csv(path, rows):
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, COLUMNS, extrasaction="ignore", lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def goal(row):
    goals = [f">= {row['goal_share']:.2f}"] if "goal_share" in row else []
    goals += [f"<= {row['goal_seconds'] * 1e6:.1f} us"] if "goal_seconds" in row else []
    goals += [f"<= {row['goal_ratio']:.2f}"] if "goal_ratio" in row else []
    return ", ".join(goals)


def relative(row):
    """A case relative to its ceiling, or a pipeline to its slower stage; empty for what is only timed."""
    value = row.get("share", row.get("ratio"))
    return "" if value is None else f"{value:.2f}"


def case_lines(rows):
    cases = {}
    for row in rows:
        if row["kind"] == "case":
            cases.setdefault((row["bench"], row["name"]), []).append(row)
    yield f"{'case':56} {'best us':>20} {'share':>13} {'of':14} {'goal':18} met"
    for (_, name), runs in cases.items():
        times = " / ".join(f"{row['seconds'] * 1e6:.1f}" for row in runs)
        shares = " / ".join(filter(None, map(relative, runs)))
        met = " / ".join("yes" if row["met"] else "no" for row in runs if "met" in row)
        of = runs[0].get("ceiling", "slower stage" if "ratio" in runs[0] else "")
        yield f"{name:56} {times:>20} {shares:>13} {of:14} {goal(runs[-1]):18} {met}"


def peer_lines(peers):
    for row in peers["peers"]:
        if "ratio" in row:
            verdict = f" (goal {row['goal_ratio']}: {'met' if row['met'] else 'missed'})" if "goal_ratio" in row else ""
            yield f"{row['case'] + ': ' + row['name']:56} takes {row['ratio']:.2f} times as long{verdict}"
        elif "unsupported" in row:
            yield f"{row['case'] + ': ' + row['name']:56} unsupported"
    for oracle in peers["oracles"]:
        answer = "unsupported" if "unsupported" in oracle else "agrees" if oracle["agrees"] else "DISAGREES"
        yield f"{oracle['name']:56} {answer}"


def main(out, results):
    lines = (out / "verify.jsonl").read_text(encoding="utf-8").splitlines()
    stages = [json.loads(line) for line in lines]
    environment = next(stage for stage in stages if stage["stage"] == "environment")
    rows = []
    for run in (1, 2):
        for bench in ("mask", "loss", "access", "temporal"):
            if report := parsed(out / f"{bench}-{run}.json"):
                rows.extend(rows_of(run, report, environment))
    if rows:
        name = re.sub(r"[^a-z0-9]+", "-", environment.get("gpu", "").lower()).strip("-") + ".csv"
        for folder in (results, out):
            write_csv(folder / name, rows)
    print("\n" + "\n".join(case_lines(rows)))
    for name in ("peers.json", "access_peers.json"):
        if peers := parsed(out / name):
            print("\n".join(peer_lines(peers)))
    print("\n".join(f"{stage['stage']:56} {stage['result']}" for stage in stages if "result" in stage))


if __name__ == "__main__":
    if "--help" in sys.argv[1:]:
        sys.exit(print(__doc__, end=""))
    if len(sys.argv) != 3:
        sys.exit("usage: tools/gpu_results.py OUT RESULTS")
    main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))
