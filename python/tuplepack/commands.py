"""The options of commands, as keywords of the functions that do the same."""

from __future__ import annotations

import inspect
from importlib import import_module
from typing import Any, Callable, List, NamedTuple, Optional

from . import _core
from ._arrays import require_text


class Option(NamedTuple):
    """A keyword of a function, and of the command of the same name.

    kind     flag, count, decimal, choice, text, …
    choices  of a choice
    """

    name: str
    default: str
    help: str
    kind: str
    choices: List[str]


def function_of(command: str) -> Optional[Callable[..., Any]]:
    """The function that does what a command does; None: there is none. `access` measures; access() is a step of what it measures."""
    package = import_module(__package__)
    others = {"assign": package.Plan.assign, "stream": package.Stream, "sample": package.sample_neighbours, "access": None}
    found = others[command] if command in others else getattr(package, command, None)
    return found if callable(found) else None


def options_of(command: str) -> List[Option]:
    """The options of a command that the function for it takes, with their help: pack(), …, Plan.assign() for assign, Stream for
    stream, sample_neighbours() for sample; of a command without a function, all of its options.

    >>> [option.name for option in options_of("bound")]
    ['limits', 'depth', 'per_item', 'align_item', 'align_total', 'reserve', 'reserve_items', 'overlong']
    """
    require_text(command=command)
    rows = _core.keywords(command)
    function = function_of(command)
    if function is None:
        return [Option(*row[:5]) for row in rows]
    own = inspect.signature(function).parameters
    return [Option(*row[:5]) for row in rows if row[5] or row[0] in own]
