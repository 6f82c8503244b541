"""Arrow streams of columns of integers, written by hand: also as libraries before version 0.15 framed them."""

import struct


def padded(content, to=8):
    return content + bytes(-len(content) % to)


# A piece of a flatbuffer: its bytes, a multiple of 8, and where among them it begins.


def text(value):
    return padded(struct.pack("<I", len(value)) + value.encode() + b"\0"), 0


def structs(*pairs):
    return padded(bytes(4) + struct.pack("<I", len(pairs)) + b"".join(struct.pack("<qq", *pair) for pair in pairs)), 4


def tables(*pieces):
    head = padded(bytes(4 + 4 * len(pieces)))
    offsets, body = [], b""
    for i, (content, begin) in enumerate(pieces):
        offsets.append(len(head) + len(body) + begin - (4 + 4 * i))
        body += content
    return padded(struct.pack("<%dI" % (1 + len(pieces)), len(pieces), *offsets)) + body, 0


def table(*fields):
    """Each field in a cell of eight bytes: a format of struct and a number, or a piece."""
    vtable = struct.pack("<%dH" % (2 + len(fields)), 4 + 2 * len(fields), 8 + 8 * len(fields), *(8 + 8 * i for i in range(len(fields))))
    vtable = padded(vtable)
    begin = len(vtable)
    cells, body = b"", b""
    end = begin + 8 + 8 * len(fields)
    for i, (kind, value) in enumerate(fields):
        if isinstance(kind, bytes):
            cells += padded(struct.pack("<I", end + len(body) + value - (begin + 8 + 8 * i)))
            body += kind
        else:
            cells += padded(struct.pack("<" + kind, value))
    return vtable + padded(struct.pack("<i", begin)) + cells + body, begin


def message(header_type, header, body=b"", old=False):
    content, begin = table(("h", 4), ("B", header_type), header, ("q", len(body)))
    metadata = struct.pack("<II", 8 + begin, 0) + content
    if old:
        metadata += bytes(4)  # so that the body begins at a multiple of 8
    return (b"" if old else b"\xff\xff\xff\xff") + struct.pack("<I", len(metadata)) + metadata + body


def stream_of(columns, old=False):
    """A stream of one record batch of 64-bit integers, by column."""
    fields = [table(text(name), ("?", False), ("B", 2), table(("i", 64), ("?", True))) for name in columns]
    schema = table(("h", 0), tables(*fields))
    body, buffers = b"", []
    for values in columns.values():
        buffers += [(len(body), 0), (len(body), 8 * len(values))]  # all are valid
        body += struct.pack("<%dq" % len(values), *values)
    rows = len(next(iter(columns.values())))
    batch = table(("q", rows), structs(*[(rows, 0)] * len(columns)), structs(*buffers))
    return message(1, schema, old=old) + message(3, batch, body, old) + (b"" if old else b"\xff\xff\xff\xff") + bytes(4)


def stream(name, values, old=False):
    return stream_of({name: values}, old)
