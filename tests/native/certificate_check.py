"""Checks the certificate of a plan file, sharing nothing with the program: python3 certificate_check.py PLAN.json

For small problems: every pack is looked at, in exact integers. docs/certificates.md describes the format."""

import argparse
import json
import sys
import time
from collections import Counter


class Refused(Exception):
    """Why a certificate proves nothing."""


class Work:
    """The packs that are looked at, of which there may be too many. They are not the steps that a plan file counts,
    which are those of the program's checker."""

    def __init__(self, most=10**7, seconds=None):
        self.most, self.done = most, 0
        self.end = None if seconds is None else time.monotonic() + seconds

    def add(self, packs=1):
        self.done += packs
        if self.most and self.done > self.most:
            raise Refused(f"more than {self.most:,} packs to look at")
        if self.end is not None and time.monotonic() > self.end:
            raise Refused(f"out of time after {self.done:,} packs")


class Problem:
    """Distinct sizes, how many items have each, the limits of a pack, and which sizes no pack may hold together. It is
    changed case by case, and changed back."""

    def __init__(self, sizes, counts, limits):
        self.sizes, self.counts, self.limits = list(sizes), list(counts), list(limits)
        self.apart = [set() for _ in self.sizes]  # by size: the numbers of others, or its own

    def may_share(self, a, b):
        enough = self.counts[a] >= 2 if a == b else self.counts[a] >= 1 and self.counts[b] >= 1
        fit = all(x + y <= limit for x, y, limit in zip(self.sizes[a], self.sizes[b], self.limits))
        return enough and fit and b not in self.apart[a]

    def together(self, a, b):
        """An item of both is one item, of a size of its own."""
        new = len(self.sizes)
        self.sizes.append(tuple(x + y for x, y in zip(self.sizes[a], self.sizes[b])))
        self.counts.append(1)
        self.counts[a] -= 1
        self.counts[b] -= 1
        self.apart.append(self.apart[a] | self.apart[b])
        for other in self.apart[new]:
            self.apart[other].add(new)

    def undo_together(self, a, b):
        new = len(self.sizes) - 1
        for other in self.apart.pop():
            self.apart[other].remove(new)
        self.sizes.pop()
        self.counts.pop()
        self.counts[a] += 1
        self.counts[b] += 1

    def separate(self, a, b):
        self.apart[a].add(b)
        self.apart[b].add(a)

    def undo_separate(self, a, b):
        self.apart[a].discard(b)
        self.apart[b].discard(a)

    def most_valuable(self, prices, work):
        """The value of the best pack."""
        best = {(tuple(self.limits), frozenset()): 0}  # room left, and which sizes with others apart are in the pack
        for bin, (size, count, price) in enumerate(zip(self.sizes, self.counts, prices)):
            if price == 0:
                continue
            foes = self.apart[bin] - {bin}
            most = min(count, 1) if bin in self.apart[bin] else count
            found = dict(best)
            for (room, held), value in best.items():
                work.add()
                if held & foes:
                    continue
                then = held | {bin} if self.apart[bin] else held
                for copies in range(1, most + 1):
                    room = tuple(r - s for r, s in zip(room, size))
                    if min(room) < 0:
                        break
                    work.add()
                    value += price
                    if found.get((room, then), -1) < value:
                        found[room, then] = value
            best = found
        return max(best.values())


def room_in(plan):
    """What a pack can hold: the limits and the depth, less the reserve, in whole multiples of both alignments."""
    fitting = plan.get("fitting", {})
    ones, zeros = [1] * len(plan["limits"]), [0] * len(plan["limits"])
    limits = []
    for limit, reserve, total, item in zip(plan["limits"], fitting.get("reserve", zeros),
                                           fitting.get("align_total", ones), fitting.get("align_item", ones)):
        free = max(limit - reserve, 0)
        free -= free % total
        limits.append(free - free % item)
    depth = plan["depth"]
    if depth is not None:
        depth -= fitting.get("reserve_items", 0)
    stated = plan.get("room")
    if stated is not None and (stated.get("limits"), stated.get("depth")) != (limits, depth):
        raise Refused("the room is not what reserve and alignment leave of the limits")
    return limits, depth


def problem_of(plan):
    """The items of a plan file in ascending order of sizes, with the room of its packs."""
    items = Counter()
    for strategy in plan["strategies"]:
        for size in strategy["items"]:
            items[tuple(size)] += strategy["repeat"]
    limits, depth = room_in(plan)
    sizes = sorted(items)
    if "baseline" in plan:
        component = plan["histogram"]["components"].index(plan["baseline"])
        limits = [limit if c == component else sum(size[c] * items[size] for size in sizes)
                  for c, limit in enumerate(limits)]
    counts = [items[size] for size in sizes]
    if depth is not None:  # a limit of items is a size of 1
        limits = limits + [depth]
        sizes = [size + (1,) for size in sizes]
    return Problem(sizes, counts, limits)


def check_prices(problem, scale, prices, work):
    """The packs that prices prove."""
    if len(prices) != len(problem.sizes):
        raise Refused(f"{len(prices)} prices for {len(problem.sizes)} sizes")
    if not all(type(price) is int for price in [scale, *prices]) or scale < 1 or min(prices) < 0:
        raise Refused("a price or the scale is no natural number")
    if problem.most_valuable(prices, work) > scale:
        raise Refused("a pack is worth more than the scale")
    total = sum(count * price for count, price in zip(problem.counts, prices))
    return -(-total // scale)


def check_cases(problem, packs, cases, work):
    """Raises Refused unless the cases are all there are, and each needs so many packs."""
    path = []  # the splits that the case at hand is within, and whether it is that apart
    for place, case in enumerate(cases):
        if place > 0 and not path:
            raise Refused("a case is surplus: no split refers to it")
        if "split" in case:
            a, b = case["split"]
            known = 0 <= a < len(problem.sizes) and 0 <= b < len(problem.sizes)
            if not known or not problem.may_share(a, b):
                raise Refused("a split of what is apart anyway")
            work.add(1 + len(problem.apart[a]) + len(problem.apart[b]))
            problem.together(a, b)
            path.append((a, b, False))
            continue
        if check_prices(problem, case["scale"], case["prices"], work) < packs:
            raise Refused("the prices of a case prove too few packs")
        while path and path[-1][2]:
            problem.undo_separate(*path.pop()[:2])
        if path:
            a, b, _ = path.pop()
            problem.undo_together(a, b)
            problem.separate(a, b)
            path.append((a, b, True))
    if path or not cases:
        raise Refused("a case is missing")


def proven_packs(plan, work=None):
    """The packs that the certificate of a plan proves necessary."""
    work = Work() if work is None else work
    certificate = plan["certificate"]
    problem = problem_of(plan)
    packs = check_prices(problem, certificate["scale"], certificate["prices"], work)
    if not {"cases", "packs"} & set(certificate):
        return packs
    check_cases(problem, certificate["packs"], certificate.get("cases", []), work)
    return max(packs, certificate["packs"])


if __name__ == "__main__":
    words = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    words.add_argument("plan", metavar="PLAN.json")
    words.add_argument("--max-work", type=int, default=10**7, help="packs that may be looked at; 0 for any number")
    words.add_argument("--time-limit", type=float, help="seconds")
    given = words.parse_args()
    with open(given.plan, encoding="utf-8") as file:
        plan = json.load(file)
    try:
        print(proven_packs(plan, Work(given.max_work, given.time_limit)))
    except Refused as refused:
        sys.exit(f"{given.plan}: {refused}")
