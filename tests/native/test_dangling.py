"""Edges and seeds that name nodes which no table has."""

import csv
import pathlib
import unittest

from program import ProgramTest
from unigraphs import examples_in, schema_text, spec_text, write_table

PLACE = pathlib.Path(__file__).resolve().parents[1]
NODES = {"person": ("person.csv", {"name": ("DT_STRING", []), "age": ("DT_INT64", [])}), "card": ("card.csv", {"limit": ("DT_FLOAT", [])})}
OWNS = {"weight": ("DT_FLOAT", []), "number": ("DT_INT64", [])}
EDGES = {"owns": ("person", "card", "owns.csv", OWNS, ""), "owned": ("card", "person", "owns.csv", OWNS, "extra { key: 'edge_type' value: 'reversed' }")}
ALL = spec_text("person", ("owns", "seed", "owns", 9, "TOP_K"), ("owned", "owns", "owned", 9, "TOP_K"))


class DanglingTest(ProgramTest):
    def setUp(self):
        super().setUp()
        write_table(self.folder, "person.csv", {"id": ["p1", "p2", "p3"], "name": ["Ada", "Bo", "Cy"], "age": [31, 32, 33]})
        write_table(self.folder, "card.csv", {"id": ["c1", "c2"], "limit": [1.5, 2.5]})
        write_table(self.folder, "owns.csv", {"source": ["p2", "p1", "p1", "p9", "p1", "p3"], "target": ["c1", "c9", "c2", "c1", "c1", "c9"],
                                              "weight": [1.0, 9.0, 2.0, 3.0, 4.0, 5.0], "number": [0, 1, 2, 3, 4, 5]})
        self.schema = self.write("schema.pbtxt", schema_text(NODES, EDGES))
        self.spec = self.write("spec.pbtxt", ALL)

    def sample(self, *words, spec=None):
        for old in self.folder.glob("out*"):
            old.unlink()
        report = self.json("subgraphs", self.schema, spec or self.spec, "-o", self.folder / "out", "-q", *words)
        return report, examples_in(self.folder / "out"), {one["set"]: one for one in report["sizes"]}

    def test_they_are_errors_that_name_the_way_out(self):
        self.refused("subgraphs", self.schema, self.spec, "-o", self.folder / "out",
                     says="owns.csv:5:1: source 'p9' is not a node id of 'person'; use --dangling drop to skip such edges")
        self.refused("subgraphs", self.schema, self.spec, "-o", self.folder / "out", "--dangling", "skip", says="'skip'")

    def test_edges_are_left_out_with_their_features(self):
        report, found, sizes = self.sample("--dangling", "drop")
        self.assertEqual((sizes["edges/owns"]["dropped"], sizes["edges/owned"]["dropped"], sizes["edges/owns"]["in_graph"]), (3, 3, 3))
        self.assertNotIn("dropped", sizes["nodes/card"])
        self.assertEqual([one.get("edges/owns.number", []) for one in found], [[2, 4], [0], []])
        self.assertEqual(found[0]["edges/owns.weight"], [2.0, 4.0])
        self.assertEqual(found[0]["nodes/card.limit"], [1.5, 2.5][::-1])
        self.assertEqual(sorted(found[0]["edges/owned.number"]), [0, 2, 4])
        self.assertIn("'owns': 3 edges dropped because an end is not a node", " ".join(report["notes"]))

    def test_rows_are_those_of_the_table(self):
        _, found, _ = self.sample("--dangling", "drop", "--features", "rows")
        self.assertEqual([one.get("edges/owns.#row", []) for one in found], [[2, 4], [0], []])

    def test_the_heaviest_of_the_edges_that_stay(self):
        _, found, _ = self.sample("--dangling", "drop", spec=self.write("one.pbtxt", spec_text("person", ("owns", "seed", "owns", 1, "TOP_K"))))
        self.assertEqual([one.get("edges/owns.number", []) for one in found], [[4], [0], []])

    def test_a_node_with_default_features(self):
        report, found, sizes = self.sample("--dangling", "default")
        self.assertEqual((sizes["nodes/card"]["added"], sizes["nodes/person"]["added"], sizes["nodes/person"]["in_graph"]), (1, 1, 4))
        self.assertNotIn("dropped", sizes["edges/owns"])
        self.assertEqual(found[0]["edges/owns.number"], [1, 2, 4])
        self.assertEqual(found[0]["nodes/card.limit"], [0.0, 2.5, 1.5])
        self.assertEqual(found[0]["nodes/person.name"], [b"Ada", b"Cy", b"Bo", b""])
        self.assertEqual(found[3]["nodes/person.age"][0], 0)
        self.assertIn("'card': one node that no table has added with default features", " ".join(report["notes"]))

    def test_seeds(self):
        write_table(self.folder, "seeds.csv", {"id": ["p7", "p2", "p8", "p1"]})
        seeds = self.folder / "seeds.csv"
        write_table(self.folder, "owns.csv", {"source": ["p2"], "target": ["c1"], "weight": [1.0], "number": [0]})
        self.refused("subgraphs", self.schema, self.spec, "-o", self.folder / "out", "--seeds", seeds,
                     says="seeds.csv:2:1: 'p7' is not a node id of 'person'; use --dangling drop to skip such seeds")
        report, found, _ = self.sample("--dangling", "drop", "--seeds", seeds)
        self.assertEqual((report["seeds"], report["dropped_seeds"]), (2, 2))
        self.assertEqual([one["nodes/person.name"][0] for one in found], [b"Bo", b"Ada"])
        report, found, sizes = self.sample("--dangling", "default", "--seeds", seeds)
        self.assertEqual((report["seeds"], sizes["nodes/person"]["added"]), (4, 2))
        self.assertEqual([one["nodes/person.name"][0] for one in found], [b"", b"Bo", b"", b"Ada"])
        self.refused("subgraphs", self.schema, self.spec, "-o", self.folder / "none", "--dangling", "drop", "--seeds", self.write("no.txt", "x\ny\n"),
                     says="no.txt: none of the seeds is a node")

    def test_labels_and_times_stay_with_their_seeds(self):
        schema = schema_text({**NODES, "_readout": ("", {"label": ("DT_INT64", [])})}, {**EDGES, "_readout/seed": ("person", "_readout", "", {}, "")})
        self.schema = self.write("labelled.pbtxt", schema)
        write_table(self.folder, "seeds.csv", {"id": ["p7", "p2", "p8", "p1"], "label": [7, 2, 8, 1]})
        _, found, _ = self.sample("--dangling", "drop", "--seeds", self.folder / "seeds.csv", "--readout", "seed")
        self.assertEqual([one["nodes/_readout.label"] for one in found], [[2], [1]])
        _, found, _ = self.sample("--dangling", "default", "--seeds", self.folder / "seeds.csv", "--readout", "seed")
        self.assertEqual([one["nodes/_readout.label"] for one in found], [[7], [2], [8], [1]])


