import { Field } from '../controls/Field';
import type { FileColumn } from '../data/columns';
import { dataText as text } from '../text/data';

interface Props {
  columns: readonly FileColumn[];
  /** empty: no column */
  chosen: string;
  onChange: (key: string) => void;
}

/** Which column says how many items a row stands for. */
export function CountColumn({ columns, chosen, onChange }: Props) {
  return (
    <Field label={text.count} help={text.countHelp}>
      {(control) => (
        <select {...control} value={chosen} onChange={(event) => onChange(event.currentTarget.value)}>
          <option value="">{text.countNone}</option>
          {columns.map(({ key, label }) => (
            <option key={key} value={key}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
