"""What records of subgraphs hold beside the sample: the context, ids, readouts of several seeds, names with a prefix."""

import random
import unittest

from program import npy, run
from subgraph_case import SubgraphCase
from tf_records import example, record
from unigraphs import SHOP_EDGES, SHOP_NODES, schema_text, spec_text, write_table


class SubgraphRecordsTest(SubgraphCase):
    def test_features_of_the_context_that_nothing_has_are_left_out_with_a_note(self):
        schema = self.csv.with_name("context.pbtxt")
        schema.write_text("context { features { key: 'g' value { dtype: DT_FLOAT } } }\n" + self.csv.read_text())
        report, _ = self.sample("-q", schema=schema)
        self.assertEqual(report["notes"], ["context feature 'g' skipped: no metadata { filename } names its table, "
                                           "and --seeds has no such column"])
        self.assertEqual(self.bytes_of("-q", schema=schema), self.bytes_of())
        self.assertNotIn("notes", self.sample("--features", "none", schema=schema)[0])
        self.assertNotIn("notes", self.sample()[0])

    def schema_with_context(self, context):
        schema = self.csv.with_name("context.pbtxt")
        schema.write_text("context { %s }\n" % context + self.csv.read_text().replace("key: 'user' value { ", "key: 'user' value { context: 'g' ", 1))
        return schema

    def test_the_table_of_the_context_has_one_row(self):
        features = "features { key: 'g' value { dtype: DT_FLOAT } } features { key: 'name' value { dtype: DT_STRING } } "
        ragged = "features { key: 'r' value { dtype: DT_INT64 shape { dim { size: -1 } dim { size: 2 } } } } "
        write_table(self.csv.parent, "graph.csv", {"g": [9.75], "name": ["the shop"]})
        write_table(self.csv.parent, "graph.tfrecord", {"g": [9.75], "name": ["the shop"], "r": [[1, 2, 3, 4]]})
        for file, more in (("graph.csv", ""), ("graph.tfrecord", ragged)):
            schema = self.schema_with_context(features + more + "metadata { filename: '%s' }" % file)
            report, found = self.sample(schema=schema)
            self.assertNotIn("notes", report)
            for one in found:
                self.assertEqual((one["context/g"], one["context/name"]), ([9.75], [b"the shop"]))
                self.assertEqual((one.get("context/r"), one.get("context/r.d1")), ([1, 2, 3, 4], [2]) if more else (None, None))
            written = (self.folder / "out.pbtxt").read_text()
            self.assertIn('context: "g"', written)
            self.assertNotIn("graph.", written)
            checked = self.json("records", self.folder / "out@1", "--schema", self.folder / "out.pbtxt", "--check")
            self.assertEqual(checked["metrics"]["bad"] if "bad" in checked["metrics"] else 0, 0)
            plain = self.sample()[1]
            self.assertEqual([{name: values for name, values in one.items() if not name.startswith("context/")} for one in found], plain)
        self.assertNotIn("context/g", self.sample("--features", "rows", schema=schema)[1][0])
        schema = self.schema_with_context(features + "metadata { filename: 'graph.csv' }")
        words = "subgraphs", schema, self.spec, "-o", self.folder / "refused"
        write_table(self.csv.parent, "graph.csv", {"g": [1.0, 2.0], "name": ["a", "b"]})
        self.refused(*words, says="graph.csv: 2 rows, and the table of the context has one, of the whole graph")
        write_table(self.csv.parent, "graph.csv", {"g": [1.0]})
        self.refused(*words, says="graph.csv:1: there is no column 'name'; columns: g")
        (self.csv.parent / "graph.csv").unlink()
        self.refused(*words, says="graph.csv")

    def test_features_of_the_context_by_seed(self):
        schema = self.schema_with_context("features { key: 'g' value { dtype: DT_INT64 } } features { key: 'h' value { dtype: DT_FLOAT } }")
        users = self.tables["users"]["id"][3:9]
        for file in ("seeds.csv", "seeds.tfrecord"):
            write_table(self.folder, file, {"id": users, "g": [5, -1, 7, 2, 0, 9]})
            report, found = self.sample("--seeds", self.folder / file, "-q", schema=schema)
            self.assertEqual([one["context/g"] for one in found], [[5], [-1], [7], [2], [0], [9]])
            self.assertEqual(len(report["notes"]), 1)
            self.assertIn("context feature 'h' skipped", report["notes"][0])
            self.assertIn('key: "g"', (self.folder / "out.pbtxt").read_text())
            self.assertNotIn('key: "h"', (self.folder / "out.pbtxt").read_text())
        self.assertEqual(self.sample("--seeds", self.folder / "seeds.csv", "-q", "--threads", 3, schema=schema, out="o@4")[1], found)
        lines = [example({"#id": [user.encode()], **({"h": [1.5]} if i == 4 else {})}) for i, user in enumerate(users)]
        self.refused("subgraphs", schema, self.spec, "-o", self.folder / "x", "--seeds", self.write("late.tfrecord", b"".join(map(record, lines))),
                     says="feature 'h' is missing from the first record, but present here")

    def test_a_prefix_of_the_names(self):
        plain = self.sample()[1]
        _, found = self.sample("--prefix", "graph_")
        self.assertEqual(found, [{"graph_" + name: values for name, values in one.items()} for one in plain])
        files = self.folder / "out@1"
        self.json("records", files, "--prefix", "graph_", "--schema", self.folder / "out.pbtxt")
        done = run("records", files)
        self.assertIn(b"names of features begin with 'graph_'; --prefix 'graph_' reads them as those of a graph", done.stderr)
        self.refused("records", files, "--prefix", "subgraph", says="no name of a feature begins with the prefix 'subgraph'; the first is 'graph_edges/")

    def test_several_seeds_in_a_subgraph(self):
        spec = self.write("all.pbtxt", spec_text("user", ("buy", "seed", "buys", 500, "RANDOM_UNIFORM"), ("by", "buy", "bought", 500, "RANDOM_UNIFORM")))
        schema = self.csv.with_name("labels.pbtxt")
        nodes = {**{name: (file + ".csv", features) for name, (file, features) in SHOP_NODES.items()},
                 "_readout": ("", {"age": ("DT_INT32", ()), "place": ("DT_INT64", ())})}
        edges = {name: (a, b, file + ".csv", features, extra) for name, (a, b, file, features, extra) in SHOP_EDGES.items()}
        schema.write_text(schema_text(nodes, {**edges, "_readout/seed": ("user", "_readout", "", {}, "")}))
        seeds = self.tables["users"]["id"][:17] + self.tables["users"]["id"][2:4]
        write_table(self.folder, "seeds.csv", {"id": seeds, "place": list(range(100, 119))})
        words = "--seeds", self.folder / "seeds.csv", "--readout", "seed"
        alone = self.sample(*words, schema=schema, spec=spec)[1]
        for each in (1, 4, 19, 100):
            report, found = self.sample(*words, "--seeds-per-subgraph", each, schema=schema, spec=spec, out="o%d@3" % each)
            self.assertEqual((report["seeds"], report["subgraphs"], len(found)), (19, -(-19 // each), -(-19 // each)))
            self.json("records", self.folder / ("o%d@3" % each), "--schema", self.folder / ("o%d.pbtxt" % each))
            for i, one in enumerate(found):
                mine = seeds[i * each:(i + 1) * each]
                keys = [key.decode() for key in one["nodes/user.key"]]
                self.assertEqual(keys[:len(set(mine))], list(dict.fromkeys(mine)))
                self.assertEqual([keys[source] for source in one["edges/_readout/seed.#source"]], mine)
                self.assertEqual(one["edges/_readout/seed.#target"], list(range(len(mine))))
                self.assertEqual(one["nodes/_readout.place"], list(range(100, 119))[i * each:(i + 1) * each])
                self.assertEqual(one["nodes/_readout.age"], [dict(zip(self.tables["users"]["id"], self.tables["users"]["age"]))[user] for user in mine])
                for name in ("edges/buys.row", "edges/bought.row", "nodes/user.key"):
                    union = {row for single in alone[i * each:(i + 1) * each] for row in single.get(name, [])}
                    self.assertEqual(sorted(one.get(name, [])), sorted(union))
        self.assertEqual(self.bytes_of("--seeds-per-subgraph", 4, "--threads", 3, out="three@2"), self.bytes_of("--seeds-per-subgraph", 4, "--threads", 1))
        self.assertEqual(self.sample("--seeds-per-subgraph", 4)[0]["readout"], "seed")
        self.assertIn("8 subgraphs around 30 seeds of user", self.ok("subgraphs", self.csv, self.spec, "-o", self.folder / "text@1", "--seeds-per-subgraph", 4))
        self.refused("subgraphs", self.csv, self.spec, "-o", self.folder / "x", "--seeds-per-subgraph", 2, "--readout", "first",
                     says="--readout first reads only node 0; use --readout seed, the default for several seeds, to read all of them")
        self.refused("subgraphs", self.csv, self.spec, "-o", self.folder / "x", "--seeds-per-subgraph", 0, says="--seeds-per-subgraph")
        context = self.schema_with_context("features { key: 'g' value { dtype: DT_INT64 } }")
        write_table(self.folder, "seeds.csv", {"id": seeds, "g": list(range(19)), "time": list(range(19))})
        self.refused("subgraphs", context, self.spec, "-o", self.folder / "x", "--seeds-per-subgraph", 2, "--seeds", self.folder / "seeds.csv",
                     says="feature 'g' of the context is a column of the seeds, and a subgraph of several has one context")
        latest = self.write("latest.pbtxt", spec_text("user", ("buy", "seed", "buys", 5, "LATEST_K")))
        self.refused("subgraphs", self.csv, latest, "-o", self.folder / "x", "--seeds-per-subgraph", 2, "--seeds", self.folder / "seeds.csv",
                     says="the seeds have times, which LATEST_K needs: such subgraphs have one seed each")

    def test_the_opposite_of_a_predicted_link(self):
        rng = random.Random(3)
        users = ["u%d" % i for i in range(12)]
        follows = [(rng.choice(users), rng.choice(users)) for _ in range(120)]
        follows += [(b, a) for a, b in follows[:40]]
        write_table(self.csv.parent, "follows.csv", {"source": [a for a, _ in follows], "target": [b for _, b in follows], "row": list(range(160))})
        write_table(self.csv.parent, "users.csv", {"id": users, "key": users, "age": [0] * 12, "score": [0.0] * 12})
        spec = self.write("links.pbtxt", spec_text("", ("follow", "seed", "follows", 500, "RANDOM_UNIFORM"), ("again", "follow", "follows", 500, "TOP_K")))
        schema = self.csv.with_name("links_schema.pbtxt")
        schema.write_text(schema_text({name: (SHOP_NODES[name][0] + ".csv", SHOP_NODES[name][1]) for name in ["user"]},
                                      {"follows": ("user", "user", "follows.csv", SHOP_EDGES["follows"][3], ""),
                                       "_readout/source": ("user", "_readout", "", {}, ""), "_readout/target": ("user", "_readout", "", {}, "")})
                          + "node_sets { key: '_readout' value { } }")
        spec.write_text(spec_text("", ("follow", "seed", "follows", 500, "RANDOM_UNIFORM"), ("again", "follow", "follows", 500, "RANDOM_UNIFORM")))
        write_table(self.folder, "pairs.csv", {"source": [a for a, _ in follows[:40]], "target": [b for _, b in follows[:40]]})
        one_way = self.sample("--seeds", self.folder / "pairs.csv", schema=schema, spec=spec)[1]
        both = self.sample("--seeds", self.folder / "pairs.csv", "--remove-reverse", schema=schema, spec=spec)[1]
        removed = 0
        for (first, second), found, undirected in zip(follows, one_way, both):
            edges = [follows[row] for row in found.get("edges/follows.row", [])]
            self.assertNotIn((first, second), edges)
            removed += (second, first) in edges
            left = {follows[row] for row in undirected.get("edges/follows.row", [])}
            self.assertFalse(left & {(first, second), (second, first)})
        self.assertGreater(removed, 20)
        together = self.sample("--seeds", self.folder / "pairs.csv", "--remove-reverse", "--seeds-per-subgraph", 7, schema=schema, spec=spec)[1]
        for i, found in enumerate(together):
            mine = follows[7 * i:min(7 * i + 7, 40)]
            keys = [key.decode() for key in found["nodes/user.key"]]
            for end, key in ((0, "source"), (1, "target")):
                self.assertEqual([keys[node] for node in found["edges/_readout/%s.#source" % key]], [pair[end] for pair in mine])
            left = {follows[row] for row in found.get("edges/follows.row", [])}
            self.assertFalse(left & {pair for a, b in mine for pair in ((a, b), (b, a))})
        self.refused("subgraphs", self.csv, self.spec, "-o", self.folder / "x", "--remove-reverse",
                     says="--remove-reverse is only for link prediction (symmetric_link_seed_op in the spec)")

    def test_nodes_of_parts_without_features_have_ids(self):
        """The same records as from tables whose schema declares the ids."""
        rng = random.Random(9)
        edges = [(rng.randrange(300), rng.randrange(40)) for _ in range(900)]
        self.write("edges.csv", "src,dst\n" + "".join("%d,%d\n" % edge for edge in edges))
        ages = [rng.randrange(99) for _ in range(300)]
        self.write("age.npy", npy(ages, "<i8"))
        self.ok("chunk", "n:to:m=%s" % (self.folder / "edges.csv"), "--chunks", 3, "-o", self.folder / "chunks", "--nodes", "n=300", "--nodes", "m=40",
                "--node-data", "n/age=%s" % (self.folder / "age.npy"))
        self.ok("partition", self.folder / "chunks", "--parts", 3, "-o", self.folder / "assignment")
        self.ok("dispatch", self.folder / "chunks", "--assignment", self.folder / "assignment", "-o", self.folder / "parts")
        folder = self.folder / "tables"
        folder.mkdir()
        write_table(folder, "n.csv", {"id": [str(i) for i in range(300)], "age": ages})
        write_table(folder, "m.csv", {"id": [str(i) for i in range(40)]})
        write_table(folder, "to.csv", {"source": [str(a) for a, _ in edges], "target": [str(b) for _, b in edges]})
        (folder / "s.pbtxt").write_text(schema_text({"n": ("n.csv", {"age": ("DT_INT64", ())}), "m": ("m.csv", {"#id": ("DT_STRING", ())})},
                                                    {"to": ("n", "m", "to.csv", {}, "")}))
        spec = self.write("n.pbtxt", spec_text("n", ("a", "seed", "to", 2, "RANDOM_UNIFORM")))
        found = self.sample(schema=self.folder / "parts", spec=spec)[1]
        self.assertEqual(found, self.sample(schema=folder, spec=spec)[1])
        for node, one in enumerate(found):
            self.assertNotIn("nodes/n.#id", one)
            self.assertTrue({(node, int(target)) for target in one.get("nodes/m.#id", [])} <= set(edges))
        self.assertIn('key: "#id"', (self.folder / "out.pbtxt").read_text())
        self.assertNotIn("nodes/m.#id", self.sample("--features", "rows", schema=self.folder / "parts", spec=spec)[1][0])


if __name__ == "__main__":
    unittest.main()
