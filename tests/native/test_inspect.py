"""inspect DIR|ASSIGN|OUT: counts against numpy, and what is drawn."""

import json
import random
import re
import unittest

import numpy as np

from graph_reference import reference_dispatch
from graph_writer import write_partitioned
from program import ProgramTest
from random_graphs import random_assignment, random_graph, write_assignment, write_chunked
from rounds import rounds
from test_graph_reader import hand_case


def columns_of(rows):
    return None if rows.ndim == 1 else rows.shape[1]


def all_ends(graph, part_of):
    """The part of the source and of the destination of every edge, and the destination as a pair of type and id."""
    for name, (sources, targets) in graph.edges.items():
        source, target = graph.ends(name)
        for s, t in zip(sources.tolist(), targets.tolist()):
            yield int(part_of[source][s]), int(part_of[target][t]), (target, t)


def sampled(graph, part_of, parts, fanout):
    """How many in-neighbours in part j a node of part i samples on average."""
    degrees, nodes = {}, np.zeros(parts)
    for owners in part_of.values():
        nodes += np.bincount(owners, minlength=parts)
    ends = list(all_ends(graph, part_of))
    for _, _, node in ends:
        degrees[node] = degrees.get(node, 0) + 1
    found = np.zeros((parts, parts))
    for source, target, node in ends:
        found[target, source] += min(fanout, degrees[node]) / degrees[node] / nodes[target]
    return found, nodes


def expected_steps(graph, part_of, parts, fanouts, seeds):
    """Requested and unique rows of other parts, by part."""
    hops = [sampled(graph, part_of, parts, fanout) for fanout in fanouts]
    nodes = hops[0][1]
    for part in range(parts):
        reached, requested = np.eye(parts)[part] * seeds * (nodes[part] > 0), np.zeros(parts)
        for neighbours, _ in hops:
            reached = reached @ neighbours
            requested += reached
        others = (np.arange(parts) != part) & (nodes > 0)
        unique = nodes[others] * (1 - np.exp(-requested[others] / nodes[others]))
        yield requested[others].sum(), unique.sum()


