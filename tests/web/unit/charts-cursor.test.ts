import { describe, expect, it } from 'vitest';
import type { Chart } from '../../../web/src/charts/chartjs';
import { alongPoints, nearestAcross, nearPoint, placeAfter, stepUnder } from '../../../web/src/charts/cursor';

/** A chart as far as the cursor knows it: data sets of points at these pixels. */
const chartOf = (...datasets: { x: number; y: number }[][]) =>
  ({
    data: { datasets: datasets.map((data) => ({ data })) },
    getDatasetMeta: (i: number) => ({ data: datasets[i] }),
  }) as unknown as Chart;

const points = [
  { x: 10, y: 50 },
  { x: 100, y: 20 },
  { x: 300, y: 10 },
];

describe('the cursor of a chart', () => {
  it('finds the point nearest along the x-axis', () => {
    const chart = chartOf(points);
    expect([-50, 54, 56, 199, 201, 9999].map((x) => nearestAcross(chart, x, 0))).toEqual([0, 0, 1, 1, 2, 2]);
    expect(nearestAcross(chartOf([]), 10, 0)).toBeNull();
  });

  it('finds a point only near it, if it is to be clicked', () => {
    expect(nearPoint(chartOf(points), 15, 52)).toBe(0);
    expect(nearPoint(chartOf(points), 95, 10)).toBe(1);
    expect(nearPoint(chartOf(points), 150, 20)).toBeNull();
  });

  it('finds the step that reaches to the next one', () => {
    expect([0, 10, 99, 100, 299, 400].map((x) => stepUnder(chartOf(points), x, 0))).toEqual([0, 0, 0, 1, 1, 2]);
  });

  it('marks the points of all lines, but no limit and no gap', () => {
    const gap = points.map((point, i) => (i === 1 ? { ...point, y: Number.NaN } : point));
    const chart = chartOf(points, gap, points);
    const { pointsAt } = alongPoints(3, { lines: 2 });
    expect(pointsAt(chart, 0)).toEqual([
      { datasetIndex: 0, index: 0 },
      { datasetIndex: 1, index: 0 },
    ]);
    expect(pointsAt(chart, 1)).toEqual([{ datasetIndex: 0, index: 1 }]);
  });
});

describe('arrow keys', () => {
  const row = alongPoints(30);
  const grid = { ...row, columns: 6, start: 7 };

  it('move along a row, from either end', () => {
    expect(placeAfter(row, null, 'ArrowRight')).toBe(0);
    expect(placeAfter(row, null, 'ArrowLeft')).toBe(29);
    expect(placeAfter(row, 3, 'ArrowUp')).toBe(4);
    expect(placeAfter(row, 3, 'PageDown')).toBe(13);
    expect(placeAfter(row, 3, 'PageUp')).toBe(0);
    expect(placeAfter(row, 3, 'End')).toBe(29);
    expect(placeAfter(row, 3, 'Home')).toBe(0);
  });

  it('move over a grid from its start, and stop at its edges', () => {
    expect(placeAfter(grid, null, 'ArrowUp')).toBe(13);
    expect(placeAfter(grid, 13, 'ArrowRight')).toBe(14);
    expect(placeAfter(grid, 11, 'ArrowRight')).toBe(11);
    expect(placeAfter(grid, 2, 'ArrowDown')).toBe(2);
    expect(placeAfter(grid, 26, 'ArrowUp')).toBe(26);
    expect(placeAfter(grid, 14, 'End')).toBe(17);
  });

  it('are the only keys of the cursor', () => {
    expect(placeAfter(row, 3, 'a')).toBeNull();
    expect(placeAfter(row, 3, 'Tab')).toBeNull();
  });
});
