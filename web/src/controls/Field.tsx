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
