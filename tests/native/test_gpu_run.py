"""tools/gpu_run.sh, with stubs for a GPU's tools and for our programs: what counts as wrong, as missing, and as no GPU; and
tools/gpu_glibc.py."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import unittest

from program import ProgramTest, ROOT

ENVIRONMENT = "date commit gpu driver gpu_memory cpu cores compiler nvcc architectures needs".split()
BENCHES = [f"{name}-{number}" for number in (1, 2) for name in ("mask", "loss", "access", "temporal")]
PEERS = ["packed_equals_unpacked", "mask_loss_peers", "access_peers"]
STAGES = ["host_tests", "device", "device_tests", *BENCHES, *PEERS, "memcheck", "racecheck", "ncu-mask", "ncu-loss", "ncu-access"]
PROGRAMS = ["tuplepack", "cuda_host_tests", "cuda_device_tests"]
TOOLS = ["nvidia-smi", "compute-sanitizer", "ncu", "python3"]


class Bundle(ProgramTest):
    def setUp(self):
        super().setUp()
        self.bundle = self.folder / "bundle"
        for name in ("bin", "lib", "peers", "data"):
            (self.bundle / name).mkdir(parents=True)
        shutil.copy(ROOT / "tools/gpu_run.sh", self.bundle / "run.sh")
        (self.bundle / "built.txt").write_text("commit=abc\ncompiler=c++ 12\nnvcc=13.0\narchitectures=90\nneeds=CUDA 13.0 or later\n")
        self.tools = self.folder / "tools"
        self.tools.mkdir()
        for name in ("bash", "env", "timeout", "mkdir", "tee", "nproc", "cat", "sleep"):
            (self.tools / name).symlink_to(shutil.which(name))
        for name in PROGRAMS:
            self.stub(self.bundle / "bin" / name, "echo fine")
        for name in TOOLS:
            self.stub(self.tools / name, "echo 'NVIDIA X1'")

    def stub(self, path, script):
        path.write_text(f"#!/bin/bash\n{script}\n")
        path.chmod(0o755)

    def run_stages(self, **environment):
        """The exit status, and the result of every stage."""
        out = self.folder / "out"
        done = subprocess.run(["bash", self.bundle / "run.sh", out], capture_output=True, text=True, timeout=120,
                              env={"PATH": str(self.tools), "HOME": "/", **environment})
        self.assertEqual(done.stderr, "")
        stages = [json.loads(line) for line in (out / "verify.jsonl").read_text(encoding="utf-8").splitlines()]
        self.assertEqual([*stages[0]], ["stage", *ENVIRONMENT])
        self.assertEqual((stages[0]["commit"], stages[0]["nvcc"], stages[0]["needs"]), ("abc", "13.0", "CUDA 13.0 or later"))
        return done.returncode, {stage["stage"]: stage["result"] for stage in stages[1:]}

    def test_all_is_well(self):
        status, results = self.run_stages()
        self.assertEqual((status, list(results), set(results.values())), (0, STAGES, {"passed"}))

    def test_what_is_wrong(self):
        """Makes the exit status 1, each by itself, and stops no other stage."""
        failing = 'case "$*" in *%s*) echo broken; exit 1;; esac; echo fine'
        wrong = [(self.bundle / "bin/cuda_host_tests", "", ["host_tests"]), (self.bundle / "bin/cuda_device_tests", "", ["device_tests"]),
                 (self.bundle / "bin/tuplepack", "bench\\ loss", ["loss-1", "loss-2"]),
                 (self.tools / "python3", "access_peers.py", ["access_peers"]),
                 (self.tools / "python3", "packed_equals_unpacked.py", ["packed_equals_unpacked"]),
                 (self.tools / "compute-sanitizer", "memcheck", ["memcheck"]), (self.tools / "ncu", "bench\\ mask", ["ncu-mask"])]
        for path, word, stages in wrong:
            with self.subTest(stages=stages):
                before = path.read_text()
                self.stub(path, failing % word)
                status, results = self.run_stages()
                self.assertEqual((status, list(results)), (1, STAGES))
                self.assertEqual([stage for stage, result in results.items() if result == "failed"], stages)
                path.write_text(before)

    def test_everything_is_wrong(self):
        """Every stage is recorded as failed, but for the one that finds the GPU."""
        for path in [self.bundle / "bin" / name for name in PROGRAMS] + [self.tools / name for name in TOOLS]:
            self.stub(path, '[ "$*" = devices ] || exit 1')
        status, results = self.run_stages()
        self.assertEqual((status, results), (1, {stage: "passed" if stage == "device" else "failed" for stage in STAGES}))

    def test_what_is_missing(self):
        """Or is not supported here, is recorded, and is not wrong."""
        (self.tools / "compute-sanitizer").unlink()
        self.stub(self.tools / "ncu", "echo 'Failed to initialize the profiler'; exit 1")
        self.stub(self.tools / "python3", "echo '{}'; exit 77")
        status, results = self.run_stages()
        self.assertEqual(status, 0)
        self.assertEqual({results[stage] for stage in STAGES[-5:]}, {"unsupported"})
        self.assertEqual({results[stage] for stage in PEERS}, {"skipped"})
        (self.tools / "python3").unlink()
        status, results = self.run_stages()
        self.assertEqual((status, {results[stage] for stage in PEERS}), (0, {"unsupported"}))

    def test_no_gpu(self):
        self.stub(self.bundle / "bin/tuplepack", "echo 'no device: no NVIDIA driver on this machine'; exit 1")
        (self.tools / "nvidia-smi").unlink()
        status, results = self.run_stages()
        self.assertEqual((status, results), (77, {"host_tests": "passed", "device": "failed", "no_gpu": "unsupported"}))

    def test_nothing_hangs(self):
        """A slow machine needs longer to get to the stage that hangs."""
        self.stub(self.bundle / "bin/cuda_device_tests", "sleep 1000")
        for seconds in (3, 12, 48):
            status, results = self.run_stages(GPU_SECONDS=str(seconds))
            if results.get("device") == "passed" and not results["device_tests"].startswith("not run"):
                break
        self.assertEqual(status, 1)
        self.assertRegex(results["device_tests"], r"over its time limit of \d+ s")
        self.assertEqual(results["mask-1"], "not run: no time left")

    def test_usage(self):
        done = subprocess.run(["bash", self.bundle / "run.sh"], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (2, "usage: run.sh OUT\n"))


class Glibc(ProgramTest):
    """tools/gpu_glibc.py, on the libstdc++ that the program loads. Its later need gets the name of a version that no glibc has."""

    def test_later_needs(self):
        needed = subprocess.run(["ldd", os.environ["TUPLEPACK"]], capture_output=True, text=True).stdout
        found = re.search(r"libstdc\+\+\.so\.6 => (\S+)", needed)
        if not found or shutil.which("objdump") is None or b"\0GLIBC_2.36\0" not in pathlib.Path(found[1]).read_bytes():
            self.skipTest("needs objdump, and a libstdc++ that needs glibc 2.36")
        library = self.folder / "libstdc++.so.6"
        library.write_bytes(pathlib.Path(found[1]).read_bytes().replace(b"\0GLIBC_2.36\0", b"\0GLIBC_2.99\0"))

        def started():
            return subprocess.run([os.environ["TUPLEPACK"], "--version"], capture_output=True, text=True,
                                  env={**os.environ, "LD_LIBRARY_PATH": str(self.folder)})  # fmt: skip

        self.assertIn("version `GLIBC_2.99' not found", started().stderr)
        tool = [sys.executable, "-B", ROOT / "tools/gpu_glibc.py"]
        self.assertEqual(subprocess.run([*tool, "2.35", library]).returncode, 0)
        self.assertEqual(started().returncode, 0)
        done = subprocess.run([*tool, "2.20", library], capture_output=True, text=True)
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, r"libstdc\+\+\.so\.6 needs GLIBC_2\.\d+, later than 2\.20: \w")


if __name__ == "__main__":
    unittest.main()
