"""What is said about keywords that a function does not have."""

from __future__ import annotations

import functools
import inspect
import re
from importlib import import_module
from types import FunctionType
from typing import Any, Dict, Iterable, List, Optional

from . import _core, _options


class UnknownKeyword(_core.Error, TypeError):
    """A function does not have a keyword: a TypeError, as Python's own, and a tuplepack.Error, as all errors here."""

    code = "unknown_name"


def unknown_keyword(keyword: str, known: List[str], function: str) -> UnknownKeyword:
    listed = ", ".join(known) if known else "there are none"
    return UnknownKeyword(f"unknown option '{keyword}'{_core.did_you_mean(known, keyword)}options of {function}: {listed}")


def add_hints(namespace: Dict[str, Any], names: Iterable[str]) -> None:
    """Lets functions, and constructors and methods of classes, say which keyword an unknown one was meant to be."""
    for name in names:
        value = namespace[name]
        if isinstance(value, FunctionType):
            namespace[name] = _hinted(value, name)
            namespace[name].__module__ = namespace["__name__"]  # where pickle finds it
        elif isinstance(value, type):
            _add_to_methods(value, name)


def _add_to_methods(owner: type, public: str) -> None:
    for name, member in list(vars(owner).items()):
        if not isinstance(member, FunctionType):
            continue
        if name == "__init__":
            setattr(owner, name, _hinted(member, public))
        elif not name.startswith("_") and (member.__kwdefaults__ or member.__defaults__):
            setattr(owner, name, _hinted(member, f"{public}.{name}"))


def _hinted(function: Any, name: str) -> Any:
    """The function; a keyword that it does not have raises UnknownKeyword."""
    known = _keywords(function)
    if known is None:
        return function
    takes = frozenset(known)
    listed = [keyword for keyword in known if not keyword.startswith("_") and keyword != "self"]

    @functools.wraps(function)
    def call(*arguments: Any, **keywords: Any) -> Any:
        for keyword in keywords:
            if keyword not in takes:
                raise unknown_keyword(keyword, listed, name)
        return function(*arguments, **keywords)

    return call


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
