/** Replaces engine/wasm.ts in single-file builds: the modules are part of the script. */
import { open as openTemporal } from 'virtual:tuplepack-wasm/temporal';
import { open as openPacking } from 'virtual:tuplepack-wasm/tuplepack';

let compiled: Promise<WebAssembly.Module> | undefined;

/** The full module, since there is nothing to wait for. */
export function loadQuick(): Promise<WebAssembly.Module> {
  compiled ??= WebAssembly.compileStreaming(openPacking());
  return compiled;
}

export const loadFull = loadQuick;

export const loadTemporal = () => WebAssembly.compileStreaming(openTemporal());
