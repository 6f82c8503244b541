import './FilePicker.css';
import { useRef } from 'preact/hooks';
import type { ControlProps } from './Field';

/** Chooses files. The browser's own control would say that there is none, since it is reset after every choice. */
export function FilePicker({
  control,
  label,
  multiple = false,
  onFiles,
}: {
  control: ControlProps;
  label: string;
  multiple?: boolean;
  /** at least one */
  onFiles: (files: File[]) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const pick = (chosen: HTMLInputElement) => {
    const files = [...(chosen.files ?? [])];
    chosen.value = ''; // so that the same file can be chosen again
    if (files.length > 0) onFiles(files);
  };
  return (
    <div class="file-picker">
      <input
        {...control}
        ref={input}
        class="unseen"
        type="file"
        multiple={multiple}
        onChange={(event) => pick(event.currentTarget)}
      />
      <button type="button" tabIndex={-1} aria-hidden="true" onClick={() => input.current?.click()}>
        {label}
      </button>
    </div>
  );
}
