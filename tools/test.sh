#!/usr/bin/env bash
# Installs missing packages, builds, and runs every test. Stops at the first stage that fails and names it.
#   tools/test.sh            everything
#   tools/test.sh --fast     the checks of format, wording and includes, the release build and its tests but for the long ones
#   tools/test.sh STAGE…     these stages only, in the order of the list below
# FUZZ_SECONDS (3) is the time for each fuzz target.
set -euo pipefail
[ "${1:-}" != --help ] || { sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0"; exit 0; }
cd "$(dirname "$0")/.."

# In the order they run: after the format two lists side by side, since links, waits and last tests leave a processor idle. One
# builds and tests what ships, the other looks into it. They take about as long, and share nothing: fuzz uses what sanitizers has
# built, and each of the others what those before it have.
shipping=(release wheel install wasm playground publish browser)
inspecting=(sanitizers fuzz clang-tidy)
stages=(format "${shipping[@]}" "${inspecting[@]}")

is_stage() { [[ " ${stages[*]} " == *" $1 "* ]]; }

chosen=("$@")
[ $# -gt 0 ] || chosen=("${stages[@]}")
which=() # of the tests of a build
[ "$*" != --fast ] || { chosen=(format release); which=(--label-exclude long); }
for name in "${chosen[@]}"; do
  is_stage "$name" || { echo "tools/test.sh: unknown stage '$name'; expected --fast or some of: ${stages[*]}" >&2; exit 2; }
done
export FUZZ_SECONDS=${FUZZ_SECONDS:-3}
# The kernels for the oldest architecture, and as PTX, which runs on all; a job of .github/workflows compiles them for six.
export CUDAARCHS=${CUDAARCHS:-80}

# Files of the tests are in memory where there is room: they are written durably, thousands of them, which on a disk takes longer
# than all else that the tests of the program do.
if [ -z "${TMPDIR:-}" ] && [ "$(df --output=avail --block-size=G /dev/shm 2>/dev/null | tr -dc 0-9)" -ge 4 ] 2>/dev/null; then
  TMPDIR=$(mktemp -d /dev/shm/tuplepack-tests.XXXXXX)
  export TMPDIR
  in_memory=$TMPDIR
fi

# ---- the stages, in the order they run ----

own_files() { git ls-files --cached --others --exclude-standard -- "$@"; }

check_format() {
  own_files '*.cpp' '*.hpp' '*.cu' '*.cuh' | xargs clang-format --dry-run -Werror
  tools/words_check.py
  tools/rooms_check.py
}

# Compilers that run at a time: while two stages do, each has half of the processors, since more compilers than these take
# longer for want of cache. Tests wait now and then, and take all.
compilers() {
  local running
  running=$(find build/logs -name '*.running' | wc -l)
  echo $((($(nproc) + running - 1) / (running > 0 ? running : 1)))
}

# Compilers in huge pages, which spares Clang a tenth of its time in page faults.
in_huge_pages() { GLIBC_TUNABLES=glibc.malloc.hugetlb=1 "$@"; }

build_and_test() {
  cmake --preset "$1" >"build/$1.log"
  in_huge_pages cmake --build --preset "$1" --parallel "$(compilers)"
  ctest --preset "$1" --parallel "$(nproc)" "${which[@]}"
}

# Sixty files per unity source, which is six times as fast: most of the time goes into shared headers.
tidy() {
  cmake --preset tidy >build/tidy.cmake.log
  in_huge_pages run-clang-tidy -quiet -j "$(compilers)" -p build/tidy "^$PWD/(build/tidy/)?(core|native)/" >build/tidy.log 2>&1 ||
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
  targets=$(find build/asan/tests/fuzz -maxdepth 1 -name '*_fuzz' | sort)
  [ -n "$targets" ]
  xargs -P "$(nproc)" -I{} bash -c 'fuzz_one {}' <<<"$targets"
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
  in_huge_pages cmake --build "build/consumer-$1" --parallel "$(compilers)"
  "build/consumer-$1/consumer"
  "build/consumer-$1/pack_lengths" | diff - <(sed -n '/^```text/,/^```/p' docs/cpp.md | grep -v '^```')
  if installed_cuda; then device_consumer "$1"; fi
}

installed_cuda() { [ -d build/prefix/include/tuplepack/cuda ]; }

# Exits with 77 where there is no device.
device_consumer() {
  local status=0
  "build/consumer-$1/cuda_consumer" || status=$?
  [ "$status" -eq 0 ] || { [ "$status" -eq 77 ] && [ "${TUPLEPACK_REQUIRE_GPU:-0}" != 1 ]; }
}

with_pkg_config() {
  local found
  found=$(dirname "$(find build/prefix -name tuplepack.pc)")
  # shellcheck disable=SC2046 # several words
  g++ tests/install/pack_lengths.cpp -o build/with_pkg_config $(PKG_CONFIG_PATH=$found pkg-config --cflags --libs tuplepack)
  build/with_pkg_config >/dev/null
}

install_and_use() {
  rm -rf build/prefix
  cmake --install build/release --prefix build/prefix >build/install.log
  consumer package -DCMAKE_BUILD_TYPE=Release -DCMAKE_PREFIX_PATH="$PWD/build/prefix"
  with_pkg_config
  local cuda=(-DTUPLEPACK_CUDA=OFF)
  if installed_cuda; then cuda=(-DTUPLEPACK_CUDA=ON -DCMAKE_CUDA_ARCHITECTURES=90); else echo "no device library: there is no nvcc"; fi
  consumer source -DCMAKE_CXX_COMPILER=clang++ -DCMAKE_BUILD_TYPE=Debug -DTUPLEPACK_SOURCE_DIR="$PWD" "${cuda[@]}"
}

# ---- running them ----

current="" # the stage that runs
beside="" # the process that runs the stages that inspect beside the others

clock() { printf '%d:%02d' $(($1 / 60)) $(($1 % 60)); }

# Processor seconds between two outputs of `times`, whose second line has all commands that have ended.
processor_seconds() { awk 'FNR == 2 { gsub(/[ms]/, " "); s = $1 * 60 + $2 + $3 * 60 + $4 - s } END { printf "%d", s }' "$@"; }

# A stage must not run inside a condition: the first command that fails in it has to end the script.
stage() {
  current=$1
  local began=$SECONDS
  times >"build/logs/$1.began" # not in a subshell, which would have times of its own
  printf '\n==== %s (at %s)\n' "$1" "$(clock "$SECONDS")"
  : >"build/logs/$1.running"
  "${@:2}" 2>&1 | tee "build/logs/$1.log"
  rm "build/logs/$1.running"
  times >"build/logs/$1.ended"
  printf '  %-12s %6s %8d s\n' "$1" "$(clock $((SECONDS - began)))" \
    "$(processor_seconds "build/logs/$1.began" "build/logs/$1.ended")" >>build/logs/rows
  current=""
}

# Those of the stages that were chosen. After a failure of those beside them no other begins.
run_stages() {
  local name
  for name in "$@"; do
    [[ " ${chosen[*]} " == *" $name "* ]] || continue
    if [ -s build/logs/beside.failed ]; then break; fi
    stage "$name" command_of "$name"
  done
}

# A process group of its own, so that it can be stopped as a whole.
start_inspecting() {
  set -m
  (
    set +m
    trap '[ -z "$current" ] || echo "$current" >build/logs/beside.failed' EXIT
    run_stages "${inspecting[@]}"
  ) >build/logs/beside.log 2>&1 &
  beside=$!
  set +m
}

await_inspecting() {
  local status=0
  wait "$beside" || status=$?
  beside=""
  cat build/logs/beside.log
  current=$(cat build/logs/beside.failed)
  [ "$status" -eq 0 ] || current=${current:-sanitizers}
  return "$status"
}

summary() {
  local status=$?
  [ -z "$beside" ] || kill -- "-$beside" 2>/dev/null || true
  [ -z "${in_memory:-}" ] || rm -rf "$in_memory"
  printf '\n==== summary    time  processor\n'
  cat build/logs/rows
  [ -z "$current" ] || printf 'FAILED in the stage "%s"\n' "$current"
  printf '  %-12s %6s\n' whole "$(clock "$SECONDS")"
  printf 'stages: %d passed, %d failed\n' "$(wc -l <build/logs/rows)" "$([ -z "$current" ]; echo $?)"
  exit "$status"
}

command_of() {
  case $1 in
    format) check_format ;;
    release) build_and_test release ;;
    wheel) TUPLEPACK_REQUIRE_DASK=1 tools/wheel.sh ;;
    clang-tidy) tidy ;;
    sanitizers) build_and_test asan ;;
    fuzz) fuzz ;;
    wasm) build_and_test wasm ;;
    playground) in_web check unit ;;
    publish) publish ;;
    browser) in_web browser ;;
    install) install_and_use ;;
  esac
}

mkdir -p build/logs
rm -f build/logs/*.running
: >build/logs/rows
: >build/logs/beside.failed
trap summary EXIT
stage setup tools/setup.sh
run_stages format
start_inspecting
run_stages "${shipping[@]}"
await_inspecting
if [ ${#which[@]} -eq 0 ]; then
  stage counts tools/test_counts.py "${chosen[@]}"
else
  ctest --preset release -N --label-regex long | sed -n 's/^Total Tests: \(.*\)/\n\1 long tests are left to a whole run/p'
fi
