import { FilePicker } from '../../controls/Field';
import { dataText as text } from '../../data/words';
import type { Store } from '../../store/store';
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
