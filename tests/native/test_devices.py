"""devices, and bench --device gpu, where no device can be used. FAKE_DRIVER is the folder of a stand-in for the driver."""

import json
import os
import unittest

from program import ProgramTest, run

BENCHMARKS = ("mask", "loss", "access", "temporal")


class Devices(ProgramTest):
    def test_report(self):
        done = run("devices", "--json")
        found = json.loads(done.stdout)
        self.assertEqual((found["schema"], done.stderr), ("tuplepack.devices/1", b""))
        self.assertEqual(done.returncode, 0 if found["devices"] else 1)
        self.assertEqual(found["reason"] is None, bool(found["devices"]))
        text = run("devices").stdout.decode()
        self.assertIn(found["devices"][0]["name"] if found["devices"] else found["reason"], text)

    def test_benchmarks_without_a_device(self):
        reason = json.loads(run("devices", "--json").stdout)["reason"]
        if reason is None:
            self.skipTest("this machine has a GPU")
        for bench in BENCHMARKS:
            self.assertEqual(self.refused("bench", bench, "--device", "gpu", says=reason), f"tuplepack: {reason}\n")


@unittest.skipUnless("FAKE_DRIVER" in os.environ, "built without CUDA")
class Drivers(ProgramTest):
    def with_driver(self, **variables):
        return {"env": {**os.environ, "LD_LIBRARY_PATH": os.environ["FAKE_DRIVER"], **variables}}

    def reason(self, **variables):
        done = run("devices", "--json", **self.with_driver(**variables))
        self.assertEqual((done.returncode, done.stderr), (1, b""))
        return json.loads(done.stdout)["reason"]

    def test_no_device(self):
        self.assertEqual(self.reason(FAKE_DRIVER_INIT="100"), "no CUDA device")

    def test_old_driver(self):
        self.assertRegex(self.reason(FAKE_DRIVER_VERSION="10020"),
                         r"\Athe NVIDIA driver supports CUDA 10\.2, this program needs \d+\.\d+\Z")

    def test_failing_device(self):
        """A device that fails is an error, not an answer: exit code 2."""
        failing = self.with_driver(FAKE_DRIVER_INIT="999")
        for command in (["devices"], ["devices", "--json"], *(["bench", bench, "--device", "gpu"] for bench in BENCHMARKS)):
            self.assertEqual(self.refused(*command, says="CUDA", **failing), "tuplepack: CUDA: unknown error\n")
        self.assertEqual(self.refused("devices", says="", **self.with_driver(FAKE_DRIVER_INIT="2")),
                         "tuplepack: CUDA: out of memory\n")


if __name__ == "__main__":
    unittest.main()
