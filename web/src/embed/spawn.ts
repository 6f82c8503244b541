/** Starts the worker from a blob: cross-origin pages and sandboxed iframes cannot load workers from a URL. */
import InlineWorker from '../engine/worker?worker&inline';

export function spawnWorker(): Worker {
  return new InlineWorker();
}
