#!/usr/bin/env python3
"""Compares the published plans of the C++ core, as recorded in the golden files, with published.py.

Plans are equal if every multiset of items fills equally many packs, whatever the order of strategies and whether equal
ones are listed once or twice.
"""
import json
import sys
from collections import Counter
from pathlib import Path

import published

TESTS = Path(__file__).resolve().parent.parent

DATA = {
    "wikipedia": "wikipedia_512.csv",
    "squad": "squad_384.csv",
    "glue_cola": "glue_cola_128.csv",
    "glue_rte": "glue_rte_128.csv",
    "glue_sst2": "glue_sst2_128.csv",
    "glue_stsb": "glue_stsb_128.csv",
    "glue_wnli": "glue_wnli_128.csv",
    "molhiv": "molhiv_train.csv",
}


def recorded_plan(document):
    plan = Counter()
    for strategy in document["strategies"]:
        plan[tuple(sorted(map(tuple, strategy["items"])))] += strategy["repeat"]
    return plan


def transcribed_plan(document, histogram):
    heuristic = document["heuristic"]
    if heuristic.startswith("component:"):
        name = heuristic.split(":")[1]
        heuristic = f"component:{document['histogram']['components'].index(name)}"
    depth = document["depth"] or published.UNLIMITED
    plan = Counter()
    for repeat, items in published.pack(histogram, tuple(document["limits"]), depth, document["method"], heuristic):
        plan[tuple(sorted(items))] += repeat
    return plan


def main():
    files = sorted((TESTS / "golden").glob("*.json"))
    if not files:
        sys.exit("no golden files")
    failures = 0
    for path in files:
        document = json.loads(path.read_text())
        if not document.get("paper") or document["method"] not in published.METHODS:
            continue
        data = next(file for prefix, file in DATA.items() if path.name.startswith(prefix))
        histogram = published.read_histogram(TESTS / "data" / data)
        recorded, transcribed = recorded_plan(document), transcribed_plan(document, histogram)
        equal = recorded == transcribed
        failures += not equal
        print(f"{path.name}: {sum(recorded.values())} packs, {len(recorded)} strategies:", "equal" if equal else
              f"NOT EQUAL: {len(recorded - transcribed)} strategies more, {len(transcribed - recorded)} less")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
