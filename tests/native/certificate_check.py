"""Checks the certificate of a plan file, sharing nothing with the program: python3 certificate_check.py PLAN.json

In exact integers; docs/certificates.md describes the format. Of a proof by cases it keeps the splits above the current case."""

import argparse
import json
import math
import sys
import time
from array import array
from collections import Counter

import numpy as np

LARGEST = 2**53  # of scales and prices
MOST_CELLS = 2**25  # of a table that is exact
CELLS_OF_BOUNDS = 2**20  # of all tables of a search together
BLOCK = 2**16  # packs that a search looks at together


class Refused(Exception):
    """Why a certificate proves nothing."""


class Work:
    """Cells of tables and packs that are looked at, of which there may be too many. They are not the steps that a plan file
    counts, which are those of the program's checker."""

    def __init__(self, most=10**11, seconds=None):
        self.most, self.done = most, 0
        self.end = None if seconds is None else time.monotonic() + seconds

    def add(self, steps=1):
        self.done += int(steps)
        if self.most and self.done > self.most:
            raise Refused(f"more than {self.most:,} steps")
        if self.end is not None and time.monotonic() > self.end:
            raise Refused(f"out of time after {self.done:,} steps")


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


def bundles(copies):
    """Numbers of copies whose sums are all numbers up to these."""
    bundle = 1
    while copies > 0:
        yield min(bundle, copies)
        copies -= bundle
        bundle *= 2


def admit(worth, size, price, work):
    """Allows what has this size and price once more, in a table of what fits into every room."""
    into = worth[tuple(slice(s, None) for s in size)]
    work.add(into.size)
    rest = worth[tuple(slice(0, width - s) for s, width in zip(size, worth.shape))]
    np.maximum(into, rest + price, out=into)


def with_company(problem, bins, dimensions, work):
    """Those of the sizes that share a pack with some item of these sizes. The others are in packs of their own."""
    sizes = np.array([[problem.sizes[bin][d] for d in dimensions] for bin in bins], np.int64).reshape(-1, len(dimensions))
    room = np.array([problem.limits[d] for d in dimensions], np.int64) - sizes
    kept = []
    for i in np.flatnonzero((sizes.min(0, initial=LARGEST) <= room).all(1)):
        for first in range(0, len(bins), 1000):
            near = first + np.flatnonzero((sizes[first:first + 1000] <= room[i]).all(1))
            work.add(1000)
            if len(near) > 1 or (len(near) == 1 and (near[0] != i or problem.counts[bins[i]] > 1)):
                kept.append(bins[i])
                break
    return kept


