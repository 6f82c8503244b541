"""Reads a shard of a data set: the sizes of its items, or the tokens themselves."""

from __future__ import annotations

import bz2
import gzip
import json
import lzma
import os
import re
from importlib import import_module
from typing import TYPE_CHECKING, Any, Callable, Dict, Iterable, Iterator, List, Mapping, NamedTuple, Optional, Union

import numpy as np

from . import _core
from ._arrays import as_array
from ._arrow import Lists
from ._arrow_reader import read_stream
from ._picture import shown
from .files import Table, files_of, opened, read_sizes

if TYPE_CHECKING:
    import numpy.typing as npt

Shard = Any
"""The path of a file (or NAME@N, a pattern); sizes; samples; or a function that returns one of these."""


class Tokens(NamedTuple):
    """The samples of a shard, one after another.

    lengths  [samples]
    columns  by name: [tokens]
    """

    lengths: npt.NDArray[np.int64]
    columns: Dict[str, npt.NDArray[Any]]


def is_path(shard: Shard) -> bool:
    return isinstance(shard, (str, os.PathLike))


# ---- sizes ----


_JSON_LINES = re.compile(r"\.(jsonl|ndjson)(\.\w+)?$")
"""Names of files whose format cannot be told from their content where they are empty."""


def _mapped(path: Any) -> Optional[Table]:
    """The whole numbers [n] of an .npy file, mapped; None: it has something else, which read_sizes() reads or refuses."""
    if not os.path.isfile(path):
        return None
    try:
        array = np.load(path, mmap_mode="r")
        is_whole = array.offset + array.nbytes == os.path.getsize(path)
    except Exception:  # of many kinds, by what is damaged
        return None
    is_plain = array.ndim == 1 and len(array) > 0 and array.dtype.kind in "iu" and array.flags.aligned
    return Table(["size"], array, None) if is_whole and is_plain else None


def sizes_of(shard: Shard, options: Mapping[str, Any], read: Optional[Callable[[Shard], Any]]) -> Any:
    """What histogram() and assign_shard() take.

    options  of read_sizes(); of samples that are dicts, lengths_of names the column
    read     returns sizes or samples of a shard
    """
    given = read(shard) if read is not None else shard() if callable(shard) else shard
    if is_path(given):
        table = None if options else _mapped(given)
        if table is not None:
            return table
        named = {"format": "json_lines"} if _JSON_LINES.search(os.fspath(given)) else {}
        try:
            return read_sizes(given, **{**named, **options})
        except _core.Error as error:
            if getattr(error, "code", None) == "empty":
                return []
            raise
    if isinstance(given, (list, tuple)) and given and isinstance(given[0], Mapping):
        name = options.get("lengths_of") or "input_ids"
        return [len(sample[name if isinstance(name, str) else name[0]]) for sample in given]
    return given


# ---- tokens ----

_UNPACKED: Dict[str, Callable[..., Any]] = {"gzip": gzip.open, "bzip2": bz2.open, "xz": lzma.open}


def _json_lines(path: str) -> Iterator[Any]:
    with opened(path) as file:
        first = file.read(8)
    unpacked = _UNPACKED.get(_core.compression_of(first), open)
    with unpacked(path, "rb") as lines:
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            try:
                yield json.loads(line)
            except ValueError as error:
                raise _core.Error(f"{path}:{number}: {error}; expected a JSON object in each line") from None


def _of_arrow(path: str, names: List[str]) -> Iterable[Any]:
    """The lengths [rows] and the values of each column of lists."""
    columns = read_stream(path, names)
    for name, column in columns.items():
        if not isinstance(column, Lists):
            raise _core.Error(f"{path}: column '{name}' has numbers, not lists of them")
    return [(np.diff(column.offsets), column.values) for column in columns.values()]


def _of_parquet(path: str, names: List[str]) -> Iterable[Any]:
    """The same by pyarrow."""
    try:
        reader = import_module("pyarrow.parquet")
    except ImportError:
        raise _core.Error(f"{path}: the tokens of Parquet are read by pyarrow, which is not installed; install it, or pass read=, "
                          "a function that returns the samples of a shard") from None  # fmt: skip
    table = reader.read_table(path, columns=names)
    for name in names:
        lists = table.column(name).combine_chunks()
        lists = lists.chunk(0) if hasattr(lists, "chunk") else lists
        values = lists.flatten()
        if lists.null_count or values.null_count:
            raise _core.Error(f"{path}: column '{name}' has values that are missing")
        yield lists.value_lengths().to_numpy().astype(np.int64), values.to_numpy()


