"""Tables of sizes, as the program reads them."""
import bz2
import gzip
import importlib.util
import io
import lzma
import tempfile
import os
import unittest
import zipfile
import warnings
from pathlib import Path

import numpy as np

import tuplepack


class Files(unittest.TestCase):
    def read(self, name, content, **options):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, name)
            path.write_bytes(content)
            return tuplepack.read_sizes(path, **options)

    def test_compressed_files_and_archives(self):
        table = b"length\n2\n9\n"
        packed = {"a.csv.gz": gzip.compress(table[:4]) + gzip.compress(table[4:]), "a.csv.xz": lzma.compress(table), "a.csv.bz2": bz2.compress(table)}
        archive, arrays = io.BytesIO(), io.BytesIO()
        with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as writer:
            writer.writestr("a.csv", table)
        np.savez_compressed(arrays, length=np.array([2, 9]))
        packed.update({"a.zip": archive.getvalue(), "a.npz": arrays.getvalue(), "a.jsonl": b'{"length":2}\n{"length":9}\n'})
        for name, content in packed.items():
            with self.subTest(name):
                read = self.read(name, content)
                self.assertEqual((list(read.components), read.sizes.tolist()), (["length"], [2, 9]))
        self.assertEqual(self.read("a.jsonl", b"[3,4]").sizes.tolist(), [[3, 4]])
        for name in ("a.csv.gz", "a.csv.xz", "a.csv.bz2"):
            with self.assertRaisesRegex(tuplepack.Error, "data is truncated"):
                self.read(name, packed[name][:-3])
        with self.assertRaisesRegex(tuplepack.Error, "a.csv.bz2: the bzip2 data is corrupt"):
            self.read("a.csv.bz2", packed["a.csv.bz2"][:12] + b"?" + packed["a.csv.bz2"][13:])
        with self.assertRaisesRegex(tuplepack.Error, "this is an HDF5 file"):
            self.read("a.h5", b"\x89HDF\r\n\x1a\n" + bytes(50))

    def test_rows_that_may_have_counts(self):
        with self.assertWarnsRegex(UserWarning, "a.json: every number of a row is read as a size; .* count_column.2"):
            self.assertEqual(self.read("a.json", b"[[512,30],[200,10]]").sizes.tolist(), [[512, 30], [200, 10]])
        with self.assertRaisesRegex(tuplepack.Error, "column 1 is strictly ascending or descending"):
            self.read("a.json", b"[[512,30],[200,10],[100,5]]")

    def test_table_in_the_documentation(self):
        script = Path(__file__).resolve().parents[2] / "tools" / "update_formats.py"
        found = importlib.util.spec_from_file_location("update_formats", script)
        generator = importlib.util.module_from_spec(found)
        found.loader.exec_module(generator)
        text = generator.PAGE.read_text(encoding="utf-8")
        self.assertEqual(text, generator.page(text), f"run {script.name}")

    def test_formats(self):
        table = self.read("a.csv", b"nodes,edges,count\n2,3,10\n4,5,1\n")
        self.assertEqual((table.components, table.sizes.tolist()), (["nodes", "edges"], [[2, 3], [4, 5]]))
        self.assertEqual(table.counts.tolist(), [10, 1])
        table = self.read("a.csv.gz", gzip.compress(b"length\n2\n9\n"))
        self.assertEqual((table.sizes.tolist(), table.counts), ([2, 9], None))
        table = self.read("a.jsonl", b'{"input_ids":[1,2,3]}\n{"input_ids":[]}\n', lengths_of=["input_ids"])
        self.assertEqual(table.sizes.tolist(), [3, 0])
        with tempfile.TemporaryDirectory() as folder:
            np.save(f"{folder}/a.npy", np.arange(5))
            self.assertEqual(tuplepack.read_sizes(f"{folder}/a.npy").sizes.tolist(), [0, 1, 2, 3, 4])

    def test_parquet_and_arrow(self):
        data = Path(__file__).parents[1] / "data"
        edits = np.loadtxt(data / "temporal_jodie_wikipedia.csv.gz", np.int64, delimiter=",", skiprows=1)
        table = tuplepack.read_sizes(data / "wikipedia_editors.parquet", columns=["pages"])
        _, first, counts = np.unique(edits[:, 0], return_index=True, return_counts=True)
        self.assertEqual((list(table.components), table.counts), (["pages"], None))
        np.testing.assert_array_equal(table.sizes, counts[np.argsort(first)])
        for name in ("columns.arrow", "columns.feather"):
            self.assertGreater(len(tuplepack.read_sizes(data / name).sizes), 0)
        with self.assertRaisesRegex(tuplepack.Error, "wikipedia_editors.parquet: .*'none'"):
            tuplepack.read_sizes(data / "wikipedia_editors.parquet", columns=["none"])
        damaged = (data / "wikipedia_editors.parquet").read_bytes()[:-9]
        with self.assertRaisesRegex(tuplepack.Error, "a.parquet: "):
            self.read("a.parquet", damaged)

    def test_errors_name_options_as_keywords(self):
        pairs = b"5,8\n7,9\n8,2\n"
        with self.assertRaisesRegex(tuplepack.Error, r"their counts \(count_column 2\), or both are sizes of each item \(columns 1,2\)$"):
            self.read("a.csv", pairs)
        self.assertEqual(self.read("a.csv", pairs, count_column="2").counts.tolist(), [8, 9, 2])
        self.assertEqual(self.read("a.csv", pairs, columns=["1", "2"]).sizes.tolist(), [[5, 8], [7, 9], [8, 2]])

    def test_errors_name_file_and_line(self):
        with self.assertRaisesRegex(tuplepack.Error, r"a\.csv:3:1: "):
            self.read("a.csv", b"length\n2\nx\n")
        with self.assertRaisesRegex(tuplepack.Error, "No such file"):
            tuplepack.read_sizes("/no/such/file")


