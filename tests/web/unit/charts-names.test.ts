import { expect, test } from 'vitest';
import { spread } from '../../../web/src/charts/names';

test('names of lines are apart, in the order of the lines, and inside the chart', () => {
  expect(spread([10, 100, 200], 300)).toEqual([10, 100, 200]);
  expect(spread([50, 40, 45], 300)).toEqual([72, 40, 56]);
  expect(spread([298, 299, 300], 300)).toEqual([268, 284, 300]);
  expect(spread([], 300)).toEqual([]);
  for (let round = 0; round < 100; ++round) {
    const ys = Array.from({ length: 5 }, () => Math.random() * 300);
    const placed = spread(ys, 300);
    const order = (values: number[]) => values.map((_, i) => i).sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0));
    expect(order(placed), `${ys}`).toEqual(order(ys));
    const sorted = [...placed].sort((a, b) => a - b);
    for (const [i, y] of sorted.slice(1).entries()) {
      expect(y - (sorted[i] ?? 0), `${ys}`).toBeGreaterThanOrEqual(16 - 1e-9);
    }
    expect(Math.max(...placed)).toBeLessThanOrEqual(300);
  }
});
