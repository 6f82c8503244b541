#!/usr/bin/env python3
"""Runs test files side by side, as many at once as there are processors. Each runs in a process of its own, forked from one that has
imported numpy, and torch for files that import it: to import these takes longer than most of the tests. What a file prints goes to
NAME.log in the working directory; the exit code is 1 if a file failed.

usage: side_by_side.py FILES…"""

import gc
import importlib
import importlib.util
import os
import re
import runpy
import sys
from pathlib import Path

SKIPPED = 77  # exit code of a file that needs what is not there


def log_of(path):
    return Path(path.stem + ".log")


def uses_torch(path):
    return re.search(r"^\s*(import|from) torch\b", path.read_text(encoding="utf-8"), re.MULTILINE) is not None


def start(path):
    """In a forked process: what Python does that is started with the file."""
    with open(log_of(path), "wb") as log:
        os.dup2(log.fileno(), 1)
        os.dup2(log.fileno(), 2)
    sys.argv = [str(path)]
    sys.path[0] = str(path.parent)
    runpy.run_path(str(path), run_name="__main__")


def report(path, status):
    """Prints how a file ended. Returns whether it failed."""
    text = log_of(path).read_text(encoding="utf-8", errors="replace")
    if os.waitstatus_to_exitcode(status) in (0, SKIPPED):
        print(f"{path.name}: {(text.splitlines() or [''])[-1]}", flush=True)
        return False
    print(f"{text}{path.name} failed: {os.waitstatus_to_exitcode(status)}", flush=True)
    return True


def await_one(running):
    """Of {process: file} one that has ended, which is taken out. Returns whether it failed."""
    process, status = os.wait()
    return report(running.pop(process), status)


def main():
    importlib.import_module("numpy")
    running, failed = {}, False
    for path in sorted(map(Path, sys.argv[1:]), key=uses_torch):
        if uses_torch(path) and importlib.util.find_spec("torch") is not None:
            importlib.import_module("torch")
        if len(running) == len(os.sched_getaffinity(0)):
            failed |= await_one(running)
        gc.freeze()  # else each process copies what it only looks at
        process = os.fork()
        if process == 0:
            return start(path)
        running[process] = path
    while running:
        failed |= await_one(running)
    return failed


if __name__ == "__main__":
    sys.exit(main())
