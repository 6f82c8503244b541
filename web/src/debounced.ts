/** Long calculations run only while somebody looks at them, and when what they are made from has rested. */
import { computed, effect, type ReadonlySignal, untracked } from '@preact/signals';
import type { Runner } from './runner';
import type { AsyncState } from './store';

/** They wait until a slider has rested for this long, in milliseconds. */
const rest = 120;

/**
 * Calls `begin` when what `inputs` gives has rested. null: it is not looked at, and what runs is given up. What was found,
 * or ended by the reader, is not calculated again. What is returned ends all that.
 */
export function debounced<Data, T>(
  loaded: ReadonlySignal<AsyncState<Data>>,
  runner: Runner<T>,
  inputs: () => string | null,
  begin: (data: Data) => void,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let begun: { data: Data; key: string } | null = null;
  const key = computed(inputs);
  const stop = effect(() => {
    const data = loaded.value.value;
    const now = key.value;
    clearTimeout(timer);
    if (now === null && runner.runningFor > 0) {
      begun = null;
      untracked(() => runner.cancel());
    }
    if (now === null || !data || (begun?.data === data && begun.key === now)) return;
    timer = setTimeout(() => {
      begun = { data, key: now };
      begin(data);
    }, rest);
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}
