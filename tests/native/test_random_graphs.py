"""schema --random: graphs that fit their schema, read by plain Python and by python3-protobuf."""

import os
import random
import subprocess
import unittest

from graph_tensors import check_graph, check_ranges, random_schema, read_example, schema_text
from program import DATA, ProgramTest, run
from rounds import rounds
from tf_records import Example, records_in

SCHEMA, SPEC = DATA / "mag_schema.pbtxt", DATA / "mag_sampling_spec.pbtxt"


class RandomGraphs(ProgramTest):
    def names(self):
        return sorted(path.name for path in self.folder.iterdir())

    def test_ten_thousand_graphs_of_random_schemas(self):
        seed = random.randrange(2**32)
        rng = random.Random(seed)
        with self.subTest(seed=seed):
            records = 0
            for round_ in rounds(200):
                schema = random_schema(rng)
                path, out = self.write("schema.pbtxt", schema_text(schema)), self.folder / ("graphs%d" % round_)
                self.ok("schema", path, "--random", 50, "--seed", rng.randrange(2**62), "-o", out)
                self.assertEqual(self.json("records", out, "--schema", path, "--check")["metrics"]["records"], 50)
                with out.open() as file:
                    again = subprocess.run([os.environ["REWRITE_RECORDS"], path], stdin=file, capture_output=True, check=True)
                self.assertEqual(again.stdout, out.read_bytes())
                data = records_in(out.read_bytes(), verified=round_ % 10 == 0)
                records += len(data)
                for one in data[:50 if round_ % 4 == 0 else 5]:
                    example = read_example(one)
                    sizes, _ = check_graph(example, schema)
                    check_ranges(example, schema, sizes)
                if Example is not None:
                    for one in data:
                        self.assertEqual(Example.FromString(one).SerializeToString(deterministic=True), one)
            self.assertEqual(records, 50 * len(rounds(200)))
        if Example is None:
            self.skipTest("python3-protobuf is not installed: bytes are compared with plain Python only")

    def test_a_prefix_of_the_names_of_features(self):
        plain, other = self.folder / "plain", self.folder / "other"
        self.ok("schema", SCHEMA, "--random", 20, "--seed", 5, "-o", plain)
        self.ok("schema", SCHEMA, "--random", 20, "--seed", 5, "--prefix", "in/", "-o", other)
        read = self.json("records", other, "--schema", SCHEMA, "--prefix", "in/")["metrics"]
        self.assertEqual(read["records"], 20)
        self.assertIn(b"in/nodes/paper.#size", other.read_bytes())
        self.assertNotIn(b"in/nodes/paper.#size", plain.read_bytes())
        self.refused("records", plain, "--schema", SCHEMA, "--prefix", "in/", says="in/")
        self.refused("schema", SCHEMA, "--prefix", "in/", says="--prefix needs --random")

    def test_any_number_of_shards_has_the_same_records(self):
        self.ok("schema", SCHEMA, "--random", 100, "--seed", 5, "-o", self.folder / "one")
        whole = (self.folder / "one").read_bytes()
        for shards in (1, 3, 16, 130):
            found = self.json("schema", SCHEMA, "--random", 100, "--seed", 5, "-o", self.folder / ("s@%d" % shards))
            names = ["s-%05d-of-%05d" % (i, shards) for i in range(shards)]
            self.assertEqual([name.split("/")[-1] for name in found["files"]], names)
            self.assertEqual(b"".join((self.folder / name).read_bytes() for name in names), whole)
            self.assertEqual(found["metrics"]["bytes"], len(whole))
        self.assertEqual(run("schema", SCHEMA, "--random", 100, "--seed", 5, "-o", "-").stdout, whole)
        self.assertNotEqual(run("schema", SCHEMA, "--random", 100, "--seed", 6, "-o", "-").stdout, whole)
        self.assertEqual(run("schema", SCHEMA, "--random", 60, "--seed", 5, "-o", "-").stdout, whole[:len(b"".join(
            data + bytes(16) for data in records_in(whole)[:60]))])
        self.assertEqual(self.json("records", self.folder / "s@16", "--schema", SCHEMA)["metrics"]["records"], 100)

    def test_the_report(self):
        text = self.ok("schema", SCHEMA, "--random", 10, "-o", self.folder / "g@2")
        self.assertIn("10 random graphs that fit %s\n" % SCHEMA, text)
        self.assertRegex(text, r"wrote +\S*g-00000-of-00002 … \S*g-00001-of-00002 \([0-9.]+ kB\)\n")
        found = self.json("schema", SCHEMA, "--random", 1, "--reverse", "written=writes", "-o", self.folder / "g")
        self.assertEqual((found["schema"], found["seed"], found["metrics"]["records"]), ("tuplepack.random_graphs/1", 0, 1))
        [data] = records_in((self.folder / "g").read_bytes())
        self.assertIn("edges/written.#source", read_example(data))

    def test_what_is_refused(self):
        out = self.folder / "out"
        self.refused("schema", SCHEMA, "--random", 3, says="--random needs -o OUT")
        self.refused("schema", SCHEMA, "-o", out, says="-o needs --random")
        self.refused("schema", SCHEMA, "--random", 0, "-o", out, says="--random")
        self.refused("schema", SPEC, "--random", 3, "-o", out, says="is a sampling spec, not a schema")
        for name in ("out@0", "out@1000001", "out@"):
            self.refused("schema", SCHEMA, "--random", 3, "-o", self.folder / name, says="the number of shards after @ must be from 1 to 1,000,000")
        bad = self.write("bad.pbtxt", "node_sets { key: 'a' value {\n  features { key: 'f' value { } } } }\n")
        self.refused("schema", bad, "--random", 3, "-o", out, says="bad.pbtxt:2:19: Missing 'dtype' field on nodes set 'a' feature 'f'")
        wide = self.write("wide.pbtxt", "node_sets { key: 'a' value {\n  features { key: 'f' value { dtype: 1 shape { dim { size: 10000000000 } } } } } }\n")
        self.refused("schema", wide, "--random", 3, "-o", self.folder / "out@2",
                     says="wide.pbtxt:2:19: a random graph has too many values; the feature 'f' has shape [10000000000]")
        circle = self.write("circle.pbtxt", "node_sets { key: '_shadow/e' }\nedge_sets { key: 'e' value { source: '_shadow/e' target: '_shadow/e' } }\n")
        self.refused("schema", circle, "--random", 3, "-o", out, says="circle.pbtxt:2:18: the size of the edge set 'e' depends on itself")
        need = self.write("need.pbtxt", "node_sets { key: 'x' value {\n  features { key: 'f' } } }")
        self.refused("schema", SCHEMA, "--require", need, "--random", 3, "-o", out, says="need.pbtxt:2:19: Nodes feature 'f' from set 'x' is missing")
        self.assertEqual(self.names(), ["bad.pbtxt", "circle.pbtxt", "need.pbtxt", "wide.pbtxt"])

    def test_no_file_is_replaced(self):
        self.write("g-00002-of-00003", "old")
        self.refused("schema", SCHEMA, "--random", 9, "-o", self.folder / "g@3", says="g-00002-of-00003: already exists")
        self.assertEqual(self.names(), ["g-00002-of-00003"])


if __name__ == "__main__":
    unittest.main()
