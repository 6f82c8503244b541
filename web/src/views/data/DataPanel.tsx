import type { TargetedEvent } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { Button } from '../../controls/buttons';
import { Region } from '../../controls/Region';
import { presets } from '../../data/presets';
import { available } from '../../data/sources';
import { choosePreset } from '../../store/choose';
import type { Store } from '../../store/store';
import { DataColumns, Readings } from './DataColumns';
import { FileField, type Loading, PresetField, SourceField } from './DataFields';

const groups = {
  Sequences: available(presets).filter(({ components }) => components.length === 1),
  Graphs: available(presets).filter(({ components }) => components.length > 1),
};

const example = 'num_nodes,num_edges,count\n12,24,310\n23,50,845\n31,66,120\n45,98,17';

/** Instructions and an example. */
function DataExample({ onUse }: { onUse: () => void }) {
  return (
    <div class="stack stack-close data-example">
      <p>
        One row per sequence or graph, or one row per distinct size with a count: CSV, TSV, JSON, JSON Lines, .npy,
        .npz, Parquet and Arrow (Feather), optionally gzipped; or the graphs themselves, in TFRecords of TensorFlow GNN,
        with their GraphSchema (.pbtxt).
      </p>
      <p>Example:</p>
      <pre>{example}</pre>
      <Button onClick={onUse}>Try this example</Button>
    </div>
  );
}

/** What can be entered: the words of its field, and what becomes of it. */
const entries = {
  text: {
    words: { label: 'Paste', help: 'Rows in any supported text format, a GraphSchema or a SamplingSpec.' },
    use: 'Use',
    enter: (store: Store, text: string) => store.enter(text),
  },
  address: {
    words: { label: 'URL', help: 'The server must allow cross-origin requests (CORS).' },
    use: 'Fetch',
    enter: (store: Store, url: string) => store.update({ data: { kind: 'address', url: url.trim() } }),
  },
};

/** Text or a URL, loaded when the user says so. */
function DataEntry({ store, loading, kind }: { store: Store; loading: Loading; kind: 'text' | 'address' }) {
  const { words, use, enter } = entries[kind];
  const [draft, setDraft] = useState<string | null>(null);
  const { source } = loading;
  const shown = source.kind !== kind ? '' : source.kind === 'text' ? source.text : source.url;
  const entered = draft ?? shown;
  const submit = (event: Event) => {
    event.preventDefault();
    enter(store, entered);
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
      <SourceField loading={loading} kinds={[kind]} {...words}>
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
  const loading = { source: data, error: store.loaded.value.error, ways: <Readings store={store} /> };
  const useExample = () => {
    store.update({ data: { kind: 'text', text: example, name: 'example.csv' } });
    panel.current?.focus(); // the button disappears
  };
  return (
    <Region ref={panel} tabIndex={-1} class="stack data-panel" aria-label="Load data">
      {data.kind === 'none' && <DataExample onUse={useExample} />}
      <div class="wide-fields data-sources">
        <PresetField
          {...{ loading, groups }}
          kinds={['preset']}
          help="Bundled data sets; real unless marked as digitized or synthetic."
          onChoose={(preset) => store.update(choosePreset(preset))}
        />
        <FileField
          loading={loading}
          label="File"
          help="Choose or drop a file, or all shards of a data set. Files are not uploaded."
          onFiles={store.open}
        />
        <DataEntry {...{ store, loading }} kind="text" />
        <DataEntry {...{ store, loading }} kind="address" />
      </div>
      {data.kind !== 'none' && <DataColumns store={store} />}
    </Region>
  );
}
