import { type ControlProps, Field } from '../../controls/Field';
import { NumberField } from '../../controls/NumberField';
import { type FurtherRow, furtherRows, rangeOfRow } from '../../state/coreTables';
import type { FurtherValue } from '../../state/state';
import type { Store } from '../../store/store';

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** A control for an option, drawn from its row: labelled by its name and explained by its help. */
function FurtherOption({
  row,
  value,
  onValue,
}: {
  row: FurtherRow;
  value: FurtherValue | null;
  /** null: the default */
  onValue: (value: FurtherValue | null, final?: boolean) => void;
}) {
  const texts = { label: capitalized(row.name.replaceAll('-', ' ')), help: `${capitalized(row.help)}.` };
  if (row.kind === 'count' || row.kind === 'decimal') {
    const number = value === null ? null : Number(value);
    return (
      <NumberField {...texts} value={number} {...rangeOfRow(row)} empty={row.default === null} onValue={onValue} />
    );
  }
  const text = String(value ?? '');
  const props = (control: ControlProps) => ({
    ...control,
    value: text,
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement | HTMLSelectElement }) =>
      onValue(currentTarget.value || null),
  });
  return (
    <Field {...texts}>
      {(control) => {
        if (row.kind === 'flag') {
          return (
            <input
              {...control}
              type="checkbox"
              checked={value === true}
              onChange={(event) => onValue(event.currentTarget.checked)}
            />
          );
        }
        if (!row.choices) return <input {...props(control)} type="text" />;
        return (
          <select {...props(control)}>
            {(row.default === null ? ['', ...row.choices] : row.choices).map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        );
      }}
    </Field>
  );
}

/** The options of a plan that have no control of their own. */
export function FurtherOptions({ store }: { store: Store }) {
  const { further } = store.state.value;
  const set = (name: string, value: FurtherValue | null, final = true) => {
    const { [name]: _, ...others } = further;
    store.update({ further: value === null ? others : { ...others, [name]: value } }, final);
  };
  return (
    <>
      {furtherRows.map((row) => (
        <FurtherOption
          key={row.name}
          row={row}
          value={further[row.name] ?? row.default}
          onValue={(value, final) => set(row.name, value, final)}
        />
      ))}
    </>
  );
}
