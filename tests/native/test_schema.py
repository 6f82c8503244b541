"""schema FILE.pbtxt: what is in it, what is wrong with it, and the same as protobuf's own reader finds."""

import json
import random
import unittest

import text_protos
from program import DATA, ProgramTest, run
from rounds import rounds

SCHEMA, SPEC = DATA / "mag_schema.pbtxt", DATA / "mag_sampling_spec.pbtxt"


class Schema(ProgramTest):
    def test_the_guide(self):
        text = self.ok("schema", SCHEMA)
        self.assertIn("graph schema: 4 node sets, 4 edge sets, 3 features", text)
        self.assertRegex(text, r"(?m)^ *writes +author +paper +7,145,660 +edges-writes.tfrecords@172$")
        self.assertRegex(text, r"(?m)^ *paper +feat +float32 +\[128\]$")
        self.assertIn("no errors, 2 warnings", text)
        self.assertIn(f"warning      {SCHEMA}:18:21: Unnecessary shape of [1] in nodes set 'paper' / 'labels'", text)
        found = self.json("schema", SCHEMA)
        self.assertEqual((found["schema"], found["kind"], found["valid"]), ("tuplepack.schema/1", "graph_schema", True))
        self.assertEqual([one["name"] for one in found["sets"] if one["kind"] == "nodes"], ["author", "field_of_study", "institution", "paper"])
        self.assertEqual(found["warnings"][0]["line"], 18)

    def test_the_guides_spec(self):
        text = self.ok("schema", SPEC)
        self.assertIn("sampling spec: 5 hops from seeds of paper", text)
        self.assertIn("at most      76,856 edges and 76,857 nodes for one seed", text)
        text = self.ok("schema", SPEC, "--against", SCHEMA, code=1)
        self.assertIn(f"error        {SPEC}:13:18: Op 'paper->author': edge set 'written' is not declared", text)
        self.assertIn("--reverse written=writes", text)
        text = self.ok("schema", SPEC, "--against", SCHEMA, "--reverse", "written=writes")
        self.assertIn("nodes        paper 4,257, author 264, institution 4,224, field_of_study 68,112", text)
        self.assertIn("no errors, no warnings", text)
        found = self.json("schema", SPEC, "--against", SCHEMA, "--reverse", "written=writes")
        self.assertEqual(found["kind"], "sampling_spec")
        self.assertEqual([hop["most_edges"] for hop in found["hops"]], [32, 264, 4224, 4224, 68112])
        self.assertEqual(found["hops"][1]["target"], "author")
        self.assertEqual(found["most_edges"], 76856)
        self.assertEqual(found["most_nodes"][1], {"node_set": "author", "nodes": 264})
        self.assertEqual(self.json("schema", SPEC)["most_nodes"], [])
        self.assertIn("edges-writes.tfrecords@172 (reversed)", self.ok("schema", SCHEMA, "--reverse", "written=writes"))

    def test_names_that_are_declared_twice(self):
        path = self.write("s.pbtxt", "node_sets { key: 'a' value { features { key: 'f' value { dtype: DT_FLOAT } } } }\n"
                                     "node_sets { key: 'b' value { features { key: 'g' value { dtype: DT_FLOAT } } features { key: 'g' value { dtype: DT_INT64 } } } }\n"
                                     "node_sets { key: 'a' value { features { key: 'h' value { dtype: DT_FLOAT } } } }\n"
                                     "edge_sets { key: 'e' value { source: 'a' target: 'b' } }\nedge_sets { key: 'e' value { source: 'b' target: 'b' } }\n")
        found = self.json("schema", path, code=1)
        self.assertEqual([(one["message"], one["line"]) for one in found["errors"]],
                         [("duplicate node set 'a'; first declared on line 1", 3), ("duplicate feature 'g'; first declared on line 2", 2),
                          ("duplicate edge set 'e'; first declared on line 4", 5)])
        self.assertEqual([one["name"] for one in found["sets"]], ["a", "b", "e"])
        self.assertIn("error        %s:3:18: duplicate node set 'a'; first declared on line 1" % path, self.ok("schema", path, code=1))
        self.refused("records", self.write("none.tfrecord", ""), "--schema", path, says="s.pbtxt:3:18: duplicate node set 'a'; first declared on line 1")

    def test_wrong_specs(self):
        """One clear line each."""
        op = "sampling_ops { op_name: '%s' input_op_names: '%s' edge_set_name: 'cites' sample_size: %d strategy: RANDOM_UNIFORM }\n"
        seeds = "seed_op { op_name: 'seed' node_set_name: 'paper' }\n"
        for text, line, says in (
            (op % ("a", "seed", 0), 2, "sample_size"),
            (op % ("a", "seed", -3), 2, "sample_size"),
            (op % ("a", "b", 5) + op % ("b", "a", 5), 2, "each other"),
            (op % ("a", "a", 5), 2, "'a'"),
            (op % ("a", "x", 5), 2, "'x'"),
        ):
            path = self.write("spec.pbtxt", seeds + text)
            shown = self.ok("schema", path, "--against", SCHEMA, code=1)
            found = self.json("schema", path, "--against", SCHEMA, code=1)
            with self.subTest(text, shown=shown):
                [error] = found["errors"]
                self.assertEqual((error["file"], error["line"]), (str(path), line))
                self.assertIn(says, error["message"])
                self.assertEqual(shown.count("  error  "), 1)

    def test_errors_are_listed(self):
        path = self.write("bad.pbtxt", "node_sets { key: 'a' value {\n  features { key: 'f' value { } } context: 'c' } }\n")
        text = self.ok("schema", path, code=1)
        self.assertIn(f"error        {path}:2:19: Missing 'dtype' field on nodes set 'a' feature 'f'", text)
        self.assertIn("2 errors", text)
        found = self.json("schema", path, code=1)
        self.assertFalse(found["valid"])
        self.assertEqual([(error["code"], error["line"], error["column"]) for error in found["errors"]],
                         [("missing_column", 2, 19), ("unknown_name", 2, 44)])

    def test_requirements(self):
        need = self.write("need.pbtxt", 'node_sets { key: "paper" value {\n features { key: "feat" value { dtype: DT_FLOAT shape { dim { size: 0 } } } } } }')
        self.assertIn("no errors", self.ok("schema", SCHEMA, "--require", need))
        more = self.write("more.pbtxt", 'node_sets { key: "paper" value {\n features { key: "title" } } }')
        text = self.ok("schema", SCHEMA, "--require", more, code=1)
        self.assertIn(f"{more}:2:18: Nodes feature 'title' from set 'paper' is missing from given schema", text)

    def test_folders_and_standard_input(self):
        folder = self.folder / "graph"
        folder.mkdir()
        self.refused("schema", folder, says="the directory has no .pbtxt file")
        (folder / "schema.pbtxt").write_bytes(SCHEMA.read_bytes())
        self.assertIn("4 node sets", self.ok("schema", folder))
        (folder / "spec.pbtxt").write_bytes(SPEC.read_bytes())
        self.refused("schema", folder, says="several .pbtxt files")
        self.assertIn("4 node sets", self.ok("schema", "-", stdin=SCHEMA.read_bytes()))

    def test_what_is_refused(self):
        bad = self.write("bad.pbtxt", "node_sets {\n  key 'a'\n}")
        self.refused("schema", bad, says=f"{bad}:2:7: expected ':' or a message after 'key'")
        self.refused("schema", "-", stdin=b"node_sets { nme: 'a' }", says='<stdin>:1:13: Message type "tensorflow_gnn.GraphSchema.NodeSetsEntry" has no field named "nme"')
        self.refused("schema", "-", stdin=b"", says="neither a GraphSchema nor a SamplingSpec")
        self.refused("schema", SPEC, "--require", SCHEMA, says="is a sampling spec, not a schema")
        self.refused("schema", SCHEMA, "--against", SCHEMA, says="is a schema, not a sampling spec")
        self.refused("schema", SPEC, "--reverse", "written=writes", says="--against")
        self.refused("schema", SCHEMA, "--reverse", "written", says="--reverse written: expected NAME=EDGE_SET")
        self.refused("schema", SCHEMA, "--reverse", "written=writse", says="'writse' is not declared; did you mean 'writes'? edge sets: ")
        self.refused("schema", SCHEMA, "--reverse", "written=wrote", says="edge set 'wrote' is not declared; edge sets: 'affiliated_with'")

    def test_hostile_names(self):
        path = self.write("hostile.pbtxt", r"node_sets { key: '\033[2J\u202e' value { features { key: '\t\n' value { dtype: 1 description: '\007' } } } }")
        text = self.ok("schema", path)
        self.assertNotRegex(text.replace("\n", ""), r"[\x00-\x1f\u202e]")


