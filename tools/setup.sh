#!/usr/bin/env bash
# Installs missing packages on Debian 12. Prints nothing and needs no network if none are missing.
#   tools/setup.sh build        what the native presets and tools/demo.sh need
#   tools/setup.sh mpi          also what tuplepack-mpi needs
#   tools/setup.sh python       also what the Python package needs
#   tools/setup.sh playground   also what building the playground needs
#   tools/setup.sh peers        also the solvers that tests/peers/exact_peers.py compares with
#   tools/setup.sh              also what tools/test.sh needs
set -euo pipefail
[ "${1:-}" != --help ] || { sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0"; exit 0; }
cd "$(dirname "$0")/.."

group=${1:-test}
build=(g++ cmake ninja-build doctest-dev libexpected-dev libfast-float-dev rapidjson-dev libhwy-dev libcli11-dev
       libfmt-dev libtbb-dev libeigen3-dev libxxhash-dev zlib1g-dev
       libsnappy-dev libzstd-dev liblz4-dev liblzma-dev libbz2-dev python3)
mpi=(libopenmpi-dev openmpi-bin)
python=(python3-dev python3-numpy python3-venv python3-pip python3-setuptools python3-wheel pybind11-dev)
# Emscripten depends on Node. Node from other sources includes npm, and conflicts with Debian's.
playground=(emscripten)
command -v npm >/dev/null || playground+=(npm)
peers=(coinor-cbc)
command -v npm >/dev/null || peers+=(npm)
test=("${python[@]}" mypy python3-torch python3-scipy python3-dask python3-distributed pkgconf git clang libclang-rt-dev clang-format clang-tidy python3-protobuf lz4 zstd libmetis-dev "${mpi[@]}" chromium-headless-shell firefox-esr fonts-dejavu-core)

case "$group" in
  build) wanted=("${build[@]}") ;;
  mpi) wanted=("${build[@]}" "${mpi[@]}") ;;
  python) wanted=("${build[@]}" "${python[@]}") ;;
  playground) wanted=("${build[@]}" "${playground[@]}") ;;
  peers) wanted=("${build[@]}" "${peers[@]}") ;;
  test) wanted=("${build[@]}" "${playground[@]}" "${test[@]}") ;;
  *) echo "tools/setup.sh: unknown group '$group'; expected build, mpi, python, playground, peers or test" >&2; exit 2 ;;
esac

# ---- Debian packages ----

is_installed() { [ "$(dpkg-query --show --showformat='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }

apt() { "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 -qq "$@" </dev/null >/dev/null; }

install_packages() {
  local missing=() package as_root=()
  for package in "${wanted[@]}"; do
    is_installed "$package" || missing+=("$package")
  done
  [ ${#missing[@]} -gt 0 ] || return 0
  if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null; then
      echo "tools/setup.sh: missing ${missing[*]}; run as root: apt-get install ${missing[*]}" >&2
      exit 1
    fi
    as_root=(sudo)
  fi
  echo "tools/setup.sh: installing ${missing[*]}" >&2
  apt update
  apt install -y --no-install-recommends "${missing[@]}"
}

if command -v dpkg-query >/dev/null; then
  install_packages
else
  echo "tools/setup.sh: this is not Debian; install the equivalents of: ${wanted[*]}" >&2
fi

# ---- npm packages: exactly those of the lock file ----

# Not `npm ci`: it insists on packages for other platforms, which `npm install` skips.
npm_packages() {
  cmp -s "$1/package-lock.json" "$1/node_modules/installed-lock.json" && return 0
  echo "tools/setup.sh: installing the npm packages of $1" >&2
  PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1 npm install --prefix "$1" --no-save --ignore-scripts --no-audit --no-fund --loglevel=error >&2
  cp "$1/package-lock.json" "$1/node_modules/installed-lock.json"
}

# The playground's tools need Node 20.19 or later in 20.x, or 22.12 and later.
node_is_recent() {
  node -e 'const [a, b] = process.versions.node.split("."); process.exit(a > 22 || (a == 22 && b >= 12) || (a == 20 && b >= 19) ? 0 : 1)'
}

if [ "$group" = playground ] || [ "$group" = test ]; then
  if ! node_is_recent; then
    npm_packages tools/node
    . tools/node.sh # npm skips optional packages that need a newer Node than the one it runs on
  fi
  npm_packages web
fi
[ "$group" != test ] || npm_packages tests/columns
[ "$group" != peers ] || npm_packages tests/peers
