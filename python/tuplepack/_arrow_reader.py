"""Reads uncompressed Arrow IPC streams and files, which `datasets` saves too: columns of numbers and of lists of numbers."""

from __future__ import annotations

import mmap
import os
import struct
from typing import TYPE_CHECKING, Any, Dict, Iterator, List, Mapping, NamedTuple, Optional, Sequence, Tuple, Union

import numpy as np

from . import _core
from ._arrow import Lists
from .files import opened

if TYPE_CHECKING:
    import numpy.typing as npt

_BUFFERS = {1: 0, 2: 2, 3: 2, 4: 3, 5: 3, 6: 2, 7: 2, 8: 2, 9: 2, 10: 2, 11: 2, 12: 2, 13: 1, 15: 2, 16: 1, 17: 2, 18: 2, 19: 3, 20: 3,
            21: 2}  # fmt: skip
"""By the number of a type in Schema.fbs, the buffers that a column has besides those of its children."""
_INT, _FLOAT, _LIST, _LARGE_LIST = 2, 3, 12, 21


# ---- FlatBuffers ----


class _Table(NamedTuple):
    data: bytes
    begin: int

    def _at(self, slot: int) -> int:
        """Where a field is; 0: it has its default."""
        vtable = self.begin - struct.unpack_from("<i", self.data, self.begin)[0]
        if 4 + 2 * slot >= struct.unpack_from("<H", self.data, vtable)[0]:
            return 0
        place = struct.unpack_from("<H", self.data, vtable + 4 + 2 * slot)[0]
        return self.begin + int(place) if place else 0

    def scalar(self, slot: int, format: str, default: int = 0) -> int:
        at = self._at(slot)
        return int(struct.unpack_from("<" + format, self.data, at)[0]) if at else default

    def _behind(self, at: int) -> int:
        return at + int(struct.unpack_from("<I", self.data, at)[0])

    def table(self, slot: int) -> Optional[_Table]:
        at = self._at(slot)
        return _Table(self.data, self._behind(at)) if at else None

    def vector(self, slot: int) -> Tuple[int, int]:
        """Where the elements begin, and how many there are."""
        at = self._at(slot)
        if not at:
            return 0, 0
        begin = self._behind(at)
        return begin + 4, int(struct.unpack_from("<I", self.data, begin)[0])

    def text(self, slot: int) -> str:
        begin, length = self.vector(slot)
        return self.data[begin : begin + length].decode()

    def tables(self, slot: int) -> List[_Table]:
        begin, count = self.vector(slot)
        return [_Table(self.data, self._behind(begin + 4 * number)) for number in range(count)]

    def pairs(self, slot: int) -> npt.NDArray[np.int64]:
        """A vector of structs of two int64."""
        begin, count = self.vector(slot)
        return np.frombuffer(self.data, "<i8", 2 * count, begin).reshape(count, 2)


# ---- messages ----


def _messages(data: Any) -> Iterator[Tuple[int, _Table, int]]:
    """(kind, header, where the body begins) of each."""
    at = 8 if data[:6] == b"ARROW1" else 0
    while at + 8 <= len(data):
        mark, size = struct.unpack_from("<Ii", data, at)
        if mark != 0xFFFFFFFF or size <= 0:
            return
        metadata = data[at + 8 : at + 8 + size]
        message = _Table(metadata, struct.unpack_from("<I", metadata)[0])
        header = message.table(2)
        if header is not None:
            yield message.scalar(1, "B"), header, at + 8 + size
        body = message.scalar(3, "q")
        at += 8 + size + body
        if body < 0 or at > len(data):
            raise ValueError("a batch ends early")


class _Field(NamedTuple):
    """nodes and buffers are the numbers of the first ones that belong to it."""

    name: str
    kind: int
    type: Optional[_Table]
    children: List[_Field]
    node: int
    buffer: int


def _fields(tables: Sequence[_Table], at: List[int]) -> List[_Field]:
    """at  the next node and the next buffer"""
    fields = []
    for table in tables:
        kind = table.scalar(2, "B")
        if kind not in _BUFFERS:
            raise ValueError(f"column '{table.text(0)}' has the type {kind}, which is not read here")
        node, buffer = at
        at[0] += 1
        at[1] += 2 if table.table(4) is not None else _BUFFERS[kind]  # of a dictionary, indices
        children = [] if table.table(4) is not None else _fields(table.tables(5), at)
        fields.append(_Field(table.text(0), kind, table.table(3), children, node, buffer))
    return fields


