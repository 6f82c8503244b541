/** The core's WebAssembly modules, each to be compiled once for all workers. */

import quickUrl from 'tuplepack/quick.wasm?url';
import temporalUrl from 'tuplepack/temporal.wasm?url';
import fullUrl from 'tuplepack/tuplepack.wasm?url';

async function compile(url: string): Promise<WebAssembly.Module> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status} ${response.statusText}`);
  // some servers send it without its type, which streaming insists on
  if (response.headers.get('content-type') !== 'application/wasm')
    return WebAssembly.compile(await response.arrayBuffer());
  return WebAssembly.compileStreaming(response);
}

/** What a page begins with: all but what may take long. */
export const loadQuick = () => compile(quickUrl);

/** All of packing. */
export const loadFull = () => compile(fullUrl);

/** Temporal interactions. */
export const loadTemporal = () => compile(temporalUrl);
