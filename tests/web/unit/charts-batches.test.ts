import { expect, test } from 'vitest';
import { batchAt, stepsOf } from '../../../web/src/charts/batches';
import { scaleOf } from '../../../web/src/charts/scale';

const across = (max: number, pixels: number) => scaleOf({ min: 0, max, logarithmic: false }, true, 0, pixels);

test('the width of a bar is the batch size', () => {
  expect(stepsOf({ offsets: [0, 2, 5, 10], heights: [7, 0, 3] }, across(10, 100))).toEqual([
    { left: 0, right: 20, height: 7 },
    { left: 20, right: 50, height: 0 },
    { left: 50, right: 100, height: 3 },
  ]);
});

test('of batches that share a pixel the highest is drawn', () => {
  const offsets = Array.from({ length: 1001 }, (_, b) => b);
  const heights = offsets.slice(1).map((b) => (b === 503 ? 9 : 1));
  const steps = stepsOf({ offsets, heights }, across(1000, 10));
  expect(steps.map(({ height }) => height)).toContain(9);
  expect(steps.length).toBeLessThanOrEqual(11);
  expect(steps.at(-1)?.right).toBeGreaterThanOrEqual(10);
});

test('finds the batch of an interaction', () => {
  const along = { offsets: [0, 2, 5, 10], heights: [1, 1, 1] };
  expect([-3, 0, 1.9, 2, 4, 5, 9, 99].map((interaction) => batchAt(along, interaction))).toEqual([
    0, 0, 0, 1, 1, 2, 2, 2,
  ]);
});
