"""GraphTensors in tf.Examples, in plain Python: an implementation of its own, against which the program's is tested. It draws
random schemas, writes them as text protos, reads examples byte by byte and checks every rule of their encoding."""

import struct

FLOATS = {"DT_FLOAT": 24, "DT_DOUBLE": 24, "DT_HALF": 11, "DT_BFLOAT16": 8}  # bits of their fractions
RANGES = {"DT_INT8": (10, 99), "DT_UINT8": (10, 99), "DT_INT16": (10, 99), "DT_UINT16": (10, 99), "DT_INT32": (10, 99), "DT_UINT32": (10, 99),
          "DT_INT64": (100, 998), "DT_UINT64": (100, 998), "DT_BOOL": (0, 1)}
TYPES = [*FLOATS, *RANGES, "DT_STRING"]


def kind_of(dtype):
    return 1 if dtype == "DT_STRING" else 2 if dtype in FLOATS else 3


# ---- reading tf.Examples ----

def take_varint(data, at):
    value = shift = 0
    while True:
        value |= (data[at] & 127) << shift
        at, shift = at + 1, shift + 7
        if data[at - 1] < 128:
            return value, at


def fields_of(message):
    """Fields of bytes only: the encoding has no others where lists are packed."""
    at = 0
    while at < len(message):
        tag, at = take_varint(message, at)
        assert tag & 7 == 2, "a field that is not of bytes"
        size, at = take_varint(message, at)
        assert at + size <= len(message)
        yield tag >> 3, message[at:at + size]
        at += size


