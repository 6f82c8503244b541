"""dispatch on many ranks writes the bytes of the plain program, whatever fails on the way."""
import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import time
import unittest

import numpy as np

import mpi

sys.path.append(str(pathlib.Path(__file__).parent.parent / "native"))
from random_graphs import random_assignment, random_graph, write_assignment, write_chunked  # noqa: E402
from rounds import rounds  # noqa: E402


def hashes_of(folder):
    """The files of a complete output, without what lies beside the parts."""
    assert not (folder / ".partial").exists()
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


class DispatchTest(mpi.FolderTest):
    def given(self, graph, part_of, parts, rng):
        write_chunked(rng, graph, self.folder / "chunks")
        write_assignment(self.folder / "assignment", part_of, parts)
        return ["dispatch", self.folder / "chunks", "--assignment", self.folder / "assignment"]


class Equality(DispatchTest):
    def test_random_graphs(self):
        """Types and parts without members, all formats, features of nodes and edges, several hops."""
        rng = np.random.default_rng(self.seed)
        for trial in rounds(6):
            with self.subTest(trial=trial):
                self.folder = self.folder / str(trial)
                self.folder.mkdir()
                graph, parts = random_graph(rng), int(rng.choice([1, 2, 3, 4, 7]))
                words = self.given(graph, random_assignment(rng, graph, parts), parts, rng)
                words += ["--format", str(rng.choice(["dgl", "npy", "graphbolt"])),
                          "--hops", int(rng.choice([1, 1, 2])), "--edges", str(rng.choice(["in", "in", "both"]))]
                ranks = trial % 5 + 2 if trial < 4 else 3
                plain = json.loads(mpi.alone(*words, "-o", self.folder / "plain", "--json"))
                dry = json.loads(mpi.many(ranks, *words, "--dry-run", "--json")[0])
                report = json.loads(mpi.many(ranks, *words, "-o", self.folder / "many", "--json")[0])
                self.assertEqual(hashes_of(self.folder / "many"), hashes_of(self.folder / "plain"))
                self.assertEqual(report["files"], plain["files"])
                self.assertEqual(dry["part_sizes"], plain["part_sizes"])


