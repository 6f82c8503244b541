"""TensorFlow GNN's messages for python3-protobuf, made at run time; and random texts of them."""

try:
    from google.protobuf import descriptor_pb2, descriptor_pool, message_factory, text_format
except ImportError:
    text_format = None

TYPES = {"DT_FLOAT": ("float32", 1), "DT_DOUBLE": ("float64", 2), "DT_INT32": ("int32", 3), "DT_UINT8": ("uint8", 4), "DT_INT16": ("int16", 5),
         "DT_INT8": ("int8", 6), "DT_STRING": ("string", 7), "DT_INT64": ("int64", 9), "DT_BOOL": ("bool", 10), "DT_BFLOAT16": ("bfloat16", 14),
         "DT_UINT16": ("uint16", 17), "DT_HALF": ("float16", 19), "DT_UINT32": ("uint32", 22), "DT_UINT64": ("uint64", 23)}
STRATEGIES = {"TOP_K": 0, "RANDOM_UNIFORM": 1, "RANDOM_WEIGHTED": 2, "LATEST_K": 3}
GRAPH_TYPES = {"UNDEFINED": 0, "FULL": 1, "SUBGRAPH": 2, "RANDOM_WALKS": 3}

# name: {field: (number, type)}; "*" is repeated, "map " a map from strings.
MESSAGES = {
    "Dim": {"size": (1, "int64"), "name": (2, "string")},
    "Shape": {"dim": (2, "*Dim"), "unknown_rank": (3, "bool")},
    "Feature": {"description": (1, "string"), "dtype": (2, "DataType"), "shape": (3, "Shape"), "source": (4, "string")},
    "KeyValue": {"key": (1, "string"), "value": (2, "string")},
    "Metadata": {"extra": (1, "*KeyValue"), "filename": (2, "string"), "cardinality": (3, "int64")},
    "Context": {"features": (1, "map Feature"), "metadata": (2, "Metadata")},
    "NodeSet": {"description": (1, "string"), "features": (2, "map Feature"), "context": (3, "*string"), "metadata": (4, "Metadata")},
    "EdgeSet": {"description": (1, "string"), "features": (2, "map Feature"), "source": (3, "string"), "target": (4, "string"),
                "context": (5, "*string"), "metadata": (6, "Metadata")},
    "OriginInfo": {"graph_type": (1, "GraphType"), "root_set": (2, "*string")},
    "GraphSchema": {"context": (1, "Context"), "node_sets": (2, "map NodeSet"), "edge_sets": (3, "map EdgeSet"), "info": (4, "OriginInfo")},
    "SeedOp": {"op_name": (1, "string"), "node_set_name": (2, "string")},
    "SamplingOp": {"op_name": (1, "string"), "input_op_names": (2, "*string"), "edge_set_name": (3, "string"), "sample_size": (4, "int32"),
                   "strategy": (5, "SamplingStrategy")},
    "SamplingSpec": {"seed_op": (1, "SeedOp"), "sampling_ops": (2, "*SamplingOp")},
}
ENUMS = {"DataType": {"DT_INVALID": 0, **{name: number for name, (_, number) in TYPES.items()}}, "SamplingStrategy": STRATEGIES, "GraphType": GRAPH_TYPES}


def messages():
    """The classes by name."""
    file = descriptor_pb2.FileDescriptorProto(name="tuplepack_test.proto", package="t", syntax="proto2")
    kinds = {"string": 9, "int64": 3, "int32": 5, "bool": 8}

    def add(message, name, number, kind, label=1):
        field = message.field.add(name=name, number=number, label=label)
        if kind in kinds:
            field.type = kinds[kind]
        else:
            field.type = 14 if kind in ENUMS else 11
            field.type_name = kind if kind.startswith(".") else f".t.{kind}"

    for name, values in ENUMS.items():
        enum = file.enum_type.add(name=name)
        for value, number in values.items():
            enum.value.add(name=value, number=number)
    for name, fields in MESSAGES.items():
        message = file.message_type.add(name=name)
        for field, (number, kind) in fields.items():
            if kind.startswith("map "):
                entry = "".join(part.capitalize() for part in field.split("_")) + "Entry"
                nested = message.nested_type.add(name=entry)
                nested.options.map_entry = True
                add(nested, "key", 1, "string")
                add(nested, "value", 2, kind[4:])
                add(message, field, number, f".t.{name}.{entry}", label=3)
            else:
                add(message, field, number, kind.lstrip("*"), label=3 if kind.startswith("*") else 1)
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    factory = message_factory.MessageFactory(pool)
    return {name: factory.GetPrototype(pool.FindMessageTypeByName(f"t.{name}")) for name in MESSAGES}


def blank(random):
    return random.choice([" ", "\n", "\t", " # a { comment\n", "  "])


def literal(random, text):
    """A string in one of its forms."""
    quote = random.choice("'\"")
    parts = [""]
    for byte in text.encode():
        form = random.randrange(4)
        if chr(byte) in "'\"\\\n" or byte > 126 or form == 0:
            parts[-1] += random.choice([f"\\{byte:03o}", f"\\x{byte:02x}"])
            parts.append("")  # ends what a digit that follows could add to
        else:
            parts[-1] += chr(byte)
        if form == 1 and random.random() < 0.2:
            parts.append("")
    return blank(random).join(quote + part + quote for part in parts)


def number(random, value):
    sign, size = ("-" if value < 0 else ""), abs(value)
    return random.choice([f"{value}", f"{sign}{size:#x}", f"{sign}0{size:o}"])


def value_text(random, kind, names):
    if kind == "string":
        return literal(random, random.choice(names))
    if kind == "bool":
        return random.choice(["true", "false", "t", "f", "True", "False", "0", "1"])
    if kind in ENUMS:
        name, value = random.choice(list(ENUMS[kind].items()))
        return random.choice([name, str(value)])
    most = 2**31 - 1 if kind == "int32" else 2**63 - 1
    return number(random, random.choice([-1, 0, 1, 2, 128, random.randrange(-most, most)]))


def random_text(random, name, names, depth=0):
    """A random text of a message; map keys are unique."""
    text = ""
    for field, (_, kind) in MESSAGES[name].items():
        repeats, is_map, kind = kind.startswith("*"), kind.startswith("map "), kind.lstrip("*").replace("map ", "")
        if is_map:
            values = []
            for key in random.sample(names, random.randrange(min(4, len(names)))):
                entry = [f"key: {literal(random, key)}", f"value {{{random_text(random, kind, names, depth + 1)}}}"]
                random.shuffle(entry)
                values.append(("{", random.choice([" ", ",", ";"]).join(entry), "}"))
        else:
            count = random.randrange(3) if repeats else random.randrange(2)
            if kind in MESSAGES and not repeats and count:
                count = random.choice([1, 1, 1])
            values = [("{", random_text(random, kind, names, depth + 1), "}") if kind in MESSAGES else value_text(random, kind, names) for _ in range(count)]
        written = []
        for value in values:
            if isinstance(value, tuple):
                opening, closing = random.choice(["{}", "<>"])
                written.append(opening + blank(random) + value[1] + blank(random) + closing)
            else:
                written.append(value)
        is_message = is_map or kind in MESSAGES
        colon = random.choice([":", ""]) if is_message else ":"
        if (repeats or is_map) and random.random() < 0.3:
            text += f"{field}{colon}{blank(random)}[{', '.join(written)}]{random.choice([' ', ',', ';'])}"
        else:
            for value in written:
                text += f"{blank(random)}{field}{colon}{blank(random)}{value}{random.choice([' ', ',', ';'])}"
    return text
