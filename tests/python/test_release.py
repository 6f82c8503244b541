"""What is published: the wheel's metadata and licences, and a source distribution that has all it is built from."""
import email
import importlib.metadata
import importlib.util
import os
import re
import subprocess
import tarfile
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import tuplepack

ROOT = Path(__file__).resolve().parents[2]


class Wheel(unittest.TestCase):
    def test_metadata(self):
        about = importlib.metadata.metadata("tuplepack")
        self.assertEqual(about["Version"], tuplepack.__version__)
        for field in ("Summary", "License", "Author", "Requires-Python", "Keywords"):
            self.assertTrue(about[field], field)
        self.assertIn("Typing :: Typed", about.get_all("Classifier"))
        files = {Path(file).name: file for file in importlib.metadata.files("tuplepack")}
        for name, words in (("LICENSE", "MIT License"), ("NOTICES", "Zstandard"), ("py.typed", "")):
            self.assertIn(words, files[name].locate().read_text(encoding="utf-8"))

    def test_version_of_the_program(self):
        program = os.environ.get("TUPLEPACK")
        if program is None:
            self.skipTest("no program to compare with")
        done = subprocess.run([program, "--version"], check=True, capture_output=True, text=True)
        self.assertEqual(done.stdout.split()[1], tuplepack.__version__)


class Sources(unittest.TestCase):
    def about(self, metadata):
        """Licence, authors and addresses are those of CITATION.cff."""
        citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8").split("references:")[0]
        self.assertEqual(metadata["License"], re.search("^license: (.+)$", citation, re.MULTILINE)[1])
        self.assertEqual([metadata["Author"]], re.findall("^  - name: (.+)$", citation, re.MULTILINE))
        addresses = re.findall(r"^(?:url|repository-code): (\S+)$", citation, re.MULTILINE)
        self.assertEqual(sorted(url.split(", ")[1] for url in metadata.get_all("Project-URL", [])), sorted(addresses))
        kinds = metadata.get_all("Classifier")
        for wanted in ("License :: OSI Approved :: MIT License", "Programming Language :: Python :: 3", "Operating System :: POSIX :: Linux"):
            self.assertIn(wanted, kinds)

    def backend(self):
        found = importlib.util.spec_from_file_location("backend", ROOT / "python" / "backend.py")
        backend = importlib.util.module_from_spec(found)
        found.loader.exec_module(backend)
        return backend

    def test_what_building_needs(self):
        """setuptools as old as that of Python 3.9 itself would build a package called UNKNOWN."""
        backend = self.backend()
        for versions, needed in (({"setuptools": "66.1.1", "wheel": "0.38.4"}, []), ({"wheel": "0.38.4"}, ["setuptools>=61"]),
                                 ({"setuptools": "58.1.0", "wheel": "0.38.4"}, ["setuptools>=61"]), ({"setuptools": "61.0"}, ["wheel"])):
            def version(name):
                if name not in versions:
                    raise importlib.metadata.PackageNotFoundError
                return versions[name]

            with mock.patch.object(importlib.metadata, "version", version):
                self.assertEqual(backend.get_requires_for_build_wheel(), needed)
                if needed:
                    with self.assertRaisesRegex(SystemExit, f"install {needed[0]}"):
                        backend.build_wheel("nowhere")

    def test_all_that_is_built_from_is_there(self):
        if not (ROOT / ".git").exists():
            self.skipTest("not a repository")
        backend = self.backend()
        here = os.getcwd()
        with tempfile.TemporaryDirectory() as folder:
            self.addCleanup(os.chdir, here)
            name = backend.build_sdist(folder)
            with tarfile.open(Path(folder, name)) as archive:
                top = name[: -len(".tar.gz")]
                files = {member.name[len(top) + 1 :] for member in archive.getmembers()}
                self.assertTrue(all(member.isfile() and not member.uname for member in archive.getmembers()))
                project = archive.extractfile(f"{top}/pyproject.toml").read().decode()
                about = email.message_from_bytes(archive.extractfile(f"{top}/PKG-INFO").read())
        self.about(about)
        self.assertIn('backend-path = ["python"]', project)
        self.assertIn("PKG-INFO", files)
        for wanted in ("core/include/tuplepack/packing/pack.hpp", "python/src/module.cpp", "cmake/TuplepackPython.cmake", "LICENSE"):
            self.assertIn(wanted, files)
        sources = {str(path.relative_to(ROOT)) for folder in ("core", "python/src", "python/tuplepack")
                   for path in (ROOT / folder).rglob("*") if path.suffix in (".cpp", ".hpp", ".py", ".txt")}
        self.assertEqual(sources - files, set())
        self.assertFalse({file for file in files if file.startswith(("web", "tests", "build", "native/cli"))})


if __name__ == "__main__":
    unittest.main()
