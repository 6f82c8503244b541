/** What is in a pack. */
import type { Packed } from 'tuplepack';

/** Items of one size in a pack. */
export interface Run {
  sizes: number[];
  copies: number;
}

/** The contents of one pack of a strategy. */
export function runsOf({ plan, histogram }: Packed, strategy: number): Run[] {
  const k = histogram.components.length;
  const runs: Run[] = [];
  for (let run = plan.offsets[strategy] ?? 0; run < (plan.offsets[strategy + 1] ?? 0); ++run) {
    const bin = plan.bins[run] as number;
    runs.push({
      sizes: Array.from(histogram.sizes.subarray(bin * k, (bin + 1) * k)),
      copies: plan.copies[run] as number,
    });
  }
  return runs;
}
