"""Runs tuplepack-mpi on several ranks, and tuplepack itself."""
import os
import pathlib
import random
import re
import shlex
import subprocess
import tempfile
import unittest

PROGRAM = os.environ["TUPLEPACK"]
MPI_PROGRAM = os.environ["TUPLEPACK_MPI"]
MPIRUN = shlex.split(os.environ["MPIRUN"])


class FolderTest(unittest.TestCase):
    """Tests with a folder and a printed seed of their own."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.seed = random.randrange(2**32)
        print("seed", self.seed)


def alone(*words, status=0, **options):
    """The output of the plain program."""
    done = subprocess.run([PROGRAM, *map(str, words)], capture_output=True, text=True, timeout=300, **options)
    assert done.returncode == status, (words, done.returncode, done.stderr)
    return done.stdout


def start(ranks, *words, **options):
    """A process of mpirun."""
    command = [*MPIRUN, "-np", str(ranks), MPI_PROGRAM, *map(str, words)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options)


def start_each(ranks, *words, **options):
    """Ranks that run differently: for each, words for mpirun."""
    command = list(MPIRUN)
    for i, given in enumerate(ranks):
        command += [*([":"] if i else []), "-np", "1", *map(str, given), MPI_PROGRAM, *map(str, words)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options)


def process_of(process, rank):
    """The number of the process that is a rank."""
    for child in pathlib.Path("/proc/%d/task/%d/children" % (process.pid, process.pid)).read_text().split():
        environment = pathlib.Path("/proc/%s/environ" % child).read_bytes().split(b"\0")
        if b"OMPI_COMM_WORLD_RANK=%d" % rank in environment or b"PMI_RANK=%d" % rank in environment:
            return int(child)
    raise LookupError("rank %d is not there" % rank)


def many(ranks, *words, status=0, timeout=300, **options):
    """The output and the messages of tuplepack-mpi on this many ranks, without what mpirun itself says."""
    process = start(ranks, *words, **options)
    try:
        output, messages = process.communicate(timeout=timeout)
    except subprocess.TimeoutExpired:
        process.kill()
        raise
    assert process.returncode == status, (words, process.returncode, messages)
    return output, own_messages(messages)


def own_messages(text):
    """The lines that the program itself has written, without those of progress: every ten seconds there is one."""
    lines = [line for line in text.splitlines() if line.startswith("tuplepack-mpi: ")]
    return [line for line in lines if not re.match(r"tuplepack-mpi: .* \d+% ", line + " ")]
