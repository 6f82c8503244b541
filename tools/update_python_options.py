#!/usr/bin/env python3
"""Generates python/tuplepack/_options.py, the types of keyword options, from the table of options.

usage: PYTHONPATH=build/release/python tools/update_python_options.py
"""
import inspect
import pathlib
import sys

if "--help" in sys.argv[1:]:  # without the package, too
    sys.exit(print(__doc__, end=""))

import tuplepack

PAGE = pathlib.Path(__file__).resolve().parents[1] / "python" / "tuplepack" / "_options.py"
HEAD = '''"""The options of functions that take `**options`, for type checkers.

Generated from the table of options by tools/update_python_options.py; do not edit.
"""

from __future__ import annotations

from typing import Mapping, Sequence, TypedDict, Union

Numbers = Union[int, Sequence[int], Mapping[str, int]]
"""One number for all components, one for each, or a dict by component."""
'''
OF_COMPONENTS = {"limits", "per_item", "align_item", "align_total", "reserve"}
TYPES = {"flag": "bool", "count": "int", "decimal": "float"}
FUNCTIONS = ("pack", "compare", "bound", "estimate", "sweep", "search", "stream", "verify")


def type_of(option):
    if option.name in OF_COMPONENTS:
        return "Numbers"
    if option.kind == "choice" and set(option.choices) == {"on", "off"}:
        return "Union[bool, str]"
    return TYPES.get(option.kind, "str")


def of_function(name):
    lines = [f"class {name.capitalize()}Options(TypedDict, total=False):", f'    """Of {name}()."""', ""]
    own = inspect.signature(getattr(tuplepack, "Stream" if name == "stream" else name)).parameters
    lines += [f"    {option.name}: {type_of(option)}" for option in tuplepack.options_of(name) if option.name not in own]
    return "\n".join(lines) + "\n"


def page():
    return HEAD + "".join("\n\n" + of_function(name) for name in FUNCTIONS)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
