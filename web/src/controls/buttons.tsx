import './controls.css';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Stopped } from '../engine/pool';

/** A button that submits no form. */
export const Button = (props: JSX.IntrinsicElements['button']) => <button type="button" {...props} />;

interface SaveProps {
  label: string;
  /** replaced by an error, if any */
  help: string;
  /** file name */
  name: string;
  content: (signal: AbortSignal) => Promise<string | Uint8Array>;
}

/** Creates and saves a file; can be cancelled. */
export function SaveButton({ label, help, name, content }: SaveProps) {
  const [wrong, setWrong] = useState('');
  const [making, setMaking] = useState<AbortController | null>(null);
  useEffect(() => () => making?.abort(), [making]);
  const save = async () => {
    const control = new AbortController();
    setMaking(control);
    setWrong('');
    try {
      download(name, await content(control.signal));
    } catch (failure) {
      if (!(failure instanceof Stopped)) setWrong(failure instanceof Error ? failure.message : String(failure));
    } finally {
      setMaking(null);
    }
  };
  return (
    <div class="row save-button">
      <Button disabled={making !== null} onClick={save}>
        {label}
      </Button>
      {making && (
        <span class="appears-late">
          Creating the file … <Button onClick={() => making.abort()}>Cancel</Button>
        </span>
      )}
      {wrong === '' ? <small>{help}</small> : <small role="alert">{wrong}</small>}
    </div>
  );
}

interface CopyProps {
  /** label of the button */
  label: string;
  /** name of the text, for copying manually */
  what: string;
  content: string;
  /** shown once it is copied */
  note?: string;
}

/** Copies a text; without access to the clipboard, shows it selected. */
export function CopyText({ label, what, content, note }: CopyProps) {
  const [state, setState] = useState<'idle' | 'copied' | 'refused'>('idle');
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => setState('idle'), [content]);
  useEffect(() => {
    if (state === 'refused') area.current?.select();
  }, [state]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(content);
      setState('copied');
    } catch {
      setState('refused');
      area.current?.select();
    }
  };
  return (
    <div class="row copy-text">
      <Button onClick={copy}>{label}</Button>
      <span role="status">
        {state === 'copied' && ['Copied.', note].filter(Boolean).join(' ')}
        {state === 'refused' && 'The clipboard is not available; copy the selected text.'}
      </span>
      {state === 'refused' && (
        <textarea ref={area} readOnly rows={4} aria-label={`${what}, to copy manually`} value={content} />
      )}
    </div>
  );
}

/** A command of the program, to copy. */
export function CommandText({ command }: { command: string }) {
  return (
    <>
      <pre class="command-text">{command}</pre>
      <CopyText label="Copy command" what="Command" content={command} />
    </>
  );
}

/** How one of several choices is applied. */
export interface Use<Choice> {
  /** accessible name, unless it is in use */
  label: (choice: Choice) => string;
  inUse: (choice: Choice) => boolean;
  onUse: (choice: Choice) => void;
}

/** Applies a choice. It keeps the focus when the choice is in use. */
export function UseButton<Choice>({ use, choice }: { use: Use<Choice>; choice: Choice }) {
  const inUse = use.inUse(choice);
  const label = inUse ? undefined : use.label(choice);
  return (
    <Button aria-label={label} aria-disabled={inUse} onClick={() => inUse || use.onUse(choice)}>
      {inUse ? 'in use' : 'Use'}
    </Button>
  );
}

/** Milliseconds until the object URL is revoked. */
const patience = 10_000;

/** What files hold, by how their names end. */
const types: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  json: 'application/json',
  npz: 'application/zip',
  png: 'image/png',
  svg: 'image/svg+xml',
};

/** Saves a file through the browser, without a network request. */
export function download(name: string, content: string | Uint8Array): void {
  const type = types[name.replace(/.*\./, '')] ?? '';
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([content as BlobPart], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), patience);
}
