"""Whatever form sizes come in: one plan. And files that are not read: what they are, and the way out."""

import bz2
import gzip
import io
import json
import lzma
import random
import struct
import subprocess
import unittest
import zipfile
from collections import Counter

import numpy

import arrow_writer
import parquet_writer
from program import ProgramTest, run

# It is the reading that is tested; for some tables the default method searches for its whole effort.
PACKING = ["--limits", "512", "--json", "--method", "lpfhp"]


def npz(save=numpy.savez_compressed, **arrays):
    out = io.BytesIO()
    save(out, **arrays)
    return out.getvalue()


def npy(array):
    out = io.BytesIO()
    numpy.save(out, array)
    return out.getvalue()


def archive(**files):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as writer:
        for name, content in files.items():
            writer.writestr(name if "." in name else name.replace("__", "/").replace("_", "."), content)
    return out.getvalue()


def zstd(content):
    return subprocess.run(["zstd", "-q", "-c"], input=content, capture_output=True, check=True).stdout


def lines(lengths, before="", line="{}"):
    return (before + "".join(line.format(length) + "\n" for length in lengths)).encode()


class OnePlan(ProgramTest):
    def plan(self, name, content, *words):
        done = run("pack", self.write(name, content), *PACKING, *words)
        self.assertEqual(done.returncode, 0, (name, done.stderr.decode()))
        return json.dumps({**json.loads(done.stdout), "metrics": None, "notes": None})

    def test_many_forms_of_the_same_lengths(self):
        seed = random.randrange(1, 2**31)
        print("seed", seed)
        dice = random.Random(seed)
        lengths = [dice.randint(1, 512) for _ in range(5000)]
        table = lines(lengths, "length\n")
        pages = parquet_writer.plain(lengths)
        forms = {
            "x.csv": table,
            "x.tsv": lines(lengths, "index\tlength\n", "7\t{}"),
            "semicolons.csv": lines(lengths, "sep=;\nid;length\n", "7;{}"),
            "rows.json": json.dumps([{"length": length} for length in lengths]).encode(),
            "columns.json": json.dumps({"length": lengths}).encode(),
            "counter.json": json.dumps(Counter(lengths)).encode(),
            "lengths.json": json.dumps({"lengths": numpy.bincount(lengths).tolist()}).encode(),
            "x.jsonl": lines(lengths, line='{{"length": {}}}'),
            "fields.npy": npy(numpy.array([("x", length) for length in lengths], [("text", "U3"), ("length", "<i2")])),
            "x.npz": npz(numpy.savez, length=lengths),
            "packed.npz": npz(length=numpy.array(lengths, "f4")),
            "x.parquet": parquet_writer.parquet(5000, [parquet_writer.page(5000, pages, len(pages))]),
            "x.arrow": arrow_writer.stream("length", lengths),
            "old.arrow": arrow_writer.stream("length", lengths, old=True),
            "x.csv.gz": gzip.compress(table[:9000]) + gzip.compress(table[9000:]),
            "x.csv.xz": lzma.compress(table[:9000]) + bytes(4) + lzma.compress(table[9000:]),
            "x.csv.bz2": bz2.compress(table[:9000]) + bz2.compress(table[9000:]),
            "x.csv.zst": zstd(table[:9000]) + zstd(table[9000:]),
            "csv.zip": archive(x_csv=table),
            "json.zip": archive(**{"__MACOSX/._x.json": "?"}, x_json=json.dumps({"length": lengths})),
            "parquet.zip": archive(x_parquet=parquet_writer.parquet(5000, [parquet_writer.page(5000, pages, len(pages))])),
        }
        expected = self.plan("x.csv", table)
        for name, content in forms.items():
            with self.subTest(name):
                self.assertEqual(self.plan(name, content), expected)
                piped = run("pack", "-", *PACKING, stdin=content)
                self.assertEqual(json.dumps({**json.loads(piped.stdout), "metrics": None, "notes": None}), expected)
        lists = b"".join(json.dumps({"length": [7] * length}).encode() + b"\n" for length in lengths)
        self.assertEqual(self.plan("lists.jsonl", lists, "--lengths-of", "length"), expected)
        columns = json.dumps({"length": [[7] * length for length in lengths]}).encode()
        self.assertEqual(self.plan("lists.json", columns, "--lengths-of", "length"), expected)

    def test_the_format_may_be_named(self):
        values = parquet_writer.plain([5, 7])
        for name, content in (("parquet", parquet_writer.parquet(2, [parquet_writer.page(2, values, len(values))])),
                              ("arrow", arrow_writer.stream("length", [5, 7])), ("npz", npz(length=[5, 7]))):
            path = self.write("x", content)
            self.assertEqual(self.json("stats", path, "--format", name)["histogram"]["totals"], [12])
        self.refused("stats", self.write("x.csv", "a\n5\n"), "--format", "parquet", says="no Parquet footer found")