def _dtype_of(field: _Field) -> np.dtype[Any]:
    if field.kind == _FLOAT and field.type is not None:
        return np.dtype(["<f2", "<f4", "<f8"][field.type.scalar(0, "H")])
    if field.kind == _INT and field.type is not None and field.type.scalar(0, "i") in (8, 16, 32, 64):
        return np.dtype(f"<{'i' if field.type.scalar(1, 'B') else 'u'}{field.type.scalar(0, 'i') // 8}")
    raise ValueError(f"column '{field.name}' is not of numbers or of lists of numbers")


def _column(data: Any, body: int, batch: _Table, field: _Field) -> Any:
    """An array, or Lists, on the bytes of the file."""
    rows, missing = batch.pairs(1)[field.node].tolist()
    if missing:
        raise ValueError(f"column '{field.name}' has values that are missing")

    def array(number: int, dtype: np.dtype[Any], count: int) -> npt.NDArray[Any]:
        begin, length = batch.pairs(2)[field.buffer + number].tolist()
        if count == 0:
            return np.zeros(0, dtype)
        if not 0 <= count * dtype.itemsize <= length or begin < 0:
            raise ValueError(f"column '{field.name}' has {length} bytes for {count} values")
        return np.frombuffer(data, dtype, count, body + begin)

    if field.kind in (_LIST, _LARGE_LIST):
        has_rows = rows > 0  # else a writer may leave the first offset out
        offsets = array(1, np.dtype("<i4" if field.kind == _LIST else "<i8"), rows + 1 if has_rows else 0).astype(np.int64)
        offsets = offsets if has_rows else np.zeros(1, np.int64)
        values = _column(data, body, batch, field.children[0]._replace(name=field.name))
        if offsets[0] < 0 or offsets[-1] > len(values) or (np.diff(offsets) < 0).any():
            raise ValueError(f"column '{field.name}' has lists outside of its values")
        return Lists(values, offsets)
    return array(1, _dtype_of(field), rows)


def _joined(columns: Sequence[Any]) -> Any:
    if not isinstance(columns[0], Lists):
        return np.concatenate(columns)
    values = [column.values[column.offsets[0] : column.offsets[-1]] for column in columns]
    lengths = np.concatenate([np.diff(column.offsets) for column in columns])
    return Lists(np.concatenate(values), np.concatenate([np.zeros(1, np.int64), np.cumsum(lengths)]))


def _read(data: Any, names: Optional[Sequence[str]]) -> Dict[str, Any]:
    fields: Mapping[str, _Field] = {}
    found: Dict[str, List[Any]] = {}
    for kind, header, body in _messages(data):
        if kind == 1:
            fields = {field.name: field for field in _fields(header.tables(1), [0, 0])}
            for name in fields if names is None else names:
                if name not in fields:
                    raise ValueError(f"no column '{name}'; the columns are {', '.join(fields)}")
                is_list = fields[name].kind in (_LIST, _LARGE_LIST)
                empty = np.zeros(0, _dtype_of(fields[name].children[0] if is_list else fields[name]))
                found[name] = [Lists(empty, np.zeros(1, np.int64)) if is_list else empty]
        elif kind == 3:
            if header.table(3) is not None:
                raise ValueError("its batches are compressed")
            for name, columns in found.items():
                columns.append(_column(data, body, header, fields[name]))
    if not found:
        raise ValueError("the schema is missing")
    return {name: _joined(columns) for name, columns in found.items()}


def read_stream(path: Union[str, os.PathLike[str]], names: Optional[Sequence[str]] = None) -> Dict[str, Any]:
    """Columns of an Arrow stream or file, by name: Lists, or arrays [rows].

    names   of the columns to read; None: all
    errors  compressed batches, values that are missing, columns of other types, a damaged file
    """
    with opened(path) as file:
        if not file.read(1):
            raise _core.Error(f"{path}: the file is empty")
        data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)  # closed when no array is on it any more
    try:
        return _read(data, names)
    except (ValueError, struct.error, IndexError, RecursionError) as error:
        raise _core.Error(f"{path}: not read as Arrow: {error}") from None
