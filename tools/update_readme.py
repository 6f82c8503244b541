#!/usr/bin/env python3
"""Writes what `tuplepack help --markdown` prints into README.md, between the markers.

usage: tools/update_readme.py [PROGRAM]
"""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
PROGRAM = sys.argv[1] if len(sys.argv) > 1 else ROOT / "build/release/native/cli/tuplepack"
SECTION = re.compile(r"(?<=<!-- commands:begin -->\n).*(?=<!-- commands:end -->)", re.DOTALL)

readme = ROOT / "README.md"
commands = subprocess.run([PROGRAM, "help", "--markdown"], check=True, capture_output=True, text=True).stdout
text, found = SECTION.subn(lambda _: commands, readme.read_text(encoding="utf-8"))
if found != 1:
    sys.exit("README.md needs the markers <!-- commands:begin --> and <!-- commands:end --> once")
readme.write_text(text, encoding="utf-8")
