"""Every command that writes files: killed at each of its steps and run again, on disks that fail, and twice at once.
`test_kills.py --write` puts the table of what was tried into docs/reliability.md. FAULTS_LIBRARY is that of faults.c."""

import collections
import dataclasses
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

import numpy as np

from program import DATA, PROGRAM, ROOT
from random_graphs import write_assignment, write_chunked
from rounds import SANITIZED
from test_graph_reader import hand_case
from tf_records import example, record
from unigraphs import shop, spec_text, write_shop

LIBRARY = os.environ.get("FAULTS_LIBRARY", "")
PAGE = ROOT / "docs" / "reliability.md"
BEGIN, END = "<!-- written by tests/native/test_kills.py --write -->\n", "<!-- end of what is written -->\n"
KINDS = ("open", "write", "fsync", "close", "rename", "unlink")
FAULTS = {  # the columns of the table: the kinds of calls, and what happens at each
    "kill -9": (KINDS, "kill"),
    "SIGTERM": (KINDS, "term"),
    "short write": (("write",), "short"),
    "disk full": (("write",), "all"),
    "I/O error": (("fsync",), "EIO"),
}
MOST_POINTS = 40  # of a command and a fault in a run of the tests, drawn where there are more; of kill -9 every one
# What a run that did not end may leave until the next one.
LEFT = re.compile(r"\.part[0-9a-f]{16}$|(^|[^/]*)\.partial(/|$)|\.unfinished$|\.lock$")


@dataclasses.dataclass
class Command:
    """words: OUT stands for the folder of the output. before: what made an output that already exists. complete: part of
    the line that refuses to replace a complete output. grows: files of it appear one by one, each complete. resumes: a run that fails leaves what the next one goes on with."""

    name: str
    words: list
    before: list = None
    complete: str = None
    grows: bool = False
    resumes: bool = False

    def run(self, out, words=None, fault="", preexec=None):
        words = [str(word).replace("OUT", str(out)) for word in words or self.words]
        environment = {**os.environ, "LD_PRELOAD": LIBRARY, **fault} if fault else None
        return subprocess.run([PROGRAM, *words], env=environment, capture_output=True, timeout=60, preexec_fn=preexec)


def commands(folder):
    """On small input in a folder."""
    def write(name, content):
        (folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())
        return folder / name

    def make(*words):
        subprocess.run([PROGRAM, *map(str, words)], check=True, capture_output=True)

    sizes = write("sizes.csv", "length\n" + "".join("%d\n" % (3 + i % 7) for i in range(40)))
    events = write("events.csv", "src,dst,time\n" + "".join("%d,%d,%d\n" % (i % 5, 10 + i % 3, i) for i in range(30)))
    edges = write("edges.csv", "source,target\n" + "".join("%d,%d\n" % (i % 9, i * 5 % 9) for i in range(30)))
    plan, record_plan, record_sizes = folder / "plan.json", folder / "record_plan.json", folder / "record_sizes.csv"
    make("pack", sizes, "--limits", 12, "--plan", plan)
    graphs = [{"nodes/n.#size": [1 + n % 3], "nodes/n.x": [1.5] * (1 + n % 3)} for n in range(8)]
    records = write("records", b"".join(record(example(graph)) for graph in graphs))
    make("records", records, "--sizes", record_sizes)
    make("pack", record_sizes, "--limits", 6, "--plan", record_plan)
    graph, part_of = hand_case()
    write_chunked(np.random.default_rng(1), graph, folder / "chunks")
    write_assignment(folder / "parts", part_of, 2)
    tables = write_shop(folder / "csv", shop(5), ".csv")
    spec = write("spec.pbtxt", spec_text("user", ("buy", "seed", "buys", 3, "RANDOM_UNIFORM")))
    pack, assign = ["pack", sizes, "--limits", 12], ["assign", sizes, "--plan", plan, "--emit", "segment_ids"]
    stream, sample = ["stream", sizes, "--limits", 12], ["sample", events, "--recent", 2]
    dispatch = ["dispatch", folder / "chunks", "--assignment", folder / "parts", "-o", "OUT/parts"]
    there = "already exists"
    return [
        Command("pack --plan", [*pack, "--plan", "OUT/p.json"], before=[*pack, "--method", "none", "--plan", "OUT/p.json"]),
        Command("search --pareto", ["search", sizes, "--pareto", "--plan", "OUT/plans"], grows=True),
        Command("assign -o P.npz", [*assign, "-o", "OUT/p.npz"]),
        Command("assign -o P.npy", [*assign, "-o", "OUT/p.npy"], before=[*assign, "--order", "input", "-o", "OUT/p.npy"]),
        Command("stream -o P.csv", [*stream, "-o", "OUT/p.csv"], before=[*stream, "--open", 1, "-o", "OUT/p.csv"]),
        Command("stream --state", [*stream, "--state-every", 0, "--state", "OUT/s.json", "-o", "OUT/p.jsonl"], grows=True),
        Command("split -o B.npy", ["split", events, "--loss", 8, "-o", "OUT/b.npy"]),
        Command("sample -o S.npy", [*sample, "-o", "OUT/s.npy"], before=["sample", events, "--recent", 3, "-o", "OUT/s.npy"]),
        Command("access -o A.npz", ["access", events, "--batch-size", 10, "-o", "OUT/a.npz"]),
        Command("records --sizes", ["records", records, "--sizes", "OUT/sizes.csv"]),
        Command("chunk", ["chunk", "n:to:n=%s" % edges, "--chunks", 2, "-o", "OUT/graph"], complete="directory is not empty"),
        Command("partition", ["partition", folder / "chunks", "--parts", 2, "-o", "OUT/parts"],
                complete="directory is not empty"),
        Command("dispatch", [*dispatch, "--format", "npy"], grows=True),
        Command("schema --random", ["schema", DATA / "mag_schema.pbtxt", "--random", 6, "-o", "OUT/g@3"], complete=there),
        Command("subgraphs", ["subgraphs", tables, spec, "--threads", 1, "-o", "OUT/s@3"], complete=there, resumes=True),
        Command("batches", ["batches", records, "--plan", record_plan, "-o", "OUT/b@2"], complete=there),
    ]


