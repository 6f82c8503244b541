# Source this to use the Node that tools/setup.sh installed, if the system's is too old for the playground's tools.
# Emscripten uses the system's.
for node_bin in "$(dirname "${BASH_SOURCE[0]}")"/node/node_modules/node-linux-*/bin; do
  [ ! -x "$node_bin/node" ] || PATH=$(cd "$node_bin" && pwd):$PATH
done
unset node_bin
