"""tuplepack-mpi assign: the packs are those of the plain program, byte for byte."""
import json
import random
import unittest

import numpy

import mpi


class Assign(mpi.FolderTest):
    def setUp(self):
        super().setUp()
        self.random = random.Random(self.seed)

    def write(self, files, items, shape):
        for file in range(files):
            rows = numpy.array([[self.random.randint(1, 60) for _ in range(shape)] for _ in range(items)], dtype="int32")
            numpy.save(self.folder / f"sizes-{file:05}-of-{files:05}.npy", rows[:, 0] if shape == 1 else rows)
        return self.folder / "sizes-*.npy"

    def plan(self, files, *words):
        mpi.alone("pack", files, "--plan", self.folder / "plan.json", "--method", "spfhp", *words)
        return self.folder / "plan.json"

    def test_same_bytes_on_any_number_of_ranks(self):
        pairs, lengths = self.write(7, 300, 2), self.folder / "lengths.csv"
        lengths.write_text("length\n" + "".join(f"{self.random.randint(1, 90)}\n" for _ in range(500)))
        cut = self.folder / "cut.csv"
        cut.write_text("length\n" + "".join(f"{self.random.randint(1, 90)}\n" for _ in range(300)))
        plan = self.plan(pairs, "--limits", "100,100", "--packs-multiple", "7", "--overlong", "drop", "--reserve", "size_1=50")
        split = self.folder / "split.json"
        mpi.alone("pack", lengths, cut, "--limits", "64", "--overlong", "split", "--plan", split)
        for ranks, files, words, ending in (
                (1, [pairs], ["--plan", plan], "csv"),
                (2, [pairs], ["--plan", plan, "--emit", "segment_ids,position_ids,cu_seqlens"], "npz"),
                (3, [pairs], ["--plan", plan, "--order", "permute", "--seed", "5", "--balance", "quadratic", "--ranks", "7"], "parquet"),
                (3, [lengths, cut], ["--plan", split, "--emit", "cu_seqlens"], "arrow"),
                (5, [lengths, cut], ["--plan", split, "--order", "permute"], "csv")):
            with self.subTest(ranks=ranks, ending=ending):
                one, several = self.folder / ("one." + ending), self.folder / ("several." + ending)
                expected = json.loads(mpi.alone("assign", *files, *words, "-o", one, "--json"))
                shown, messages = mpi.many(ranks, "assign", *files, *words, "-o", several, "--json")
                self.assertEqual(messages, [])
                self.assertEqual(several.read_bytes(), one.read_bytes())
                report = json.loads(shown)
                self.assertEqual("ranks" in report, ranks > 1)
                for key in "items", "work", "arrays":
                    self.assertEqual(report[key], expected[key])
                for key in "packs", "padding_packs", "dropped", "pieces":
                    self.assertEqual(report["metrics"][key], expected["metrics"][key])

    def test_a_note_on_several_files_is_shown_once(self):
        for file in range(3):
            (self.folder / f"{file}.csv").write_text("length,flag\n" + "3,0\n4,1\n" * (file + 5))
        files = self.folder / "?.csv"
        plan = self.plan(files, "--limits", "9,9")
        report = json.loads(mpi.alone("assign", files, "--plan", plan, "--json"))
        shown, messages = mpi.many(2, "assign", files, "--plan", plan, "--json")
        self.assertEqual(json.loads(shown)["notes"], report["notes"])
        self.assertEqual(messages, ["tuplepack-mpi: note: " + note for note in report["notes"]])
        self.assertEqual(len(messages), 1, messages)
        self.assertRegex(messages[0], r"0\.csv: column 'flag'")

    def test_dropped_items_count(self):
        """Those that the plan says were dropped, too, may make more items than are assigned alone."""
        files = self.write(2, 100, 1)
        plan = self.plan(files, "--limits", "50", "--overlong", "drop")
        few, many = self.folder / "few.npz", self.folder / "many.npz"
        mpi.alone("assign", files, "--plan", plan, "-o", few)
        document = json.loads(plan.read_text())
        document["overlong"]["items"] += 2**31
        plan.write_text(json.dumps(document))
        mpi.alone("assign", files, "--plan", plan, "-o", many)
        self.assertEqual(many.read_bytes(), few.read_bytes())
        self.refused(1, files, "--plan", plan, "--order", "input", says="--order input needs one rank and fewer than 2.31 items")

    def refused(self, ranks, *words, says):
        output, messages = mpi.many(ranks, "assign", *words, status=2, timeout=120)
        self.assertEqual((output, len(messages)), ("", 1), messages)
        self.assertRegex(messages[0], says)

    def test_errors_name_the_rank_and_the_file_and_leave_nothing(self):
        files = self.write(4, 50, 1)
        plan, out = self.plan(files, "--limits", "64"), self.folder / "packs.npz"
        third = self.folder / "sizes-00002-of-00004.npy"
        sizes = numpy.load(third)
        numpy.save(third, numpy.append(sizes[:-1], 63))
        self.refused(3, files, "--plan", plan, "-o", out, says=r"rank \d on .*00002-of-00004.npy: item 49 of size 63: the plan has no such size")
        numpy.save(third, numpy.append(sizes, [sizes[0]] * 200))
        self.refused(2, files, "--plan", plan, "-o", out, says=r"rank 1 on .*-0000[23]-of-00004.npy: item \d+ of size \d+: the plan has only")
        numpy.save(third, sizes[:-1])
        self.refused(2, files, "--plan", plan, "-o", out, says="and 3 other files: items of size .* in the plan, but only")
        numpy.save(third, sizes)
        self.refused(2, files, "--plan", plan, "-o", out, "--order", "input", says="--order input needs one rank")
        self.refused(2, files, "--plan", plan, "-o", self.folder / "no" / "packs.npz", says="No such file or directory")
        self.refused(2, "-", "--plan", plan, "-o", out, says="several ranks cannot read standard input")
        self.refused(2, files, "--plan", "-", "-o", out, says="several ranks cannot read standard input")
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()),
                         ["plan.json", *(f"sizes-{file:05}-of-00004.npy" for file in range(4))])


if __name__ == "__main__":
    unittest.main()
