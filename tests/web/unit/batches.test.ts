import { expect, test } from 'vitest';
import { batchAt, stepsOf } from '../../../web/src/views/temporal/TemporalCharts';

test('a step begins where its batch begins, and the last one ends with its batch', () => {
  expect(stepsOf({ offsets: [0, 2, 5, 10], heights: [7, 0, 3] })).toEqual([
    { x: 0, y: 7, batch: 0 },
    { x: 2, y: 0, batch: 1 },
    { x: 5, y: 3, batch: 2 },
    { x: 10, y: 3, batch: 2 },
  ]);
  expect(stepsOf({ offsets: [], heights: [] })).toEqual([]);
});

test('of batches too many to be drawn the highest of each group is', () => {
  const offsets = Array.from({ length: 10_001 }, (_, b) => b);
  const heights = offsets.slice(1).map((b) => (b === 503 ? 9 : 1));
  const steps = stepsOf({ offsets, heights });
  expect(steps.length).toBeLessThanOrEqual(2001);
  expect(steps.filter(({ y }) => y === 9)).toEqual([{ x: 500, y: 9, batch: 502 }]);
  expect(steps.at(-1)?.x).toBe(10_000);
});

test('finds the batch of an interaction', () => {
  const along = { offsets: [0, 2, 5, 10], heights: [1, 1, 1] };
  expect([-3, 0, 1.9, 2, 4, 5, 9, 99].map((interaction) => batchAt(along, interaction))).toEqual([
    0, 0, 0, 1, 1, 2, 2, 2,
  ]);
});
