/** A page of another origin and a sandboxed frame may not load a worker from an address: it begins from a blob. */
import InlineWorker from '../engine/worker?worker&inline';

export function spawnWorker(): Worker {
  return new InlineWorker();
}
