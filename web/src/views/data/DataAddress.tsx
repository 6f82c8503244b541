import { useState } from 'preact/hooks';
import { dataText as text } from '../../data/words';
import type { Store } from '../../store/store';
import { DataField } from './DataField';

/** Loads a file from a URL. */
export function DataAddress({ store }: { store: Store }) {
  const { data } = store.state.value;
  const [draft, setDraft] = useState<string | null>(null);
  const shown = draft ?? (data.kind === 'address' ? data.url : '');
  const fetchIt = (event: Event) => {
    event.preventDefault();
    store.update({ data: { kind: 'address', url: shown.trim() } });
    setDraft(null);
  };
  return (
    <form onSubmit={fetchIt}>
      <DataField store={store} kind="address" label={text.address} help={text.addressHelp}>
        {(control) => (
          <div class="data-entry">
            <input
              {...control}
              type="text"
              inputMode="url"
              autocomplete="off"
              spellcheck={false}
              value={shown}
              onInput={(event) => setDraft(event.currentTarget.value)}
            />
            <button type="submit" disabled={shown.trim() === ''}>
              {text.addressUse}
            </button>
          </div>
        )}
      </DataField>
    </form>
  );
}
