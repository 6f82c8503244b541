import { useRef } from 'preact/hooks';
import { dataText as text } from '../../data/words';
import type { Store } from '../../store/store';
import { DataAddress } from './DataAddress';
import { DataColumns } from './DataColumns';
import { DataFile } from './DataFile';
import { DataPaste } from './DataPaste';
import { DataPresets } from './DataPresets';
import './DataPanel.css';

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

/** Loads data: presets, files, pasted text or URLs. */
export function DataPanel({ store }: { store: Store }) {
  const panel = useRef<HTMLElement>(null);
  const empty = store.state.value.data.kind === 'none';
  const useExample = () => {
    store.update({ data: { kind: 'text', text: text.example, name: text.exampleName } });
    panel.current?.focus(); // the button disappears
  };
  return (
    <section ref={panel} tabIndex={-1} class="data-panel" aria-label={text.load}>
      {empty && <DataExample onUse={useExample} />}
      <div class="data-sources">
        <DataPresets store={store} />
        <DataFile store={store} />
        <DataPaste store={store} />
        <DataAddress store={store} />
      </div>
      {!empty && <DataColumns store={store} />}
    </section>
  );
}
