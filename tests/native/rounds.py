"""How often tests on random input are repeated."""

import os

SANITIZED = "TUPLEPACK_SANITIZED" in os.environ


def rounds(count):
    """Fewer with sanitizers, under which every run takes several times as long: the other builds make all of them."""
    return range(-(-count // 4) if SANITIZED else count)
