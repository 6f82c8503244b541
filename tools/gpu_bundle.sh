#!/usr/bin/env bash
# Makes a folder that verifies and measures the CUDA kernels on a machine with a GPU where nothing can be installed:
#   tools/gpu_bundle.sh OUT          then copy OUT there and run OUT/run.sh RESULTS
# It holds the program, its tests and benchmarks for 80;90;100 and PTX for later architectures (CUDAARCHS names others),
# the libraries that they need beside glibc 2.35, peers, data and, if tools/wheel.sh has made one, the wheel.
# BUILD (build/cuda) is where it builds.
set -euo pipefail
[ "${1:-}" != --help ] || { sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0"; exit 0; }
if [ $# -ne 1 ]; then
  echo "usage: tools/gpu_bundle.sh OUT" >&2
  exit 2
fi
mkdir -p "$1"
out=$(cd "$1" && pwd)
cd "$(dirname "$0")/.."
build=${BUILD:-build/cuda}

cmake --preset cuda -B "$build" >"$out/configure.log" || { cat "$out/configure.log" >&2; exit 1; }
cmake --build "$build" --parallel "$(nproc)" --target tuplepack cuda_host_tests cuda_device_tests >"$out/build.log" ||
  { tail -n 40 "$out/build.log" >&2; exit 1; }

# ---- programs, and the libraries beside the C library's own ----

mkdir -p "$out/bin" "$out/lib" "$out/peers" "$out/data"
programs=("$build/native/cli/tuplepack" "$build/tests/cuda/cuda_host_tests" "$build/tests/cuda/cuda_device_tests")
for program in "${programs[@]}"; do
  install -m 755 "$program" "$out/bin"
  strip "$out/bin/$(basename "$program")"
done
ldd "${programs[@]}" | awk '$2 == "=>" && $3 ~ "^/" { print $3 }' | sort -u |
  grep -v -E '/(libc|libm|libdl|librt|libpthread|ld-linux[^/]*)\.so' | xargs -I{} cp -L {} "$out/lib"

tools/gpu_glibc.py 2.35 "$out"/bin/* "$out"/lib/* # as Ubuntu 22.04 has it

cp tests/peers/*peer*.py tests/peers/packed_*.py tests/peers/triton_rows.py "$out/peers"
cp tests/data/temporal_jodie_wikipedia.csv.gz "$out/data"
cp tools/gpu_results.py "$out"
cp LICENSE "$out"
! compgen -G "build/wheel/*.whl" >/dev/null || cp build/wheel/*.whl "$out"
install -m 755 tools/gpu_run.sh "$out/run.sh"
cat >"$out/tuplepack" <<'PROGRAM'
#!/usr/bin/env bash
# The program with the libraries of this folder.
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
LD_LIBRARY_PATH=$here/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH} exec "$here/bin/tuplepack" "$@"
PROGRAM
chmod 755 "$out/tuplepack"

# ---- what it was made with ----

cached() { sed -n "s/^$1:[A-Z]*=//p" "$build/CMakeCache.txt"; }
release() { "$@" --version | sed -n 's/.*release \([0-9.]*\).*/\1/p'; }
nvcc=$(release "$(cached CMAKE_CUDA_COMPILER)")
cat >"$out/built.txt" <<BUILT
commit=$(git describe --always --dirty 2>/dev/null || echo unknown)
compiler=$("$(cached CMAKE_CXX_COMPILER)" --version | head -n 1)
nvcc=$nvcc
architectures=$(cached CMAKE_CUDA_ARCHITECTURES)
needs=CUDA ${nvcc%%.*}.0 or later
BUILT
rm "$out/configure.log" "$out/build.log"
du -sh "$out" | awk '{ print $2 ": " $1 }'
