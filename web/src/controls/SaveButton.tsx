import { useEffect, useState } from 'preact/hooks';
import { Stopped } from '../engine/pool';
import { download } from './download';
import { controlsText as text } from './words';

interface Props {
  label: string;
  /** replaced by an error, if any */
  help: string;
  /** file name */
  name: string;
  type: string;
  content: (signal: AbortSignal) => Promise<string | Uint8Array>;
}

/** Creates and saves a file; can be cancelled. */
export function SaveButton({ label, help, name, type, content }: Props) {
  const [wrong, setWrong] = useState('');
  const [making, setMaking] = useState<AbortController | null>(null);
  useEffect(() => () => making?.abort(), [making]);
  const save = async () => {
    const control = new AbortController();
    setMaking(control);
    setWrong('');
    try {
      download(name, await content(control.signal), type);
    } catch (failure) {
      if (!(failure instanceof Stopped)) setWrong(failure instanceof Error ? failure.message : String(failure));
    } finally {
      setMaking(null);
    }
  };
  return (
    <div class="save-button">
      <button type="button" disabled={making !== null} onClick={save}>
        {label}
      </button>
      {making && (
        <span class="appears-late">
          {text.making}{' '}
          <button type="button" onClick={() => making.abort()}>
            {text.cancel}
          </button>
        </span>
      )}
      {wrong === '' ? <small>{help}</small> : <small role="alert">{wrong}</small>}
    </div>
  );
}
