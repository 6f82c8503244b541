"""Certificates of random small problems: the program's verify and an independent checker accept what `optimal` proves, and
neither accepts what was tampered with."""

import copy
import itertools
import json
import random
import unittest
from unittest import mock

import certificate_check
from certificate_check import Knapsack, Problem, Refused, Work, proven_packs
from program import ProgramTest, run
from rounds import rounds

SEED = random.randrange(10**6)


def few_sizes(chance):
    """One component, few items."""
    limit = chance.choice([60, 100, 150])
    return [(chance.randint(limit // 10, limit // 2),) for _ in range(chance.randint(10, 25))], [limit]


def pairs(chance):
    """Two components."""
    limit = chance.choice([15, 20])
    return [(chance.randint(2, 10), chance.randint(2, 10)) for _ in range(chance.randint(8, 14))], [limit, limit]


def colouring(chance, more=0):
    """Packs that are the colours of the graph of Grötzsch, for which the linear program is not enough, with up to `more`
    vertices beside it, with which it may be."""
    edges = [edge for i in range(5) for edge in ((i, (i + 1) % 5), (i, 5 + (i + 1) % 5), (i, 5 + (i + 4) % 5), (5 + i, 10))]
    vertices = 11 + chance.randint(0, more)
    edges += [(other, 11) for other in range(11) if vertices == 12 and chance.random() < 0.3]
    sizes = [[] for _ in range(vertices)]
    limits = []
    while edges:
        ends = [end for edge in edges for end in edge]
        centre = max(range(vertices), key=ends.count)
        star = [edge for edge in edges if centre in edge]
        edges = [edge for edge in edges if centre not in edge]
        limits.append(2 * len(star))
        for vertex in range(vertices):
            near = any(vertex in edge for edge in star)
            sizes[vertex].append(limits[-1] - 1 if vertex == centre else 2 if near else 0)
    return [tuple(size) for size in sizes], limits


def most_valuable(problem, prices):
    """The worth of the best pack, of all that there are."""
    best = 0
    for copies in itertools.product(*(range(count + 1) for count in problem.counts)):
        held = [size for size, number in enumerate(copies) if number]
        is_apart = any(b in problem.apart[a] and (a != b or copies[a] > 1) for a in held for b in held)
        load = [sum(map(int.__mul__, copies, sizes)) for sizes in zip(*problem.sizes)]
        if not is_apart and all(map(int.__le__, load, problem.limits)):
            best = max(best, sum(map(int.__mul__, copies, prices)))
    return best


class Checker(unittest.TestCase):
    def test_is_a_pack_worth_more(self):
        """As all packs say, however large the tables are and however many packs are looked at together."""
        chance = random.Random(SEED)
        for i in rounds(150):
            limits = [chance.randint(5, 30) for _ in range(chance.randint(1, 3))]
            sizes = sorted({tuple(chance.randint(0, limit * 2 // 3) for limit in limits) for _ in range(chance.randint(1, 5))})
            problem = Problem(sizes, [chance.randint(0, 3) for _ in sizes], limits)
            for _ in range(chance.choice([0, 0, 1, 4])):
                problem.separate(chance.randrange(len(sizes)), chance.randrange(len(sizes)))
            prices = [chance.choice([0, chance.randint(1, 20)]) for _ in sizes]
            best = most_valuable(problem, prices)
            small = {"MOST_CELLS": chance.choice([1, 2**25]), "CELLS_OF_BOUNDS": chance.choice([4, 50, 2**20]),
                     "BLOCK": chance.choice([1, 3, 2**16])}
            with self.subTest(seed=SEED, i=i), mock.patch.multiple(certificate_check, **small):
                knapsack = Knapsack(problem, prices, range(len(limits)), Work())
                for scale in range(max(best - 1, 1), best + 2):
                    self.assertEqual(knapsack.is_above(scale, Work()), best > scale)


class Certificates(ProgramTest):
    def planned(self, items, limits, *words):
        names = ",".join(f"c{c}" for c in range(len(limits)))
        data = self.write("items.csv", "\n".join([names, *(",".join(map(str, item)) for item in items)]) + "\n")
        path = self.folder / "plan.json"
        self.ok("pack", data, "--limits", ",".join(map(str, limits)), "--method", "optimal", "--plan", path, *words)
        return path, json.loads(path.read_text())

    def check(self, path, plan):
        packs = sum(strategy["repeat"] for strategy in plan["strategies"])
        answer = self.json("verify", path)
        self.assertEqual(answer["proven"], proven_packs(plan))
        self.assertEqual(answer["proven"], plan["metrics"]["lower_bound"])
        self.assertEqual(answer["optimal"], packs == answer["proven"])
        self.assertTrue(answer["optimal"])

    def test_what_optimal_proves(self):
        chance = random.Random(SEED)
        for i in rounds(40):
            make = chance.choice([few_sizes, pairs])
            depth = ["--depth", chance.randint(2, 4)] if chance.random() < 0.3 else []
            items, limits = make(chance)
            with self.subTest(seed=SEED, i=i, items=items, limits=limits, depth=depth):
                self.check(*self.planned(items, limits, *depth))

    def test_proofs_by_cases(self):
        chance = random.Random(SEED)
        longest = 0
        for i in range(4):
            items, limits = colouring(chance, more=i % 2)
            with self.subTest(seed=SEED, i=i, items=items, limits=limits):
                path, plan = self.planned(items, limits)
                self.check(path, plan)
                longest = max(longest, len(plan["certificate"].get("cases", [])))
        self.assertGreater(longest, 1)

    def refused_by_both(self, plan, why):
        path = self.write("forged.json", json.dumps(plan))
        done = run("verify", path, "--json")
        self.assertIn(done.returncode, (1, 2), (SEED, why))
        self.assertLessEqual(done.stderr.count(b"\n"), 1)
        with self.assertRaises(Refused, msg=(SEED, why)):
            proven_packs(plan)

    def test_forged_cases(self):
        chance = random.Random(SEED)
        _, plan = self.planned(*colouring(chance))
        self.assertGreater(len(plan["certificate"].get("cases", [])), 2)

        def changed(why, change):
            forged = copy.deepcopy(plan)
            change(forged["certificate"], forged["certificate"]["cases"])
            with self.subTest(why):
                self.refused_by_both(forged, why)

        def leaf(cases):
            return chance.choice([case for case in cases if "prices" in case])

        def split(cases):
            return chance.choice([case for case in cases if "split" in case])

        def dear(_, cases):
            case = leaf(cases)
            case["prices"] = [case["scale"]] * len(case["prices"])

        changed("one more pack", lambda certificate, cases: certificate.update(packs=certificate["packs"] + 1))
        changed("truncated", lambda certificate, cases: cases.pop())
        changed("a case too many", lambda certificate, cases: cases.append(cases[-1]))
        changed("no first split", lambda certificate, cases: cases.pop(0))
        changed("dear", dear)
        changed("a short price list", lambda certificate, cases: leaf(cases)["prices"].pop())
        changed("no such size", lambda certificate, cases: split(cases)["split"].__setitem__(0, 99))
        changed("worthless", lambda certificate, cases: leaf(cases).update(scale=2**50))
        changed("no cases", lambda certificate, cases: cases.clear())

    def test_forged_dimensions(self):
        """What prices prove by the depth or by a component, they do not prove without it or by another."""
        wide = [(6, 1), (7, 1)]
        for items, limits, words, forged in (([(1,)] * 4, [10], ["--depth", 2], {"depth": False}),
                                             (wide, [10, 10], [], {"component": "c1"}),
                                             (wide, [10, 10], [], {"component": "c2"})):
            path, plan = self.planned(items, limits, *words)
            self.check(path, plan)
            plan["certificate"].update(forged)
            with self.subTest(forged):
                self.refused_by_both(plan, forged)

    def test_packs_without_cases(self):
        """Nothing shows them."""
        _, plan = self.planned([(6,), (6,), (4,)], [10])
        self.assertNotIn("packs", plan["certificate"])
        for packs in (1, 2, 99):
            for cases in ({}, {"cases": []}):
                forged = copy.deepcopy(plan)
                forged["certificate"].update(packs=packs, **cases)
                with self.subTest(packs=packs, cases=cases):
                    self.refused_by_both(forged, "no cases")

    def test_the_room_of_a_pack(self):
        """It follows from limits, reserve and alignments, whatever the file says."""
        chance = random.Random(SEED)
        for i in rounds(12):
            items, limits = few_sizes(chance)
            words = ["--align-item", chance.choice([1, 4]), "--align-total", chance.choice([1, 5]),
                     "--reserve", f"c0={chance.randint(0, 9)}", "--overlong", "truncate", "--depth", 9]
            with self.subTest(seed=SEED, i=i, items=items, limits=limits, words=words):
                path, plan = self.planned(items, limits, *words)
                if plan.get("fitting"):
                    self.check(path, plan)
                    for key, wrong in (("limits", [plan["room"]["limits"][0] - 1]), ("limits", [1]), ("depth", 1),
                                       ("depth", None)):
                        forged = copy.deepcopy(plan)
                        forged["room"][key] = wrong
                        self.refused_by_both(forged, "room")
                    del plan["room"]
                    self.check(self.write("roomless.json", json.dumps(plan)), plan)
                    del plan["fitting"], plan["metrics"]
                plan["room"] = {"limits": [1], "depth": None}
                self.refused_by_both(plan, "room without fitting")

    def test_malformed_cases(self):
        path, plan = self.planned([(1,), (2,)], [2])
        for cases, says in ((3, "/certificate/cases: 3 is not an array"), ([[]], "/certificate/cases/0: an array is not an"),
                            ([{"split": [1]}], "/certificate/cases/0/split: an array of 1 instead of 2 numbers"),
                            ([{"split": [0, -1]}], "/certificate/cases/0/split/1: -1 is negative"),
                            ([{"scale": 0, "prices": []}], "/certificate/cases/0/scale: 0 is not positive"),
                            ([{"scale": 1}], "/certificate/cases/0/prices: is missing")):
            plan["certificate"].update(packs=2, cases=cases)
            self.refused("verify", self.write("forged.json", json.dumps(plan)), says=says)
        del plan["certificate"]["packs"]
        self.refused("verify", self.write("forged.json", json.dumps(plan)), says="/certificate/packs: is missing")


if __name__ == "__main__":
    unittest.main()
