"""Parquet files byte by byte, with whatever is wrong in them: one column of numbers, `length`."""

import struct
import zlib

CODECS = {"none": 0, "snappy": 1, "gzip": 2, "lz4": 5, "zstd": 6, "lz4_raw": 7}


def varint(value):
    out = b""
    while value > 127:
        out += bytes([value & 127 | 128])
        value >>= 7
    return out + bytes([value])


def zigzag(value):
    return varint(value << 1 if value >= 0 else (-value << 1) - 1)


def struct_of(*fields):
    """Thrift's compact protocol. Fields: (number, type, bytes)."""
    out, last = b"", 0
    for number, kind, content in fields:
        out += bytes([(number - last) << 4 | kind]) + content
        last = number
    return out + b"\0"


def i32(number, value):
    return number, 5, zigzag(value)


def i64(number, value):
    return number, 6, zigzag(value)


def text(number, value):
    return number, 8, varint(len(value)) + value.encode()


def nested(number, content):
    return number, 12, content


def list_of(number, structs):
    return number, 9, b"\xfc" + varint(len(structs)) + b"".join(structs)


def page(values, packed, size, kind="data", crc=None, encoding=0):
    """size: what `packed` unpacks to, by the header; crc: "right", a number, or None for none"""
    about = {"data": lambda: nested(5, struct_of(i32(1, values), i32(2, encoding), i32(3, 3), i32(4, 3))),
             "dictionary": lambda: nested(7, struct_of(i32(1, values), i32(2, encoding))),
             "data_2": lambda: nested(8, struct_of(i32(1, values), i32(2, 0), i32(3, values), i32(4, encoding),
                                                   i32(5, 0), i32(6, 0)))}[kind]()
    crc = zlib.crc32(packed) if crc == "right" else crc
    crc = [] if crc is None else [i32(4, crc - (1 << 32) if crc >= 1 << 31 else crc)]
    number = {"data": 0, "dictionary": 2, "data_2": 3}[kind]
    return struct_of(i32(1, number), i32(2, size), i32(3, len(packed)), *crc, about) + packed


def parquet(rows, pages, codec="none", annotation=(), optional=False):
    """pages: whole; the first may be a dictionary; annotation: further fields of the column in the schema; optional: values may be
    null, and pages of data begin with their levels"""
    body = b"".join(pages)
    begin = 4
    schema = [struct_of(text(4, "root"), i32(5, 1)), struct_of(i32(1, 1), i32(3, int(optional)), text(4, "length"), *annotation)]
    about = struct_of(i32(1, 1), i32(4, CODECS[codec]), i64(5, rows), i64(7, len(body)), i64(9, begin))
    group = struct_of(list_of(1, [struct_of(i64(2, begin), nested(3, about))]), i64(2, 0), i64(3, rows))
    footer = struct_of(i32(1, 1), list_of(2, schema), i64(3, rows), list_of(4, [group]))
    return b"PAR1" + body + footer + struct.pack("<I", len(footer)) + b"PAR1"


def parquet_of(columns):
    """A page for each column of 32-bit integers, by name."""
    body, chunks, rows = b"", [], len(next(iter(columns.values())))
    schema = [struct_of(text(4, "root"), i32(5, len(columns)))]
    for name, values in columns.items():
        whole = page(rows, plain(values), 4 * rows)
        about = struct_of(i32(1, 1), i32(4, 0), i64(5, rows), i64(7, len(whole)), i64(9, 4 + len(body)))
        chunks.append(struct_of(i64(2, 4 + len(body)), nested(3, about)))
        schema.append(struct_of(i32(1, 1), i32(3, 0), text(4, name)))
        body += whole
    group = struct_of(list_of(1, chunks), i64(2, 0), i64(3, rows))
    footer = struct_of(i32(1, 1), list_of(2, schema), i64(3, rows), list_of(4, [group]))
    return b"PAR1" + body + footer + struct.pack("<I", len(footer)) + b"PAR1"


def plain(values):
    return struct.pack("<%di" % len(values), *values)


# ---- compressed, as badly as the formats allow: nothing is ever repeated ----

def snappy(content, said=None):
    out = varint(len(content) if said is None else said)
    for at in range(0, len(content), 60):
        piece = content[at:at + 60]
        out += bytes([(len(piece) - 1) << 2]) + piece
    return out


def zstd(content, said="right", blocks=1):
    """said: the size in the header of the frame, or None"""
    if said is None:
        out = b"\x28\xb5\x2f\xfd\x00\x58"
    else:
        out = b"\x28\xb5\x2f\xfd\xa0" + struct.pack("<I", len(content) if said == "right" else said)
    step = -(-len(content) // blocks) or 1
    pieces = [content[at:at + step] for at in range(0, len(content), step)] or [b""]
    for i, piece in enumerate(pieces):
        out += struct.pack("<I", (i + 1 == len(pieces)) | len(piece) << 3)[:3] + piece
    return out


def zstd_zeros(size):
    """A small frame of very many zeros."""
    out, block = b"\x28\xb5\x2f\xfd\x00\x58", 1 << 17
    for begin in range(0, size, block):
        length = min(block, size - begin)
        out += struct.pack("<I", (begin + length == size) | 2 | length << 3)[:3] + b"\0"
    return out


def lz4_raw(content):
    rest = len(content) - 15
    if rest < 0:
        return bytes([len(content) << 4]) + content
    return b"\xf0" + b"\xff" * (rest // 255) + bytes([rest % 255]) + content


def lz4_hadoop(content, said=None):
    packed = lz4_raw(content)
    return struct.pack(">II", len(content) if said is None else said, len(packed)) + packed


def xxh32(content):
    """Of fewer than 16 bytes."""
    primes, mask = (2654435761, 2246822519, 3266489917, 668265263, 374761393), 0xffffffff
    hashed = primes[4] + len(content) & mask

    def rotated(by):
        return (hashed << by | hashed >> 32 - by) & mask

    for at in range(0, len(content) // 4 * 4, 4):
        hashed = hashed + int.from_bytes(content[at:at + 4], "little") * primes[2] & mask
        hashed = rotated(17) * primes[3] & mask
    for byte in content[len(content) // 4 * 4:]:
        hashed = hashed + byte * primes[4] & mask
        hashed = rotated(11) * primes[0] & mask
    hashed = (hashed ^ hashed >> 15) * primes[1] & mask
    hashed = (hashed ^ hashed >> 13) * primes[2] & mask
    return hashed ^ hashed >> 16


def lz4_frame(content, checksum=False, ends=True):
    """checksum: of the content, which is short"""
    head = bytes([0x60 | checksum << 2, 0x40])
    out = b"\x04\x22\x4d\x18" + head + bytes([xxh32(head) >> 8 & 255])
    if content:
        out += struct.pack("<I", len(content) | 1 << 31) + content
    return out + (b"\0\0\0\0" if ends else b"") + (struct.pack("<I", xxh32(content)) if checksum and ends else b"")
