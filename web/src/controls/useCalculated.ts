import { useEffect, useState } from 'preact/hooks';

/** The result of a calculation that starts again when its inputs change. The last one is kept until there is a newer one. */
export function useCalculated<T>(
  calculate: (signal: AbortSignal) => Promise<T> | null,
  inputs: readonly unknown[],
): T | null {
  const [result, setResult] = useState<T | null>(null);
  useEffect(() => {
    const control = new AbortController();
    calculate(control.signal)?.then(
      (calculated) => control.signal.aborted || setResult(() => calculated),
      () => {}, // given up for newer inputs; otherwise the page says why nothing can be calculated
    );
    return () => control.abort();
  }, inputs);
  return result;
}
