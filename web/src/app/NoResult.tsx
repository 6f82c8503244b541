import type { Signal } from '@preact/signals';
import { FilePicker } from '../controls/Field';
import { examplePreset } from '../data/presets';
import { placed } from '../engine/refused';
import { chooseEvents, choosePreset } from '../store/choose';
import type { Store } from '../store/store';
import type { TemporalStore } from '../store/temporal';

interface Props {
  store: Store;
  temporal: TemporalStore;
  isPacking: boolean;
  /** error in the attributes; null: the page shows it elsewhere */
  problem: Signal<string> | null;
}

/** Why there is no result: an error in the attributes, or in data whose panel is hidden; empty if there is one. */
export function refusalOf({ store, temporal, isPacking, problem }: Props, hidden: boolean): string {
  if (problem?.value) return `Invalid attribute: ${problem.value}`;
  const { error } = isPacking ? store.loaded.value : temporal.opened.value;
  return hidden && error ? placed(error) : '';
}

/** Stands in place of the result: why there is none, with what can be done where the data panel is hidden. */
export function NoResult({ message, store, temporal, isPacking, problem }: Props & { message: string }) {
  const clear = () => {
    if (problem) problem.value = '';
  };
  const open = (files: File[]) => {
    clear();
    (isPacking ? store : temporal).open(files);
  };
  const showExample = () => {
    clear();
    store.update(isPacking ? choosePreset(examplePreset) : chooseEvents({ kind: 'preset', name: 'example' }));
  };
  return (
    <div class="no-result" role="alert">
      <p>{message}</p>
      <div>
        {!problem?.value && isPacking && store.state.value.data.kind === 'address' && (
          <button type="button" onClick={store.reload}>
            Try again
          </button>
        )}
        <FilePicker label="Open a file" onFiles={open} />
        <button type="button" onClick={showExample}>
          Show an example
        </button>
      </div>
    </div>
  );
}
