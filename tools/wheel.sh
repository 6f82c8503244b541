#!/usr/bin/env bash
# Builds a wheel of the Python package, installs it into a fresh virtual environment and runs the package's tests there.
# Takes what the preset release has built, if it has. The wheel is then in build/wheel; where auditwheel and patchelf are
# installed, with the manylinux tag that it earns, otherwise with a note of the glibc that it needs.
set -euo pipefail
[ "${1:-}" != --help ] || { sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0"; exit 0; }
cd "$(dirname "$0")/.."

root=$PWD
out=$root/build/wheel
python=/usr/bin/python3 # Debian's, which has numpy, torch and scipy
[ -x "$python" ] || python=python3
rm -rf "$out"
mkdir -p "$out"

release=$root/build/release
if grep -qs tuplepack_python "$release/build.ninja"; then
  export TUPLEPACK_BUILD=$release                             # for setup.py
  export TUPLEPACK=$release/native/cli/tuplepack              # the program, for tests that compare
  [ -x "$TUPLEPACK" ] || unset TUPLEPACK
fi

"$python" -m venv --system-site-packages "$out/venv"
pip() { "$out/venv/bin/pip" --quiet --disable-pip-version-check "$@" --no-deps --no-index; }
pip wheel --wheel-dir "$out" ./python
if command -v auditwheel >/dev/null && command -v patchelf >/dev/null; then
  mkdir "$out/plain"
  mv "$out"/tuplepack-*.whl "$out/plain"
  auditwheel repair --wheel-dir "$out" "$out"/plain/tuplepack-*.whl
  rm -r "$out/plain"
fi
pip install "$out"/tuplepack-*.whl

# What the module is linked to besides the C and C++ libraries.
others=$(ldd "$out"/venv/lib/python3*/site-packages/tuplepack/_core.*.so |
  grep -v -E 'linux-vdso|libc\.so|libm\.so|libstdc\+\+|libgcc_s|ld-linux|libpthread' || true)
[ -z "$others" ] || { echo "tools/wheel.sh: the wheel needs other libraries: $others" >&2; exit 1; }
if ! compgen -G "$out/*manylinux*.whl" >/dev/null; then
  glibc=$(objdump -T "$out"/venv/lib/python3*/site-packages/tuplepack/_*.so | grep -o 'GLIBC_[0-9.]*' | sort -V | tail -n 1)
  echo "no manylinux tag: there is no auditwheel, or no patchelf; the wheel needs ${glibc/_/ }"
fi

cd "$out" # away from the sources
export OMP_NUM_THREADS=1 # threads of torch would wait for each other where tests run side by side
printf '%s\n' "$root"/tests/python/test_*.py | grep -v test_types | # which ctest runs
  xargs ./venv/bin/python -B "$root/tests/python/side_by_side.py"
ls "$out"/*.whl
