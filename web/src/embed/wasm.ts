/** The core's WebAssembly module where the page may not fetch: carried in the script itself. */
import { unpackWasm } from 'virtual:tuplepack-wasm';

let compiled: Promise<WebAssembly.Module> | undefined;

export function loadWasm(): Promise<WebAssembly.Module> {
  compiled ??= WebAssembly.compile(unpackWasm());
  return compiled;
}
