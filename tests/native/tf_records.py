"""TFRecords of tf.Examples in plain Python: an implementation of its own, against which the program's is tested."""

import struct

try:
    from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
except ImportError:
    descriptor_pb2 = None

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


def records_in(file, verified=True):
    """The data of all records; checksums, which take most of the time here, are verified."""
    at, found = 0, []
    while at < len(file):
        (length,) = struct.unpack_from("<Q", file, at)
        assert not verified or struct.unpack_from("<I", file, at + 8)[0] == masked_crc(file[at:at + 8])
        data = file[at + 12:at + 12 + length]
        assert len(data) == length
        assert not verified or struct.unpack_from("<I", file, at + 12 + length)[0] == masked_crc(data)
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


def example_class():
    """tensorflow.Example as python3-protobuf has it, from descriptors made here."""
    kinds = descriptor_pb2.FieldDescriptorProto
    file = descriptor_pb2.FileDescriptorProto(name="example.proto", package="tensorflow", syntax="proto3")

    def message(name, *fields, parent=None):
        made = (parent.nested_type if parent else file.message_type).add(name=name)
        for number, (field_name, label, kind, type_name) in enumerate(fields, 1):
            made.field.add(name=field_name, number=number, label=label, type=kind, type_name=type_name)
        return made

    one, many = kinds.LABEL_OPTIONAL, kinds.LABEL_REPEATED
    message("BytesList", ("value", many, kinds.TYPE_BYTES, None))
    message("FloatList", ("value", many, kinds.TYPE_FLOAT, None))
    message("Int64List", ("value", many, kinds.TYPE_INT64, None))
    feature = message("Feature", *((name, one, kinds.TYPE_MESSAGE, ".tensorflow." + of) for name, of in (
        ("bytes_list", "BytesList"), ("float_list", "FloatList"), ("int64_list", "Int64List"))))
    feature.oneof_decl.add(name="kind")
    for member in feature.field:
        member.oneof_index = 0
    features = message("Features", ("feature", many, kinds.TYPE_MESSAGE, ".tensorflow.Features.FeatureEntry"))
    entry = message("FeatureEntry", ("key", one, kinds.TYPE_STRING, None),
                    ("value", one, kinds.TYPE_MESSAGE, ".tensorflow.Feature"), parent=features)
    entry.options.map_entry = True
    message("Example", ("features", one, kinds.TYPE_MESSAGE, ".tensorflow.Features"))
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    return message_factory.MessageFactory(pool).GetPrototype(pool.FindMessageTypeByName("tensorflow.Example"))


Example = example_class() if descriptor_pb2 else None
