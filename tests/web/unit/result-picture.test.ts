/** The sample of the data that the result draws. */
import type { Histogram, Packed } from 'tuplepack';
import { expect, test } from 'vitest';
import { itemsFor, packsOf, pictureOf, sampleOf, sampleRequest } from '../../../web/src/views/result/picture';

const histogram: Histogram = {
  components: ['nodes', 'edges'],
  sizes: Float64Array.from([2, 3, 5, 1, 9, 9]),
  counts: Float64Array.from([600, 300, 100]),
};

test('a sample has the shares of the data, and each item once', () => {
  const sample = sampleOf(histogram, 100);
  expect([...sample.histogram.sizes]).toEqual([2, 3, 5, 1, 9, 9]);
  expect([...sample.histogram.counts]).toEqual([60, 30, 10]);
  const count = (sizes: string) => sample.sizes.filter((item) => item.join() === sizes).length;
  expect([count('2,3'), count('5,1'), count('9,9')]).toEqual([60, 30, 10]);
});

test('bins that are too rare to be drawn are left out, and small data are drawn whole', () => {
  const rare = { ...histogram, counts: Float64Array.from([1_000_000, 1, 0.5e6]) };
  expect(sampleOf(rare, 3).histogram.counts.reduce((sum, count) => sum + count)).toBe(3);
  expect([...sampleOf(rare, 3).histogram.sizes]).toEqual([2, 3, 9, 9]);
  const few = sampleOf({ ...histogram, counts: Float64Array.from([1, 1, 1]) }, 100);
  expect(few.sizes).toHaveLength(3);
});

test('as many items are drawn whatever their number', () => {
  for (const count of [1, 2, 60, 61, 122, 160]) {
    const { sizes } = sampleOf(
      { components: ['a'], sizes: Float64Array.from([1]), counts: Float64Array.from([1e6]) },
      count,
    );
    expect(sizes).toHaveLength(count);
  }
});

/** Two packs of one strategy and one of another, of items (2, 3) and (9, 9). */
const packed = {
  histogram: {
    components: ['nodes', 'edges'],
    sizes: Float64Array.from([2, 3, 9, 9]),
    counts: Float64Array.from([4, 1]),
  },
  limits: [10, 10],
  room: [10, 10],
  plan: {
    offsets: Float64Array.from([0, 1, 2]),
    repeats: Float64Array.from([2, 1]),
    bins: Float64Array.from([0, 1]),
    copies: Float64Array.from([2, 1]),
  },
} as unknown as Packed;

test('every item of the sample is in one pack', () => {
  const sample = sampleOf({ ...histogram, sizes: packed.histogram.sizes, counts: Float64Array.from([4, 1]) }, 5);
  const packs = packsOf(sample, packed, { limits: [10, 10] });
  expect(packs.flat().sort()).toEqual([0, 1, 2, 3, 4]);
  expect(packs.map((items) => items.map((item) => sample.sizes[item]?.join()))).toEqual([
    ['2,3', '2,3'],
    ['2,3', '2,3'],
    ['9,9'],
  ]);
});

test('an item that was aligned or truncated is still found', () => {
  const sample = {
    histogram,
    sizes: [
      [2, 3],
      [2, 2],
      [11, 40],
    ],
  };
  const aligned = {
    ...packed,
    histogram: { ...packed.histogram, sizes: Float64Array.from([2, 4, 10, 8]) },
    plan: { ...packed.plan, repeats: Float64Array.from([1, 1]), copies: Float64Array.from([1, 1]) },
  } as unknown as Packed;
  expect(packsOf(sample, aligned, { limits: [10, 10], alignItem: [2, 4] })).toEqual([[0], [2]]);
});

test('padded and packed shapes have one scale, and nothing is drawn outside', () => {
  const sample = sampleOf(histogram, itemsFor(1000, 20));
  const packs = sample.sizes.map((_, item) => [item]);
  const { shapes, items, height } = pictureOf(sample, packs, 0, 9, 18, 1000);
  expect(shapes.padded).toHaveLength(160);
  expect(shapes.packed[0]?.width).toBeCloseTo(2 * (shapes.padded[0]?.width ?? 0));
  for (const { padded, packed: to } of items) {
    for (const box of [padded, to ?? padded]) {
      expect(box.x + box.width).toBeLessThanOrEqual(1000.001);
      expect(box.y).toBeLessThan(height);
    }
  }
});

test('a shape wider than the page is scaled down', () => {
  const sample = sampleOf(histogram, 4);
  const { shapes } = pictureOf(sample, [[0, 1, 2, 3]], 0, 9, 90_000, 500);
  expect(shapes.packed[0]?.width).toBeCloseTo(500);
});

test('the sample is packed in the same room, without time limit or padding packs', () => {
  const request = { limits: [9], depth: 4, timeLimit: 10, packsMultiple: 8, overlong: 'split' as const };
  expect(sampleRequest(request, 'auto')).toEqual({ limits: [9], depth: 4, overlong: 'truncate', method: 'auto' });
});
