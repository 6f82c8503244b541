import { Field } from '../controls/Field';
import type { Store } from '../store';
import { dataText as text } from '../text/data';

const labels: Readonly<Record<string, string>> = text.formats;

/** What the file is, for the rare one whose first bytes do not tell. */
export function DataFormat({ store }: { store: Store }) {
  const { format } = store.state.value;
  const formats = store.tables.value?.formats ?? [format];
  return (
    <Field label={text.format} help={text.formatHelp}>
      {(control) => (
        <select {...control} value={format} onChange={(event) => store.update({ format: event.currentTarget.value })}>
          {formats.map((name) => (
            <option key={name} value={name}>
              {labels[name] ?? name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