class Sizes(ProgramTest):
    def totals(self, name, content, *words):
        done = run("stats", self.write(name, content), "--json", *words)
        self.assertEqual(done.returncode, 0, done.stderr.decode())
        found = json.loads(done.stdout)["histogram"]
        return found["components"], found["items"], found["totals"], done.stderr.decode()

    def test_fields_of_objects(self):
        rows = [{"meta": {"tokens": 3, "deep": {"ids": [1, 2]}}, "text": "a"}, {"text": "b", "meta": {"deep": {"ids": [[1], {}]}, "tokens": 5}}]
        for name, text in (("x.jsonl", "\n".join(map(json.dumps, rows))), ("x.json", json.dumps(rows))):
            self.assertEqual(self.totals(name, text, "--columns", "meta.tokens")[:3], (["meta.tokens"], 2, [8]))
            self.assertEqual(self.totals(name, text, "--lengths-of", "meta.deep.ids")[:3], (["meta.deep.ids"], 2, [4]))
            self.refused("stats", self.write(name, text), says="--columns meta.FIELD")
        self.refused("stats", self.write("x.jsonl", '{"input_ids":[1,2]}\n' * 2), says="'[' is not an integer; --lengths-of input_ids")

    def test_columns_of_counts_and_ids_in_arrow(self):
        """As in text: counts by their usual names, ids and copies left out, each with a note."""
        sizes, counts = [3, 5, 9], [10, 1, 4]
        for name in ("freq", "Frequency", "cnt", "n"):
            content = arrow_writer.stream_of({"length": sizes, name: counts})
            components, items, totals, notes = self.totals("x.arrow", content)
            self.assertEqual((components, items, totals), (["length"], 15, [71]))
            self.assertIn(f"x.arrow: read as a histogram: sizes 'length', counts '{name}' (--count-column another, or --columns)", notes)
            self.assertEqual(self.totals("x.arrow", content, "--columns", f"length,{name}")[:3], (["length", name], 3, [17, 15]))
        self.assertEqual(self.totals("x.arrow", arrow_writer.stream_of({"a": sizes, "count": counts}))[3], "")
        several = arrow_writer.stream_of({"id": [7, 8, 9], "nodes": sizes, "n": counts, "split": [0, 1, 1]})
        components, items, totals, notes = self.totals("x.arrow", several)
        self.assertEqual((components, items, totals), (["nodes", "n"], 3, [17, 15]))
        self.assertIn("x.arrow: column 'id' is ignored, as ids; column 'split' is ignored, as flags, constants or copies; "
                      "choose with --columns\n", notes)

    def test_one_row_of_json_lines(self):
        self.assertEqual(self.totals("x.jsonl", "[3,4]\n")[1:3], (1, [3, 4]))
        self.assertEqual(self.totals("x.jsonl.gz", gzip.compress(b'{"a":3,"b":4}'))[1:3], (1, [3, 4]))
        self.assertEqual(self.totals("x.json", "[3,4]\n")[1:3], (2, [7]))
        self.assertEqual(self.totals("x.jsonl", '[{"a":3},{"a":4}]\n')[1:3], (2, [7]))  # no row, whatever its name
        for name in ("x.jsonl", "x.json", "x"):
            self.assertEqual(self.totals(name, '{"ids":[1,2,3]}', "--lengths-of", "ids")[1:3], (1, [3]))
        self.assertEqual(self.totals("x.json", '{"ids":[[1,2,3],[]]}', "--lengths-of", "ids")[1:3], (2, [3]))
        self.refused("stats", self.write("x.json", '{"ids":[[1],2]}'), "--lengths-of", "ids", says="is not a list of lists")
        self.refused("stats", self.write("x.json", '{"ids":"abc"}'), "--lengths-of", "ids", says="is not a list of lists")

    def test_a_counter(self):
        components, items, totals, noted = self.totals("x.json", json.dumps(Counter([3, 3, 7])))
        self.assertEqual((components, items, totals), (["length"], 3, [13]))
        self.assertIn("note: ", noted)
        self.assertIn("read as a histogram: the keys are sizes, their values counts", noted)
        for text, says in (('{"3":-1}', "'-1' is negative"), ('{"3":"x"}', "is not an integer"), ('{"-3":1}', "the key '-3' is negative"),
                           ('{"3":1,"3":2}', "duplicate key '3'"), ('{"3":1e400}', "is beyond"), ('{"n":1}', "is not a column of numbers")):
            self.refused("stats", "-q", self.write("x.json", text), says=says)

    def test_structured_arrays(self):
        array = numpy.zeros(2, [("id", "<i4"), ("nodes", ">i8"), ("name", "S5"), ("edges", "<f2"), ("x", "<f4", (2, 3)), ("count", "u1")])
        array["nodes"], array["edges"], array["count"] = [3, 5], [2, 2048], [1, 2]
        components, items, totals, noted = self.totals("x.npy", npy(array))
        self.assertEqual((components, items, totals), (["nodes", "edges"], 3, [13, 4098]))
        self.assertIn("ignored, not numbers: 'name', 'x'", noted)
        self.assertEqual(self.totals("x.npz", npz(a=array), "--columns", "edges,nodes")[2], [4098, 13])
        aligned = numpy.zeros(3, numpy.dtype([("a", "u1"), ("b", "<i8")], align=True))
        aligned["b"] = [1, 2, 3]
        self.assertEqual(self.totals("x.npy", npy(aligned))[2], [0, 6])
        array["nodes"][1] = -5
        self.refused("stats", "-q", self.write("x.npy", npy(array)), says="the value -5 at [1]['nodes'] is negative")
        self.refused("stats", self.write("x.npy", npy(array)), "--columns", "name", says="field 'name': the array holds text")
        self.refused("stats", "-q", self.write("x.npy", npy(array)[:-1]), says="the file is truncated")

    def test_halves(self):
        components, items, totals, noted = self.totals("x.npy", npy(numpy.array([0, 1, 2048, 65504], "f2")))
        self.assertEqual(totals, [67553])
        self.assertIn("float16", noted)
        every = numpy.arange(0, 0x7c00, dtype="u2").view("f2")
        whole = every[every == numpy.floor(every)]
        self.assertEqual(self.totals("x.npy", npy(whole.astype(">f2")))[2], [int(whole.astype("f8").sum())])
        for value, text in ((numpy.inf, "inf"), (-1, "-1.0"), (0.5, "0.5"), (numpy.nan, "nan")):
            self.refused("stats", "-q", self.write("x.npy", npy(numpy.array([1, value], "f2"))), says=f"the value {text} at [1] is ")

    def test_a_header_of_python_2(self):
        header = b"{'descr': [(u'a', '<i8')], 'fortran_order': False, 'shape': (2L,), }".ljust(117) + b"\n"
        content = b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header + struct.pack("<qq", 5, 7)
        self.assertEqual(self.totals("x.npy", content)[:3], (["a"], 2, [12]))

    def test_numbers_out_of_range(self):
        for name, text in (("x.json", "[1e400]"), ("x.csv", "a\n1e400\n"), ("x.jsonl", '{"a":9007199254740992}')):
            self.refused("stats", self.write(name, text), says="is beyond 2^53 - 1")