def expected_features(features):
    names = {number: name for name, number in text_protos.TYPES.values()}
    return {
        name: {
            "type": names.get(feature.dtype, "unsupported") if feature.HasField("dtype") else None,
            "shape": None if feature.shape.unknown_rank else [dim.size for dim in feature.shape.dim],
            "description": feature.description,
            "source": feature.source,
        }
        for name, feature in features.items()
    }


def expected_set(message, **more):
    metadata = message.metadata
    return {
        "features": expected_features(message.features),
        "filename": metadata.filename,
        "cardinality": metadata.cardinality if metadata.HasField("cardinality") else None,
        "extra": [[pair.key, pair.value] for pair in metadata.extra],
        **more,
    }


def expected_sets(schema):
    sets = {("context", ""): expected_set(schema.context)} if schema.HasField("context") else {}
    for name, one in schema.node_sets.items():
        sets["nodes", name] = expected_set(one, description=one.description, context=list(one.context))
    for name, one in schema.edge_sets.items():
        sets["edges", name] = expected_set(one, description=one.description, context=list(one.context), source=one.source, target=one.target)
    return sets


def found_sets(found):
    sets = {}
    for one in found["sets"]:
        key = one.pop("kind"), one.pop("name", "")
        one["features"] = {feature.pop("name"): feature for feature in one["features"]}
        sets[key] = one
    return sets


