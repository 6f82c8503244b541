"""Builds the extension module by CMake, from the sources in the folder above. Everything is built in its folder build/.

TUPLEPACK_BUILD   a CMake build folder that has the module already, or most of it: of the preset release, say
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).resolve().parents[1]
BUILD = ROOT / "build" / "python"
OPTIONS = {
    "CMAKE_BUILD_TYPE": "Release",
    "CMAKE_UNITY_BUILD": "ON",
    "CMAKE_UNITY_BUILD_BATCH_SIZE": "14",
    "TUPLEPACK_NATIVE": "OFF",
    "TUPLEPACK_TESTS": "OFF",
    "TUPLEPACK_INSTALL": "OFF",
    "TUPLEPACK_PYTHON_PACKAGE": "ON",
    "PYTHON_EXECUTABLE": sys.executable,
}


class CMakeBuild(build_ext):
    def build_extension(self, extension):
        build = os.environ.get("TUPLEPACK_BUILD")
        if build is None:
            build = BUILD / "cmake"
            words = [f"-D{name}={value}" for name, value in OPTIONS.items()]
            subprocess.run(["cmake", "-S", ROOT, "-B", build, "-G", "Ninja", *words], check=True)
        jobs = str(os.cpu_count() or 1)
        subprocess.run(["cmake", "--build", build, "--target", "tuplepack_python", "--parallel", jobs], check=True)
        target = Path(self.get_ext_fullpath(extension.name))
        target.parent.mkdir(parents=True, exist_ok=True)
        built = Path(build, "python/tuplepack")
        for name in (target.name, target.name.replace("_core", "_cuda")):  # which is there if a CUDA compiler was
            if (built / name).exists():
                shutil.copyfile(built / name, target.with_name(name))


version = re.search(r"project\(tuplepack VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text(encoding="utf-8"))
assert version is not None
BUILD.mkdir(parents=True, exist_ok=True)
for old in BUILD.glob("lib*"):  # its files would be in the wheel, those too that are gone from the sources
    shutil.rmtree(old)
setup(
    version=version.group(1),
    ext_modules=[Extension("tuplepack._core", sources=[])],
    cmdclass={"build_ext": CMakeBuild},
    options={"build": {"build_base": str(BUILD)}, "egg_info": {"egg_base": str(BUILD)}},
)
