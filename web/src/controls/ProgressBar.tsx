import './ProgressBar.css';

/** Progress of a long calculation, with a cancel button. */
export function ProgressBar({
  name,
  text,
  progress,
  cancel,
  onCancel,
}: {
  /** accessible name */
  name: string;
  /** visible text */
  text: string;
  /** 0 … 1; null: unknown */
  progress: number | null;
  /** label of the button */
  cancel: string;
  onCancel: () => void;
}) {
  return (
    <p class="progress-bar">
      <progress max={1} aria-label={name} {...(progress === null ? {} : { value: progress })} />
      <span>{text}</span>
      <button type="button" onClick={onCancel}>
        {cancel}
      </button>
    </p>
  );
}
