#!/usr/bin/env bash
# Verifies everything on a machine with a GPU, in at most 8 minutes: tools/gpu_verify.sh OUT
#   environment, configure, build, tests with TUPLEPACK_REQUIRE_GPU=1, benchmarks twice (each measures its ceilings
#   first), peers, compute-sanitizer, ncu
# Writes OUT/verify.jsonl (one JSON object per stage, as the stage ends), a log per stage, the benchmarks' JSON and
# rooflines, and native/bench/results/GPU.csv with a copy in OUT. Ends with a short table.
# Needs what `tools/setup.sh build` installs and a CUDA toolkit. Installs nothing, so it runs on machines without a
# network (point CMAKE_PREFIX_PATH at the libraries). The peers need PyTorch and Triton in python3.
# Exit status: 0 if everything built and every test passed, whatever the speeds, peers and profilers say.
set -uo pipefail
if [ $# -ne 1 ]; then
  echo "usage: tools/gpu_verify.sh OUT" >&2
  exit 2
fi
mkdir -p "$1" || exit 2
out=$(cd "$1" && pwd)
cd "$(dirname "$0")/.." || exit 2
jobs=$(nproc)
program=$PWD/build/cuda/native/cli/tuplepack
end=$((SECONDS + 470))
: >"$out/verify.jsonl"

quoted() {
  local text=${1//\\/\\\\}
  text=${text//\"/\\\"}
  printf '"%s"' "${text//[[:cntrl:]]/ }"
}

# Arguments: stage, then keys and values
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

# A log in one line: its count of tests if it has one, else its last line.
gist() { grep 'tests passed' "$1" || grep . "$1" | tail -n 1; }

# Messages of tools that the machine does not support.
no_support='Device not supported|LibraryNotLoaded|ERR_NVGPUCTRPERM|not supported on|Failed to initialize the profiler'

# Arguments: stage, time limit in seconds, command. A missing command, or a tool that the machine does not support, is
# recorded as unsupported, which is not a pass.
run() {
  local name=$1 limit=$2 began=$SECONDS result=passed status=0
  shift 2
  [ "$limit" -lt $((end - began)) ] || limit=$((end - began))
  if [ "$limit" -le 0 ]; then
    record "$name" result "not run: no time left"
    return 1
  fi
  timeout "$limit" "$@" >"$out/$name.log" 2>&1 || status=$?
  case $status in
    0) ;;
    77) result=skipped ;;
    124) result="over its time limit of $limit s" ;;
    126 | 127) result=unsupported ;;
    *) result=failed ;;
  esac
  if [ $status -ne 0 ] && grep -qE "$no_support" "$out/$name.log"; then result=unsupported; fi
  record "$name" result "$result" seconds "$((SECONDS - began))" gist "$(gist "$out/$name.log")"
  return $status
}

query() { nvidia-smi --query-gpu="$1" --format=csv,noheader 2>/dev/null | head -n 1; }

# Arguments: mask|loss|access, number of the run
bench() {
  run "$1-$2" 60 bash -c '"$0" bench "$1" --device gpu --json --roofline "$2/$1.svg" >"$2/$1-$3.json"' \
    "$program" "$1" "$out" "$2"
}

record environment date "$(date -u +%FT%TZ)" commit "$(git rev-parse --short HEAD 2>/dev/null)" \
  gpu "$(query name)" driver "$(query driver_version)" gpu_memory "$(query memory.total)" \
  cpu "$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)" cores "$jobs" \
  compiler "$(c++ --version | head -n 1)" cmake "$(cmake --version | head -n 1)"
if [ -z "$(query name)" ]; then
  record device result failed gist "nvidia-smi lists no NVIDIA GPU"
  exit 1
fi

run configure 90 cmake --preset cuda &&
  run build 240 cmake --build --preset cuda --parallel "$jobs" || exit 1
TUPLEPACK_REQUIRE_GPU=1 run tests 120 ctest --preset cuda --parallel "$jobs"
tested=$?

for number in 1 2; do
  for name in mask loss access; do bench "$name" "$number"; done
  run "temporal-$number" 60 bash -c '"$0" bench temporal --device gpu --json >"$1/temporal-$2.json"' \
    "$program" "$out" "$number"
done
run packed_equals_unpacked 60 python3 -B tests/peers/packed_equals_unpacked.py --program "$program" --device cuda
run peers 120 bash -c 'python3 -B tests/peers/mask_loss_peers.py --program "$0" --mask "$1/mask-2.json" \
  --loss "$1/loss-2.json" --json >"$1/peers.json"; status=$?; [ $status -ne 77 ] || cat "$1/peers.json"; exit $status' \
  "$program" "$out"
run access_peers 60 bash -c 'python3 -B tests/peers/access_peers.py --access "$0/access-2.json" --json \
  >"$0/access_peers.json"; status=$?; [ $status -ne 77 ] || cat "$0/access_peers.json"; exit $status' "$out"
for tool in memcheck racecheck; do
  run "$tool" 60 compute-sanitizer --tool "$tool" --error-exitcode 9 build/cuda/tests/cuda/cuda_device_tests
done
for name in mask loss access; do
  run "ncu-$name" 45 ncu --clock-control none --launch-count 40 --csv --metrics \
    gpu__time_duration.sum,dram__bytes_read.sum,dram__bytes_write.sum,dram__throughput.avg.pct_of_peak_sustained_elapsed \
    "$program" bench "$name" --device gpu --quick
done
python3 -B tools/gpu_results.py "$out" native/bench/results
exit $tested
