"""Tables of Arrow as the package writes and reads them."""
import unittest
from pathlib import Path

import numpy as np

import tuplepack
from tuplepack import distributed
from tuplepack._arrow import Lists, write_stream
from tuplepack._arrow_reader import read_stream

from shard_case import Case, samples_of, write_expected, written_rows

ROOT = Path(__file__).resolve().parents[2]


class Arrow(Case):
    def columns(self):
        lengths = self.random.integers(0, 9, 50)
        offsets = np.concatenate([[0], np.cumsum(lengths)])
        found = {name: Lists(self.random.integers(0, 100, offsets[-1]).astype(name), offsets)
                 for name in ("int8", "uint16", "int32", "int64", "float32", "float64")}
        return {**found, "align_item": np.arange(50, dtype=np.int32)}

    def test_what_is_written_is_read(self):
        columns = self.columns()
        for most in (1, 40, 1 << 24):
            with open(self.path("a.arrow"), "wb") as file:
                write_stream(file, columns, most)
            found = distributed.read_packed(self.path("a.arrow"))
            self.assertEqual(list(found), list(columns))
            for name, column in columns.items():
                for one, other in zip(found[name], column):
                    np.testing.assert_array_equal(one, other)
            sizes = tuplepack.read_sizes(self.path("a.arrow"), lengths_of=["int32", "float64"]).sizes
            self.assertEqual(sizes[:, 1].tolist(), np.diff(columns["int32"].offsets).tolist())

    def test_tables_of_others(self):
        """Which have columns of other types; the JavaScript library of Arrow wrote this one."""
        table = str(ROOT / "tests/data/columns.arrow")
        found = read_stream(table, ["weight", "nodes"])
        self.assertEqual(found["nodes"].tolist(), tuplepack.read_sizes(table, columns=["nodes"]).sizes.tolist())
        self.assertEqual((found["weight"].dtype, found["weight"].shape), (np.float64, (3,)))
        for words, names in (("'input_ids' has values that are missing", ["input_ids"]), ("'name' is not of numbers", ["name"]),
                             ("no column 'ids'; the columns are nodes, input_ids", ["ids"])):
            with self.assertRaisesRegex(tuplepack.Error, f"columns.arrow: .*{words}"):
                read_stream(table, names)

    def test_tokens_of_arrow(self):
        samples = samples_of(self.random.integers(1, 30, 60), self.random)
        shards = []
        for number, some in enumerate((samples[:25], samples[25:])):
            shards.append(self.path(f"{number}.arrow"))
            write_expected(shards[-1], {name: [sample[name] for sample in some] for name in ("input_ids", "labels")})
        counts = distributed.count(shards, lengths_of="input_ids")
        plan = tuplepack.pack(counts.total, 40)
        packed = distributed.write_packed(shards, plan, counts, self.path("rows@1"), columns=("input_ids", "labels"))
        write_expected(self.path("expected"), written_rows(samples, plan, ("labels",), "plan", 0))
        self.assertEqual(Path(packed.files[0]).read_bytes(), Path(self.path("expected")).read_bytes())

    def test_damaged_files(self):
        """Are errors, or read as other numbers."""
        with open(self.path("a.arrow"), "wb") as file:
            write_stream(file, self.columns(), 100)
        whole = bytearray(Path(self.path("a.arrow")).read_bytes())
        refused = 0
        for _ in range(400):
            damaged = bytearray(whole[: self.random.integers(1, len(whole))] if self.random.random() < 0.2 else whole)
            for _ in range(3):
                damaged[self.random.integers(0, min(len(damaged), 3000))] = self.random.integers(0, 256)
            Path(self.path("b.arrow")).write_bytes(damaged)
            try:
                read_stream(self.path("b.arrow"))
            except tuplepack.Error as error:
                self.assertIn("b.arrow: ", str(error))
                refused += 1
        self.assertGreater(refused, 40)


if __name__ == "__main__":
    unittest.main()
