#!/usr/bin/env python3
"""Generates the types of options from their table: python/tuplepack/_options.py, and between two comments the members of requests
in wasm/tuplepack.d.mts and the attributes in wasm/playground.d.ts.

usage: PYTHONPATH=build/release/python tools/update_option_types.py
"""
import inspect
import pathlib
import re
import sys
import textwrap

if "--help" in sys.argv[1:]:  # without the package, too
    sys.exit(print(__doc__, end=""))

import tuplepack
from tuplepack import _core

ROOT = pathlib.Path(__file__).resolve().parents[1]
PAGE = ROOT / "python/tuplepack/_options.py"
REQUESTS = ROOT / "wasm/tuplepack.d.mts"
ATTRIBUTES = ROOT / "wasm/playground.d.ts"
HEAD = '''"""The options of functions that take `**options`, for type checkers.

Generated from the table of options by tools/update_option_types.py; do not edit.
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


# ---- JavaScript ----

GENERATED = re.compile(r"( *// Options of (?P<command>\w+), by tools/update_option_types.py:\n).*?(?P<end> *// End of options.\n)", re.DOTALL)
INTERFACE = re.compile(r"^export interface (\w+)(?: extends ([^{]*))? \{\n(.*?)^\}", re.MULTILINE | re.DOTALL)


def settings_of(command, on_page=False):
    """The options of a command with a single value that change what is computed; of these those that the page has."""
    options = [tuplepack.Option(*row[:5]) for row in _core.keywords(command) if row[5] and (row[6] or not on_page)]
    return [option for option in options if option.name not in OF_COMPONENTS | {"reserve_items"}]


def key_of(name):
    return re.sub("[-_](.)", lambda letter: letter[1].upper(), name)


def script_type(option):
    if option.kind in ("count", "decimal"):
        return "number"
    return "boolean" if option.kind == "flag" or set(option.choices) == {"on", "off"} else "string"


def described(option):
    """The help line without what only the program does, and with the keys of other options for their names."""
    line = re.sub("--([a-z][a-z-]*)", lambda found: f"`{key_of(found[1])}`", option.help.replace("; Ctrl-C does the same", ""))
    value = f"`{key_of(option.name)}`"
    line = re.sub(r"\b[NW]\b", value, line).replace("PERCENT", f"{value} percent")
    line += f"; default {option.default}" if option.default and "default" not in line else ""
    if len(line) <= 120 - len("  /** */ "):
        return [f"  /** {line} */"]
    return ["  /**", *("   * " + part for part in textwrap.wrap(line, 120 - len("   * "))), "   */"]


def members(command, declared):
    lines = []
    for option in settings_of(command):
        if key_of(option.name) not in declared:
            lines += [*described(option), f"  {key_of(option.name)}?: {script_type(option)};"]
    return "".join(line + "\n" for line in lines)


def generated(text, of_command):
    """The text with of_command(command, place) between its comments."""
    return GENERATED.sub(lambda found: f"{found[1]}{of_command(found['command'], found.start())}{found['end']}", text)


def declared_members(text):
    """By interface: what it declares by hand, and what the interfaces that it extends declare."""
    own = {name: set(re.findall(r"^  (\w+)\??:", GENERATED.sub("", body), re.MULTILINE)) for name, _, body in INTERFACE.findall(text)}
    options = {name: {key_of(option.name) for command in re.findall(r"// Options of (\w+),", body) for option in settings_of(command)}
               for name, _, body in INTERFACE.findall(text)}
    return {name: own[name].union(*(own[base] | options[base] for base in re.findall(r"\w+", bases or "") if base in own))
            for name, bases, _ in INTERFACE.findall(text)}


def requests():
    text = REQUESTS.read_text(encoding="utf-8")
    declared = declared_members(text)

    def of_command(command, place):
        interface = re.findall(r"^export interface (\w+)", text[:place], re.MULTILINE)[-1]
        return members(command, declared[interface])

    return generated(text, of_command)


def attributes():
    text = ATTRIBUTES.read_text(encoding="utf-8")
    return generated(text, lambda command, _: "".join(f"  | '{option.name.replace('_', '-')}'\n"
                                                      for option in settings_of(command, on_page=True)))


def pages():
    return {PAGE: page(), REQUESTS: requests(), ATTRIBUTES: attributes()}


if __name__ == "__main__":
    for path, text in pages().items():
        path.write_text(text, encoding="utf-8")
