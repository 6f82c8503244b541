"""Tables of sizes in the formats that the program reads."""

from __future__ import annotations

import os
from typing import IO, TYPE_CHECKING, Any, NamedTuple, Optional, Sequence, Union, cast

from . import _core

if TYPE_CHECKING:
    import numpy.typing as npt


class Table(NamedTuple):
    """Sizes [n] or [n, k] with the names of the components; counts [n] where rows stand for many items."""

    components: Sequence[str]
    sizes: npt.NDArray[Any]
    counts: Optional[npt.NDArray[Any]]


def read_sizes(
    path: Union[str, os.PathLike[str]],
    *,
    format: str = "detect",
    columns: Sequence[str] = (),
    count_column: str = "count",
    lengths_of: Sequence[str] = (),
) -> Table:
    """Reads CSV, JSON, JSON lines, .npy or .npz, also gzipped, Parquet or Arrow, as `tuplepack pack FILE` does. The size
    of a list is its length; of Parquet and Arrow only the columns in question are read.
    """
    import gzip
    import mmap

    name = os.fspath(path)
    chosen = [str(column) for column in columns], count_column, list(lengths_of)
    with open(name, "rb") as plain:
        first = plain.read(8)
        if format == "detect" and len(first) == 8 and _core.is_column_file(first):
            with mmap.mmap(plain.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
                return Table(*_core.read_column_sizes(mapped, name, *chosen))
    with cast(IO[bytes], gzip.open(name, "rb") if first.startswith(b"\x1f\x8b") else open(name, "rb")) as file:
        return Table(*_core.read_sizes(lambda: file.read(1 << 20), name, format, *chosen))
