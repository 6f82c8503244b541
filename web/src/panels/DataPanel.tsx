import { useState } from 'preact/hooks';
import type { Store } from '../store';
import { dataText as text } from '../text/data';
import { DataAddress } from './DataAddress';
import { DataColumns } from './DataColumns';
import { DataFile } from './DataFile';
import { DataPaste } from './DataPaste';
import { DataPresets } from './DataPresets';
import './DataPanel.css';

/** Instructions and an example. */
function DataExample({ store }: { store: Store }) {
  const use = () => store.update({ data: { kind: 'text', text: text.example, name: text.exampleName } });
  return (
    <div class="data-example">
      <p>{text.empty}</p>
      <p>{text.exampleLabel}</p>
      <pre>{text.example}</pre>
      <button type="button" onClick={use}>
        {text.exampleUse}
      </button>
    </div>
  );
}

/** Loads the first file, or else the text. Returns a notice for the user. */
function take(transfer: DataTransfer, store: Store): string {
  const [file] = transfer.files;
  if (file) {
    store.open(file);
    return transfer.files.length > 1 ? text.severalFiles(file.name) : '';
  }
  const dropped = transfer.getData('text/plain');
  if (dropped !== '') store.update({ data: { kind: 'text', text: dropped, name: '' } });
  return '';
}

/** Loads data: presets, files, pasted text or URLs. */
export function DataPanel({ store }: { store: Store }) {
  const [over, setOver] = useState(false);
  const [notice, setNotice] = useState('');
  const empty = store.state.value.data.kind === 'none';

  const dragOver = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (event.dataTransfer) setNotice(take(event.dataTransfer, store));
  };
  return (
    <section
      aria-label={text.load}
      class={over ? 'data-panel data-panel-over' : 'data-panel'}
      onDragOver={dragOver}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={drop}
    >
      {empty && <DataExample store={store} />}
      <div class="data-sources">
        <DataPresets store={store} />
        <DataFile store={store} />
        <DataPaste store={store} />
        <DataAddress store={store} />
      </div>
      <p class="data-notice" role="status">
        {over ? text.over : notice}
      </p>
      {!empty && <DataColumns store={store} />}
    </section>
  );
}
