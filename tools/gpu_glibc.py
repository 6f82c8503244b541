#!/usr/bin/env python3
"""Lets the libraries of a bundle load where glibc is older than where they come from.

    tools/gpu_glibc.py NEWEST FILE…     such as 2.35 bundle/bin/* bundle/lib/*

A file that needs a later glibc only for functions that our programs never call (UNCALLED) is changed: the loader looks for
the version, and does not refuse the file where there is none. Any other later need is printed, and the exit status is 1.
Needs objdump; files are ELF of 64 bits.
"""
import pathlib
import re
import struct
import subprocess
import sys

UNCALLED = {"arc4random"}  # of std::random_device, in libstdc++
LOAD, DYNAMIC = 1, 2
STRTAB, VERNEED, VERNEEDNUM = 5, 0x6FFFFFFE, 0x6FFFFFFF
WEAK = 2  # the loader goes on without such a version


def later_needs(path, newest):
    """{version: functions} of glibc, beyond `newest`."""
    listed = subprocess.run(["objdump", "-T", path], capture_output=True, text=True, check=True).stdout
    needs = {}
    for version, name in re.findall(r"\*UND\*.*?\(?(GLIBC_[\d.]+)\)?\s+(\S+)$", listed, re.MULTILINE):
        if numbers(version[len("GLIBC_"):]) > newest:
            needs.setdefault(version, set()).add(name)
    return needs


def numbers(version):
    return tuple(map(int, version.split(".")))


def weaken(data, version):
    """Marks the need of a version in an ELF file."""
    (programs,), (size, count) = struct.unpack_from("<Q", data, 32), struct.unpack_from("<HH", data, 54)
    headers = [struct.unpack_from("<IIQQQQ", data, programs + number * size) for number in range(count)]
    loads = [(address, place, length) for kind, _, place, address, _, length in headers if kind == LOAD]
    dynamic = next(header for header in headers if header[0] == DYNAMIC)
    values = dict(struct.iter_unpack("<QQ", data[dynamic[2] : dynamic[2] + dynamic[5] // 16 * 16]))

    def place_of(address):
        return next(place + address - begin for begin, place, length in loads if begin <= address < begin + length)

    strings, need = place_of(values[STRTAB]), place_of(values[VERNEED])
    for _ in range(values[VERNEEDNUM]):
        _, entries, _, first, following = struct.unpack_from("<HHIII", data, need)
        entry = need + first
        for _ in range(entries):
            _, flags, _, name, step = struct.unpack_from("<IHHII", data, entry)
            if data[strings + name :].startswith(version.encode() + b"\0"):
                struct.pack_into("<H", data, entry + 4, flags | WEAK)
            entry += step
        need += following


def main(newest, *paths):
    wrong = []
    for path in paths:
        for version, functions in sorted(later_needs(path, numbers(newest)).items()):
            if functions <= UNCALLED:
                file = pathlib.Path(path)
                data = bytearray(file.read_bytes())
                weaken(data, version)
                file.write_bytes(data)
            else:
                wrong.append(f"{path} needs {version}, later than {newest}: {', '.join(sorted(functions - UNCALLED))}")
    print(*wrong, sep="\n", end="\n" if wrong else "", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    if "--help" in sys.argv[1:]:
        sys.exit(print(__doc__, end=""))
    if len(sys.argv) < 3:
        sys.exit("usage: tools/gpu_glibc.py NEWEST FILE…")
    sys.exit(main(*sys.argv[1:]))
