"""Subgraphs sampled from graphs in tables, and from partitioned graphs."""

import collections
import json
import random
import shutil
import signal
import subprocess
import time
import unittest

from mag_tables import write_mag
from program import DATA, PROGRAM, ROOT, npy, run
from subgraph_case import SPEC, SubgraphCase
from unigraphs import SHOP_EDGES, examples_in, schema_text, shop, spec_text, write_shop, write_table

WRITER = ROOT / "tests" / "columns"
HAS_WRITER = (WRITER / "node_modules").is_dir() and shutil.which("node")


class SubgraphsTest(SubgraphCase):
    def degrees(self, table, end="source"):
        return collections.Counter(self.tables[table][end])

    def check_edges(self, found, edge_set, table, reverse=False):
        """Every edge is a row of the table, once; returns the edges by their sources."""
        rows = found.get("edges/%s.row" % edge_set, [])
        self.assertEqual(len(rows), len(set(rows)))
        by_source = collections.defaultdict(list)
        keys = [key.decode() for key in found["nodes/user.key"]]
        goods = ["i%d" % price for price in found.get("nodes/item.price", [])]
        ends = {"buys": (keys, goods), "follows": (keys, keys), "bought": (goods, keys)}[edge_set]
        for row, source, target in zip(rows, found.get("edges/%s.#source" % edge_set, []), found.get("edges/%s.#target" % edge_set, [])):
            expected = self.tables[table]["source"][row], self.tables[table]["target"][row]
            self.assertEqual((ends[0][source], ends[1][target]), expected[::-1] if reverse else expected)
            by_source[ends[0][source]].append(row)
        return by_source

    def test_every_subgraph_is_a_sample_of_the_tables(self):
        report, found = self.sample()
        users = self.tables["users"]
        age = dict(zip(users["key"], zip(users["age"], users["score"])))
        buys, bought, follows = self.degrees("buys"), self.degrees("buys", "target"), self.degrees("follows")
        self.assertEqual(len(found), len(users["id"]))
        for seed, one in zip(users["id"], found):
            keys = [key.decode() for key in one["nodes/user.key"]]
            self.assertEqual(keys[0], seed)
            self.assertEqual(len(keys), len(set(keys)))
            self.assertEqual(one["nodes/user.#size"], [len(keys)])
            self.assertEqual(list(zip(one["nodes/user.age"], one["nodes/user.score"])), [age[key] for key in keys])
            goods = one.get("nodes/item.price", [])
            self.assertEqual(len(goods), len(set(goods)))
            of_buys = self.check_edges(one, "buys", "buys")
            of_follows = self.check_edges(one, "follows", "follows")
            of_bought = self.check_edges(one, "bought", "buys", reverse=True)
            self.assertEqual(len(of_follows[seed]), min(2, follows[seed]))
            self.assertEqual([user for user in of_follows if of_follows[user]], [seed] * (follows[seed] > 0))
            for good, rows in of_bought.items():
                self.assertEqual(len(rows), min(2, bought[good]))
            for user, rows in of_buys.items():
                most = min(4, buys[user]) if user != seed else min(7, buys[user])
                self.assertLessEqual(len(rows), most)
                self.assertGreaterEqual(len(rows), min(3, buys[user]))
            reached = {self.tables["follows"]["target"][row] for rows in of_follows.values() for row in rows}
            reached |= {self.tables["buys"]["source"][row] for rows in of_bought.values() for row in rows}
            self.assertEqual(set(keys), reached | {seed})
        sizes = {size["set"]: size for size in report["sizes"]}
        self.assertEqual(sizes["nodes/user"]["total"], sum(len(one["nodes/user.key"]) for one in found))
        self.assertEqual(sizes["nodes/user"]["distinct"], len({key for one in found for key in one["nodes/user.key"]}))
        self.assertEqual(sizes["edges/buys"]["total"], sum(len(one.get("edges/buys.row", [])) for one in found))
        self.assertEqual(report["bytes"], sum((self.folder / name).stat().st_size for name in ["out-00000-of-00001"]))

    def test_the_bytes_depend_on_the_seed_alone(self):
        one = self.bytes_of("--threads", 1)
        self.assertEqual(self.bytes_of("--threads", 3, out="three@3"), one)
        self.assertEqual(sorted(path.name for path in self.folder.glob("three*")),
                         ["three-0000%d-of-00003" % i for i in range(3)] + ["three.pbtxt"])
        self.assertEqual(self.bytes_of("--threads", 2, out="plain.tfrecord"), one)
        self.assertEqual(subprocess.run([PROGRAM, "subgraphs", self.csv, self.spec, "-o", "-"], capture_output=True).stdout, one)
        self.assertNotEqual(self.bytes_of("--seed", 1), one)
        users = self.tables["users"]["id"]
        picked = users[4:6]
        seeds = self.folder / "seeds.csv"
        write_table(self.folder, "seeds.csv", {"id": picked})
        first, both = self.sample("--seeds", seeds)[1], self.sample()[1]
        self.assertEqual(first, both[4:6])

    def test_every_form_of_the_tables_gives_the_same(self):
        expected = self.bytes_of()
        for i, ending in enumerate([".tfrecord", ".tfrecords@3", ".csv@4", ".csv-?????-of-00002"]):
            folder = self.folder / ("tables%d" % i)
            schema = write_shop(folder, self.tables, ending.replace("-?????-of-0000", "@"))
            schema.write_text(schema.read_text().replace("@2", ending[4:]) if "?" in ending else schema.read_text())
            self.assertEqual(self.bytes_of(schema=schema), expected, ending)
            self.assertEqual(self.bytes_of(schema=folder), expected, "the folder of the schema")

    TYPES = {str: "text", int: "int", float: "float", list: "list"}

    def column_files(self, folder, ending, tables):
        """The files of tables in Parquet or Arrow: ".arrow", ".parquet@3", …; a column may be (type, values)."""
        base, _, shards = ending.partition("@")
        for name, columns in tables.items():
            typed = {key: values if isinstance(values, tuple) else (self.TYPES[type(values[0])], values) for key, values in columns.items()}
            rows = len(next(iter(typed.values()))[1])
            for shard in range(int(shards or 1)):
                part = slice(shard * rows // int(shards or 1), (shard + 1) * rows // int(shards or 1))
                yield {"file": str(folder / (name + base + ("-%05d-of-%05d" % (shard, int(shards)) if shards else ""))),
                       "columns": {key: [form, values[part]] for key, (form, values) in typed.items()}}

    def write_columns(self, *wanted):
        """Of each (folder, ending, tables) the files, all by one process: it takes half a second to load its libraries."""
        files = [file for one in wanted for file in self.column_files(*one)]
        subprocess.run(["node", WRITER / "write_tables.mjs"], input=json.dumps(files).encode(), check=True, timeout=60)

    def shops_of_columns(self, *wanted, more=()):
        """The schemas of shops in columns, for each (ending, tables); `more` is written with them."""
        schemas, shops = [], []
        for i, (ending, tables) in enumerate(wanted):
            schemas.append(write_shop(self.folder / ("shop%d" % i), {}, ending))
            shops.append((schemas[-1].parent, ending.replace("*", ""), tables))
        self.write_columns(*shops, *more)
        return schemas

    @unittest.skipUnless(HAS_WRITER, "tools/setup.sh installs the libraries")
    def test_tables_in_parquet_and_arrow(self):
        expected = self.bytes_of()
        users = self.tables["users"]["id"]
        times = [13 * i % 1000 for i in range(len(users))]
        table = {"id": users, "time": times}
        write_table(self.folder, "seeds.csv", table)
        endings = [".parquet", ".arrow", ".feather", ".parquet@3", ".arrow@2", ".parquet*"]
        schemas = self.shops_of_columns(*((ending, self.tables) for ending in endings),
                                        more=[(self.folder, ending, {"seeds": table}) for ending in (".parquet", ".arrow")])
        for ending, schema in zip(endings, schemas):
            self.assertEqual(self.bytes_of(schema=schema), expected, ending)
        for strategy in ("TOP_K", "LATEST_K", "RANDOM_WEIGHTED"):
            spec = self.write("top.pbtxt", spec_text("user", ("buy", "seed", "buys", 2, strategy)))
            expected = self.bytes_of("--seeds", self.folder / "seeds.csv", spec=spec)
            for seeds in ("seeds.parquet", "seeds.arrow"):
                self.assertEqual(self.bytes_of("--seeds", self.folder / seeds, schema=schema, spec=spec), expected, (strategy, seeds))

    @unittest.skipUnless(HAS_WRITER, "tools/setup.sh installs the libraries")
    def test_features_of_lists_and_ids_that_are_numbers(self):
        numbers = {name: i for i, name in enumerate(self.tables["users"]["id"] + self.tables["items"]["id"])}
        tables = {name: {key: [numbers[row] for row in values] if key in ("id", "source", "target") else values
                         for key, values in table.items()} for name, table in self.tables.items()}
        tables["users"]["score"] = [[score, -score] for score in tables["users"]["score"]]
        found = []
        for ending in (".tfrecord", ".parquet"):
            folder = self.folder / ("lists%s" % ending)
            schema = write_shop(folder, {}, ending)
            schema.write_text(schema.read_text().replace("DT_FLOAT shape { dim { size: 1 } }", "DT_FLOAT shape { dim { size: 2 } }"))
            if ending == ".parquet":
                self.write_columns((folder, ending, tables))
            else:
                for name, table in tables.items():
                    write_table(folder, name + ending, {key: [str(row) for row in values] if key in ("id", "source", "target") else values
                                                        for key, values in table.items()})
            found.append(self.bytes_of(schema=schema))
        self.assertEqual(found[0], found[1])

    @unittest.skipUnless(HAS_WRITER, "tools/setup.sh installs the libraries")
    def test_bad_columns_are_refused_in_one_line(self):
        out = ["-o", self.folder / "refused@2"]
        users, items, buys = (self.tables[name] for name in ("users", "items", "buys"))
        changes = [
            ("items", {"id": items["id"][:-1] + ["i3"]}, "items.parquet: row 20, column 'id': duplicate node id 'i3' in 'item'"),
            ("items", {"price": [0.0, None] + items["price"][2:]}, "items.parquet: row 2, column 'price': feature 'price' is missing"),
            ("items", {"price": items["id"]}, "items.parquet: row 1, column 'price': feature 'price' has bytes, but the schema declares float64"),
            ("users", {"age": users["score"]}, "users.parquet: row 1, column 'age': feature 'age' has floats, but the schema declares int32"),
            ("users", {"age": [1 << 31] + users["age"][1:]},
             "users.parquet: row 1, column 'age': feature 'age' has 2147483648, which is beyond the range of int32"),
            ("items", {"price": [0.0, 1e39] + items["price"][2:]},
             "items.parquet: row 2, column 'price': feature 'price' has 1e+39, which is beyond the range of float32"),
            ("buys", {"row": ("uint", [0] * 149 + [str(1 << 63)])},
             "buys.parquet: row 150, column 'row': feature 'row' has 9223372036854775808, which is beyond the range of int64"),
            ("users", {"id": users["score"]}, "users.parquet: column 'id' holds floats, not ids"),
            ("buys", {"target": buys["target"][:-1] + ["i99"]}, "buys.parquet: row 150, column 'target': target 'i99' is not a node id of 'item'"),
        ]
        *schemas, schema = self.shops_of_columns(
            *((".parquet", {**self.tables, name: {**self.tables[name], **change}}) for name, change, _ in changes),
            (".parquet", self.tables), more=[(self.folder, ".arrow", {"seeds": {"id": ["u1", "nobody"]}})])
        for damaged, (_, _, says) in zip(schemas, changes):
            with self.subTest(says):
                self.refused("subgraphs", damaged, self.spec, *out, says=says)
        (schema.parent / "buys.parquet").write_text("source,target\n")
        self.refused("subgraphs", schema, self.spec, *out, says="buys.parquet: neither a Parquet nor an Arrow file")
        self.refused("subgraphs", self.csv, self.spec, *out, "--seeds", self.folder / "seeds.arrow",
                     says="seeds.arrow: row 2, column 'id': 'nobody' is not a node id of 'user'")

    def test_the_schema_beside_the_records_describes_them(self):
        for words in [[], ["--features", "rows"], ["--features", "none"], ["--readout", "seed"], ["--induced"]]:
            self.sample(*words, out="s@2")
            self.ok("records", self.folder / "s@2", "--schema", self.folder / "s.pbtxt")
            self.ok("schema", self.folder / "s.pbtxt")

    def test_rows_and_no_features(self):
        users, goods = self.tables["users"]["key"], self.tables["items"]["price"]
        values, rows, none = self.sample()[1], self.sample("--features", "rows")[1], self.sample("--features", "none")[1]
        for full, numbers, bare in zip(values, rows, none):
            self.assertEqual([users[row].encode() for row in numbers["nodes/user.#row"]], full["nodes/user.key"])
            self.assertEqual([goods[row] for row in numbers.get("nodes/item.#row", [])], full.get("nodes/item.price", []))
            self.assertEqual(numbers.get("edges/bought.#row", []), full.get("edges/bought.row", []))
            self.assertEqual(bare, {name: value for name, value in full.items() if name.rpartition(".")[2].startswith("#")})

    def test_the_heaviest_and_the_latest_edges(self):
        buys = self.tables["buys"]
        seeds = self.folder / "seeds.csv"
        users = self.tables["users"]["id"]
        rng = random.Random(3)
        times = [rng.randrange(1000) for _ in users]
        write_table(self.folder, "seeds.csv", {"id": users, "#time": times})
        for strategy, words in [("TOP_K", []), ("LATEST_K", []), ("LATEST_K", ["--seeds", seeds])]:
            spec = self.write("top.pbtxt", spec_text("user", ("buy", "seed", "buys", 2, strategy)))
            for user, time, found in zip(users, times, self.sample(*words, spec=spec)[1]):
                rows = [row for row, source in enumerate(buys["source"]) if source == user]
                if strategy == "TOP_K":
                    best = sorted(rows, key=lambda row: (-buys["weight"][row], row))[:2]
                else:
                    rows = [row for row in rows if not words or buys["#time"][row] < time]
                    best = sorted(rows, key=lambda row: (-buys["#time"][row], -row))[:2]
                self.assertEqual(sorted(found.get("edges/buys.row", [])), sorted(best), (strategy, user))

    def test_times_that_limit_nothing_are_noted(self):
        users = self.tables["users"]["id"]
        write_table(self.folder, "timed.csv", {"id": users, "#time": [5] * len(users)})
        write_table(self.folder, "seeds.csv", {"id": users})
        no_effect = "--time has no effect: no op of the spec has the strategy LATEST_K, so edges of any time are sampled"
        no_times = "seeds.csv: the seeds have no times (a table with a column 'time' has), so LATEST_K takes the latest edges of all"
        for strategy, words, says in (("TOP_K", ["--time", "#time", "--seeds", "timed.csv"], no_effect), ("RANDOM_UNIFORM", ["--time", "#time"], no_effect),
                                      ("LATEST_K", ["--seeds", "seeds.csv"], no_times), ("LATEST_K", ["--seeds", "timed.csv"], ""),
                                      ("LATEST_K", ["--time", "#time"], ""), ("LATEST_K", [], ""), ("TOP_K", ["--seeds", "timed.csv"], "")):
            spec = self.write("top.pbtxt", spec_text("user", ("buy", "seed", "buys", 2, strategy)))
            words = [self.folder / word if word.endswith(".csv") else word for word in words]
            done = run("subgraphs", self.csv, spec, "-o", self.folder / "noted@1", "--json", *words)
            self.assertEqual(done.returncode, 0, done.stderr)
            notes = json.loads(done.stdout).get("notes", [])
            self.assertEqual(len(notes), 1 if says else 0, notes)
            self.assertTrue(all(note.endswith(says) for note in notes), notes)
            for path in self.folder.glob("noted*"):
                path.unlink()

    @unittest.skipUnless(HAS_WRITER, "tools/setup.sh installs the libraries")
    def test_timestamps_have_one_unit(self):
        users, buys = self.tables["users"]["id"], self.tables["buys"]
        times = [13 * i % 1000 for i in range(len(users))]
        write_table(self.folder, "plain.csv", {"id": users, "time": times})
        seeds = {name: {"id": users, "time": (name, times)} for name in ("ms", "us")}
        tables = {**self.tables, "buys": {**buys, "#time": ("ms", buys["#time"])}}
        for ending in (".parquet", ".arrow"):
            schema, = self.shops_of_columns((ending, tables), more=[(self.folder, ending, seeds)])
            spec = self.write("latest.pbtxt", spec_text("user", ("buy", "seed", "buys", 2, "LATEST_K")))
            expected = self.bytes_of("--seeds", self.folder / "plain.csv", spec=spec)
            report, _ = self.sample("--seeds", self.folder / ("ms" + ending), schema=schema, spec=spec)
            self.assertNotIn("notes", report)
            self.assertEqual(self.bytes_of("--seeds", self.folder / ("ms" + ending), schema=schema, spec=spec), expected)
            report, _ = self.sample("--seeds", self.folder / "plain.csv", "-q", schema=schema, spec=spec)
            self.assertEqual(report["notes"], ["some tables have timestamps in ms, others times that are plain numbers; "
                                               "they are compared as they are"])
            self.refused("subgraphs", schema, spec, "-o", self.folder / "refused", "--seeds", self.folder / ("us" + ending),
                         says="us%s: column 'time' counts time in us, but timestamps before are in ms; write all in one unit" % ending)
            self.write_columns((self.folder, ending, {"beyond": {"id": users, "time": ("uint", [*times[1:], str(1 << 63)])}}))
            self.refused("subgraphs", schema, spec, "-o", self.folder / "refused", "--seeds", self.folder / ("beyond" + ending),
                         says="beyond%s: row 30, column 'time': the time 9223372036854775808 is 2^63 or more" % ending)
            shutil.rmtree(schema.parent)

    def test_induced_edges_are_all_edges_between_the_nodes(self):
        for found in self.sample("--induced")[1]:
            keys = {key.decode() for key in found["nodes/user.key"]}
            goods = {"i%d" % price for price in found.get("nodes/item.price", [])}
            for edge_set, table, ends in [("buys", "buys", (keys, goods)), ("follows", "follows", (keys, keys))]:
                rows = [row for row, edge in enumerate(zip(self.tables[table]["source"], self.tables[table]["target"]))
                        if edge[0] in ends[0] and edge[1] in ends[1]]
                self.assertEqual(sorted(found.get("edges/%s.row" % edge_set, [])), rows)

    def test_readout_with_labels(self):
        text = self.csv.read_text() + ("node_sets { key: '_readout' value { features { key: 'age' value { dtype: DT_INT32 } } } }\n"
                                       "edge_sets { key: '_readout/seed' value { source: 'user' target: '_readout' } }\n")
        schema = self.write("csv/labels.pbtxt", text)
        for age, found in zip(self.tables["users"]["age"], self.sample("--readout", "seed", schema=schema, out="l@1")[1]):
            self.assertEqual(found["nodes/_readout.#size"], [1])
            self.assertEqual(found["nodes/_readout.age"], [age])
            self.assertEqual((found["edges/_readout/seed.#source"], found["edges/_readout/seed.#target"]), ([0], [0]))
        write_table(self.folder, "seeds.csv", {"id": self.tables["users"]["id"][:2], "age": [7, 8]})
        found = self.sample("--readout", "seed", "--seeds", self.folder / "seeds.csv", "--features", "none", schema=schema, out="l@1")[1]
        self.assertEqual([one["nodes/_readout.age"] for one in found], [[7], [8]])
        self.ok("records", self.folder / "l@1", "--schema", self.folder / "l.pbtxt")

    def test_links_are_read_out_and_not_sampled(self):
        text = self.csv.read_text() + ("node_sets { key: '_readout' }\n" + "".join(
            "edge_sets { key: '_readout/%s' value { source: 'user' target: '_readout' } }\n" % end for end in ["source", "target"]))
        schema = self.write("csv/links.pbtxt", text)
        spec = self.write("links_spec.pbtxt", spec_text(None, ("follow", "seed", "follows", 500, "RANDOM_UNIFORM")))
        follows = list(zip(self.tables["follows"]["source"], self.tables["follows"]["target"]))[:20]
        pairs = self.folder / "pairs.csv"
        write_table(self.folder, "pairs.csv", {"source": [a for a, _ in follows], "target": [b for _, b in follows]})
        for (first, second), found in zip(follows, self.sample("--readout", "links", "--seeds", pairs, schema=schema, spec=spec)[1]):
            keys = [key.decode() for key in found["nodes/user.key"]]
            self.assertEqual(keys[found["edges/_readout/source.#source"][0]], first)
            self.assertEqual(keys[found["edges/_readout/target.#source"][0]], second)
            rows = found.get("edges/follows.row", [])
            edges = [(self.tables["follows"]["source"][row], self.tables["follows"]["target"][row]) for row in rows]
            self.assertNotIn((first, second), edges)
            self.assertEqual(sorted(rows), [row for row, edge in enumerate(zip(self.tables["follows"]["source"], self.tables["follows"]["target"]))
                                            if edge[0] in (first, second) and edge != (first, second)])
        self.refused("subgraphs", schema, spec, "-o", self.folder / "x", "--readout", "links", says="pass a file of them with --seeds")

    def test_nodes_without_a_table(self):
        tables = {name: self.tables[name] for name in ["buys"]}
        folder = self.folder / "latent"
        folder.mkdir()
        write_table(folder, "buys.csv", tables["buys"])
        schema = folder / "s.pbtxt"
        schema.write_text(schema_text({"user": ("", {}), "item": ("", {})}, {"buys": ("user", "item", "buys.csv", SHOP_EDGES["buys"][3], "")}))
        spec = self.write("b.pbtxt", spec_text("user", ("buy", "seed", "buys", 500, "RANDOM_UNIFORM")))
        users = list(dict.fromkeys(self.tables["buys"]["source"]))
        report, found = self.sample(schema=schema, spec=spec)
        self.assertEqual(report["seeds"], len(users))
        for user, one in zip(users, found):
            self.assertEqual(sorted(one["edges/buys.row"]), [row for row, source in enumerate(self.tables["buys"]["source"]) if source == user])
            self.assertEqual(one["nodes/user.#id"], [user.encode()])
            goods = [self.tables["buys"]["target"][row].encode() for row in one["edges/buys.row"]]
            self.assertEqual([one["nodes/item.#id"][target] for target in one["edges/buys.#target"]], goods)

    def test_ids_that_the_schema_declares(self):
        schema = self.csv.with_name("ids.pbtxt")
        text = self.csv.read_text()
        self.assertIn("key: 'user' value { ", text)
        schema.write_text(text.replace("key: 'user' value { ", "key: 'user' value { features { key: '#id' value { dtype: DT_STRING } } ", 1))
        report, found = self.sample(schema=schema)
        key = dict(zip(self.tables["users"]["id"], self.tables["users"]["key"]))
        for one in found:
            self.assertEqual([key[user.decode()].encode() for user in one["nodes/user.#id"]], one["nodes/user.key"])
            self.assertNotIn("nodes/item.#id", one)
        self.assertEqual(self.json("records", report["files"][0], "--schema", report["records_schema"])["metrics"]["records"], len(found))
        schema.write_text(schema.read_text().replace("DT_STRING", "DT_INT64", 1))
        self.refused("subgraphs", schema, self.spec, "-o", self.folder / "refused", says="'#id' of node set 'user' is not a DT_STRING of shape []")

    def test_a_dispatched_graph(self):
        """The same subgraphs as from tables with the same numbers as ids."""
        rng = random.Random(8)
        edges = [(rng.randrange(20), rng.randrange(20)) for _ in range(100)]
        text = "src,dst\n" + "".join("%d,%d\n" % edge for edge in edges)
        self.write("edges.csv", text)
        ages, rows = [rng.randrange(99) for _ in range(20)], list(range(100))
        self.write("age.npy", npy(ages, "<i8"))
        self.write("row.npy", npy(rows, "<i8"))
        for edge_format in ["numpy"]:
            self.ok("chunk", "n:to:n=%s" % (self.folder / "edges.csv"), "--chunks", 3, "-o", self.folder / "chunks", "--edge-format", edge_format,
                    "--node-data", "n/age=%s" % (self.folder / "age.npy"), "--edge-data", "n:to:n/row=%s" % (self.folder / "row.npy"))
        self.ok("partition", self.folder / "chunks", "--parts", 3, "-o", self.folder / "assignment")
        folder = self.folder / "tables"
        folder.mkdir()
        write_table(folder, "n.csv", {"id": [str(i) for i in range(20)], "age": ages})
        write_table(folder, "to.csv", {"source": [str(a) for a, _ in edges], "target": [str(b) for _, b in edges], "row": rows})
        integer = ("DT_INT64", ())
        (folder / "s.pbtxt").write_text(schema_text({"n": ("n.csv", {"age": integer})}, {"to": ("n", "n", "to.csv", {"row": integer}, "")}))
        spec = self.write("n.pbtxt", spec_text("n", ("a", "seed", "to", 2, "RANDOM_UNIFORM"), ("b", "a", "from", 2, "TOP_K")))
        words = ["--reverse", "from=to", "--weight", "row"]
        expected = self.bytes_of(*words, schema=folder, spec=spec)
        for part_format in ["npy", "dgl", "graphbolt"]:
            parts = self.folder / part_format
            self.ok("dispatch", self.folder / "chunks", "--assignment", self.folder / "assignment", "--format", part_format, "-o", parts)
            self.assertEqual(self.bytes_of(*words, schema=parts, spec=spec, out=part_format + "@1"), expected, part_format)
        for kind in ["u2", "u4", "u8"]:  # of arrays only
            self.write("age.npy", npy(ages, "<" + kind))
            self.write("row.npy", npy(rows, "<" + kind))
            chunks, parts = self.folder / ("chunks-" + kind), self.folder / kind
            self.ok("chunk", "n:to:n=%s" % (self.folder / "edges.csv"), "--chunks", 3, "-o", chunks,
                    "--node-data", "n/age=%s" % (self.folder / "age.npy"), "--edge-data", "n:to:n/row=%s" % (self.folder / "row.npy"))
            self.ok("dispatch", chunks, "--assignment", self.folder / "assignment", "--format", "npy", "-o", parts)
            self.assertEqual(self.bytes_of(*words, schema=parts, spec=spec, out=kind + "@1"), expected, kind)

    def test_numbers_of_a_dispatched_graph_that_a_float_does_not_hold(self):
        """Times of 64 bits are not rounded; features beyond a float and times that are no numbers are refused."""
        edges = [(0, i % 3 + 1) for i in range(30)]
        times = [1.7e9 + (17 * i % 30) / 4 for i in range(30)]
        self.write("edges.csv", "src,dst\n" + "".join("%d,%d\n" % edge for edge in edges))
        folder = self.folder / "tables"
        folder.mkdir()
        write_table(folder, "n.csv", {"id": [str(i) for i in range(4)]})
        write_table(folder, "to.csv", {"source": [str(a) for a, _ in edges], "target": [str(b) for _, b in edges], "time": times})
        write_table(self.folder, "seeds.csv", {"id": ["0"] * 9, "time": [1.7e9 + i for i in range(9)]})
        (folder / "s.pbtxt").write_text(schema_text({"n": ("n.csv", {})}, {"to": ("n", "n", "to.csv", {}, "")}))
        spec = self.write("latest.pbtxt", spec_text("n", ("a", "seed", "to", 2, "LATEST_K")))
        words = ["--seeds", self.folder / "seeds.csv", "--features", "rows"]
        cases = [("time", "<f8", times, None), ("time", "<f8", [*times[:-1], float("nan")], "edge set 'to': a time is not a number: that of edge 29"),
                 ("time", "<u8", [*range(29), 1 << 63], "edge set 'to': a time is 2^63 or more: that of edge 29"),
                 ("x", "<f8", [*times[:-1], 1e300], "feature 'x' of row 29 is beyond the range of float32, as which a tf.Example stores it")]
        for number, (name, kind, values, says) in enumerate(cases):
            chunks, assignment, parts = (self.folder / (what + str(number)) for what in ("chunks", "assignment", "parts"))
            self.write("values.npy", npy(values, kind))
            self.ok("chunk", "n:to:n=%s" % (self.folder / "edges.csv"), "-o", chunks, "--edge-data", "n:to:n/%s=%s" % (name, self.folder / "values.npy"))
            self.ok("partition", chunks, "--parts", 2, "-o", assignment)
            self.ok("dispatch", chunks, "--assignment", assignment, "--format", "npy", "-o", parts)
            if says is None:
                self.assertEqual(self.bytes_of(*words, schema=parts, spec=spec), self.bytes_of(*words, schema=folder, spec=spec))
            elif name == "time":
                self.refused("subgraphs", parts, spec, "-o", self.folder / "refused", *words, says=says)
            else:
                uniform = self.write("uniform.pbtxt", spec_text("n", ("a", "seed", "to", 2, "RANDOM_UNIFORM")))
                self.refused("subgraphs", parts, uniform, "-o", self.folder / "refused", says=says)

    def test_the_graph_of_the_guide(self):
        """TensorFlow GNN's own schema and sampling spec of OGBN-MAG, with small tables."""
        folder = self.folder / "mag"
        write_mag(folder, 40)
        spec = DATA / "mag_sampling_spec.pbtxt"
        self.refused("subgraphs", folder, spec, "-o", self.folder / "no", says="edge set 'written' is not declared; did you mean 'writes'? edge sets: 'affiliated_with', "
                     "'cites', 'has_topic', 'writes'; to use an existing edge set reversed, add --reverse written=writes")
        report, found = self.sample("--reverse", "written=writes", schema=folder, spec=spec, out="mag@2")
        self.assertEqual(len(found), 40)
        for one in found:
            papers = one["nodes/paper.#size"][0]
            self.assertEqual(len(one["nodes/paper.feat"]), 128 * papers)
            self.assertLessEqual(one["edges/cites.#size"][0], 32)
        sizes = self.json("records", self.folder / "mag@2", "--schema", self.folder / "mag.pbtxt", "--sizes", self.folder / "sizes.csv")
        self.assertEqual(len(sizes["sets"]), 9)

    def wrong_tables(self, change, says, name="buys.csv", **options):
        path = self.csv.parent / name
        before = path.read_text()
        try:
            path.write_text(change(before))
            self.refused("subgraphs", self.csv, options.get("spec", self.spec), "-o", self.folder / "refused@2", *options.get("words", []), says=says)
        finally:
            path.write_text(before)
        self.assertEqual(list(self.folder.glob("refused*")), [])

    def test_bad_tables_are_refused_in_one_line(self):
        weighted = self.write("w.pbtxt", spec_text("user", ("buy", "seed", "buys", 2, "RANDOM_WEIGHTED")))
        latest = self.write("t.pbtxt", spec_text("user", ("f", "seed", "follows", 2, "LATEST_K")))
        users = self.tables["users"]
        lines = sum(key.count("\n") for key in users["id"]) * 2 + len(users["id"]) + 1
        self.wrong_tables(lambda t: t + "i3,4\n", "items.csv:22:1: duplicate node id 'i3' in 'item'", "items.csv")
        self.wrong_tables(lambda t: t.replace("id,price", "id,cost"), "items.csv:1: there is no column 'price'; columns: id, cost", "items.csv")
        self.wrong_tables(lambda t: t.replace("id,price", "name,price"), "items.csv:1: there is no column '#id' or 'id'", "items.csv")
        self.wrong_tables(lambda t: t.replace("\ni3,3.0", "\ni3,three"), "items.csv:5:4: 'price': 'three' is not a number", "items.csv")
        self.wrong_tables(lambda t: t + '"new",x,x,1\n', "users.csv:%d:9: 'age': 'x' is not an integer" % (lines + 1), "users.csv")
        self.wrong_tables(lambda t: t + ",x,1,1\n", "users.csv:%d:1: the id is empty" % (lines + 1), "users.csv")
        self.wrong_tables(lambda t: t + "u1,i99,1,1,1\n", "target 'i99' is not a node id of 'item'")
        self.wrong_tables(lambda t: "source,target,row,weight,#time\nnobody,i1,1,1,1\n", "buys.csv:2:1: source 'nobody' is not a node id of 'user'")
        self.wrong_tables(lambda t: "source,target,row,weight\nu1,i1,1,-2\n", "buys.csv:2:9: the weight '-2' is negative", spec=weighted)
        self.wrong_tables(lambda t: "source,target,row,weight\nu1,i1,1,nan\n", "buys.csv:2:9: the weight 'nan' is not a finite number", spec=weighted)
        self.wrong_tables(lambda t: t, "follows.csv:1: there is no column '#time' or 'time'; columns: source, target, row", spec=latest)
        self.wrong_tables(lambda t: t, "follows.csv:1: there is no column 'when'", spec=latest, words=["--time", "when"])
        self.wrong_tables(lambda t: t + "u1,i1,1,1\n", "expected 5 columns, found 4")
        self.wrong_tables(lambda t: t + '"u1,i1\n', "not closed")
        self.wrong_tables(lambda t: "", "buys.csv: the table is empty")

    def test_bad_seeds_are_refused(self):
        for text, says in [("u1\nnobody\n", "seeds.txt:2: 'nobody' is not a node id of 'user'"), ("\n", "seeds.txt: holds no seeds")]:
            self.refused("subgraphs", self.csv, self.spec, "-o", self.folder / "refused", "--seeds", self.write("seeds.txt", text), says=says)
        seeds = self.write("seeds.csv", "id\nu1\nnobody\n")
        self.refused("subgraphs", self.csv, self.spec, "-o", self.folder / "refused", "--seeds", seeds, says="seeds.csv:3:1: 'nobody' is not a node id")

    def test_bad_specs_schemas_and_files_are_refused(self):
        out = ["-o", self.folder / "refused@2"]
        for ops, says in [([("a", "b", "follows", 1, "TOP_K"), ("b", "a", "follows", 1, "TOP_K")], "Ops feed each other: 'a' <- 'b' <- 'a'"),
                          ([("a", "seed", "follows", 0, "TOP_K")], "sample_size 0: it samples nothing"),
                          ([("a", "seed", "sells", 1, "TOP_K")], "edge set 'sells' is not declared; edge sets: 'buys', 'follows', 'bought'; to use "
                           "an existing edge set reversed, add --reverse sells=")]:
            self.refused("subgraphs", self.csv, self.write("bad.pbtxt", spec_text("user", *ops)), *out, says=says)
        self.refused("subgraphs", self.csv, self.spec, "-o", self.csv.with_suffix(".tfrecord"), says="schema.pbtxt: already exists")
        sharded = write_shop(self.folder / "sharded", self.tables, ".csv@4")
        (sharded.parent / "buys.csv-00002-of-00004").unlink()
        self.refused("subgraphs", sharded, self.spec, *out, says="buys.csv-00002-of-00004: shard 3 of 4 is missing")
        (self.csv.parent / "buys.csv").unlink()
        self.refused("subgraphs", self.csv, self.spec, *out, says="buys.csv: No such file or directory")
        schema = self.write("odd.pbtxt", self.csv.read_text().replace("buys.csv", "buys.txt"))
        self.write("buys.txt", "x")
        for name in ["users.csv", "items.csv", "follows.csv"]:
            self.write(name, (self.csv.parent / name).read_bytes())
        self.refused("subgraphs", schema, self.spec, *out, says="buys.txt: its name does not say what it is")
        self.assertEqual(list(self.folder.glob("refused*")), [])

    def test_bad_records_are_refused(self):
        schema = write_shop(self.folder / "r", self.tables, ".tfrecord")
        path = schema.parent / "items.tfrecord"
        data = path.read_bytes()
        for change, says in [(lambda d: d[:-1], "items.tfrecord: "), (lambda d: d[:20] + b"?" + d[21:], "items.tfrecord: "), (lambda d: d + d[:len(d) // 20], "duplicate node id")]:
            path.write_bytes(change(data))
            self.refused("subgraphs", schema, self.spec, "-o", self.folder / "refused", says=says)
        self.assertEqual(list(self.folder.glob("refused*")), [])

    def test_an_interrupted_run_leaves_nothing(self):
        seeds = self.write("many.txt", "u1\n" * 300_000)
        out = self.folder / "out"
        out.mkdir()
        running = subprocess.Popen([PROGRAM, "subgraphs", self.csv, self.spec, "--seeds", seeds, "-o", out / "x@3"], stdout=subprocess.PIPE)
        while not list(out.iterdir()):
            self.assertIsNone(running.poll())
            time.sleep(0.005)
        running.send_signal(signal.SIGINT)
        self.assertEqual(running.communicate(timeout=60)[0], b"")
        self.assertEqual(running.returncode, -signal.SIGINT)
        self.assertEqual(list(out.iterdir()), [])


if __name__ == "__main__":
    unittest.main()