class NamedFiles(ProgramTest):
    def test_what_they_are(self):
        files = {
            "an HDF5 file; write its columns to": b"\x89HDF\r\n\x1a\n" + bytes(100),
            "Parquet with an encrypted footer": b"PARE" + bytes(100) + b"PARE",
            "an Avro file": b"Obj\x01" + bytes(100),
            "an ORC file": b"ORC\x0a\x0b" + bytes(100),
            "a Feather file of version 1": b"FEA1" + bytes(100),
            "an SQLite database": b"SQLite format 3\0" + bytes(100),
            "a Python pickle": b"\x80\x04\x95" + bytes(100),
            "a safetensors file": struct.pack("<Q", 60) + b'{"a":{"dtype":"F32"}}' + bytes(100),
            "TFRecords; tuplepack records": struct.pack("<QI", 60, 5) + b"\x0a\x3a" + bytes(100),
            "a tar archive": b"x.csv".ljust(257, b"\0") + b"ustar\0" + bytes(300),
            "compressed with LZ4": b"\x04\x22\x4d\x18" + bytes(100),
            "compressed with LZMA": lzma.compress(b"a\n5\n", format=lzma.FORMAT_ALONE),
            "compressed with lzip": b"LZIP\x01\x0c" + bytes(100),
            "compressed with lzop": b"\x89LZO\0\r\n\x1a\n" + bytes(100),
            "compressed with Snappy": b"\xff\x06\0\0sNaPpY" + bytes(100),
            "an object of R": b"X\n\0\0\0\x03\0\4\2\0" + bytes(100),
            "graphs of dgl.save_graphs": struct.pack("<QQ", 0xdd2e4ff046b4a13f, 2) + bytes(100),
            "text in UTF-16": "a\n5\n".encode("utf-16"),
            "a pointer of Git LFS": b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 5\n",
            "HTML or XML": b"<!DOCTYPE html>\n<html></html>\n",
            "an Excel workbook; save the sheet as CSV": archive(**{"[Content_Types].xml": "<a/>", "xl/workbook.xml": "<a/>"}),
            "a PyTorch file": archive(model__data_pkl="x", model__version="3"),
            "a ZIP archive of 2 files; extract it and pass one of them: a.csv, b.csv": archive(a_csv="a\n5\n", b_csv="a\n5\n"),
        }
        for says, content in files.items():
            with self.subTest(says):
                for words in (["stats"], ["stream", "--limits", "9"]):
                    self.refused(*words, self.write("x", content), says=f"this is {says}")
                self.assertIn(says, run("stats", "-", stdin=content).stderr.decode())

    def test_records_whose_length_begins_like_another_format(self):
        for length in (93, 640, 2648):
            record = struct.pack("<QI", length, 5) + b"\x0a\x3a" + bytes(length)
            self.refused("stats", self.write("x", record), says="this is TFRecords; tuplepack records")
            self.refused("records", "--show", 1, self.write("x", record), says="the record at byte 0 has a length")

    def test_columns_that_begin_like_formats(self):
        for name in ("ORCID", "PARENT", "BZhits", "FEA1", "version", "Obj", "Rar", "7z"):
            self.assertEqual(self.json("stats", self.write("x.csv", f"{name},n\n5,6\n"), "--columns", "n")["histogram"]["totals"], [6])

    def test_compressed_files_that_are_damaged(self):
        table = lines(range(5000), "a\n")
        for name, pack in (("gzip", gzip.compress), ("xz", lzma.compress), ("bzip2", bz2.compress), ("Zstandard", zstd)):
            packed = pack(table)
            self.refused("stats", self.write("x", packed[:-5]), says=f"the {name} data is truncated")
            wrong = bytearray(packed)
            wrong[len(wrong) // 2] ^= 0xff
            self.refused("stats", self.write("x", bytes(wrong)), says="x: ")
        broken = bytearray(npz(a=numpy.arange(5000)))
        broken[300] ^= 0xff
        self.refused("stats", self.write("x.npz", bytes(broken)), says="'a.npy' in the archive")
        bomb = npz(a=numpy.zeros(40_000_000, "i8"))
        self.refused("stats", self.write("x.npz", bomb), says="decompresses to more than 200 times its size")


if __name__ == "__main__":
    unittest.main()