def _kind_of(path: str) -> str:
    with opened(path) as file:
        first: bytes = file.read(8)
    kinds = {b"PAR1": "parquet", b"ARROW1": "arrow", b"\xff\xff\xff\xff": "arrow"}
    return next((kind for magic, kind in kinds.items() if first.startswith(magic)), "lines")


def _joined(samples: Iterable[Any], types: Mapping[str, np.dtype[Any]]) -> Iterable[Any]:
    """The lists of each column: [lengths, values]."""
    lists: Dict[str, List[npt.NDArray[Any]]] = {name: [] for name in types}
    for number, sample in enumerate(samples):
        for name, found in lists.items():
            if isinstance(sample, Mapping) and sample.get(name) is None:
                raise _core.Error(f"sample {number} has no '{name}'")
            if not isinstance(sample, Mapping) and len(types) > 1:
                raise _core.Error(f"sample {number} is not a dict with the columns {', '.join(types)}")
            array = as_array(sample[name] if isinstance(sample, Mapping) else sample)
            if array.ndim != 1 or (array.size and array.dtype.kind not in "iufb"):
                raise _core.Error(f"sample {number}: '{name}' is not a list of numbers, one for each token")
            found.append(array)
    for arrays in lists.values():
        lengths = np.fromiter(map(len, arrays), np.int64, len(arrays))
        yield lengths, np.concatenate([array for array in arrays if len(array)] or [np.zeros(0, np.int64)])


def _as_type(values: npt.NDArray[Any], dtype: np.dtype[Any], name: str) -> npt.NDArray[Any]:
    with np.errstate(invalid="ignore"):
        found = values.astype(dtype)
    if dtype.kind in "iu" and not np.array_equal(found, values):
        lost = values[found != values][0]
        raise _core.Error(f"column '{name}' has {lost}, which {dtype} does not hold; columns={{'{name}': 'int64'}} names another type")
    return found


def tokens_of(shard: Shard, types: Mapping[str, np.dtype[Any]], read: Optional[Callable[[Shard], Any]]) -> Tokens:
    """The columns of a shard, of which the first has the tokens.

    types  of the columns, by name
    read   returns samples, dicts or lists of tokens, of a shard; None: JSON Lines, Arrow, with pyarrow also Parquet
    """
    given = read(shard) if read is not None else shard() if callable(shard) else shard
    names = list(types)
    found: Dict[str, List[Any]] = {name: [] for name in names}
    for samples in files_of(given) if is_path(given) else [given]:
        kind = _kind_of(samples) if is_path(given) else "samples"
        if kind in ("lines", "samples"):
            lists = _joined(_json_lines(samples) if kind == "lines" else samples, types)
        else:
            lists = (_of_arrow if kind == "arrow" else _of_parquet)(samples, names)
        for name, (lengths, values) in zip(names, lists):
            found[name].append((lengths, _as_type(values, types[name], name)))
    whole = {name: [np.concatenate(arrays) for arrays in zip(*parts)] for name, parts in found.items()}
    lengths = whole[names[0]][0]
    for name in names[1:]:
        if not np.array_equal(whole[name][0], lengths):
            raise _core.Error(f"'{name}' does not have a value for every token of '{names[0]}'")
    return Tokens(lengths, {name: arrays[1] for name, arrays in whole.items()})


Types = Union[Mapping[str, Any], Iterable[str]]
"""Columns, by name with their numpy type; those without one are int32."""


def types_of(columns: Types) -> Dict[str, np.dtype[Any]]:
    names = [columns] if isinstance(columns, str) else columns
    given = names if isinstance(names, Mapping) else {name: "int32" for name in names}
    types = {}
    for name, given_type in given.items():
        try:
            types[str(name)] = np.dtype(given_type)
        except TypeError:
            raise _core.Error(f"columns: {shown(given_type)} is not a type of numbers; expected int32, int64, float32, …") from None
        if types[str(name)].kind not in "iuf" or types[str(name)].itemsize > 8:
            raise _core.Error(f"columns: the type {shown(given_type)} of '{name}' is not that of whole numbers or floats")
    if not types:
        raise _core.Error("columns is empty; its first one names the tokens")
    return types
