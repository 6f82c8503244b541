import './ProgressBar.css';

/** How far a long calculation is, and the way to end it. */
export function ProgressBar({
  name,
  said,
  progress,
  cancel,
  onCancel,
}: {
  /** what is calculated */
  name: string;
  /** that, and how far it is */
  said: string;
  /** 0 … 1; null when it cannot be told */
  progress: number | null;
  /** on the button */
  cancel: string;
  onCancel: () => void;
}) {
  return (
    <p class="progress-bar">
      <progress max={1} aria-label={name} {...(progress === null ? {} : { value: progress })} />
      <span>{said}</span>
      <button type="button" onClick={onCancel}>
        {cancel}
      </button>
    </p>
  );
}
