"""What DGL itself wrote: its four folders hold, and no damaged copy of them does. See tests/data/README.md."""

import json
import random
import shutil
import unittest
import zipfile

import numpy as np

import graph_reader
from graph_reference import reference_dispatch
from graph_writer import write_partitioned
from program import DATA, ProgramTest, run
from rounds import rounds, some

DGL = DATA / "dgl_parts"
FOLDERS = ["dgl_dispatch", "dgl_dispatch_graphbolt", "dgl_partition_to_graphbolt", "dgl_partition_graph"]


class Places(graph_reader.Cursor):
    """A file of DGL, and where the numbers of its arrays are."""

    def __init__(self, path):
        super().__init__(path)
        self.arrays = []

    def array(self):
        begin = self.at
        values = super().array()
        self.arrays.append((self.at - values.nbytes, values))
        assert begin < self.at
        return values


def array_places(path):
    """Of each array: where its numbers begin, and the numbers."""
    cursor = Places(path)
    if path.name != "graph.dgl":
        cursor.expect("Q", graph_reader.TENSORS)
        cursor.read("Q")
        cursor.named_arrays()
        return cursor.arrays
    cursor.expect("Q", graph_reader.GRAPHS, 2, 2, 1)
    cursor.take(4096 - cursor.at)  # DGL leaves what was in memory
    cursor.expect("Q", 4112, 0, graph_reader.HETERO)
    graph_reader.read_meta_graph(cursor)
    cursor.expect("Q", 1, graph_reader.UNIT)
    cursor.take(16)
    graph_reader.read_meta_graph(cursor)
    cursor.expect("Q", graph_reader.COO)
    cursor.take(16)
    for _ in range(3):
        cursor.array()
    cursor.take(2)
    for _ in ("nodes", "edges"):
        cursor.take(8 if _ == "edges" else 24)
        cursor.named_arrays()
    return cursor.arrays


def damaged_numbers(path):
    """The file with each number of its arrays changed in turn."""
    whole = path.read_bytes()
    for begin, values in array_places(path):
        for i in range(values.size):
            changed = values.copy()
            flat = changed.reshape(-1)
            flat[i] = flat[i] + 1 if values.dtype.kind == "f" else flat[i] ^ 1
            yield f"number {i} at byte {begin}", whole[:begin] + changed.tobytes() + whole[begin + values.nbytes:]


def damaged_archive(path):
    """An archive with a byte of each of its members changed."""
    whole = path.read_bytes()
    with zipfile.ZipFile(path) as archive:
        for member in archive.infolist():
            names, extra = (int.from_bytes(whole[member.header_offset + at:][:2], "little") for at in (26, 28))
            at = member.header_offset + 30 + names + extra + member.file_size // 2
            yield f"a byte of {member.filename}", whole[:at] + bytes([whole[at] ^ 0x20]) + whole[at + 1:]


def graph_bytes(path):
    """Bytes of a graph that DGL reads, and reads as another whatever they become."""
    cursor = graph_reader.Cursor(path)
    cursor.take(4120)
    graph_reader.read_meta_graph(cursor)
    harmless = {*range(32, 4096), cursor.at - 1}  # what was in memory; the order of a single edge
    cursor.expect("Q", 1, graph_reader.UNIT)
    harmless |= {cursor.at + 4, *range(cursor.at + 8, cursor.at + 16)}  # an older way to say the same; forms that may be made
    cursor.take(16)
    graph_reader.read_meta_graph(cursor)
    harmless.add(cursor.at - 1)
    cursor.take(24)
    for _ in range(3):
        cursor.array()
    harmless |= {cursor.at, cursor.at + 1}  # true of edges that happen to be in order
    return sorted(set(range(len(cursor.bytes))) - harmless)


def archive_bytes(path):
    """Bytes of an archive's directory and of the records after it that torch.load reads. Of the flags the first has bits that mean
    nothing where members are not compressed."""
    whole = path.read_bytes()
    end, locator, zip64 = (whole.rfind(mark) for mark in (b"PK\5\6", b"PK\6\7", b"PK\6\6"))
    places = [*range(zip64 + 16, zip64 + 56), *range(locator + 8, locator + 20), *range(end, end + 4)]
    at = int.from_bytes(whole[zip64 + 48:zip64 + 56], "little")
    while at < zip64:
        name, extra, comment = (int.from_bytes(whole[at + one:at + one + 2], "little") for one in (28, 30, 32))
        places += [at + one for one in (*range(4), *range(9, 12), *range(16, 36), *range(42, 46 + name))]
        at += 46 + name + extra + comment
    return places


