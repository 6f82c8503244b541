/** The table of strategies: contents, order and search. */
import type { Packed } from 'tuplepack';
import type { Run } from '../../data/runs';

/** `items` and `fill` sum over a strategy; fill is a share of the limits, strategies × k. */
export interface StrategyFigures {
  items: Float64Array;
  fill: Float64Array;
}

/** A number means the fill of that component. */
export type StrategyKey = 'strategy' | 'repeats' | 'items' | number;

export interface StrategySort {
  key: StrategyKey;
  descending: boolean;
}

export const itemsOf = (runs: readonly Run[]) => runs.reduce((sum, { copies }) => sum + copies, 0);

/**
 * The sizes of the items of one pack in one component, item by item. `most`: of about as many; of more items, those of one
 * size are put together.
 */
export function lengthsOf(runs: readonly Run[], component: number, most = Infinity): number[] {
  const share = Math.min(1, most / itemsOf(runs));
  return runs.flatMap(({ sizes, copies }) => {
    const count = Math.ceil(copies * share);
    return new Array<number>(count).fill(((sizes[component] ?? 0) * copies) / count);
  });
}

/** The chosen strategy, or else the commonest with several items: a pack of one item shows little. */
export function shownStrategy({ plan }: Packed, chosen: number | null): number {
  const count = plan.repeats.length;
  if (chosen !== null) return Math.min(chosen, count - 1);
  let commonest = 0;
  let most = 0;
  for (let strategy = 0; strategy < count; ++strategy) {
    const first = plan.offsets[strategy] as number;
    const several = (plan.offsets[strategy + 1] as number) - first > 1 || (plan.copies[first] as number) > 1;
    const repeats = several ? (plan.repeats[strategy] as number) : 0;
    if (repeats > most) [commonest, most] = [strategy, repeats];
  }
  return count === 0 ? -1 : commonest;
}

export function figuresOf({ plan, histogram, limits }: Packed): StrategyFigures {
  const k = limits.length;
  const items = new Float64Array(plan.repeats.length);
  const fill = new Float64Array(plan.repeats.length * k);
  for (let strategy = 0; strategy < plan.repeats.length; ++strategy) {
    for (let run = plan.offsets[strategy] as number; run < (plan.offsets[strategy + 1] as number); ++run) {
      const copies = plan.copies[run] as number;
      const bin = plan.bins[run] as number;
      items[strategy] = (items[strategy] as number) + copies;
      for (let c = 0; c < k; ++c) {
        const share = (copies * (histogram.sizes[bin * k + c] as number)) / (limits[c] as number);
        fill[strategy * k + c] = (fill[strategy * k + c] as number) + share;
      }
    }
  }
  return { items, fill };
}

/** Parses sizes such as `17` or `17,38`; null if invalid. */
export function searchedSizes(text: string): number[] | null {
  const words = text.split(/[\s,;×()]+/).filter((word) => word !== '');
  return words.length > 0 && words.every((word) => /^\d+$/.test(word)) ? words.map(Number) : null;
}

/** The bins with these first sizes; a single number matches any component. */
function binsWith({ histogram: { sizes, counts, components } }: Packed, searched: number[]): Uint8Array {
  const k = components.length;
  return Uint8Array.from(counts, (_, bin) => {
    const bins = sizes.subarray(bin * k, (bin + 1) * k);
    return Number(
      searched.length === 1 ? bins.includes(searched[0] as number) : searched.every((s, c) => s === bins[c]),
    );
  });
}

/** The sorted strategies; equal ones in plan order. With `searched`, only those that contain such an item. */
export function orderOf(
  packed: Packed,
  figures: StrategyFigures,
  { key, descending }: StrategySort,
  searched: number[] | null,
): Uint32Array {
  const { plan, limits } = packed;
  const found = searched && binsWith(packed, searched);
  const holds = (strategy: number) =>
    plan.bins.subarray(plan.offsets[strategy], plan.offsets[strategy + 1]).some((bin) => found?.[bin]);
  const value = (strategy: number): number => {
    if (key === 'strategy') return strategy;
    if (key === 'repeats') return plan.repeats[strategy] as number;
    if (key === 'items') return figures.items[strategy] as number;
    return figures.fill[strategy * limits.length + key] as number;
  };
  const order = new Uint32Array(plan.repeats.length).map((_, strategy) => strategy);
  const listed = found ? order.filter(holds) : order;
  if (key === 'strategy' && !descending) return listed;
  const sign = descending ? -1 : 1;
  return listed.sort((a, b) => sign * (value(a) - value(b)) || a - b);
}

/** The strategies with the most and the least data per pack, by the sum of the shares. Null without strategies. */
export function extremesOf({ fill, items }: StrategyFigures): { fullest: number; emptiest: number } | null {
  if (items.length === 0) return null;
  const k = fill.length / items.length;
  const sum = (strategy: number) =>
    fill.subarray(strategy * k, (strategy + 1) * k).reduce((shares, share) => shares + share, 0);
  const best = (isBetter: (one: number, other: number) => boolean) =>
    items.reduce((found, _, strategy) => (isBetter(sum(strategy), sum(found)) ? strategy : found), 0);
  return { fullest: best((one, other) => one > other), emptiest: best((one, other) => one < other) };
}
