"""Tables of sizes in the formats that the program reads."""

from __future__ import annotations

import os
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING, Any, Callable, Iterator, List, NamedTuple, Optional, Sequence, Union

import numpy as np

from . import _core
from ._arrays import is_list
from ._picture import counted, shown

if TYPE_CHECKING:
    import numpy.typing as npt


class Table(NamedTuple):
    """Sizes [n] or [n, k] with the names of the components; counts [n] where rows stand for many items."""

    components: Sequence[str]
    sizes: npt.NDArray[Any]
    counts: Optional[npt.NDArray[Any]]

    def __repr__(self) -> str:
        counts = "" if self.counts is None else f", with counts of {counted(int(self.counts.sum()), 'item')}"
        return f"<Table: {counted(len(self.sizes), 'row')} of {', '.join(self.components)}{counts}>"


def names_of(given: Union[str, Sequence[Union[str, int]]], what: str) -> List[str]:
    if not isinstance(given, str) and not is_list(given):
        raise _core.Error(f"{what} cannot be {shown(given)}; expected names")
    names: List[Union[str, int]] = [given] if isinstance(given, str) else list(given)
    for name in names:
        if not isinstance(name, (str, int)):
            raise _core.Error(f"{what} cannot be {shown(name)}; expected names")
    return [str(name) for name in names]


def path_of(path: Any) -> str:
    if not isinstance(path, (str, bytes, os.PathLike)):
        raise _core.Error(f"{shown(path)} names no file; expected a path")
    return os.fsdecode(path)


def opened(path: Any, mode: str = "rb") -> IO[Any]:
    """open(), text in UTF-8 with line ends as they are; what the system refuses is an Error with the code `system`."""
    name = path_of(path)
    with of_system(path):
        return open(name, mode) if "b" in mode else open(name, mode, encoding="utf-8", newline="")


@contextmanager
def of_system(path: Any) -> Iterator[None]:
    """For reading and writing a file: what the system refuses is such an Error."""
    try:
        yield
    except OSError as error:
        raise system_error(path, error) from None


def placed(error: _core.Error, place: str) -> _core.Error:
    """The same error, which says where, once."""
    if not str(error).startswith(f"{place}: "):
        error.args = (f"{place}: {error}",)
    return error


def system_error(path: Any, error: OSError) -> _core.Error:
    """Of a text that is taken for a path and is too long for one, the beginning."""
    name = str(os.fspath(path))
    failed = _core.Error(f"{name if len(name) < 1000 and name.isprintable() else shown(name)}: {error.strerror or error}")
    failed.code = "system"
    return failed


def bytes_of(path: Any) -> bytes:
    """The whole of a file."""
    with opened(path) as file, of_system(path):
        content: bytes = file.read()
    return content


def text_of(path: Any) -> str:
    """The whole of a file of JSON."""
    try:
        return bytes_of(path).decode()
    except UnicodeDecodeError:
        raise _core.Error(f"{os.fspath(path)}: not UTF-8 text; expected JSON") from None


def unpacking(content: Any, name: str, format: str) -> Callable[[], bytes]:
    """Reads the next MiB of a file that bz2 or gzip unpack."""
    import zlib

    def read() -> bytes:
        try:
            piece: bytes = content.read(1 << 20)
            return piece
        except EOFError:
            raise _core.Error(f"{name}: the {format} data is truncated") from None
        except (OSError, zlib.error) as error:
            if isinstance(error, OSError) and error.errno is not None:  # of the file
                raise system_error(name, error) from None
            raise _core.Error(f"{name}: the {format} data is corrupt") from None

    return read


Paths = Union[str, "os.PathLike[str]", Sequence[Union[str, "os.PathLike[str]"]]]
"""Of a file; NAME@N for the shards NAME-00000-of-N, …; a pattern with * or ?; or several of these."""


def files_of(paths: Paths) -> List[str]:
    """The files that names stand for, as the program takes them."""
    import glob

    if not isinstance(paths, (str, bytes, os.PathLike)):
        if not is_list(paths):
            raise _core.Error(f"files cannot be {shown(paths)}; expected a path, or a list of paths in their order")
        names = [name for path in paths for name in files_of(path)]
        if not names:
            raise _core.Error("the list of files is empty")
        return names
    name = os.fsdecode(paths)
    shards = None if os.path.exists(name) else _core.shard_names(name)
    if shards is not None:
        missing = [shard for shard in shards if not os.path.exists(shard)]
        if missing:
            raise _core.Error(f"{missing[0]}: this shard of {len(shards)} is missing")
        return shards
    if os.path.exists(name) or not any(letter in name for letter in "*?["):
        return [name]
    found = sorted(glob.glob(name))
    if not found:
        raise _core.Error(f"{name}: no files match this pattern")
    return found


def read_sizes(
    path: Paths,
    *,
    format: str = "detect",
    columns: Union[str, Sequence[str]] = (),
    count_column: str = "count",
    lengths_of: Union[str, Sequence[str]] = (),
) -> Table:
    """Reads CSV, JSON, JSON lines, .npy, .npz, Parquet or Arrow, also compressed with gzip, Zstandard, xz or bzip2 or in a ZIP
    archive, as `tuplepack pack FILE` does; several files one after another. The size of a list is its length; of Parquet and Arrow only the columns in question are read.
    """
    if not isinstance(format, str) or not isinstance(count_column, str):
        raise _core.Error(f"format cannot be {shown(format)}, with the count_column {shown(count_column)}; both are names")
    tables = []
    for name in files_of(path):
        tables.append(_read_one(name, format, names_of(columns, "columns"), count_column, names_of(lengths_of, "lengths_of")))
        if list(tables[-1].components) != list(tables[0].components):
            raise _core.Error(f"{name}: the components are {', '.join(tables[-1].components)}; those of the first file are "
                              f"{', '.join(tables[0].components)}")  # fmt: skip
    if len(tables) == 1:
        return tables[0]
    counts = None
    if any(table.counts is not None for table in tables):
        counts = np.concatenate([np.ones(len(t.sizes), np.int64) if t.counts is None else t.counts for t in tables])
    return Table(tables[0].components, np.concatenate([table.sizes for table in tables]), counts)


def _read_one(name: str, format: str, columns: List[str], count_column: str, lengths_of: List[str]) -> Table:
    import bz2
    import mmap

    with opened(name) as file:
        with of_system(name):
            first = file.read(24)
        if format in ("detect", "parquet", "arrow") and len(first) >= 8 and _core.is_column_file(first):
            with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
                return Table(*_core.read_column_sizes(mapped, name, columns, count_column, lengths_of))
    with bz2.open(name, "rb") if _core.compression_of(first) == "bzip2" else opened(name) as content:
        read = unpacking(content, name, "bzip2")
        return Table(*_core.read_sizes(read, name, format, columns, count_column, lengths_of))
