"""How often a test repeats what it does. With sanitizers a run takes several times as long, and the other builds make all."""

import os

SANITIZED = "TUPLEPACK_SANITIZED" in os.environ


def rounds(count):
    """Of random input: a quarter with sanitizers."""
    return range(-(-count // 4) if SANITIZED else count)


def some(cases):
    """Of what is tried one by one: every third with sanitizers."""
    return list(cases)[:: 3 if SANITIZED else 1]
