"""The bytes of tf.Examples against python3-protobuf's deterministic serialization: rewrite_records gets examples in any
encoding and order, and has to write what protobuf writes; with a schema, it reads them as GraphTensors. Without
python3-protobuf only the plain Python reader checks."""

import pathlib
import random
import struct
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from graph_tensors import random_graph, random_schema, schema_text
from tf_records import Example, example, field, record, records_in, varint

PROGRAM = sys.argv.pop(1)


def rewritten(examples, *schema):
    done = subprocess.run([PROGRAM, *schema], input=b"".join(map(record, examples)), capture_output=True)
    assert done.returncode == 0, done.stderr.decode()
    return records_in(done.stdout)


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

    @unittest.skipIf(Example is None, "python3-protobuf is not installed")
    def test_rewritten_as_protobuf_writes_it(self):
        made = Example
        with self.subTest(seed=self.seed):
            given, wanted = [], []
            for _ in range(3000):
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

    @unittest.skipIf(Example is None, "python3-protobuf is not installed")
    def test_graph_tensors_read_by_their_schema(self):
        with self.subTest(seed=self.seed), tempfile.NamedTemporaryFile("w", suffix=".pbtxt") as file:
            for _ in range(60):
                schema = random_schema(self.rng, readout=False)
                given, wanted = [], []
                for _ in range(30):
                    message = Example()
                    for name, (kind, values) in random_graph(self.rng, schema).items():
                        feature = message.features.feature[name]
                        (None, feature.bytes_list, feature.float_list, feature.int64_list)[kind].SetInParent()
                        (None, feature.bytes_list, feature.float_list, feature.int64_list)[kind].value.extend(values)
                    given.append(message.SerializeToString())
                    wanted.append(message.SerializeToString(deterministic=True))
                file.seek(0)
                file.truncate()
                file.write(schema_text(schema))
                file.flush()
                self.assertEqual(rewritten(given, file.name), wanted, schema_text(schema))


if __name__ == "__main__":
    unittest.main()
