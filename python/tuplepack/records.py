"""Records of graphs: TFRecords of TensorFlow GNN's GraphTensors, read, written, and joined as batches."""

from __future__ import annotations

import io
import json
import os
from contextlib import ExitStack
from typing import (
    IO,
    TYPE_CHECKING,
    Any,
    Dict,
    Iterable,
    Iterator,
    List,
    Mapping,
    NamedTuple,
    Optional,
    Sequence,
    Tuple,
    Union,
    cast,
)

import numpy as np

from . import _core
from ._arrays import as_array, whole_number
from ._threads import in_order, require_threads
from .files import Paths, files_of, opened, unpacking
from .graphs import Subgraph
from .packing import Plan

if TYPE_CHECKING:
    import numpy.typing as npt


class Record(NamedTuple):
    """A graph of a TFRecord: how many nodes and edges its sets have, as nodes/SET and edges/SET, and its features."""

    sizes: Dict[str, int]
    features: Dict[str, Any]


Features = Mapping[str, Tuple[Optional[str], Optional[List[int]]]]
"""By the name that a feature has in records, its kind (bytes, floats, integers) and the shape of one value; None: not known."""


# ---- reading ----


def records(path: Paths, *, schema: Optional[str] = None, prefix: str = "") -> Iterator[Record]:
    """Reads the graphs of TFRecords, also in gzip or zlib: of a file, of the shards NAME@N, of a pattern, or of several of
    these. Checksums are checked.

    schema  text of a GraphSchema that every record has to fit. With it features are arrays [n, …] of their shapes, strings of
            dtype object; without, and where a dimension is ragged, flat ones, and strings a list. The row lengths of ragged
            dimension i are the feature "….d{i}"
    prefix  of the names of features, which is cut off; others are ignored
    """
    shapes = None if schema is None else _core.schema_features(schema)
    known = None if schema is None else _core.graph_sets(schema)
    for name in files_of(path):
        for record in _records_of(name, schema, prefix):
            strange = None if known is None else next((one for one in record.sizes if one not in known), None)
            if strange is not None:
                raise _core.Error(f"{name}: a record has the set '{strange}', but the schema has {', '.join(known or ())}")
            yield record if shapes is None else Record(record.sizes, _shaped(record.features, shapes))


def _records_of(name: str, schema: Optional[str], prefix: str) -> Iterator[Record]:
    with _content(name) as file:
        reader = _core.Records(unpacking(file, name, "gzip"), schema, prefix)
        while True:
            try:
                found = reader.next()
            except _core.Error as error:
                raise _placed(error, name) from None
            if found is None:
                return
            yield Record(*found)


class _Zlib:
    """A file in zlib's format, unpacked as it is read."""

    def __init__(self, file: IO[bytes], name: str) -> None:
        import zlib

        self._file, self._name, self._unpacker, self._error = file, name, zlib.decompressobj(), zlib.error

    def read(self, size: int) -> bytes:
        data = b""
        while not data and not self._unpacker.eof:
            piece = self._unpacker.unconsumed_tail or self._file.read(size)
            if not piece:
                raise _core.Error(f"{self._name}: the zlib data is truncated")
            try:
                data = self._unpacker.decompress(piece, size)
            except self._error:
                raise _core.Error(f"{self._name}: the zlib data is corrupt") from None
        return data

    def __enter__(self) -> _Zlib:
        return self

    def __exit__(self, *ignored: object) -> None:
        self._file.close()


def _content(name: str) -> Union[IO[bytes], _Zlib]:
    """A file of records, unpacked."""
    import gzip

    file = opened(name)
    container = _core.record_container(file.read(12))
    file.seek(0)
    if container == "none":
        return file
    if container == "zlib":
        return _Zlib(file, name)
    file.close()
    return cast(IO[bytes], gzip.open(name, "rb"))


def _placed(error: _core.Error, place: str) -> _core.Error:
    error.args = (f"{place}: {error}",)
    return error


def _shaped(features: Mapping[str, Any], shapes: Features) -> Dict[str, Any]:
    """The features as arrays, those without ragged dimensions of their shapes."""
    found: Dict[str, Any] = {}
    for name, values in features.items():
        array = values if isinstance(values, np.ndarray) else _of_objects(values)
        _, shape = shapes.get(name, (None, None))
        if shape and min(shape) >= 0:
            array = array.reshape(_rows(name, features), *shape)
        found[name] = array
    return found


