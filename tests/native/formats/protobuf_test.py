"""The bytes of tf.Examples against python3-protobuf's deterministic serialization: rewrite_records gets examples in any
encoding and order, and has to write what protobuf writes. Without python3-protobuf only the plain Python reader checks."""

import pathlib
import random
import struct
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from tf_records import example, field, record, records_in, varint

try:
    from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
except ImportError:
    descriptor_pb2 = None

PROGRAM = sys.argv.pop(1)


def rewritten(examples):
    done = subprocess.run([PROGRAM], input=b"".join(map(record, examples)), capture_output=True, check=True)
    return records_in(done.stdout)


def example_class():
    """tensorflow.Example, from descriptors made here."""
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


def random_features(rng):
    """Name → list, as the features of a GraphTensor are named and filled; also empty, long and far from ASCII."""
    features = {}
    for _ in range(rng.randrange(9)):
        name = "%s/%s.%s" % (rng.choice(["nodes", "edges"]), rng.choice(["a", "b", "größe", "z" * 130]),
                             rng.choice(["#size", "#source", "x", "x.d1", "naïve", "\U0001f600"]))
        n = rng.choice([0, 1, 2, 5, 40, 300])
        features[name] = rng.choice([
            lambda: [rng.getrandbits(64) - (1 << 63) >> rng.randrange(64) for _ in range(n)],
            lambda: [struct.unpack("<f", struct.pack("<f", rng.gauss(0, 1e3)))[0] for _ in range(n)],
            lambda: [bytes(rng.getrandbits(8) for _ in range(rng.randrange(5))) for _ in range(n)],
        ])()
    return features


def scrambled(rng, features):
    """Another encoding of the same: any order, unpacked or in pieces, with unknown fields and earlier values."""
    entries = []
    for name, values in features.items():
        if not values:
            feature = b""
        else:
            number = 1 if isinstance(values[0], bytes) else 2 if isinstance(values[0], float) else 3
            pieces = b""
            cut = rng.randrange(len(values) + 1)
            for part, packed in ((values[:cut], rng.random() < 0.5), (values[cut:], rng.random() < 0.5)):
                if number == 1:
                    pieces += b"".join(field(1, value) for value in part)
                elif number == 2:
                    each = [struct.pack("<f", value) for value in part]
                    pieces += field(1, b"".join(each)) if packed else b"".join(b"\x0d" + value for value in each)
                else:
                    each = [varint(value) for value in part]
                    pieces += field(1, b"".join(each)) if packed else b"".join(b"\x08" + value for value in each)
            feature = field(number, pieces)
        if rng.random() < 0.3:
            feature = field(17, b"unknown") + feature
        if rng.random() < 0.1:
            entries.append(field(1, field(1, name.encode()) + field(2, field(3, b"\x08\x07"))))
        entry = [field(1, name.encode()), field(2, feature)]
        rng.shuffle(entry)
        entries.append(field(1, b"".join(entry)))
    return field(1, b"".join(entries)) if entries else b""


class Bytes(unittest.TestCase):
    def setUp(self):
        self.seed = random.SystemRandom().randrange(1 << 30)
        self.rng = random.Random(self.seed)

    def test_rewritten_as_plain_python_writes_it(self):
        with self.subTest(seed=self.seed):
            wanted = [random_features(self.rng) for _ in range(500)]
            self.assertEqual(rewritten([scrambled(self.rng, features) for features in wanted]), list(map(example, wanted)))

    @unittest.skipUnless(descriptor_pb2, "python3-protobuf is not installed")
    def test_rewritten_as_protobuf_writes_it(self):
        made = example_class()
        with self.subTest(seed=self.seed):
            given, wanted = [], []
            for _ in range(10_000):
                features = random_features(self.rng)
                message = made()
                for name, values in features.items():
                    feature = message.features.feature[name]
                    if values:
                        kind = {bytes: "bytes_list", float: "float_list", int: "int64_list"}[type(values[0])]
                        getattr(feature, kind).value.extend(values)
                wanted.append(message.SerializeToString(deterministic=True))
                given.append(message.SerializeToString() if self.rng.random() < 0.5 else scrambled(self.rng, features))
            found = rewritten(given)
            self.assertEqual(len(found), len(wanted))
            for ours, theirs in zip(found, wanted):
                self.assertEqual(ours, theirs)
            again = [made.FromString(data).SerializeToString(deterministic=True) for data in found[:1000]]
            self.assertEqual(again, wanted[:1000])


if __name__ == "__main__":
    unittest.main()
