"""batches FILES… --plan P -o OUT@N: graphs of each pack joined and padded, against a reference of a few lines."""

import csv
import gzip
import json
import pathlib
import random
import subprocess
import unittest

import numpy as np

from program import LIMITS, MOLHIV, PROGRAM, ProgramTest
from tf_records import example, features_in, record, records_in

SCHEMA = """
context { features { key: "label" value { dtype: DT_FLOAT shape { dim { size: 2 } } } } }
node_sets { key: "paper" value {
  features { key: "year" value { dtype: DT_INT32 } }
  features { key: "words" value { dtype: DT_STRING shape { dim { size: -1 } dim { size: -1 } } } }
  features { key: "absent" value { dtype: DT_FLOAT } } } }
node_sets { key: "author" value { features { key: "vector" value { dtype: DT_FLOAT shape { dim { size: 3 } } } } } }
edge_sets { key: "writes" value { source: "author" target: "paper" features { key: "w" value { dtype: DT_INT64 } } } }
edge_sets { key: "cites" value { source: "paper" target: "paper" } }
"""
ENDS = {"writes": ("author", "paper"), "cites": ("paper", "paper")}
WIDTHS = {"context/label": 2, "nodes/paper.year": 1, "nodes/author.vector": 3, "edges/writes.w": 1}
EMPTY = {"context/label": 0.0, "nodes/paper.year": 0, "nodes/author.vector": 0.0, "edges/writes.w": 0}


def random_graph(rng, components=None):
    n = components or rng.randint(1, 3)
    sizes = {name: [rng.randint(1, 5) for _ in range(n)] for name in ("paper", "author")}
    sizes |= {name: [rng.randint(0, 6) for _ in range(n)] for name in ENDS}
    papers, authors = sum(sizes["paper"]), sum(sizes["author"])
    graph = {"context/label": [rng.random() for _ in range(2 * n)],
             "nodes/paper.year": [rng.randint(-5, 3000) for _ in range(papers)],
             "nodes/author.vector": [rng.random() for _ in range(3 * authors)],
             "nodes/paper.words.d1": [rng.randint(0, 2) for _ in range(papers)]}
    graph["nodes/paper.words.d2"] = [rng.randint(0, 2) for _ in range(sum(graph["nodes/paper.words.d1"]))]
    graph["nodes/paper.words"] = [b"w%d" % rng.randint(0, 99) for _ in range(sum(graph["nodes/paper.words.d2"]))]
    graph["edges/writes.w"] = [rng.randint(-9, 9) for _ in range(sum(sizes["writes"]))]
    for name, of in sizes.items():
        graph[("edges/" if name in ENDS else "nodes/") + name + ".#size"] = of
    for name, (source, target) in ENDS.items():
        for end, of in (("source", source), ("target", target)):
            graph[f"edges/{name}.#{end}"] = [rng.randrange(sum(sizes[of])) for _ in range(sum(sizes[name]))]
    return graph


def joined(graphs):
    all_of = {}
    for graph in graphs:
        shift = {name: sum(all_of.get(f"nodes/{name}.#size", [])) for name in ("paper", "author")}
        for name, values in graph.items():
            for edges, ends in ENDS.items():
                for end, of in zip(("source", "target"), ends):
                    if name == f"edges/{edges}.#{end}":
                        values = [v + shift[of] for v in values]
            all_of[name] = all_of.get(name, []) + values
    return all_of


