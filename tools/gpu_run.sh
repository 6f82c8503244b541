#!/usr/bin/env bash
# run.sh of the folder that tools/gpu_bundle.sh makes: verifies and measures everything on a machine with a GPU, in at
# most 8 minutes.
#   run.sh OUT
#   environment, host tests, device tests, benchmarks twice (each measures its ceilings first), peers,
#   compute-sanitizer, ncu
# Needs a driver, bash and coreutils. The peers also need PyTorch and Triton in python3, the table and the CSV file python3.
# Writes OUT/verify.jsonl (one JSON object per stage, as the stage ends), a log per stage, the benchmarks' JSON and
# rooflines, and GPU.csv. GPU_SECONDS (470) is the time for all of it, PYTHON (python3) the interpreter.
# Exit status: 1 if anything is wrong: a test, a benchmark, a peer or an oracle that disagrees, a memory error, or one of
# our programs over its time limit. 77 if there is no GPU. A missing tool is recorded as unsupported and is not wrong;
# neither is a missed goal.
set -uo pipefail
[ "${1:-}" != --help ] || { sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0"; exit 0; }
if [ $# -ne 1 ]; then
  echo "usage: run.sh OUT" >&2
  exit 2
fi
mkdir -p "$1" || exit 2
out=$(cd "$1" && pwd)
cd "${BASH_SOURCE[0]%/*}" || exit 2
here=$PWD
end=$((SECONDS + ${GPU_SECONDS:-470}))
python=${PYTHON:-python3}
failures=()
: >"$out/verify.jsonl"

# Tools beside nvcc are rarely on PATH.
for folder in "${CUDA_HOME:+$CUDA_HOME/bin}" "${CUDA_PATH:+$CUDA_PATH/bin}" /usr/local/cuda/bin /usr/local/cuda/nsight-compute* \
  /opt/nvidia/nsight-compute/*; do
  [ ! -d "$folder" ] || PATH+=:$folder
done

# ---- recording ----

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

# The last line of a file that is not empty.
last_line() {
  local line last=
  while IFS= read -r line || [ -n "$line" ]; do [ -z "$line" ] || last=$line; done <"$1"
  printf '%s' "$last"
}

# Messages of tools that the machine does not support.
no_support='Device not supported|LibraryNotLoaded|ERR_NVGPUCTRPERM|not supported on|Failed to initialize the profiler'

# Arguments: stage, time limit in seconds, command. A command that is missing or exits with 77 has not failed.
run() {
  local name=$1 limit=$2 began=$SECONDS result=passed status=0
  shift 2
  [ "$limit" -lt $((end - began)) ] || limit=$((end - began))
  if [ "$limit" -le 0 ]; then
    record "$name" result "not run: no time left"
    return 1
  fi
  command -v "$1" >/dev/null || status=127
  if [ $status -eq 0 ]; then
    timeout -k 5 "$limit" "$@" >"$out/$name.log" 2>&1 || status=$?
  else
    echo "$1 was not found" >"$out/$name.log"
  fi
  case $status in
    0) ;;
    77) result=skipped ;;
    124 | 137) result="over its time limit of $limit s" ;;
    126 | 127) result=unsupported ;;
    *) result=failed ;;
  esac
  if [ "$result" = failed ] && [ "${may_lack_support:-}" ] && [[ $(<"$out/$name.log") =~ $no_support ]]; then
    result=unsupported
  fi
  case $result in
    failed) failures+=("$name") ;;
    over*) [ "${may_lack_support:-}" ] || failures+=("$name") ;; # checking every access takes its time
  esac
  record "$name" result "$result" seconds "$((SECONDS - began))" gist "$(last_line "$out/$name.log")"
  return $status
}

# ---- stages ----

# The libraries of this folder are for its programs only.
ours() { env LD_LIBRARY_PATH="$here/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}" "$@"; }
export -f ours
export here out python

# One field of a description that the bundle was made with.
built() {
  local key value
  while IFS='=' read -r key value; do
    [ "$key" != "$1" ] || printf '%s' "$value"
  done <"$here/built.txt"
}

query() {
  command -v nvidia-smi >/dev/null || return 0
  local answer
  answer=$(timeout 20 nvidia-smi --query-gpu="$1" --format=csv,noheader 2>/dev/null) || return 0
  printf '%s' "${answer%%$'\n'*}"
}

cpu() {
  local line
  [ -r /proc/cpuinfo ] || return 0
  while IFS= read -r line; do
    [[ $line != "model name"* ]] || { printf '%s' "${line#*: }"; return; }
  done </proc/cpuinfo
}

# Arguments: mask|loss|access|temporal, number of the run
bench() {
  run "$1-$2" 60 bash -c '
    roofline=(--roofline "$out/$1.svg")
    [ "$1" != temporal ] || roofline=(--data "$here/data")
    ours "$here/bin/tuplepack" bench "$1" --device gpu --json "${roofline[@]}" >"$out/$1-$2.json"' _ "$1" "$2"
}

# Arguments: name of the script, its answer, its arguments
peers() {
  local name=$1 answer=$2
  shift 2
  run "$name" 120 bash -c 'answer=$1 script=$2; shift 2
    command -v "$python" >/dev/null || { echo "$python was not found"; exit 127; }
    "$python" -B "$here/peers/$script.py" "$@" --json >"$answer"; status=$?
    [ $status -ne 77 ] || cat "$answer"; exit $status' _ "$out/$answer" "$name" "$@"
}

record environment date "$(printf '%(%FT%TZ)T' -1)" commit "$(built commit)" gpu "$(query name)" \
  driver "$(query driver_version)" gpu_memory "$(query memory.total)" cpu "$(cpu)" cores "$(nproc 2>/dev/null || echo 0)" \
  compiler "$(built compiler)" nvcc "$(built nvcc)" architectures "$(built architectures)" needs "$(built needs)"

run host_tests 60 bash -c 'ours "$here/bin/cuda_host_tests"'
if ! run device 30 bash -c 'ours "$here/bin/tuplepack" devices'; then
  record no_gpu result unsupported gist "the stages that follow need a GPU and a driver for $(built needs)"
  # What failed is that there is no GPU, unless the program could not run at all.
  [[ " ${failures[*]} " != *" host_tests "* ]] || exit 1
  exit 77
fi
TUPLEPACK_REQUIRE_GPU=1 run device_tests 150 bash -c 'ours "$here/bin/cuda_device_tests"'

for number in 1 2; do
  for name in mask loss access temporal; do bench "$name" "$number"; done
done

program=$here/tuplepack # what the peers call: the program with its libraries
run packed_equals_unpacked 60 bash -c 'command -v "$python" >/dev/null || { echo "$python was not found"; exit 127; }
  "$python" -B "$here/peers/packed_equals_unpacked.py" --program "$1" --device cuda' _ "$program"
peers mask_loss_peers peers.json --program "$program" --mask "$out/mask-2.json" --loss "$out/loss-2.json"
peers access_peers access_peers.json --access "$out/access-2.json"

may_lack_support=yes
# A test asks for more memory than there is; that is not an error of memory.
LD_LIBRARY_PATH=$here/lib run memcheck 60 compute-sanitizer --tool memcheck --report-api-errors no --error-exitcode 9 \
  "$here/bin/cuda_device_tests" "--test-case-exclude=*(long)"
LD_LIBRARY_PATH=$here/lib run racecheck 200 compute-sanitizer --tool racecheck --error-exitcode 9 \
  "$here/bin/cuda_device_tests" "--test-case-exclude=*(long)"
for name in mask loss access; do
  LD_LIBRARY_PATH=$here/lib run "ncu-$name" 45 ncu --clock-control none --launch-count 40 --csv --metrics \
    gpu__time_duration.sum,dram__bytes_read.sum,dram__bytes_write.sum,dram__throughput.avg.pct_of_peak_sustained_elapsed \
    "$here/bin/tuplepack" bench "$name" --device gpu --quick
done

if command -v "$python" >/dev/null; then "$python" -B gpu_results.py "$out" "$out"; fi
[ ${#failures[@]} -eq 0 ] || { echo "failed: ${failures[*]}"; exit 1; }
