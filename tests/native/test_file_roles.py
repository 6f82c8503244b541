"""No command writes a file that it reads, or two outputs into one file: tried for every pair in the table of options."""

import itertools
import os
import re
import subprocess
import unittest

from program import PROGRAM, ROOT, ProgramTest, run

# What a command must be given besides the files of the pair; IN is a file of its own.
REQUIRED = {
    "pack": ["--limits", "9"], "compare": ["--limits", "9"], "bound": ["--limits", "9"], "estimate": ["--limits", "9"],
    "sweep": ["--range", "1=9"], "search": ["--best"], "stats": [], "verify": [], "assign": ["--plan", "IN"],
    "stream": ["--limits", "9"], "split": ["--loss", "9"], "sample": ["--recent", "2"], "access": ["--batch-size", "9"],
    "chunk": ["-o", "new"], "partition": ["--parts", "2", "-o", "new"],
    "dispatch": ["--assignment", "IN"], "inspect": [], "schema": [], "records": [],
    "subgraphs": ["-o", "new"], "batches": ["--plan", "IN", "-o", "new"], "bench": ["exact"], "devices": [],
}


def table():
    """[(command, option, kind, is operand)] of all options that name files."""
    rows = []
    for file in sorted((ROOT / "core" / "src" / "options").glob("*_options.cpp")):
        for row in file.read_text().split('{.name = "')[1:]:
            kind = re.search(r"\.kind = Kind::(\w+)", row)
            if not kind or kind[1] not in ("input_file", "output_file"):
                continue
            listed = re.search(r'\.commands = ((?:"[^"]*"\s*)+)', row)
            commands = " ".join(re.findall(r'"([^"]*)"', listed[1])).split() if listed else list(REQUIRED)
            rows += [(command, row.split('"')[0], kind[1], ".operand = true" in row) for command in commands]
    return rows


def pairs():
    """[(command, (output, is operand), (other, is operand), role of the other)]"""
    for command in REQUIRED:
        mine = [(name, kind, operand) for of, name, kind, operand in table() if of == command]
        outputs = [(name, operand) for name, kind, operand in mine if kind == "output_file"]
        inputs = [(name, operand) for name, kind, operand in mine if kind == "input_file"]
        for output, read in itertools.product(outputs, inputs):
            yield command, output, read, "reads"
        for one, other in itertools.combinations(outputs, 2):
            yield command, one, other, "writes, too"


CONTENT = b'{"quiet": true}'  # the configuration is read before all others


