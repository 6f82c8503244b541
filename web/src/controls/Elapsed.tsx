import { useEffect, useState } from 'preact/hooks';
import { controlsText as text } from './words';

/** How long a calculation has been running, in seconds. */
export function Elapsed({ began, limit }: { /** as of performance.now() */ began: number; limit?: number }) {
  const secondsSince = () => Math.max(0, Math.floor((performance.now() - began) / 1000));
  const [seconds, setSeconds] = useState(secondsSince);
  useEffect(() => {
    setSeconds(secondsSince());
    const timer = setInterval(() => setSeconds(secondsSince()), 250);
    return () => clearInterval(timer);
  }, [began]);
  return <span>{text.elapsed(seconds, limit)}</span>;
}
