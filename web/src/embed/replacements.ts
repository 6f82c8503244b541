/** What single-file builds have in place of engine/modules.ts, and the element in place of the Brotli decoder. */
import { open as openTemporal } from 'virtual:tuplepack-wasm/temporal';
import { open as openPacking } from 'virtual:tuplepack-wasm/tuplepack';
import InlineWorker from '../engine/worker?worker&inline';

/** From a blob: cross-origin pages and sandboxed iframes cannot load workers from a URL. */
export function spawnWorker(): Worker {
  return new InlineWorker();
}

const full = () => WebAssembly.compileStreaming(openPacking());

/** There is no quick module, since there is nothing to wait for. */
export const loaders = {
  quick: full,
  full,
  temporal: () => WebAssembly.compileStreaming(openTemporal()),
};

export function decompressBrotli(): never {
  throw new Error('Brotli is not supported');
}
