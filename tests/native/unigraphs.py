"""Graphs in tables, and subgraphs in tf.Examples, in plain Python: implementations of their own."""

import random
import struct

import tf_records

ENDS = {"id": "#id", "source": "#source", "target": "#target"}


def cell(value):
    text = value if isinstance(value, str) else repr(value)
    return '"' + text.replace('"', '""') + '"' if any(c in text for c in ',"\n\r') else text


def csv(columns):
    rows = zip(*columns.values())
    return ("\n".join([",".join(columns), *(",".join(map(cell, row)) for row in rows)]) + "\n").encode()


def records(columns):
    def values(value):
        return [v.encode() if isinstance(v, str) else v for v in (value if isinstance(value, list) else [value])]

    names = [ENDS.get(name, name) for name in columns]
    return b"".join(tf_records.record(tf_records.example(dict(zip(names, map(values, row))))) for row in zip(*columns.values()))


def write_table(folder, name, columns):
    """name: as a schema has it, "nodes.csv" or "nodes.tfrecords@3"."""
    base, _, shards = name.partition("@")
    form = csv if "csv" in base else records
    rows = len(next(iter(columns.values())))
    for shard in range(int(shards or 1)):
        part = slice(shard * rows // int(shards or 1), (shard + 1) * rows // int(shards or 1))
        file = folder / ("%s-%05d-of-%05d" % (base, shard, int(shards)) if shards else base)
        file.write_bytes(form({name: values[part] for name, values in columns.items()}))


def schema_text(nodes, edges):
    """nodes: {set: (file, {feature: (dtype, shape)})}, edges: {set: (source, target, file, features, extra)}; a file may be ''."""
    def features_text(features):
        return "".join("features { key: '%s' value { dtype: %s %s } } " % (
            name, dtype, "shape { %s }" % " ".join("dim { size: %d }" % size for size in shape) if shape else "") for name, (dtype, shape) in features.items())

    def metadata(file, extra=""):
        return "metadata { %s %s } " % ("filename: '%s'" % file if file else "", extra)

    text = "".join("node_sets { key: '%s' value { %s %s } }\n" % (name, features_text(features), metadata(file) if file else "")
                   for name, (file, features) in nodes.items())
    return text + "".join("edge_sets { key: '%s' value { source: '%s' target: '%s' %s %s } }\n" % (
        name, source, target, features_text(features), metadata(file, extra) if file else "") for name, (source, target, file, features, extra) in edges.items())


def spec_text(seed_set, *ops):
    """ops: (name, inputs, edge set, sample size, strategy)."""
    seed = "seed_op { op_name: 'seed' node_set_name: '%s' }\n" % seed_set if seed_set else "symmetric_link_seed_op { op_name: 'seed' }\n"
    return seed + "".join("sampling_ops { op_name: '%s' input_op_names: [%s] edge_set_name: '%s' sample_size: %d strategy: %s }\n" % (
        name, ", ".join("'%s'" % i for i in inputs.split()), edges, size, strategy) for name, inputs, edges, size, strategy in ops)


# ---- reading ----

def varints(data):
    at = 0
    while at < len(data):
        value = shift = 0
        while True:
            value |= (data[at] & 127) << shift
            at, shift = at + 1, shift + 7
            if data[at - 1] < 128:
                break
        yield value - (1 << 64) if value >> 63 else value


def fields(message):
    """Fields of bytes: (number, content)."""
    at = 0
    while at < len(message):
        tag, size, shift, at = message[at], 0, 0, at + 1
        assert tag & 7 == 2
        while True:
            size |= (message[at] & 127) << shift
            at, shift = at + 1, shift + 7
            if message[at - 1] < 128:
                break
        yield tag >> 3, message[at:at + size]
        at += size


def example(data):
    """name → list."""
    found = {}
    for _, features in fields(data):
        for _, entry in fields(features):
            (_, name), (_, feature) = fields(entry)
            for kind, content in fields(feature):
                values = [value for _, value in fields(content)]
                packed = b"".join(values)
                found[name.decode()] = values if kind == 1 else list(struct.unpack("<%df" % (len(packed) // 4), packed)) if kind == 2 else list(varints(packed))
    return found


def examples_in(*files):
    return [example(data) for file in files for data in tf_records.records_in(file.read_bytes())]


# ---- a shop ----

def shop(seed, users=30, items=20, edges=150):
    """Tables: users buy items and follow users."""
    rng = random.Random(seed)
    names = ['u%d' % i if i % 7 else 'user "%d",\nwith a line' % i for i in range(users)]
    rng.shuffle(names)
    goods = ["i%d" % i for i in range(items)]
    buys = [(rng.choice(names[:-3]), rng.choice(goods)) for _ in range(edges)]
    follows = [(rng.choice(names), rng.choice(names)) for _ in range(edges)]
    return {
        "users": {"id": names, "key": names, "age": [rng.randrange(100) for _ in names], "score": [rng.randrange(-99, 99) / 4 for _ in names]},
        "items": {"id": goods, "price": [float(i) for i in range(items)]},
        "buys": {"source": [a for a, _ in buys], "target": [b for _, b in buys], "row": list(range(edges)),
                 "weight": [rng.randrange(1, 40) / 8 for _ in buys], "#time": [rng.randrange(1000) for _ in buys]},
        "follows": {"source": [a for a, _ in follows], "target": [b for _, b in follows], "row": list(range(edges))},
    }


SHOP_NODES = {"user": ("users", {"key": ("DT_STRING", ()), "age": ("DT_INT32", ()), "score": ("DT_FLOAT", (1,))}),
              "item": ("items", {"price": ("DT_DOUBLE", ())})}
ROW = {"row": ("DT_INT64", ())}
SHOP_EDGES = {"buys": ("user", "item", "buys", ROW, ""), "follows": ("user", "user", "follows", ROW, ""),
              "bought": ("item", "user", "buys", ROW, "extra { key: 'edge_type' value: 'reversed' }")}


def write_shop(folder, tables, ending):
    """ending: ".csv", ".tfrecord@3", …; returns the schema."""
    folder.mkdir()
    for name, columns in tables.items():
        write_table(folder, name + ending, columns)
    nodes = {name: (file + ending, features) for name, (file, features) in SHOP_NODES.items()}
    edges = {name: (source, target, file + ending, features, extra) for name, (source, target, file, features, extra) in SHOP_EDGES.items()}
    schema = folder / "schema.pbtxt"
    schema.write_text(schema_text(nodes, edges))
    return schema
