"""Build facts, completion, manual pages, files of options, and silence."""

import json
import os
import re
import select
import shutil
import subprocess
import unittest

from program import DATA, PROGRAM, ProgramTest, ROOT, run

SQUAD = DATA / "squad_384.csv"


class ComfortsTest(ProgramTest):
    def config(self, text):
        return self.write("options.json", text if isinstance(text, str) else json.dumps(text))

    def test_version_says_how_it_was_built(self):
        name, facts = self.ok("--version").splitlines()
        self.assertRegex(name, r"\Atuplepack [0-9.]+\Z")
        self.assertRegex(facts, r"\A\w+ [0-9.]+, \w+, (no )?CUDA, (no )?METIS, (no )?MPI, (no )?snappy, (no )?zstd, (no )?lz4, (no )?lzma, (no )?bz2\Z")

    def test_options_from_a_file(self):
        expected = self.json("pack", SQUAD, "--limits", "384", "--depth", "3", "--method", "lpfhp")
        config = self.config({"limits": [384], "depth": 3, "method": "lpfhp", "paper": False, "hops": 2})
        found = self.json("pack", SQUAD, "--config", config)
        self.assertEqual(found["strategies"], expected["strategies"])
        self.assertEqual(self.json("pack", SQUAD, "--config", config, "--depth", "2")["depth"], 2)
        config = self.config({"limits": "512", "distribute": True, "paper": True})
        self.assertEqual(self.json("pack", SQUAD, "--method", "lpfhp", "--config", config)["limits"], [512])

    def test_the_command_line_wins_over_what_it_excludes(self):
        words = ["pack", SQUAD, "--limits", "384", "--config"]
        for file, option, text, left_out in (
            ({"method": "next-fit"}, "--effort", "quick", "method 'next-fit'"),
            ({"effort": "full"}, "--method", "lpfhp", "effort 'full'"),
            ({"effort": "quick"}, "--method", "auto", "effort 'quick'"),
        ):
            done = run(*words, self.config(file), option, text, "--json")
            note = f"options.json: {left_out} is left out, because the command line has {option} {text}"
            found = json.loads(done.stdout)
            self.assertEqual(found["strategies"], self.json(*words[:-1], option, text)["strategies"])
            self.assertEqual([line.endswith(note) for line in found["notes"]], [True])
            self.assertTrue(done.stderr.decode().endswith(note + "\n"), done.stderr)
        self.assertNotIn("notes", self.json(*words, self.config({"method": "auto"}), "--effort", "quick"))
        self.assertNotIn("notes", self.json(*words, self.config({"effort": "quick"}), "--method", "quick"))
        self.refused(*words, self.config({"method": "lpfhp", "effort": "quick"}), says="'lpfhp' has no efforts")

    def test_bad_files_of_options(self):
        for text, words in (
            ("", "options.json:1:1: unexpected end of JSON"),
            ('{"limits": 384,\r\n "dept": 3}', "options.json:2:2: unknown option 'dept'; did you mean 'depth'?"),
            ('{"limits": 384, "depth": "x"}', "options.json:1:26: 'depth': 'x' is not a whole number"),
            ('{"depth": 3}', "needs --limits"),
        ):
            self.refused("pack", SQUAD, "--config", self.config(text), says=words)
        self.refused("pack", SQUAD, "--config", "no-such.json", says="no-such.json: ")
        self.refused("pack", SQUAD, "--config", self.folder, says=f"{self.folder}: ")
        config = self.config({"limits": 384})
        self.refused("pack", SQUAD, "--config", config, "--config", config, says="--config is given twice")
        self.refused("pack", "-", "--config", "-", stdin=b'{"limits": 5}', says="standard input cannot be both FILE and --config")

    def test_options_from_standard_input(self):
        self.assertEqual(self.json("pack", SQUAD, "--config", "-", stdin=b'\xef\xbb\xbf{"limits": 400}\r\n')["limits"], [400])

    def test_quiet(self):
        words = ["pack", SQUAD, "--limits", "384", "--method", "none", "--heuristic", "sum"]
        loud = subprocess.run([PROGRAM, *words], capture_output=True, text=True)
        quiet = subprocess.run([PROGRAM, *words, "-q"], capture_output=True, text=True)
        self.assertIn("note: ", loud.stderr)
        self.assertEqual((quiet.stderr, quiet.returncode), ("", 0))

    def on_terminal(self, *words, **environment):
        """What a terminal gets."""
        own, its = os.openpty()
        with subprocess.Popen([PROGRAM, *map(str, words)], stdin=its, stdout=its, stderr=its, env={**environment}) as process:
            os.close(its)
            shown = b""
            while process.poll() is None or select.select([own], [], [], 0)[0]:
                try:
                    shown += os.read(own, 1 << 16)
                except OSError:  # all is read
                    break
        os.close(own)
        return shown

    def test_colour(self):
        """On a terminal, and not where NO_COLOR is set to anything."""
        words = ["compare", self.write("sizes.csv", "length\n3\n5\n"), "--limits", "8"]
        self.assertIn(b"\x1b[1m", self.on_terminal(*words, TERM="xterm"))
        self.assertIn(b"\x1b[1m", self.on_terminal(*words, TERM="xterm", NO_COLOR=""))
        for environment in ({"TERM": "xterm", "NO_COLOR": "1"}, {"TERM": "dumb"}, {}):
            shown = self.on_terminal(*words, **environment)
            self.assertIn(b"lpfhp", shown)
            self.assertNotIn(b"\x1b[", shown)
        self.assertNotIn("\x1b", self.ok(*words))

    @unittest.skipUnless(shutil.which("bash"), "no bash here")
    def test_bash_completes(self):
        script = self.write("completion.bash", self.ok("help", "--completion", "bash"))

        def complete(*words):
            line = " ".join(words)
            # compopt works only while readline completes.
            code = (f"compopt() {{ echo \"$@\"; }}; source {script}; COMP_WORDS=({line}); COMP_CWORD={len(words) - 1};"
                    "_tuplepack; printf '%s\\n' \"${COMPREPLY[@]}\"")
            done = subprocess.run(["bash", "-c", code], capture_output=True, text=True, check=True)
            self.assertEqual(done.stderr, "")
            return done.stdout.split()

        self.assertEqual(complete("tuplepack", "parti"), ["partition"])
        self.assertEqual(complete("tuplepack", "pack", "x", "--met"), ["--method"])
        self.assertIn("spfhp", complete("tuplepack", "pack", "x", "--method", "''"))
        self.assertEqual(complete("tuplepack", "pack", "x", "--method", "=", "spf"), ["spfhp"])
        self.assertEqual(complete("tuplepack", "partition", "d", "--balance", "nodes,ed"), ["nodes,edges", "nodes,edge-types"])
        self.assertEqual(complete("tuplepack", "help", "sub"), ["subgraphs"])
        self.assertEqual(complete("tuplepack", "pack", "x"), ["-o", "default"])
        self.assertEqual(complete("tuplepack", "pack", "x", "--plan", "p"), ["-o", "default"])
        self.assertEqual(complete("tuplepack", "pack", "x", "--depth", "''"), [])

    def test_scripts_name_everything(self):
        """Every option of every command, where that command is completed."""
        reference = self.ok("help", "--markdown").split("### Methods")[0]
        sections = re.split(r"### `tuplepack (\w+)", reference)[1:]
        self.assertGreater(len(sections), 40)
        starts = {"bash": r"\n    (\w+)\)\n      case", "zsh": r"\n      (\w+)\) _arguments", "fish": r"use_subcommand -f -a (\w+)"}
        for shell, start in starts.items():
            script = self.ok("help", "--completion", shell)
            parts = re.split(start, script)
            self.assertEqual(parts[1::2], sections[::2])
            for command, part, section in zip(sections[::2], parts[2::2], sections[1::2]):
                for name in re.findall(r"\n\| `[^`|]*--([\w-]+)", section):
                    self.assertRegex(part, rf"-l {name} " if shell == "fish" else rf"--{name}\b", (shell, command))
            if shutil.which(shell):
                path = self.write(f"completion.{shell}", script)
                subprocess.run([shell, "-n", path], check=True)
        self.refused("help", "--completion", "csh", says="bash, zsh or fish")

    def test_manual_pages(self):
        names = re.findall(r"### `tuplepack (\w+)", self.ok("help", "--markdown"))
        pages = [self.ok("help", "--man", *words) for words in [[], *([name] for name in names)]]
        for page, name in zip(pages, ["", *(f"-{name}" for name in names)]):
            self.assertTrue(page.startswith(f".TH TUPLEPACK{name.upper()} 1 "))
            if shutil.which("groff") and name in ("", "-pack", "-bench"):
                done = subprocess.run(["groff", "-Kutf8", "-man", "-Tutf8", "-ww"], input=page, capture_output=True, text=True)
                self.assertEqual(done.stderr, "")
        self.assertIn("\\-\\-limits L", pages[1])
        self.refused("help", "--man", "pakc", says="unknown command 'pakc'")

    def test_terminals_that_know_no_escape_sequences(self):
        """Neither does the progress of a second's work use any, nor a report."""
        words = ["sweep", DATA / "pcqm4mv2_train_digitized.csv", "--range", "nodes=20:60", "--range", "edges=54:120", "--full",
                 "--time-limit", "1"]
        for environment in ({"TERM": "dumb"}, {"TERM": "xterm", "NO_COLOR": "1"}):
            shown = self.on_terminal(*words, **environment)
            self.assertIn(b"num_nodes", shown)
            self.assertNotIn(b"\x1b", shown)

    def configure(self, build, *options):
        """A build folder with this program in it, instead of minutes of compiling. Returns what CMake says."""
        done = subprocess.run(["cmake", "-G", "Ninja", "-S", ROOT, "-B", build, "-DTUPLEPACK_TESTS=OFF", "-DTUPLEPACK_CUDA=OFF",
                               "-DTUPLEPACK_MPI=OFF", "-DTUPLEPACK_PYTHON_PACKAGE=OFF", *options],
                              check=True, capture_output=True, text=True)
        shutil.copy(PROGRAM, build / "native/cli/tuplepack")
        (build / "core/libtuplepack_core.a").touch()
        return done.stdout

    def write_documents(self, build):
        """The build's last step. Leaks are looked for where the pages are read."""
        commands = subprocess.run(["ninja", "-C", build, "-t", "commands", "documents/written"], check=True, capture_output=True,
                                  text=True).stdout.splitlines()
        subprocess.run(commands[-1], shell=True, check=True, capture_output=True, env={**os.environ, "ASAN_OPTIONS": "detect_leaks=0"})

    def install(self, build, prefix):
        subprocess.run(["cmake", "--install", build, "--prefix", prefix], check=True, capture_output=True)

    def test_installed_from_a_folder_with_blanks(self):
        """An install once removed the folder whose name ends at the blank."""
        build, prefix, neighbour = self.folder / "a b/ü", self.folder / "c d", self.folder / "a"
        neighbour.mkdir()
        (neighbour / "kept").write_text("!")
        self.configure(build)
        self.write_documents(build)
        (build / "native/cli/tuplepack").write_text("not run any more")
        self.install(build, prefix)
        self.assertEqual((neighbour / "kept").read_text(), "!")
        self.assertTrue((prefix / "share/man/man1/tuplepack-pack.1").read_text().startswith(".TH TUPLEPACK-PACK 1 "))

    def test_installed_when_only_the_program_was_built(self):
        build, prefix = self.folder / "demo", self.folder / "prefix"
        self.configure(build, "-DTUPLEPACK_MPI=AUTO")
        self.install(build, prefix)
        self.assertEqual([path.name for path in (prefix / "bin").iterdir()], ["tuplepack"])
        self.assertFalse((prefix / "share/man").exists())

    def test_what_a_build_takes_for_granted(self):
        self.configure(self.folder / "plain")
        self.assertIn("CMAKE_BUILD_TYPE:STRING=Release\n", (self.folder / "plain/CMakeCache.txt").read_text())
        done = subprocess.run(["cmake", "-G", "Ninja", "-S", ROOT, "-B", self.folder / "narrow", "-DTUPLEPACK_HAS_INT128=OFF"],
                              capture_output=True, text=True)
        self.assertEqual(done.returncode, 1)
        self.assertIn("the compiler has no __int128", " ".join(done.stderr.split()))

    def test_each_tool_says_what_it_does(self):
        for tool in sorted((ROOT / "tools").iterdir()):
            if not (tool.is_file() and os.access(tool, os.X_OK)):
                continue
            with self.subTest(tool.name):
                done = subprocess.run([tool, "--help"], cwd="/", capture_output=True, text=True, timeout=60)
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                self.assertGreater(len(done.stdout.split()), 5)

    def test_installed_where_the_program_cannot_run(self):
        """A cross build writes the documents with an emulator, or leaves them out."""
        foreign, emulated = self.folder / "foreign", self.folder / "emulated"
        cross = "-DCMAKE_SYSTEM_NAME=Linux"
        self.assertIn("manual pages and completions: left out", self.configure(foreign, cross))
        self.install(foreign, self.folder / "plain")
        self.assertTrue((self.folder / "plain/bin/tuplepack").exists())
        self.assertFalse((self.folder / "plain/share/man").exists())
        log = self.folder / "log"
        emulator = self.write("emulator", f'#!/bin/sh\necho "$@" >>"{log}"\nexec "$@"\n')
        emulator.chmod(0o755)
        self.assertNotIn("left out", self.configure(emulated, cross, f"-DCMAKE_CROSSCOMPILING_EMULATOR={emulator}"))
        self.write_documents(emulated)
        self.assertIn("tuplepack help --man pack", log.read_text())
        self.install(emulated, self.folder / "whole")
        self.assertTrue((self.folder / "whole/share/man/man1/tuplepack-pack.1").exists())


if __name__ == "__main__":
    unittest.main()
