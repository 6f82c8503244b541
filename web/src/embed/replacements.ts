/** What single-file builds have in place of engine/modules.ts, and the element in place of the Brotli decoder and data/chosenColumns.ts. */
import { open as openGraphs } from 'virtual:tuplepack-wasm/graphs';
import { open as openTemporal } from 'virtual:tuplepack-wasm/temporal';
import { open as openPacking } from 'virtual:tuplepack-wasm/tuplepack';
import { Refused } from '../engine/refused';
import InlineWorker from '../engine/worker?worker&inline';

/** From a blob: cross-origin pages and sandboxed iframes cannot load workers from a URL. */
export function spawnWorker(): Worker {
  return new InlineWorker();
}

const compile = (open: (() => Response) | null) => async () => {
  if (!open)
    throw new Refused(
      'this file type is not supported in the embedded playground; use the full playground',
      'unsupported',
    );
  return WebAssembly.compileStreaming(open());
};

const full = compile(openPacking);

/** There is no quick module, since there is nothing to wait for. */
export const loaders = {
  quick: full,
  full,
  temporal: compile(openTemporal),
  graphs: compile(openGraphs),
};

export function decompressBrotli(): never {
  throw new Error(); // the reader says that a feature is not supported
}

/** The element stores nothing. */
export const rememberColumns = () => {};
export const recallColumns = () => null;
