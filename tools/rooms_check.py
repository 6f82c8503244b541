#!/usr/bin/env python3
"""Checks docs/rooms.md, the map of the folders with C++ code, against what their files include.

    tools/rooms_check.py            exit code 1 if a room includes one that its row does not name, if rooms include each other
                                    in a circle, if a room has more than 50 files, or if a file is not in the namespace of its room
    tools/rooms_check.py --write    sorts the rows, lowest rooms first, and updates their files and includes

The folders core/include/tuplepack/ROOM and core/src/ROOM are one room. Rooms outside of core name core as a whole.
"""
import collections
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
MAP = ROOT / "docs/rooms.md"
MOST_FILES = 50
# Macros and an entry point, which are in no namespace.
WITHOUT_NAMESPACE = {"core/include/tuplepack/base/host_device.hpp", "python/src/module.cpp"}
SOURCES = ("core", "native", "python/src", "wasm")
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.MULTILINE)
# Where an include is looked for, after the folder of the file.
ROOTS = ("core/include", "core/src", "native", "native/cuda/include", "python/src", "wasm")
FOLDERS = {"core/include/tuplepack": "core", "core/src": "core"}
NAMESPACE = re.compile(r"^namespace (tuplepack[\w:]*) \{", re.MULTILINE)
ROW = re.compile(r"^\| `(?P<room>[^`]+)` \| (?P<what>[^|]*) \| (?P<files>\d*) \| (?P<includes>[^|]*) \|$")


def room_of(file):
    """The room of a file: its folder, or the one that it shares with another."""
    folder = file.rpartition("/")[0]
    for prefix, room in FOLDERS.items():
        if folder == prefix or folder.startswith(prefix + "/"):
            return room + folder[len(prefix):]
    return "native/cuda/include" if folder.startswith("native/cuda/include/") else folder


def namespace_of(room):
    """The namespace of a room: tuplepack::NOUN, after the second folder of its path; tuplepack itself for what all others use."""
    top, _, rest = room.partition("/")
    noun = rest.partition("/")[0] if top in ("core", "native") else top
    return "tuplepack" if noun in ("", "base") else "tuplepack::" + noun


def resolve(file, text, files):
    """The file that an include means; None if it is not ours."""
    for folder in (file.rpartition("/")[0], *ROOTS):
        found = (ROOT / folder / text).resolve()
        if found.is_relative_to(ROOT) and str(found.relative_to(ROOT)) in files:
            return str(found.relative_to(ROOT))
    return None


def own_files():
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "--", *SOURCES], cwd=ROOT, check=True,
                            capture_output=True, text=True).stdout.splitlines()
    return {file for file in listed if re.search(r"\.(cpp|hpp|cu|cuh)$", file) and (ROOT / file).exists()}


def rooms(files):
    """({room: number of files}, {room: {room that it includes: (file, included file)}})"""
    sizes = collections.Counter(map(room_of, files))
    arrows = collections.defaultdict(dict)
    for file in sorted(files):
        for text in INCLUDE.findall((ROOT / file).read_text()):
            target = resolve(file, text, files)
            if target and room_of(target) != room_of(file):
                arrows[room_of(file)].setdefault(room_of(target), (file, target))
    return sizes, arrows


def named(room, target):
    """How the row of a room calls another one."""
    return target if room.startswith("core") or not target.startswith("core") else "core"


def includes(room, arrows):
    return sorted({named(room, target) for target in arrows[room]})


def lowest_first(sizes, arrows):
    """The rooms in an order in which each includes earlier ones only, core first, and those that are on circles."""
    left, order = set(sizes), []
    while ready := [room for room in left if not left & arrows[room].keys()]:
        order.append(min(ready, key=lambda room: (not room.startswith("core"), room)))
        left.remove(order[-1])
    return order, sorted(left)


def read_rows():
    """{room: (what it is, files, included rooms)}, in the order of the file."""
    rows = {}
    for line in MAP.read_text().splitlines():
        if match := ROW.match(line):
            rows[match["room"]] = (match["what"], match["files"], match["includes"].replace("`", "").split(", "))
    return rows


def write(sizes, arrows, order):
    rows = read_rows()
    lines = []
    for room in order:
        what = rows[room][0] if room in rows else "?"
        targets = ", ".join(f"`{target}`" for target in includes(room, arrows))
        lines.append(f"| `{room}` | {what} | {sizes[room]} | {targets} |")
    text = [line for line in MAP.read_text().splitlines() if not ROW.match(line)]
    head = next(number for number, line in enumerate(text) if line.startswith("|---")) + 1
    MAP.write_text("\n".join(text[:head] + lines + text[head:]) + "\n")


def problems(sizes, arrows, order, circular):
    """One line each."""
    rows = read_rows()
    for room in sorted(rows.keys() - sizes.keys()):
        yield f"{room}: is in docs/rooms.md, but has no files; run tools/rooms_check.py --write"
    for room in order + circular:
        if room not in rows:
            yield f"{room}: has no row in docs/rooms.md; run tools/rooms_check.py --write, and fill in what is in the room"
            continue
        if rows[room][0].strip() in ("", "?"):
            yield f"{room}: fill in what is in the room, in docs/rooms.md"
        for target, (file, included) in sorted(arrows[room].items()):
            if named(room, target) not in rows[room][2]:
                yield f"{file}: includes {included}, but docs/rooms.md does not let {room} include {named(room, target)}"
        if sizes[room] > MOST_FILES:
            yield f"{room}: has {sizes[room]} files, and a room has at most {MOST_FILES}; divide it by noun"
    for room in circular:
        for target, (file, included) in sorted(arrows[room].items()):
            if target in circular:
                yield f"{file}: includes {included}: {room} and {target} are on a circle"


def strays(files):
    """A line for each namespace that is not its room's, where nested ones are, and for each file that has none."""
    for file in sorted(files - WITHOUT_NAMESPACE):
        expected = namespace_of(room_of(file))
        found_any = NAMESPACE.findall((ROOT / file).read_text())
        if not found_any:
            yield f"{file}: is in no namespace; its room's is {expected}"
        for found in sorted(set(found_any)):
            if found != expected and not (expected != "tuplepack" and found.startswith(expected + "::")):
                yield f"{file}: is in namespace {found}; its room's is {expected}"


def main():
    files = own_files()
    sizes, arrows = rooms(files)
    order, circular = lowest_first(sizes, arrows)
    if "--write" in sys.argv[1:] and not circular:
        write(sizes, arrows, order)
    lines = [*problems(sizes, arrows, order, circular), *strays(files)]
    print(*lines, sep="\n", end="\n" if lines else "")
    sys.exit(1 if lines else 0)


if __name__ == "__main__":
    if "--help" in sys.argv[1:]:
        sys.exit(print(__doc__, end=""))
    main()
