// Starts one of the package's WebAssembly modules.
import createCore from './core.mjs';

const magic = [0x00, 0x61, 0x73, 0x6d];

/** The bytes at an address; null if they are no WebAssembly. */
async function fetched(url) {
  const response = await fetch(url);
  const bytes = new Uint8Array(await response.arrayBuffer());
  return response.ok && magic.every((byte, at) => bytes[at] === byte) ? bytes : null;
}

/** Development servers of Vite before 8 move the scripts of a package, but not the files beside them. */
const moved = /[^/]+\/deps\/(\w+\.wasm)$/;

async function download(url) {
  const { href } = url;
  const bytes = (await fetched(href)) ?? (moved.test(href) ? await fetched(href.replace(moved, 'tuplepack/$1')) : null);
  if (bytes) return bytes;
  throw new Error(
    `${href} is no WebAssembly: serve the package's .wasm files beside its scripts (with Vite: ` +
      "optimizeDeps: { exclude: ['tuplepack'] }), or pass wasmBinary",
  );
}

/** From the disk in Node, over the network elsewhere. */
async function readBinary(url) {
  if (url.protocol !== 'file:' || typeof process === 'undefined') return download(url);
  // bundlers for browsers do not have it, and must not look for it
  const { readFile } = await import(/* webpackIgnore: true */ /* @vite-ignore */ 'node:fs/promises');
  return readFile(url);
}

/** The core's own promise never settles if it cannot use a module that it was given, so this one does. */
function createCoreOf(wasmModule) {
  return new Promise((resolve, reject) => {
    const instantiateWasm = (imports, done) => {
      WebAssembly.instantiate(wasmModule, imports)
        .then((instance) => done(instance, wasmModule))
        .catch(reject);
      return {};
    };
    createCore({ instantiateWasm }).then(resolve, reject);
  });
}

/** `url`: returns the address of the file next to the package's scripts, used unless the caller passes the module. */
export async function loadModule(url, { wasmBinary, wasmModule } = {}) {
  return wasmModule ? createCoreOf(wasmModule) : createCore({ wasmBinary: wasmBinary ?? (await readBinary(url())) });
}
