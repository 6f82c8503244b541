import { useState } from 'preact/hooks';
import { download } from '../export/download';

interface Props {
  label: string;
  /** one line about it; what went wrong takes its place */
  help: string;
  /** of the file */
  name: string;
  type: string;
  content: () => Promise<string | Uint8Array>;
}

/** Makes a file when asked, and saves it. */
export function SaveButton({ label, help, name, type, content }: Props) {
  const [wrong, setWrong] = useState('');
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    setWrong('');
    try {
      download(name, await content(), type);
    } catch (failure) {
      setWrong(failure instanceof Error ? failure.message : String(failure));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div class="save-button">
      <button type="button" disabled={busy} onClick={save}>
        {label}
      </button>
      {wrong === '' ? <small>{help}</small> : <small role="alert">{wrong}</small>}
    </div>
  );
}
