#!/usr/bin/env python3
"""Writes sizes.parquet beside this file: columns of every kind that the playground offers, converts or leaves out.

Parquet by hand, with the standard library only: thrift's compact protocol, data pages of version 1, plain encoding.
"""
import gzip
import pathlib
import struct

I32, I64, BINARY, LIST, STRUCT = 5, 6, 8, 9, 12


def varint(n):
    out = b''
    while n > 127:
        out, n = out + bytes([n & 127 | 128]), n >> 7
    return out + bytes([n])


def value(kind, v):
    if kind in (I32, I64):
        return varint(v << 1 ^ v >> 63)
    if kind == BINARY:
        return varint(len(v)) + v.encode()
    if kind == LIST:
        element, items = v
        return bytes([len(items) << 4 | element]) + b''.join(value(element, item) for item in items)
    last, out = 0, b''
    for number, field_kind, field in v:
        out, last = out + bytes([(number - last) << 4 | field_kind]) + value(field_kind, field), number
    return out + b'\0'


def levels(numbers):
    runs = b''.join(varint(1 << 1) + bytes([n]) for n in numbers)
    return struct.pack('<I', len(runs)) + runs


UNCOMPRESSED, GZIP = 0, 2
REQUIRED, OPTIONAL, REPEATED = 0, 1, 2
INT32, INT64, DOUBLE, BYTE_ARRAY = 1, 2, 5, 6
UTF8, LISTS = 0, 3

schema = [
    [(4, BINARY, 'schema'), (5, I32, 8)],
    [(1, I32, INT32), (3, I32, REQUIRED), (4, BINARY, 'num_nodes')],
    [(1, I32, INT64), (3, I32, OPTIONAL), (4, BINARY, 'num_edges')],
    [(1, I32, BYTE_ARRAY), (3, I32, REQUIRED), (4, BINARY, 'name'), (6, I32, UTF8)],
    [(1, I32, DOUBLE), (3, I32, REQUIRED), (4, BINARY, 'weight')],
    [(3, I32, REQUIRED), (4, BINARY, 'input_ids'), (5, I32, 1), (6, I32, LISTS)],
    [(3, I32, REPEATED), (4, BINARY, 'list'), (5, I32, 1)],
    [(1, I32, INT32), (3, I32, REQUIRED), (4, BINARY, 'element')],
    [(1, I32, INT64), (3, I32, REQUIRED), (4, BINARY, 'active')],
    [(1, I32, DOUBLE), (3, I32, REQUIRED), (4, BINARY, 'num_bonds')],
    [(3, I32, REQUIRED), (4, BINARY, 'attention_mask'), (5, I32, 1), (6, I32, LISTS)],
    [(3, I32, REPEATED), (4, BINARY, 'list'), (5, I32, 1)],
    [(1, I32, INT32), (3, I32, REQUIRED), (4, BINARY, 'element')],
]
names = [b'ethanol', b'water', b'benzene']
columns = [  # type, codec, path, number of values, page
    (INT32, UNCOMPRESSED, ['num_nodes'], 3, struct.pack('<3i', 3, 1, 6)),
    (INT64, GZIP, ['num_edges'], 3, levels([1, 1, 1]) + struct.pack('<3q', 4, 0, 12)),
    (BYTE_ARRAY, UNCOMPRESSED, ['name'], 3, b''.join(struct.pack('<I', len(n)) + n for n in names)),
    (DOUBLE, UNCOMPRESSED, ['weight'], 3, struct.pack('<3d', 46.07, 18.02, 78.11)),
    # [7, 8], [], [9]
    (INT32, GZIP, ['input_ids', 'list', 'element'], 4,
     levels([0, 1, 0, 0]) + levels([1, 1, 0, 1]) + struct.pack('<3i', 7, 8, 9)),
    (INT64, UNCOMPRESSED, ['active'], 3, struct.pack('<3q', 0, 1, 1)),
    (DOUBLE, UNCOMPRESSED, ['num_bonds'], 3, struct.pack('<3d', 2, 0, 6)),
    (INT32, GZIP, ['attention_mask', 'list', 'element'], 4,
     levels([0, 1, 0, 0]) + levels([1, 1, 0, 1]) + struct.pack('<3i', 1, 1, 1)),
]

data, chunks = b'PAR1', []
for kind, codec, path, count, page in columns:
    packed = gzip.compress(page, mtime=0) if codec == GZIP else page
    page_header = [(1, I32, count), (2, I32, 0), (3, I32, 3), (4, I32, 3)]
    header = value(STRUCT, [(1, I32, 0), (2, I32, len(page)), (3, I32, len(packed)), (5, STRUCT, page_header)])
    sizes = [(6, I64, len(header) + len(page)), (7, I64, len(header) + len(packed))]
    about = [(1, I32, kind), (2, LIST, (I32, [0, 3])), (3, LIST, (BINARY, path)), (4, I32, codec), (5, I64, count)]
    chunks.append([(2, I64, len(data)), (3, STRUCT, about + sizes + [(9, I64, len(data))])])
    data += header + packed
group = [(1, LIST, (STRUCT, chunks)), (2, I64, len(data)), (3, I64, 3)]
footer = value(STRUCT, [(1, I32, 1), (2, LIST, (STRUCT, schema)), (3, I64, 3), (4, LIST, (STRUCT, [group]))])
data += footer + struct.pack('<I', len(footer)) + b'PAR1'
pathlib.Path(__file__).with_name('sizes.parquet').write_bytes(data)