def content(folder):
    """Files with their bytes, and folders, by their names."""
    return {str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None for path in folder.rglob("*")}


def visible(found):
    """What readers of this program take for an output: none where a set or a folder is marked as incomplete."""
    if any(re.search(r"^[^/]*\.unfinished$|^[^/]*\.partial/\.publishing$", name) for name in found):
        return None
    return {name: data for name, data in found.items() if not LEFT.search(name)}


class Trial:
    """A command with one fault, in a folder of its own."""

    def __init__(self, command, folder, old, new):
        self.command, self.folder, self.old, self.new = command, folder, old, new
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        for name, data in old.items():
            (folder / name).write_bytes(data)

    def killed(self, fault):
        """None: it held. Otherwise what is wrong."""
        done = self.command.run(self.folder, fault=fault)
        if done.returncode not in (0, -9, -15):
            return "exit %d: %s" % (done.returncode, done.stderr.decode())
        seen = visible(content(self.folder))
        if not self.command.grows and seen not in (None, self.old, self.new):
            return "visible: %s" % sorted(seen)
        return self.again(seen)

    def failed(self, fault):
        done = self.command.run(self.folder, fault=fault)
        found = content(self.folder)
        if done.returncode == 0:
            return None if found == self.new else "exit 0 and wrong files: %s" % sorted(found)
        if done.returncode != 2 or not re.fullmatch(r"tuplepack: [^\n]+\n", done.stderr.decode()):
            return "exit %d: %s" % (done.returncode, done.stderr.decode())
        left = visible(found) if self.command.resumes else found
        if not self.command.grows and left not in (self.old, self.new):
            return "left: %s" % sorted(found)
        return self.again(visible(found))

    def again(self, seen):
        done = self.command.run(self.folder)
        refuses = done.returncode == 2 and self.command.complete and self.command.complete in done.stderr.decode()
        if done.returncode != 0 and not (refuses and seen == self.new):
            return "again: exit %d: %s" % (done.returncode, done.stderr.decode())
        found = content(self.folder)
        if found == self.new:
            return None
        return "again: %s" % sorted(name for name in {**found, **self.new} if found.get(name, 0) != self.new.get(name, 0))


