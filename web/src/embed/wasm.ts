/** The core's WebAssembly module where the page may not fetch: carried in the script itself. */
import { unpack } from 'virtual:tuplepack-wasm';

let compiled: Promise<WebAssembly.Module> | undefined;

export function loadQuick(): Promise<WebAssembly.Module> {
  compiled ??= WebAssembly.compile(unpack());
  return compiled;
}

/** There is no other. */
export const loadFull = loadQuick;
