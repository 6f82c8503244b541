// Starts one of the package's WebAssembly modules.
import createCore from './core.mjs';

/** From the disk in Node, over the network elsewhere. */
async function readBinary(url) {
  if (url.protocol === 'file:' && typeof process !== 'undefined') {
    const { readFile } = await import('node:fs/promises');
    return readFile(url);
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return response.arrayBuffer();
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
