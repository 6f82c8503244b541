import { Button } from './buttons';
import './panel.css';
import { useEffect, useState } from 'preact/hooks';

/** A long calculation, as far as its progress shows it. */
export interface Work {
  running: boolean;
  /** 0 … 1; null: unknown */
  progress: number | null;
  /** when it or the last one began, as of performance.now() */
  began: number;
  /** cancelled by the user: with progress, the result is partial; otherwise it is the previous one */
  ended: boolean;
  error: { message: string } | null;
}

/** How long a calculation has been running, in seconds. */
function Elapsed({ began, limit }: { began: number; limit: number | undefined }) {
  const secondsSince = () => Math.max(0, Math.floor((performance.now() - began) / 1000));
  const [seconds, setSeconds] = useState(secondsSince);
  useEffect(() => {
    setSeconds(secondsSince());
    const timer = setInterval(() => setSeconds(secondsSince()), 250);
    return () => clearInterval(timer);
  }, [began]);
  return <span>{limit === undefined ? `${seconds} s` : `${seconds} s of ${limit} s`}</span>;
}

interface BarProps {
  work: Work;
  /** what is going on */
  text: string;
  /** seconds after which it stops by itself */
  limit?: number;
  cancel?: string;
  /** without it, there is no button */
  onCancel?: () => void;
}

/** How far a running calculation is and how long it has taken, with a cancel button. */
export function ProgressBar({
  work: { running, progress, began },
  text,
  limit,
  cancel = 'Cancel',
  onCancel,
}: BarProps) {
  if (!running) return null;
  return (
    <p class="row progress-bar appears-late">
      <progress max={1} aria-label={text} {...(progress === null ? {} : { value: progress })} />
      <span>{progress === null ? `${text} …` : `${text}: ${Math.round(progress * 100)}%`}</span>
      <Elapsed began={began} limit={limit} />
      {onCancel && <Button onClick={onCancel}>{cancel}</Button>}
    </p>
  );
}

/** What a calculation has come to, unless it is a result: progress, error, or that it was cancelled. */
export function Progress({ ended, ...bar }: BarProps & { /** said once it was cancelled */ ended?: string }) {
  const { work } = bar;
  return (
    <>
      {work.error && (
        <p class="panel-error" role="alert">
          {work.error.message}
        </p>
      )}
      <ProgressBar {...bar} />
      {work.ended && ended && <p role="status">{ended}</p>}
    </>
  );
}
