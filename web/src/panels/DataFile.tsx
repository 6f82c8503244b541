import type { Store } from '../store';
import { dataText as text } from '../text/data';
import { DataField } from './DataField';

/** Selects a file; dropping is handled by the panel. */
export function DataFile({ store }: { store: Store }) {
  const { data } = store.state.value;
  const pick = (input: HTMLInputElement) => {
    const [file] = input.files ?? [];
    if (file) store.open(file);
    input.value = ''; // so that the same file can be picked again
  };
  const help = data.kind === 'file' ? text.fileChosen(data.name) : text.fileHelp;
  return (
    <DataField store={store} kind="file" label={text.file} help={help}>
      {(control) => <input {...control} type="file" onChange={(event) => pick(event.currentTarget)} />}
    </DataField>
  );
}
