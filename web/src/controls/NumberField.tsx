import { useState } from 'preact/hooks';
import { Field } from './Field';
import { controlsText as text } from './words';

const whole = /^\d+$/;
const decimal = /^(\d+\.?\d*|\.\d+)$/;

/**
 * A text field for a number; `value` null: empty. Invalid input shows an error and is not reported. With `onMax`, `max`
 * may be entered for the largest number.
 */
export function NumberField({
  label,
  help,
  value,
  least = 0,
  most = Number.MAX_SAFE_INTEGER,
  above = false,
  decimals = false,
  empty = false,
  onMax,
  onValue,
}: {
  label: string;
  help: string;
  value: number | null;
  least?: number;
  most?: number;
  /** greater than `least`, not equal to it */
  above?: boolean;
  /** otherwise integers only */
  decimals?: boolean;
  /** whether the field may be empty */
  empty?: boolean;
  /** on blur or Enter */
  onMax?: () => void;
  /** final: on blur or Enter, not while typing */
  onValue: (value: number | null, final: boolean) => void;
}) {
  const shown = value === null ? '' : String(value);
  const [typed, setTyped] = useState(shown);
  const [before, setBefore] = useState(value);
  /** undefined: invalid */
  const parse = (given: string) => {
    const trimmed = given.trim();
    if (empty && trimmed === '') return null;
    const number = Number(trimmed);
    const isInRange = number <= most && (above ? number > least : number >= least);
    return (decimals ? decimal : whole).test(trimmed) && isInRange ? number : undefined;
  };
  if (value !== before) {
    // during rendering, not in an effect: a key pressed before the effect would be lost
    setBefore(value);
    if (parse(typed) !== value) setTyped(shown);
  }
  const isMax = (given: string) => onMax !== undefined && given.trim().toLowerCase() === 'max';
  const isWrong = parse(typed) === undefined && !isMax(typed);
  const wrong = isWrong ? text.notNumber({ least, most, above, decimals, max: onMax !== undefined }) : undefined;
  const onEdit = (given: string, final: boolean) => {
    setTyped(given);
    if (final && isMax(given)) {
      setTyped(shown);
      onMax?.();
    }
    const number = parse(given);
    if (number !== undefined) onValue(number, final);
  };
  return (
    <Field label={label} help={help} wrong={wrong}>
      {(control) => (
        <input
          {...control}
          type="text"
          inputMode={decimals ? 'decimal' : 'numeric'}
          autocomplete="off"
          value={typed}
          onInput={(event) => onEdit(event.currentTarget.value, false)}
          onChange={(event) => onEdit(event.currentTarget.value, true)}
        />
      )}
    </Field>
  );
}
