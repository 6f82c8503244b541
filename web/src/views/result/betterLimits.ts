/** Limits that fill every component, where one is left mostly empty. */
import type { PackedMetrics, Stats } from 'tuplepack';

/** Below this share a component counts as badly filled. */
const badly = 0.5;
/** What a suggestion has to gain, in the harmonic mean. */
export const worthwhile = 0.1;
/** Good enough to stop looking. */
export const enough = 0.85;

/** The least filled component, if it is badly filled. */
export function badlyFilled({ metrics }: PackedMetrics): number | null {
  const least = Math.min(...metrics.efficiency);
  return metrics.efficiency.length > 1 && least < badly ? metrics.efficiency.indexOf(least) : null;
}

/**
 * Limits in proportion to the totals, as small as the largest item allows, then twice and four times as large: a pack
 * that is full in one component is full in all.
 */
export function proportionalLimits({ totals, largest }: Stats): number[][] {
  const least = Math.max(...largest.map((size, c) => size / Math.max(1, totals[c] ?? 1)));
  return [1, 2, 4].map((times) =>
    totals.map((total, c) => Math.max(largest[c] ?? 1, Math.ceil(total * least * times), 1)),
  );
}
