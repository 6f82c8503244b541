#!/usr/bin/env python3
"""Draws docs/anytime.svg: plan and lower bound of --method optimal while it searches, from --progress-csv.

    tools/anytime_picture.py build/release/native/cli/tuplepack
"""
import csv
import math
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
SECONDS = 10
TABLES = [("wikipedia_512.csv", "512", 3), ("squad_384.csv", "384", 3), ("molhiv_train.csv", "222,502", 256),
          ("molpcba_train_digitized.csv", "313,636", 16), ("ppa_synthetic.csv", "300,36138", 256)]
COLOURS = ["#30678d", "#35b778", "#c46c00", "#a13b8f", "#7f7f3a"]
LEFT, TOP, WIDTH, HEIGHT = 64, 34, 560, 260
FIRST, LAST = -3, 1  # powers of ten: seconds
MOST = 2.5  # percent above and below the best plan


def progress(program, table, limits, depth):
    """Lines of (seconds, packs or None, bound or None)."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "progress.csv"
        subprocess.run([program, "pack", ROOT / "tests/data" / table, "--limits", limits, "--depth", str(depth), "--method",
                        "optimal", "--time-limit", str(SECONDS), "--progress-csv", path], check=True, capture_output=True)
        with open(path, encoding="utf-8") as lines:
            return [(float(row["seconds"]), *(int(row[name]) if row[name] else None for name in ("packs", "bound")))
                    for row in csv.DictReader(lines)]


def x_of(seconds):
    power = min(max(math.log10(max(seconds, 1e-9)), FIRST), LAST)
    return LEFT + WIDTH * (power - FIRST) / (LAST - FIRST)


def y_of(percent):
    return TOP + HEIGHT * (MOST - min(max(percent, -MOST), MOST)) / (2 * MOST)


def steps(points, until):
    """A path that holds each value until the next one."""
    path = f"M{x_of(points[0][0]):.1f} {y_of(points[0][1]):.1f}"
    for seconds, percent in points[1:]:
        path += f"H{x_of(seconds):.1f}V{y_of(percent):.1f}"
    return path + f"H{x_of(until):.1f}"


def axes():
    parts = []
    for power in range(FIRST, LAST + 1):
        x = x_of(10.0**power)
        name = f"{10**power} s" if power >= 0 else f"{10**(power + 3)} ms"
        parts.append(f'<path d="M{x:.1f} {TOP}V{TOP + HEIGHT}" stroke="#9994"/>'
                     f'<text x="{x:.1f}" y="{TOP + HEIGHT + 18}" text-anchor="middle">{name}</text>')
    for percent in range(-int(MOST), int(MOST) + 1):
        y = y_of(percent)
        parts.append(f'<path d="M{LEFT} {y:.1f}H{LEFT + WIDTH}" stroke="#9994"/>'
                     f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{percent:+} %</text>')
    return parts


def main():
    body = [f'<text x="{LEFT}" y="18" font-weight="bold">Packs of the plan (solid) and lower bound (dashed), '
            'relative to the best plan; a dot where they meet</text>', *axes()]
    for i, ((table, limits, depth), colour) in enumerate(zip(TABLES, COLOURS)):
        lines = progress(sys.argv[1], table, limits, depth)
        best = min(packs for _, packs, _ in lines if packs)
        is_proven = lines[-1][1] == lines[-1][2]
        until = lines[-1][0] if is_proven else SECONDS
        for column, dash in ((1, ""), (2, ' stroke-dasharray="4 3"')):
            points = [(line[0], 100 * (line[column] / best - 1)) for line in lines if line[column]]
            body.append(f'<path d="{steps(points, until)}" fill="none" stroke="{colour}" stroke-width="2"{dash}/>')
        if is_proven:
            body.append(f'<circle cx="{x_of(until):.1f}" cy="{y_of(0):.1f}" r="3.5" fill="{colour}"/>')
        name = table.split("_")[0] + f" {limits}, depth {depth}"
        body.append(f'<text x="{LEFT + WIDTH + 16}" y="{TOP + 14 + 20 * i}" fill="{colour}">{name}</text>')
    svg = (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LEFT + WIDTH + 216} {TOP + HEIGHT + 30}" '
           f'font-family="sans-serif" font-size="13" fill="#888">\n' + "\n".join(body) + "\n</svg>\n")
    (ROOT / "docs/anytime.svg").write_text(svg, encoding="utf-8")


if __name__ == "__main__":
    if "--help" in sys.argv[1:]:
        sys.exit(print(__doc__, end=""))
    main()
