import type { Signal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { examplePreset } from '../data/presets';
import { placed } from '../engine/refused';
import { chooseEvents, choosePreset } from '../store/choose';
import type { Store } from '../store/store';
import type { TemporalStore } from '../store/temporal';
import { appText as text } from './words';

interface Refusal {
  message: string;
  /** null: it would fail again */
  onRetry: (() => void) | null;
  onFile: (file: File) => void;
  onExample: () => void;
}

interface Refusable {
  store: Store;
  temporal: TemporalStore;
  isPacking: boolean;
  /** error in the attributes */
  problem: Signal<string> | null;
  /** whether the panel is hidden that would show errors in data */
  hidden: boolean;
}

/** What stands in place of the result: an error in the attributes, or in data whose panel is hidden. */
export function refusalOf({ store, temporal, isPacking, problem, hidden }: Refusable): Refusal | null {
  const error = hidden ? (isPacking ? store.loaded : temporal.opened).value.error : null;
  if (!problem?.value && !error) return null;
  const clear = () => {
    if (problem) problem.value = '';
  };
  return {
    message: problem?.value ? text.wrongAttribute(problem.value) : error ? placed(error) : '',
    onRetry: !problem?.value && isPacking && store.state.value.data.kind === 'address' ? store.reload : null,
    onFile(file: File) {
      clear();
      if (isPacking) store.open([file]);
      else temporal.open([file]);
    },
    onExample() {
      clear();
      store.update(isPacking ? choosePreset(examplePreset) : chooseEvents({ kind: 'preset', name: 'example' }));
    },
  };
}

/** Why there is no result, in its place, with what can be done where the data panel is hidden. */
export function NoResult({ message, onRetry, onFile, onExample }: Refusal) {
  const input = useRef<HTMLInputElement>(null);
  const pick = ({ files }: HTMLInputElement) => {
    if (files?.[0]) onFile(files[0]);
  };
  return (
    <div class="no-result" role="alert">
      <p>{message}</p>
      <div>
        {onRetry && (
          <button type="button" onClick={onRetry}>
            {text.tryAgain}
          </button>
        )}
        <button type="button" onClick={() => input.current?.click()}>
          {text.openFile}
        </button>
        <input ref={input} type="file" hidden onChange={(event) => pick(event.currentTarget)} />
        <button type="button" onClick={onExample}>
          {text.showExample}
        </button>
      </div>
    </div>
  );
}
