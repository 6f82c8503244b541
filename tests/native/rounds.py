"""How often a test repeats what it does. With sanitizers a run takes several times as long, and the other builds make all."""

import os
import random

SANITIZED = "TUPLEPACK_SANITIZED" in os.environ


def rounds(count):
    """Of random input: a quarter with sanitizers."""
    return range(-(-count // 4) if SANITIZED else count)


def some(cases):
    """Of what is tried one by one: a third with sanitizers, drawn, since a step would always meet the same of what repeats."""
    cases = list(cases)
    draw = random.Random(len(cases))
    return [case for case in cases if draw.randrange(3) == 0] or cases[:1] if SANITIZED else cases
