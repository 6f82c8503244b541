import type { TargetedEvent } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { presets } from '../../data/presets';
import { available } from '../../data/sources';
import type { DataSource } from '../../state/state';
import { choosePreset } from '../../store/choose';
import type { Store } from '../../store/store';
import { DataColumns } from './DataColumns';
import { FileField, type Loading, PresetField, SourceField } from './DataFields';
import { dataPanelText as text } from './words';

const groups = {
  [text.sequences]: available(presets).filter(({ components }) => components.length === 1),
  [text.graphs]: available(presets).filter(({ components }) => components.length > 1),
};

/** Instructions and an example. */
function DataExample({ onUse }: { onUse: () => void }) {
  return (
    <div class="data-example">
      <p>{text.empty}</p>
      <p>{text.exampleLabel}</p>
      <pre>{text.example}</pre>
      <button type="button" onClick={onUse}>
        {text.exampleUse}
      </button>
    </div>
  );
}

/** Text or a URL, loaded when the user says so. */
function DataEntry({
  loading,
  kind,
  shown,
  sourceOf,
  onUse,
}: {
  loading: Loading;
  kind: 'text' | 'address';
  /** of the data loaded */
  shown: string;
  sourceOf: (entered: string) => DataSource;
  onUse: (source: DataSource) => void;
}) {
  const { label, help, use } = text.entries[kind];
  const [draft, setDraft] = useState<string | null>(null);
  const entered = draft ?? shown;
  const submit = (event: Event) => {
    event.preventDefault();
    onUse(sourceOf(entered));
    setDraft(null);
  };
  const props = {
    value: entered,
    autocomplete: 'off',
    spellcheck: false,
    onInput: (event: TargetedEvent<HTMLInputElement | HTMLTextAreaElement>) => setDraft(event.currentTarget.value),
  } as const;
  return (
    <form onSubmit={submit}>
      <SourceField loading={loading} kinds={[kind]} label={label} help={help}>
        {(control) => (
          <div class="data-entry">
            {kind === 'text' ? (
              <textarea {...control} {...props} rows={3} />
            ) : (
              <input {...control} {...props} type="text" inputMode="url" />
            )}
            <button type="submit" disabled={entered.trim() === ''}>
              {use}
            </button>
          </div>
        )}
      </SourceField>
    </form>
  );
}

/** Loads data: presets, files, pasted text or URLs. */
export function DataPanel({ store }: { store: Store }) {
  const panel = useRef<HTMLElement>(null);
  const { data } = store.state.value;
  const loading = { source: data, error: store.loaded.value.error };
  const use = (source: DataSource) => store.update({ data: source });
  const useExample = () => {
    use({ kind: 'text', text: text.example, name: text.exampleName });
    panel.current?.focus(); // the button disappears
  };
  return (
    <section ref={panel} tabIndex={-1} class="data-panel" aria-label={text.load}>
      {data.kind === 'none' && <DataExample onUse={useExample} />}
      <div class="data-sources">
        <PresetField
          {...{ loading, groups }}
          kinds={['preset']}
          help={text.presetHelp}
          onChoose={(preset) => store.update(choosePreset(preset))}
        />
        <FileField loading={loading} label={text.file} help={text.fileHelp} onFiles={(files) => store.open(files)} />
        <DataEntry
          loading={loading}
          kind="text"
          shown={data.kind === 'text' ? data.text : ''}
          sourceOf={(entered) => ({ kind: 'text', text: entered, name: '' })}
          onUse={use}
        />
        <DataEntry
          loading={loading}
          kind="address"
          shown={data.kind === 'address' ? data.url : ''}
          sourceOf={(entered) => ({ kind: 'address', url: entered.trim() })}
          onUse={use}
        />
      </div>
      {data.kind !== 'none' && <DataColumns store={store} />}
    </section>
  );
}