def drawn(points, most):
    """All of them, or this many."""
    return points if most is None or len(points) <= most else random.sample(points, most)


class Lab:
    """All commands with what they write undisturbed, and the outcome of trials by command and fault."""

    def __init__(self):
        shared = pathlib.Path("/dev/shm")  # in memory, where fsync takes no time
        self.root = pathlib.Path(tempfile.mkdtemp(dir=shared if os.access(shared, os.W_OK) else None))
        (self.root / "in").mkdir()
        self.commands = commands(self.root / "in")
        self.old, self.new, self.counts = {}, {}, {}
        self.outcomes = collections.defaultdict(list)
        for command in self.commands:
            out = self.root / "out"
            Trial(command, out, {}, {})
            if command.before:
                assert command.run(out, command.before).returncode == 0
            self.old[command.name] = content(out)
            done = command.run(out, fault={"FAULTS_COUNT": str(self.root / "counts")})
            assert done.returncode == 0, (command.name, done.stderr)
            self.new[command.name] = content(out)
            lines = (self.root / "counts").read_text().split("\n")
            self.counts[command.name] = {kind: int(count) for kind, _, count in (line.partition(" ") for line in lines) if kind}

    def trial(self, command):
        return Trial(command, self.root / "out", self.old[command.name], self.new[command.name])

    def points(self, command, column):
        kinds, action = FAULTS[column]
        return ["%s:%d:%s" % (kind, n, action) for kind in kinds for n in range(1, self.counts[command.name][kind] + 1)]

    def try_all(self, column, most=None):
        """What did not hold, at all points or at as many as this, drawn."""
        wrong = []
        for command in self.commands:
            for point in drawn(self.points(command, column), most):
                trial = self.trial(command)
                held = (trial.killed if column in ("kill -9", "SIGTERM") else trial.failed)({"FAULTS": point})
                self.outcomes[command.name, column].append(held is None)
                if held:
                    wrong.append((command.name, point, held))
        return wrong

    def table(self):
        head = ["command", *FAULTS]
        lines = ["| %s |" % " | ".join(head), "|---|%s" % ("---:|" * len(FAULTS))]
        for command in self.commands:
            cells = ["%d of %d" % (sum(held), len(held)) for held in (self.outcomes[command.name, fault] for fault in FAULTS)]
            lines.append("| %s |" % " | ".join(["`%s`" % command.name, *cells]))
        return "\n".join(lines) + "\n"


