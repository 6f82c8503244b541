import './controls.css';
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

/** What ties a control to its label, its explanation and what is wrong with it. */
export interface ControlProps {
  id: string;
  'aria-describedby': string;
  'aria-invalid'?: true;
}

/** A labelled control with a line that explains it, and another when what was typed cannot be. */
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
