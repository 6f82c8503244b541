#!/usr/bin/env python3
"""Plain Python transcriptions of the published packing algorithms: oracle and speed reference of the C++ core.

SPFHP  Kosec, Fu, Krell 2021, section 3.1.1: worst fit on classes of packs.
LPFHP  the same, appendix G: best fit with count splitting.
DLPFHP Krell et al. 2022, section 2.4: best fit on tuples, ordered by a heuristic.

Written for clarity, with the dictionaries of lists of the papers' own listings.
Each function returns [(repeat, [size tuple, ...]), ...].

    published.py FILE.csv --limits 222,502 --depth 256 --method lpfhp --heuristic product [--time-limit S] --json
"""
import argparse
import csv
import json
import sys
import time
from collections import defaultdict

UNLIMITED = 1 << 62

HEURISTICS = {
    "product": lambda size: _product(size),
    "sum": sum,
    "max": max,
    "min": min,
}


def _product(size):
    result = 1
    for value in size:
        result *= value
    return result


def heuristic_by_name(name):
    if name.startswith("component:"):
        component = int(name.split(":")[1])
        return lambda size: size[component]
    return HEURISTICS[name]


class OutOfTime(Exception):
    pass


class Clock:
    def __init__(self, seconds):
        self.end = time.perf_counter() + seconds if seconds else None

    def tick(self):
        if self.end is not None and time.perf_counter() > self.end:
            raise OutOfTime


def _file(pack, count, open_packs, closed, free, depth):
    """Files a class of `count` equal packs under its free space, or as closed if nothing more may enter."""
    (closed if free == 0 or len(pack) == depth else open_packs)[free].append((count, pack))


def _all(open_packs, closed):
    return [entry for part in (closed, open_packs) for entries in part.values() for entry in entries]


def spfhp(histogram, limit, depth=UNLIMITED, clock=Clock(None)):
    """histogram: {length: count}."""
    open_packs, closed = defaultdict(list), defaultdict(list)
    for length in sorted(histogram, reverse=True):
        left = histogram[length]
        free = limit
        while left > 0 and free >= length:
            if not open_packs[free]:
                free -= 1
                continue
            clock.tick()
            count, pack = open_packs[free].pop()
            used = min(count, left)
            if count > used:
                open_packs[free].append((count - used, pack))
            _file(pack + [(length,)], used, open_packs, closed, free - length, depth)
            left -= used
        if left > 0:
            _file([(length,)], left, open_packs, closed, limit - length, depth)
    return _all(open_packs, closed)


def lpfhp(histogram, limit, depth=UNLIMITED, distribute=True, clock=Clock(None)):
    """histogram: {length: count}."""
    open_packs, closed = defaultdict(list), defaultdict(list)
    for length in sorted(histogram, reverse=True):
        left = histogram[length]
        free = length
        while left > 0:
            if free <= limit and not open_packs[free]:
                free += 1
                continue
            clock.tick()
            if free <= limit:
                count, pack = open_packs[free].pop()
                copies = min(free // length, depth - len(pack), left) if distribute else 1
                used = min(count, left // copies)
                if count > used:
                    open_packs[free].append((count - used, pack))
                _file(pack + [(length,)] * copies, used, open_packs, closed, free - copies * length, depth)
                left -= used * copies
                free = length
            else:  # opens packs; the remainder of the division opens another class without a search
                copies = min(limit // length, depth, left) if distribute else 1
                used = left // copies
                _file([(length,)] * copies, used, open_packs, closed, limit - copies * length, depth)
                left -= used * copies
    return _all(open_packs, closed)


def dlpfhp(histogram, limits, depth=UNLIMITED, heuristic=_product, clock=Clock(None)):
    """histogram: {(size, ...): count}."""
    open_packs, closed = defaultdict(list), defaultdict(list)
    bins = sorted(((heuristic(size), size, count) for size, count in histogram.items()), reverse=True)
    for score, size, left in bins:
        lowest = score
        while left > 0:
            clock.tick()
            found = None
            for key in sorted(key for key in open_packs if key >= lowest):
                for index, (count, room, pack) in enumerate(open_packs[key]):
                    if all(s <= r for s, r in zip(size, room)):
                        found = key, index
                        break
                if found:
                    break
            if found:
                key, index = found
                count, room, pack = open_packs[key].pop(index)
                used = min(count, left)
                if count > used:
                    open_packs[key].append((count - used, room, pack))
                elif not open_packs[key]:
                    del open_packs[key]
                lowest = score + 1  # as published: the next search of this bin skips its own key
            else:
                used, room, pack = left, limits, []
            room = tuple(r - s for r, s in zip(room, size))
            pack = pack + [size]
            key = heuristic(room)
            target = closed if key == 0 or len(pack) == depth else open_packs
            target[key].append((used, room, pack))
            left -= used
    return [(count, pack) for part in (closed, open_packs) for entries in part.values() for count, _, pack in entries]


METHODS = {"spfhp": spfhp, "lpfhp": lpfhp}


def pack(histogram, limits, depth, method, heuristic, clock=Clock(None)):
    if len(limits) == 1:
        lengths = {size[0]: count for size, count in histogram.items()}
        function = METHODS[method]
        return function(lengths, limits[0], depth, clock=clock)
    if method != "lpfhp":
        sys.exit("published.py: only lpfhp is published for several components")
    return dlpfhp(histogram, limits, depth, heuristic_by_name(heuristic), clock)


def read_histogram(path):
    with open(path, newline="") as file:
        rows = csv.reader(file)
        next(rows)
        return {tuple(map(int, row[:-1])): int(row[-1]) for row in rows if int(row[-1])}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file")
    parser.add_argument("--limits", required=True, type=lambda text: tuple(map(int, text.split(","))))
    parser.add_argument("--depth", type=int, default=UNLIMITED)
    parser.add_argument("--method", default="lpfhp", choices=["spfhp", "lpfhp"])
    parser.add_argument("--heuristic", default="product")
    parser.add_argument("--time-limit", type=float, default=None, help="seconds after which to give up")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    histogram = read_histogram(arguments.file)
    started = time.perf_counter()
    result = {"finished": True, "packs": None, "strategies": None}
    try:
        plan = pack(histogram, arguments.limits, arguments.depth, arguments.method, arguments.heuristic,
                    Clock(arguments.time_limit))
        result["packs"] = sum(count for count, _ in plan)
        result["strategies"] = len(plan)
    except OutOfTime:
        result["finished"] = False
    result["seconds"] = time.perf_counter() - started
    print(json.dumps(result) if arguments.json else result)


if __name__ == "__main__":
    main()
