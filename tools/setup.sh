#!/usr/bin/env bash
# Installs what is missing on Debian 12. Silent, and without touching the network, when nothing is.
#   tools/setup.sh build        what the native presets and tools/demo.sh need
#   tools/setup.sh playground   that, and what builds the playground
#   tools/setup.sh              that, and everything tools/test.sh uses
set -euo pipefail
cd "$(dirname "$0")/.."

group=${1:-test}
build=(g++ cmake ninja-build doctest-dev libexpected-dev libfast-float-dev rapidjson-dev nlohmann-json3-dev libcli11-dev
       libfmt-dev libtbb-dev libeigen3-dev zlib1g-dev python3)
# Emscripten brings Node along. Other sources of Node bring npm along, and exclude Debian's.
playground=(emscripten)
command -v npm >/dev/null || playground+=(npm)
test=(git clang libclang-rt-dev clang-format clang-tidy python3-numpy chromium fonts-dejavu-core)

case "$group" in
  build) wanted=("${build[@]}") ;;
  playground) wanted=("${build[@]}" "${playground[@]}") ;;
  test) wanted=("${build[@]}" "${playground[@]}" "${test[@]}") ;;
  *) echo "tools/setup.sh: unknown group '$group'; there are build, playground and test" >&2; exit 2 ;;
esac

# ---- packages of Debian ----

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
  echo "tools/setup.sh: this is not Debian; see that you have the equivalents of: ${wanted[*]}" >&2
fi

# ---- packages of npm: exactly those of the lock file ----

# Not `npm ci`: it insists on packages for other platforms, which `npm install` leaves out.
npm_packages() {
  cmp -s "$1/package-lock.json" "$1/node_modules/installed-lock.json" && return 0
  echo "tools/setup.sh: installing the npm packages of $1" >&2
  PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1 npm install --prefix "$1" --no-save --ignore-scripts --no-audit --no-fund --loglevel=error >&2
  cp "$1/package-lock.json" "$1/node_modules/installed-lock.json"
}

# As the playground's tools want it: 20.19 and what follows it, or 22.12 and what follows that.
node_is_recent() {
  node -e 'const [a, b] = process.versions.node.split("."); process.exit(a > 22 || (a == 22 && b >= 12) || (a == 20 && b >= 19) ? 0 : 1)'
}

if [ "$group" != build ]; then
  if ! node_is_recent; then
    npm_packages tools/node
    . tools/node.sh # npm leaves out optional packages that the Node it runs on is too old for
  fi
  npm_packages web
fi
