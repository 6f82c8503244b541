/** Long calculations run only while their result is shown, and after their inputs have stopped changing. */
import { computed, effect, type ReadonlySignal, untracked } from '@preact/signals';
import type { Runner } from './runner';
import type { AsyncState } from './store';

/** Milliseconds without a change of the inputs, e.g. while a slider moves. */
const delay = 120;

/**
 * Calls `start` when the key returned by `inputs` has stopped changing. A null key means that the result is not shown: a
 * running calculation is cancelled. Nothing is computed twice for the same key. Returns a function that stops all this.
 */
export function debounced<Data, T>(
  loaded: ReadonlySignal<AsyncState<Data>>,
  runner: Runner<T>,
  inputs: () => string | null,
  start: (data: Data) => void,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let started: { data: Data; key: string } | null = null;
  const key = computed(inputs);
  const stop = effect(() => {
    const data = loaded.value.value;
    const now = key.value;
    clearTimeout(timer);
    if (now === null && runner.runningFor > 0) {
      started = null;
      untracked(() => runner.cancel());
    }
    if (now === null || !data || (started?.data === data && started.key === now)) return;
    timer = setTimeout(() => {
      started = { data, key: now };
      start(data);
    }, delay);
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}
