/** The core's WebAssembly module where the page may not fetch: carried in the script itself. */
import { unpack, unpackTemporal } from 'virtual:tuplepack-wasm';

let compiled: Promise<WebAssembly.Module> | undefined;

export function loadQuick(): Promise<WebAssembly.Module> {
  compiled ??= WebAssembly.compile(unpack());
  return compiled;
}

/** There is no other for packing. */
export const loadFull = loadQuick;

/** errors  where the build carries no module for temporal interactions */
export const loadTemporal = async () => WebAssembly.compile(unpackTemporal());
