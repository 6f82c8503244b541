import { useId, useState } from 'preact/hooks';
import type { Store } from '../store';
import { dataText as text } from '../text/data';
import { DataAddress } from './DataAddress';
import { DataColumns } from './DataColumns';
import { DataExample } from './DataExample';
import { DataFile } from './DataFile';
import { DataPaste } from './DataPaste';
import { DataPresets } from './DataPresets';
import { DataStatus } from './DataStatus';
import './DataPanel.css';

/** Opens the first file, or the text where there is none. What it returns is for the reader. */
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

/** Data come in here: chosen, dropped, picked, pasted or fetched. */
export function DataPanel({ store }: { store: Store }) {
  const id = useId();
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
      class={over ? 'data-panel data-panel-over' : 'data-panel'}
      aria-labelledby={id}
      onDragOver={dragOver}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={drop}
    >
      <h2 id={id}>{text.title}</h2>
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
      <DataStatus store={store} />
      {!empty && <DataColumns store={store} />}
    </section>
  );
}
