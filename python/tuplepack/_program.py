"""Runs the program, for what needs more than the core: graphs on disk."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from typing import Any, Dict, List, Sequence

from . import _core
from ._notes import note


def program() -> str:
    """The program's path: what TUPLEPACK names, or the first `tuplepack` of PATH."""
    named = os.environ.get("TUPLEPACK") or "tuplepack"
    found = shutil.which(named)
    if found is None:
        raise _core.Error(
            f"'{named}' was not found: graphs on disk need the tuplepack program; install its Debian package or "
            "name it in the environment, as in TUPLEPACK=/usr/bin/tuplepack"
        )
    return found


def run(*words: object, may_be_no: bool = False) -> Dict[str, Any]:
    """What a command answers with --json. Its notes are warnings, and its errors tuplepack.Error.

    may_be_no  exit status 1 is an answer too
    """
    environment = {**os.environ, "TUPLEPACK_ERROR_CODES": "1"}
    done = subprocess.run(
        [program(), *(os.fspath(word) if isinstance(word, os.PathLike) else str(word) for word in words), "--json"],
        env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False,
    )  # fmt: skip
    errors: List[str] = []
    code = "unsupported"
    for line in done.stderr.decode(errors="replace").splitlines():
        if line.startswith("tuplepack: note: "):
            note(_core.with_keywords(line[len("tuplepack: note: ") :]))
        elif line.startswith("tuplepack: code: "):
            code = line[len("tuplepack: code: ") :]
        elif line:
            errors.append(line)
    if done.returncode != 0 and not (may_be_no and done.returncode == 1):
        text = errors[-1] if errors else f"tuplepack ended with status {done.returncode}"
        error = _core.Error(_core.with_keywords(text[len("tuplepack: ") :] if text.startswith("tuplepack: ") else text))
        error.code = code
        raise error
    answer: Dict[str, Any] = json.loads(done.stdout)
    return answer


def options(**given: object) -> List[str]:
    """As words of a command; None and False are left out."""
    words: List[str] = []
    for name, value in given.items():
        if value is None or value is False:
            continue
        words.append("--" + name.replace("_", "-"))
        if value is not True:
            items: Sequence[object] = value if isinstance(value, (list, tuple)) else [value]
            words.append(",".join(map(str, items)))
    return words