def damaged_document(path):
    """Documents with a value that is missing or another."""
    whole = json.loads(path.read_text())
    for key in whole:
        if key not in ("node_map_dtype", "edge_map_dtype"):
            yield f"without {key}", {name: value for name, value in whole.items() if name != key}
    for key in ("num_nodes", "num_edges", "num_parts", "halo_hops"):
        yield f"{key} + 1", {**whole, key: whole[key] + 1}
    yield "graph_name", {**whole, "graph_name": "other"}
    for key in ("ntypes", "etypes"):
        yield f"{key} exchanged", {**whole, key: {name: 1 - number for name, number in whole[key].items()}}
    for key in ("node_map", "edge_map"):
        for name, ranges in whole[key].items():
            for part, (begin, end) in enumerate(ranges):
                moved = [[begin, end + 1] if p == part else one for p, one in enumerate(ranges)]
                yield f"{key} of {name} in part {part}", {**whole, key: {**whole[key], name: moved}}
    yield "parts exchanged", {**whole, "part-0": whole["part-1"], "part-1": whole["part-0"]}
    for name in whole["part-0"]:
        if name == "part_graph" and "part_graph_graphbolt" in whole["part-0"]:
            continue  # it does not exist anyway
        yield f"another {name}", {**whole, "part-0": {**whole["part-0"], name: "part0/none"}}
    if "node_map_dtype" in whole:
        yield "node_map_dtype", {**whole, "node_map_dtype": "float32"}


