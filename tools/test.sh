#!/usr/bin/env bash
# Installs missing packages, builds, and runs every test. Stops at the first stage that fails and names it.
#   tools/test.sh          everything
#   tools/test.sh --fast   the format check, the release build and its tests
# FUZZ_SECONDS (10) is the time for each fuzz target.
set -euo pipefail
cd "$(dirname "$0")/.."

fast=false
case "${1:-}" in
  --fast) fast=true ;;
  "") ;;
  *) echo "tools/test.sh: unknown option '$1'; the only option is --fast" >&2; exit 2 ;;
esac
jobs=$(nproc)
export FUZZ_SECONDS=${FUZZ_SECONDS:-10}

# ---- the stages, in the order they run ----

own_files() { git ls-files --cached --others --exclude-standard -- "$@"; }

check_format() {
  own_files '*.cpp' '*.hpp' '*.cu' '*.cuh' | xargs clang-format --dry-run -Werror
}

build_and_test() {
  cmake --preset "$1" >"build/$1.log"
  cmake --build --preset "$1" --parallel "$jobs"
  ctest --preset "$1" --parallel "$jobs"
}

# Fourteen files per unity source, which is four times as fast: most of the time goes into shared headers.
tidy() {
  cmake --preset tidy >build/tidy.cmake.log
  run-clang-tidy -quiet -j "$jobs" -p build/tidy "^$PWD/(build/tidy/)?(core|native)/" >build/tidy.log 2>&1 ||
    { grep -E -A 4 '(warning|error): ' build/tidy.log; return 1; }
}

# One fuzz target: the corpus of earlier runs and the committed seeds, then new inputs until the time is up.
fuzz_one() {
  local target=$1 name corpus log seeds
  name=$(basename "$target")
  corpus=build/fuzz/corpus/$name
  log=build/fuzz/$name.log
  seeds=tests/fuzz/seeds/$name
  mkdir -p "$corpus" build/fuzz/found
  if ! "$target" -max_total_time="$FUZZ_SECONDS" -timeout=20 -rss_limit_mb=2048 -print_final_stats=1 \
    -artifact_prefix="build/fuzz/found/$name-" "$corpus" "$seeds" >"$log" 2>&1; then
    tail -n 60 "$log"
    echo "$name: found a failure; the input is in build/fuzz/found/"
    return 1
  fi
  echo "$name: $(sed -n 's/^stat::number_of_executed_units: *//p' "$log") inputs, no failure"
}
export -f fuzz_one

# The sanitizer build includes the fuzz targets.
fuzz() {
  local targets
  targets=$(find build/asan/tests/fuzz -maxdepth 1 -type f -executable | sort)
  [ -n "$targets" ]
  xargs -P "$jobs" -I{} bash -c 'fuzz_one {}' <<<"$targets"
}

in_web() (
  . tools/node.sh
  cd web
  for script in "$@"; do npm run --silent "$script"; done
)

publish() {
  tools/publish.sh
  in_web budget
}

consumer() {
  cmake -S tests/install -B "build/consumer-$1" -G Ninja --fresh "${@:2}" >"build/consumer-$1.log"
  cmake --build "build/consumer-$1" --parallel "$jobs"
  "build/consumer-$1/consumer"
}

install_and_use() {
  rm -rf build/prefix
  cmake --install build/release --prefix build/prefix >build/install.log
  consumer package -DCMAKE_BUILD_TYPE=Release -DCMAKE_PREFIX_PATH="$PWD/build/prefix"
  consumer source -DCMAKE_CXX_COMPILER=clang++ -DCMAKE_BUILD_TYPE=Debug -DTUPLEPACK_SOURCE_DIR="$PWD"
}

# ---- running them ----

passed=0
times=""
current=""

clock() { printf '%d:%02d' $(($1 / 60)) $(($1 % 60)); }

# A stage must not run inside a condition: the first command that fails in it has to end the script.
stage() {
  current=$1
  local began=$SECONDS
  printf '\n==== %s (at %s)\n' "$1" "$(clock "$SECONDS")"
  "${@:2}"
  times+=$(printf '  %-28s %6s' "$1" "$(clock $((SECONDS - began)))")$'\n'
  passed=$((passed + 1))
  current=""
}

summary() {
  local status=$?
  printf '\n==== summary\n%s' "$times"
  [ -z "$current" ] || printf 'FAILED in the stage "%s"\n' "$current"
  printf 'stages: %d passed, %d failed\n' "$passed" "$([ -z "$current" ]; echo $?)"
  exit "$status"
}
trap summary EXIT

mkdir -p build
stage "setup" tools/setup.sh
stage "format" check_format
stage "release" build_and_test release
$fast && exit 0
stage "wheel" tools/wheel.sh
stage "clang-tidy" tidy
stage "sanitizers" build_and_test asan
stage "fuzz" fuzz
stage "wasm" build_and_test wasm
stage "playground" in_web check unit
stage "publish" publish
stage "browser" in_web browser
stage "install" install_and_use
