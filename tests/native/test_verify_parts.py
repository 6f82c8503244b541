"""verify OUT --against DIR: whatever is changed in a partitioned graph is found, and its place is told."""

import copy
import json
import random
import shutil
import unittest

import numpy as np

import graph_reader
from graph_reference import reference_dispatch
from graph_writer import write_partitioned
from program import ProgramTest
from random_graphs import random_assignment, random_graph, write_assignment, write_chunked
from rounds import rounds, some
from test_graph_reader import hand_case

CHECKS = ["metadata", "files", "manifest", "arrays", "node ids", "edge ids", "nodes", "edges", "ends", "HALO",
          "node features", "edge features"]


def arrays_of(partitioned):
    """Every array, by part, the file that it is in, and its name there."""
    for p, part in enumerate(partitioned.parts):
        yield from (((p, "graph", name), getattr(part.graph, name)) for name in ("src", "dst"))
        for file, arrays in (("graph", part.graph.node_data), ("graph", part.graph.edge_data),
                             ("node_feat", part.node_feats), ("edge_feat", part.edge_feats),
                             ("orig_nids", part.orig_nids), ("orig_eids", part.orig_eids)):
            yield from (((p, file, name), values) for name, values in arrays.items())


class PartsTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.graph, self.part_of = hand_case()
        self.chunks, self.out = self.folder / "chunks", self.folder / "out"
        write_chunked(np.random.default_rng(1), self.graph, self.chunks)

    def written(self, partitioned, form="dgl"):
        shutil.rmtree(self.out, ignore_errors=True)
        write_partitioned(self.out, partitioned, form)

    def answer(self, code, chunks=None):
        return self.json("verify", self.out, "--against", chunks or self.chunks, code=code)

    def holds(self, chunks=None):
        answer = self.answer(0, chunks)
        self.assertEqual(answer["schema"], "tuplepack.verify/1")
        self.assertEqual([check["name"] for check in answer["checks"]], CHECKS)
        self.assertTrue(answer["holds"] and all(check["holds"] for check in answer["checks"]))
        return answer

    def fails(self, *says, chunks=None):
        """The sentence of the first check that fails."""
        answer = self.answer(1, chunks)
        self.assertFalse(answer["holds"])
        found = next(check for check in answer["checks"] if not check["holds"])
        self.assertIs(found["holds"], False)
        self.assertTrue(found["found"].startswith(f"{self.out}/"), found["found"])
        for word in says:
            self.assertIn(word, found["found"])
        return found["name"]


