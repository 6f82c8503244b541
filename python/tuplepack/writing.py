"""Writes records of graphs: TFRecords of TensorFlow GNN's GraphTensors, checked against their schema."""

from __future__ import annotations

import os
from contextlib import ExitStack
from typing import IO, TYPE_CHECKING, Any, Dict, Iterable, List, Mapping, Optional, Sequence, Union, cast

import numpy as np

from . import _core
from ._arrays import array_of, as_array, in_turn, require_names, require_text
from ._picture import shown, type_of
from .files import of_system, opened, path_of, placed
from .records import Features, Record, of_objects, rows_of
from .subgraph_sampling import Subgraph

if TYPE_CHECKING:
    import numpy.typing as npt

Graph = Union[Record, Subgraph, Mapping[str, Any]]


def write_records(
    path: Union[str, os.PathLike[str]],
    graphs: Iterable[Graph],
    schema: str,
    *,
    features: Optional[Mapping[str, Any]] = None,
    prefix: str = "",
) -> int:
    """Writes graphs as TFRecords of TensorFlow GNN's GraphTensors, each checked against the schema; they appear under their names
    when all are written. Returns how many there are.

    path      a file, gzipped if it ends in .gz; NAME@N for N shards, to which records are dealt in turn
    graphs    Records, dicts of their features by name as records() and batches() give them (nodes/SET.#size,
              edges/SET.#source, nodes/SET.FEATURE, …; arrays [n, …], or all values in one axis), or Subgraphs
    schema    text of a GraphSchema
    features  of Subgraphs, by the same names: arrays with a row for every node or edge of the whole graph
    prefix    put before the names of features
    """
    require_text(schema=schema, prefix=prefix)
    if not hasattr(graphs, "__iter__") or not isinstance({} if features is None else features, Mapping):
        raise _core.Error("graphs is an iterable of graphs, and features a dict of arrays")
    writer = _core.RecordWriter(schema, prefix)
    known, sets = writer.features, _core.graph_sets(schema)
    for name in features or {}:
        require_text(**{"the name of a feature": name})
    whole = {name: as_array(values) for name, values in (features or {}).items()}
    require_names([name for name in whole if not _is_structure(name, known)], list(known), "features", "the schema has no feature")
    count = 0
    with _Files(path) as files:
        for graph in in_turn(graphs):
            try:
                given = _features_of(graph, whole)
                for name, values in given.items():
                    _refuse_nested(name, values, known)
                stored = {name: _stored(name, values, known) for name, values in given.items()}
                _require_rows(given, known)
                _require_all(stored, known, sets, isinstance(graph, Subgraph))
                record = writer.record(stored)
            except _core.Error as error:
                raise placed(error, f"graph {count}") from None
            files.write(count, record)
            count += 1
    return count


def _refuse_nested(name: str, values: Any, known: Features) -> None:
    """Error: lists of different lengths for a ragged feature, which has its values in one axis and the lengths under another name."""
    shape = known[name][1] if name in known else None
    if shape is None or -1 not in shape or not isinstance(values, (list, tuple)):
        return
    if len({len(row) for row in values if isinstance(row, (list, tuple)) or np.ndim(row)}) > 1:
        lengths = f"{name}.d{shape.index(-1) + 1}"
        raise _core.Error(f"the feature '{name}' is ragged: pass its values in one list, and the length of each row as '{lengths}'")


def _features_of(graph: Graph, whole: Mapping[str, npt.NDArray[Any]]) -> Mapping[str, Any]:
    if isinstance(graph, Subgraph):
        return _of_subgraph(graph, whole)
    if whole:
        raise _core.Error("features= are of Subgraphs; this graph has its own")
    found = graph.features if isinstance(graph, Record) else graph
    if not isinstance(found, Mapping):
        raise _core.Error(f"{type_of(graph)} is not a graph; expected a Record, a Subgraph or a dict of features")
    if not all(isinstance(name, str) for name in found):
        raise _core.Error(f"the features of a graph are named {', '.join(map(repr, found))}; expected text")
    return {name: as_array(values) if hasattr(values, "detach") else values for name, values in found.items()}


