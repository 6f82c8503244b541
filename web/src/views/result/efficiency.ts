/** How full packs are, and limits that fill every component where one is left mostly empty. */
import type { PackedMetrics, Stats } from 'tuplepack';
import { type Column, numberColumn } from '../../controls/DataTable';
import { percent } from '../../controls/format';

/** Harmonic mean of the efficiencies of all components. */
export function harmonicMean(shares: readonly number[]): number {
  return shares.some((share) => share <= 0) ? 0 : shares.length / shares.reduce((sum, share) => sum + 1 / share, 0);
}

/** Columns of the efficiency of every component and, if there are several, of its harmonic mean. */
export const efficiencyColumns = <Row>(components: string[], of: (row: Row) => readonly number[]): Column<Row>[] => [
  ...components.map((name, c) => numberColumn(`eff. ${name}`, percent, (row: Row) => of(row)[c] ?? 0, true)),
  ...(components.length > 1 ? [numberColumn('harmonic mean', percent, (row: Row) => harmonicMean(of(row)), true)] : []),
];

/** Below this share a component counts as badly filled. */
const badly = 0.5;

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
