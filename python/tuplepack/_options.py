"""The options of functions that take `**options`, for type checkers.

Generated from the table of options by tools/update_option_types.py; do not edit.
"""

from __future__ import annotations

from typing import Mapping, Sequence, TypedDict, Union

Numbers = Union[int, Sequence[int], Mapping[str, int]]
"""One number for all components, one for each, or a dict by component."""


class PackOptions(TypedDict, total=False):
    """Of pack()."""

    depth: int
    method: str
    effort: str
    heuristic: str
    distribute: Union[bool, str]
    paper: bool
    per_item: Numbers
    align_item: Numbers
    align_total: Numbers
    reserve: Numbers
    reserve_items: int
    overlong: str
    time_limit: float
    gap: float
    packs_multiple: int
    spread: Union[bool, str]
    even: bool


class CompareOptions(TypedDict, total=False):
    """Of compare()."""

    depth: int
    per_item: Numbers
    align_item: Numbers
    align_total: Numbers
    reserve: Numbers
    reserve_items: int
    overlong: str
    paper: bool
    time_limit: float


class BoundOptions(TypedDict, total=False):
    """Of bound()."""

    depth: int
    per_item: Numbers
    align_item: Numbers
    align_total: Numbers
    reserve: Numbers
    reserve_items: int
    overlong: str


class EstimateOptions(TypedDict, total=False):
    """Of estimate()."""

    devices: int
    batch: int
    beta1: float
    beta2: float
    component: str


class SweepOptions(TypedDict, total=False):
    """Of sweep()."""

    depth: int
    method: str
    heuristic: str
    distribute: Union[bool, str]
    paper: bool
    per_item: Numbers
    align_item: Numbers
    align_total: Numbers
    reserve: Numbers
    reserve_items: int
    overlong: str
    time_limit: float


class SearchOptions(TypedDict, total=False):
    """Of search()."""

    per_component: bool
    depth: int
    time_limit: float


class StreamOptions(TypedDict, total=False):
    """Of stream()."""

    depth: int
    effort: str
    per_item: Numbers
    align_item: Numbers
    align_total: Numbers
    reserve: Numbers
    reserve_items: int
    overlong: str


class VerifyOptions(TypedDict, total=False):
    """Of verify()."""

    max_work: int
    time_limit: float
