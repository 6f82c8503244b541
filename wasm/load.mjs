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

/** The core gives its own promise; that one never settles when a module that was handed over cannot be used. */
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

/** `url`: gives the address of the file beside the package's scripts, for callers that hand over none of the module. */
export async function loadModule(url, { wasmBinary, wasmModule } = {}) {
  return wasmModule ? createCoreOf(wasmModule) : createCore({ wasmBinary: wasmBinary ?? (await readBinary(url())) });
}
