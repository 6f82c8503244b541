#!/usr/bin/env bash
# One verification on a machine with a GPU: tools/gpu_verify.sh OUT
# Leaves OUT/verify.jsonl, one JSON object per stage written as the stage ends, and a log per stage. Needs what
# `tools/setup.sh build` installs and a CUDA toolkit, and installs nothing, so that it runs on a machine without a
# network (point CMAKE_PREFIX_PATH at the libraries there). Exit status: 0 when everything built and every test passed.
set -uo pipefail
if [ $# -ne 1 ]; then
  echo "usage: tools/gpu_verify.sh OUT" >&2
  exit 2
fi
mkdir -p "$1" || exit 2
out=$(cd "$1" && pwd)
cd "$(dirname "$0")/.." || exit 2
jobs=$(nproc)
: >"$out/verify.jsonl"

quoted() {
  local text=${1//\\/\\\\}
  text=${text//\"/\\\"}
  printf '"%s"' "${text//[[:cntrl:]]/ }"
}

# stage, then keys and their values
record() {
  local line value
  line="{\"stage\":$(quoted "$1")"
  shift
  while [ $# -gt 1 ]; do
    case $1 in
      seconds | cores) value=$2 ;;
      *) value=$(quoted "$2") ;;
    esac
    line+=",\"$1\":$value"
    shift 2
  done
  echo "$line}" | tee -a "$out/verify.jsonl"
}

# What a log says in one line: the count of tests where it has one, or its end.
gist() { grep 'tests passed' "$1" || grep . "$1" | tail -n 1; }

# stage, seconds it may take, command
run() {
  local name=$1 limit=$2 began=$SECONDS result=passed status=0
  shift 2
  timeout "$limit" "$@" >>"$out/$name.log" 2>&1 || status=$?
  [ $status -eq 0 ] || result=failed
  [ $status -ne 124 ] || result="over its time limit of $limit s"
  record "$name" result "$result" seconds "$((SECONDS - began))" gist "$(gist "$out/$name.log")"
  return $status
}

query() { nvidia-smi --query-gpu="$1" --format=csv,noheader 2>/dev/null | head -n 1; }

record environment date "$(date -u +%FT%TZ)" commit "$(git rev-parse --short HEAD 2>/dev/null)" \
  gpu "$(query name)" driver "$(query driver_version)" gpu_memory "$(query memory.total)" \
  cpu "$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)" cores "$jobs" \
  compiler "$(c++ --version | head -n 1)" cmake "$(cmake --version | head -n 1)"

rm -f "$out"/{configure,build,tests}.log
run configure 120 cmake --preset cuda &&
  run build 240 cmake --build --preset cuda --parallel "$jobs" &&
  TUPLEPACK_REQUIRE_GPU=1 run tests 120 ctest --preset cuda --parallel "$jobs"