def _rows(name: str, features: Mapping[str, Any]) -> int:
    """Nodes or edges that a feature has values for; components, of one of the context."""
    if name.startswith("context/"):
        return next((len(sizes) for other, sizes in features.items() if other.endswith(".#size")), 1)
    return int(np.sum(features.get(name[: name.rindex(".")] + ".#size", 0)))


def _of_objects(values: Iterable[Any]) -> npt.NDArray[Any]:
    listed = list(values)
    array = np.empty(len(listed), object)
    array[:] = listed
    return array


# ---- writing ----

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
              edges/SET.#source, nodes/SET.FEATURE, …; arrays of any shape with the right number of values), or Subgraphs
    schema    text of a GraphSchema
    features  of Subgraphs, by the same names: arrays with a row for every node or edge of the whole graph
    prefix    put before the names of features
    """
    writer = _core.RecordWriter(schema, prefix)
    known, sets = writer.features, _core.graph_sets(schema)
    whole = {name: as_array(values) for name, values in (features or {}).items()}
    count = 0
    with _Files(path) as files:
        for graph in graphs:
            try:
                given = _features_of(graph, whole)
                stored = {name: _stored(name, values, known) for name, values in given.items()}
                _require_all(stored, known, sets, isinstance(graph, Subgraph))
                files.write(count, writer.record(stored))
            except _core.Error as error:
                raise _placed(error, f"graph {count}") from None
            count += 1
    return count


def _features_of(graph: Graph, whole: Mapping[str, npt.NDArray[Any]]) -> Mapping[str, Any]:
    if isinstance(graph, Subgraph):
        return _of_subgraph(graph, whole)
    if whole:
        raise _core.Error("features= are of Subgraphs; this graph has its own")
    found = graph.features if isinstance(graph, Record) else graph
    if not isinstance(found, Mapping):
        raise _core.Error(f"a {type(graph).__name__} is not a graph; expected a Record, a Subgraph or a dict of features")
    return found


def _require_all(stored: Mapping[str, Any], known: Features, sets: Sequence[str], is_sampled: bool) -> None:
    """That a graph has the sets and the features of the schema, and no other sets.

    is_sampled  sets that were not sampled are left out
    """
    for name in stored:
        of = name.rpartition(".")[0]
        if name.endswith((".#size", ".#source", ".#target")) and of not in sets:
            raise _core.Error(f"the schema has no set '{of}'; it has {', '.join(sets)}")
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
        raise _core.Error(f"the schema has no feature '{name}'")
    array = _of_objects(values) if isinstance(values, (list, tuple)) and _is_text(values) else as_array(values)
    if array.dtype.kind in "SUO" or kind == "bytes":
        return _texts(name, array)
    is_float = array.dtype.kind == "f" or str(array.dtype) == "bfloat16"
    if array.size and kind == "integers" and is_float:
        raise _core.Error(f"the feature '{name}' has floats, but the schema declares integers")
    if kind == "floats" or (kind is None and is_float):
        return _floats(name, array)
    if array.size and array.dtype.kind not in "iub":
        raise _core.Error(f"the feature '{name}' is of {array.dtype}, which records do not hold")
    if array.dtype.kind == "u" and array.size and int(array.max()) > np.iinfo(np.int64).max:
        raise _core.Error(f"the feature '{name}' has {array.max()}, which is more than int64 holds")
    return np.ascontiguousarray(array, np.int64).reshape(-1)


def _floats(name: str, array: npt.NDArray[Any]) -> npt.NDArray[np.float32]:
    if array.dtype.kind not in "fiub" and str(array.dtype) != "bfloat16":
        raise _core.Error(f"the feature '{name}' is of {array.dtype}, which records do not hold")
    with np.errstate(over="ignore"):
        floats = np.ascontiguousarray(array, np.float32).reshape(-1)
    wide = np.isinf(floats) & ~np.isinf(array.reshape(-1)) if array.dtype.itemsize > 4 else np.zeros(0, bool)
    if wide.any():
        raise _core.Error(f"the feature '{name}' has {array.reshape(-1)[wide][0]}, which is more than float32 holds")
    return floats


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


def _texts(name: str, array: npt.NDArray[Any]) -> List[bytes]:
    texts = [text.encode() if isinstance(text, str) else text for text in array.reshape(-1).tolist()]
    wrong = next((text for text in texts if not isinstance(text, bytes)), None)
    if wrong is not None:
        raise _core.Error(f"the feature '{name}' has {wrong!r}; expected strings")
    return texts


class _Files:
    """The files that a name stands for, which appear when all are complete."""

    def __init__(self, path: Union[str, os.PathLike[str]]) -> None:
        name = os.fspath(path)
        self._names = _core.shard_names(name) or [name]
        self._stack = ExitStack()
        self._files: List[IO[bytes]] = []

    def __enter__(self) -> _Files:
        import gzip

        try:
            for name in self._names:
                file = self._stack.enter_context(opened(self._unfinished(name), "wb"))
                is_packed = name.endswith(".gz")
                self._files.append(cast(IO[bytes], self._stack.enter_context(gzip.GzipFile("", "wb", fileobj=file, mtime=0)))
                                   if is_packed else file)  # fmt: skip
        except BaseException:
            self.__exit__(BaseException)
            raise
        return self

    def write(self, number: int, record: bytes) -> None:
        self._files[number % len(self._files)].write(record)

    def __exit__(self, kind: Any, *ignored: object) -> None:
        self._stack.close()
        for name in self._names:
            if kind is None:
                os.replace(self._unfinished(name), name)
            elif os.path.exists(self._unfinished(name)):
                os.remove(self._unfinished(name))

    @staticmethod
    def _unfinished(name: str) -> str:
        return f"{name}.unfinished"


# ---- batches ----


def batches(
    path: Paths,
    plan: Plan,
    *,
    schema: Optional[str] = None,
    constraints: Any = None,
    mask: str = "",
    mask_of: Sequence[str] = ("context",),
    padding_values: Any = None,
    order: str = "plan",
    seed: int = 0,
    prefix: str = "",
    threads: int = 1,
) -> Iterator[Dict[str, Any]]:
    """The graphs of every pack joined into one and padded to one shape, as `tuplepack batches` writes them: features by name, as
    records() gives them with a schema. The records are read once here, and each again when its batch is made.

    path         of the records, as for records()
    plan         for the sizes of their sets, as graph_sizes(records(path)) or `tuplepack records --sizes` gives them
    schema       text of a GraphSchema: which node sets edges connect, and the shapes of features
    constraints  the shape: a dict with the fields of tfgnn.SizeConstraints, or those themselves; default: the limits of the
                 plan, and room for the padding
    mask         name of a feature that is 1 for what is of graphs and 0 for the padding
    mask_of      what has that feature: some of context (a number per component), nodes and edges (of every set)
    padding_values  values of features in the padding, default 0 and empty strings: {"context": {feature: value}, "node_sets":
                 {set: {feature: value}}, "edge_sets": …}, or a tfgnn.FeatureDefaultValues
    order, seed  of packs and of graphs of equal size: plan, input, shuffle or permute
    prefix       of the names of features, which is cut off
    threads      that make batches ahead; the batches and their order are the same
    """
    require_threads(threads)
    made = _core.RecordBatches(schema, prefix)
    for name in files_of(path):
        made.add(_mapped(name), name)
    asked = None if constraints is None else json.dumps(_fields(constraints, "constraints", _CONSTRAINED), default=_plain)
    values = None if padding_values is None else json.dumps(_fields(padding_values, "padding_values", _PADDED), default=_plain)
    pieces = [mask_of] if isinstance(mask_of, str) else list(mask_of)
    count = made.prepare(plan._core, asked, mask, pieces, values, {"order": order, "seed": whole_number(seed, "seed")})
    shapes = made.features
    return in_order(lambda pack: _shaped(made.batch(pack), shapes), range(count), threads)


def _mapped(name: str) -> Any:
    """The bytes of a file of records: mapped, or unpacked in memory."""
    import mmap

    with _content(name) as content:
        if not isinstance(content, io.BufferedReader):
            return b"".join(iter(unpacking(content, name, "gzip"), b""))
        if os.fstat(content.fileno()).st_size == 0:
            return b""
        return mmap.mmap(content.fileno(), 0, access=mmap.ACCESS_READ)


_CONSTRAINED = ("total_num_components", "total_num_nodes", "total_num_edges", "min_nodes_per_component")
_PADDED = ("context", "node_sets", "edge_sets")


def _fields(given: Any, argument: str, names: Sequence[str]) -> Dict[str, Any]:
    """A dict, or the fields of a tuple of TensorFlow GNN."""
    if isinstance(given, Mapping):
        return dict(given)
    if not all(hasattr(given, name) for name in names):
        raise _core.Error(f"{argument} cannot be {given!r}; expected {', '.join(names)}")
    return {name: getattr(given, name) for name in names}


def _plain(number: Any) -> Any:
    """What JSON has for a number of numpy or a tensor, or for bytes."""
    value = np.asarray(number).item()
    return value.decode() if isinstance(value, bytes) else value