def values_of(kind, content):
    """The values of a list; numbers are packed in one piece."""
    pieces = list(fields_of(content))
    assert all(number == 1 for number, _ in pieces)
    if kind == 1:
        return [piece for _, piece in pieces]
    assert len(pieces) <= 1
    packed = b"".join(piece for _, piece in pieces)
    assert not pieces or packed, "an empty list that is packed"
    if kind == 2:
        return list(struct.unpack("<%df" % (len(packed) // 4), packed))
    if max(packed, default=0) < 128:
        return list(packed)
    values, at = [], 0
    while at < len(packed):
        value, at = take_varint(packed, at)
        values.append(value - (1 << 64) if value >> 63 else value)
    return values


def read_example(data):
    """name → (kind, values); checks that the names are sorted by their bytes."""
    found, names = {}, []
    for number, features in fields_of(data):
        assert number == 1
        for entry_number, entry in fields_of(features):
            (key_number, name), (value_number, feature) = fields_of(entry)
            assert (entry_number, key_number, value_number) == (1, 1, 2)
            names.append(name)
            [(kind, content)] = fields_of(feature)
            found[name.decode()] = kind, values_of(kind, content)
    assert names == sorted(set(names)), "names that are not sorted, or twice"
    return found


# ---- random schemas ----
# {"context": features, "nodes": {set: features}, "edges": {set: (source, target, features)}}, features: {name: (type, shape)}

def random_features(rng, most):
    features = {}
    for i in range(rng.randrange(most + 1)):
        shape = tuple(rng.choice([-1, -1, 1, 2, 3, 0]) if rng.random() < 0.95 else 5 for _ in range(rng.choice([0, 0, 1, 1, 2, 3])))
        features["f%d%s" % (i, rng.choice(["", "", "größe", ".x", " "]))] = rng.choice(TYPES), shape
    return features


def random_schema(rng, readout=True):
    nodes = {rng.choice(["n", "author", "a.b", "ß"]) + str(i): random_features(rng, 3) for i in range(rng.randint(1, 4))}
    plain = list(nodes)
    edges = {"e%d" % i: (rng.choice(plain), rng.choice(plain), random_features(rng, 2)) for i in range(rng.randrange(4))}
    if readout and rng.random() < 0.5:
        for structure in ["_readout", "_readout:other"][:rng.randint(1, 2)]:
            nodes[structure] = random_features(rng, 2)
            for key in ["seed", "target"][:rng.randint(1, 2)]:
                sources = rng.sample(plain, rng.randint(1, min(3, len(plain))))
                for i, source in enumerate(sources):
                    edges["%s/%s%s" % (structure, key, "/%d" % i if i or rng.random() < 0.5 else "")] = source, structure, {}
        if "e0" in edges and rng.random() < 0.5:
            nodes["_shadow/e0"] = {}
            edges["_readout/links"] = "_shadow/e0", "_readout", {}
    return {"context": random_features(rng, 3), "nodes": nodes, "edges": edges}


def features_text(features):
    return "".join('features { key: "%s" value { dtype: %s shape { %s } } } ' % (name, dtype, " ".join("dim { size: %d }" % size for size in shape))
                   for name, (dtype, shape) in features.items())


def schema_text(schema):
    text = "context { %s}\n" % features_text(schema["context"]) if schema["context"] else ""
    for name, features in schema["nodes"].items():
        text += 'node_sets { key: "%s" value { %s} }\n' % (name, features_text(features))
    for name, (source, target, features) in schema["edges"].items():
        text += 'edge_sets { key: "%s" value { source: "%s" target: "%s" %s} }\n' % (name, source, target, features_text(features))
    return text


# ---- the rules of the encoding ----

def checked_values(example, name, dtype, shape, rows):
    """Takes a feature and its row lengths out of an example, and checks their kinds and numbers."""
    kind, values = example.pop(name)
    assert kind == kind_of(dtype), (name, kind)
    for i, size in enumerate(shape, 1):
        if size == -1:
            lengths_kind, lengths = example.pop("%s.d%d" % (name, i))
            assert lengths_kind == 3 and len(lengths) == rows and min(lengths, default=0) >= 0, (name, i)
            rows = sum(lengths)
        else:
            rows *= size
    assert len(values) == rows, (name, len(values), rows)
    return values


def check_graph(example, schema):
    """What read_example() has is a GraphTensor of the schema, and nothing else. Returns its sizes by set, and the ends of its edges."""
    example = dict(example)
    sizes = {}
    for prefix, sets in (("nodes/", schema["nodes"]), ("edges/", schema["edges"])):
        for name in sets:
            kind, sizes[prefix + name] = example.pop("%s%s.#size" % (prefix, name))
            assert kind == 3 and min(sizes[prefix + name], default=0) >= 0
    components = {len(each) for each in sizes.values()}
    assert len(components) == 1
    for name, (dtype, shape) in schema["context"].items():
        checked_values(example, "context/" + name, dtype, shape, *components)
    for name, features in schema["nodes"].items():
        for feature, (dtype, shape) in features.items():
            checked_values(example, "nodes/%s.%s" % (name, feature), dtype, shape, sum(sizes["nodes/" + name]))
    ends = {}
    for name, (source, target, features) in schema["edges"].items():
        for feature, (dtype, shape) in features.items():
            checked_values(example, "edges/%s.%s" % (name, feature), dtype, shape, sum(sizes["edges/" + name]))
        ends[name] = []
        for end, nodes in (("source", source), ("target", target)):
            kind, ids = example.pop("edges/%s.#%s" % (name, end))
            assert kind == 3 and len(ids) == sum(sizes["edges/" + name])
            at = first = 0
            for edges, n in zip(sizes["edges/" + name], sizes["nodes/" + nodes]):  # edges stay in their component
                assert all(first <= i < first + n for i in ids[at:at + edges]), (name, end)
                at, first = at + edges, first + n
            ends[name].append(ids)
    assert not example, "unexpected features: %s" % list(example)
    check_readout(schema, sizes, ends)
    return sizes, ends


def check_readout(schema, sizes, ends):
    keys = {}
    for name in schema["edges"]:
        if name.startswith("_readout"):
            structure, key = name.split("/")[:2]
            targets = ends[name][1]
            assert all(a < b for a, b in zip(targets, targets[1:])), name
            keys.setdefault((structure, key), []).extend(targets)
    for (structure, _), targets in keys.items():
        assert sorted(targets) == list(range(sum(sizes["nodes/" + structure]))), structure
    for name in schema["nodes"]:
        if name.startswith("_shadow/"):
            assert sizes["nodes/" + name] == sizes["edges/" + name[len("_shadow/"):]]


def check_ranges(example, schema, sizes):
    """The ranges of random graphs: those of TensorFlow GNN's random_graph_tensor()."""
    for name in schema["nodes"]:
        assert name.startswith("_shadow/") or 2 <= sum(sizes["nodes/" + name]) <= 7
    for name, (source, target, _) in schema["edges"].items():
        nodes = sizes["nodes/" + source][0] + sizes["nodes/" + target][0]
        assert name.startswith("_readout") or int(nodes / 1.5) <= sizes["edges/" + name][0] <= nodes * 2.25, name
    sets = [("context/", schema["context"])]
    sets += [("nodes/%s." % name, features) for name, features in schema["nodes"].items()]
    sets += [("edges/%s." % name, features) for name, (_, _, features) in schema["edges"].items()]
    for prefix, features in sets:
        for feature, (dtype, shape) in features.items():
            values = example[prefix + feature][1]
            if dtype == "DT_STRING":
                assert all(len(value) == 1 and b"A" <= value <= b"Z" for value in values)
            elif dtype in FLOATS:
                assert all(0 <= value < 1 and (value * 2**FLOATS[dtype]).is_integer() for value in values)
            else:
                least, most = RANGES[dtype]
                assert all(least <= value <= most for value in values), (dtype, values)
            for i, size in enumerate(shape, 1):
                assert size != -1 or all(2 <= n <= 7 for n in example["%s%s.d%d" % (prefix, feature, i)][1])


# ---- random graphs, drawn here ----

def random_values(rng, dtype, n):
    if dtype == "DT_STRING":
        return [bytes(rng.choices(range(256), k=rng.randrange(5))) for _ in range(n)]
    if dtype in FLOATS:
        return [struct.unpack("<f", struct.pack("<f", rng.choice([rng.gauss(0, 1e3), -0.0, float("inf"), 1e-42])))[0] for _ in range(n)]
    bits = int(dtype[dtype.index("INT") + 3:]) if "INT" in dtype else 64
    least = 0 if dtype in ("DT_UINT8", "DT_UINT16", "DT_UINT32") else 1 << bits - 1
    return [rng.getrandbits(bits) - least >> rng.randrange(bits) for _ in range(n)]


def add_feature(rng, example, name, dtype, shape, rows):
    for i, size in enumerate(shape, 1):
        if size == -1:
            lengths = [rng.choice([0, 0, 1, 2, 3]) for _ in range(rows)]
            example["%s.d%d" % (name, i)] = 3, lengths
            rows = sum(lengths)
        else:
            rows *= size
    example[name] = kind_of(dtype), random_values(rng, dtype, rows)


def random_graph(rng, schema):
    """A graph of several components, with sets and rows that may be empty, as read_example() has it."""
    components = rng.choice([1, 1, 2, 3])
    example, sizes = {}, {}
    for name, (dtype, shape) in schema["context"].items():
        add_feature(rng, example, "context/" + name, dtype, shape, components)
    for name, features in schema["nodes"].items():
        sizes[name] = [rng.randrange(4) for _ in range(components)]
        example["nodes/%s.#size" % name] = 3, sizes[name]
        for feature, (dtype, shape) in features.items():
            add_feature(rng, example, "nodes/%s.%s" % (name, feature), dtype, shape, sum(sizes[name]))
    for name, (source, target, features) in schema["edges"].items():
        edges, ids, first = [], ([], []), [0, 0]
        for s, t in zip(sizes[source], sizes[target]):
            edges.append(rng.randrange(6) if s and t else 0)
            for end, n in enumerate((s, t)):
                ids[end].extend(first[end] + rng.randrange(n) for _ in range(edges[-1]))
                first[end] += n
        example["edges/%s.#size" % name] = 3, edges
        example["edges/%s.#source" % name], example["edges/%s.#target" % name] = (3, ids[0]), (3, ids[1])
        for feature, (dtype, shape) in features.items():
            add_feature(rng, example, "edges/%s.%s" % (name, feature), dtype, shape, sum(edges))
    return example
