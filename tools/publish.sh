#!/usr/bin/env bash
# Builds a release in build/publish; needs nothing but Debian 12 and the network.
#   site/                      the playground and the documentation: static files for any folder of any web server
#   tuplepack-playground.html  the playground in one file that works offline
#   tuplepack-VERSION.tgz      the npm package, with the element as tuplepack/playground.js
#   SHA256SUMS
set -euo pipefail
[ "${1:-}" != --help ] || { sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0"; exit 0; }
cd "$(dirname "$0")/.."
[ $# -eq 0 ] || { echo "usage: tools/publish.sh" >&2; exit 2; }
release=build/publish

tools/setup.sh playground
mkdir -p build
cmake --preset wasm >build/wasm.log
cmake --build --preset wasm --target tuplepack_package --parallel "$(nproc)"
(
  . tools/node.sh
  cd web
  npm run --silent build
)

rm -rf "$release"
mkdir -p "$release/package"
cp -r build/web/site "$release/site"
cp THIRD_PARTY.md "$release/site"
cp build/web/tuplepack-playground.html "$release"
cp -r build/wasm/package/. "$release/package"
cp build/web/embed/tuplepack-playground.js "$release/package/playground.js"
npm pack "./$release/package" --pack-destination "$release" --loglevel=error
rm -r "$release/package"
cd "$release"
find . -type f ! -name SHA256SUMS -printf '%P\n' | LC_ALL=C sort | xargs -d '\n' sha256sum >SHA256SUMS
