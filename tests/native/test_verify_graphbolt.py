"""verify OUT --against DIR and inspect OUT, for parts with graphs of GraphBolt: whatever is changed in one is found."""

import copy
import json
import random
import shutil
import sys
import types
import unittest
import unittest.mock
import zipfile

import numpy as np

import graphbolt_reader
from graph_reader import Chunked
from graph_reference import reference_dispatch
from graphbolt_writer import (FILE, GRAPH_CLASS, pickled, sampling_states, write_archive,
                              write_graphbolt_parts, write_sampling_graph)
from program import run
from random_graphs import random_assignment, random_graph, write_assignment, write_chunked
from rounds import rounds, some
from test_verify_parts import CHECKS, PartsTest
from unigraphs import spec_text

try:
    import torch
except ImportError:
    torch = None


LOOKUPS = ("_dgl2gb_eid", "_gb_dst_id")  # of DistGraph.find_edges()


def arrays_of(states):
    """Every array, by part, and its place in the state."""
    for p, state in enumerate(states):
        for entry, arrays in state.items():
            for name in arrays:
                yield (p, entry, name), arrays


def homogeneous():
    edges = np.array([[0, 1, 2, 0, 3, 3, 0], [1, 1, 0, 3, 3, 1, 3]])
    return Chunked("one", {"_N": 4}, {"_N:_E:_N": edges}, {}, {}), {"_N": np.array([0, 1, 1, 0])}


class GraphboltTest(PartsTest):
    def sampled(self, partitioned, states=None, write=write_sampling_graph):
        shutil.rmtree(self.out, ignore_errors=True)
        write_graphbolt_parts(self.out, partitioned, states, write)

    def pt(self, part):
        return self.out / f"part{part}" / f"{FILE}.pt"


