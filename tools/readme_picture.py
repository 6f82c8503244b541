#!/usr/bin/env python3
"""Draws docs/packing.svg: a few packs of a real plan, beside the same items padded one by one.

    tools/readme_picture.py build/release/native/cli/tuplepack
"""
import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LIMIT = 384
PACKS = 14
ROW, GAP, WIDTH, LEFT, TOP = 9, 3, 300, 16, 46
COLOURS = ["#30678d", "#35b778", "#8fd744", "#443a83", "#21918c"]


def sample_packs(program):
    """Typical packs: evenly spaced over the packs of the plan, not over its strategies."""
    data = ROOT / "tests/data/squad_384.csv"
    output = subprocess.run([program, "pack", data, "--limits", str(LIMIT), "--json"], check=True, capture_output=True)
    plan = json.loads(output.stdout)
    total = plan["metrics"]["packs"]
    wanted = [total * (2 * i + 1) // (2 * PACKS) for i in range(PACKS)]
    packs, seen = [], 0
    for strategy in plan["strategies"]:
        seen += strategy["repeat"]
        while wanted and wanted[0] < seen:
            packs.append([length for (length,) in strategy["items"]])
            wanted.pop(0)
    return packs


def bar(x, y, length, colour):
    return f'<rect x="{x:.1f}" y="{y}" width="{length * WIDTH / LIMIT:.1f}" height="{ROW}" fill="{colour}"/>'


def panel(x, title, rows):
    """One box of rows; a row is a list of (length, colour)."""
    used = sum(length for row in rows for length, _ in row)
    share = f"{len(rows)} rows of {LIMIT} tokens, {used / (LIMIT * len(rows)):.0%} used"
    parts = [f'<text x="{x}" y="18" font-weight="bold">{title}</text>', f'<text x="{x}" y="36" fill="#777">{share}</text>']
    for i, row in enumerate(rows):
        y, at = TOP + i * (ROW + GAP), x
        parts.append(f'<rect x="{x}" y="{y}" width="{WIDTH}" height="{ROW}" fill="#9994" />')
        for length, colour in row:
            parts.append(bar(at, y, length, colour))
            at += length * WIDTH / LIMIT
    return parts


def main():
    packs = [[(length, COLOURS[(p + i) % len(COLOURS)]) for i, length in enumerate(pack)]
             for p, pack in enumerate(sample_packs(sys.argv[1]))]
    padded = [[item] for pack in packs for item in pack]
    height = TOP + len(padded) * (ROW + GAP) + 8
    second = LEFT + WIDTH + 48
    body = panel(LEFT, "padded", padded) + panel(second, "packed", packs)
    svg = (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {second + WIDTH + LEFT} {height}" '
           f'font-family="sans-serif" font-size="13" fill="#888">\n' + "\n".join(body) + "\n</svg>\n")
    (ROOT / "docs/packing.svg").write_text(svg)


if __name__ == "__main__":
    if "--help" in sys.argv[1:]:
        sys.exit(print(__doc__, end=""))
    main()