def _require_rows(given: Mapping[str, Any], known: Features) -> None:
    """That arrays of several axes, whose values are stored one after another, have a row for each node, edge or component."""
    for name, values in given.items():
        shape, found = known[name][1] if name in known else None, array_of(values, f"values of '{name}'").shape
        if len(found) > 1 and shape is not None and min(shape, default=0) >= 0 and found[0] != rows_of(name, given):
            expected = [rows_of(name, given), *shape]
            raise _core.Error(f"the feature '{name}' has the shape {list(found)}; expected {expected}")


def _require_all(stored: Mapping[str, Any], known: Features, sets: Sequence[str], is_sampled: bool) -> None:
    """That a graph has the sets and the features of the schema, and no other sets.

    is_sampled  sets that were not sampled are left out
    """
    for name in stored:
        of = name.rpartition(".")[0]
        if name.endswith((".#size", ".#source", ".#target")) and of not in sets:
            raise _core.Error(f"the schema has no set '{of}'{_core.did_you_mean(list(sets), of)}it has {', '.join(sets)}")
    missing = next((of for of in sets if f"{of}.#size" not in stored), None)
    if missing is not None and not is_sampled:
        raise _core.Error(f"the set '{missing}' of the schema is missing; where it is empty, '{missing}.#size' is [0]")
    for name in known:
        size = stored.get(name.rpartition(".")[0] + ".#size")
        if name not in stored and size is not None and np.sum(size) > 0:
            raise _core.Error(f"the feature '{name}' of the schema is missing")


def _of_subgraph(graph: Subgraph, whole: Mapping[str, npt.NDArray[Any]]) -> Dict[str, Any]:
    found: Dict[str, Any] = {}
    rows: Dict[str, npt.NDArray[Any]] = {}
    for name, ids in graph.nodes.items():
        found[f"nodes/{name}.#size"] = [len(ids)]
        rows[f"nodes/{name}"] = ids
    for name, edges in graph.edges.items():
        found[f"edges/{name}.#size"] = [len(edges.row)]
        found[f"edges/{name}.#source"], found[f"edges/{name}.#target"] = edges.source, edges.target
        rows[f"edges/{name}"] = edges.row
    for feature, values in whole.items():
        of = feature.rpartition(".")[0]
        if of not in rows:
            raise _core.Error(f"features: '{feature}' does not belong to a set of the subgraph; its sets are {', '.join(rows)}")
        largest = int(rows[of].max()) if len(rows[of]) else -1
        if largest >= len(values):
            raise _core.Error(f"features: '{feature}' has {len(values)} rows, but the subgraph has row {largest}")
        found[feature] = values[rows[of]]
    return found


def _stored(name: str, values: Any, known: Features) -> Any:
    """As a record stores it: float32, int64, or a list of bytes; flat."""
    kind = known[name][0] if name in known else "integers"
    if name not in known and not _is_structure(name, known):
        raise _core.Error(f"the schema has no feature '{name}'{_core.did_you_mean(list(known), name)}it has {', '.join(known) or 'none'}")
    array = of_objects(values) if isinstance(values, (list, tuple)) and _is_text(values) else array_of(values, f"values of '{name}'")
    declared = known[name][2] if name in known else None
    if array.dtype.kind == "O" and kind != "bytes" and all(map(_is_number, array.reshape(-1).tolist())):
        array = np.asarray(array.reshape(-1).tolist())
    if array.dtype.kind in "SUO" or kind == "bytes":
        return _texts(name, array, declared or "int64")
    is_float = array.dtype.kind == "f" or str(array.dtype) == "bfloat16"
    if array.size and kind == "integers" and is_float:
        raise _core.Error(f"the feature '{name}' has floats, but the schema declares integers")
    if kind == "floats" or (kind is None and is_float):
        return _floats(name, array, declared)
    return _integers(name, array, declared or "int64")


_LEAST_INFINITE = {"float16": 65520.0, "bfloat16": (2 - 2.0**-8) * 2.0**127, "float32": (2 - 2.0**-24) * 2.0**127}
"""What is rounded to infinity."""


def _floats(name: str, array: npt.NDArray[Any], declared: Optional[str]) -> npt.NDArray[np.float32]:
    """declared  the type of the schema; records have float32 for all"""
    if array.dtype.kind not in "fiub" and str(array.dtype) != "bfloat16":
        raise _core.Error(f"the feature '{name}' is of {array.dtype}, which records do not hold")
    held = declared if declared in _LEAST_INFINITE else "float32"
    with np.errstate(over="ignore"):
        floats = np.ascontiguousarray(array, np.float32).reshape(-1)
        values = floats if array.dtype.kind == "V" else np.asarray(array).reshape(-1)
        wide = (np.abs(values) >= _LEAST_INFINITE[held]) & ~np.isinf(values) if array.dtype.kind != "b" else np.zeros(0, bool)
    if wide.any():
        raise _core.Error(f"the feature '{name}' has {values[wide][0]}, which is beyond the range of {held}")
    return floats