class CreditCards(ProgramTest):
    """TensorFlow GNN's own example, in which six cards are owned that no table has."""

    FILES = PLACE / "data/tfgnn_creditcard"

    def test_it_is_refused_with_the_way_out(self):
        self.refused("subgraphs", self.FILES / "graph_schema.pbtxt", self.FILES / "sampling_spec.pbtxt", "-o", self.folder / "out",
                     says="owns_card.csv:9:9: target '1238474857489384' is not a node id of 'creditcard'; use --dangling drop to skip such edges")

    def test_its_edges_between_nodes(self):
        tables = {}
        for name in ("customer", "creditcard", "owns_card"):
            with open(self.FILES / f"{name}.csv", newline="") as file:
                tables[name] = list(csv.DictReader(file))
        cards = {row["id"]: row for row in tables["creditcard"]}
        owned = {row["source"]: cards.get(row["target"]) for row in tables["owns_card"]}
        dangling = sum(card is None for card in owned.values())
        self.assertEqual((len(owned), dangling), (24, 6))
        report = self.json("subgraphs", self.FILES / "graph_schema.pbtxt", self.FILES / "sampling_spec.pbtxt", "--dangling", "drop",
                           "-o", self.folder / "out", "-q")
        self.assertEqual({one["set"]: one for one in report["sizes"]}["edges/owns_card"]["dropped"], dangling)
        found = examples_in(self.folder / "out")
        self.assertEqual(len(found), len(tables["customer"]))
        for one, row in zip(found, tables["customer"]):
            self.assertEqual(one["nodes/customer.name"] + one["nodes/customer.address"], [row["name"].encode(), row["address"].encode()])
            card = owned[row["id"]]
            self.assertEqual(one.get("nodes/creditcard.number", []), [int(card["number"])] if card else [])
            self.assertEqual(one.get("nodes/creditcard.issuer", []), [card["issuer"].encode()] if card else [])
        self.ok("records", self.folder / "out", "--check")


if __name__ == "__main__":
    unittest.main()
