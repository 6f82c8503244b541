"""How often a test repeats what it does. With sanitizers a run takes several times as long, and the other builds make all."""

import gzip
import os
import random

SANITIZED = "TUPLEPACK_SANITIZED" in os.environ


def rounds(count):
    """Of random input: a quarter with sanitizers."""
    return range(-(-count // 4) if SANITIZED else count)


def some(cases, share=3):
    """Of what is tried one by one: with sanitizers one in `share`, others in each run, in their order."""
    cases = list(cases)
    if not SANITIZED:
        return cases
    return [cases[i] for i in sorted(random.sample(range(len(cases)), -(-len(cases) // share)))]


def beginning(path, folder, rows):
    """A gzipped table, or with sanitizers a file of its header and this many rows."""
    if not SANITIZED:
        return path
    short = folder / path.name.removesuffix(".gz")
    if not short.exists():
        with gzip.open(path, "rt") as file:
            short.write_text("".join(line for line, _ in zip(file, range(rows + 1))))
    return short