@unittest.skipIf(text_protos.text_format is None, "python3-protobuf is missing")
class AgainstProtobuf(ProgramTest):
    @classmethod
    def setUpClass(cls):
        cls.messages = text_protos.messages()

    def read(self, text):
        """What protobuf reads, and what the program does; JSON carries whole numbers up to 2^63."""
        done = run("schema", "-", "--json", stdin=text.encode())
        self.assertIn(done.returncode, (0, 1), (done.stderr.decode(), text))
        return json.loads(done.stdout)

    def test_random_schemas(self):
        seed = random.randrange(2**32)
        draw = random.Random(seed)
        names = ["a", "b", "", "_readout", "x y", "é€", "q'\"\\", "#size", "tab\t\n", "0"]
        for _ in rounds(60):
            text = text_protos.random_text(draw, "GraphSchema", names)
            schema = text_protos.text_format.Parse(text, self.messages["GraphSchema"]())
            if not text.strip():
                continue
            with self.subTest(seed=seed, text=text):
                found = self.read(text) if "_sets" in text or "context" in text or "info" in text else None
                if found is not None:
                    self.assertEqual(found["root_sets"], list(schema.info.root_set))
                    self.assertEqual(found["origin"], {v: k.lower() for k, v in text_protos.GRAPH_TYPES.items()}[schema.info.graph_type])
                    self.assertEqual(found_sets(found), expected_sets(schema))

    def test_shipped_files(self):
        schema = text_protos.text_format.Parse(SCHEMA.read_text(), self.messages["GraphSchema"]())
        self.assertEqual(found_sets(self.read(SCHEMA.read_text())), expected_sets(schema))
        spec = text_protos.text_format.Parse(SPEC.read_text(), self.messages["SamplingSpec"]())
        found = self.read(SPEC.read_text())
        self.assertEqual(found["seeds"], {"op": spec.seed_op.op_name, "node_set": spec.seed_op.node_set_name, "links": False})
        self.assertEqual(
            [(hop["op"], hop["inputs"], hop["edge_set"], hop["sample_size"], text_protos.STRATEGIES[hop["strategy"]]) for hop in found["hops"]],
            [(op.op_name, list(op.input_op_names), op.edge_set_name, op.sample_size, op.strategy) for op in spec.sampling_ops])

    def test_broken_texts(self):
        """What protobuf in Python accepts is read: a byte is changed, dropped or added. It refuses some of what it accepts in C++."""
        seed = random.randrange(2**32)
        draw = random.Random(seed)
        compared = 0
        for _ in range(150):
            text = text_protos.random_text(draw, "SamplingSpec", ["a", "b", "c"])
            at = draw.randrange(len(text) + 1)
            text = text[:at] + draw.choice(["", *"{}<>[]:,;'\"\\#-1x \n"]) + text[at + draw.randrange(2):]
            if not any(name in text for name in ("seed_op", "sampling_ops")):
                continue
            try:
                text_protos.text_format.Parse(text, self.messages["SamplingSpec"]())
                accepted = True
            except text_protos.text_format.ParseError:
                accepted = False
            compared += 1
            with self.subTest(seed=seed, text=text):
                done = run("schema", "-", stdin=text.encode())
                if any(says in done.stderr for says in (b"is unknown", b"hexadecimal digits", b"the file has no fields")):
                    continue  # escapes that protobuf lets pass in Python, not in C++; no field but in a comment
                self.assertTrue(done.returncode != 2 or not accepted, done.stderr.decode())
        self.assertGreater(compared, 20)


if __name__ == "__main__":
    unittest.main()
