#!/usr/bin/env python3
"""How many test cases and assertions each stage of tools/test.sh executed, against tests/counts.txt.

    tools/test_counts.py STAGE…           fails where fewer were executed than the list says
    tools/test_counts.py --write STAGE…   writes these stages' counts into the list

Reads what doctest, unittest, Node's test runner, Vitest and Playwright print: the logs of ctest, of tools/wheel.sh and of
tools/test.sh in build/. Only doctest counts assertions. Some tests draw a seed, and the assertions of a run then spread by 8 %
(graph), so that only 40 % fewer are a loss; test cases are counted exactly.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
LIST = ROOT / "tests" / "counts.txt"
BUILD = ROOT / "build"
HEAD = """# What each stage of tools/test.sh executes at least: see tools/test_counts.py, which writes and compares this list.
# stage      test                         cases  assertions
"""
TESTED_BY_CTEST = {"release": "release", "sanitizers": "asan", "wasm": "wasm"}
LOSS = 0.4  # the share of assertions that seeds may account for: five standard deviations
COLOUR = re.compile(r"\x1b\[[0-9;]*m")


# ---- what test runners print ----

def printed_count(text, pattern):
    """The first number of the last match, or None."""
    found = re.findall(pattern, text, re.MULTILINE)
    return int(found[-1]) if found else None


def counts_in(text):
    """(test cases, assertions), where the runner says so, else (None, None)."""
    text = COLOUR.sub("", text)
    cases = printed_count(text, r"^\[doctest\] test cases: *(\d+)")
    if cases is not None:
        return cases, printed_count(text, r"^\[doctest\] assertions: *(\d+)")
    for pattern in (r"^Ran (\d+) tests?",                 # unittest
                    r"^(?:#|ℹ) pass (\d+)$",              # node --test
                    r"^ *Tests +(\d+) passed",            # vitest
                    r"^ *(\d+) passed \("):               # playwright
        cases = printed_count(text, pattern)
        if cases is not None:
            flaky = printed_count(text, r"^ *(\d+) flaky$")  # playwright: passed the second time
            return cases + (flaky or 0), None
    return None, None


# ---- where each stage leaves it ----

def texts_of(stage):
    """Name and output of each test of a stage."""
    if stage in TESTED_BY_CTEST:
        log = BUILD / TESTED_BY_CTEST[stage] / "Testing" / "Temporary" / "LastTest.log"
        for block in re.split(r"^\d+/\d+ Testing: ", log.read_text(errors="replace"), flags=re.MULTILINE)[1:]:
            name, text = block.split("\n", 1)
            yield name, text
    elif stage == "wheel":
        for log in sorted((BUILD / "wheel").glob("test_*.log")):
            yield log.stem, log.read_text(errors="replace")
    elif stage in ("playground", "browser"):
        yield stage, (BUILD / "logs" / f"{stage}.log").read_text(errors="replace")


def executed(stages):
    """{(stage, test): (cases, assertions)}"""
    counts = {}
    for stage in stages:
        for test, text in texts_of(stage):
            cases, assertions = counts_in(text)
            if cases is not None:
                counts[stage, test] = cases, assertions
    return counts


# ---- the list ----

def read_list():
    counts = {}
    for line in LIST.read_text().splitlines():
        if line and not line.startswith("#"):
            stage, test, cases, *assertions = line.split()
            counts[stage, test] = int(cases), int(assertions[0]) if assertions else None
    return counts


def write_list(counts):
    rows = [f"{stage:<12} {test:<26} {cases:>7}{'' if assertions is None else f' {assertions:>11}'}"
            for (stage, test), (cases, assertions) in counts.items()]
    LIST.write_text(HEAD + "\n".join(sorted(rows)) + "\n")


def losses(expected, found):
    """One line for each test that executed less than listed."""
    for (stage, test), (cases, assertions) in expected.items():
        if (stage, test) not in found:
            yield f"{stage}: {test} was not run, or printed no count"
            continue
        cases_now, assertions_now = found[stage, test]
        if cases_now < cases:
            yield f"{stage}: {test} executed {cases_now} test cases, {cases} are listed"
        if assertions is not None and (assertions_now or 0) < (1 - LOSS) * assertions:
            yield f"{stage}: {test} executed {assertions_now or 0} assertions, {assertions} are listed"


def main():
    write = "--write" in sys.argv[1:]
    stages = [word for word in sys.argv[1:] if word != "--write"]
    found = executed(stages)
    if write:
        others = {key: counts for key, counts in read_list().items() if key[0] not in stages} if LIST.exists() else {}
        write_list(others | found)
        return
    lost = list(losses({key: counts for key, counts in read_list().items() if key[0] in stages}, found))
    for line in lost:
        print(line)
    if lost:
        sys.exit(f"fewer tests than tests/counts.txt lists; if that is meant: tools/test_counts.py --write {' '.join(stages)}")
    for stage in dict.fromkeys(stage for stage, _ in found):
        rows = [counts for key, counts in found.items() if key[0] == stage]
        print(f"{stage}: {sum(cases for cases, _ in rows)} test cases,"
              f" {sum(assertions or 0 for _, assertions in rows)} assertions of doctest")


if __name__ == "__main__":
    if "--help" in sys.argv[1:]:
        sys.exit(print(__doc__, end=""))
    main()