class VerifyParts(PartsTest):
    def test_the_hand_case(self):
        for hops, edges, form in ((1, "in", "dgl"), (1, "in", "npy"), (2, "in", "dgl"), (1, "both", "npy"),
                                  (3, "both", "dgl")):
            self.written(reference_dispatch(self.graph, self.part_of, 2, hops, edges), form)
            answer = self.holds()
            self.assertEqual(answer["graph"], {"name": "hand", "nodes": 7, "edges": 10})
            self.assertEqual((answer["parts"], answer["hops"]), (2, hops))
        text = self.ok("verify", self.out, "--against", self.chunks)
        self.assertEqual(text.count("✓"), len(CHECKS))
        self.assertIn("hand: 7 nodes and 10 edges in 2 parts", text)

    def test_a_change_of_any_element(self):
        for hops, edges, form, most in ((1, "in", "dgl", 100), (2, "both", "npy", 1)):
            out = reference_dispatch(self.graph, self.part_of, 2, hops, edges)
            for (part, file, name), values in arrays_of(out):
                for index in some(list(np.ndindex(values.shape))[-most:], share=8):
                    kept = copy.copy(values[index])
                    values[index] = 1 - kept if name.startswith("inner") else kept + 1
                    self.written(out, form)
                    with self.subTest(part=part, file=file, name=name, index=index, form=form):
                        self.fails(f"part{part}/{file}" if not file.startswith("orig") else file)
                    values[index] = kept
            self.written(out, form)
            self.holds()

    def test_messages(self):
        def changed(change):
            out = reference_dispatch(self.graph, self.part_of, 2)
            change(out.parts)
            self.written(out)

        def swapped(rows):
            rows[[0, 1]] = rows[[1, 0]]

        changed(lambda parts: swapped(parts[0].node_feats["a/feat"]))
        self.assertEqual(self.fails("part0/node_feat.dgl: row 0 of a/feat differs from row 0 of the original"),
                         "node features")
        changed(lambda parts: swapped(parts[1].edge_feats["a:to:b/weight"]))
        self.assertEqual(self.fails("part1/edge_feat.dgl: row 0 of a:to:b/weight differs from row 0"), "edge features")
        changed(lambda parts: swapped(parts[0].graph.src[1:]))
        self.assertEqual(self.fails("part0/graph.dgl: the source of edge [1], edge 2 of a:to:b (2 → 1), is 0, node 0 "
                                    "instead of node 1"), "ends")
        changed(lambda parts: parts[1].graph.node_data["_ID"].__setitem__(5, 6))
        self.assertEqual(self.fails("part1/graph.dgl: node _ID[5] is 6, which the part owns"), "nodes")
        changed(lambda parts: parts[1].orig_nids["a"].__setitem__(0, 2))
        self.assertEqual(self.fails("part1/orig_nids.dgl: a[0] is 2, which part 0 has too"), "node ids")
        changed(lambda parts: parts[0].node_feats.pop("a/feat"))
        self.assertEqual(self.fails("part0/node_feat.dgl: missing array a/feat"), "arrays")
        changed(lambda parts: parts[0].node_feats.update({"a/more": np.zeros(2)}))
        self.assertEqual(self.fails("part0/node_feat.dgl: a/more is an unexpected array"), "arrays")
        changed(lambda parts: parts[0].graph.edge_data.update(_TYPE=np.zeros(6, np.float32)))
        self.assertEqual(self.fails("part0/graph.dgl: _TYPE is float32 [6] instead of int32 [6]"), "arrays")

    def test_an_array_in_fortrans_order(self):
        """Its values are those of the original, but its rows are not where a loader looks for them."""
        self.written(reference_dispatch(self.graph, self.part_of, 2), "npy")
        path = self.out / "part1/node_feat/a/feat.npy"
        np.save(path, np.asfortranarray(np.load(path)))
        self.assertEqual(self.fails("part1/node_feat/a/feat.npy: an array in Fortran's order"), "files")

    def test_a_node_or_an_edge_of_the_wrong_part(self):
        """Each output is right in itself, but for another graph or by another rule."""
        moved = copy.deepcopy(self.graph)
        moved.edges["a:to:b"][1, 2] = 0  # its destination is owned by another part
        self.written(reference_dispatch(moved, self.part_of, 2))
        self.assertEqual(self.fails("is edge 2 of a:to:b (2 → 1), but part 0 owns its destination"), "ends")
        moved = copy.deepcopy(self.graph)
        moved.edges["b:rev:a"][0, 1] = 2
        self.written(reference_dispatch(moved, self.part_of, 2))
        self.assertEqual(self.fails("edge 1 of b:rev:a (1 → 1)", "node 6 instead of node 2"), "ends")

    def test_edges_that_are_missing_or_stored_twice(self):
        out = reference_dispatch(self.graph, self.part_of, 2)
        out.parts[1].orig_eids["a:to:b"][1] = 2
        self.written(out)
        self.assertEqual(self.fails("part1/orig_eids.dgl: a:to:b[1] is edge 2 of a:to:b (2 → 1), which part 0 has"),
                         "ends")
        out = reference_dispatch(self.graph, self.part_of, 2, edges="both")
        graph = out.parts[0].graph
        graph.src, graph.dst = graph.src[:-1], graph.dst[:-1]
        graph.edge_data = {name: values[:-1] for name, values in graph.edge_data.items()}
        self.written(out)
        self.assertEqual(self.fails("part0/graph.dgl: 2 of the 3 edges from its nodes"), "HALO")
        out = reference_dispatch(self.graph, self.part_of, 2, hops=2)
        graph = out.parts[1].graph
        graph.src, graph.dst = graph.src[:-1], graph.dst[:-1]
        graph.edge_data = {name: values[:-1] for name, values in graph.edge_data.items()}
        self.written(out)
        self.assertEqual(self.fails("part1/graph.dgl: HALO node [4], 0, has 0 of its 1 edges"), "HALO")

    def test_a_halo_node_too_many(self):
        out = reference_dispatch(self.graph, self.part_of, 2)
        graph = out.parts[1].graph
        graph.nodes += 1
        for name, value in (("_ID", 1), ("_TYPE", 0), ("inner_node", 0)):
            graph.node_data[name] = np.insert(graph.node_data[name], 5, value)
        for ends in (graph.src, graph.dst):
            ends[ends == 5] = 6
        self.written(out)
        self.assertEqual(self.fails("part1/graph.dgl: HALO node [5], 1, is the end of no edge"), "HALO")

    def test_metadata(self):
        self.written(reference_dispatch(self.graph, self.part_of, 2))
        path = self.out / "metadata.json"
        whole = json.loads(path.read_text())
        for key, value, says in (
                ("graph_name", "x", "graph_name is x instead of hand"),
                ("num_nodes", 8, "num_nodes is 8 instead of 7"),
                ("num_edges", 9, "num_edges is 9 instead of 10"),
                ("halo_hops", 0, "halo_hops is 0"),
                ("ntypes", {"b": 0, "a": 1}, "node_map of 'b' has [2, 3] for part 0; it has to begin at 0"),
                ("etypes", {"b:rev:a": 0, "a:to:b": 1}, "edge_map of 'b:rev:a' has [3, 6] for part 0"),
                ("node_map", {"a": [[0, 2], [2, 4]], "b": [[4, 5], [5, 7]]}, "node_map of 'b' has [4, 5] for part 0"),
                ("node_map", {"a": [[0, 2], [3, 6]], "b": [[2, 3], [6, 7]]}, "the ranges of a in node_map have 5 ids"),
                ("edge_map", {"a:to:b": [[0, 3], [6, 9]], "b:rev:a": [[3, 7], [9, 9]]}, "has [6, 9] for part 1")):
            path.write_text(json.dumps({**whole, key: value}))
            self.assertEqual(self.fails(says), "metadata")
        path.write_text(json.dumps({**whole, "halo_hops": 2}))
        self.assertEqual(self.fails("HALO node"), "HALO")
        for key in whole:
            path.write_text(json.dumps({name: value for name, value in whole.items() if name != key}))
            self.refused("verify", self.out, "--against", self.chunks, says=key)
        for text in ("", "{", "[]", json.dumps({**whole, "num_parts": 3}), json.dumps({**whole, "num_parts": 0}),
                     json.dumps({**whole, "ntypes": {"a": 0, "b": 0}})):
            path.write_text(text)
            self.refused("verify", self.out, "--against", self.chunks, says="metadata.json")

    def test_files(self):
        for form in ("dgl", "npy"):
            self.written(reference_dispatch(self.graph, self.part_of, 2), form)
            files = [path for path in sorted(self.out.rglob("*")) if path.is_file() and path.name != "metadata.json"]
            for path in files:
                whole, name = path.read_bytes(), str(path.relative_to(self.out))
                named = name if form == "dgl" else "part"
                for damaged in some([whole[:-1], whole[:len(whole) // 2], b"", b"\1" + whole[1:]], share=4):
                    path.write_bytes(damaged)
                    with self.subTest(name):
                        self.assertEqual(self.fails(named), "files")
                path.unlink()
                with self.subTest(name):
                    self.assertIn(self.fails(named), ("files", "arrays"))
                path.write_bytes(whole)
            (self.out / "part1" / "left.over").write_text("?")  # nothing to DGL
            self.holds()

    def test_random_graphs(self):
        seed = random.randrange(2**32)
        rng = np.random.default_rng(seed)
        for trial in rounds(40):
            with self.subTest(seed=seed, trial=trial):
                graph, parts = random_graph(rng), int(rng.choice([1, 2, 3, 8]))
                chunks = self.folder / f"chunks{trial}"
                write_chunked(rng, graph, chunks)
                out = reference_dispatch(graph, random_assignment(rng, graph, parts), parts, int(rng.integers(1, 4)),
                                         rng.choice(["in", "both"]))
                form = rng.choice(["dgl", "npy"])
                self.written(out, form)
                self.holds(chunks)
                filled = [values for _, values in arrays_of(out) if values.size]
                if not filled:
                    continue
                values = filled[rng.integers(len(filled))]
                values.reshape(-1)[rng.integers(values.size)] += 1
                self.written(out, form)
                self.fails(chunks=chunks)

    def test_usage(self):
        self.written(reference_dispatch(self.graph, self.part_of, 2))
        self.refused("verify", self.out, says="--against DIR")
        self.refused("verify", self.out, "--against", self.folder / "none", says="none")
        self.refused("verify", self.chunks, "--against", self.chunks,
                     says=f"{self.chunks}: a chunked graph, not a partitioned one; partition and dispatch it first")
        self.refused("verify", self.out, "--against", self.out, says=f"{self.out}: a partitioned graph, not the chunked one that it was made from")
        self.refused("verify", self.chunks / "metadata.json", "--against", self.chunks, says="not a partitioned graph")
        self.refused("verify", self.out, "--against", self.chunks, "--data", "x", says="--data")


class WhatDispatchWrites(PartsTest):
    """The same graph by the program itself, with its manifest."""

    def dispatched(self, *words):
        write_assignment(self.folder / "assignment", self.part_of, 2)
        shutil.rmtree(self.out, ignore_errors=True)
        self.ok("dispatch", self.chunks, "--assignment", self.folder / "assignment", *words, "-o", self.out)
        return sorted(path for path in self.out.rglob("*") if path.is_file())

    def test_it_holds(self):
        for hops, edges, form in ((1, "in", "dgl"), (2, "both", "dgl"), (1, "in", "npy"), (3, "in", "npy")):
            self.dispatched("--hops", hops, "--edges", edges, "--format", form)
            answer = self.holds()
            self.assertIn("sizes and hashes", answer["checks"][CHECKS.index("manifest")]["what"])

    def test_features_of_every_type(self):
        """Arrays have any type of numbers, DGL's tensors not all of them."""
        for kind in some(["|u1", "<u2", "<u4", "<u8", "|i1", "<i2", "<i4", "<i8", "<f2", "<f4", "<f8", "|b1"], share=6):
            most = 1 if kind == "|b1" else np.finfo(kind).max if kind[1] == "f" else np.iinfo(kind).max
            self.graph.node_data["a"] = {"x": np.array([0, 1, 1, most], kind)}
            self.graph.edge_data["a:to:b"] = {"y": np.array([[most, 0], [1, 0], [0, 1]] * 2, kind)}
            write_chunked(np.random.default_rng(2), self.graph, self.chunks)
            with self.subTest(kind):
                self.dispatched("--format", "npy")
                self.holds()
                stored = "|u1" if kind == "|b1" else kind
                for path, key in ((self.out / "part1/node_feat/a/x.npy", "a/x"),
                                  (self.out / "part1/edge_feat/a:to:b/y.npy", "a:to:b/y")):
                    self.assertEqual(np.load(path).dtype, np.dtype(stored))
                    self.damaged_feature(path, key)
                if kind in ("<u2", "<u4", "<u8"):
                    for form in ("dgl", "graphbolt"):
                        self.refused("dispatch", self.chunks, "--assignment", self.folder / "assignment",
                                     "--format", form, "-o", self.folder / "refused",
                                     says=f"feature 'a/x': DGL has no tensors of type {np.dtype(kind)}")
                else:
                    self.dispatched()
                    self.holds()

    def damaged_feature(self, path, key):
        """Another type of the same width, another shape, other rows: each is found, with and without a manifest."""
        whole, rows, manifest = path.read_bytes(), np.load(path), self.out / "manifest.json"
        listed = manifest.read_bytes()
        other = np.dtype(f"<{'u' if rows.dtype.kind == 'i' else 'i'}{rows.dtype.itemsize}")
        shape = list(rows.shape)
        changed = rows.copy()
        changed[-1] = changed[-1] == 0
        for values, says in ((rows.view(other), f"{key} is {other} {shape} instead of {rows.dtype} {shape}"),
                             (rows[:-1], f"{key} is {rows.dtype} {[shape[0] - 1, *shape[1:]]} instead of"),
                             (rows[..., None], f"{key} is {rows.dtype} {[*shape, 1]} instead of"),
                             (changed, f"row {len(rows) - 1} of {key} differs from row")):
            np.save(path, values)
            manifest.unlink()
            self.fails(says)
            manifest.write_bytes(listed)
            self.assertEqual(self.fails(path.name), "manifest")
        path.write_bytes(whole)
        self.holds()

    def test_every_file_is_in_the_manifest(self):
        for form in ("dgl", "npy"):
            for path in self.dispatched("--format", form):
                name, whole = str(path.relative_to(self.out)), path.read_bytes()
                if name == "manifest.json":
                    continue
                if whole[-1:].isspace():
                    path.write_bytes(whole[:-1] + b" ")  # still JSON
                elif name.endswith(".npy"):
                    path.write_bytes(whole.replace(b"{'descr'", b"{ 'descr'", 1).replace(b" \n", b"\n", 1))
                else:
                    continue
                with self.subTest(name):
                    self.assertEqual(self.fails(f"{name}: its hash is"), "manifest")
                path.write_bytes(whole)
            self.holds()

    def test_our_own_order_and_types(self):
        """DGL asks for less: what dispatch wrote differs from that only with its manifest."""
        self.dispatched()
        surplus = self.out / "part1" / "left.over"
        surplus.write_text("?")
        self.assertEqual(self.fails("part1/left.over: unexpected file, not part of any partition"), "manifest")
        surplus.unlink()
        path = self.out / "part0" / "graph.dgl"
        whole = graph_reader.read_dgl_graph(path)
        self.assertEqual(whole.node_data["_TYPE"].dtype, np.int32)
        metadata = self.out / "metadata.json"
        text = json.loads(metadata.read_text())
        metadata.write_text(json.dumps({**text, "ntypes": {"b": 0, "a": 1}}))
        answer = self.answer(1)
        self.assertIn("ntypes gives 0 to b instead of a", answer["checks"][0]["found"])

    def test_a_change_that_only_the_hash_shows(self):
        self.dispatched()
        path = self.out / "part0" / "graph.dgl"
        whole = path.read_bytes()
        path.write_bytes(whole[:100] + b"\1" + whole[101:])  # what DGL leaves uninitialised
        self.assertEqual(self.fails("part0/graph.dgl: its hash is"), "manifest")

    def test_the_manifest_itself(self):
        self.dispatched()
        path = self.out / "manifest.json"
        whole = json.loads(path.read_text())

        def changed(change):
            manifest = copy.deepcopy(whole)
            change(manifest["files"])
            path.write_text(json.dumps(manifest))

        changed(lambda files: files[0].update(hash="0" * 32))
        self.assertEqual(self.fails(whole["files"][0]["path"], "the manifest declares " + "0" * 32), "manifest")
        changed(lambda files: files[1].update(bytes=1))
        self.assertEqual(self.fails(whole["files"][1]["path"], "bytes; the manifest declares 1"), "manifest")
        changed(lambda files: files.pop())
        self.assertEqual(self.fails(whole["files"][-1]["path"] + ": not listed in the manifest"), "manifest")
        changed(lambda files: files.append({"path": "part2/x", "bytes": 0, "hash": "0"}))
        self.assertEqual(self.fails("part2/x: listed in the manifest"), "manifest")
        path.write_text("{}")
        self.assertEqual(self.fails("manifest.json: /: the key 'files' is missing"), "manifest")
        path.unlink()
        self.assertIn("no manifest.json", self.holds()["checks"][CHECKS.index("manifest")]["what"])


if __name__ == "__main__":
    unittest.main()
