"""stream: items that come one by one."""

import contextlib
import fcntl
import gzip
import itertools
import json
import os
import random
import re
import signal
import subprocess
import termios
import time
import unittest
import zlib

from program import LIMITS, MOLHIV, PROGRAM, ProgramTest, run
from rounds import some

try:
    import numpy
except ImportError:
    numpy = None


class Stream(ProgramTest):
    LIMIT = 100

    def items(self, count=20000, largest=60):
        numbers = random.Random(4)
        return [numbers.randint(1, largest) for _ in range(count)]

    @staticmethod
    def table(items):
        return ("length\n" + "".join("%d\n" % item for item in items)).encode()

    def check_packs(self, packs, items, limit=LIMIT, depth=None):
        self.assertEqual(sorted(item for pack in packs for item in pack), list(range(len(items))))
        for pack in packs:
            self.assertLessEqual(sum(items[item] for item in pack), limit)
            self.assertLessEqual(len(pack), depth or len(pack))

    @staticmethod
    def lines(text):
        return [json.loads(line) for line in text.splitlines()]

    def test_every_policy_packs_every_item_once(self):
        items = self.items()
        path = self.write("sizes.csv", self.table(items))
        plan = self.folder / "plan.json"
        self.ok("pack", path, "--limits", 100, "--depth", 3, "--plan", plan)
        for options in ([], ["--buffer", 10], ["--open", 1], ["--open", 100], ["--guide", plan, "--depth", 3],
                        ["--guide", plan, "--open", 50, "--depth", 3]):
            done = run("stream", path, "--limits", 100, *options, "-o", "-")
            self.assertRegex(done.stderr, rb"\A(tuplepack: note: the guide adds [^\n]*\n)?\Z")
            packs = self.lines(done.stdout)
            self.check_packs(packs, items, depth=3 if "--depth" in options else None)
            out = self.folder / "packs.jsonl"
            report = self.json("stream", path, "--limits", 100, *options, "-o", out)
            self.assertEqual(self.lines(out.read_text()), packs)
            metrics = report["metrics"]
            self.assertEqual((report["schema"], report["items"]), ("tuplepack.stream/1", len(items)))
            self.assertEqual(metrics["packs"], len(packs))
            self.assertAlmostEqual(metrics["efficiency"][0], sum(items) / (100 * len(packs)))
            self.assertEqual(metrics["gap"], len(packs) - metrics["lower_bound"])
            self.assertGreaterEqual(metrics["gap"], 0)

    def test_report(self):
        path = self.write("sizes.csv", "length\n6\n5\n4\n5\n")
        text = self.ok("stream", path, "--limits", 10)
        self.assertIn("4 items → 2 packs, 2.00 items each", text)
        self.assertIn("lower bound  2 packs for any packing, by totals", text)
        self.assertIn("best fit into up to 3 open packs", self.ok("stream", path, "--limits", 10, "--open", 3))

    def test_effort(self):
        path = self.write("sizes.csv", "length\n" + "".join("%d\n" % (100 + i * 37 % 101) for i in range(300)))
        packs = [self.json("stream", path, "--limits", 384, "--buffer", 64, "--effort", effort)["metrics"]["packs"]
                 for effort in ("quick", "usual")]
        self.assertEqual(packs, [125, 124])  # of 118 at least
        self.refused("stream", path, "--limits", 384, "--effort", "usual", "--open", 3,
                     says="effort usual is for the look-ahead, not for a balanced buffer or open packs; choose quick")

    def test_csv_and_pieces(self):
        path = self.write("sizes.csv", "length\n25\n4\n")
        out = self.folder / "packs.csv"
        self.ok("stream", path, "--limits", 10, "--overlong", "split", "-o", out)
        self.assertEqual(out.read_text(), "pack,item,begin\n0,0,0\n1,0,10\n2,0,20\n2,1,0\n")
        text = self.ok("stream", path, "--limits", 10, "--overlong", "split", "-o", "-")
        self.assertEqual(self.lines(text), [[[0, 0]], [[0, 10]], [[0, 20], [1, 0]]])
        self.assertEqual(self.lines(self.ok("stream", path, "--limits", 10, "--overlong", "drop", "-o", "-")), [[1]])

    @unittest.skipIf(numpy is None, "numpy is not installed")
    def test_npz(self):
        items = self.items()
        path = self.write("sizes.csv", self.table(items))
        out = self.folder / "packs.npz"
        self.assertEqual(self.json("stream", path, "--limits", 100, "-o", out)["arrays"], ["offsets", "items"])
        self.assertEqual(self.json("stream", path, "--limits", 100, "-o", self.folder / "packs.jsonl")["arrays"], [])
        with numpy.load(out) as arrays:
            offsets, packed = arrays["offsets"], arrays["items"]
        packs = [packed[first:last].tolist() for first, last in zip(offsets, offsets[1:])]
        self.assertEqual(packs, self.lines(self.ok("stream", path, "--limits", 100, "-o", "-")))

    def test_packs_leave_before_the_input_ends(self):
        with subprocess.Popen([PROGRAM, "stream", "-", "--limits", "10", "--open", "1", "-o", "-"],
                              stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
            process.stdin.write(b"length\n6\n4\n")
            process.stdin.flush()
            self.assertEqual(process.stdout.readline(), b"[0,1]\n")
            process.stdin.write(b"3\n")
            process.stdin.close()
            self.assertEqual(process.stdout.read(), b"[2]\n")
            self.assertEqual(process.wait(), 0)

    @contextlib.contextmanager
    def streaming(self, *words):
        """A stream whose standard input is a pipe."""
        command = [PROGRAM, "stream", "-", "--limits", "100", *map(str, words)]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            try:
                yield process
            finally:
                process.kill()

    def wait_until(self, happened):
        deadline = time.monotonic() + 60
        while not happened():
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.001)

    def test_gzip_whose_first_byte_comes_alone(self):
        packed = gzip.compress(b"length\n60\n40\n")
        with self.streaming("-o", "-") as process:
            process.stdin.write(packed[:1])
            process.stdin.flush()
            unread = bytearray(4)
            self.wait_until(lambda: fcntl.ioctl(process.stdin, termios.FIONREAD, unread) == 0 and not any(unread))
            out, error = process.communicate(packed[1:])
            self.assertEqual((out, error, process.returncode), (b"[0,1]\n", b"", 0))

    def test_gzip_is_packed_as_it_comes(self):
        packer = zlib.compressobj(wbits=31)
        with self.streaming("--open", "1", "-o", "-") as process:
            process.stdin.write(packer.compress(b"length\n60\n40\n") + packer.flush(zlib.Z_SYNC_FLUSH))
            process.stdin.flush()
            self.assertEqual(process.stdout.readline(), b"[0,1]\n")
            out, _ = process.communicate(packer.compress(b"7\n") + packer.flush())
            self.assertEqual(out, b"[2]\n")

    def test_the_state_is_saved_while_the_input_stalls(self):
        state = self.folder / "state.json"
        with self.streaming("--state", state, "--state-every", "0.2") as process:
            process.stdin.write(b"length\n60\n40\n")
            process.stdin.flush()
            self.wait_until(state.exists)

    def test_the_state_is_saved_on_a_signal(self):
        for sent in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            before = signal.signal(sent, signal.SIG_DFL)  # nohup ignores the last, and programs inherit that
            self.addCleanup(signal.signal, sent, before)
            state = self.folder / f"{sent.name}.json"
            with self.subTest(sent.name), self.streaming("--state", state, "--state-every", "1e6") as process:
                process.stdin.write(b"length\n60\n40\n")
                process.stdin.flush()
                unread = bytearray(4)
                self.wait_until(lambda: fcntl.ioctl(process.stdin, termios.FIONREAD, unread) == 0 and not any(unread))
                process.send_signal(sent)
                process.stdin.write(b"50\n")
                self.assertEqual(process.communicate()[1].decode(), f"tuplepack: note: stopped; run the same command to resume from {state}\n")
                self.assertEqual((process.returncode, state.exists()), (-sent, True))

    def test_one_process_at_a_time(self):
        out, state, other = (self.folder / name for name in ("packs.jsonl", "state.json", "other.json"))
        out.write_text("")
        sizes = self.write("sizes.csv", "length\n60\n40\n")
        with self.streaming("-o", out, "--state", state, "--state-every", "0") as process:
            process.stdin.write(b"length\n60\n40\n")
            process.stdin.flush()
            self.wait_until(state.exists)
            self.refused("stream", sizes, "--limits", 100, "-o", out, "--state", state,
                         says=f"{state}: another process is using this state")
            self.refused("stream", sizes, "--limits", 100, "-o", out, "--state", other,
                         says=f"{out}: is being written by another process")
            process.communicate(b"50\n")
            self.assertEqual(process.returncode, 0)
        self.assertEqual(self.lines(out.read_text()), [[0, 1], [2]])
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), ["packs.jsonl", "sizes.csv", "state.json"])

    def test_edited_states_are_refused(self):
        path = self.write("sizes.csv", "length\n60\n50\n40\n")
        out, state = self.folder / "packs.jsonl", self.folder / "state.json"
        words = ["stream", path, "--limits", 100, "-o", out, "--state", state]
        self.ok(*words)
        saved = state.read_text()
        for name in ("packs", "bytes", "seen", "crc32"):
            value = re.search('"%s":(\\d+)' % name, saved)
            for edited in (0, int(value[1]) + 1):
                if edited == int(value[1]):
                    continue
                state.write_text(saved[:value.start(1)] + str(edited) + saved[value.end(1):])
                self.refused(*words, says="state.json: the checkpoint is corrupt: checksum mismatch")
        state.write_text(saved.replace("stream-state/2", "stream-state/1"))
        self.refused(*words, says="state.json: this checkpoint was saved by an older, incompatible version; delete it to start over")
        state.write_text(saved)
        self.ok(*words)

    def test_a_guide_for_other_sizes(self):
        self.ok("pack", self.write("plan.csv", self.table(self.items(largest=60))), "--limits", 100, "--depth", 4,
                "--plan", self.folder / "plan.json")
        guided = ["--guide", self.folder / "plan.json", "--open", 100, "--depth", 4, "--limits", 100]
        sizes = self.write("sizes.csv", self.table([30 + item for item in self.items()]))
        text = self.ok("stream", sizes, *guided)
        self.assertRegex(text, r"the guide adds [\d,]+ packs over plain best fit \([\d,]+\); a guide helps only with a small --depth")
        metrics = self.json("stream", sizes, *guided)["metrics"]
        best_fit = self.json("stream", sizes, *guided[2:])["metrics"]
        self.assertEqual(metrics["guide"], {"items": metrics["pieces"], "packs": metrics["packs"],
                                            "unguided_packs": best_fit["packs"]})
        self.assertIsNone(best_fit["guide"])
        done = run("stream", sizes, *guided, "-o", "-")
        self.assertRegex(done.stderr.decode(), r"\Atuplepack: note: the guide adds [^\n]*\n\Z")

    def test_a_guide_with_other_columns(self):
        path, plan = self.write("sizes.csv", "nodes,edges\n6,3\n5,4\n5,2\n"), self.folder / "plan.json"
        self.ok("pack", path, "--limits", "10,10", "--plan", plan)
        self.ok("stream", path, "--limits", "10,10", "--guide", plan)
        self.refused("stream", path, "--columns", "edges,nodes", "--limits", "10,10", "--guide", plan,
                     says="the guide has the components of the items in a different order: nodes, edges")

    def test_a_guide_is_compared_on_the_first_items(self):
        self.ok("pack", self.write("plan.csv", self.table(self.items(largest=60))), "--limits", 100, "--depth", 4,
                "--plan", self.folder / "plan.json")
        guided = ["--guide", self.folder / "plan.json", "--open", 10, "--depth", 4, "--limits", 100]
        compared = 1 << 15
        dice = random.Random(8)
        items = [dice.randint(30, 99) for _ in range(compared + 5000)]
        first = self.json("stream", self.write("first.csv", self.table(items[:compared])), *guided)
        whole_path = self.write("whole.csv", self.table(items))
        whole = self.json("stream", whole_path, *guided)
        self.assertEqual(whole["items"], len(items))
        self.assertEqual(whole["metrics"]["guide"], first["metrics"]["guide"])
        self.assertRegex(self.ok("stream", whole_path, *guided),
                         r"the guide adds [\d,]+ packs for the first 32,768 items over plain best fit \([\d,]+\);")

    def test_a_guide_that_helps(self):
        """Triples that fill a pack exactly, in any order."""
        dice = random.Random(7)
        items = []
        for _ in range(60):
            large = dice.randint(45, 90)
            middle = dice.randint(2, 100 - large - 2)
            items += [large, middle, 100 - large - middle] * 50
        dice.shuffle(items)
        path, plan = self.write("sizes.csv", self.table(items)), self.folder / "plan.json"
        self.ok("pack", path, "--limits", 100, "--depth", 3, "--method", "optimal", "--plan", plan)
        words = ["stream", path, "--limits", 100, "--depth", 3, "--guide", plan, "--open", 128]
        self.assertRegex(self.ok(*words), r"the guide saves [\d,]+ packs of the [\d,]+ that best fit makes without it")
        self.assertEqual(len(self.ok(*words, "-o", "-").splitlines()), self.json(*words)["metrics"]["packs"])

    def test_ends_by_a_signal_and_goes_on(self):
        items = self.items()
        whole = self.table(items)
        path = self.write("sizes.csv", whole)
        plan = self.folder / "plan.json"
        self.ok("pack", path, "--limits", 100, "--plan", plan)
        state = self.folder / "state.json"
        cases = itertools.product((signal.SIGKILL, signal.SIGINT, signal.SIGTERM),
                                  (["--buffer", "200"], ["--open", "30"], ["--guide", str(plan)]), ("jsonl", "csv"))
        for sent, options, suffix in some(cases):
            expected = self.folder / ("expected." + suffix)
            self.ok("stream", path, "--limits", 100, *options, "-o", expected)
            out = self.folder / ("packs." + suffix)
            command = ["stream", "-", "--limits", "100", *options, "-o", str(out), "--state", str(state),
                       "--state-every", "0"]
            half = len(whole) // 2
            with subprocess.Popen([PROGRAM, *command], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE) as process:
                process.stdin.write(whole[:half])
                process.stdin.flush()
                self.wait_until(state.exists)
                process.stdin.write(whole[half:half + half // 2])  # some of it, perhaps, after the last state
                process.stdin.flush()
                process.send_signal(sent)
                self.assertEqual(process.wait(), -sent)
            self.assertLess(out.stat().st_size, expected.stat().st_size)
            with out.open("ab") as more:
                more.write(b"written after the last state\n")
            self.assertGreater(self.json(*command, stdin=whole)["metrics"]["resumed"], 0)
            self.assertEqual(out.read_bytes(), expected.read_bytes())
            # At the end nothing is left to do; and a stream may grow.
            self.assertEqual(self.json(*command, stdin=whole)["metrics"]["resumed"], len(items))
            self.assertEqual(out.read_bytes(), expected.read_bytes())
            state.unlink()
            out.unlink()

    def test_a_stream_that_grows(self):
        out, state = self.folder / "packs.jsonl", self.folder / "state.json"
        for text in ("length\n6\n", "length\n6\n5\n5\n"):
            self.ok("stream", "-", "--limits", 10, "-o", out, "--state", state, stdin=text.encode())
        self.assertEqual(self.lines(out.read_text()), [[0], [1, 2]])

    def test_an_output_whose_name_is_not_utf8(self):
        sizes, out = self.write("sizes.csv", "length\n6\n5\n5\n"), self.folder / os.fsdecode(b"packs\xff.jsonl")
        for _ in range(2):
            self.ok("stream", sizes, "--limits", 10, "-o", out, "--state", self.folder / "state.json")
        self.assertEqual(len(self.lines(out.read_text())), 2)

    def test_state_is_not_used_for_another_stream(self):
        path = self.write("sizes.csv", "length\n6\n5\n4\n")
        out, state = self.folder / "packs.jsonl", self.folder / "state.json"
        options = ["-o", out, "--state", state]
        self.ok("stream", path, "--limits", 10, *options)
        self.refused("stream", path, "--limits", 11, *options, says="saved with different limits")
        self.refused("stream", path, "--limits", 10, "--open", 9, *options, says="saved with different limits")
        self.refused("stream", path, "--limits", 10, "-o", "-", "--state", state, says="--state needs -o")
        self.refused("stream", path, "--limits", 10, "-o", self.folder / "b.jsonl", "--state", state, says="saved with -o")
        self.refused("stream", self.write("other.csv", "length\n6\n4\n5\n"), "--limits", 10, *options, says="the input differs from the one that checkpoint")
        self.refused("stream", self.write("short.csv", "length\n6\n5\n"), "--limits", 10, *options, says="ends one item before")
        out.write_bytes(b"")
        self.refused("stream", path, "--limits", 10, *options, says="is shorter than it was")
        for damaged in ("", "[]", "{}", state.read_text()[:-3], state.read_text().replace("numbers\":[", "numbers\":[7,")):
            state.write_text(damaged)
            self.refused("stream", path, "--limits", 10, *options, says="state")

    def test_refusals(self):
        path = self.write("sizes.csv", "length\n6\n5\n14\n")
        self.refused("stream", path, "--limits", 10, says="sizes.csv: item 2 of size 14 is over the limit 10; raise")
        self.refused("stream", path, "--limits", "max", says="--limits: a stream does not know its largest item in advance")
        self.refused("stream", path, "--limits", "20,20", says="expected one number (length), got 2")
        self.refused("stream", path, "--limits", 20, "--buffer", 5, "--open", 5, says="--buffer")
        self.refused("stream", path, "--limits", 20, "--buffer", 0, says="not between 1 and")
        self.refused("stream", path, "--limits", 20, "-o", "packs.txt", says="does not end in .jsonl, .csv or .npz")
        for state in ([], ["--state", self.folder / "state.json"]):
            for seconds in ("-1", "-0.5"):
                self.refused("stream", path, "--limits", 20, *state, "--state-every", seconds, says=f"--state-every: {seconds} is out of range (at least 0)")
            self.refused("stream", path, "--limits", 20, *state, "--state-every", "often", says="'often' is not a number")
        self.refused("stream", MOLHIV, *LIMITS, says="has no items to stream")
        plan = self.folder / "plan.json"
        self.ok("pack", path, "--limits", 20, "--plan", plan)
        self.refused("stream", path, "--limits", 15, "--guide", plan, says="violates the limits")
        self.refused("stream", self.write("empty.csv", "length\n"), "--limits", 15, says="no items")


if __name__ == "__main__":
    unittest.main()
