"""tuplepack-mpi records and batches: what several ranks find and write is that of the plain program."""
import gzip
import json
import pathlib
import random
import sys
import unittest

import mpi

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "native"))
from test_batches import SCHEMA, random_graph  # noqa: E402
from tf_records import example, record  # noqa: E402


class Records(mpi.FolderTest):
    def write(self, late):
        """Shards, of which one is compressed and the last ones have `late` in addition."""
        generator = random.Random(self.seed)
        for shard in range(6):
            graphs = [random_graph(generator) for _ in range(generator.randint(1, 20))]
            data = b"".join(record(example({**graph, **(late if shard > 3 else {})})) for graph in graphs)
            (self.folder / f"graphs-{shard:05}-of-00006").write_bytes(gzip.compress(data) if shard == 1 else data)
        self.files = f"{self.folder}/graphs@6"
        self.schema = self.folder / "schema.pbtxt"
        self.schema.write_text(SCHEMA)

    def report(self, text):
        report = json.loads(text)
        for depends_on_the_run in "seconds", "ranks":
            report.pop(depends_on_the_run, None)
            report.get("metrics", {}).pop(depends_on_the_run, None)
        return report

    def test_records(self):
        self.write({"context/late": [b"x"]})
        damaged = self.folder / "graphs-00002-of-00006"
        good = damaged.read_bytes()
        damaged.write_bytes(record(b"?") + good)
        words = ["records", self.files, "--check", "--schema", self.schema, "--show", "30", "--json", "--sizes"]
        one, several = self.folder / "one.npy", self.folder / "several.npy"
        expected = self.report(mpi.alone(*words, one, status=1))
        for ranks in 2, 5:
            shown, messages = mpi.many(ranks, *words, several, status=1)
            self.assertEqual(self.report(shown), expected)
            self.assertEqual(several.read_bytes(), one.read_bytes())
            self.assertEqual([message.removeprefix("tuplepack-mpi: note: ") for message in messages], expected["notes"])
        output, messages = mpi.many(3, "records", self.files, status=2)
        self.assertEqual((output, len(messages)), ("", 1), messages)
        self.assertRegex(messages[0], r"^tuplepack-mpi: rank \d on .*graphs-00002-of-00006: .*; use --check")
        damaged.write_bytes(good)
        dump = mpi.alone("records", self.files, "--text", "--show", "2")
        self.assertEqual(mpi.many(2, "records", self.files, "--text", "--show", "2")[0], dump)

    def test_batches(self):
        self.write({})
        sizes, plan = self.folder / "sizes.csv", self.folder / "plan.json"
        mpi.alone("records", self.files, "--sizes", sizes)
        mpi.alone("pack", sizes, "--limits", "40,40,50,50", "--plan", plan)
        words = ["batches", self.files, "--plan", plan, "--schema", self.schema, "--order", "shuffle", "--json", "-o"]
        expected = self.report(mpi.alone(*words, self.folder / "alone@4"))
        for ranks in 1, 3, 5:
            shown, messages = mpi.many(ranks, *words, self.folder / f"ranks{ranks}@4")
            self.assertEqual(len(messages), ranks > 4, messages)  # a rank has no shard
            report = self.report(shown)
            for key in "metrics", "constraints", "sets":
                self.assertEqual(report[key], expected[key])
            for ours, theirs in zip(report["files"], expected["files"], strict=True):
                self.assertEqual(pathlib.Path(ours).read_bytes(), pathlib.Path(theirs).read_bytes())
        damaged = self.folder / "graphs-00004-of-00006"
        damaged.write_bytes(damaged.read_bytes()[:-1])
        before = sorted(self.folder.iterdir())
        output, messages = mpi.many(2, *words, self.folder / "bad@2", status=2)
        self.assertEqual((output, len(messages)), ("", 1), messages)
        self.assertRegex(messages[0], r"^tuplepack-mpi: rank \d on .*graphs-00004-of-00006: ")
        self.assertEqual(sorted(self.folder.iterdir()), before)


if __name__ == "__main__":
    unittest.main()
