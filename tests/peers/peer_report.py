"""Shared by the scripts that time other implementations on a GPU: medians by CUDA events, the report and its table.
Timing needs torch."""
import json
import statistics
import sys


def median_seconds(torch, work, prepare=None, runs=20):
    """Median of CUDA event times, after three warm-up runs; prepare() runs before each, outside the timed region."""
    times = []
    for run in range(runs + 3):
        if prepare:
            prepare()
        begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        begin.record()
        work()
        end.record()
        end.synchronize()
        if run >= 3:
            times.append(begin.elapsed_time(end) * 1e-3)
    return statistics.median(times)


def our_seconds(reports, of):
    """The median time of the case named `of`, or whose name begins with it and a comma; None if not measured."""
    for report in reports:
        for case in report["cases"]:
            if case["name"] == of or case["name"].startswith(of + ","):
                return case["median_seconds"]
    return None


class Peers:
    """Collects the rows of the report."""

    def __init__(self, torch, reports):
        self.torch, self.reports, self.rows, self.oracles = torch, reports, [], []

    def time(self, name, of, work, prepare=None, goal=None, runs=20):
        row = {"name": name, "case": of}
        try:
            row["seconds"] = median_seconds(self.torch, work, prepare, runs)
        except (RuntimeError, ImportError) as error:  # too little memory, no compiler for torch.compile, …
            row["unsupported"] = str(error).splitlines()[0]
        ours = our_seconds(self.reports, of)
        if ours is not None and "seconds" in row:
            row |= {"ours": ours, "ratio": row["seconds"] / ours}
            if goal is not None:
                row |= {"goal_ratio": goal, "met": row["ratio"] >= goal}
        self.rows.append(row)

    def agree(self, name, difference, allowed):
        self.oracles.append({"name": name, "difference": float(difference), "allowed": allowed,
                             "agrees": bool(difference <= allowed)})

    def unsupported(self, name, error):
        self.oracles.append({"name": name, "unsupported": str(error).splitlines()[0]})


def on_device(torch, array, dtype=None):
    return torch.from_numpy(array).to("cuda", dtype=dtype)


def table(report):
    lines = [report["device"], f"{'peer':28} {'case':26} {'ms':>10} {'ours ms':>10} {'ratio':>7} {'goal':>6}"]
    for row in report["peers"]:
        if "unsupported" in row:
            lines.append(f"{row['name']:28} {row['case']:26} unsupported: {row['unsupported']}")
            continue
        ours = f"{row['ours'] * 1e3:10.4f} {row['ratio']:7.2f}" if "ours" in row else ""
        goal = f" {row['goal_ratio']:6.2f} {'met' if row['met'] else 'missed'}" if "goal_ratio" in row else ""
        lines.append(f"{row['name']:28} {row['case']:26} {row['seconds'] * 1e3:10.4f} {ours}{goal}")
    for oracle in report["oracles"]:
        said = (f"unsupported: {oracle['unsupported']}" if "unsupported" in oracle else
                f"{'agrees' if oracle['agrees'] else 'DISAGREES'} (differs by {oracle['difference']:.1e},"
                f" {oracle['allowed']:.1e} allowed)")
        lines.append(f"{oracle['name']:55} {said}")
    return "\n".join(lines)


def read_report(path):
    with open(path, encoding="utf-8") as file:
        report = json.load(file)
    if report.get("schema") != "tuplepack.bench/1" or report.get("device") != "gpu":
        sys.exit(f"{path} is not the output of `tuplepack bench --device gpu --json`")
    return report
