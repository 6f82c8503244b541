import type { ComponentChildren } from 'preact';
import { type ControlProps, Field } from '../../controls/Field';
import type { DataSource } from '../../store/state';
import type { Store } from '../../store/store';
import { DataError } from './DataError';

interface Props {
  store: Store;
  /** the kind of source that this field sets; errors of such data are shown here */
  kind: DataSource['kind'];
  label: string;
  help: string;
  children: (control: ControlProps) => ComponentChildren;
}

/** A field for one kind of data source, with its errors. */
export function DataField({ store, kind, label, help, children }: Props) {
  const error = store.state.value.data.kind === kind ? store.loaded.value.error : null;
  return (
    <div class="data-field">
      <Field label={label} help={help}>
        {(control) => children(error ? { ...control, 'aria-invalid': true } : control)}
      </Field>
      {error && <DataError store={store} error={error} />}
    </div>
  );
}
