/** Controls of options, drawn from their rows in the core's table: kind, range and choices. */
import { CheckField, Field, NumberField, SelectField } from '../controls/Field';
import { type OptionRow, rangeOfRow, rowOfField } from '../engine/coreTables';
import { type FurtherValue, initialState, type State } from '../state/state';
import type { Store } from '../store/store';
import { type OptionWords, optionWords } from './optionWords';

/** The control of an option. */
export function RowField({
  row,
  value,
  empty = row.default === null,
  choices = row.choices,
  disabled = false,
  titles = {},
  onValue,
  ...words
}: OptionWords & {
  row: OptionRow;
  value: FurtherValue | null;
  /** whether it may have no value */
  empty?: boolean;
  /** in place of those of the row */
  choices?: readonly string[] | null;
  disabled?: boolean;
  onValue: (value: FurtherValue | null, final?: boolean) => void;
}) {
  if (row.kind === 'count' || row.kind === 'decimal') {
    const number = value === null ? null : Number(value);
    return <NumberField {...words} {...rangeOfRow(row)} value={number} empty={empty} onValue={onValue} />;
  }
  if (row.kind === 'flag') {
    return <CheckField {...words} checked={value === true} disabled={disabled} onChecked={onValue} />;
  }
  const shown = String(value ?? '');
  const onText = (given: string) => onValue(given || null);
  if (choices) {
    // the value is there even while the choices are not known yet
    const listed = empty ? ['', ...choices] : choices;
    const names = listed.includes(shown) ? listed : [shown, ...listed];
    return (
      <SelectField
        {...words}
        {...{ names, disabled }}
        titles={{ '': 'default', ...titles }}
        value={shown}
        onValue={onText}
      />
    );
  }
  return (
    <Field {...words}>
      {(control) => (
        <input {...control} type="text" value={shown} onChange={(event) => onText(event.currentTarget.value)} />
      )}
    </Field>
  );
}

/** The control of an option that has a field of the state. `also`: what else its change sets. */
export function OptionField({
  store,
  field,
  value = store.state.value[field],
  empty = initialState[field] === null,
  also = {},
  ...changes
}: {
  store: Store;
  field: keyof typeof optionWords;
  value?: FurtherValue | null;
  empty?: boolean;
  disabled?: boolean;
  /** in place of the usual ones */
  help?: string;
  choices?: readonly string[];
  also?: Partial<State>;
}) {
  const set = (given: FurtherValue | null, final?: boolean) => store.update({ ...also, [field]: given }, final);
  return (
    <RowField
      row={rowOfField[field]}
      {...{ value, empty }}
      {...(optionWords[field] as OptionWords)}
      {...changes}
      onValue={set}
    />
  );
}
