import { useState } from 'preact/hooks';
import { dataText as text } from '../../data/words';
import type { Store } from '../../store/store';
import { DataField } from './DataField';

/** Loads pasted text. */
export function DataPaste({ store }: { store: Store }) {
  const { data } = store.state.value;
  const [draft, setDraft] = useState<string | null>(null);
  const shown = draft ?? (data.kind === 'text' ? data.text : '');
  const use = () => {
    store.update({ data: { kind: 'text', text: shown, name: '' } });
    setDraft(null);
  };
  return (
    <DataField store={store} kind="text" label={text.paste} help={text.pasteHelp}>
      {(control) => (
        <div class="data-entry">
          <textarea
            {...control}
            rows={3}
            spellcheck={false}
            autocomplete="off"
            value={shown}
            onInput={(event) => setDraft(event.currentTarget.value)}
          />
          <button type="button" disabled={shown.trim() === ''} onClick={use}>
            {text.pasteUse}
          </button>
        </div>
      )}
    </DataField>
  );
}
