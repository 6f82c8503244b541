#!/usr/bin/env bash
# Installs what is missing on Debian 12. Silent, and without touching the network, when nothing is.
#   tools/setup.sh build    what the native presets and tools/demo.sh need
#   tools/setup.sh          that, and everything tools/test.sh uses
set -euo pipefail

build=(g++ cmake ninja-build doctest-dev libexpected-dev libfast-float-dev rapidjson-dev nlohmann-json3-dev libcli11-dev
       libfmt-dev libtbb-dev zlib1g-dev python3)
# Emscripten brings Node along.
test=(git clang libclang-rt-dev clang-format clang-tidy emscripten python3-numpy)

case "${1:-test}" in
  build) wanted=("${build[@]}") ;;
  test) wanted=("${build[@]}" "${test[@]}") ;;
  *) echo "tools/setup.sh: unknown group '$1'; there are build and test" >&2; exit 2 ;;
esac

if ! command -v dpkg-query >/dev/null; then
  echo "tools/setup.sh: this is not Debian; see that you have the equivalents of: ${wanted[*]}" >&2
  exit 0
fi

missing=()
for package in "${wanted[@]}"; do
  [ "$(dpkg-query --show --showformat='${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || missing+=("$package")
done
[ ${#missing[@]} -gt 0 ] || exit 0

as_root=()
if [ "$(id -u)" -ne 0 ]; then
  if ! command -v sudo >/dev/null; then
    echo "tools/setup.sh: missing ${missing[*]}; run as root: apt-get install ${missing[*]}" >&2
    exit 1
  fi
  as_root=(sudo)
fi
apt() { "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 -qq "$@" </dev/null >/dev/null; }
echo "tools/setup.sh: installing ${missing[*]}" >&2
apt update
apt install -y --no-install-recommends "${missing[@]}"