def padded(graph, constraints):
    """By the rules of TensorFlow GNN's pad_to_total_sizes."""
    nodes, edges = constraints["total_num_nodes"], constraints["total_num_edges"]
    real = {name: sum(graph[f"nodes/{name}.#size"]) for name in nodes}
    fakes = constraints["total_num_components"] - len(graph["nodes/paper.#size"])
    out = {name: list(values) for name, values in graph.items()}
    for of, totals in (("nodes", nodes), ("edges", edges)):
        for name, total in totals.items():
            least = constraints.get("min_nodes_per_component", {}).get(name, 0)
            sizes = out[f"{of}/{name}.#size"]
            more = total - sum(sizes)
            for feature, width in WIDTHS.items():
                if feature.startswith(f"{of}/{name}."):
                    out[feature] += [EMPTY[feature]] * (more * width)
            if name == "paper":
                out["nodes/paper.words.d1"] += [0] * more
            if of == "edges":
                for end, node_set in zip(("source", "target"), ENDS[name]):
                    first, last = real[node_set], nodes[node_set] - 1
                    spread = np.linspace(np.float32(first), np.float32(last + 1), more, dtype=np.float32)
                    out[f"edges/{name}.#{end}"] += [int(v) for v in np.clip(spread.astype(np.int64), first, last)]
            if fakes:
                sizes += [more - (fakes - 1) * least] + [least] * (fakes - 1)
    out["context/label"] += [0.0] * (2 * fakes)
    return out


