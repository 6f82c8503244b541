/** The worker and the WebAssembly modules, compiled once for all workers. */
import graphsUrl from 'tuplepack/graphs.wasm?url';
import quickUrl from 'tuplepack/quick.wasm?url';
import temporalUrl from 'tuplepack/temporal.wasm?url';
import fullUrl from 'tuplepack/tuplepack.wasm?url';

export function spawnWorker(): Worker {
  return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
}

async function compile(url: string): Promise<WebAssembly.Module> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status} ${response.statusText}`);
  // some servers send the wrong MIME type, which streaming rejects
  if (response.headers.get('content-type') !== 'application/wasm')
    return WebAssembly.compile(await response.arrayBuffer());
  return WebAssembly.compileStreaming(response);
}

export const loaders = {
  /** without searches */
  quick: () => compile(quickUrl),
  full: () => compile(fullUrl),
  temporal: () => compile(temporalUrl),
  graphs: () => compile(graphsUrl),
};
