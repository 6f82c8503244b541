#!/usr/bin/env python3
"""Looks for wording that no native engineer would write: in the program's own sources, in the docs and on the page.

    tools/words_check.py    prints FILE:LINE, what was found and what to write instead; exit code 1 if there is anything

The tests, generated pages and data are left alone, and so are comments of the page: users do not see them.
"""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
KINDS = "cpp hpp cu cuh py pyi toml ts tsx mts mjs html md sh cmake txt".split()
LEFT_OUT = ["tests", "docs/commands.md", "tools/words_check.py", "tools/node"]
PAGE_COMMENT = re.compile(r"^\s*(//|/?\*).*|\s//\s.*")

# (pattern, what to write instead)
PATTERNS = [
    (r"(?<![Tt]here )\b(is|are) no (?!longer|more|such|fewer|less|worse|better|part|larger)[a-z]", "is not a …"),
    (r"\bnot to be had\b", "cannot allocate …; … is not available"),
    (r"\b(is|are) there (already|twice)\b|\bthere already\b", "already exists; duplicate"),
    (r"\bcomes? twice\b", "duplicate …"),
    (r"\bgo(es)? on (with|after|behind|in|where)\b", "continues …; trailing data after …"),
    (r"\bexpected, and\b", "expected …, found …"),
    (r"\bat hand\b", "current; in memory"),
    (r"\bstands? (in|among|beside|without|by)\b(?! for)", "is in …; the position of …"),
    (r"\bpassed over\b", "ignored; skipped"),
    (r"\blives? longer\b", "must outlive"),
    (r"(?<!in the )\b(meta)?data (are|unpack|do not)\b", "data is …"),
    (r"\blikewise\b", "the same; also"),
    (r"\banew\b", "again; start over; re…"),
    (r"\bof uneven size\b", "variable-size"),
    (r"\b(one|[0-9]+ ns) an? (byte|line|rank|node)\b", "per …"),
    (r"\bfrom scratch\b", "independently"),
    (r"\ban amount of memory\b", "a memory size"),
    (r"\bsays no\b|\bwhatsoever\b|\bmillion million\b", "a plain statement"),
]


def candidates():
    """(file, line number, line) of every line that has one of the patterns."""
    words = [word for pattern, _ in PATTERNS for word in ("-e", pattern)]
    paths = [f"*.{kind}" for kind in KINDS] + [f":!{path}" for path in LEFT_OUT]
    command = ["git", "grep", "--untracked", "-nIP", "--null", *words, "--", *paths]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", errors="replace")
    if done.returncode > 1:  # 1: there is none
        sys.exit(done.stderr)
    for line in done.stdout.splitlines():
        yield line.split("\0", 2)


def found():
    """FILE:LINE: what was found, and what to write instead."""
    for name, number, line in candidates():
        if name.startswith("web/"):
            line = PAGE_COMMENT.sub("", line)
        for pattern, advice in PATTERNS:
            if match := re.search(pattern, line):
                yield f"{name}:{number}: '{match[0]}'; write: {advice}"


def main():
    lines = list(found())
    for line in lines:
        print(line)
    return 1 if lines else 0


if __name__ == "__main__":
    if "--help" in sys.argv[1:]:
        sys.exit(print(__doc__, end=""))
    sys.exit(main())
