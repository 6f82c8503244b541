import './ProgressBar.css';
import { Elapsed } from './Elapsed';

/** Progress of a long calculation and the time it has taken, with a cancel button. */
export function ProgressBar({
  name,
  text,
  progress,
  began,
  limit,
  cancel,
  onCancel,
}: {
  /** accessible name */
  name: string;
  /** visible text */
  text: string;
  /** 0 … 1; null: unknown */
  progress: number | null;
  /** when it began, as of performance.now() */
  began: number;
  /** seconds after which it stops by itself */
  limit?: number;
  /** label of the button */
  cancel: string;
  onCancel: () => void;
}) {
  return (
    <p class="progress-bar">
      <progress max={1} aria-label={name} {...(progress === null ? {} : { value: progress })} />
      <span>{text}</span>
      <Elapsed began={began} {...(limit !== undefined && { limit })} />
      <button type="button" onClick={onCancel}>
        {cancel}
      </button>
    </p>
  );
}
