"""The parts that dispatch writes, against a reference that shares no code with it, byte for byte."""

import json
import os
import pathlib
import random
import resource
import shutil
import signal
import subprocess
import time
import unittest

import numpy as np

from graph_check import check_partitioned
from graph_reader import Chunked, read_partitioned
from graph_reference import reference_dispatch, sampling_graph
from graph_writer import write_partitioned
from graphbolt_reader import read_sampling_graph
from program import PROGRAM, ProgramTest, run
from random_graphs import random_assignment, random_graph, write_assignment, write_chunked
from rounds import rounds
from test_graph_reader import hand_case


def files_of(folder):
    """The content of every file, by path."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(pathlib.Path(folder).rglob("*"))
            if path.is_file()}


def large_graph(rng, nodes=3000, edges=60_000):
    """Large enough to be killed in the middle."""
    pairs = {"a:to:b": np.stack([rng.integers(0, nodes, edges), rng.integers(0, nodes // 2, edges)]),
             "b:rev:a": np.stack([rng.integers(0, nodes // 2, edges // 2), rng.integers(0, nodes, edges // 2)])}
    return Chunked("large", {"a": nodes, "b": nodes // 2}, pairs, {"a": {"x": rng.random((nodes, 16)).astype("<f4")}},
                   {"a:to:b": {"w": rng.random((edges, 4)).astype("<f4")}})


class DispatchTest(ProgramTest):
    def given(self, graph, part_of, parts, rng=None):
        """Writes a graph and an assignment; the words of the command that dispatches it."""
        rng = rng or np.random.default_rng(1)
        write_chunked(rng, graph, self.folder / "chunks")
        write_assignment(self.folder / "assignment", part_of, parts)
        return ["dispatch", self.folder / "chunks", "--assignment", self.folder / "assignment"]

    def equal_to_reference(self, out, graph, part_of, parts, form="dgl", hops=1, edges="in", forms=("coo",), reference=None):
        wanted = self.folder / "wanted"
        reference = reference or reference_dispatch(graph, part_of, parts, hops, edges)
        write_partitioned(wanted, reference, form, forms)
        found, right = files_of(out), files_of(wanted)
        self.assertEqual(json.loads(found.pop("metadata.json")), json.loads(right.pop("metadata.json")))
        found.pop("manifest.json")
        for part in range(parts if form == "graphbolt" else 0):
            self.equal_states(read_sampling_graph(out / f"part{part}/fused_csc_sampling_graph.pt"),
                              sampling_graph(reference.parts[part], reference.metadata))
            found.pop(f"part{part}/fused_csc_sampling_graph.pt")
        self.assertEqual(sorted(found), sorted(right))
        for name, content in right.items():
            self.assertEqual(found[name], content, name)


    def equal_states(self, found, wanted):
        self.assertEqual(set(found), set(wanted))
        for kind, arrays in wanted.items():
            self.assertEqual(set(found[kind]), set(arrays), kind)
            for name, values in arrays.items():
                np.testing.assert_array_equal(found[kind][name], values, f"{kind}/{name}")
                self.assertEqual(found[kind][name].dtype, values.dtype, f"{kind}/{name}")


class HandCase(DispatchTest):
    def test_byte_for_byte(self):
        graph, part_of = hand_case()
        words = self.given(graph, part_of, 2)
        out = self.folder / "out"
        self.ok(*words, "-o", out)
        self.equal_to_reference(out, graph, part_of, 2)
        parts = read_partitioned(out).parts
        self.assertEqual(parts[0].graph.node_data["_ID"].tolist(), [0, 1, 2, 3, 5, 6])
        self.assertEqual(parts[0].graph.src.tolist(), [3, 1, 0, 4, 5, 2])
        self.assertEqual(parts[0].graph.dst.tolist(), [2, 2, 2, 0, 1, 1])
        self.assertEqual(parts[1].graph.src.tolist(), [4, 1, 4, 5])
        self.assertEqual(parts[1].graph.dst.tolist(), [2, 3, 2, 0])

    def test_report(self):
        words = self.given(*hand_case(), 2)
        text = self.ok(*words, "-o", self.folder / "out")
        self.assertIn("7 nodes and 10 edges → 2 parts", text)
        self.assertIn("1.714", text)  # (7 inner nodes + 3 and 2 of the HALO) / 7


class Machines(DispatchTest):
    def test_the_command_for_a_list_of_machines(self):
        words = [*self.given(*hand_case(), 2), "-o", "my out", "--ip-config"]
        machines = self.write("machines", "10.0.0.1 30050\n10.0.0.2\n")
        lines = self.ok(*words, machines).splitlines()
        self.assertTrue(lines[0].startswith("mpirun -np 2 --host 10.0.0.1:1,10.0.0.2:1 tuplepack-mpi dispatch "))
        self.assertTrue(lines[0].endswith("--output 'my out' --local"))
        self.assertEqual([line.split() for line in lines[3:]], [["0", "10.0.0.1"], ["1", "10.0.0.2"]])
        self.assertEqual(self.json(*words, machines)["machine_of_part"], ["10.0.0.1", "10.0.0.2"])
        one = self.write("one", "host\n")
        self.assertIn("-np 2 --host host:2 ", self.ok(*words, one))
        for text, says in (("", "no hosts listed"), ("a\nb x\n", ":2: 'b x' is not ADDRESS"), ("-np 3\n", ":1: ")):
            self.refused(*words, self.write("bad", text), says=says)


class RandomGraphs(DispatchTest):
    def test_any_graph_in_any_format(self):
        seed = random.randrange(2**32)
        rng = np.random.default_rng(seed)
        for trial in rounds(24):
            with self.subTest(seed=seed, trial=trial):
                self.folder = self.folder / str(trial)
                self.folder.mkdir()
                graph, parts = random_graph(rng), int(rng.choice([1, 2, 2, 3, 3, 8]))
                part_of = random_assignment(rng, graph, parts)
                words = self.given(graph, part_of, parts, rng)
                hops, edges = int(rng.choice([1, 1, 1, 2, 3])), str(rng.choice(["in", "in", "both"]))
                form = str(rng.choice(["dgl", "dgl", "npy", "graphbolt"]))
                words += ["--hops", hops, "--edges", edges, "--format", form]
                forms = ["coo"]
                if form == "dgl":
                    forms = [str(name) for name in rng.permutation(["coo", "csr", "csc"])[: rng.integers(1, 4)]]
                    words += ["--graph-formats", ",".join(forms)]
                dry = self.json(*words, "--dry-run")
                self.assertFalse((self.folder / "out").exists())
                report = self.json(*words, "-o", self.folder / "out")
                self.equal_to_reference(self.folder / "out", graph, part_of, parts, form, hops, edges, forms)
                if form != "graphbolt":
                    partitioned = read_partitioned(self.folder / "out")
                    self.assertEqual(check_partitioned(partitioned, graph, part_of, hops, edges), [])
                written = {name: len(content) for name, content in files_of(self.folder / "out").items()}
                self.assertEqual(dry["metrics"]["bytes"], sum(written.values()))
                self.assertEqual(dry["part_sizes"], report["part_sizes"])
                for key in ("bytes", "temporary_bytes", "memory", "replication"):
                    self.assertEqual(dry["metrics"][key], report["metrics"][key])
                for part, sizes in enumerate(report["part_sizes"]):
                    of_part = sum(size for name, size in written.items() if name.startswith(f"part{part}/"))
                    self.assertEqual(sizes["bytes"], of_part)
                self.assertEqual({file["path"]: file["bytes"] for file in report["files"]},
                                 {name: size for name, size in written.items() if name != "manifest.json"})
                self.folder = self.folder.parent

    def test_columns_larger_than_memory(self):
        seed = random.randrange(2**32)
        rng = np.random.default_rng(seed)
        nodes, edges = 2000, 300_000  # 2.4 MB of ids, collected in 1 MB
        targets = rng.integers(0, nodes, edges)
        targets[rng.random(edges) < 0.5] = 77  # 1.2 MB in one column
        sources = rng.integers(0, nodes, edges)
        sources[rng.random(edges) < 0.4] = 55
        graph = Chunked("hub", {"a": nodes}, {"a:to:a": np.stack([sources, targets]),
                                              "a:back:a": rng.integers(0, nodes, (2, 1000))}, {}, {})
        part_of = {"a": (rng.random(nodes) < 0.1).astype(np.int64)}
        given = self.given(graph, part_of, 2)
        reference = reference_dispatch(graph, part_of, 2, 1, "both")
        for form, forms in (("graphbolt", ["coo"]), ("dgl", ["csr", "csc"])):
            words = [*given, "--format", form, "--graph-formats", ",".join(forms), "--edges", "both"]
            out, much = self.folder / f"{form}_out", self.folder / f"{form}_much"
            with self.subTest(seed=seed, form=form):
                self.ok(*words, "-o", out, "--memory", "27M")
                self.equal_to_reference(out, graph, part_of, 2, form, edges="both", forms=forms, reference=reference)
                self.ok(*words, "-o", much)
                self.assertEqual(files_of(much), files_of(out))

    def test_compressed_forms_are_verified(self):
        """Any byte of the edges counts, also where several forms hold them."""
        seed = random.randrange(2**32)
        draw = random.Random(seed)
        graph, part_of = hand_case()
        given = self.given(graph, part_of, 2)
        for forms in ("csc", "csr", "coo,csr,csc"):
            out = self.folder / forms
            self.ok(*given, "--graph-formats", forms, "--edges", "both", "-o", out)
            verify = ["verify", out, "--against", given[1]]
            self.ok(*verify)
            self.assertIn("2 parts", self.ok("inspect", out))
            manifest = json.loads((out / "manifest.json").read_text())
            self.assertEqual(manifest["graph_formats"], [name for name in ("coo", "csr", "csc") if name in forms])
            (out / "manifest.json").unlink()
            path = out / "part0" / "graph.dgl"
            whole = path.read_bytes()
            unit = whole.index((0xDD2E60F0F6B4A127).to_bytes(8, "little"))
            end = whole.index((3).to_bytes(8, "little") + b"_ID") - 24
            ignored = {unit + 12, *range(unit + 16, unit + 24)}  # how forms were written once, those that DGL may convert to
            array = (0xDD5E40F096B4A13F).to_bytes(8, "little")
            for head in (at for at in range(unit, end) if whole.startswith(array, at)):
                ignored |= {*range(head + 8, head + 16), *range(head + 20, head + 24)}  # nothing, the number of the device
            types = (0xDD3C5FFE20046ABF).to_bytes(8, "little")
            for head in (at for at in range(unit, end) if whole.startswith(types, at)):
                ignored |= {head - 2, head - 1, head + 208}  # edges that are said to be sorted may be
            ignored |= {end - 9, end - 10}
            places = [at for at in range(unit, end) if at not in ignored]
            for at in draw.sample(places, len(rounds(100))):
                path.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1:])
                done = run(*verify, "-q")
                self.assertIn(done.returncode, (1, 2), f"{forms}: byte {at}, seed {seed}")
            path.write_bytes(whole)
        self.refused(*given, "--format", "npy", "--graph-formats", "csc", "-o", self.folder / "npy",
                     says="--graph-formats: only DGL's file has forms to choose")

    def test_little_memory_gives_the_same_bytes(self):
        rng = np.random.default_rng(7)
        graph = large_graph(rng)
        words = self.given(graph, random_assignment(rng, graph, 5), 5)
        self.ok(*words, "-o", self.folder / "much")
        self.ok(*words, "-o", self.folder / "little", "--memory", "26M")
        self.assertEqual(files_of(self.folder / "much"), files_of(self.folder / "little"))
        self.refused(*words, "-o", self.folder / "none", "--memory", "2M", says="are needed for 4500 nodes")
        self.assertFalse((self.folder / "none").exists())
        for hops in (1, 3):
            much = self.json(*words, "--dry-run", "--hops", hops)
            little = self.json(*words, "--dry-run", "--hops", hops, "--memory", "26M")
            self.assertEqual(much["part_sizes"], little["part_sizes"])

    def test_parts_are_counted_some_at_a_time(self):
        """Their sets of nodes together need more memory than there is."""
        rng = np.random.default_rng(9)
        graph = large_graph(rng, 200_000, 4000)
        words = [*self.given(graph, {name: rng.integers(0, 300, count) for name, count in graph.nodes.items()}, 300), "--dry-run"]
        for hops in (1, 3):
            with self.subTest(hops=hops):
                much, little = (self.json(*words, "--hops", hops, *memory)["part_sizes"] for memory in ([], ["--memory", "13M"]))
                self.assertEqual(much, little)

    def test_a_dry_run_counts_what_edges_out_of_a_part_lead_to(self):
        """Where edges are few, nothing else leads there."""
        rng = np.random.default_rng(10)
        graph = large_graph(rng, 300, 60)
        words = self.given(graph, {name: rng.integers(0, 3, count) for name, count in graph.nodes.items()}, 3)
        for hops in (1, 2, 3):
            with self.subTest(hops=hops):
                asked = [*words, "--hops", hops, "--edges", "both"]
                dry, done = self.json(*asked, "--dry-run"), self.json(*asked, "-o", self.folder / f"out{hops}")
                self.assertEqual(dry["part_sizes"], done["part_sizes"])

    @unittest.skipIf("asan" in PROGRAM, "the sanitizer keeps freed memory")
    def test_memory_is_what_the_dry_run_says(self):
        rng = np.random.default_rng(8)
        graph = large_graph(rng, 20_000, 200_000)
        words = self.given(graph, random_assignment(rng, graph, 16), 16)
        report = self.json(*words, "-o", self.folder / "out")["metrics"]
        self.assertLess(report["peak_bytes"], report["memory"])


class StoppedTest(DispatchTest):
    def setUp(self):
        super().setUp()
        rng = np.random.default_rng(3)
        graph = large_graph(rng)
        self.words = self.given(graph, random_assignment(rng, graph, 6), 6)
        self.ok(*self.words, "-o", self.folder / "whole")
        self.wanted = files_of(self.folder / "whole")

    def stopped(self, out, when, by):
        """Stops a run as soon as `when` holds; whether it was unfinished."""
        process = subprocess.Popen([PROGRAM, *map(str, self.words), "-o", out], stdout=subprocess.DEVNULL,
                                   stderr=subprocess.PIPE)
        with process:
            while process.poll() is None and not when():
                pass
            process.send_signal(by)
            process.communicate()
            return process.returncode == -by and not (out / "manifest.json").exists()


class Interrupted(StoppedTest):
    def test_killed_and_continued(self):
        for stage in (".partial", ".partial/part0.edges.0", ".partial/spilled.0", ".partial/part0/node_feat.dgl",
                      ".partial/part0.features", ".partial/part0/graph.dgl", ".partial/part0.done", "part0", "part3",
                      "metadata.json"):
            out = self.folder / ("at" + stage.replace("/", "-"))
            for _ in range(2):  # the second run is killed too
                self.stopped(out, (out / stage).exists, signal.SIGKILL)
            self.ok(*self.words, "-o", out)
            self.assertEqual(files_of(out), self.wanted, stage)

    def test_killed_at_random_moments(self):
        seed = random.randrange(2**32)
        draw = random.Random(seed)
        begun = time.monotonic()
        self.ok(*self.words, "-o", self.folder / "timed")
        takes = time.monotonic() - begun
        for trial in rounds(10):
            out = self.folder / str(trial)
            for _ in range(3):
                end = time.monotonic() + draw.random() * takes
                self.stopped(out, lambda: time.monotonic() > end, signal.SIGKILL)
            self.ok(*self.words, "-o", out)
            self.assertEqual(files_of(out), self.wanted, (seed, trial))

    def test_finished_parts_are_kept(self):
        out = self.folder / "out"
        while not self.stopped(out, (out / "part2").exists, signal.SIGKILL):  # it was faster
            self.ok(*self.words, "-o", out)
            self.assertEqual(files_of(out), self.wanted)
            shutil.rmtree(out)
        kept = (out / "part1" / "graph.dgl").stat()
        report = self.json(*self.words, "-o", out)
        self.assertGreaterEqual(report["metrics"]["resumed_parts"], 3)
        self.assertEqual((out / "part1" / "graph.dgl").stat().st_mtime_ns, kept.st_mtime_ns)
        self.assertEqual(files_of(out), self.wanted)

    def test_damaged_spilled_edges_are_written_anew(self):
        for stage, name in ((".partial/spilled.0", "part5.edges.0"), (".partial/part5.features", "part5/node_feat.dgl")):
            out = self.folder / name.replace("/", "-")
            damaged = out / ".partial" / name
            if not self.stopped(out, (out / stage).exists, signal.SIGKILL) or not damaged.exists():  # it was faster
                continue
            content = bytearray(damaged.read_bytes())
            content[len(content) // 2] ^= 1
            damaged.write_bytes(content)
            self.ok(*self.words, "-o", out)
            self.assertEqual(files_of(out), self.wanted)

    def test_other_input_or_options(self):
        out = self.folder / "out"
        if self.stopped(out, (out / ".partial/spilled.0").exists, signal.SIGKILL):
            self.refused(*self.words, "-o", out, "--hops", "2", says="contains an unfinished run")
        self.ok(*self.words, "-o", out)
        self.refused(*self.words, "-o", out, "--hops", "2", says="contains parts written from different input")
        self.assertEqual(files_of(out), self.wanted)

    def test_a_complete_folder_is_left_alone(self):
        out = self.folder / "whole"
        before = {path: path.stat().st_mtime_ns for path in out.rglob("*")}
        self.assertIn("Nothing to do", self.ok(*self.words, "-o", out))
        self.assertTrue(self.json(*self.words, "-o", out)["metrics"]["was_complete"])
        self.assertEqual({path: path.stat().st_mtime_ns for path in out.rglob("*")}, before)

    def test_ctrl_c_leaves_nothing_half_made(self):
        for stage, by in ((".partial/part0.edges.0", signal.SIGINT), (".partial/part0.features", signal.SIGTERM)):
            out = self.folder / stage.replace("/", "-")
            if self.stopped(out, (out / stage).exists, by):
                left = sorted(path.name for path in out.iterdir()) if out.exists() else []
                self.assertTrue(not left or "part0" in left, left)
            self.ok(*self.words, "-o", out)
            self.assertEqual(files_of(out), self.wanted)

    def test_two_at_once(self):
        out = self.folder / "out"
        first = subprocess.Popen([PROGRAM, *map(str, self.words), "-o", out], stdout=subprocess.DEVNULL)
        while first.poll() is None and not (out / ".partial/run").exists():
            pass
        first.send_signal(signal.SIGSTOP)
        if first.poll() is None and not (out / "manifest.json").exists():
            self.refused(*self.words, "-o", out, says="another process writes to it")
        first.send_signal(signal.SIGCONT)
        self.assertEqual(first.wait(), 0)
        self.assertEqual(files_of(out), self.wanted)


class ChangedInput(StoppedTest):
    """What is complete, or goes on, is of the very content: names, sizes and times of the last changes do not say."""

    def setUp(self):
        super().setUp()
        metadata = json.loads((self.folder / "chunks/metadata.json").read_text())
        chunks = [metadata["edges"]["a:to:b"]["data"]]
        chunks += [feature["data"] for kind in ("node_data", "edge_data") for features in metadata[kind].values() for feature in features.values()]
        self.files = [max((self.folder / "chunks" / name for name in names), key=lambda path: path.stat().st_size) for names in chunks]
        self.assertGreater(len(self.files), 1)

    def change(self, path):
        """Swaps the first of two neighbouring bytes that differ, near the end; the file looks as old as it did."""
        before, content = path.stat(), bytearray(path.read_bytes())
        at = next(i for i in range(len(content) - 1, 0, -1)
                  if content[i] != content[i - 1] and (path.suffix != ".csv" or content[i - 1:i + 1].isdigit()))
        content[at - 1:at + 1] = content[at - 1:at + 1][::-1]
        path.write_bytes(content)
        os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
        self.assertEqual(path.stat().st_size, before.st_size)

    def test_a_complete_folder(self):
        for path in self.files:
            content = path.read_bytes()
            self.change(path)
            self.refused(*self.words, "-o", self.folder / "whole", says="contains parts written from different input")
            path.write_bytes(content)  # and a new time
            self.assertIn("Nothing to do", self.ok(*self.words, "-o", self.folder / "whole"))
        self.assertEqual(files_of(self.folder / "whole"), self.wanted)

    def test_an_unfinished_folder(self):
        for number, path in enumerate(self.files):
            out = self.folder / str(number)
            if not self.stopped(out, (out / ".partial/part0.done").exists, signal.SIGKILL):
                continue
            content = path.read_bytes()
            self.change(path)
            self.refused(*self.words, "-o", out, says="contains an unfinished run with different input")
            path.write_bytes(content)
            self.ok(*self.words, "-o", out)
            self.assertEqual(files_of(out), self.wanted)

    def test_a_file_that_changes_while_it_is_read(self):
        for number, path in enumerate(self.files):
            out = self.folder / str(number)
            process = subprocess.Popen([PROGRAM, *map(str, self.words), "-o", out], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
            while process.poll() is None and not (out / ".partial/run").exists():
                pass
            process.send_signal(signal.SIGSTOP)
            late = process.poll() is not None or (out / "metadata.json").exists()
            content = path.read_bytes()
            self.change(path)
            process.send_signal(signal.SIGCONT)
            error = process.communicate()[1].decode()
            if not late:
                self.assertEqual(process.returncode, 2)
                self.assertRegex(error, r"\Atuplepack: [^\n]*chunks: its files changed while they were being read; [^\n]*\n\Z")
                self.assertFalse((out / "manifest.json").exists())
            path.write_bytes(content)

    def test_files_that_are_missing(self):
        out = self.folder / "whole"
        for name in ("part1/graph.dgl", "part5/node_feat.dgl", "metadata.json"):
            for damage in (lambda path: path.unlink(), lambda path: path.write_bytes(b""), lambda path: path.write_bytes(path.read_bytes()[:-1])):
                damage(out / name)
                self.refused(*self.words, "-o", out, says=f"{name}: missing, or not of the size in manifest.json")
                (out / name).write_bytes(self.wanted[name])
        self.assertIn("Nothing to do", self.ok(*self.words, "-o", out))


class Refused(DispatchTest):
    def test_other_content(self):
        words = self.given(*hand_case(), 2)
        out = self.folder / "out"
        out.mkdir()
        (out / "mine").write_text("keep")
        self.refused(*words, "-o", out, says="directory is not empty")
        self.assertEqual([path.name for path in out.iterdir()], ["mine"])

    def test_wrong_input_leaves_nothing(self):
        graph, part_of = hand_case()
        words = self.given(graph, part_of, 2)
        metadata = json.loads((self.folder / "chunks/metadata.json").read_text())
        files = [self.folder / "chunks" / name for name in metadata["edges"]["a:to:b"]["data"]]
        edges = max(files, key=lambda path: path.stat().st_size)
        kept = edges.read_bytes()
        edges.write_bytes(kept[:-3])
        self.refused(*words, "-o", self.folder / "out", says=edges.name)
        self.assertFalse((self.folder / "out").exists())
        edges.write_bytes(kept)
        (self.folder / "assignment/a.txt").write_text("0\n1\n2\n1\n")
        self.refused(*words, "-o", self.folder / "out", says="a.txt:3")
        (self.folder / "assignment/a.txt").write_text("0\n1\n0\n")
        self.refused(*words, "-o", self.folder / "out", says="a.txt")
        self.assertFalse((self.folder / "out").exists())

    def test_without_a_folder(self):
        words = self.given(*hand_case(), 2)
        self.refused(*words, says="-o DIR")

    def test_files_that_cannot_grow(self):
        """As on a full disk."""
        rng = np.random.default_rng(5)
        graph = large_graph(rng)
        words = self.given(graph, random_assignment(rng, graph, 2), 2)
        for limit in (4096, 100_000, 900_000):
            self.refused(*words, "-o", self.folder / "out", says="File too large",
                         preexec_fn=lambda limit=limit: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)))
            self.assertFalse((self.folder / "out" / "manifest.json").exists())
        self.ok(*words, "-o", self.folder / "out")
        self.assertEqual(check_partitioned(read_partitioned(self.folder / "out"), graph), [])


if __name__ == "__main__":
    unittest.main()
