/** Replaces engine/wasm.ts in single-file builds: the modules are part of the script. */
import { unpack, unpackTemporal } from 'virtual:tuplepack-wasm';

let compiled: Promise<WebAssembly.Module> | undefined;

export function loadQuick(): Promise<WebAssembly.Module> {
  compiled ??= WebAssembly.compile(unpack());
  return compiled;
}

/** There is only one module for packing. */
export const loadFull = loadQuick;

/** Rejects if the build has no module for temporal interactions. */
export const loadTemporal = async () => WebAssembly.compile(unpackTemporal());