class Knapsack:
    """The sizes that have a price and an item, in the dimensions that leave something out, in units as large as can be. Those
    that are alone in a pack are only in `dearest`, the highest price."""

    def __init__(self, problem, prices, dimensions, work):
        bins = [bin for bin, price in enumerate(prices) if price > 0 and problem.counts[bin] > 0 and
                all(problem.sizes[bin][d] <= problem.limits[d] for d in dimensions)]
        self.dearest = max((prices[bin] for bin in bins), default=0)
        self.bins = with_company(problem, bins, dimensions, work)
        self.prices = [prices[bin] for bin in self.bins]
        counts = [problem.counts[bin] for bin in self.bins]
        limits, columns = [], []
        for d in dimensions:
            sizes = [problem.sizes[bin][d] for bin in self.bins]
            if sum(size * count for size, count in zip(sizes, counts)) > problem.limits[d]:
                unit = math.gcd(*sizes)
                limits.append(problem.limits[d] // unit)
                columns.append([size // unit for size in sizes])
        if not limits:  # a pack may hold all
            limits, columns = [1], [[0] * len(self.bins)]
        longest_last = sorted(range(len(limits)), key=limits.__getitem__)
        self.limits = [limits[d] for d in longest_last]
        self.sizes = list(zip(*(columns[d] for d in longest_last)))
        place = {bin: i for i, bin in enumerate(self.bins)}
        self.apart = [{place[other] for other in problem.apart[bin] if other in place} for bin in self.bins]
        self.most = [self.fitting(i, min(count, 1) if i in self.apart[i] else count) for i, count in enumerate(counts)]

    def fitting(self, i, count):
        return min([count, *(limit // size for size, limit in zip(self.sizes[i], self.limits) if size > 0)])

    def is_plain(self, scale):
        """Whether all items together are worth no more than the scale, or every item no more than its share of a limit."""
        if sum(most * price for most, price in zip(self.most, self.prices)) <= scale:
            return True
        return any(all(price * limit <= scale * size[d] for size, price in zip(self.sizes, self.prices))
                   for d, limit in enumerate(self.limits))

    def exceeds(self, scale, obeys_counts, work):
        """Whether a pack is worth more than the scale where no sizes are apart and, unless counts are obeyed, there is any
        number of items. Then a size does not matter if smaller ones are worth its price."""
        worth = np.zeros([limit + 1 for limit in self.limits], np.int32 if scale < 2**30 else np.int64)
        nothing = [i for i, size in enumerate(self.sizes) if not any(size)]  # fits into all packs
        scale -= sum(self.most[i] * self.prices[i] for i in nothing)
        if scale < 0:
            return True
        for i in sorted(set(range(len(self.bins))).difference(nothing), key=lambda i: (self.sizes[i], -self.prices[i])):
            size, price = self.sizes[i], self.prices[i]
            if not obeys_counts and worth[size] >= price:
                continue
            for bundle in bundles(self.most[i] if obeys_counts else self.fitting(i, math.inf)):
                if bundle * price > scale:
                    return True
                admit(worth, [bundle * s for s in size], bundle * price, work)
                if worth.flat[-1] > scale:
                    return True
        return False

    def is_above(self, scale, work):
        """Whether a pack is worth more than the scale."""
        if self.dearest > scale or self.is_plain(scale):
            return self.dearest > scale
        cells = math.prod(limit + 1 for limit in self.limits)
        has_many_packs = sum(math.log2(most + 1) for most in self.most) >= math.log2(cells)
        if has_many_packs and cells <= MOST_CELLS and not any(self.apart):
            return self.exceeds(scale, False, work) and self.exceeds(scale, True, work)
        return Search(self, scale, work).finds()


class Search:
    """Looks for a pack worth more than the scale, size by size and many packs at a time. What the sizes behind can add at
    most to a pack is in tables, whose rooms are rounded up and sizes down; what cannot exceed the scale is dropped."""

    def __init__(self, knapsack, scale, work):
        self.scale, self.work = scale, work
        order = sorted(range(len(knapsack.bins)), key=lambda i: -knapsack.prices[i])
        self.sizes = np.array([knapsack.sizes[i] for i in order], np.int64).reshape(len(order), len(knapsack.limits))
        self.limits = np.array(knapsack.limits, np.int64)
        self.prices = [knapsack.prices[i] for i in order]
        self.most = [knapsack.most[i] for i in order]
        self.set_foes([{order.index(other) for other in knapsack.apart[i]} for i in order])
        self.choose_units()
        self.fill_tables()

    def set_foes(self, apart):
        """By place: the bit of what may not be with all, and the bits of what it may not be with."""
        marked = [place for place, others in enumerate(apart) if others - {place}]
        self.words = -(-len(marked) // 64)

        def bits(places):
            number = sum(1 << marked.index(place) for place in places)
            return np.array([number >> 64 * word & 2**64 - 1 for word in range(self.words)], np.uint64)
        self.own = [bits({place} & set(marked)) for place in range(len(apart))]
        self.foes = [bits(others - {place}) for place, others in enumerate(apart)]

    def choose_units(self):
        self.units = np.ones_like(self.limits)
        while (len(self.prices) + 1) * math.prod(int(w) for w in self.limits // self.units + 1) > CELLS_OF_BOUNDS:
            widest = np.argmax(self.limits // self.units)
            if self.limits[widest] < self.units[widest]:
                break
            self.units[widest] *= 2
        self.widths = self.limits // self.units + 1

    def fill_tables(self):
        self.tables = [np.zeros(self.widths, np.int64)]
        for place in reversed(range(len(self.prices))):
            worth = self.tables[-1].copy()
            for bundle in bundles(self.most[place]):
                size = self.sizes[place] // self.units * bundle
                admit(worth, size.tolist(), min(bundle * self.prices[place], self.scale + 1), self.work)
                np.minimum(worth, self.scale + 1, out=worth)
            self.tables.append(worth)
        self.tables.reverse()

    def promising(self, place, rooms, held, values):
        """The packs that may exceed the scale by what sizes from a place on add."""
        keep = values + self.tables[place][tuple((rooms // self.units).T)] > self.scale
        return rooms[keep], held[keep], values[keep]

    def without_copies(self, rooms, held, values):
        """Of packs with equal rooms the most valuable one; in one dimension also those that no roomier one is worth."""
        order = np.lexsort((-values, *held.T, *-rooms.T))
        rooms, held, values = rooms[order], held[order], values[order]
        keep = np.ones(len(values), bool)
        if rooms.shape[1] == 1 and self.words == 0:
            keep[1:] = values[1:] > np.maximum.accumulate(values)[:-1]
        else:
            keep[1:] = (rooms[1:] != rooms[:-1]).any(1) | (held[1:] != held[:-1]).any(1)
        return rooms[keep], held[keep], values[keep]

    def advanced(self, place, packs):
        """Packs with and without items of the size at this place; None: one is worth more than the scale."""
        self.work.add(len(packs[0]))
        pieces = [self.promising(place + 1, *packs)]
        rooms, held, values = (part[~(packs[1] & self.foes[place]).any(1)] for part in packs)
        held = held | self.own[place]
        for _ in range(self.most[place]):
            rooms, values = rooms - self.sizes[place], values + self.prices[place]
            fits = (rooms >= 0).all(1)
            rooms, held, values = self.promising(place, rooms[fits], held[fits], values[fits])
            self.work.add(len(fits))
            if len(values) == 0:
                break
            if values.max() > self.scale:
                return None
            pieces.append(self.promising(place + 1, rooms, held, values))
        return self.without_copies(*(np.concatenate(parts) for parts in zip(*pieces)))

    def finds(self):
        empty = (self.limits[None], np.zeros((1, self.words), np.uint64), np.zeros(1, np.int64))
        left = [(0, self.promising(0, *empty))]
        while left:
            place, packs = left.pop()
            count = len(packs[0])
            if count > BLOCK:
                left += [(place, tuple(part[i::2] for part in packs)) for i in (1, 0)]
            elif count > 0:
                packs = self.advanced(place, packs)
                if packs is None:
                    return True
                left.append((place + 1, packs))
        return False


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


def check_prices(problem, scale, prices, dimensions, work):
    """The packs that prices prove, by these dimensions."""
    if len(prices) != len(problem.sizes):
        raise Refused(f"{len(prices)} prices for {len(problem.sizes)} sizes")
    if not all(type(price) is int for price in [scale, *prices]) or not 1 <= scale <= LARGEST or min(prices) < 0:
        raise Refused("a price or the scale is not a whole number up to 2^53")
    if Knapsack(problem, prices, dimensions, work).is_above(scale, work):
        raise Refused("a pack is worth more than the scale")
    total = sum(count * price for count, price in zip(problem.counts, prices))
    return -(-total // scale)


def dimensions_of(plan, certificate):
    """Those that the prices outside of cases need."""
    components = plan["histogram"]["components"]
    used = list(range(len(components)))
    if "component" in certificate:
        if certificate["component"] not in components:
            raise Refused(f"no component {certificate['component']}")
        used = [components.index(certificate["component"])]
    return used + [len(components)] * (certificate["depth"] and plan["depth"] is not None)


def check_cases(problem, packs, cases, work):
    """Raises Refused unless the cases are all there are, and each needs so many packs."""
    path = []  # the splits that the current case is within, and whether it is that apart
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
        if check_prices(problem, case["scale"], case["prices"], range(len(problem.limits)), work) < packs:
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
    packs = check_prices(problem, certificate["scale"], certificate["prices"], dimensions_of(plan, certificate), work)
    if not {"cases", "packs"} & set(certificate):
        return packs
    check_cases(problem, certificate["packs"], certificate.get("cases", []), work)
    return max(packs, certificate["packs"])


def compact(value):
    """An object of a plan file, its prices in 8 bytes each: a proof by cases may have millions."""
    prices = value.get("prices")
    if isinstance(prices, list) and all(type(price) is int and abs(price) <= LARGEST for price in prices):
        value["prices"] = array("q", prices)
    return value


if __name__ == "__main__":
    words = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    words.add_argument("plan", metavar="PLAN.json")
    words.add_argument("--max-work", type=int, default=10**11, help="cells and packs that may be looked at; 0 for any number")
    words.add_argument("--time-limit", type=float, help="seconds")
    given = words.parse_args()
    with open(given.plan, encoding="utf-8") as file:
        plan = json.load(file, object_hook=compact)
    try:
        print(proven_packs(plan, Work(given.max_work, given.time_limit)))
    except Refused as refused:
        sys.exit(f"{given.plan}: {refused}")
