import type { Stats, Sweep } from 'tuplepack';
import { describe, expect, it } from 'vitest';
import { limitsOfCell, rangeSize } from '../../../web/src/engine/sweep';
import { cellAtPlace, cellCount, placeOfLimits, suggestRanges } from '../../../web/src/state/ranges';
import { bestCells, cellsPerState } from '../../../web/src/views/limits/sweep';

const ranges = [
  { first: 20, last: 24, step: 2 },
  { first: 54, last: 61, step: 3 },
];

describe('a grid of limits', () => {
  it('counts the limits of a range', () => {
    expect(ranges.map(rangeSize)).toEqual([3, 3]);
    expect(cellCount(ranges)).toBe(9);
  });

  it('is row-major, in both directions', () => {
    expect(limitsOfCell(ranges, 0)).toEqual([20, 54]);
    expect(limitsOfCell(ranges, 5)).toEqual([22, 60]);
    for (let cell = 0; cell < 9; ++cell) {
      const limits = limitsOfCell(ranges, cell);
      expect(cellAtPlace(ranges, placeOfLimits(ranges, limits))).toBe(cell);
    }
  });

  it('has a nearest cell for limits between steps', () => {
    expect(placeOfLimits(ranges, [1000, 55])).toEqual([2, 0]);
  });
});

function stats(items: number, bins: number, totals: number[], largest: number[]): Stats {
  return { items, bins, totals, largest, smallest: largest.map(() => 1), padding: largest.map(() => 0) };
}

describe('suggested ranges', () => {
  it('begin at the largest size and end in the ratio of the means', () => {
    const molecules = stats(1000, 152, [14_100, 29_200], [20, 54]);
    const [nodes, edges] = suggestRanges(molecules, 2);
    expect(nodes).toEqual({ first: 20, last: 59, step: 1 });
    expect(edges?.first).toBe(54);
    expect((edges?.last ?? 0) / (nodes?.last ?? 1)).toBeCloseTo(2.07, 1);
  });

  it('keep the grid small, more so for many bins', () => {
    for (const k of [1, 2, 3, 8]) {
      const wide = stats(
        10,
        1000,
        Array.from({ length: k }, () => 100),
        Array.from({ length: k }, () => 5000),
      );
      expect(cellCount(suggestRanges(wide, k))).toBeLessThanOrEqual(7000);
      expect(cellCount(suggestRanges({ ...wide, bins: 36_000 }, k))).toBeLessThanOrEqual(
        cellCount(suggestRanges(wide, k)),
      );
    }
  });

  it('are never empty', () => {
    for (const k of [1, 2, 4]) {
      const zeros = Array.from({ length: k }, () => 0);
      for (const { first, last, step } of suggestRanges(stats(3, 1, zeros, zeros), k)) {
        expect(first).toBeGreaterThanOrEqual(1);
        expect(last).toBeGreaterThanOrEqual(first);
        expect(step).toBeGreaterThanOrEqual(1);
      }
    }
  });
});

describe('the table of a sweep', () => {
  const grid = {
    state: Uint8Array.of(0, 1, 2, 2, 2, 2),
    harmonicMean: Float64Array.of(Number.NaN, 0.99, 0.5, 0.9, 0.7, 0.9),
  } as Sweep;

  it('lists only packed cells, best first', () => {
    expect(bestCells(grid, 3)).toEqual([3, 5, 4]);
    expect(bestCells(grid, 10)).toEqual([3, 5, 4, 2]);
  });

  it('counts cells by state', () => {
    expect(cellsPerState(grid)).toEqual([1, 1, 4, 0]);
  });
});
