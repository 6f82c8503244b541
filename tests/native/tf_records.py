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


def fields_in(message):
    """Numbers and values of the fields of a message: integers, or bytes."""
    at = 0

    def number():
        nonlocal at
        value, shift = 0, 0
        while True:
            byte = message[at]
            at += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    while at < len(message):
        key = number()
        value = number()
        if key & 7 == 2:
            value, at = message[at:at + value], at + value
        yield key >> 3, value


def features_in(data):
    """name → list of int, float or bytes; the inverse of example()."""
    found = {}
    for _, features in fields_in(data):
        for _, entry in fields_in(features):
            parts = dict(fields_in(entry))
            values = []
            for kind, list_of in fields_in(parts[2]):
                for _, value in fields_in(list_of):
                    if kind == 1:
                        values.append(value)
                    elif kind == 2:
                        values += struct.unpack("<%df" % (len(value) // 4), value)
                    else:
                        values += [n - (1 << 64) if n >> 63 else n for n in varints_in(value)]
            found[parts[1].decode()] = values
    return found


def varints_in(packed):
    value, shift = 0, 0
    for byte in packed:
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            yield value
            value, shift = 0, 0
