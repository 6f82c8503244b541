"""Subgraphs that several ranks sample: those of the plain program, whatever happens on the way."""
import hashlib
import json
import os
import pathlib
import random
import resource
import shutil
import signal
import sys
import tempfile
import time
import unittest

import mpi

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "native"))
from program import npy  # noqa: E402
from rounds import SANITIZED  # noqa: E402
from unigraphs import shop, spec_text, write_shop  # noqa: E402

SPEC = spec_text("user", ("buy", "seed", "buys", 3, "RANDOM_WEIGHTED"), ("follow", "seed", "follows", 2, "RANDOM_UNIFORM"),
                 ("by", "buy", "bought", 2, "RANDOM_UNIFORM"), ("more", "follow by", "buys", 4, "TOP_K"))
SLOW = 100_000 if SANITIZED else 400_000  # seeds that take half a second or so


def hashes(folder):
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.iterdir()}


def totals(output):
    """A report without what depends on where it ran."""
    report = json.loads(output)
    report["files"] = [pathlib.Path(file).name for file in report["files"]]
    return {key: value for key, value in report.items() if key not in ("seconds", "ranks", "records_schema", "resumed_shards", "notes")}


class Subgraphs(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.base = pathlib.Path(cls.temporary.name)
        cls.graph = write_shop(cls.base / "shop", shop(7, users=60, edges=400), ".tfrecord")
        cls.spec = cls.base / "spec.pbtxt"
        cls.spec.write_text(SPEC)
        cls.seeds = cls.base / "seeds.txt"
        cls.seeds.write_text("".join("u%d\n" % (i % 6 + 1) for i in range(SLOW)))
        (cls.base / "slow").mkdir()
        cls.slow = totals(mpi.alone(*cls.slow_words(cls.base / "slow")))

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def setUp(self):
        self.folder = self.base / self.id()
        self.folder.mkdir()

    def words(self, out, *more, shards=5):
        """A command that writes to a folder of its own."""
        (self.folder / out).mkdir(exist_ok=True)
        return ["subgraphs", self.graph, self.spec, "-o", "%s@%d" % (self.folder / out / "s", shards), "--json", *more]

    def test_any_number_of_ranks_writes_the_same(self):
        for i, (shards, ranks, more) in enumerate([(5, (1, 2, 4), []), (3, (5,), ["--seed", 3, "--threads", 2]), (1, (3,), ["--induced", "--features", "rows"])]):
            expected = totals(mpi.alone(*self.words("alone%d" % i, *more, shards=shards)))
            for count in ranks:
                out = "many%d-%d" % (i, count)
                output, _ = mpi.many(count, *self.words(out, *more, shards=shards))
                self.assertEqual(totals(output), expected)
                self.assertEqual(json.loads(output).get("ranks", {}).get("count", 1), count)
                self.assertEqual(hashes(self.folder / out), hashes(self.folder / ("alone%d" % i)))

    def test_one_rank_writes_to_standard_output(self):
        words = ["subgraphs", self.graph, self.spec, "-o", "-"]
        run = [mpi.start(2, *words), mpi.subprocess.Popen([mpi.PROGRAM, *map(str, words)], stdout=-1, stderr=-1, text=True)]
        outputs = [process.stdout.buffer.read() for process in run]
        for process in run:
            process.communicate()
            self.assertEqual(process.returncode, 0)
        self.assertEqual(*outputs)

    def ends_soon(self, process):
        """All ranks end without success; returns the lines that they have printed."""
        _, messages = process.communicate(timeout=120)
        self.assertNotEqual(process.returncode, 0)
        return mpi.own_messages(messages)

    def refused(self, process, *says):
        lines = self.ends_soon(process)
        self.assertEqual(len(lines), 1, lines)
        for text in says:
            self.assertIn(text, lines[0])

    def test_usage_and_what_is_there_already(self):
        self.refused(mpi.start(3, "subgraphs", "-", self.spec, "-o", self.folder / "x"), "several ranks cannot read standard input")
        words = self.words("out")
        (self.folder / "out" / "s-00003-of-00005").write_text("")
        self.refused(mpi.start(3, *words), "rank 0 on ", "s-00003-of-00005: already exists")
        self.assertEqual(len(list((self.folder / "out").iterdir())), 1)

    def test_input_that_is_cut_short_on_one_rank(self):
        """Each rank has its own copy of the tables."""
        other = self.folder / "other"
        shutil.copytree(self.graph.parent, other / "shop")
        items = other / "shop" / "items.tfrecord"
        items.write_bytes(items.read_bytes()[:-5])
        words = self.words("out")
        words[1] = "shop"
        self.refused(mpi.start_each([["-wdir", folder] for folder in [self.base, other, self.base]], *words),
                     "rank 1 on ", "items.tfrecord: ")
        self.assertEqual(list((self.folder / "out").iterdir()), [])

    def parts(self):
        """A partitioned graph of authors and papers, with weights and times, and a spec that needs them."""
        rng = random.Random(11)
        folder = self.folder

        def edges(name, count, sources, targets):
            (folder / name).write_text("s,t\n" + "".join("%d,%d\n" % (rng.randrange(sources), int(targets * rng.random() ** 2)) for _ in range(count)))

        edges("writes.csv", 900, 90, 70)
        edges("cites.csv", 700, 70, 70)
        (folder / "weight.npy").write_bytes(npy([rng.randrange(1, 40) / 8 for _ in range(900)], "<f8"))
        (folder / "time.npy").write_bytes(npy([1.7e9 + rng.randrange(500) / 4 for _ in range(700)], "<f8"))
        mpi.alone("chunk", "a:writes:p=%s" % (folder / "writes.csv"), "p:cites:p=%s" % (folder / "cites.csv"), "--chunks", 3, "-o", folder / "chunks",
                  "--edge-data", "a:writes:p/weight=%s" % (folder / "weight.npy"), "--edge-data", "p:cites:p/time=%s" % (folder / "time.npy"))
        mpi.alone("partition", folder / "chunks", "--parts", 3, "-o", folder / "assignment")
        mpi.alone("dispatch", folder / "chunks", "--assignment", folder / "assignment", "--format", "npy", "-o", folder / "parts")
        (folder / "spec.pbtxt").write_text(spec_text("p", ("c", "seed", "cites", 4, "LATEST_K"), ("w", "seed c", "written", 3, "RANDOM_WEIGHTED"),
                                                     ("b", "w", "writes", 5, "RANDOM_UNIFORM"), ("t", "b c", "cites", 2, "RANDOM_UNIFORM")))
        (folder / "seeds.csv").write_text("id,time\n" + "".join("%d,%r\n" % (rng.randrange(70), 1.7e9 + rng.randrange(600) / 4) for _ in range(3000)))
        return ["subgraphs", folder / "parts", folder / "spec.pbtxt", "--reverse", "written=writes", "--json"]

    def test_edges_that_are_divided(self):
        """Owners of nodes draw what one process would, and the same run may be resumed by one that has all edges."""
        words = self.parts()
        for i, (ranks, more) in enumerate([(2, ["--features", "rows"]), (5, ["--features", "none", "--paths", "tfgnn", "--readout", "seed"])]):
            out = ["--seeds", self.folder / "seeds.csv", *more, "-o"]
            names = ["alone%d" % i, "many%d" % i]
            for name in names:
                (self.folder / name).mkdir()
            expected = mpi.alone(*words, *out, self.folder / names[0] / "s@4")
            output, _ = mpi.many(ranks, *words, *out, self.folder / names[1] / "s@4", "--memory", "20K")
            self.assertEqual(totals(output), totals(expected))
            self.assertGreater(json.loads(output)["ranks"]["most_bytes_sent"], 100_000)
            self.assertEqual(hashes(self.folder / names[1]), hashes(self.folder / names[0]))

    def test_edges_that_do_not_fit(self):
        words = self.parts()
        for ranks, more, says in [(2, ["--memory", "20K"], "distributing them across ranks requires --features rows or none"),
                                  (2, ["--memory", "20K", "--features", "rows", "--induced"], "--induced requires all edges on every rank"),
                                  (3, ["--memory", "1K"], "tuplepack-mpi distributes them across ")]:
            self.refused(mpi.start(ranks, *words, *more, "-o", self.folder / "x"), says)
        words[1] = self.graph
        words[2] = self.spec
        self.refused(mpi.start(2, *words[:-3], "--memory", "1K", "-o", self.folder / "x"), "--memory applies only to partitioned graphs")

    def test_a_disk_that_is_full_where_edges_are_divided(self):
        words = self.parts()
        seeds = self.folder / "many.txt"
        seeds.write_text("".join("%d\n" % (i % 70) for i in range(60_000)))
        (self.folder / "out").mkdir()
        words += ["--seeds", seeds, "--features", "none", "-o", self.folder / "out" / "s@12"]
        process = mpi.start(3, *words, "--memory", "20K", "-q")  # without the note on times
        while not list((self.folder / "out").glob("*/finished-?")):
            self.assertIsNone(process.poll(), process.poll() and process.stderr.read())
            time.sleep(0.01)
        resource.prlimit(mpi.process_of(process, 2), resource.RLIMIT_FSIZE, (1, 1))
        self.refused(process, "rank 2 on ", "File too large")
        output = mpi.alone(*words)
        self.assertGreater(json.loads(output)["resumed_shards"], 0)
        (self.folder / "whole").mkdir()
        words[-1] = self.folder / "whole" / "s@12"
        self.assertEqual(totals(output), totals(mpi.alone(*words)))
        self.assertEqual(hashes(self.folder / "out"), hashes(self.folder / "whole"))

    @classmethod
    def slow_words(cls, folder):
        return ["subgraphs", cls.graph, cls.spec, "--seeds", cls.seeds, "--features", "none", "--json", "-o", folder / "s@16"]

    def start_slow(self, ranks):
        """A run that has finished a shard and is not at its end."""
        process = mpi.start(ranks, *self.slow_words(self.folder))
        while not list(self.folder.glob("*/finished-?")):
            self.assertIsNone(process.poll(), process.poll() and process.stderr.read())
            time.sleep(0.01)
        return process

    def check_resumed(self, ranks):
        """Another run goes on with what there is."""
        self.assertEqual([path.name for path in self.folder.iterdir()], ["s@16.partial"])
        words = self.slow_words(self.folder)
        output = mpi.alone(*words) if ranks is None else mpi.many(ranks, *words)[0]
        self.assertGreater(json.loads(output)["resumed_shards"], 0)
        self.assertEqual(totals(output), self.slow)
        self.assertEqual(hashes(self.folder), hashes(self.base / "slow"))

    def test_a_rank_that_is_killed(self):
        process = self.start_slow(3)
        os.kill(mpi.process_of(process, 1), signal.SIGKILL)
        self.ends_soon(process)
        self.check_resumed(2)

    def test_a_rank_that_is_told_to_end(self):
        process = self.start_slow(2)
        os.kill(mpi.process_of(process, 1), signal.SIGTERM)
        self.assertEqual(self.ends_soon(process), [])
        self.check_resumed(3)

    def test_a_disk_that_is_full_for_one_rank(self):
        process = self.start_slow(2)
        resource.prlimit(mpi.process_of(process, 1), resource.RLIMIT_FSIZE, (1, 1))
        self.refused(process, "rank 1 on ", "File too large")
        self.check_resumed(None)


if __name__ == "__main__":
    unittest.main()
