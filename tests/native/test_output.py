"""How the program writes files, and what it does when it cannot."""

import json
import os
import pathlib
import resource
import signal
import stat
import subprocess
import tempfile
import unittest

from program import LIMITS, MOLHIV, PROGRAM, ProgramTest, run

ROOT = os.geteuid() == 0
PACK = ["pack", MOLHIV, *LIMITS, "--method", "lpfhp"]  # any plan will do


def small_files(most):
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))


class Replacing(ProgramTest):
    """--plan replaces a file; every other output is written the same way."""

    def pack(self, out, **options):
        return self.ok(*PACK, "--plan", out, **options)

    def plan_in(self, out):
        return json.loads(pathlib.Path(out).read_text())["schema"] == "tuplepack.plan/1"

    def alone(self, *names):
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), sorted(names))

    def test_a_new_file_follows_the_umask(self):
        for mask, mode in ((0o022, 0o644), (0o077, 0o600), (0o002, 0o664)):
            out = self.folder / ("%o.json" % mask)
            self.pack(out, preexec_fn=lambda: os.umask(mask))
            self.assertEqual(stat.S_IMODE(out.stat().st_mode), mode)

    def test_the_mode_stays(self):
        for mode in (0o600, 0o640, 0o755):
            out = self.write("plan.json", "old")
            out.chmod(mode)
            self.pack(out)
            self.assertTrue(self.plan_in(out))
            self.assertEqual(stat.S_IMODE(out.stat().st_mode), mode)
        self.alone("plan.json")

    @unittest.skipUnless(ROOT, "only root gives files away")
    def test_the_owner_stays(self):
        out = self.write("plan.json", "old")
        os.chown(out, 1234, 5678)
        self.pack(out)
        self.assertTrue(self.plan_in(out))
        self.assertEqual((out.stat().st_uid, out.stat().st_gid), (1234, 5678))

    def test_hard_links_share_what_is_written(self):
        for old in ("old", "old " * 10000):  # shorter and longer than what is written
            out = self.write("plan.json", old)
            other = self.folder / "other.json"
            other.hardlink_to(out) if hasattr(other, "hardlink_to") else os.link(out, other)
            self.pack(out)
            self.assertTrue(self.plan_in(other))
            self.assertTrue(out.samefile(other))
            other.unlink()
        self.alone("plan.json")

    def test_symbolic_links_stay(self):
        (self.folder / "inner").mkdir()
        for target in ("there.json", "inner/there.json", str(self.folder / "absolute.json")):
            for exists in (False, True):
                link, file = self.folder / "link.json", self.folder / target
                link.symlink_to(target)
                self.assertEqual(file.exists(), exists)
                self.pack(link)
                self.assertEqual(os.readlink(link), target)
                self.assertTrue(self.plan_in(file))
                link.unlink()
        loop = self.folder / "loop"
        loop.symlink_to("loop")
        self.refused(*PACK, "--plan", loop, says="Too many levels of symbolic links")

    def test_a_failure_leaves_the_old_file(self):
        for link in (False, True):
            out = self.write("plan.json", "old")
            if link:
                os.link(out, self.folder / "link.json")
            self.refused(*PACK, "--plan", out, preexec_fn=small_files(1000),
                         says="plan.json: File too large")
            self.assertEqual(out.read_text(), "old")
        self.alone("plan.json", "link.json")

    @unittest.skipUnless(ROOT, "only root mounts file systems")
    def test_a_full_disk_leaves_the_old_files(self):
        with tempfile.TemporaryDirectory() as folder:
            mount = ["mount", "-t", "tmpfs", "-o", "size=48k", "tmpfs", folder]
            if subprocess.run(mount, capture_output=True).returncode != 0:
                self.skipTest("cannot mount a file system here")
            try:
                self.on_a_small_disk(pathlib.Path(folder))
            finally:
                subprocess.run(["umount", folder], check=True)

    def on_a_small_disk(self, disk):
        for hard_link in (False, True):
            out = disk / ("plan%d.json" % hard_link)
            out.write_text("old")
            if hard_link:
                os.link(out, disk / "link.json")
            before = sorted(disk.iterdir())
            self.refused(*PACK, "--plan", out, says="No space left on device")
            self.assertEqual(out.read_text(), "old")
            self.assertEqual(sorted(disk.iterdir()), before)
        # Room for the temporary, none for the copy of it in place.
        (disk / "filler").write_bytes(bytes(8 << 10))
        sizes = self.write("sizes.csv", "length\n" + "".join("%d\n" % size for size in range(1, 700)))
        self.refused("pack", sizes, "--limits", "max", "--method", "none", "--plan", disk / "plan1.json",
                     says="No space left on device")
        self.assertEqual((disk / "plan1.json").read_text(), "old")

    def test_arrays_are_replaced_together(self):
        sizes = self.write("sizes.csv", "length\n" + "6\n" * 3000)
        plan = self.folder / "plan.json"
        self.ok("pack", sizes, "--limits", 12, "--plan", plan)
        names = ("packs.items.npy", "packs.offsets.npy", "packs.segment_ids.npy")
        for name in names:
            self.write(name, "old")
        before = sorted(self.folder.iterdir())
        self.refused("assign", sizes, "--plan", plan, "-o", self.folder / "packs.npy", "--emit", "segment_ids",
                     preexec_fn=small_files(50000), says="packs.segment_ids.npy: File too large")
        self.assertEqual([(self.folder / name).read_text() for name in names], ["old"] * 3)
        self.assertEqual(sorted(self.folder.iterdir()), before)

    @unittest.skipUnless(ROOT, "only root mounts file systems")
    def test_arrays_replaced_before_one_that_cannot_be_are_put_back(self):
        sizes = self.write("sizes.csv", "length\n" + "6\n" * 30)
        plan = self.folder / "plan.json"
        self.ok("pack", sizes, "--limits", 12, "--plan", plan)
        self.write("packs.offsets.npy", "old")
        busy, other = self.write("packs.segment_ids.npy", "old"), self.write("other", "mounted")
        if subprocess.run(["mount", "--bind", other, busy], capture_output=True).returncode != 0:
            self.skipTest("cannot mount a file here")
        try:
            before = sorted(self.folder.iterdir())
            self.refused("assign", sizes, "--plan", plan, "-o", self.folder / "packs.npy", "--emit", "segment_ids",
                         says="packs.segment_ids.npy: Device or resource busy")
            self.assertEqual(sorted(self.folder.iterdir()), before)
            self.assertEqual((self.folder / "packs.offsets.npy").read_text(), "old")
        finally:
            subprocess.run(["umount", busy], check=True)

    def test_temporaries_have_unforeseeable_names(self):
        """A file that another user put where the temporary would go is neither written nor removed."""
        out = self.folder / "plan.json"
        victim = self.write("victim", "untouched")
        plant = "ln -s %s %s.part$$; exec \"$0\" \"$@\"" % (victim, out)
        done = subprocess.run(["/bin/sh", "-c", plant, PROGRAM, *PACK, "--plan", out], capture_output=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(victim.read_text(), "untouched")
        self.assertEqual(len(list(self.folder.glob("plan.json.part*"))), 1)

    def test_large_files_are_announced(self):
        sizes = self.write("sizes.csv", "length\n1\n2\n3\n")
        plan, out = self.folder / "plan.json", self.folder / "packs.npz"
        self.ok("pack", sizes, "--limits", 2000000000, "--depth", 1, "--packs-multiple", 100000, "--plan", plan)
        words = ["assign", sizes, "--plan", plan, "-o", out, "--emit", "segment_ids"]
        error = self.refused(*words, preexec_fn=small_files(1 << 20), says="packs.npz: not enough disk space: 800.0 TB needed, ")
        self.assertIn(" available\n", error)
        self.ok("pack", sizes, "--limits", 3000000, "--depth", 1, "--packs-multiple", 100, "--plan", plan)
        done = run(*words, preexec_fn=small_files(1 << 20))
        self.assertEqual((done.returncode, done.stderr.decode()),
                         (2, f"tuplepack: note: {out} will take 1.2 GB on disk\ntuplepack: {out}: File too large\n"))
        self.assertFalse(out.exists())


class Failing(ProgramTest):
    def test_names(self):
        self.refused(*PACK, "--plan", self.folder / "no" / "plan.json", says="No such file or directory")
        self.refused(*PACK, "--plan", self.folder, says=f"{self.folder}: Is a directory")
        self.refused(*PACK, "--plan", "/dev/full", says="/dev/full: No space left on device")

    @unittest.skipIf(ROOT, "root writes everything")
    def test_a_file_without_write_permission(self):
        out = self.write("plan.json", "old")
        out.chmod(0o444)
        self.refused(*PACK, "--plan", out, says="Permission denied")
        self.assertEqual(out.read_text(), "old")

    def test_a_full_standard_output(self):
        with open("/dev/full", "wb") as full:
            done = subprocess.run([PROGRAM, "stats", MOLHIV], stdout=full, stderr=subprocess.PIPE)
        self.assertEqual((done.returncode, done.stderr), (2, b"tuplepack: <stdout>: No space left on device\n"))

    def test_a_reader_that_leaves(self):
        """As `| head -1` does: no message, and the end of a program that writes to a closed pipe."""
        sizes = self.write("sizes.csv", "length\n" + "6\n" * 20000)
        for words in ([*PACK, "--json"], ["stream", sizes, "--limits", "9", "-o", "-"]):
            reader, writer = os.pipe()
            os.close(reader)
            done = subprocess.run([PROGRAM, *words], stdout=writer, stderr=subprocess.PIPE)
            os.close(writer)
            self.assertEqual((done.returncode, done.stderr), (-signal.SIGPIPE, b""))

    def test_a_closed_standard_output(self):
        plan = self.folder / "plan.json"
        done = subprocess.run(["/bin/sh", "-c", '"$0" pack "$1" --limits max --plan "$2" >&-', PROGRAM, MOLHIV, plan],
                              capture_output=True)
        self.assertEqual((done.returncode, done.stderr), (2, b"tuplepack: <stdout>: Bad file descriptor\n"))
        json.loads(plan.read_text())  # the report did not end up in the file


if __name__ == "__main__":
    unittest.main()
