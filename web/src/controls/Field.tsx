import { Button } from './buttons';
import './controls.css';
import type { ComponentChildren } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';
import { decimalText } from '../options/readers';
import { whole as written } from './format';

/** Props that connect a control with its label, help and error. */
export interface ControlProps {
  id: string;
  'aria-describedby': string;
  'aria-invalid'?: true;
}

interface Labelled {
  label: string;
  help: string;
}

interface FieldProps extends Labelled {
  wrong?: string | undefined;
  children: (control: ControlProps) => ComponentChildren;
}

/** A labelled control with a line of help, or of error. */
export function Field({ label, help, wrong, children }: FieldProps) {
  const id = useId();
  const explained = `${id}-help`;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({ id, 'aria-describedby': explained, ...(wrong ? { 'aria-invalid': true } : {}) })}
      <p id={explained} class="field-help">
        {wrong ? <span class="bad">{wrong}</span> : help}
      </p>
    </div>
  );
}

interface OptionsProps<Name> {
  names: readonly Name[];
  /** what is shown in place of a name */
  titles?: Readonly<Record<string, string>>;
}

/** What a menu offers. */
export function Options({ names, titles = {} }: OptionsProps<string>) {
  return names.map((name) => (
    <option key={name} value={name}>
      {titles[name] ?? name}
    </option>
  ));
}

interface SelectProps<Name> extends Labelled, OptionsProps<Name> {
  value: Name;
  disabled?: boolean;
  onValue: (name: Name) => void;
}

/** A labelled menu of names. */
export function SelectField<Name extends string>(props: SelectProps<Name>) {
  const { names, titles = {}, onValue, value, disabled = false, ...labels } = props;
  return (
    <Field {...labels}>
      {(control) => (
        <select
          {...control}
          value={value}
          disabled={disabled}
          onChange={({ currentTarget }) => onValue(currentTarget.value as Name)}
        >
          <Options {...{ names, titles }} />
        </select>
      )}
    </Field>
  );
}

interface CheckProps extends Labelled {
  checked: boolean;
  disabled?: boolean;
  onChecked: (checked: boolean) => void;
}

/** A labelled checkbox. */
export function CheckField({ checked, disabled = false, onChecked, ...labels }: CheckProps) {
  const onChange = (event: { currentTarget: HTMLInputElement }) => onChecked(event.currentTarget.checked);
  return (
    <Field {...labels}>
      {(control) => <input {...control} type="checkbox" checked={checked} disabled={disabled} onChange={onChange} />}
    </Field>
  );
}

const whole = /^\d+$/;

interface NumberRange {
  least?: number;
  most?: number;
  /** greater than `least`, not equal to it */
  above?: boolean;
  /** otherwise integers only */
  decimals?: boolean;
}

/** What may be entered. */
function expected({ least = 0, most = Infinity, above = false, decimals = false }: NumberRange, max: boolean): string {
  const from = above ? `greater than ${least}` : `of at least ${least}`;
  const bounded = above ? `${from} and at most ${written(most)}` : `from ${least} to ${written(most)}`;
  return `Enter a ${decimals ? '' : 'whole '}number ${most < 1e9 ? bounded : from}${max ? ', or max' : ''}.`;
}

interface NumberProps extends Labelled, NumberRange {
  /** null: empty */
  value: number | null;
  /** whether the field may be empty */
  empty?: boolean;
  /** on blur or Enter */
  onMax?: () => void;
  /** final: on blur or Enter, not while typing */
  onValue: (value: number | null, final: boolean) => void;
}

/**
 * A text field for a number. Invalid input shows an error and is not reported. With `onMax`, `max` may be entered for the
 * largest number.
 */
export function NumberField({ label, help, value, empty = false, onMax, onValue, ...range }: NumberProps) {
  const { least = 0, most = Number.MAX_SAFE_INTEGER, above = false, decimals = false } = range;
  const shown = value === null ? '' : String(value);
  const [typed, setTyped] = useState(shown);
  const [before, setBefore] = useState(value);
  /** undefined: invalid */
  const parse = (given: string) => {
    const trimmed = given.trim();
    if (empty && trimmed === '') return null;
    const number = Number(trimmed);
    const isInRange = number <= most && (above ? number > least : number >= least);
    return (decimals ? decimalText : whole).test(trimmed) && isInRange ? number : undefined;
  };
  if (value !== before) {
    // during rendering, not in an effect: a key pressed before the effect would be lost
    setBefore(value);
    if (parse(typed) !== value) setTyped(shown);
  }
  const isMax = (given: string) => onMax !== undefined && given.trim().toLowerCase() === 'max';
  const isWrong = parse(typed) === undefined && !isMax(typed);
  const wrong = isWrong ? expected(range, onMax !== undefined) : undefined;
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

interface FilePickerProps {
  control?: ControlProps;
  label: string;
  multiple?: boolean;
  /** at least one */
  onFiles: (files: File[]) => void;
}

/**
 * Chooses files: a button, or the control of a field beside its button. The browser's own control would say that there is
 * none, since it is reset after every choice.
 */
export function FilePicker({ control, label, multiple = false, onFiles }: FilePickerProps) {
  const input = useRef<HTMLInputElement>(null);
  const pick = (chosen: HTMLInputElement) => {
    const files = [...(chosen.files ?? [])];
    chosen.value = ''; // so that the same file can be chosen again
    if (files.length > 0) onFiles(files);
  };
  return (
    <div class="file-picker">
      <input
        {...(control ? { ...control, class: 'unseen' } : { hidden: true })}
        ref={input}
        type="file"
        multiple={multiple}
        onChange={(event) => pick(event.currentTarget)}
      />
      <Button {...(control && { tabIndex: -1, 'aria-hidden': true })} onClick={() => input.current?.click()}>
        {label}
      </Button>
    </div>
  );
}

interface SliderProps {
  /** accessible name */
  label: string;
  least: number;
  end: number;
  value: number;
  /** final: not while dragging */
  onValue: (value: number, final: boolean) => void;
}

/** A slider. `end` may follow the value: the scale does not change during a drag. */
export function Slider({ label, least, end, value, onValue }: SliderProps) {
  /** the end when the drag began */
  const [held, setHeld] = useState(0);
  const most = Math.max(held || end, value);
  return (
    <input
      class="slider"
      type="range"
      aria-label={label}
      min={least}
      max={most}
      value={value}
      onInput={(event) => {
        setHeld(most);
        onValue(event.currentTarget.valueAsNumber, false);
      }}
      onChange={(event) => onValue(event.currentTarget.valueAsNumber, true)}
      onBlur={() => setHeld(0)}
    />
  );
}
