"""TFRecords of tf.Examples in plain Python: an implementation of its own, against which the program's is tested."""

import struct

TABLE = []
for byte in range(256):
    for _ in range(8):
        byte = byte >> 1 ^ (0x82F63B78 if byte & 1 else 0)
    TABLE.append(byte)


def masked_crc(data):
    crc = 0xFFFFFFFF
    for byte in data:
        crc = crc >> 8 ^ TABLE[(crc ^ byte) & 255]
    crc ^= 0xFFFFFFFF
    return ((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF


def record(data):
    length = struct.pack("<Q", len(data))
    return length + struct.pack("<I", masked_crc(length)) + data + struct.pack("<I", masked_crc(data))


def records_in(file):
    """The data of all records, checksums verified."""
    at, found = 0, []
    while at < len(file):
        (length,) = struct.unpack_from("<Q", file, at)
        assert struct.unpack_from("<I", file, at + 8)[0] == masked_crc(file[at:at + 8])
        data = file[at + 12:at + 12 + length]
        assert len(data) == length and struct.unpack_from("<I", file, at + 12 + length)[0] == masked_crc(data)
        found.append(data)
        at += length + 16
    return found


def varint(number):
    number &= (1 << 64) - 1
    out = b""
    while number > 127:
        out += bytes([number & 127 | 128])
        number >>= 7
    return out + bytes([number])


def field(number, content):
    return varint(number << 3 | 2) + varint(len(content)) + content


def example(features):
    """features: name → list of int, float or bytes; an empty list is a feature of nothing."""
    entries = b""
    for name in sorted(features, key=str.encode):
        values = features[name]
        if not values:
            feature = b""
        elif isinstance(values[0], bytes):
            feature = field(1, b"".join(field(1, value) for value in values))
        elif isinstance(values[0], float):
            feature = field(2, field(1, struct.pack("<%df" % len(values), *values)))
        else:
            feature = field(3, field(1, b"".join(map(varint, values))))
        entries += field(1, field(1, name.encode()) + field(2, feature))
    return field(1, entries) if entries else b""
