"""Writes Arrow IPC streams: uncompressed columns of numbers and of lists of numbers.

Format: https://arrow.apache.org/docs/format/Columnar.html#ipc-streaming-format, whose metadata is FlatBuffers of the tables in
format/Schema.fbs and format/Message.fbs.
"""

from __future__ import annotations

import struct
from typing import IO, TYPE_CHECKING, Any, List, Mapping, NamedTuple, Optional, Sequence, Tuple

import numpy as np

from . import _core

if TYPE_CHECKING:
    import numpy.typing as npt


class Lists(NamedTuple):
    """A column of lists: that of row i is values[offsets[i]:offsets[i + 1]]."""

    values: npt.NDArray[Any]
    offsets: npt.NDArray[np.int64]


# ---- FlatBuffers ----

_Slot = Optional[Tuple[str, Any]]
"""Of a table: a scalar with its format in struct, or "table", "text", "tables" and "structs" behind an offset; None: the default."""


def _pad(buffer: bytearray, to: int, shift: int = 0) -> None:
    """So that `shift` bytes further on a multiple of `to` begins."""
    buffer.extend(bytes(-(len(buffer) + shift) % to))


def _put_child(buffer: bytearray, kind: str, value: Any) -> int:
    """Appends what an offset points to. Returns where it begins."""
    if kind == "table":
        return _put_table(buffer, value)
    _pad(buffer, 8, 4)  # what follows the length is aligned
    begin = len(buffer)
    if kind == "text":
        buffer += struct.pack("<I", len(value.encode())) + value.encode() + b"\0"
    elif kind == "structs":  # of two int64
        buffer += struct.pack("<I", len(value)) + np.array(value, "<i8").tobytes()
    else:
        buffer += struct.pack("<I", len(value)) + bytes(4 * len(value))
        for number, table in enumerate(value):
            place = begin + 4 + 4 * number
            struct.pack_into("<I", buffer, place, _put_table(buffer, table) - place)
    return begin


def _put_table(buffer: bytearray, slots: Sequence[_Slot]) -> int:
    """Appends a table with its fields in the order of their slots. Returns where it begins."""
    end = 4
    places = []
    for slot in slots:
        size = 0 if slot is None else struct.calcsize("<" + slot[0]) if len(slot[0]) == 1 else 4
        end += -end % max(size, 1)
        places.append(end if size else 0)
        end += size
    vtable = struct.pack(f"<{2 + len(places)}H", 4 + 2 * len(places), end, *places)
    _pad(buffer, 8, len(vtable))
    begin = len(buffer) + len(vtable)
    buffer += vtable + struct.pack("<i", len(vtable)) + bytes(end - 4)
    for slot, place in zip(slots, places):
        if slot is None:
            continue
        if len(slot[0]) == 1:
            struct.pack_into("<" + slot[0], buffer, begin + place, slot[1])
        else:
            struct.pack_into("<I", buffer, begin + place, _put_child(buffer, *slot) - begin - place)
    return begin


# ---- messages ----


def _write_message(file: IO[bytes], kind: int, header: Sequence[_Slot], body: Sequence[bytes] = ()) -> None:
    """kind  1: a schema, 3: a batch of rows"""
    size = sum(len(part) + -len(part) % 8 for part in body)
    buffer = bytearray(4)
    root = _put_table(buffer, [("h", 4), ("B", kind), ("table", header), ("q", size)])  # 4: version 5 of the metadata
    struct.pack_into("<I", buffer, 0, root)
    _pad(buffer, 8)
    file.write(struct.pack("<Ii", 0xFFFFFFFF, len(buffer)) + buffer)
    for part in body:
        file.write(part)
        file.write(bytes(-len(part) % 8))


def _field(name: str, dtype: np.dtype[Any], is_list: bool) -> List[_Slot]:
    """name, nullable, type_type, type, dictionary, children"""
    if is_list:
        return [("text", name), ("B", 1), ("B", 12), ("table", []), None, ("tables", [_field("item", dtype, False)])]
    if dtype.kind == "f":
        kind: Tuple[int, List[_Slot]] = 3, [("h", {2: 0, 4: 1, 8: 2}[dtype.itemsize])]
    else:
        kind = 2, [("i", 8 * dtype.itemsize), ("B", int(dtype.kind == "i"))]
    return [("text", name), ("B", 1), ("B", kind[0]), ("table", kind[1]), None, ("tables", [])]


def _batch(columns: Mapping[str, Any], first: int, last: int) -> Tuple[List[_Slot], List[bytes]]:
    """The header and the buffers of the rows [first, last): for each column, and for the values in its lists, the bitmap of values
    that are there (empty: all are) and the numbers."""
    nodes: List[Tuple[int, int]] = []
    body: List[bytes] = []
    for column in columns.values():
        nodes.append((last - first, 0))
        values, begin, end = column, first, last
        if isinstance(column, Lists):
            begin, end = int(column.offsets[first]), int(column.offsets[last])
            body += [b"", (column.offsets[first : last + 1] - begin).astype("<i4").tobytes()]
            nodes.append((end - begin, 0))
            values = column.values
        body += [b"", np.ascontiguousarray(values[begin:end], values.dtype.newbyteorder("<")).tobytes()]
    buffers: List[Tuple[int, int]] = []
    offset = 0
    for part in body:
        buffers.append((offset, len(part)))
        offset += len(part) + -len(part) % 8
    return [("q", last - first), ("structs", nodes), ("structs", buffers)], body


def _ends(columns: Mapping[str, Any], rows: int, most: int) -> List[int]:
    """Where batches end: each has at least one row, and no more than `most` values in a column unless it is one row."""
    longest = np.arange(rows + 1)
    for column in columns.values():
        if isinstance(column, Lists):
            longest = np.maximum(longest, column.offsets - column.offsets[0])
    ends = [0]
    while ends[-1] < rows:
        fits = int(np.searchsorted(longest, longest[ends[-1]] + most, side="right")) - 1
        ends.append(max(fits, ends[-1] + 1))
    return ends


def write_stream(file: IO[bytes], columns: Mapping[str, Any], most: int = 1 << 24) -> None:
    """Writes columns as an Arrow stream, which pyarrow, polars, `datasets` (Dataset.from_file) and tuplepack read.

    columns  of equally many rows, by name: Lists, or arrays [rows]; of whole numbers, float32 or float64
    most     values of a column in one batch of rows
    cost     one pass; memory for one batch
    """
    counts = {len(column.offsets) - 1 if isinstance(column, Lists) else len(column) for column in columns.values()}
    if len(counts) != 1:
        raise _core.Error(f"columns of {', '.join(map(str, sorted(counts)))} rows; expected equally many")
    fields = []
    for name, column in columns.items():
        values = column.values if isinstance(column, Lists) else column
        fields.append(_field(name, values.dtype, isinstance(column, Lists)))
    _write_message(file, 1, [("h", 0), ("tables", fields)])
    ends = _ends(columns, counts.pop(), most)
    for first, last in zip(ends, ends[1:]):
        header, body = _batch(columns, first, last)
        _write_message(file, 3, header, body)
    file.write(struct.pack("<Ii", 0xFFFFFFFF, 0))