def _integers(name: str, array: npt.NDArray[Any], declared: str) -> npt.NDArray[np.int64]:
    """declared  the type of the schema; records have int64 for all, which TensorFlow casts to that without a word"""
    if array.size and array.dtype.kind not in "iub":
        raise _core.Error(f"the feature '{name}' is of {array.dtype}, which records do not hold")
    least, most = (0, 1) if declared == "bool" else (np.iinfo(declared).min, np.iinfo(declared).max)
    for extreme in (int(array.min()), int(array.max())) if array.size else ():
        if not least <= extreme <= min(most, np.iinfo(np.int64).max):
            held = "int64" if declared == "uint64" and extreme > 0 else declared
            raise _core.Error(f"the feature '{name}' has {extreme}, which is beyond the range of {held}")
    return np.ascontiguousarray(array, np.int64).reshape(-1)


def _is_structure(name: str, known: Features) -> bool:
    """Whether it is what a set consists of, or the row lengths of a ragged dimension."""
    parent, _, tail = name.rpartition(".")
    if name.startswith(("nodes/", "edges/")) and tail in ("#size", "#source", "#target"):
        return True
    if parent not in known or tail[:1] != "d" or not tail[1:].isdigit():
        return False
    shape = known[parent][1]
    return shape is None or -1 in shape[int(tail[1:]) - 1 : int(tail[1:])]


def _is_text(values: Any) -> bool:
    return len(values) > 0 and isinstance(values[0], (str, bytes))


def _texts(name: str, array: npt.NDArray[Any], declared: str) -> List[bytes]:
    """declared  the type of the schema"""
    found = []
    for value in array.reshape(-1).tolist():
        text = value.encode() if isinstance(value, str) else value
        if not isinstance(text, bytes):
            raise _core.Error(f"the feature '{name}' has {_not_of(declared, array)}")
        found.append(text)
    return found


def _not_of(declared: str, array: npt.NDArray[Any]) -> str:
    """What is wrong with objects, or with numbers where texts are declared."""
    values = array.reshape(-1).tolist()
    if declared == "string":
        return f"{shown(next(value for value in values if not isinstance(value, (str, bytes))))}; expected strings"
    if all(map(_is_number, values)):
        return f"{max(values, key=abs)}, which is beyond the range of {declared}"
    return f"{shown(next(value for value in values if not _is_number(value)))}; expected numbers"


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float, np.number))


class _Files:
    """The files that a name stands for, which appear when all are complete."""

    def __init__(self, path: Union[str, os.PathLike[str]]) -> None:
        name = path_of(path)
        if not name:
            raise _core.Error("'' names no file; expected a path")
        self._names = _core.shard_names(name) or [name]
        self._stack = ExitStack()
        self._files: List[IO[bytes]] = []

    def __enter__(self) -> _Files:
        import gzip

        try:
            for name in self._names:
                self._stack.enter_context(of_system(name))  # for what is written when it is closed
                file = self._stack.enter_context(opened(self._unfinished(name), "wb"))
                is_packed = name.endswith(".gz")
                self._files.append(cast(IO[bytes], self._stack.enter_context(gzip.GzipFile("", "wb", fileobj=file, mtime=0)))
                                   if is_packed else file)  # fmt: skip
        except BaseException:
            self.__exit__(BaseException)
            raise
        return self

    def write(self, number: int, record: bytes) -> None:
        place = number % len(self._files)
        with of_system(self._names[place]):
            self._files[place].write(record)

    def __exit__(self, kind: Any, *ignored: object) -> None:
        is_whole = False
        try:
            self._stack.close()
            is_whole = kind is None
        finally:
            for name in self._names:
                if is_whole:
                    os.replace(self._unfinished(name), name)
                elif os.path.exists(self._unfinished(name)):
                    os.remove(self._unfinished(name))

    @staticmethod
    def _unfinished(name: str) -> str:
        return f"{name}.unfinished"
