"""Records of graphs: reads TFRecords of TensorFlow GNN's GraphTensors."""

from __future__ import annotations

import io
import os
from typing import IO, TYPE_CHECKING, Any, Dict, Iterable, Iterator, List, Mapping, NamedTuple, Optional, Tuple, Union, cast

import numpy as np

from . import _core
from ._arrays import require_text
from ._picture import counted, sized
from ._threads import in_order, require_threads
from .files import Paths, files_of, of_system, opened, placed, unpacking

if TYPE_CHECKING:
    import numpy.typing as npt


class Record(NamedTuple):
    """A graph of a TFRecord: how many nodes and edges its sets have, as nodes/SET and edges/SET, and its features."""

    sizes: Dict[str, int]
    features: Dict[str, Any]

    def __repr__(self) -> str:
        return f"<Record: {sized(self.sizes)}; {counted(len(self.features), 'feature')}>"


Features = Mapping[str, Tuple[Optional[str], Optional[List[int]], Optional[str]]]
"""By the name that a feature has in records: its kind (bytes, floats, integers), the shape of one value, and its type in the
schema (int32, bool, …); None: not known."""


def records(path: Paths, *, schema: Optional[str] = None, prefix: str = "", threads: int = 1) -> Iterator[Record]:
    """Reads the graphs of TFRecords, also in gzip or zlib: of a file, of the shards NAME@N, of a pattern, or of several of
    these. Checksums are checked.

    schema  text of a GraphSchema that every record has to fit. With it features are arrays [n, …] of their shapes, strings of
            dtype object; without, and where a dimension is ragged, flat ones, and strings a list. The row lengths of ragged
            dimension i are the feature "….d{i}"
    prefix  of the names of features, which is cut off; others are ignored
    threads  that unpack compressed shards ahead, whole and in memory, two for each thread; the order is the same
    """
    require_threads(threads)
    require_text(prefix=prefix, schema="" if schema is None else schema)
    shapes = None if schema is None else _core.schema_features(schema)
    known = None if schema is None else _core.graph_sets(schema)
    names = files_of(path)
    contents = in_order(mapped, names, threads) if threads > 1 else map(content_of, names)
    for name, content in zip(names, contents):
        for record in _records_of(name, content, schema, prefix):
            strange = None if known is None else next((one for one in record.sizes if one not in known), None)
            if strange is not None:
                raise _core.Error(f"{name}: a record has the set '{strange}', but the schema has {', '.join(known or ())}")
            yield record if shapes is None else Record(record.sizes, shaped(record.features, shapes))


def _records_of(name: str, content: Any, schema: Optional[str], prefix: str) -> Iterator[Record]:
    """content  the file, or its bytes"""
    with io.BytesIO(content) if isinstance(content, bytes) else content as file:
        reader = _core.Records(unpacking(file, name, "gzip"), schema, prefix)
        while True:
            try:
                found = reader.next()
            except _core.Error as error:
                raise placed(error, name) from None
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


def content_of(name: str) -> Union[IO[bytes], _Zlib]:
    """A file of records, unpacked."""
    import gzip

    with opened(name) as file, of_system(name):
        container = _core.record_container(file.read(12))
    if container == "gzip":
        return cast(IO[bytes], gzip.open(name, "rb"))
    file = opened(name)
    return _Zlib(file, name) if container == "zlib" else file


def mapped(name: str) -> Any:
    """The bytes of a file of records: mapped, or unpacked in memory."""
    import mmap

    with content_of(name) as content:
        if not isinstance(content, io.BufferedReader):
            return b"".join(iter(unpacking(content, name, "gzip"), b""))
        if os.fstat(content.fileno()).st_size == 0:
            return b""
        return mmap.mmap(content.fileno(), 0, access=mmap.ACCESS_READ)


def shaped(features: Mapping[str, Any], shapes: Features) -> Dict[str, Any]:
    """The features as arrays, those without ragged dimensions of their shapes."""
    found: Dict[str, Any] = {}
    for name, values in features.items():
        array = values if isinstance(values, np.ndarray) else of_objects(values)
        shape = shapes[name][1] if name in shapes else None
        if shape and min(shape) >= 0:
            array = array.reshape(rows_of(name, features), *shape)
        found[name] = array
    return found


def rows_of(name: str, features: Mapping[str, Any]) -> int:
    """Nodes or edges that a feature has values for; components, of one of the context."""
    if name.startswith("context/"):
        return next((len(sizes) for other, sizes in features.items() if other.endswith(".#size")), 1)
    return int(np.sum(features.get(name[: name.rindex(".")] + ".#size", 0)))


def of_objects(values: Iterable[Any]) -> npt.NDArray[Any]:
    listed = list(values)
    array = np.empty(len(listed), object)
    array[:] = listed
    return array
