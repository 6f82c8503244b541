"""records FILES…: what is in TFRecords of graphs, bad ones, shards and containers; the bytes come from plain Python."""

import gzip
import json
import random
import unittest
import zlib

from program import DATA, ProgramTest, run
from tf_records import example, record

STUDENTS = bytes.fromhex(
    "0a6b0a1d0a146e6f6465732f73747564656e74732e2373697a6512051a030a01030a250a156e6f6465732f73747564656e74732e73636f7265"
    "73120c1a0a0a080a0f17594035191d0a230a186e6f6465732f73747564656e74732e73636f7265732e643112071a050a03030104")


def graph(papers, authors, writes):
    """papers, authors: sizes of every component; writes: pairs of nodes."""
    return example({
        "context/label": [1.5],
        "nodes/paper.#size": papers,
        "nodes/paper.year": [2000 + i for i in range(sum(papers))],
        "nodes/author.#size": authors,
        "nodes/author.#id": [b"a%d" % i for i in range(sum(authors))],
        "edges/writes.#size": [len(writes)] + [0] * (len(papers) - 1),
        "edges/writes.#source": [a for a, _ in writes],
        "edges/writes.#target": [b for _, b in writes],
    })


def random_graphs(seed, n):
    rng = random.Random(seed)
    sizes, records = [], []
    for _ in range(n):
        components = rng.randint(1, 3)
        papers = [rng.randint(1, 9) for _ in range(components)]
        authors = [rng.randint(1, 5) for _ in range(components)]
        writes = [(rng.randrange(sum(authors)), rng.randrange(sum(papers))) for _ in range(rng.randint(0, 20))]
        sizes.append((sum(authors), sum(papers), len(writes)))
        records.append(graph(papers, authors, writes))
    return sizes, records


