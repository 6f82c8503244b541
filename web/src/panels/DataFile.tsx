import { FilePicker } from '../controls/FilePicker';
import type { Store } from '../store';
import { dataText as text } from '../text/data';
import { DataField } from './DataField';

/** Selects files; dropping is handled by the panel. */
export function DataFile({ store }: { store: Store }) {
  const { data } = store.state.value;
  const help = data.kind === 'file' ? text.fileChosen(data.name) : text.fileHelp;
  return (
    <DataField store={store} kind="file" label={text.file} help={help}>
      {(control) => (
        <FilePicker control={control} label={text.fileChoose} multiple onFiles={(files) => store.open(files)} />
      )}
    </DataField>
  );
}
