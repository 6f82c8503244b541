import { useState } from 'preact/hooks';
import { choicesText as text } from '../text/choices';
import { Field } from './Field';

/** Null where the text is not a whole number from `least` on that JavaScript holds exactly. */
function parseWhole(typed: string, least: number): number | null {
  const number = Number(typed);
  return /^\d+$/.test(typed.trim()) && Number.isSafeInteger(number) && number >= least ? number : null;
}

/** A whole number to type. `value` null: nothing; what cannot be is shown as wrong and changes nothing. */
export function NumberField({
  label,
  help,
  value,
  least,
  empty = false,
  onValue,
}: {
  label: string;
  help: string;
  value: number | null;
  least: number;
  /** whether nothing may be typed */
  empty?: boolean;
  /** final: the field was left, or Enter pressed; not in the middle of typing */
  onValue: (value: number | null, final: boolean) => void;
}) {
  const shown = value === null ? '' : String(value);
  const [typed, setTyped] = useState(shown);
  const [before, setBefore] = useState(value);
  /** undefined: it cannot be */
  const meant = (given: string) => (empty && given.trim() === '' ? null : (parseWhole(given, least) ?? undefined));
  if (value !== before) {
    // while rendering, not after: the next key may come before an effect, and would be lost
    setBefore(value);
    if (meant(typed) !== value) setTyped(shown);
  }
  const wrong = meant(typed) === undefined ? text.notWhole(least) : undefined;
  const hear = (given: string, final: boolean) => {
    setTyped(given);
    const number = meant(given);
    if (number !== undefined) onValue(number, final);
  };
  return (
    <Field label={label} help={help} wrong={wrong}>
      {(ties) => (
        <input
          {...ties}
          type="text"
          inputMode="numeric"
          autocomplete="off"
          value={typed}
          onInput={(event) => hear(event.currentTarget.value, false)}
          onChange={(event) => hear(event.currentTarget.value, true)}
        />
      )}
    </Field>
  );
}