class DglParts(ProgramTest):
    def answer(self, folder, code=0, *words):
        return self.json("verify", folder, "--against", DGL / "chunked", *words, code=code)

    def test_each_folder_holds(self):
        for name in FOLDERS:
            with self.subTest(name):
                answer = self.answer(DGL / name)
                self.assertTrue(answer["holds"])
                skipped = [check["name"] for check in answer["checks"] if check["holds"] is None]
                self.assertEqual(skipped, ["node ids", "edge ids"] if name == "dgl_partition_graph" else [])

    def test_each_folder_is_inspected(self):
        for name in FOLDERS:
            with self.subTest(name):
                found = self.json("inspect", DGL / name)
                self.assertEqual((found["kind"], found["graph"]["nodes"], found["graph"]["edges"]), ("parts", 7, 10))
        document = DGL / "dgl_partition_graph" / "mixed.json"
        self.assertEqual(self.json("inspect", document), self.json("inspect", document.parent))
        self.assertTrue(self.answer(document)["holds"])

    def refused(self, folder, case):
        done = run("verify", folder, "--against", DGL / "chunked", "--json")
        with self.subTest(folder=folder.name, case=case):
            self.assertIn(done.returncode, (1, 2), done.stdout)
            if done.returncode == 1:
                self.assertFalse(json.loads(done.stdout)["holds"])
            else:
                self.assertRegex(done.stderr.decode(), r"\Atuplepack: [^\n]+\n\Z")

    def test_no_damaged_copy_holds(self):
        for name in FOLDERS:
            folder = self.folder / name
            shutil.copytree(DGL / name, folder)
            copies = 0
            for path in sorted(path for path in folder.rglob("*") if path.is_file()):
                whole = path.read_bytes()
                if path.suffix == ".json":
                    damaged = [(case, json.dumps(text).encode()) for case, text in damaged_document(path)]
                elif path.suffix == ".pt":
                    damaged = list(damaged_archive(path))
                else:
                    damaged = list(damaged_numbers(path))
                damaged += [("cut in half", whole[:len(whole) // 2]), ("cut by a byte", whole[:-1]), ("empty", b"")]
                if path.suffix != ".pt":  # torch takes an archive with something after it
                    damaged.append(("longer", whole + b"\1"))
                for case, content in some(damaged, share=8):
                    path.write_bytes(content)
                    self.refused(folder, f"{path.relative_to(folder)}: {case}")
                path.unlink()
                self.refused(folder, f"{path.relative_to(folder)}: missing")
                path.write_bytes(whole)
                copies += len(damaged) + 1
            self.assertGreaterEqual(copies, 50)
            self.assertTrue(self.answer(folder)["holds"])

    def test_what_dgl_cannot_load(self):
        """Changes after which DGL ends with an error, in what verify otherwise does not need."""
        folder = self.folder / "parts"
        shutil.copytree(DGL / "dgl_dispatch", folder)
        path = folder / "part0" / "graph.dgl"
        whole = path.read_bytes()
        for at, value, says in ((4357, 0, "a set of formats other than coo, csr and csc"),
                                (4353, 6, "edges in a form that the graph does not allow"),
                                (4236, 1, "the number of the device of an array is 1, not 0"),
                                (4851, 1, "columns are said to be sorted, but rows are not"),
                                (4850, 1, "edges that are said to be sorted are not"),
                                (5457, ord("M"), "the node type is 'MN'; that of a homogeneous graph is '_N'"),
                                (5458, 0xff, "that of a homogeneous graph is '_N'"),
                                (5475, ord("-"), "the edge type is '-E'; that of a homogeneous graph is '_E'"),
                                (5476, 0, "that of a homogeneous graph is '_E'")):
            with self.subTest(at=at):
                path.write_bytes(whole[:at] + bytes([value]) + whole[at + 1:])
                found = next(check["found"] for check in self.answer(folder, 1)["checks"] if check["name"] == "files")
                self.assertIn(f"{path}: ", found)
                self.assertIn(says, found)
                super().refused("inspect", folder, says=says)

    def test_fifty_damages(self):
        seed = random.SystemRandom().randrange(2**32)
        draw = random.Random(seed)
        for name in FOLDERS:
            folder = self.folder / name
            shutil.copytree(DGL / name, folder)
            files = sorted(path for path in folder.rglob("*") if path.suffix in (".dgl", ".pt"))
            places = {path: graph_bytes(path) if path.name == "graph.dgl" else archive_bytes(path) if path.suffix == ".pt"
                      else range(path.stat().st_size) for path in files}
            for _ in rounds(50):
                path = draw.choice(files)
                at, flip = draw.choice(places[path]), draw.randrange(1, 256)
                whole = path.read_bytes()
                path.write_bytes(whole[:at] + bytes([whole[at] ^ flip]) + whole[at + 1:])
                self.refused(folder, f"seed {seed}, {path.relative_to(folder)}: byte {at} ^ {flip}")
                path.write_bytes(whole)
            self.assertTrue(self.answer(folder)["holds"])

    def test_both_forms_of_a_graph(self):
        """DGL takes whichever file exists, and refuses both."""
        folder = self.folder / "both"
        shutil.copytree(DGL / "dgl_partition_to_graphbolt", folder)
        for part in range(2):
            shutil.copy(DGL / "dgl_dispatch" / f"part{part}" / "graph.dgl", folder / f"part{part}")
        super().refused("verify", folder, "--against", DGL / "chunked", says="part0/graph.dgl and part0/fused_csc")
        for part in range(2):
            (folder / f"part{part}" / "fused_csc_sampling_graph.pt").unlink()
        self.assertTrue(self.answer(folder)["holds"])

    def test_two_documents(self):
        folder = self.folder / "two"
        shutil.copytree(DGL / "dgl_partition_graph", folder)
        shutil.copy(folder / "mixed.json", folder / "other.json")
        (folder / "notes.json").write_text("{}")
        for command in (["inspect", folder], ["verify", folder, "--against", DGL / "chunked"]):
            super().refused(*command, says="both mixed.json and other.json describe parts")
        self.assertTrue(self.answer(folder / "mixed.json")["holds"])

    def test_original_ids_of_one_part_only(self):
        folder = self.folder / "some"
        shutil.copytree(DGL / "dgl_partition_graph", folder)
        shutil.copy(DGL / "dgl_dispatch" / "part0" / "orig_nids.dgl", folder / "part0")
        answer = self.answer(folder, 1)
        self.assertIn("orig_eids.dgl", next(check["found"] for check in answer["checks"] if check["holds"] is False))

    def test_types_in_another_order(self):
        """partition_graph numbers types by name, whatever the order of the chunks."""
        chunks = self.folder / "chunks"
        shutil.copytree(DGL / "chunked", chunks)
        metadata = json.loads((chunks / "metadata.json").read_text())
        for key in ("node_type", "num_nodes_per_type", "num_nodes_per_chunk", "edge_type", "num_edges_per_type",
                    "num_edges_per_chunk"):
            metadata[key] = metadata[key][::-1]
        (chunks / "metadata.json").write_text(json.dumps(metadata))
        for name in FOLDERS:
            with self.subTest(name):
                self.assertTrue(self.json("verify", DGL / name, "--against", chunks)["holds"])

    def test_one_type_has_no_name_in_dgl(self):
        folder = self.folder / "chunked"
        edges = self.write("edges.csv", "0 1\n1 2\n2 0\n0 0\n")
        self.ok("chunk", f"user:knows:user={edges}", "--nodes", "user=3", "--chunks", 1, "-o", folder)
        chunked = graph_reader.read_chunked(folder)
        unnamed = graph_reader.Chunked(chunked.name, {"_N": 3}, {"_N:_E:_N": chunked.edges["user:knows:user"]}, {}, {})
        out = reference_dispatch(unnamed, {"_N": np.array([0, 1, 0])}, 2)
        write_partitioned(self.folder / "parts", out)
        self.assertTrue(self.json("verify", self.folder / "parts", "--against", folder)["holds"])

    def test_unsorted_ids(self):
        """DGL sorts unstably: equal rows, HALO nodes and edges of other parts come in any order."""
        folder = self.folder / "unsorted"
        shutil.copytree(DGL / "dgl_dispatch", folder)
        out = graph_reader.Partitioned(json.loads((folder / "metadata.json").read_text()), [])
        for part in range(2):
            path = folder / f"part{part}"
            arrays = [np.array(values) for _, values in array_places(path / "graph.dgl")]
            src, dst = arrays[6:8]
            named = dict(zip(("inner_node", "_ID", "_TYPE", "inner_edge", "edge _TYPE", "edge _ID"), arrays[9:]))
            node_data = {name: named[name] for name in ("inner_node", "_ID", "_TYPE")}
            edge_data = {name: named.get(f"edge {name}", named["inner_edge"]) for name in ("inner_edge", "_TYPE", "_ID")}
            graph = graph_reader.Graph(len(node_data["_ID"]), src, dst, node_data, edge_data)
            tensors = [{name: np.array(values) for name, values in graph_reader.read_dgl_tensors(path / f"{file}.dgl").items()}
                       for file in ("node_feat", "edge_feat", "orig_nids", "orig_eids")]
            out.parts.append(graph_reader.Part(graph, *tensors))
        one = out.parts[0]
        order = np.array([0, 2, 1])  # of edges 1, 2, 4 of a:to:b
        one.orig_eids["a:to:b"] = one.orig_eids["a:to:b"][order]
        one.graph.src[:3], one.graph.dst[:3] = one.graph.src[:3][order], one.graph.dst[:3][order]
        one.orig_nids["a"] = one.orig_nids["a"][::-1].copy()
        one.node_feats["a/f"] = one.node_feats["a/f"][::-1].copy()
        renamed = {0: 1, 1: 0}
        for ends in (one.graph.src, one.graph.dst):
            ends[:] = [renamed.get(int(end), int(end)) for end in ends]
        two = out.parts[1].graph  # its HALO node is a of part 0
        two.node_data["_ID"][4] = renamed[int(two.node_data["_ID"][4])]
        halo = np.array([0, 1, 2, 5, 4, 3])
        for name, rows in one.graph.node_data.items():
            one.graph.node_data[name] = rows[halo]
        for ends in (one.graph.src, one.graph.dst):
            ends[:] = halo[ends]
        write_partitioned(folder, out)
        self.assertTrue(self.answer(folder)["holds"])
        two.node_data["_ID"][4] = 1 - two.node_data["_ID"][4]
        write_partitioned(folder, out)
        self.assertFalse(self.answer(folder, 1)["holds"])


class WideFeature(ProgramTest):
    """A 2-D feature in Parquet, of a column per dimension, as DGL's chunk_graph.py writes it."""

    def test_its_columns_are_the_row(self):
        graph = DGL / "wide_feature"
        self.assertIn("feat (float32 × 2)", self.ok("inspect", graph))
        assignment, out = self.folder / "assignment", self.folder / "out"
        self.ok("partition", graph, "--parts", 1, "-o", assignment)
        self.ok("dispatch", graph, "--assignment", assignment, "-o", out)
        rows = graph_reader.read_dgl_tensors(out / "part0" / "node_feat.dgl")["n/feat"]
        self.assertEqual((rows.dtype, rows.tolist()), (np.float32, [[1, 4], [2, 5], [3, 6]]))
        self.ok("verify", out, "--against", graph)


class CutFile(ProgramTest):
    """A file of edges that may have been cut in its last number is said to be so."""

    def test_a_last_line_without_its_end(self):
        graph = self.folder / "graph"
        shutil.copytree(DGL / "chunked", graph)
        file = graph / "edges" / "a:to:b" / "1.csv"
        assignment = self.folder / "assignment"
        self.ok("partition", graph, "--parts", 2, "-o", assignment)
        file.write_text(file.read_text().rstrip())
        for command in (["inspect", graph], ["partition", graph, "--parts", 2, "-o", self.folder / "another"],
                        ["dispatch", graph, "--assignment", assignment, "-o", self.folder / "out"]):
            done = run(*command)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertRegex(done.stderr.decode(), r"\Atuplepack: note: .*a:to:b/1.csv: the last line does not end[^\n]*\n\Z")


if __name__ == "__main__":
    unittest.main()
