"""Pages of Parquet that are damaged, or of which something else is said than what they are. Arrow's buffers: test_columns.py."""

import gzip
import struct
import unittest

import parquet_writer as writer
from parquet_writer import page, parquet, plain
from program import ProgramTest
from rounds import some

VALUES = [3, 1, 4, 1, 5, 9, 2, 6]
CONTENT = plain(VALUES)
PACK = {"snappy": writer.snappy, "gzip": gzip.compress, "zstd": writer.zstd, "lz4_raw": writer.lz4_raw,
        "lz4": writer.lz4_hadoop}
NAMES = {"snappy": "Snappy", "gzip": "gzip", "zstd": "Zstandard", "lz4_raw": "LZ4", "lz4": "LZ4"}


class Pages(ProgramTest):
    def totals(self, content):
        return self.json("stats", self.write("lengths.parquet", content))["histogram"]["totals"]

    def refuse(self, content, says):
        error = self.refused("stats", self.write("lengths.parquet", content), says=says)
        self.assertIn("lengths.parquet: column 'length', row group 1, page ", error)
        self.refused("pack", self.folder / "lengths.parquet", "--limits", 100, says=says)

    def whole(self, *pages, codec="none", rows=len(VALUES)):
        return parquet(rows, pages, codec)

    def kinds(self):
        """A page of each kind in a file: (make, content), where make(packed, size, crc) gives the file."""
        numbers = bytes([3, 3]) + bytes([0b10001000, 0b11000110, 0b11111010])  # of the dictionary: 0 … 7 in 3 bits
        for codec, pack in [("none", bytes), *PACK.items()]:
            for kind in ("data", "data_2"):
                yield (codec, kind), pack, lambda packed, size, crc, kind=kind, codec=codec: self.whole(
                    page(len(VALUES), packed, size, kind, crc), codec=codec)
            yield (codec, "dictionary"), pack, lambda packed, size, crc, pack=pack, codec=codec: self.whole(
                page(len(VALUES), packed, size, "dictionary", crc),
                page(len(VALUES), pack(numbers), len(numbers), "data", "right", encoding=8), codec=codec)

    def test_checksums_of_pages(self):
        for what, pack, make in self.kinds():
            packed = pack(CONTENT)
            with self.subTest(what):
                for crc in (None, "right"):
                    self.assertEqual(self.totals(make(packed, len(CONTENT), crc)), [sum(VALUES)])
                for crc in some([0, 12345, 0xffffffff]):
                    self.refuse(make(packed, len(CONTENT), crc), "page 1: it is damaged: its checksum (CRC-32) differs")

    def test_a_flipped_bit(self):
        """Also where the page is only counted: the lengths of lists are read without their elements."""
        whole = self.whole(page(len(VALUES), CONTENT, len(CONTENT), crc="right"))
        at = whole.index(CONTENT)
        for bit in some(range(0, 8 * len(CONTENT), 5)):
            changed = bytearray(whole)
            changed[at + bit // 8] ^= 1 << bit % 8
            self.refuse(bytes(changed), "its checksum (CRC-32) differs")

    def test_sizes_that_are_not_true(self):
        for what, pack, make in self.kinds():
            packed = pack(CONTENT)
            for size in some([0, 1, len(CONTENT) - 4, len(CONTENT) - 1, len(CONTENT) + 1, 2 * len(CONTENT), 100_000]):
                with self.subTest(what, size=size):
                    error = self.refused("stats", self.write("lengths.parquet", make(packed, size, "right")), says="page 1: it")
                    self.assertRegex(error, r"data decompresses to (more than|\d+ bytes instead of) the %d bytes that its header "
                                            r"declares|not compressed, but its header declares %d|data is corrupt" % (size, size))

    def test_more_than_a_page_can_be(self):
        for packed, codec in ((writer.zstd_zeros(2_000_000_000), "zstd"),
                              (writer.zstd(CONTENT, said=2_000_000_000), "zstd"),
                              (writer.snappy(CONTENT, said=2_000_000_000), "snappy"),
                              (writer.lz4_hadoop(CONTENT, said=2_000_000_000), "lz4"),
                              (gzip.compress(bytes(50_000_000)), "gzip")):
            with self.subTest(codec, bytes=len(packed)):
                self.refuse(self.whole(page(len(VALUES), packed, len(CONTENT)), codec=codec), "page 1: its " + NAMES[codec])

    def test_ends_of_compressed_data(self):
        frames = writer.zstd(CONTENT[:8]) + writer.zstd(CONTENT[8:], said=None)
        for packed, codec in ((writer.zstd(CONTENT, said=None), "zstd"), (writer.zstd(CONTENT, blocks=3), "zstd"),
                              (frames, "zstd"), (writer.lz4_frame(CONTENT), "lz4"), (writer.lz4_raw(CONTENT), "lz4"),
                              (writer.lz4_hadoop(CONTENT[:8]) + writer.lz4_hadoop(CONTENT[8:]), "lz4"),
                              (gzip.compress(CONTENT[:8]) + gzip.compress(CONTENT[8:]), "gzip")):
            with self.subTest(codec, packed=packed.hex()):
                self.assertEqual(self.totals(self.whole(page(len(VALUES), packed, len(CONTENT)), codec=codec)), [sum(VALUES)])
                for wrong in (packed[:-1], packed[:-3], packed + packed):
                    self.refuse(self.whole(page(len(VALUES), wrong, len(CONTENT)), codec=codec), "page 1: its " + NAMES[codec])

    def test_checksums_of_codecs(self):
        whole = gzip.compress(CONTENT)
        for at in (-8, -5, -4, -1):  # CRC-32, then the size
            changed = bytearray(whole)
            changed[at] ^= 1
            self.refuse(self.whole(page(len(VALUES), bytes(changed), len(CONTENT)), codec="gzip"), "its gzip data is corrupt")
        few = CONTENT[:12]
        packed = writer.lz4_frame(few, checksum=True)
        self.assertEqual(self.totals(self.whole(page(3, packed, len(few)), codec="lz4", rows=3)), [8])
        changed = bytearray(packed)
        changed[-1] ^= 1
        self.refuse(self.whole(page(3, bytes(changed), len(few)), codec="lz4", rows=3), "data is corrupt")

    def test_empty_pages(self):
        """Compressed to a few bytes, or to none."""
        for codec, pack in PACK.items():
            for packed in (pack(b""), b""):
                for kind in ("data", "data_2"):
                    first = page(0, packed, 0, kind, "right")
                    second = page(len(VALUES), pack(CONTENT), len(CONTENT))
                    with self.subTest(codec, kind=kind, packed=packed):
                        self.assertEqual(self.totals(self.whole(first, second, codec=codec)), [sum(VALUES)])

    def test_pages_of_zero_bytes(self):
        """Arrow (C++, 17.0) writes a column without a row so: one page, which has no bytes, nor levels where values may be null."""
        for kind in ("dictionary", "data", "data_2", None):
            pages = [page(0, b"", 0, kind)] if kind else []
            for optional in (False, True):
                path = self.write("none.parquet", parquet(0, pages, optional=optional))
                for words in ([], ["--columns", "length"]):
                    with self.subTest(kind=kind, optional=optional, words=words):
                        self.assertEqual(self.refused("stats", path, *words, says="none.parquet: no items").count(";"), 0)
        levels = struct.pack("<I", 2) + bytes([2 * len(VALUES), 1])  # a run: all are there
        full = page(len(VALUES), levels + CONTENT, len(levels + CONTENT))
        for kind in ("data", "data_2"):
            whole = parquet(len(VALUES), [page(0, b"", 0, kind), full], optional=True)
            self.assertEqual(self.totals(whole), [sum(VALUES)])


if __name__ == "__main__":
    unittest.main()
