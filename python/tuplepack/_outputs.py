"""Files that appear when they are complete."""

from __future__ import annotations

import os
import shutil
from contextlib import contextmanager
from typing import IO, Any, Iterable, Iterator, List
from uuid import uuid4

from . import _core
from ._picture import shown
from .files import system_error


@contextmanager
def whole_file(path: str) -> Iterator[IO[bytes]]:
    """Writes a file under a name of its own and renames it, so that a task that runs twice leaves one whole file."""
    unfinished = f"{path}.{uuid4().hex}"
    try:
        with open(unfinished, "xb") as file:
            yield file
        os.replace(unfinished, path)
    finally:
        if os.path.exists(unfinished):
            os.remove(unfinished)


@contextmanager
def whole_folder(path: str) -> Iterator[str]:
    """A new folder, written under a name of its own and renamed at the end."""
    require_new([path])
    unfinished = f"{path}.{uuid4().hex}"
    try:
        os.mkdir(unfinished)
        yield unfinished
        os.rename(unfinished, path)
    except OSError as error:
        raise system_error(path, error) from None
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)


@contextmanager
def work_folder(path: str) -> Iterator[str]:
    """A folder for what is not finished; removed at the end. Its path is absolute: workers may run in other folders."""
    path = os.path.abspath(path)
    try:
        os.mkdir(path)
    except FileExistsError:
        raise _core.Error(f"{path}: already exists: another run is writing there, or one was killed; remove it then") from None
    except OSError as error:
        raise system_error(path, error) from None
    try:
        yield path
    finally:
        removed = f"{path}-{uuid4().hex}"  # so that tasks that still run cannot write to it
        os.rename(path, removed)
        shutil.rmtree(removed, ignore_errors=True)


def require_new(names: Iterable[str]) -> None:
    for name in names:
        if os.path.exists(name):
            raise _core.Error(f"{name}: already exists")


def shards_of(out: Any) -> List[str]:
    """The files of NAME@N, none of which exists."""
    names = _core.shard_names(os.fspath(out)) if isinstance(out, (str, os.PathLike)) else None
    if not names:
        raise _core.Error(f"out is {shown(out)}; expected NAME@N for N shards, as in packed@64")
    require_new(names)
    return names
