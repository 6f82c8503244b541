"""The program as its users meet it. TUPLEPACK names the program; see CMakeLists.txt."""

import collections
import json
import os
import pathlib
import signal
import struct
import subprocess
import tempfile
import unittest

from rounds import SANITIZED

PROGRAM = os.environ["TUPLEPACK"]
ROOT = pathlib.Path(__file__).resolve().parents[2]
DATA = ROOT / "tests" / "data"
MOLHIV = DATA / "molhiv_train.csv"
LIMITS = ["--limits", "222,502", "--depth", "256"]
COMMANDS = ["pack", "compare", "stats", "verify", "bound", "estimate", "sweep", "search", "assign", "stream", "split", "sample", "access", "devices"]

# A background job of a shell without job control starts with SIGINT ignored, and programs inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)

RUNS = collections.Counter()


def environment(command, given):
    """With sanitizers, every fourth run of a command looks for leaks: that takes as long as the rest of a short run."""
    RUNS[command] += 1
    if not SANITIZED or RUNS[command] % 4 == 1:
        return given
    return {**(os.environ if given is None else given), "ASAN_OPTIONS": "detect_leaks=0"}


def run(*words, stdin=b"", env=None, **options):
    return subprocess.run([PROGRAM, *map(str, words)], input=stdin, capture_output=True, timeout=120,
                          env=environment(str(words[0]) if words else "", env), **options)


def npy(values, dtype, shape=None):
    """A .npy file, written by hand."""
    kind = {"<i2": "h", "<i4": "i", "<i8": "q", "<u1": "B", "<u2": "H", "<u4": "I", "<u8": "Q", "<f8": "d"}[dtype]
    shape = shape or (len(values),)
    header = "{'descr': '%s', 'fortran_order': False, 'shape': %r, }" % (dtype, shape)
    header = header.ljust(118 - 1) + "\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + struct.pack("<%d%s" % (len(values), kind), *values)

class ProgramTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, name, content):
        path = self.folder / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def ok(self, *words, code=0, **options):
        done = run(*words, **options)
        self.assertEqual(done.returncode, code, done.stderr.decode())
        self.assertEqual(done.stderr, b"")
        return done.stdout.decode()

    def json(self, *words, **options):
        text = self.ok(*words, "--json", **options)
        self.assertTrue(text.startswith("{") and text.endswith("}\n"))
        return json.loads(text)

    def refused(self, *words, says, **options):
        """Exit code 2, one line on standard error, nothing on standard output."""
        done = run(*words, **options)
        error = done.stderr.decode()
        self.assertEqual(done.returncode, 2, error)
        self.assertEqual(done.stdout, b"")
        self.assertRegex(error, r"\Atuplepack: [^\n]+\n\Z")
        self.assertIn(says, error)
        return error
