import { useId } from 'preact/hooks';
import type { FileColumn } from '../data/columns';
import { dataText as text } from '../text/data';

interface Props {
  columns: readonly FileColumn[];
  used: readonly string[];
  onChange: (used: string[]) => void;
}

/** Which columns hold sizes; at least one does. */
export function SizeColumns({ columns, used, onChange }: Props) {
  const id = useId();
  const toggle = (key: string, on: boolean) => onChange(on ? [...used, key] : used.filter((other) => other !== key));
  return (
    <fieldset aria-describedby={id}>
      <legend>{text.columnsSizes}</legend>
      <small id={id}>{text.columnsHelp}</small>
      {columns.map(({ key, label, whole }) => (
        <label key={key}>
          <input
            type="checkbox"
            checked={used.includes(key)}
            disabled={used.length === 1 && used.includes(key)}
            onChange={(event) => toggle(key, event.currentTarget.checked)}
          />
          <span>{label}</span>
          {!whole && <small>{text.columnNotWhole}</small>}
        </label>
      ))}
    </fieldset>
  );
}