class FileRoles(ProgramTest):
    def words(self, command, *given):
        """Words that give these options, [((name, is operand), file)], and what the command needs besides."""
        words, names = [command], [name for (name, _), _ in given]
        required = REQUIRED[command]
        for option, value in zip(required[::2], required[1::2]) if len(required) % 2 == 0 else []:
            if option not in ["--" + name for name in names] and not (option == "-o" and "output" in names):
                words += [option, str(self.write("needed", CONTENT)) if value == "IN" else value]
        if command == "bench":
            words += required
        operands = 2 if command == "subgraphs" else 1
        for (name, is_operand), file in given:
            words += [str(file)] if is_operand else ["--" + name, str(file)]
            operands -= is_operand
        if command not in ("bench", "devices"):
            words += [str(self.write(f"operand{i}", CONTENT)) for i in range(operands)]
        return words

    def check_refused(self, words, *files, role="reads", **options):
        before = {path.name: path.lstat().st_ino for path in self.folder.iterdir()}
        done = run(*words, cwd=self.folder, **options)
        error = done.stderr.decode()
        self.assertEqual(done.returncode, 2, (words, error))
        self.assertRegex(error, rf"\Atuplepack: [^\n]+ is the same file as [^\n]+, which this command {role}; "
                                r"choose another name\n\Z", words)
        self.assertEqual({path.name: path.lstat().st_ino for path in self.folder.iterdir()}, before, words)
        for file in files:
            self.assertEqual(file.read_bytes(), CONTENT, words)

    def test_every_pair(self):
        tried = 0
        for command, output, other, role in pairs():
            file = self.write("file", CONTENT)
            self.check_refused(self.words(command, (output, file), (other, file)), file, role=role)
            tried += 1
        self.assertGreater(tried, 50)

    def test_the_table_is_whole(self):
        self.assertLessEqual({command for command, _, _, _ in table()}, set(REQUIRED))

    def test_other_names_of_one_file(self):
        file = self.write("file", CONTENT)
        (self.folder / "soft").symlink_to("file")
        (self.folder / "far").symlink_to("soft")
        (self.folder / "hard").hardlink_to(file)
        (self.folder / "folder").mkdir()
        for command, output, other, role in pairs():
            if other[0] not in ("FILE", "SIZES", "EVENTS", "state", "sizes"):
                continue
            for name in ("soft", "far", "hard", "./file", "folder/../file"):
                self.check_refused(self.words(command, (output, name), (other, "file")), file, role=role)
                self.check_refused(self.words(command, (output, "file"), (other, name)), file, role=role)

    def test_outputs_that_are_not_there_yet(self):
        sizes = self.write("sizes", "x\n1\n")
        (self.folder / "link").symlink_to("plan")
        for name in ("plan", "./plan", "link"):
            done = run("pack", sizes, "--limits", "9", "--plan", "plan", "--progress-csv", name, cwd=self.folder)
            self.assertEqual((done.returncode, (self.folder / "plan").exists()), (2, False), done.stderr)

    def test_redirections(self):
        file = self.write("sizes.csv", "x\n3\n4\n")
        before = file.read_bytes()
        for words, read, mode in ((["stats", file], None, "ab"), (["stats", "-"], file, "ab"),
                                  (["stream", file, "--limits", "9", "-o", "-"], None, "ab"),
                                  (["stream", "-", "--limits", "9", "-o", "-"], file, "ab"),
                                  (["stream", "-", "--limits", "9", "-o", file], file, None),
                                  (["pack", "-", "--limits", "9", "--plan", file], file, None)):
            with open(read or os.devnull, "rb") as stdin, open(file if mode else os.devnull, mode or "wb") as stdout:
                done = subprocess.run([PROGRAM, *map(str, words)], stdin=stdin, stdout=stdout, stderr=subprocess.PIPE,
                                      timeout=60)
            self.assertEqual(done.returncode, 2, words)
            self.assertIn(b"is the same file as", done.stderr)
            self.assertEqual(file.read_bytes(), before)
        done = subprocess.run(["sh", "-c", f"'{PROGRAM}' stats '{file}' </dev/null >/dev/null"], capture_output=True)
        self.assertEqual(done.returncode, 0)

    def test_names_that_a_command_makes_up(self):
        sizes = self.write("packs.items.npy", "x\n3\n4\n")
        self.ok("pack", sizes, "--limits", "9", "--plan", self.folder / "plan.json")
        self.refused("assign", sizes, "--plan", self.folder / "plan.json", "-o", self.folder / "packs.npy",
                     says="packs.items.npy': is the same file as SIZES")
        self.assertEqual(sizes.read_text(), "x\n3\n4\n")
        self.assertFalse((self.folder / "packs.offsets.npy").exists())
        shard = self.write("in-00000-of-00002", "x\n3\n")
        self.write("in-00001-of-00002", "x\n3\n")
        for name in ("in@2", "in-*"):
            self.refused("stats", self.folder / name, "--histogram", shard, says="is the same file as FILE")
        state = self.write("s.lock", "x\n3\n")
        self.refused("stream", state, "--limits", "9", "--state", self.folder / "s", says="the lock of --state")
        self.assertEqual(state.read_text(), "x\n3\n")
        (self.folder / "front").mkdir()
        inner = self.write("front/3.json", '[{"x": 3}]')
        self.refused("search", inner, "--pareto", "--plan", self.folder / "front", says="is the same file as FILE")
        self.assertEqual(inner.read_text(), '[{"x": 3}]')


if __name__ == "__main__":
    unittest.main()
