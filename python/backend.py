"""The build backend: setuptools, in this folder, whether the project is the repository's folder python/ or the root of a source
distribution. Where Python is the system's, so is its setuptools: installing then needs no network.
"""

import importlib.metadata
import os
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
# What the extension module is built from, in folders of the root.
SOURCES = ("CMakeLists.txt", "LICENSE", "cmake", "core", "native/CMakeLists.txt", "native/codecs", "native/temporal", "python")

# An isolated build does not see the packages of the system. Those of Debian are patched for Debian's Python, and break others.
if sys.base_prefix == "/usr":
    sys.path.append("/usr/lib/python3/dist-packages")


LEAST = {"setuptools": 61, "wheel": 0}
"""Major versions; setuptools before 61 ignores [project] in pyproject.toml, and would build a package without a name."""


def _needed(config_settings=None):
    return [f"{name}>={least}" if least else name for name, least in LEAST.items() if _version(name) < least]


def _version(name):
    """The major version that is installed; −1: none is."""
    try:
        return int(importlib.metadata.version(name).split(".")[0])
    except importlib.metadata.PackageNotFoundError:
        return -1


get_requires_for_build_wheel = get_requires_for_build_editable = get_requires_for_build_sdist = _needed


def _setuptools():
    if _needed():
        raise SystemExit(f"tuplepack: to build the package, install {' and '.join(_needed())}")
    os.chdir(HERE)
    from setuptools import build_meta

    return build_meta


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    return _setuptools().prepare_metadata_for_build_wheel(metadata_directory, config_settings)


prepare_metadata_for_build_editable = prepare_metadata_for_build_wheel


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    return _setuptools().build_wheel(wheel_directory, config_settings, metadata_directory)


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    return _setuptools().build_editable(wheel_directory, config_settings, metadata_directory)


# ---- the source distribution ----


def _files():
    """Those that git knows, or all of a source distribution."""
    if (ROOT / ".git").exists():
        listed = subprocess.run(["git", "ls-files", "--", *SOURCES], cwd=ROOT, check=True, capture_output=True, text=True)
        return listed.stdout.splitlines()
    found = (path for name in SOURCES for path in ([ROOT / name] if (ROOT / name).is_file() else (ROOT / name).rglob("*")))
    unwanted = {"__pycache__", "build"}
    return [str(path.relative_to(ROOT)) for path in found if path.is_file() and not unwanted & set(path.parts)]


def build_sdist(sdist_directory, config_settings=None):
    """A source distribution: the sources in their folders, and a pyproject.toml at the root that names this backend."""
    with tempfile.TemporaryDirectory() as folder:
        info = Path(folder, prepare_metadata_for_build_wheel(folder))
        metadata = (info / "METADATA").read_text(encoding="utf-8")
        version = next(line.split(": ")[1] for line in metadata.splitlines() if line.startswith("Version: "))
        project = (HERE / "pyproject.toml").read_text(encoding="utf-8")
        made = {
            "PKG-INFO": metadata,
            "pyproject.toml": project.replace('backend-path = ["."]', 'backend-path = ["python"]')
            .replace('readme = "README.md"', 'readme = "python/README.md"'),
        }
        name = f"tuplepack-{version}"
        with tarfile.open(Path(sdist_directory, f"{name}.tar.gz"), "w:gz", dereference=True) as archive:
            for file in sorted(_files()):
                archive.add(ROOT / file, f"{name}/{file}", filter=_plain)
            for file, text in made.items():
                Path(folder, file).write_text(text, encoding="utf-8")
                archive.add(Path(folder, file), f"{name}/{file}", filter=_plain)
    return f"{name}.tar.gz"


def _plain(entry):
    """Without who made it."""
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = ""
    return entry
