#!/usr/bin/env bash
# Installs missing packages, builds the program, and packs three real data sets.
#   tools/demo.sh
#   tools/demo.sh --serve [PORT]   builds the playground instead and serves it on this machine until Ctrl-C
#   tools/demo.sh --python         installs the Python package into a virtual environment instead, and packs from Python
set -euo pipefail
[ "${1:-}" != --help ] || { sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0"; exit 0; }
cd "$(dirname "$0")/.."

# Runs a command, and prints its output only if it fails.
log=$PWD/build/demo.log
quietly() {
  mkdir -p "$(dirname "$log")"
  "$@" >"$log" 2>&1 || { cat "$log"; exit 1; }
}

# ---- the playground ----

serve() {
  tools/setup.sh playground
  echo "Building the playground (its output is in build/demo.log) ..."
  quietly tools/publish.sh
  . tools/node.sh
  cd web
  exec node_modules/.bin/vite preview --port "${1:-4173}" --strictPort
}

# ---- Python ----

in_python() {
  local environment=build/python-demo
  tools/setup.sh python
  echo "Building the package (its output is in build/demo.log) ..."
  quietly /usr/bin/python3 -m venv --system-site-packages "$environment" # for Debian's numpy
  quietly "$environment/bin/pip" install --force-reinstall --no-deps --no-index --disable-pip-version-check ./python
  echo
  exec "$environment/bin/python" -B python/examples/three_lines.py tests/data
}

if [ "${1:-}" = --python ]; then
  [ $# -eq 1 ] || { echo "usage: tools/demo.sh --python" >&2; exit 2; }
  in_python
elif [ "${1:-}" = --serve ]; then
  [[ $# -le 2 && "${2:-0}" =~ ^[0-9]+$ ]] || { echo "usage: tools/demo.sh --serve [PORT]" >&2; exit 2; }
  serve "${@:2}"
elif [ $# -gt 0 ]; then
  echo "tools/demo.sh: unknown option '$1'; the options are --serve and --python" >&2
  exit 2
fi

# ---- three data sets ----

program=build/release/native/cli/tuplepack

build() {
  cmake --preset release && cmake --build --preset release --target tuplepack --parallel "$(nproc)"
}

# Arguments: name, file, options of pack
row() {
  "$program" pack "tests/data/$2" --json "${@:3}" | python3 -c '
import json, sys
plan = json.load(sys.stdin)
items, metrics = plan["histogram"]["items"], plan["metrics"]
packs, bound, gap, milliseconds = metrics["packs"], metrics["lower_bound"], metrics["gap"], metrics["seconds"] * 1e3
efficiency = " / ".join(f"{share:.2%}" for share in metrics["efficiency"])
print(f"{sys.argv[1]:29}{items:>12,}{packs:>11,}   {efficiency:18}{bound:>10,}{gap:>7,}{milliseconds:>9.2f} ms")' "$1"
}

tools/setup.sh build
echo "Building the program, which takes some five minutes on two cores the first time (its output is in build/demo.log) ..."
quietly build

echo
printf '%-29s%12s%11s   %-18s%10s%7s%12s\n' "data (limits)" items packs efficiency bound gap time
row "wikipedia (512)" wikipedia_512.csv --limits 512
row "SQuAD (384)" squad_384.csv --limits 384
row "molhiv (222,502, depth 256)" molhiv_train.csv --limits 222,502 --depth 256
