/** The core's WebAssembly module, to be compiled once for all workers. */
import url from 'tuplepack/tuplepack.wasm?url';

export async function loadWasm(): Promise<WebAssembly.Module> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status} ${response.statusText}`);
  // some servers send it without its type, which streaming insists on
  if (response.headers.get('content-type') !== 'application/wasm')
    return WebAssembly.compile(await response.arrayBuffer());
  return WebAssembly.compileStreaming(response);
}