class Inspect(ProgramTest):
    def partitioned(self, graph, part_of, parts, form="dgl", **how):
        out = self.folder / f"out{len(list(self.folder.iterdir()))}"
        reference = reference_dispatch(graph, part_of, parts, **how)
        write_partitioned(out, reference, form)
        return out, reference

    def test_a_chunked_graph(self):
        graph, _ = hand_case()
        write_chunked(np.random.default_rng(3), graph, self.folder / "chunks")
        text = self.ok("inspect", self.folder / "chunks")
        self.assertIn("hand: 7 nodes of 2 types, 10 edges of 2 types", text)
        self.assertRegex(text, r"a +4 +feat \(float32 × 2\)")
        self.assertRegex(text, r"b +3 +mask \(bool\)")
        self.assertRegex(text, r"a:to:b +6 .*weight \(float16\)")
        answer = self.json("inspect", self.folder / "chunks")
        self.assertEqual((answer["schema"], answer["kind"]), ("tuplepack.inspect/1", "chunks"))
        self.assertEqual([(one["name"], one["nodes"]) for one in answer["node_types"]], [("a", 4), ("b", 3)])
        self.assertEqual(answer["edge_types"][0]["features"][0]["type"], "float16")

    def test_an_assignment(self):
        graph, part_of = hand_case()
        write_assignment(self.folder / "assignment", part_of, 2)
        answer = self.json("inspect", self.folder / "assignment")
        self.assertEqual(answer["kind"], "assignment")
        self.assertEqual(answer["nodes_by_type"], {"a": [2, 2], "b": [1, 2]})
        text = self.ok("inspect", self.folder / "assignment")
        self.assertIn("7 nodes of 2 types assigned to 2 parts\n", text)
        self.assertRegex(text, r"0 +3 +█{12} +2 +1\n")
        self.assertRegex(text, r"1 +4 +█{16} +2 +2\n")
        self.assertIn("the largest part over the mean: 1.143", text)
        (self.folder / "assignment" / "a.txt").write_text("0\n1\n2\n0\n")
        self.refused("inspect", self.folder / "assignment", says="a.txt:3")
        for text in ("0\r\n1\r\n1\r\n0\r\n", "0\r1\r1\r0\r", "# parts\n0\n\n1\n1\n\n0\n\n", "0\n1\n1\n0"):
            (self.folder / "assignment" / "a.txt").write_bytes(text.encode())
            self.assertEqual(self.json("inspect", self.folder / "assignment"), answer, text)

    def test_the_hand_case(self):
        graph, part_of = hand_case()
        for form in ("dgl", "npy"):
            out, _ = self.partitioned(graph, part_of, 2, form)
            answer = self.json("inspect", out)
            self.assertEqual((answer["kind"], answer["parts"]), ("parts", 2))
            self.assertEqual(answer["graph"], {"name": "hand", "nodes": 7, "edges": 10})
            self.assertEqual(answer["cut_matrix"], [[0, 3], [3, 0]])
            self.assertEqual(answer["metrics"]["cut"], 6)
            self.assertEqual([part["halo"] for part in answer["part_sizes"]], [3, 2])
            self.assertEqual(answer["part_sizes"][0]["halo_by_type"], {"a": 1, "b": 2})
            self.assertEqual(answer["part_sizes"][1]["edges_by_type"], {"a:to:b": 3, "b:rev:a": 1})
            for part in answer["part_sizes"]:
                files = [path for path in (out / f"part{part['part']}").rglob("*") if path.is_file()]
                self.assertEqual(part["bytes"], sum(path.stat().st_size for path in files))
            text = self.ok("inspect", out)
            self.assertIn("6 edges, 60.00% of all, end in another part", text)
            self.assertIn("0 │··██│\n", text)
            self.assertIn("1 │██··│\n", text)
            one = self.ok("inspect", out, "--part", 1)
            self.assertIn("hand, part 1 of 2: 4 nodes, 4 edges and 2 HALO nodes", one)
            self.assertRegex(one, r"0 +3 +3 +2\n")
            self.assertRegex(one, r"a +2 +3 … 4 +1\n")
            self.assertRegex(one, r"b:rev:a +1 +9 … 9\n")
        self.refused("inspect", out, "--part", 2, says="there are 2 parts")

    def test_random_graphs(self):
        seed = random.randrange(2**32)
        rng = np.random.default_rng(seed)
        for trial in rounds(30):
            with self.subTest(seed=seed, trial=trial):
                graph, parts = random_graph(rng), int(rng.choice([1, 2, 3, 8]))
                part_of = random_assignment(rng, graph, parts)
                hops, edges = int(rng.integers(1, 3)), str(rng.choice(["in", "both"]))
                out, reference = self.partitioned(graph, part_of, parts, hops=hops, edges=edges)
                answer = self.json("inspect", out, "--fanout", "2,3", "--batch-size", 5)
                matrix = np.zeros((parts, parts), np.int64)
                for source, target, _ in all_ends(graph, part_of):
                    matrix[source, target] += source != target
                self.assertEqual(answer["cut_matrix"], matrix.tolist())
                self.assertEqual(answer["metrics"]["cut"], matrix.sum())
                steps = expected_steps(graph, part_of, parts, (2, 3), 5)
                for part, found, (requested, unique) in zip(reference.parts, answer["part_sizes"], steps):
                    inner = int(part.graph.node_data["inner_node"].sum())
                    self.assertEqual((found["nodes"], found["halo"]), (inner, part.graph.nodes - inner))
                    self.assertEqual(found["edges"] + found["outer_edges"], len(part.graph.src))
                    self.assertAlmostEqual(found["step"]["requested_rows"], requested, places=4)
                    self.assertAlmostEqual(found["step"]["unique_rows"], unique, places=4)
                    width = found["step"]["row_bytes"]
                    bytes_moved = round(unique) * width + 4 * round(requested) if width else 0
                    near_half = abs(unique % 1 - 0.5) < 1e-3 or abs(requested % 1 - 0.5) < 1e-3
                    self.assertTrue(near_half or found["step"]["bytes"] == bytes_moved)
                self.ok("inspect", out)

    def test_many_parts_share_cells(self):
        graph, _ = hand_case()
        out, _ = self.partitioned(graph, {"a": np.array([0, 150, 0, 299]), "b": np.array([5, 9, 299])}, 300)
        text = self.ok("inspect", out)
        self.assertIn("group of parts", text)
        self.assertIn("and 236 parts more", text)
        self.assertLessEqual(max(len(line) for line in re.findall(r".*│", text)), 80)

    def test_row_bytes(self):
        graph, part_of = hand_case()
        out, _ = self.partitioned(graph, part_of, 2)
        self.assertEqual([part["step"]["row_bytes"] for part in self.json("inspect", out)["part_sizes"]], [3, 5])
        answer = self.json("inspect", out, "--row-bytes", 400)
        self.assertEqual([part["step"]["row_bytes"] for part in answer["part_sizes"]], [400, 400])

    def test_what_cannot_be_read(self):
        graph, part_of = hand_case()
        self.refused("inspect", self.folder / "none", says="none: No such file")
        self.refused("inspect", self.folder, says="has neither metadata.json nor partition_meta.json")
        out, _ = self.partitioned(graph, part_of, 2)
        graph_file = out / "part1" / "graph.dgl"
        whole = graph_file.read_bytes()
        graph_file.write_bytes(whole[:5000])
        self.refused("inspect", out, says=f"tuplepack: {graph_file}: ")
        graph_file.unlink()
        self.refused("inspect", out, says=f"tuplepack: {graph_file}: ")
        write_chunked(np.random.default_rng(3), graph, self.folder / "chunks")
        self.refused("inspect", self.folder / "chunks", "--part", 0, says="--part is for partitioned graphs")
        metadata = json.loads((self.folder / "chunks" / "metadata.json").read_text())
        lacking = self.folder / "chunks" / next(file for edges in metadata["edges"].values() for file in edges["data"])
        content = lacking.read_bytes()
        lacking.unlink()
        self.refused("inspect", self.folder / "chunks", says=f"tuplepack: {lacking}: No such file or directory")
        lacking.write_bytes(content)
        self.refused("inspect", self.folder / "chunks" / "metadata.json", says="metadata.json: not a directory")


if __name__ == "__main__":
    unittest.main()
