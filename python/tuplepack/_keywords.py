"""What is said about arguments that a function does not have, or lacks."""

from __future__ import annotations

import functools
import inspect
import re
from importlib import import_module
from types import FunctionType
from typing import Any, Dict, Iterable, List, Mapping, Optional, Sequence

from . import _core, _options
from ._picture import counted


class WrongCall(_core.Error, TypeError):
    """Arguments are not those of a function: a TypeError, as Python's own, and a tuplepack.Error, as all errors here."""


class UnknownKeyword(WrongCall):
    code = "unknown_name"


def unknown_keyword(keyword: str, known: List[str], function: str) -> UnknownKeyword:
    listed = ", ".join(known) if known else "there are none"
    return UnknownKeyword(f"unknown option '{keyword}'{_core.did_you_mean(known, keyword)}options of {function}: {listed}")


def add_hints(namespace: Dict[str, Any], names: Iterable[str]) -> None:
    """Lets functions, and constructors and methods of classes, say what is wrong with their arguments, and which keyword was meant."""
    for name in names:
        value = namespace[name]
        if isinstance(value, FunctionType):
            namespace[name] = _hinted(value, name)
            namespace[name].__module__ = namespace["__name__"]  # where pickle finds it
        elif isinstance(value, type):
            _add_to_methods(value, name)


def _add_to_methods(owner: type, public: str) -> None:
    for name, member in list(vars(owner).items()):
        if name == "__init__" and isinstance(member, FunctionType):
            setattr(owner, name, _hinted(member, public, bound=1))
        elif name == "__new__" and isinstance(member, staticmethod):  # of tuples
            setattr(owner, name, staticmethod(_hinted(member.__func__, public, bound=1)))
        elif name.startswith("_"):
            continue
        elif isinstance(member, FunctionType):
            setattr(owner, name, _hinted(member, f"{public}.{name}", bound=1))
        elif isinstance(member, classmethod):
            setattr(owner, name, classmethod(_hinted(member.__func__, f"{public}.{name}", bound=1)))


def _hinted(function: Any, name: str, bound: int = 0) -> Any:
    """The function; a keyword that it does not have raises UnknownKeyword, and what else it cannot be called with WrongCall.

    bound  arguments that Python passes: 1 of a method
    """
    known = _keywords(function)
    takes = None if known is None else frozenset(known[bound:])
    listed = [keyword for keyword in (known or [])[bound:] if not keyword.startswith("_")]

    @functools.wraps(function)
    def call(*arguments: Any, **keywords: Any) -> Any:
        if takes is not None and not takes.issuperset(keywords):
            raise unknown_keyword(next(keyword for keyword in keywords if keyword not in takes), listed, name)
        try:
            return function(*arguments, **keywords)
        except TypeError as error:
            if error.__traceback__ is None or error.__traceback__.tb_next is not None:  # not of the call, but within
                raise
            raise WrongCall(f"{name}() {_wrong_with(function, bound, arguments, keywords, listed)}") from None

    return call


def _wrong_with(function: Any, bound: int, arguments: Sequence[Any], keywords: Mapping[str, Any], known: List[str]) -> str:
    """Why a function cannot be called so, where all keywords are known."""
    code = function.__code__
    places = code.co_varnames[bound : code.co_argcount]
    given = len(arguments) - bound
    if given > len(places):
        others = [name for name in known if name not in places]
        by_name = f"; pass the others by name: {', '.join(others)}" if others else ""
        return f"takes {counted(len(places), 'argument')} without a name, not {given}{by_name}"
    twice = next((place for place in places[:given] if place in keywords), None)
    if twice is not None:
        return f"is given '{twice}' twice, by its place and by its name"
    required = places[: len(places) - len(function.__defaults__ or ())]
    return f"lacks {', '.join(place for place in required[given:] if place not in keywords)}"


def _keywords(function: Any) -> Optional[List[str]]:
    """Those that a function takes; None: it passes on any, to a function that says which it knows."""
    code = function.__code__
    own = list(code.co_varnames[: code.co_argcount + code.co_kwonlyargcount])
    if not code.co_flags & inspect.CO_VARKEYWORDS:
        return own
    options = re.fullmatch(r"Unpack\[(\w+)\]", str(function.__annotations__.get("options")))
    if options is None:
        return None
    return list(dict.fromkeys([*own, *_keyword_only(options[1]), *getattr(_options, options[1]).__annotations__]))


def _keyword_only(options: str) -> List[str]:
    """Of the function that options of items are passed on to: PackOptions to pack(), StreamOptions to Stream."""
    package, name = import_module(__package__), options[: -len("Options")]
    target = package.Stream.__init__ if name == "Stream" else getattr(package, name.lower())
    code = inspect.unwrap(target).__code__
    names = code.co_varnames[code.co_argcount : code.co_argcount + code.co_kwonlyargcount]
    return [keyword for keyword in names if keyword != "counts"]  # which say nothing of single items