class WhatIsNoFile(unittest.TestCase):
    def test_every_error_is_ours(self):
        """Not a path, a file that does not exist, and one that is not text."""
        readers = {"read_sizes": tuplepack.read_sizes, "read_events": tuplepack.read_events, "Plan.load": tuplepack.Plan.load,
                   "load_partition": lambda path: tuplepack.load_partition(path, 0), "graph_maps": tuplepack.graph_maps,
                   "verify": lambda path: tuplepack.verify(path), "records": lambda path: list(tuplepack.records(path)),
                   "read_negatives": lambda path: tuplepack.read_negatives(path, tuplepack.Events([0], [1], [2]))}  # fmt: skip
        for name, read in readers.items():
            for given in (None, 5, 1.5, np.array(2)):
                with self.subTest((name, given)), self.assertRaisesRegex(tuplepack.Error, "names no file; expected a path|files cannot be"):
                    read(given)
            with self.subTest(name), self.assertRaisesRegex(tuplepack.Error, "/no/such/file: No such file") as raised:
                read("/no/such/file")
            self.assertEqual(raised.exception.code, "system")
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "a.json").write_bytes(bytes([0xC2, 0xFF, 0x00]))
            for name in ("Plan.load", "load_partition", "graph_maps", "verify"):
                with self.subTest(name), self.assertRaisesRegex(tuplepack.Error, "a.json: not UTF-8 text; expected JSON"):
                    readers[name](Path(folder, "a.json"))
        for words, call in (
            ("columns cannot be array", lambda: tuplepack.read_sizes("a", columns=np.array(2))),
            ("columns cannot be b'x'", lambda: tuplepack.read_sizes(__file__, columns=b"x")),
            ("relabel cannot be 'no'", lambda: tuplepack.partition_graph(([0], [1]), "g", 1, "out", relabel="no")),
            ("5 names no file", lambda: tuplepack.partition_graph(([0], [1]), "g", 1, 5)),
            (r"ids of int64 \[2, 2\]; expected the feature raw_id", lambda: tuplepack.raw_ids(np.zeros((2, 2), np.int64))),
            ("features a dict of arrays", lambda: tuplepack.write_records("out", [], "", features=0)),
            ("map cannot be 4; expected a function", lambda: tuplepack.distributed.count([[3]], map=4)),
            ("key cannot be 3; expected text", lambda: tuplepack.packed_collate(8, key=3)),
            ("collated cannot be 0; expected a dict", lambda: tuplepack.packed_collate(8, collated=0)),
            ("column cannot be None; expected text", lambda: tuplepack.pack_dataset([[1]], 8, column=None)),
            (r"column cannot be \['input_ids'\]; expected text", lambda: tuplepack.pack_examples(8, column=["input_ids"])),
        ):
            with self.subTest(words), self.assertRaisesRegex(tuplepack.Error, words):
                call()