class Policies(ProgramTest):
    """What compare and estimate say of batches of a fixed number of items, and of greedy ones."""

    def policies(self, *words):
        answer = self.json(*words)
        return answer, {p["policy"]: p for p in answer["policies"]}

    def test_compare(self):
        answer, found = self.policies("compare", MOLHIV, *LIMITS)
        self.assertEqual(answer["batch_size"], round(answer["plans"][0]["packing_factor"]))
        self.assertEqual(list(found), ["tight", "fit-or-skip", "greedy"])
        self.assertEqual(found["tight"]["shape"], [222 * answer["batch_size"], 502 * answer["batch_size"]])
        items, totals = answer["histogram"]["items"], answer["histogram"]["totals"]
        self.assertEqual(found["tight"]["batches"], -(-items // answer["batch_size"]))
        self.assertEqual(found["greedy"]["shape"], [222, 502])
        self.assertGreater(found["greedy"]["batches"], answer["metrics"]["packs"])
        for policy in ("tight", "greedy"):
            for share, total, room in zip(found[policy]["efficiency"], totals, found[policy]["shape"]):
                self.assertAlmostEqual(share, total / (room * found[policy]["batches"]), 5)
        self.assertTrue(0 < found["fit-or-skip"]["dropped"] < 0.02 * items)
        text = self.ok("compare", MOLHIV, *LIMITS, "--batch-size", 16)
        self.assertIn("of 16 items, or greedy", text)
        self.assertRegex(text, r"(?m)^ +tight +2,057 +0 +3552,8032 ")
        self.refused("compare", MOLHIV, *LIMITS, "--batch-size", 0, says="--batch-size")
        shapes = [self.policies("compare", MOLHIV, *LIMITS, "--success-ratio", ratio)[1]["fit-or-skip"]["shape"] for ratio in (1, 0.99, 0.5)]
        self.assertEqual(shapes[1], found["fit-or-skip"]["shape"])
        self.assertEqual(shapes, sorted(shapes, reverse=True))
        self.assertNotEqual(shapes[0], shapes[2])

    def test_estimate(self):
        answer, found = self.policies("estimate", MOLHIV, *LIMITS)
        self.assertEqual(found["greedy"], self.policies("compare", MOLHIV, *LIMITS)[1]["greedy"])
        self.assertRegex(self.ok("estimate", MOLHIV, *LIMITS), r"(?m)^\* +packs +%s " % f"{answer['metrics']['packs']:,}")


class Batches(ProgramTest):
    def prepare(self, seed, n=60, components=None, limits="40,40,50,50", pack=()):
        rng = random.Random(seed)
        self.graphs = [random_graph(rng, components) for _ in range(n)]
        self.bytes = b"".join(record(example(graph)) for graph in self.graphs)
        self.file = self.write("graphs.tfrecord", self.bytes)
        self.schema = self.write("schema.pbtxt", SCHEMA)
        self.sizes, self.plan = self.folder / "sizes.csv", self.folder / "plan.json"
        self.ok("records", self.file, "--sizes", self.sizes)
        self.ok("pack", self.sizes, "--limits", limits, "--plan", self.plan, *pack)

    def packs(self, *options):
        out = self.folder / "packs.csv"
        self.ok("assign", self.sizes, "--plan", self.plan, "-o", out, *options)
        packs = {}
        for row in csv.DictReader(out.read_text().splitlines()):
            packs.setdefault(int(row["pack"]), []).append(self.graphs[int(row["item"])])
        return [packs[p] for p in range(len(packs))]

    def batches(self, *words, files=None):
        return self.json("batches", *(files or [self.file]), "--plan", self.plan, "--schema", self.schema, *words)

    def written(self, answer):
        return [features_in(data) for name in answer["files"] for data in records_in(pathlib.Path(name).read_bytes())]

    def check(self, answer, packs):
        found = self.written(answer)
        self.assertEqual(len(found), len(packs))
        self.assertEqual(answer["metrics"]["batches"], len(packs))
        for batch, graphs in zip(found, packs):
            wanted = features_in(example(padded(joined(graphs), answer["constraints"])))
            self.assertEqual(batch, wanted)

    def room_for_nodes(self, name, limit, constraints, *options):
        """Every component has a node, also those for the padding."""
        sizes = [[n for graph in graphs for n in graph[f"nodes/{name}.#size"]] for graphs in self.packs(*options)]
        return max(limit + 1, *(sum(pack) + constraints["total_num_components"] - len(pack) for pack in sizes))

    def test_against_the_reference(self):
        for seed in range(4):
            with self.subTest(seed=seed):
                self.prepare(seed)
                answer = self.batches("-o", self.folder / f"{seed}@3")
                self.check(answer, self.packs())
                self.assertEqual([pathlib.Path(f).name for f in answer["files"]],
                                 [f"{seed}-0000{i}-of-00003" for i in range(3)])
                constraints = answer["constraints"]
                self.assertEqual(constraints["min_nodes_per_component"], {"author": 1, "paper": 1})
                self.assertEqual(constraints["total_num_nodes"], {n: self.room_for_nodes(n, 40, constraints) for n in ("author", "paper")})
                self.assertEqual(constraints["total_num_edges"], {"cites": 50, "writes": 50})
                checked = self.json("records", "-q", f"{self.folder}/{seed}@3", "--schema", self.schema, "--check")
                self.assertEqual(checked["metrics"]["records"], answer["metrics"]["batches"])
                for batch in self.written(answer):
                    for name, values in batch.items():
                        self.assertFalse(name.endswith(".#size") and len(values) != constraints["total_num_components"])
        self.assertEqual(sorted(p.name for p in self.folder.iterdir() if "partial" in p.name), [])

    def test_other_ways_to_the_same_records(self):
        self.prepare(7)
        wanted = self.written(self.batches("-o", self.folder / "out"))
        cut = [0, 20, 20, 60]
        shards = [self.write(f"s-0000{i}-of-00003", b"".join(
            record(example(g)) for g in self.graphs[cut[i]:cut[i + 1]])) for i in range(3)]
        packed = self.write("packed.gz", gzip.compress(self.bytes))
        for name, files in (("shards", [f"{self.folder}/s@3"]), ("gz", [packed]), ("mixed", [shards[0], packed.with_name("rest")])):
            if name == "mixed":
                self.write("rest", gzip.compress(b"".join(record(example(g)) for g in self.graphs[20:])))
            answer = self.batches("-o", self.folder / name, files=files)
            self.assertEqual(self.written(answer), wanted)
            self.assertEqual([p for p in self.folder.iterdir() if "partial" in p.name], [])
        done = subprocess.run([PROGRAM, "batches", "-", "--plan", self.plan, "--schema", self.schema, "-o", self.folder / "piped"],
                              input=self.bytes, capture_output=True)
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        self.assertEqual([features_in(d) for d in records_in((self.folder / "piped").read_bytes())], wanted)

    def test_orders(self):
        self.prepare(8)
        for order in (["--order", "input"], ["--order", "shuffle", "--seed", "5"]):
            self.check(self.batches("-o", self.folder / order[1], *order), self.packs(*order))

    def test_mask(self):
        self.prepare(14)
        answer = self.batches("-o", self.folder / "out", "--mask", "real")
        total = answer["constraints"]["total_num_components"]
        for batch, graphs in zip(self.written(answer), self.packs()):
            components = sum(len(graph["nodes/paper.#size"]) for graph in graphs)
            self.assertEqual(batch["context/real"], [1] * components + [0] * (total - components))
        self.refused("batches", self.file, "--plan", self.plan, "--schema", self.schema, "-o", self.folder / "x", "--mask", "label",
                     says="the context has a feature 'label' already")

    def test_masks_of_sets(self):
        self.prepare(15)
        answer = self.batches("-o", self.folder / "out", "--mask", "real", "--mask-of", "nodes,edges")
        totals = {**{f"nodes/{k}": v for k, v in answer["constraints"]["total_num_nodes"].items()},
                  **{f"edges/{k}": v for k, v in answer["constraints"]["total_num_edges"].items()}}
        for batch, graphs in zip(self.written(answer), self.packs()):
            self.assertNotIn("context/real", batch)
            for name, total in totals.items():
                real = sum(sum(graph[name + ".#size"]) for graph in graphs)
                self.assertEqual(batch[name + ".real"], [1] * real + [0] * (total - real))
        words = "batches", self.file, "--plan", self.plan, "--schema", self.schema, "-o", self.folder / "x"
        self.refused(*words, "--mask-of", "nodes", says="--mask-of, --mask: the mask has no feature name")
        self.refused(*words, "--mask", "", says="--mask: the name of the feature is empty")
        self.refused(*words, "--mask", "year", "--mask-of", "context,nodes", says="nodes of 'paper' have a feature 'year' already")
        self.refused(*words, "--mask", "m", "--mask-of", "graphs", says="graphs")

    def test_padding_values(self):
        self.prepare(16)
        plain = self.written(self.batches("-o", self.folder / "plain"))
        values = self.write("values.json", json.dumps({"context": {"label": -1}, "node_sets": {"paper": {"year": -7}, "author": {"vector": 0.5}},
                                                       "edge_sets": {"writes": {"w": 99}}}))
        given = {"context/label": -1.0, "nodes/paper.year": -7, "nodes/author.vector": 0.5, "edges/writes.w": 99}
        found = self.written(self.batches("-o", self.folder / "out", "--padding-values", values))
        for batch, zeros, graphs in zip(found, plain, self.packs()):
            for name, values_of in zeros.items():
                real = sum(len(graph[name]) for graph in graphs)
                if name in given:
                    self.assertTrue(set(values_of[real:]) <= {0})
                    values_of = values_of[:real] + [given[name]] * (len(values_of) - real)
                self.assertEqual(batch[name], values_of, name)
        words = "batches", self.file, "--plan", self.plan, "--schema", self.schema, "-o", self.folder / "x", "--padding-values"
        for text, says in (('{"node_sets": {"papers": {}}}', "v.json: node_sets: there is no set 'papers'; did you mean 'paper'? there are paper, author"),
                           ('{"node_sets": {"paper": {"year": 1.5}}}', "v.json: node_sets.paper.year: a fraction, but the schema declares int32"),
                           ('{"context": {"label": [1, 2]}}', "v.json: context.label: expected a number, a string or a boolean"),
                           ('{"context": ', "v.json:1:")):
            self.refused(*words, self.write("v.json", text), says=says)
        self.assertFalse((self.folder / "x").exists())

    def test_a_prefix_of_the_names(self):
        self.prepare(17)
        wanted = self.written(self.batches("-o", self.folder / "out"))
        named = self.write("named", b"".join(record(example({"other": [1], **{"g/" + name: values for name, values in graph.items()}}))
                                             for graph in self.graphs))
        found = self.written(self.batches("-o", self.folder / "prefixed", "--prefix", "g/", files=[named]))
        self.assertEqual(found, [{"g/" + name: values for name, values in one.items()} for one in wanted])

    def test_constraints_of_records(self):
        """What records --constraints writes is room for the packs of as many graphs."""
        self.prepare(18, components=1, pack=["--depth", "6"], limits="60,60,80,80")
        shape = self.folder / "shape.json"
        self.ok("records", self.file, "--schema", self.schema, "--constraints", shape, "--batch-size", 6)
        answer = self.batches("-o", self.folder / "out", "--constraints", shape)
        self.assertEqual({k: v for k, v in answer["constraints"].items() if k != "schema"}, json.loads(shape.read_text()))
        self.check(answer, self.packs())

    def test_constraints(self):
        self.prepare(9, components=1, pack=["--depth", "6"])
        answer = self.batches("-o", self.folder / "depth")
        self.assertEqual(answer["constraints"]["total_num_components"], 7)
        self.check(answer, self.packs())
        constraints = {"total_num_components": 12, "total_num_nodes": {"author": 60, "paper": 70},
                       "total_num_edges": {"cites": 51, "writes": 52}, "min_nodes_per_component": {"paper": 1}}
        path = self.write("c.json", json.dumps(constraints))
        answer = self.batches("-o", self.folder / "given", "--constraints", path)
        self.assertEqual({k: v for k, v in answer["constraints"].items() if k != "schema"}, constraints)
        self.check(answer, self.packs())
        # What one run reports another one takes.
        again = self.write("again.json", json.dumps(answer["constraints"]))
        self.batches("-o", self.folder / "again", "--constraints", again)
        self.assertEqual((self.folder / "again").read_bytes(), (self.folder / "given").read_bytes())

    def test_the_reserve_of_a_plan_is_the_room_for_the_padding(self):
        self.prepare(10, components=1, pack=["--depth", "9", "--reserve", "author=8,paper=8,items=1"])
        answer = self.batches("-o", self.folder / "out")
        self.assertEqual(answer["constraints"]["total_num_components"], 9)
        self.assertEqual(answer["constraints"]["total_num_nodes"], {"author": 40, "paper": 40})
        self.check(answer, self.packs())

    def test_plans_of_some_sets_and_of_unnamed_columns(self):
        self.prepare(11)
        self.ok("pack", self.sizes, "--columns", "paper,writes", "--limits", "30,40", "--plan", self.plan)
        answer = self.batches("-o", self.folder / "some")
        by_name = {s["name"]: s for s in answer["sets"]}
        for name, limit in (("paper", 30), ("author", by_name["author"]["largest"])):
            wanted = self.room_for_nodes(name, limit, answer["constraints"], "--columns", "paper,writes")
            self.assertEqual(answer["constraints"]["total_num_nodes"][name], wanted)
        self.assertEqual(answer["constraints"]["total_num_edges"]["cites"], by_name["cites"]["largest"])
        array = self.folder / "sizes.npy"
        self.ok("records", self.file, "--sizes", array)
        self.ok("pack", array, "--limits", "40,40,50,50", "--plan", self.plan)
        self.check(self.batches("-o", self.folder / "unnamed"), self.packs_of(array))

    def packs_of(self, sizes):
        self.sizes = sizes
        return self.packs()

    def test_readout(self):
        """Each node of a readout has one edge of each key, also in the padding."""
        schema = self.write("readout.pbtxt", """
node_sets { key: "a" value { } }
node_sets { key: "b" value { } }
node_sets { key: "_readout" value { } }
edge_sets { key: "_readout/seed/1" value { source: "a" target: "_readout" } }
edge_sets { key: "_readout/seed/2" value { source: "b" target: "_readout" } }
edge_sets { key: "_readout/other" value { source: "b" target: "_readout" } }
""")
        rng = random.Random(3)
        records = b""
        for _ in range(30):
            nodes, roots = {"a": rng.randint(1, 4), "b": rng.randint(1, 4)}, rng.randint(1, 3)
            of_a = sorted(rng.sample(range(roots), rng.randint(0, roots)))
            targets = {"seed/1": of_a, "seed/2": [root for root in range(roots) if root not in of_a], "other": list(range(roots))}
            graph = {"nodes/_readout.#size": [roots], **{f"nodes/{name}.#size": [count] for name, count in nodes.items()}}
            for name, ends in targets.items():
                graph[f"edges/_readout/{name}.#size"] = [len(ends)]
                graph[f"edges/_readout/{name}.#target"] = ends
                graph[f"edges/_readout/{name}.#source"] = [rng.randrange(nodes["a" if name == "seed/1" else "b"]) for _ in ends]
            records += record(example(graph))
        file, sizes, plan = self.write("readout.tfr", records), self.folder / "readout.csv", self.folder / "readout.json"
        self.ok("records", file, "--schema", schema, "--sizes", sizes)
        columns = sizes.read_text().splitlines()[0].split(",")
        self.ok("pack", sizes, "--limits", ",".join("12" for _ in columns), "--plan", plan)
        answer = self.json("batches", file, "--plan", plan, "--schema", schema, "-o", self.folder / "readout")
        total = answer["constraints"]["total_num_nodes"]["_readout"]
        in_padding = 0
        for batch in self.written(answer):
            self.assertEqual(sum(batch["nodes/_readout.#size"]), total)
            ends = {name: batch[f"edges/_readout/{name}.#target"] for name in ("seed/1", "seed/2", "other")}
            self.assertEqual(sorted(ends["seed/1"] + ends["seed/2"]), list(range(total)))
            self.assertEqual(ends["other"], list(range(total)))
            for of in ends.values():
                self.assertEqual(of, sorted(of))
            in_padding += batch["nodes/_readout.#size"][-1]
            for name, source in (("seed/1", "a"), ("seed/2", "b"), ("other", "b")):
                self.assertLess(max(batch[f"edges/_readout/{name}.#source"]), sum(batch[f"nodes/{source}.#size"]))
        self.assertGreater(in_padding, 0)  # of the last component, which is of padding
        uneven = {key: value for key, value in answer["constraints"].items() if key != "schema"}
        uneven["total_num_edges"]["_readout/other"] -= 1
        self.refused("batches", file, "--plan", plan, "--schema", schema, "-o", self.folder / "x", "--constraints",
                     self.write("uneven.json", json.dumps(uneven)), says="each of these nodes needs exactly one such edge")

    def test_dropped_and_empty_packs(self):
        self.prepare(12, limits="40,40,50,50")
        self.ok("pack", self.sizes, "--limits", "12,12,12,12", "--overlong", "drop", "--packs-multiple", "64", "--plan", self.plan)
        answer = self.batches("-o", self.folder / "out")
        dropped = answer["metrics"]["dropped"]
        self.assertGreater(dropped, 0)
        self.assertEqual(answer["metrics"]["batches"] % 64, 0)
        found = self.written(answer)
        self.assertEqual(len(found), answer["metrics"]["batches"])
        total = answer["constraints"]["total_num_nodes"]["paper"]
        self.assertEqual(sum(found[-1]["nodes/paper.#size"]), total)
        self.assertEqual(found[-1]["nodes/paper.#size"][1:], [1] * (answer["constraints"]["total_num_components"] - 1))
        self.assertEqual(found[-1]["nodes/paper.year"], [0] * total)
        self.assertIn(f"({dropped} dropped)", self.ok("batches", self.file, "--plan", self.plan, "--schema", self.schema, "-o", self.folder / "text"))

    def test_without_a_schema(self):
        graphs = [{"nodes/n.#size": [i % 3 + 1], "nodes/n.f": [1.0] * (2 * (i % 3 + 1)), "edges/e.#size": [1],
                   "edges/e.#source": [0], "edges/e.#target": [i % 3]} for i in range(9)]
        file = self.write("g", b"".join(record(example(g)) for g in graphs))
        sizes, plan = self.folder / "s.csv", self.folder / "p.json"
        self.ok("records", file, "--sizes", sizes)
        self.ok("pack", sizes, "--limits", "6,6", "--plan", plan)
        answer = self.json("batches", file, "--plan", plan, "-o", self.folder / "out")
        for batch in self.written(answer):
            self.assertEqual(len(batch["nodes/n.f"]), 2 * answer["constraints"]["total_num_nodes"]["n"])
            self.assertEqual(len(batch["edges/e.#source"]), 6)
        self.assertRegex(self.ok("batches", file, "--plan", plan, "-o", self.folder / "text"),
                         r"9 records → 3 batches of one shape in one file")

    def test_one_line_each(self):
        self.prepare(13)
        words = ["batches", self.file, "--plan", self.plan, "--schema", self.schema]
        out = self.folder / "out"
        self.refused(*words, says="batches needs --output")
        self.refused("batches", self.file, "--plan", self.plan, "-o", out,
                     says="which of the 2 node sets the edges of 'cites' connect is not in the records; pass its GraphSchema with --schema")
        self.refused("batches", self.file, self.file, *words[2:], "-o", out, says="plan.json does not match these records: item 60 of size")
        fewer = self.write("fewer", b"".join(record(example(g)) for g in self.graphs[1:]))
        self.refused("batches", fewer, *words[2:], "-o", out, says="in the plan, but only")
        other = self.write("other", record(example({"nodes/x.#size": [1]})))
        self.refused("batches", other, *words[2:], "-o", out,
                     says="the plan's component 'author' matches no node or edge set of the records; sets: x")
        small = {"total_num_components": 99, "total_num_nodes": {"author": 41, "paper": 30},
                 "total_num_edges": {"cites": 50, "writes": 50}}
        path = self.write("small.json", json.dumps(small))
        self.refused(*words, "--constraints", path, "-o", out, says="nodes of 'paper': 4")
        path = self.write("lacks.json", json.dumps(small | {"total_num_edges": {"cites": 50}}))
        self.refused(*words, "--constraints", path, "-o", out, says="lacks.json: total_num_edges has no entry for the set 'writes'")
        path = self.write("bad.json", '{"total_num_components": 3,\n "total_num_node": {}}')
        self.refused(*words, "--constraints", path, "-o", out, says="bad.json:2:2: unknown key 'total_num_node'")
        bad = bytearray(self.bytes)
        bad[300] ^= 1
        self.refused("batches", self.write("bad", bytes(bad)), *words[2:], "-o", out, says="bad: the record at byte")
        without = [dict(g) for g in self.graphs]
        del without[5]["nodes/paper.year"]
        lacks = self.write("lacks", b"".join(record(example(g)) for g in without))
        self.refused("batches", lacks, *words[2:], "-o", out, says="nodes of 'paper': the feature 'year' is missing in a graph")
        self.refused(*words, "-o", "-", says="batches cannot write to standard output")
        self.write("have-00001-of-00002", b"")
        self.refused(*words, "-o", self.folder / "have@2", says="have-00001-of-00002: already exists")
        self.ok("pack", self.sizes, "--limits", "10,10,10,10", "--overlong", "truncate", "--plan", self.plan)
        self.refused(*words, "-o", out, says="but graphs cannot be cut")
        self.assertFalse(out.exists())
        self.assertEqual([p for p in self.folder.iterdir() if "partial" in p.name], [])


if __name__ == "__main__":
    unittest.main()
