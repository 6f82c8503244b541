/** Limits offered where a component is badly filled. */
import type { PackedMetrics, Stats } from 'tuplepack';
import { expect, test } from 'vitest';
import { badlyFilled, proportionalLimits } from '../../../web/src/views/result/efficiency';

const filled = (...efficiency: number[]) => ({ metrics: { efficiency } }) as PackedMetrics;

test('the least filled component is named if it is below half', () => {
  expect(badlyFilled(filled(0.99, 0.128))).toBe(1);
  expect(badlyFilled(filled(0.3, 0.9, 0.2))).toBe(2);
  expect(badlyFilled(filled(0.99, 0.7))).toBeNull();
});

test('one component has no better limit by proportion', () => {
  expect(badlyFilled(filled(0.2))).toBeNull();
});

test('limits are in proportion to the totals, and hold the largest item', () => {
  const stats = { totals: [1000, 5000], largest: [100, 200] } as unknown as Stats;
  const found = proportionalLimits(stats);
  expect(found).toEqual([
    [100, 500],
    [200, 1000],
    [400, 2000],
  ]);
});
