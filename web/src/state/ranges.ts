/** Grids of limits: the cells of a sweep, row-major, the last component fastest. */
import type { Stats } from 'tuplepack';
import { rangeSize } from '../engine/sweep';
import type { SweepRange } from './state';

export function cellCount(ranges: SweepRange[]): number {
  return ranges.reduce((cells, range) => cells * rangeSize(range), 1);
}

/** Larger grids take too long to pack and to draw. */
export const mostCells = 50_000;

/** Whether the grid is non-empty and not too large. */
export function isSweepable(ranges: SweepRange[]): boolean {
  return ranges.every((range) => rangeSize(range) >= 1) && cellCount(ranges) <= mostCells;
}

/** The steps of a cell along every range. */
export function placeOfLimits(ranges: SweepRange[], limits: number[]): number[] {
  return ranges.map((range, component) => {
    const steps = Math.round(((limits[component] ?? range.first) - range.first) / range.step);
    return Math.min(Math.max(steps, 0), rangeSize(range) - 1);
  });
}

export function cellAtPlace(ranges: SweepRange[], place: number[]): number {
  return ranges.reduce((cell, range, component) => cell * rangeSize(range) + (place[component] ?? 0), 0);
}

/** Number of limits per component, smaller for data with many bins to limit the time of a sweep. */
function cellsWanted(k: number, bins: number): number[] {
  const cells = Math.min(1, 8000 / Math.max(bins, 1));
  if (k === 1) return [Math.ceil(200 * cells)];
  if (k === 2) return [40, 50].map((side) => Math.ceil(side * Math.sqrt(cells)));
  return Array.from({ length: k }, () => Math.max(3, Math.floor((4000 * cells) ** (1 / k))));
}

/**
 * Limits worth trying. They begin at the largest size. Packs are full in every component when limits are in the ratio of
 * the means, so all ranges end at the same multiple of the mean: a little over twice what the largest item needs.
 */
export function suggestRanges(stats: Stats, k: number): SweepRange[] {
  const reach = 2.25;
  const means = stats.totals.map((total) => total / Math.max(stats.items, 1));
  const most = Math.max(...means.map((mean, c) => (mean > 0 ? (stats.largest[c] ?? 1) / mean : 1)));
  const wanted = cellsWanted(k, stats.bins);
  return means.slice(0, k).map((mean, c) => {
    const first = Math.max(stats.largest[c] ?? 1, 1);
    const end = Math.max(Math.round(mean * most * reach), first + 1);
    const step = Math.max(1, Math.ceil((end - first) / ((wanted[c] ?? 2) - 1)));
    return { first, last: first + Math.floor((end - first) / step) * step, step };
  });
}