def write_graph(folder, rng, chunks, nodes=3000, edges=60_000, width=8):
    """Two node types and three edge types in as many chunks each, text and arrays, with features."""
    pairs = {"a:to:b": np.stack([rng.integers(0, nodes, edges), rng.integers(0, nodes // 2, edges)]),
             "b:rev:a": np.stack([rng.integers(0, nodes // 2, edges // 2), rng.integers(0, nodes, edges // 2)]),
             "a:none:a": np.zeros((2, 0), np.int64)}
    folder.mkdir()
    metadata = {"graph_name": "g", "node_type": ["a", "b"], "num_nodes_per_type": [nodes, nodes // 2],
                "edge_type": list(pairs), "num_edges_per_type": [ends.shape[1] for ends in pairs.values()], "edges": {},
                "num_edges_per_chunk": [], "node_data": {"a": {}}, "edge_data": {"a:to:b": {}}}

    def split(data, name, write, ending):
        files = []
        for chunk, piece in enumerate(np.array_split(data, chunks)):
            files.append(f"{name}-{chunk}.{ending}")
            write(folder / files[-1], piece)
        return files

    for index, (name, ends) in enumerate(pairs.items()):
        text = index == 0
        files = split(ends.T, f"edges{index}", (lambda path, rows: np.savetxt(path, rows, "%d")) if text else np.save,
                      "csv" if text else "npy")
        form = {"name": "csv", "delimiter": " "} if text else {"name": "numpy"}
        metadata["edges"][name] = {"format": form, "data": files}
        metadata["num_edges_per_chunk"].append([len(piece) for piece in np.array_split(ends.T, chunks)])
    for kind, key, rows in (("node_data", "a", nodes), ("edge_data", "a:to:b", edges)):
        values = rng.random((rows, width)).astype("<f4")
        metadata[kind][key]["x"] = {"format": {"name": "numpy"}, "data": split(values, kind, np.save, "npy")}
    (folder / "metadata.json").write_text(json.dumps(metadata))


class Chunks(DispatchTest):
    def graph(self, chunks, parts, largest=0, **sizes):
        """The words that dispatch a graph. Part `largest` has most of the nodes."""
        rng = np.random.default_rng(chunks)
        write_graph(self.folder / "chunks", rng, chunks, **sizes)
        nodes = sizes.get("nodes", 3000)
        part_of = {}
        for name, count in (("a", nodes), ("b", nodes // 2)):
            part_of[name] = np.where(rng.random(count) < 0.3, largest, rng.integers(0, parts, count))
        write_assignment(self.folder / "assignment", part_of, parts)
        return ["dispatch", self.folder / "chunks", "--assignment", self.folder / "assignment"]

    def test_numbers_of_chunks_parts_and_ranks(self):
        for chunks, parts, ranks, more in ((4, 4, 4, []), (8, 4, 2, ["--format", "graphbolt"]), (11, 4, 1, []),
                                           (7, 3, 5, ["--format", "npy"]), (3, 5, 3, ["--local", "--memory", "80M"])):
            with self.subTest(chunks=chunks, parts=parts, ranks=ranks):
                self.folder = self.folder / "next"
                self.folder.mkdir()
                words = [*self.graph(chunks, parts), *more]
                mpi.alone(*words, "-o", self.folder / "plain")
                output, _ = mpi.many(ranks, *words, "-o", self.folder / "many")
                self.assertEqual(hashes_of(self.folder / "many"), hashes_of(self.folder / "plain"))
                self.assertEqual(output.count(f"ranks        {ranks} on one machine"), ranks > 1)
                output, _ = mpi.many(ranks, *words, "-o", self.folder / "many")
                self.assertIn("Nothing to do", output)

    # ---- What fails on one rank ----

    def killed_when(self, words, out, stage, rank=1, ranks=3):
        """Kills a rank when a file is there."""
        process = mpi.start(ranks, *words, "-o", out)
        while process.poll() is None and not (out / stage).exists():
            time.sleep(0.001)
        children = subprocess.run(["pgrep", "-P", str(process.pid)], capture_output=True, text=True).stdout.split()
        if children:
            os.kill(int(children[rank]), signal.SIGKILL)
        process.communicate(timeout=120)
        return process.returncode

    def test_a_rank_is_killed(self):
        words = self.graph(4, 24, edges=150_000)
        mpi.alone(*words, "-o", self.folder / "plain")
        expected = hashes_of(self.folder / "plain")
        stages = ((".partial/part0.edges.1", 3, 0), (".partial/spilled.1", 3, 0), (".partial/part0.features", 2, 0),
                  (".partial/part3.done", 4, 3))
        unfinished = 0
        for stage, ranks_after, kept in stages:
            with self.subTest(stage=stage):
                out = self.folder / "out"
                status = self.killed_when(words, out, stage)
                in_time = not (out / "manifest.json").exists()  # which is written last
                output = json.loads(mpi.many(ranks_after, *words, "-o", out, "--json")[0])
                if in_time:
                    unfinished += 1
                    self.assertNotEqual(status, 0)
                    self.assertGreaterEqual(output["metrics"]["resumed_parts"], kept)
                self.assertEqual(output["metrics"]["was_complete"], not in_time)
                self.assertEqual(hashes_of(out), expected)
                shutil.rmtree(out)
        self.assertGreater(unfinished, 0)

    def test_a_disk_is_full_on_one_rank(self):
        words = self.graph(4, 3, largest=1, nodes=100_000, edges=20_000, width=128)
        mpi.alone(*words, "-o", self.folder / "plain")
        script = self.folder / "limited"
        script.write_text("#!/bin/bash\n[ ${OMPI_COMM_WORLD_RANK:-$PMI_RANK} != 1 ] || ulimit -f 16384\n"
                          f"exec {mpi.MPI_PROGRAM} \"$@\"\n")
        script.chmod(0o755)
        out = self.folder / "out"
        done = subprocess.run([*mpi.MPIRUN, "-np", "3", script, *map(str, words), "-o", out], capture_output=True,
                              text=True, timeout=120)
        messages = mpi.own_messages(done.stderr)
        self.assertEqual(done.returncode, 2)
        self.assertEqual(len(messages), 1, messages)
        self.assertRegex(messages[0], r": rank 1 on \S+: .*part1/node_feat.dgl: File too large$")
        self.assertFalse((out / "manifest.json").exists())
        mpi.many(3, *words, "-o", out)
        self.assertEqual(hashes_of(out), hashes_of(self.folder / "plain"))

    def test_a_chunk_is_truncated(self):
        words = self.graph(8, 4)
        for name in ("edges0-5.csv", "edges1-6.npy", "node_data-3.npy"):
            with self.subTest(name=name):
                path = self.folder / "chunks" / name
                content = path.read_bytes()
                path.write_bytes(content[:len(content) // 2])
                _, messages = mpi.many(4, *words, "-o", self.folder / "out", status=2, timeout=120)
                path.write_bytes(content)
                self.assertEqual(len(messages), 1, messages)
                self.assertRegex(messages[0], r": rank \d on \S+: .*" + name)
                self.assertFalse((self.folder / "out").exists())
        mpi.alone(*words, "-o", self.folder / "plain")
        mpi.many(4, *words, "-o", self.folder / "out")
        self.assertEqual(hashes_of(self.folder / "out"), hashes_of(self.folder / "plain"))


if __name__ == "__main__":
    unittest.main()
