import { useEffect, useRef, useState } from 'preact/hooks';
import { controlsText as text } from './words';
import './CopyText.css';

interface Props {
  /** label of the button */
  label: string;
  /** name of the text, for copying manually */
  what: string;
  content: string;
  /** shown once it is copied */
  note?: string;
}

/** Copies a text; without access to the clipboard, shows it selected. */
export function CopyText({ label, what, content, note }: Props) {
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
    <div class="copy-text">
      <button type="button" onClick={copy}>
        {label}
      </button>
      <span role="status">
        {state === 'copied' && [text.copied, note].filter(Boolean).join(' ')}
        {state === 'refused' && text.refused}
      </span>
      {state === 'refused' && (
        <textarea ref={area} readOnly rows={4} aria-label={text.refusedLabel(what)} value={content} />
      )}
    </div>
  );
}