@unittest.skipIf(SANITIZED, "sanitizers want to be the first library that is loaded")
@unittest.skipUnless(LIBRARY, "FAULTS_LIBRARY names no library")
class Faults(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        seed = random.randrange(2**32)
        print("seed", seed)
        random.seed(seed)
        cls.lab = Lab()
        cls.addClassCleanup(shutil.rmtree, cls.lab.root)

    def holds(self, column, most=MOST_POINTS):
        wrong = self.lab.try_all(column, most)
        self.assertEqual(wrong, [], "\n".join(map(str, wrong)))

    def test_kill(self):
        self.holds("kill -9", most=None)

    def test_terminate(self):
        self.holds("SIGTERM")

    def test_short_writes(self):
        self.holds("short write")

    def test_a_full_disk(self):
        self.holds("disk full")

    def test_errors_of_the_disk(self):
        self.holds("I/O error")

    def test_killed_again_and_again(self):
        """The run that cleans up after one that was killed is killed as well, at each of its steps."""
        wrong = []
        for command in self.lab.commands:
            renames = [point for point in self.lab.points(command, "kill -9") if point.startswith("rename")]
            for first in drawn(renames, MOST_POINTS // 4):
                for second in ("rename:1:kill", "unlink:1:kill", "unlink:2:kill", "open:2:kill"):
                    trial = self.lab.trial(command)
                    command.run(trial.folder, fault={"FAULTS": first})
                    held = trial.killed({"FAULTS": second}) if not self.is_complete(trial) else None
                    if held:
                        wrong.append((command.name, first, second, held))
        self.assertEqual(wrong, [], "\n".join(map(str, wrong)))

    @staticmethod
    def is_complete(trial):
        return content(trial.folder) == trial.new

    def test_a_clock_that_goes_back(self):
        for command in self.lab.commands:
            trial = self.lab.trial(command)
            for seconds in ("-90000000", "0", "-3600") if not command.complete else ("-90000000",):
                done = command.run(trial.folder, fault={"FAULTS_CLOCK": seconds})
                self.assertEqual((done.returncode, done.stderr), (0, b""), command.name)
                self.assertEqual(content(trial.folder), trial.new, command.name)

    @unittest.skipIf(os.geteuid() == 0 and not shutil.which("setpriv"), "root writes everywhere")
    def test_a_folder_that_is_read_only(self):
        def give_up_root():
            if os.geteuid() == 0:
                os.setgid(65534)
                os.setuid(65534)

        self.lab.root.chmod(0o755)
        for command in self.lab.commands:
            trial = self.lab.trial(command)
            trial.folder.chmod(0o555)
            done = command.run(trial.folder, preexec=give_up_root)
            trial.folder.chmod(0o755)
            self.assertEqual(done.returncode, 2, command.name)
            self.assertRegex(done.stderr.decode(), r"\Atuplepack: [^\n]+: Permission denied\n\Z", command.name)
            self.assertEqual(content(trial.folder), trial.old, command.name)

    def test_two_at_once(self):
        """Each writes the right bytes, or says in a line that the other one does or has."""
        wrong = []
        allowed = re.compile(r"another process writes to it|another run has just finished|is being written by another|"
                             r"another process is using|already exists|directory is not empty")
        for command in self.lab.commands:
            for _ in range(25 if command.name == "dispatch" else 6):
                trial = self.lab.trial(command)
                words = [str(word).replace("OUT", str(trial.folder)) for word in command.words]
                both = [subprocess.Popen([PROGRAM, *words], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) for _ in range(2)]
                ends = [(process.communicate(timeout=60)[1].decode(), process.returncode) for process in both]
                if all(code != 0 for _, code in ends) or any(code not in (0, 2) for _, code in ends):
                    wrong.append((command.name, ends))
                if any(code == 2 and not (allowed.search(error) and error.count("\n") == 1) for error, code in ends):
                    wrong.append((command.name, ends))
                if content(trial.folder) != trial.new:
                    wrong.append((command.name, ends, sorted(content(trial.folder))))
        self.assertEqual(wrong, [], "\n".join(map(str, wrong)))

    def test_readers_of_an_incomplete_set(self):
        """They do not take what has its name already for all."""
        command = next(command for command in self.lab.commands if command.name == "schema --random")
        for point in self.lab.points(command, "kill -9"):
            trial = self.lab.trial(command)
            command.run(trial.folder, fault={"FAULTS": point})
            seen = visible(content(trial.folder))
            for name in ("g@3", "g-?????-of-00003", "g-*-of-00003"):
                done = subprocess.run([PROGRAM, "records", trial.folder / name], capture_output=True)
                if seen == trial.new:
                    self.assertEqual(done.returncode, 0, (point, name, done.stderr))
                    continue
                says = "some shards are still missing" if seen is None and list(trial.folder.glob("g-*")) else ": "
                self.assertEqual(done.returncode, 2, (point, name))
                self.assertIn(says, done.stderr.decode(), (point, name))

    def test_the_page(self):
        """Its table has these commands and faults; numbers differ between machines and draws."""
        page = PAGE.read_text()
        table = page[page.index(BEGIN) + len(BEGIN):page.index(END)]
        lines, wanted = table.splitlines(), self.lab.table().splitlines()
        self.assertEqual([line.split("|")[1] for line in lines], [line.split("|")[1] for line in wanted])
        self.assertEqual(lines[0], wanted[0])
        for line in lines[2:]:
            for cell in line.split("|")[2:-1]:
                held, _, tried = cell.strip().partition(" of ")
                self.assertEqual(held, tried, line)


def write_page():
    lab = Lab()
    try:
        for column in FAULTS:
            for wrong in lab.try_all(column):
                print(*wrong)
        page = PAGE.read_text()
        PAGE.write_text(page[:page.index(BEGIN) + len(BEGIN)] + lab.table() + page[page.index(END):])
    finally:
        shutil.rmtree(lab.root)


if __name__ == "__main__":
    write_page() if sys.argv[1:] == ["--write"] else unittest.main()