class Several(unittest.TestCase):
    def test_files_shards_and_patterns(self):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in (("a-00000-of-00002", "x,y\n1,2\n3,4\n"), ("a-00001-of-00002", "x,y\n3,4\n"), ("b.csv", "x,y,count\n1,2,5\n"),
                               ("c.csv", "x\n1\n")):
                Path(folder, name).write_text(text)
            two = tuplepack.read_sizes(f"{folder}/a@2")
            self.assertEqual((list(two.components), two.sizes.tolist(), two.counts), (["x", "y"], [[1, 2], [3, 4], [3, 4]], None))
            all_of = tuplepack.read_sizes([f"{folder}/a-0000?-of-00002", Path(folder, "b.csv")])
            self.assertEqual(all_of.counts.tolist(), [1, 1, 1, 5])
            self.assertEqual(tuplepack.pack(all_of, 9).items, 8)
            for path, words in ((f"{folder}/a@3", "a-00000-of-00003: this shard of 3 is missing"), (f"{folder}/*.npy", "no files match this pattern"),
                                ([f"{folder}/b.csv", f"{folder}/c.csv"], "c.csv: the components are x; those of the first file are x, y")):
                with self.assertRaisesRegex(tuplepack.Error, words):
                    tuplepack.read_sizes(path)

    def test_what_is_taken_for_granted_is_a_warning(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "sizes.csv")
            path.write_text("id,length\n1,5\n2,7\n")
            with self.assertWarnsRegex(UserWarning, "sizes.csv: column 'id' is ignored"):
                self.assertEqual(list(tuplepack.read_sizes(path).components), ["length"])
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                tuplepack.read_sizes(Path(__file__).parents[1] / "data/columns.arrow")
            self.assertEqual([warning.filename for warning in caught], [__file__])  # not a line of the package
            self.assertRegex(str(caught[0].message), "; choose with columns$")
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                tuplepack.read_sizes(path, columns=["length"])
                with self.assertRaises(UserWarning):
                    tuplepack.read_sizes(path)

    def test_names_of_columns(self):
        data = Path(__file__).resolve().parents[1] / "data" / "wikipedia_editors.parquet"
        one, other = (tuplepack.read_sizes(data, columns=columns) for columns in ("pages", ["pages"]))
        self.assertEqual(one.components, other.components)
        with self.assertRaisesRegex(tuplepack.Error, "columns cannot be None"):
            tuplepack.read_sizes(data, columns=[None])

class NoSuchFiles(unittest.TestCase):
    def test_errors_of_the_system(self):
        plan = tuplepack.pack([3, 5], 8)
        with tempfile.TemporaryDirectory() as folder:
            absent = os.path.join(folder, "absent", "file")
            for path in (absent, folder):
                for call in (tuplepack.read_sizes, tuplepack.Plan.load, plan.save, tuplepack.verify,
                             lambda path: list(tuplepack.records(path)), lambda path: list(tuplepack.batches(path, plan))):
                    with self.assertRaises(tuplepack.Error) as caught:
                        call(path)
                    self.assertEqual(caught.exception.code, "system", (path, call))

    def test_files_that_cannot_be_read_or_written(self):
        """Though they can be opened; of records nothing stays."""
        if os.path.exists("/proc/self/mem"):
            for call in (tuplepack.read_sizes, tuplepack.Plan.load, tuplepack.verify, tuplepack.read_events, lambda path: list(tuplepack.records(path))):
                with self.assertRaisesRegex(tuplepack.Error, "^/proc/self/mem: Input/output error$") as caught:
                    call("/proc/self/mem")
                self.assertEqual(caught.exception.code, "system")
        resource = importlib.import_module("resource")
        plan, limits = tuplepack.pack(range(1, 300), 300), resource.getrlimit(resource.RLIMIT_FSIZE)
        schema = 'node_sets { key: "atom" value { features { key: "x" value { dtype: DT_FLOAT } } } }'
        for size in (10, 100_000):  # more than what is written when a file is closed
            graphs = [{"nodes/atom.#size": [size], "nodes/atom.x": np.random.default_rng(0).random(size)}] * 3
            with tempfile.TemporaryDirectory() as folder:
                for name, write in (("plan", plan.save), *((name, lambda path: tuplepack.write_records(path, graphs, schema)) for name in ("a", "a.gz", "a@2"))):
                    try:
                        resource.setrlimit(resource.RLIMIT_FSIZE, (100, limits[1]))
                        with self.assertRaisesRegex(tuplepack.Error, f"^{folder}/{name[0]}.*: File too large$") as caught:
                            write(f"{folder}/{name}")
                    finally:
                        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
                    self.assertEqual(caught.exception.code, "system")
                    self.assertLessEqual(set(os.listdir(folder)), {"plan"})

    def test_content_that_is_none(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "file")
            with open(path, "wb") as file:
                file.write(b"\xff\xfe\x80")
            for call in (tuplepack.Plan.load, tuplepack.verify):
                with self.assertRaisesRegex(tuplepack.Error, "not UTF-8 text"):
                    call(path)
            packed = gzip.compress(os.urandom(4000))
            for content, words in ((packed[:-2000], "truncated"), (packed[:10] + b"\xff" * 50, "corrupt")):
                with open(path, "wb") as file:
                    file.write(content)
                with self.assertRaisesRegex(tuplepack.Error, words + "|checksum|length"):
                    list(tuplepack.records(path))

    def test_arguments(self):
        for paths, words in (([], "the list of files is empty"), ({"a"}, "in their order"), (7, "expected a path")):
            with self.assertRaisesRegex(tuplepack.Error, words):
                tuplepack.read_sizes(paths)
        for given in ({"columns": None}, {"columns": 0}, {"format": None}):
            with self.assertRaisesRegex(tuplepack.Error, "names"):
                tuplepack.read_sizes("absent", **given)


if __name__ == "__main__":
    unittest.main()