class Records(ProgramTest):
    def test_what_records_lack_is_noted(self):
        schema = self.write("s.pbtxt", """
            node_sets { key: "paper" value {
              features { key: "year" value { dtype: DT_INT32 } }
              features { key: "words" value { dtype: DT_STRING shape { dim { size: -1 } } } } } }""")
        full = {"nodes/paper.#size": [2], "nodes/paper.year": [1, 2], "nodes/paper.words": [b"a"], "nodes/paper.words.d1": [1, 0]}
        lengths = {**full, "nodes/paper.words.d1": [0, 0]}
        lengths.pop("nodes/paper.words")
        none = {"nodes/paper.#size": [2]}
        empty = {"nodes/paper.#size": [0]}
        for records, says in (([full, lengths, empty], ""),
                              ([full, none, none], "2 of 3 records lack 'nodes/paper.year', which the schema declares; one other feature lacking\n"),
                              ([{"image": [b"x"]}], "no record has the features of a graph, such as 'nodes/NAME.#size'\n")):
            path = self.write("r.tfrecord", b"".join(record(example(one)) for one in records))
            with self.subTest(says):
                done = run("records", path, "--schema", schema, "--check")
                self.assertEqual(done.stderr.decode(), says and "tuplepack: note: " + says)
        path = self.write("r.tfrecord", record(example({**full, "nodes/paper.year": [1, 2**31]})))
        self.refused("records", path, "--schema", schema, says="the feature 'nodes/paper.year' has 2147483648, which is beyond the range of int32")

    def test_statistics(self):
        seed = 20261123
        sizes, graphs = random_graphs(seed, 200)
        path = self.write("graphs.tfrecord", b"".join(map(record, graphs)))
        out = self.folder / "sizes.csv"
        answer = self.json("records", path, "--sizes", out)
        with self.subTest(seed=seed):
            self.assertEqual(answer["schema"], "tuplepack.records/1")
            self.assertEqual(answer["metrics"]["records"], 200)
            self.assertEqual(answer["metrics"]["bytes"], sum(map(len, graphs)))
            self.assertEqual([(s["of"], s["name"]) for s in answer["sets"]],
                             [("nodes", "author"), ("nodes", "paper"), ("edges", "writes")])
            self.assertEqual([(f["name"], f["kinds"], f["records"]) for f in answer["features"]],
                             [("context/label", ["floats"], 200), ("nodes/author.#id", ["bytes"], 200), ("nodes/paper.year", ["integers"], 200)])
            self.assertEqual(answer["features"][2]["values"], sum(row[1] for row in sizes))
            self.assertEqual(answer["features"][2]["most"], max(row[1] for row in sizes))
            for column, found in enumerate(answer["sets"]):
                values = [row[column] for row in sizes]
                self.assertEqual(found["total"], sum(values))
                self.assertEqual(found["largest"], max(values))
                self.assertAlmostEqual(found["mean"], sum(values) / 200)
        lines = out.read_text().splitlines()
        self.assertEqual(lines[0], "author,paper,writes")
        self.assertEqual([tuple(map(int, line.split(","))) for line in lines[1:]], sizes)
        stats = self.json("stats", out)
        self.assertEqual(stats["histogram"]["components"], ["author", "paper", "writes"])
        self.assertEqual(stats["histogram"]["items"], 200)
        as_array = self.folder / "sizes.npy"
        self.ok("records", path, "--sizes", as_array)
        self.assertEqual(self.json("stats", as_array)["histogram"]["totals"], stats["histogram"]["totals"])
        self.json("pack", as_array, "--limits", "60,120,120")

    def test_the_text(self):
        path = self.write("students.tfrecord", record(STUDENTS))
        text = self.ok("records", path, "--show", 1)
        self.assertIn("byte 0: 109 bytes", text)
        self.assertRegex(text, r"nodes/students\.scores +8 +integers +10 15 23 89 64 53 25 29")
        self.assertRegex(text, r"nodes students +3 +3\.00 +3\n")
        self.assertIn("1 record in one file: 109 bytes", text)
        self.assertNotIn("bad", text)
        self.assertIn("no bad records", self.ok("records", path, "--check"))

    def test_shown_values(self):
        features = {"b": [b"text", b"\xff\x1b[31m"], "f": [0.5, float("nan"), float("inf"), float("-inf")], "i": [-1], "n": []}
        path = self.write("mixed", record(example(features)))
        shown = self.json("records", path, "--show", 5)["shown"]
        self.assertEqual([(f["name"], f["kind"], f["values"]) for f in shown[0]["features"]],
                         [("b", "bytes", ["text", "\ufffd\x1b[31m"]), ("f", "floats", [0.5, "NaN", "Infinity", "-Infinity"]), ("i", "integers", [-1]),
                          ("n", "nothing", [])])
        self.assertNotIn("\x1b", self.ok("records", path, "--show", 5))

    def test_equal_names_of_nodes_and_edges(self):
        data = example({"nodes/a.#size": [2], "edges/a.#size": [0]})
        out = self.folder / "s.csv"
        self.ok("records", self.write("r", record(data)), "--sizes", out)
        self.assertEqual(out.read_text(), "nodes/a,edges/a\n2,0\n")
        data = example({"nodes/x/y.z.#size": [2]})
        self.assertIn("nodes x/y.z", self.ok("records", self.write("r", record(data)), "--sizes", out))
        self.assertEqual(out.read_text(), "x/y.z\n2\n")

    def test_containers(self):
        _, graphs = random_graphs(1, 30)
        plain = b"".join(map(record, graphs))
        for name, content in (("gz", gzip.compress(plain)), ("z", zlib.compress(plain)), ("plain", plain),
                              ("members", gzip.compress(plain[:1000]) + gzip.compress(plain[1000:]))):
            with self.subTest(name):
                answer = self.json("records", self.write(name, content))
                self.assertEqual(answer["metrics"]["records"], 30)
        self.assertEqual(self.json("records", "-", stdin=zlib.compress(plain))["metrics"]["records"], 30)
        self.refused("records", self.write("cut", zlib.compress(plain)[:-20]), says="the zlib data is truncated")
        self.refused("records", self.write("cut", gzip.compress(plain)[:-20]), says="the gzip data is truncated")

    def test_a_length_like_the_magic_number_of_gzip(self):
        for length in (0x8B1F, 0x9C78):
            data = example({"x": [b"y" * (length - 23)]})
            self.assertEqual(len(data), length)
            self.assertEqual(self.json("records", "-q", self.write("r", record(data)))["metrics"]["records"], 1)

    def test_shards(self):
        for i in range(4):
            self.write("g-0000%d-of-00004" % i, record(graph([i + 1], [1], [])))
        for name in ("g@4", "g-?????-of-00004", "g-*"):
            answer = self.json("records", self.folder / name)
            self.assertEqual([f["records"] for f in answer["files"]], [1, 1, 1, 1])
            self.assertEqual(answer["sets"][1]["total"], 10)
        (self.folder / "g-00002-of-00004").unlink()
        self.refused("records", self.folder / "g@4", says="g-00002-of-00004: shard 3 of 4 is missing")
        self.refused("records", self.folder / "g-?????-of-00004", says="shard 3 of 4 is missing")
        self.refused("records", self.folder / "x*", says="x*: no files match this pattern")
        literal = self.write("a@4", record(STUDENTS))
        self.assertEqual(self.json("records", literal)["metrics"]["records"], 1)

    def test_bad_records(self):
        _, graphs = random_graphs(2, 10)
        parts = [bytearray(record(data)) for data in graphs]
        parts[2][20] ^= 1   # data
        parts[5][9] ^= 1    # checksum of the length
        parts[6][-1] ^= 1   # checksum of the data
        parts[8] = record(b"\x0a\xff")  # no example
        parts.append(parts[0][:40])
        path = self.write("bad", b"".join(map(bytes, parts)))
        begin = sum(map(len, parts[:2]))
        self.refused("records", path, says="bad: the record at byte %d has data with the checksum" % begin)
        done = run("records", path, "--check", "--json")
        self.assertEqual(done.returncode, 1)
        answer = json.loads(done.stdout)
        self.assertEqual(answer["metrics"]["records"], 6)
        self.assertEqual(answer["metrics"]["bad"], 5)
        messages = [bad["message"] for bad in answer["bad"]]
        for message, says in zip(messages, ["data with the checksum", "a length that does not match its checksum",
                                            "data with the checksum", "not a tf.Example", "the file ends"]):
            self.assertIn(says, message)
        text = run("records", path, "--check").stdout.decode()
        self.assertIn("5 bad records\n", text)
        self.assertIn("6 records in one file", text)

    def test_schema(self):
        schema = self.write("schema.pbtxt", """
            context { features { key: "label" value { dtype: DT_FLOAT shape {} } } }
            node_sets { key: "paper" value { features { key: "year" value { dtype: DT_INT32 shape {} } } } }
            node_sets { key: "author" value { features { key: "#id" value { dtype: DT_STRING } } } }
            edge_sets { key: "writes" value { source: "author" target: "paper" } }
            """)
        good = graph([2], [1], [(0, 1)])
        path = self.write("good", record(good))
        self.assertEqual(self.json("records", path, "--schema", schema)["metrics"]["records"], 1)
        for data, says in ((graph([2], [1], [(0, 2)]), "has the node 2, but there are 2 of 'paper'"),
                           (graph([2, 1], [1, 1], []), "the feature 'context/label' has 1 values instead of 2"),
                           (example({"nodes/paper.#size": [1], "nodes/paper.year": [1.5], "context/label": [0.0]}),
                            "the feature 'nodes/paper.year' has floats, but the schema declares int32")):
            self.refused("records", self.write("bad", record(data)), "--schema", schema, says=says)
            answer = json.loads(run("records", path, self.folder / "bad", "--check", "--json", "--schema", schema).stdout)
            self.assertEqual((answer["metrics"]["records"], answer["metrics"]["bad"]), (1, 1))
        other = self.write("other.pbtxt", """node_sets { key: "user" value { } } node_sets { key: "writes" value { } }
            edge_sets { key: "paper" value { source: "user" target: "user" } }""")
        self.assertEqual(run("records", path, "--schema", schema).stderr, b"")
        self.assertIn(b"note: the schema declares none of the sets of the records, 'nodes/author', 'nodes/paper', 'edges/writes', so nothing is checked; pass the schema that the records were written with\n",
                      run("records", path, "--schema", other).stderr)
        self.refused("records", path, "--schema", self.write("s.pbtxt", "node_sets {"), says="s.pbtxt:1:11: the message of 'node_sets' is not closed")
        self.refused("records", path, "--schema", self.write("s.pbtxt", 'edge_sets { key: "e" value { target: "a" } }'),
                     says="s.pbtxt:1:18: Edge set e must specify a `source`.")
        self.refused("records", path, "--schema", self.write("s.pbtxt", ""), says="the file has no fields")
        self.refused("records", path, "--schema", DATA / "mag_sampling_spec.pbtxt", says="is a sampling spec, not a schema")
        self.refused("records", path, "--schema", self.folder / "none", says="none: No such file or directory")
        folder = self.folder / "graph"
        folder.mkdir()
        schema.rename(folder / "graph_schema.pbtxt")
        self.assertEqual(self.json("records", path, "--schema", folder)["metrics"]["records"], 1)

    def test_the_values_of_a_readout(self):
        schema = self.write("schema.pbtxt", """
            node_sets { key: "a" value {} } node_sets { key: "_readout" value {} }
            edge_sets { key: "_readout/seed" value { source: "a" target: "_readout" } }
            """)

        def readout(targets, nodes=3):
            return record(example({"nodes/a.#size": [3], "nodes/_readout.#size": [nodes], "edges/_readout/seed.#size": [len(targets)],
                                   "edges/_readout/seed.#source": [0] * len(targets), "edges/_readout/seed.#target": targets}))

        self.assertEqual(self.json("records", self.write("good", readout([0, 1, 2]) + readout([], 0)), "--schema", schema, "--check")["metrics"]["records"], 2)
        for targets, says in (([0, 2, 1], "has 1 after 2"), ([0, 1], "the node 2 of '_readout' has no edge of the key 'seed'"), ([0, 1, 1], "has 1 after 1")):
            path = self.write("bad", readout(targets))
            self.refused("records", path, "--schema", schema, says=says)
            self.assertIn(says, self.ok("records", path, "--schema", schema, "--check", code=1))
            self.assertEqual(self.json("records", path)["metrics"]["records"], 1)

    def test_a_line_for_each_feature(self):
        first = example({"nodes/n.#size": [2], "nodes/n.x": [1.5, -0.0], "nodes/n.name": [b"a \"b\"", "\N{GREEK SMALL LETTER PI}\n".encode()], "nodes/n.none": []})
        second = example({"nodes/n.#size": [0], "odd\tname": [7]})
        lines = ["0\tnodes/n.#size\tintegers\t[2]", '0\tnodes/n.name\tbytes\t["a \\"b\\"", "\N{GREEK SMALL LETTER PI}\\n"]',
                 "0\tnodes/n.none\tnothing\t[]", "0\tnodes/n.x\tfloats\t[1.5, -0]", "1\tnodes/n.#size\tintegers\t[0]"]
        path = self.write("a", record(first) + record(second))
        found = self.ok("records", path, "--text").splitlines()
        self.assertEqual(found[:5], lines)
        self.assertRegex(found[5], r"\A1\todd\S+name\tintegers\t\[7\]\Z")
        self.assertEqual(self.ok("records", path, path, "--text", "--show", 3).splitlines(), found + ["2" + line[1:] for line in lines[:4]])
        done = run("records", self.write("b", record(first) + record(second)[:-1] + b"x"), "--text", "--check")
        self.assertEqual((done.returncode, done.stdout.decode().splitlines()), (1, lines[:4]))
        self.assertIn(b"note: ", done.stderr)
        self.refused("records", path, "--text", "--json", says="--text cannot be combined with --json; use --show N --json for the same values")

    def test_constraints_of_random_batches(self):
        rng = random.Random(4)
        graphs = []
        for _ in range(400):
            papers, authors = rng.randint(1, 9), rng.randint(0, 5)
            graphs.append(([papers], [authors], [(rng.randrange(authors), rng.randrange(papers)) for _ in range(rng.randint(0, 20) if authors else 0)]))
        path = self.write("graphs", b"".join(record(graph(*one)) for one in graphs))
        schema = self.write("s.pbtxt", """node_sets { key: "paper" value { } } node_sets { key: "author" value { } } node_sets { key: "none" value { } }
                                          edge_sets { key: "writes" value { source: "author" target: "paper" } }""")
        out = self.folder / "c.json"
        largest = [max(sum(one[i]) for one in graphs) for i in (0, 1)] + [max(len(one[2]) for one in graphs)]

        def constraints(*words):
            answer = self.json("records", path, "--constraints", out, *words)
            found = json.loads(out.read_text())
            self.assertEqual({k: v for k, v in answer["constraints"].items() if k != "schema"}, found)
            self.assertEqual(list(found), ["total_num_components", "total_num_nodes", "total_num_edges", "min_nodes_per_component"])
            return found

        tight = constraints("--batch-size", 8, "--schema", schema)
        self.assertEqual(tight, {"total_num_components": 9, "total_num_nodes": {"author": 8 * largest[1] + 1, "none": 0, "paper": 8 * largest[0] + 1},
                                 "total_num_edges": {"writes": 8 * largest[2]}, "min_nodes_per_component": {"paper": 1}})
        skip = [constraints("--batch-size", 8, "--schema", schema, "--policy", "fit-or-skip", "--success-ratio", ratio) for ratio in (1, 0.9, 0.5, 0)]
        for looser, tighter in zip([tight, *skip], skip):
            self.assertEqual(tighter["total_num_components"], 9)
            self.assertLess(tighter["total_num_edges"]["writes"], looser["total_num_edges"]["writes"])
            self.assertLessEqual(tighter["total_num_nodes"]["paper"], looser["total_num_nodes"]["paper"])
        for ratio, shape in zip((0.9, 0.5), skip[1:]):
            fits = 0
            for _ in range(3000):
                batch = [rng.choice(graphs) for _ in range(8)]
                sums = [sum(sum(one[i]) for one in batch) for i in (0, 1)] + [sum(len(one[2]) for one in batch)]
                fits += sums[0] < shape["total_num_nodes"]["paper"] and sums[1] < shape["total_num_nodes"]["author"] and sums[2] <= shape["total_num_edges"]["writes"]
            self.assertAlmostEqual(fits / 3000, ratio, delta=0.05)
        greedy = constraints("--batch-size", 8, "--schema", schema, "--policy", "greedy")
        mean = -(-8 * sum(len(one[2]) for one in graphs) // len(graphs))
        self.assertEqual(greedy["total_num_edges"]["writes"], max(largest[2], mean))
        text = self.ok("records", path, "--constraints", out, "--batch-size", 8, "--schema", schema)
        self.assertRegex(text, r"(?m)^ +nodes author +%d$" % (8 * largest[1] + 1))
        done = run("records", path, "--constraints", out, "--batch-size", 8)
        self.assertEqual(json.loads(out.read_text())["total_num_nodes"]["paper"], 8 * largest[0] + 1)
        self.assertIn(b"pass their GraphSchema with --schema", done.stderr)
        self.refused("records", path, "--constraints", out, says="--constraints and --batch-size must be used together")
        self.refused("records", path, "--batch-size", 4, says="--constraints and --batch-size must be used together")
        self.refused("records", path, "--constraints", out, "--batch-size", 4, "--policy", "loose", says="loose")
        self.refused("records", path, "--constraints", out, "--batch-size", 4, "--success-ratio", 1.5, says="--success-ratio")

    def test_one_line_each(self):
        self.refused("records", self.write("empty", b""), says="empty: holds no records")
        self.refused("records", self.folder, says="is a directory, not a file")
        self.refused("records", self.folder / "none", says="none: No such file or directory")
        self.refused("records", self.write("text", "id,name\n1,2\nmore text"), says="these are not TFRecords: the file is text")
        self.refused("records", self.write("cut", record(STUDENTS)[:-1]), says="the file ends 1 bytes short")
        self.refused("records", self.write("float", record(example({"nodes/a.#size": [1.0]}))),
                     says="byte 0: the feature 'nodes/a.#size' has floats where integers are expected")
        self.refused("records", self.write("e", record(example({}))), "--sizes", self.folder / "s.csv",
                     says="no record has a set-size feature")
        self.refused("records", self.write("e", record(STUDENTS)), "--sizes", self.folder / "s.txt",
                     says="tuplepack: --sizes: '")
        self.refused("records", says="records needs FILE")
        self.assertEqual(self.json("records", "-q", self.write("e", record(b"")))["metrics"]["records"], 1)


if __name__ == "__main__":
    unittest.main()
