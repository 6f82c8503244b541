"""Checks the certificate of a plan file, sharing nothing with the program: python3 certificate_check.py PLAN.json

For small problems: every pack is looked at, in exact integers. docs/certificates.md describes the format."""

import json
import sys
from collections import Counter


class Refused(Exception):
    """Why a certificate proves nothing."""


class Problem:
    """Distinct sizes, how many items have each, the limits of a pack, and which sizes no pack may hold together."""

    def __init__(self, sizes, counts, limits):
        self.sizes, self.counts, self.limits = list(sizes), list(counts), list(limits)
        self.apart = set()  # frozensets of one or two numbers of sizes

    def may_share(self, a, b):
        enough = self.counts[a] >= 2 if a == b else self.counts[a] >= 1 and self.counts[b] >= 1
        fit = all(x + y <= limit for x, y, limit in zip(self.sizes[a], self.sizes[b], self.limits))
        return enough and fit and frozenset((a, b)) not in self.apart

    def together(self, a, b):
        """An item of both is one item, of a size of its own."""
        case = Problem(self.sizes, self.counts, self.limits)
        new = len(self.sizes)
        case.sizes.append(tuple(x + y for x, y in zip(self.sizes[a], self.sizes[b])))
        case.counts.append(1)
        case.counts[a] -= 1
        case.counts[b] -= 1
        case.apart = set(self.apart)
        for other in range(new):
            if frozenset((a, other)) in self.apart or frozenset((b, other)) in self.apart:
                case.apart.add(frozenset((new, other)))
        return case

    def separate(self, a, b):
        case = Problem(self.sizes, self.counts, self.limits)
        case.apart = self.apart | {frozenset((a, b))}
        return case

    def most_valuable(self, prices):
        """The value of the best pack."""
        watched = sorted({bin for pair in self.apart for bin in pair})
        best = {(tuple(self.limits), frozenset()): 0}  # room left, and which of the watched are in the pack
        for bin, (size, count, price) in enumerate(zip(self.sizes, self.counts, prices)):
            if price == 0:
                continue
            foes = {other for pair in self.apart if bin in pair for other in pair} - {bin}
            most = min(count, 1) if frozenset((bin,)) in self.apart else count
            found = dict(best)
            for (room, held), value in best.items():
                if held & foes:
                    continue
                then = held | {bin} if bin in watched else held
                for copies in range(1, most + 1):
                    room = tuple(r - s for r, s in zip(room, size))
                    if min(room) < 0:
                        break
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


def check_prices(problem, scale, prices):
    """The packs that prices prove."""
    if len(prices) != len(problem.sizes):
        raise Refused(f"{len(prices)} prices for {len(problem.sizes)} sizes")
    if not all(type(price) is int for price in [scale, *prices]) or scale < 1 or min(prices) < 0:
        raise Refused("a price or the scale is no natural number")
    if problem.most_valuable(prices) > scale:
        raise Refused("a pack is worth more than the scale")
    total = sum(count * price for count, price in zip(problem.counts, prices))
    return -(-total // scale)


def check_cases(problem, packs, cases):
    """Raises Refused unless the cases are all there are, and each needs so many packs."""
    cases = iter(cases)
    left = [problem]
    while left:
        case = left.pop()
        step = next(cases, None)
        if step is None:
            raise Refused("a case is missing")
        if "split" not in step:
            if check_prices(case, step["scale"], step["prices"]) < packs:
                raise Refused("the prices of a case prove too few packs")
            continue
        a, b = step["split"]
        if not (0 <= a < len(case.sizes) and 0 <= b < len(case.sizes)) or not case.may_share(a, b):
            raise Refused("a split of what is apart anyway")
        left += [case.separate(a, b), case.together(a, b)]
    if next(cases, None) is not None:
        raise Refused("a case belongs to no split")


def proven_packs(plan):
    """The packs that the certificate of a plan proves necessary."""
    certificate = plan["certificate"]
    problem = problem_of(plan)
    packs = check_prices(problem, certificate["scale"], certificate["prices"])
    if not {"cases", "packs"} & set(certificate):
        return packs
    check_cases(problem, certificate["packs"], certificate.get("cases", []))
    return max(packs, certificate["packs"])


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        print(proven_packs(json.load(file)))
