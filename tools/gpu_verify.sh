#!/usr/bin/env bash
# Builds on a machine with a GPU, for that GPU, and verifies and measures everything there: tools/gpu_verify.sh OUT
# Needs what `tools/setup.sh build` installs and a CUDA toolkit. Where nothing can be installed, tools/gpu_bundle.sh makes
# a folder on another machine that needs a driver only. Stages, results and exit status: see tools/gpu_run.sh.
set -euo pipefail
[ "${1:-}" != --help ] || { sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0"; exit 0; }
if [ $# -ne 1 ]; then
  echo "usage: tools/gpu_verify.sh OUT" >&2
  exit 2
fi
mkdir -p "$1"
out=$(cd "$1" && pwd)
cd "$(dirname "$0")/.."

has_gpu() { nvidia-smi --query-gpu=name --format=csv,noheader 2>/dev/null | grep -q .; }
has_gpu || { echo "tools/gpu_verify.sh: nvidia-smi lists no NVIDIA GPU" >&2; exit 77; }
CUDAARCHS=${CUDAARCHS:-native} tools/gpu_bundle.sh build/gpu_bundle
exec build/gpu_bundle/run.sh "$out"
