import './controls.css';
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

/** Props that connect a control with its label, help and error. */
export interface ControlProps {
  id: string;
  'aria-describedby': string;
  'aria-invalid'?: true;
}

/** A labelled control with a line of help, or of error. */
export function Field({
  label,
  help,
  wrong,
  children,
}: {
  label: string;
  help: string;
  wrong?: string | undefined;
  children: (control: ControlProps) => ComponentChildren;
}) {
  const id = useId();
  const explained = `${id}-help`;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({ id, 'aria-describedby': explained, ...(wrong ? { 'aria-invalid': true } : {}) })}
      <p id={explained} class="field-help">
        {wrong ? <span class="field-wrong">{wrong}</span> : help}
      </p>
    </div>
  );
}

interface Labelled {
  label: string;
  help: string;
  disabled?: boolean;
}

/** A labelled menu of names. */
export function SelectField<Name extends string>({
  label,
  help,
  disabled = false,
  value,
  names,
  titles = {},
  onValue,
}: Labelled & {
  value: Name;
  names: readonly Name[];
  /** what is shown in place of a name */
  titles?: Readonly<Record<string, string>>;
  onValue: (name: Name) => void;
}) {
  return (
    <Field label={label} help={help}>
      {(control) => (
        <select
          {...control}
          value={value}
          disabled={disabled}
          onChange={(event) => onValue(event.currentTarget.value as Name)}
        >
          {names.map((name) => (
            <option key={name} value={name}>
              {titles[name] ?? name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** A labelled checkbox. */
export function CheckField({
  label,
  help,
  disabled = false,
  checked,
  onChecked,
}: Labelled & { checked: boolean; onChecked: (checked: boolean) => void }) {
  return (
    <Field label={label} help={help}>
      {(control) => (
        <input
          {...control}
          type="checkbox"
          checked={checked}
          disabled={disabled}
          onChange={(event) => onChecked(event.currentTarget.checked)}
        />
      )}
    </Field>
  );
}