class VerifyGraphbolt(GraphboltTest):
    def test_the_hand_case(self):
        for hops, edges in ((1, "in"), (2, "in"), (1, "both"), (3, "both")):
            self.sampled(reference_dispatch(self.graph, self.part_of, 2, hops, edges))
            self.holds()

    def test_one_type(self):
        """Such a graph has no types at all."""
        graph, part_of = homogeneous()
        write_chunked(np.random.default_rng(2), graph, self.folder / "one")
        for hops, edges in ((1, "in"), (2, "both")):
            out = reference_dispatch(graph, part_of, 2, hops, edges)
            states = sampling_states(out)
            self.assertFalse({"node_type_to_id", "edge_type_to_id"} & set(states[0]))
            self.sampled(out, states)
            self.holds(self.folder / "one")
            states[1]["independent_tensors"]["type_per_edge"] = np.zeros(len(out.parts[1].graph.src), np.int8)
            self.sampled(out, states)
            self.assertEqual(self.fails("type_per_edge is an unexpected array", chunks=self.folder / "one"), "arrays")

    def test_a_change_of_any_element(self):
        for hops, edges in ((1, "in"), (2, "both")):
            out = reference_dispatch(self.graph, self.part_of, 2, hops, edges)
            states = sampling_states(out)
            for (part, entry, name), arrays in list(arrays_of(states)):
                for index in some(np.ndindex(arrays[name].shape), share=8):
                    whole = arrays[name]
                    arrays[name] = whole.copy()
                    arrays[name][index] = 1 - whole[index] if name.startswith("inner") else whole[index] + 1
                    self.sampled(out, states)
                    with self.subTest(part=part, entry=entry, name=name, index=index, hops=hops):
                        self.fails(f"part{part}/{FILE}.pt: ")
                    arrays[name] = whole
            self.sampled(out, states)
            self.holds()

    def test_arrays_that_are_missing_surplus_or_of_another_type(self):
        out = reference_dispatch(self.graph, self.part_of, 2)
        states = sampling_states(out)
        for (part, entry, name), arrays in some(arrays_of(states)):
            whole = arrays.pop(name)
            self.sampled(out, states)
            with self.subTest(part=part, entry=entry, name=name, is_="missing"):
                if name in LOOKUPS:
                    self.holds()  # DGL's dispatch leaves them out
                else:
                    self.assertIn(self.fails(f"part{part}/{FILE}.pt: missing ", name), ("files", "arrays"))
            for other in (np.uint8 if whole.dtype != np.uint8 else np.int32, np.float64):
                arrays[name] = whole.astype(other)
                self.sampled(out, states)
                with self.subTest(part=part, entry=entry, name=name, is_=other):
                    self.assertIn(self.fails(f"part{part}/{FILE}.pt: "), ("files", "arrays"))
            if whole.ndim:
                arrays[name] = whole[:-1]
                self.sampled(out, states)
                with self.subTest(part=part, entry=entry, name=name, is_="short"):
                    self.fails(f"part{part}/{FILE}.pt: ")
            arrays[name] = whole
            arrays["more"] = whole
            self.sampled(out, states)
            with self.subTest(part=part, entry=entry, is_="surplus"):
                self.assertEqual(self.fails(f"part{part}/{FILE}.pt: ", "more is an unexpected array"), "arrays")
            del arrays["more"]
            order = {key: arrays.pop(key) for key in sorted(arrays)}
            arrays.update(order)
        self.sampled(out, states)
        self.holds()
        for index in ("indptr", "indices", "type_per_edge"):  # DGL's dispatch does not narrow them
            wide = copy.deepcopy(states)
            wide[0]["independent_tensors"][index] = wide[0]["independent_tensors"][index].astype(np.int64)
            self.sampled(out, wide)
            self.holds()

    def test_messages(self):
        out = reference_dispatch(self.graph, self.part_of, 2)

        def changed(change, changed_lookups=0):
            states = copy.deepcopy(sampling_states(out))
            attributes = [state["edge_attributes"] for state in states]
            lookups = [{name: one.pop(name) for name in LOOKUPS} for one in attributes]
            change(*(state["independent_tensors"] for state in states), *attributes, *lookups[:changed_lookups])
            if changed_lookups:
                for one, given in zip(attributes, lookups):
                    one.update(given)
            self.sampled(out, states)

        def swapped(values, first=0):
            values[[first, first + 1]] = values[[first + 1, first]]

        # part 0 has the edges 3 | 4 5 | 0 1 2 into its nodes 0 1 2
        changed(lambda one, two, ids, more: swapped(one["indices"], 1))
        self.assertEqual(self.fails("part0/fused_csc_sampling_graph.pt: the source of edge [1], edge 2 of b:rev:a "
                                    "(2 → 2), is 2, node 2 instead of node 6"), "ends")
        changed(lambda one, two, ids, more: ids["_ID"].__setitem__(2, 4))
        self.assertEqual(self.fails("edge _ID[2] is 4, as is [1]"), "edges")
        changed(lambda one, two, ids, more: (swapped(ids["_ID"], 1), swapped(one["indices"], 1)))
        self.holds()  # in any order
        changed(lambda one, two, ids, more: swapped(ids["_ID"], 0))
        self.assertEqual(self.fails("edge _ID[0] is 4 instead of 3, edge 0 of b:rev:a (0 → 0)"), "ends")
        changed(lambda one, two, ids, more: ids["_ID"].__setitem__(0, 6))
        self.assertEqual(self.fails("edge _ID[0] is 6; the edges of the part are 0 to 5"), "edges")
        changed(lambda one, two, ids, more: one["indptr"].__setitem__(1, 2))
        self.assertEqual(self.fails("edge _ID[1] is 4, which does not lead into node [0]"), "ends")
        changed(lambda one, two, ids, more: one["indptr"].__setitem__(1, 0))
        self.assertEqual(self.fails("edge 0 of b:rev:a (0 → 0) is not among the edges into node [0]"), "ends")
        changed(lambda one, two, ids, more: one["indptr"].__setitem__(1, 4))
        self.assertEqual(self.fails("indptr[2] is 3; it must ascend from 0 to the number of edges, 6"), "files")
        changed(lambda one, two, ids, more: one["indptr"].__setitem__(3, 5))
        self.assertEqual(self.fails("5 edges into its nodes, but the part owns 6"), "edges")
        changed(lambda one, two, ids, more: one["indices"].__setitem__(3, 6))
        self.assertEqual(self.fails("the source of edge [3] is 6, but there are 6 nodes"), "edges")
        changed(lambda one, two, ids, more: two["type_per_edge"].__setitem__(0, 0))
        self.assertEqual(self.fails("part1/fused_csc_sampling_graph.pt: type_per_edge[0] is 0 instead of 1"), "edges")
        changed(lambda one, two, ids, more: two["version_number"].__setitem__(0, 1))
        self.assertEqual(self.fails("independent_tensors/version_number[0] is 1 instead of 6199"), "arrays")
        changed(lambda one, two, ids, more, lookup: swapped(lookup["_dgl2gb_eid"]), 1)
        self.assertEqual(self.fails("part0/fused_csc_sampling_graph.pt: _dgl2gb_eid[0] is 4 instead of 3"), "edges")
        changed(lambda one, two, ids, more, lookup: lookup["_gb_dst_id"].__setitem__(1, 0), 1)
        self.assertEqual(self.fails("_gb_dst_id[1] is 0 instead of 1"), "edges")
        states = sampling_states(out)
        states[0]["node_type_to_id"] = {"a": np.array(1), "b": np.array(0)}
        self.sampled(out, states)
        self.assertEqual(self.fails("node_type_to_id/a[0] is 1 instead of 0"), "arrays")

    def test_a_copy_of_an_edge_that_differs_from_its_owner(self):
        out = reference_dispatch(self.graph, self.part_of, 2, hops=2)
        states = sampling_states(out)
        ids, tensors = states[1]["edge_attributes"]["_ID"], states[1]["independent_tensors"]
        outer = np.flatnonzero(states[1]["edge_attributes"]["inner_edge"] == 0)
        self.assertEqual(ids[outer].tolist(), [3, 0, 1, 2])  # into the nodes 0 and 2
        tensors["indices"] = tensors["indices"].copy()
        tensors["indices"][outer[0]] = 0
        self.sampled(out, states)
        self.assertEqual(self.fails(f"the source of edge [{outer[0]}] is node 3 instead of node"), "HALO")
        states = sampling_states(out)
        states[1]["edge_attributes"]["_ID"][outer[0]] = 4
        self.sampled(out, states)
        self.assertEqual(self.fails(f"edge [{outer[0]}], 4, does not lead into node 0"), "HALO")

    def test_metadata(self):
        self.sampled(reference_dispatch(self.graph, self.part_of, 2))
        path = self.out / "metadata.json"
        whole = json.loads(path.read_text())
        for key in ("node_map_dtype", "edge_map_dtype"):
            path.write_text(json.dumps({**whole, key: "float32"}))
            self.assertEqual(self.fails(f"metadata.json: {key} is float32 instead of int64"), "metadata")
            path.write_text(json.dumps({name: value for name, value in whole.items() if name != key}))
            self.holds()  # DGL's dispatch does not write it
        path.write_text(json.dumps({**whole, "part-1": {**whole["part-1"], "part_graph": "part1/graph.dgl"}}))
        self.holds()
        (self.out / "part1" / "graph.dgl").write_bytes(b"")
        self.refused("verify", self.out, "--against", self.chunks, says="both part1/graph.dgl and part1/fused_csc")

    def test_files(self):
        self.sampled(reference_dispatch(self.graph, self.part_of, 2))
        for path in sorted(self.out.rglob("part*/*")):
            whole, name = path.read_bytes(), str(path.relative_to(self.out))
            for damaged in some([whole[:-1], whole[:len(whole) // 2], b"", b"\1" + whole[1:]], share=4):
                path.write_bytes(damaged)
                with self.subTest(name):
                    self.assertEqual(self.fails(name), "files")
            path.unlink()
            with self.subTest(name):
                self.assertEqual(self.fails(name), "files")
            path.write_bytes(whole)

    def test_a_changed_byte_is_found_or_does_not_matter(self):
        """In the pickle and the tensors it is found."""
        self.sampled(reference_dispatch(self.graph, self.part_of, 2))
        path = self.pt(1)
        whole = path.read_bytes()
        held = set()
        with zipfile.ZipFile(path) as archive:
            for member in archive.infolist():
                names = int.from_bytes(whole[member.header_offset + 26:][:2], "little")
                extra = int.from_bytes(whole[member.header_offset + 28:][:2], "little")
                begin = member.header_offset + 30 + names + extra
                held.update(range(begin, begin + member.file_size))
        seed = random.randrange(2**32)
        for at in random.Random(seed).sample(range(len(whole)), len(rounds(250))):
            path.write_bytes(whole[:at] + bytes([whole[at] ^ 0x20]) + whole[at + 1:])
            answer = json.loads(self.run_verify())
            with self.subTest(at=at, seed=seed):
                self.assertFalse(answer["holds"] and at in held)
                if not answer["holds"]:
                    found = next(check for check in answer["checks"] if not check["holds"])
                    self.assertIn(f"part1/{FILE}.pt: ", found["found"])

    def run_verify(self):
        done = run("verify", self.out, "--against", self.chunks, "--json")
        self.assertIn(done.returncode, (0, 1), done.stderr)
        return done.stdout

    def test_archives_that_torch_would_not_write(self):
        out = reference_dispatch(self.graph, self.part_of, 2)

        def written(change):
            def write(path, state):
                data, storages = pickled(state)
                write_archive(path, *change(data, storages))
            self.sampled(out, write=write)

        written(lambda data, storages: (data, storages))
        self.holds()
        for change, says in (
                (lambda data, storages: (data, storages[:-1]), "is missing"),
                (lambda data, storages: (data, [storages[0] + b"\0", *storages[1:]]), " bytes for "),
                (lambda data, storages: (data.replace(b"torch\nScriptObject", b"os\nsystem"), storages),
                 "not a GraphBolt FusedCSCSamplingGraph"),
                (lambda data, storages: (data.replace(b"_rebuild_tensor_v2", b"_rebuild_other"), storages),
                 "not a tensor"),
                (lambda data, storages: (data.replace(b"\x80\x02", b"\x80\x04", 1), storages), "protocol 4"),
                (lambda data, storages: (data.replace(GRAPH_CLASS.encode(), GRAPH_CLASS.lower().encode()), storages),
                 "not a GraphBolt FusedCSCSamplingGraph"),
                (lambda data, storages: (data[:-1], storages), "the pickle is truncated"),
                (lambda data, storages: (data + b".", storages), "trailing bytes after the pickle's STOP opcode"),
                (lambda data, storages: (b"cos\nsystem\n(S'true'\ntR.", storages), "not a pickle of protocol 2 or 3"),
                (lambda data, storages: (data.replace(b"node_attributes", b"node_attributed"), storages),
                 "'node_attributed', which GraphBolt does not know")):
            written(change)
            with self.subTest(says):
                self.assertEqual(self.fails(f"part0/{FILE}.pt: ", says), "files")

    def test_random_graphs(self):
        seed = random.randrange(2**32)
        rng = np.random.default_rng(seed)
        for trial in rounds(60):
            with self.subTest(seed=seed, trial=trial):
                graph, parts = random_graph(rng), int(rng.choice([1, 2, 3, 8]))
                chunks = self.folder / f"chunks{trial}"
                write_chunked(rng, graph, chunks)
                out = reference_dispatch(graph, random_assignment(rng, graph, parts), parts, int(rng.integers(1, 4)),
                                         rng.choice(["in", "both"]))
                states = sampling_states(out)
                self.sampled(out, states)
                self.holds(chunks)
                filled = [(place, arrays) for place, arrays in arrays_of(states) if arrays[place[2]].size]
                (part, _, name), arrays = filled[rng.integers(len(filled))]
                arrays[name] = arrays[name].copy()
                arrays[name].reshape(-1)[rng.integers(arrays[name].size)] += 1
                self.sampled(out, states)
                self.fails(f"{FILE}.pt: ", chunks=chunks)

    @unittest.skipIf(torch is None, "torch is not installed")
    def test_files_of_torch_itself(self):
        """torch.save writes what is read, and torch.load reads what the writer of these tests writes."""
        module = types.ModuleType("dgl.graphbolt.impl.fused_csc_sampling_graph")

        class FusedCSCSamplingGraph:
            pass

        class ScriptObject(graphbolt_reader.ScriptObject):
            def __getstate__(self):
                return self.state, self.class_name

        for kind, place in ((FusedCSCSamplingGraph, module.__name__), (ScriptObject, "torch")):
            kind.__module__, kind.__qualname__ = place, kind.__name__
        module.FusedCSCSamplingGraph = FusedCSCSamplingGraph
        modules = {name: types.ModuleType(name) for name in ("dgl", "dgl.graphbolt", "dgl.graphbolt.impl")}

        def write(path, state):
            graph, script = FusedCSCSamplingGraph(), ScriptObject()
            script.state = {entry: {name: torch.from_numpy(np.array(values)) for name, values in arrays.items()}
                            for entry, arrays in state.items()}
            script.class_name, graph._c_csc_graph = GRAPH_CLASS, script
            torch.save(graph, path)

        out = reference_dispatch(self.graph, self.part_of, 2, hops=2)
        with unittest.mock.patch.dict(sys.modules, {**modules, module.__name__: module}), \
                unittest.mock.patch.object(torch, "ScriptObject", ScriptObject):
            self.sampled(out, write=write)
            self.holds()
            self.sampled(out)
            for p, state in enumerate(sampling_states(out)):
                found = torch.load(self.pt(p))._c_csc_graph.state
                self.assertEqual([*found], [*state])
                for entry, arrays in state.items():
                    for name, values in arrays.items():
                        self.assertEqual(found[entry][name].numpy().dtype, values.dtype)
                        self.assertEqual(found[entry][name].tolist(), values.tolist())


class WhatDispatchWrites(GraphboltTest):
    def dispatched(self, *words):
        write_assignment(self.folder / "assignment", self.part_of, 2)
        shutil.rmtree(self.out, ignore_errors=True)
        self.ok("dispatch", self.chunks, "--assignment", self.folder / "assignment", "--format", "graphbolt", *words,
                "-o", self.out)

    def test_it_holds(self):
        for hops, edges in ((1, "in"), (2, "both"), (3, "in")):
            self.dispatched("--hops", hops, "--edges", edges)
            answer = self.holds()
            self.assertIn("sizes and hashes", answer["checks"][CHECKS.index("manifest")]["what"])
            self.json("inspect", self.out)

    def test_random_graphs(self):
        seed = random.randrange(2**32)
        rng = np.random.default_rng(seed)
        for trial in rounds(30):
            with self.subTest(seed=seed, trial=trial):
                self.graph, parts = random_graph(rng), int(rng.choice([1, 2, 3, 8]))
                self.chunks, self.out = self.folder / f"chunks{trial}", self.folder / f"out{trial}"
                write_chunked(rng, self.graph, self.chunks)
                part_of = random_assignment(rng, self.graph, parts)
                write_assignment(self.folder / f"assignment{trial}", part_of, parts)
                self.ok("dispatch", self.chunks, "--assignment", self.folder / f"assignment{trial}", "--format",
                        "graphbolt", "--hops", int(rng.integers(1, 4)), "--edges", str(rng.choice(["in", "both"])),
                        "-o", self.out)
                self.holds()

    def test_a_change_that_only_the_hash_shows(self):
        self.dispatched()
        path = self.pt(1)
        whole = path.read_bytes()
        path.write_bytes(whole[:10] + b"\1" + whole[11:])  # the time of the first member
        self.assertEqual(self.fails(f"part1/{FILE}.pt: its hash is"), "manifest")


class InspectGraphbolt(GraphboltTest):
    def test_it_counts_what_it_counts_in_parts_of_dgl(self):
        seed = random.randrange(2**32)
        rng = np.random.default_rng(seed)
        for trial in rounds(20):
            with self.subTest(seed=seed, trial=trial):
                graph, parts = random_graph(rng), int(rng.choice([1, 2, 3, 8]))
                out = reference_dispatch(graph, random_assignment(rng, graph, parts), parts, int(rng.integers(1, 4)),
                                         str(rng.choice(["in", "both"])))
                self.written(out)
                expected = self.json("inspect", self.out, "--fanout", "2,3")
                self.sampled(out)
                found = self.json("inspect", self.out, "--fanout", "2,3")
                for part in found["part_sizes"]:
                    files = (self.out / f"part{part['part']}").iterdir()
                    self.assertEqual(part["bytes"], sum(path.stat().st_size for path in files))
                for answer in (expected, found):
                    for part in answer["part_sizes"]:
                        del part["bytes"]
                    answer.pop("seconds", None)
                self.assertEqual(found, expected)

    def test_a_flipped_bit_is_noticed(self):
        """Also one that leaves a graph: another neighbour, another type."""
        self.sampled(reference_dispatch(self.graph, self.part_of, 2))
        spec = self.write("spec.pbtxt", spec_text("a", ("x", "seed", "to", 2, "RANDOM_UNIFORM")))
        path = self.pt(1)
        whole = path.read_bytes()
        with zipfile.ZipFile(path) as archive:
            members = archive.infolist()
        held = []
        for member in members:
            names, extra = (int.from_bytes(whole[member.header_offset + at:][:2], "little") for at in (26, 28))
            begin = member.header_offset + 30 + names + extra
            held += [(member.filename, at) for at in range(begin, begin + member.file_size)]
        seed = random.randrange(2**32)
        draw = random.Random(seed)
        commands = (["inspect", self.out], ["subgraphs", self.out, spec, "-o", self.folder / "out@2"])
        self.ok(*commands[1])
        for name, at in draw.sample(held, len(rounds(40))):
            path.write_bytes(whole[:at] + bytes([whole[at] ^ 1 << draw.randrange(8)]) + whole[at + 1:])
            for words in commands:
                with self.subTest(seed=seed, command=words[0], member=name, at=at):
                    self.refused(*words, says=f"{path}: ")
        number = next(member for member in members if member.filename.endswith("/data/2"))
        at = next(at for name, at in held if name == number.filename)
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1:])
        for words in commands:
            self.refused(*words, says=f"{path}: '{number.filename}' in the archive is damaged: its checksum differs")

    def test_what_cannot_be_read(self):
        out = reference_dispatch(self.graph, self.part_of, 2)
        states = sampling_states(out)
        states[1]["independent_tensors"]["indices"] = states[1]["independent_tensors"]["indices"].copy()
        states[1]["independent_tensors"]["indices"][0] = 99
        self.sampled(out, states)
        self.refused("inspect", self.out, says=f"part1/{FILE}.pt: src[0] is 99")
        self.pt(0).write_bytes(self.pt(0).read_bytes()[:-30])
        self.refused("inspect", self.out, says=f"part0/{FILE}.pt: the zip archive is damaged or cut off")


if __name__ == "__main__":
    unittest.main()
