"""Shards that are damaged, changed or of other data, and rows that cannot be written."""
import json
import os
import unittest
from functools import partial
from pathlib import Path

import numpy as np

import tuplepack
from tuplepack import distributed

from shard_case import Case

ROOT = Path(__file__).resolve().parents[2]


class Errors(Case):
    def setUp(self):
        super().setUp()
        self.samples, self.paths = self.data(300, shards=5)
        self.counts = distributed.count(self.paths, lengths_of="input_ids")
        self.plan = tuplepack.pack(self.counts.total, 100)

    def refuses(self, words, call, *arguments, **options):
        with self.assertRaisesRegex(tuplepack.Error, words):
            call(*arguments, **options)
        self.require_nothing_left("rows")

    def test_damaged_shards(self):
        with open(self.paths[3], "ab") as file:
            file.write(b'{"input_ids": [1, 2\n')
        self.refuses("part-3.jsonl", distributed.count, self.paths, lengths_of="input_ids")
        self.refuses("unknown option 'length_of'; did you mean 'lengths_of'", distributed.count, [[3, 4]], length_of="input_ids")
        self.refuses("shards cannot be {'a': 1}; expected a list", distributed.count, {"a": 1})
        missing = self.path("none.jsonl")
        with self.assertWarnsRegex(UserWarning, "2 of 6 shards cannot be read and are left out; the first: .*part-3.jsonl"):
            counts = distributed.count([*self.paths, missing], lengths_of="input_ids", on_error="skip")
        self.assertEqual(list(counts.skipped), [self.paths[3], missing])
        self.assertEqual(counts.total.items, 300 - self.counts.parts[3].items)
        plan = tuplepack.pack(counts.total, 100)
        places = distributed.assign([*self.paths, missing], plan, counts)
        self.assertEqual([one is None for one in places], [False] * 3 + [True, False, True])
        packed = distributed.write_packed([*self.paths, missing], plan, counts, self.path("rows@2"))
        self.assertEqual(packed.pieces, counts.total.items)
        with self.assertRaisesRegex(tuplepack.Error, "no shard can be read: .*none.jsonl: No such file"):
            distributed.count([missing], on_error="skip")

    def test_changed_shards(self):
        lines = [json.dumps({"input_ids": [1] * 7}) + "\n"] * 20
        Path(self.paths[2]).write_text("".join(lines))
        for call, arguments in ((distributed.assign, ()), (distributed.write_packed, (self.path("rows@4"),))):
            self.refuses("part-2.jsonl: the shard has changed since it was counted: 20 items of 1 sizes", call, self.paths, self.plan,
                         self.counts, *arguments)
        self.refuses("part-2.jsonl", distributed.assign, self.paths, self.plan, self.counts, out=self.path("rows"))
        Path(self.paths[2]).write_bytes(b"")
        self.refuses("part-2.jsonl: the shard has changed", distributed.assign, self.paths, self.plan, self.counts)
        os.remove(self.paths[2])
        self.refuses("part-2.jsonl", distributed.write_packed, self.paths, self.plan, self.counts, self.path("rows@4"))

    def test_shards_that_were_not_counted(self):
        assign, paths = distributed.assign, self.paths
        self.refuses("part-1.jsonl.gz: shards 1 and 2 are the same file", distributed.count, [paths[0], paths[1], Path(paths[1])])
        self.refuses("part-2.jsonl: shard 1 was counted as .*part-1.jsonl.gz", assign, [paths[0], paths[2]], self.plan, self.counts)
        self.refuses("part-4.jsonl.gz: 5 shards were counted, and 4 are given", assign, paths[:4], self.plan, self.counts)
        self.refuses("more.jsonl: 5 shards were counted, and 6 are given", assign, [*paths, "more.jsonl"], self.plan, self.counts)

    def test_shards_by_one_name(self):
        """A pattern or NAME@N stands for its files, and is not read letter by letter."""
        for number, sizes in enumerate(([3, 4], [5])):
            np.save(self.path(f"s-0000{number}-of-00002"), sizes)
            os.rename(self.path(f"s-0000{number}-of-00002.npy"), self.path(f"s-0000{number}-of-00002"))
        for shards in (self.path("s@2"), Path(self.path("s@2")), self.path("s-*")):
            counts = distributed.count(shards)
            self.assertEqual([part.items for part in counts.parts], [2, 1])
            packs = [places.packs.tolist() for places in distributed.assign(shards, tuplepack.pack(counts.total, 8), counts)]
            self.assertEqual(sorted(sum(packs, [])), [0, 0, 1])

    def test_what_is_no_shard_plan_or_count(self):
        for words, call in (
            ("shards cannot be None", lambda: distributed.count(None)),
            ("plan is 7; expected a Plan", lambda: distributed.assign(self.paths, 7, self.counts)),
            ("counts is None; expected what count", lambda: distributed.assign(self.paths, self.plan, None)),
            ("None names no file", lambda: distributed.read_packed(None)),
        ):
            with self.assertRaisesRegex(tuplepack.Error, words):
                call()

    def test_plans_of_other_data(self):
        few = tuplepack.histogram(self.counts.total.sizes[:-1], self.counts.total.counts[:-1], ["input_ids"])
        last = next(n for n, part in enumerate(self.counts.parts) if len(part) and part.maxima == self.counts.total.maxima)
        self.refuses(f"part-{last}.jsonl.*the plan has no such size", distributed.assign, self.paths, tuplepack.pack(few, 100), self.counts)
        less = tuplepack.histogram(self.counts.total.sizes, np.maximum(self.counts.total.counts - 1, 1), ["input_ids"])
        self.refuses("part-.*the plan has only", distributed.assign, self.paths, tuplepack.pack(less, 100), self.counts)
        more = self.counts.total + tuplepack.histogram([5], components=["input_ids"])
        self.refuses("the plan is not for these counts", distributed.write_packed, self.paths, tuplepack.pack(more, 100), self.counts, self.path("rows@2"))
        self.refuses("the plan is for length, and the shards have input_ids", distributed.assign, self.paths, tuplepack.pack([3], 9), self.counts)
        pairs = tuplepack.pack(np.array([[3, 4]]), (9, 9))
        self.refuses("a plan of 2 components", distributed.write_packed, self.paths, pairs, self.counts, self.path("rows@2"))

    def test_rows_that_cannot_be_written(self):
        write = partial(distributed.write_packed, self.paths, self.plan, self.counts)
        self.refuses("expected NAME@N", write, self.path("rows"))
        self.refuses("has no 'mask'", write, self.path("rows@2"), columns=("input_ids", "mask"))
        self.refuses(r"part-.*column 'labels' has -100, which uint8 does not hold", write, self.path("rows@2"),
                     columns={"input_ids": "int64", "labels": "uint8"})
        self.refuses("'text' is not a list of numbers", write, self.path("rows@2"), columns=("input_ids", "text"))
        self.refuses("columns is empty", write, self.path("rows@2"), columns=())
        self.refuses("No such file", write, self.path("none/rows@2"))
        self.refuses("not a type", write, self.path("rows@2"), columns={"input_ids": "token"})
        write(self.path("rows@2"))
        with self.assertRaisesRegex(tuplepack.Error, "rows-00000-of-00002: already exists"):
            write(self.path("rows@2"))
        os.mkdir(self.path("other-unfinished"))
        with self.assertRaisesRegex(tuplepack.Error, "other-unfinished: already exists: another run"):
            write(self.path("other@2"))
        for words, shards, options in (("on_error is", [[3]], {"on_error": "no"}), ("the list of shards is empty", [], {}),
                                       ("shard 1: its components are size_1, size_2", [[3], np.array([[2, 3]])], {})):
            with self.assertRaisesRegex(tuplepack.Error, words):
                distributed.count(shards, **options)

    def test_parquet_needs_pyarrow(self):
        try:
            import pyarrow  # noqa: F401

            self.skipTest("pyarrow is installed")
        except ImportError:
            shard = str(ROOT / "tests/data/wikipedia_editors.parquet")
        counts = distributed.count([shard], lengths_of="pages")
        self.refuses("wikipedia_editors.parquet: the tokens of Parquet are read by pyarrow", distributed.write_packed, [shard],
                     tuplepack.pack(counts.total, 2048), counts, self.path("rows@2"), columns=("pages",))


if __name__ == "__main__":
    unittest.main()
