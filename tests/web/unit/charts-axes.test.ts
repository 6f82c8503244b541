import { expect, it } from 'vitest';
import { type Axis, countAxis, ratioAxis, shareAxis, sizeAxis, valuesAxis } from '../../../web/src/charts/elements';

/** What an axis writes at these values. */
const written = (axis: Axis, values: number[]) => {
  const callback = axis.ticks?.callback as unknown as (value: number) => string | null;
  return values.map((value) => callback(value));
};

it('counts are written compactly, at powers of ten on a logarithmic axis', () => {
  expect(written(countAxis('items', 4_000_000, false), [0, 500_000, 1_000_000])).toEqual(['0', '500K', '1M']);
  const axis = countAxis('items', 4_000_000, true);
  expect(written(axis, [0.5, 1, 2, 1000, 5000, 1_000_000])).toEqual([null, '1', null, '1K', null, '1M']);
  expect(axis).toMatchObject({ type: 'logarithmic', min: 0.5 });
});

it('sizes and shares are written whole', () => {
  expect(written(sizeAxis('length', 0, 16_000), [0, 12_000])).toEqual(['0', '12,000']);
  expect(written(shareAxis('efficiency', 0.9), [0.95, 1])).toEqual(['95%', '100%']);
});

it('an axis of shares begins at a round number below the smallest', () => {
  expect([0.95, 0.91, 0.5, 0.01].map((smallest) => shareAxis('', smallest).min)).toEqual([0.9, 0.85, 0.45, 0]);
});

it('ratios start at 1, or at the smallest', () => {
  expect(ratioAxis('speed-up', 1.74, 8.8).min).toBe(1);
  expect(ratioAxis('speed-up', 0.87, 0.9).min).toBe(0.8);
  expect(Number(ratioAxis('speed-up', 1.74, 8.8).max)).toBeGreaterThan(8.8);
});

it('an axis of given values has ticks only there, and room beside a single one', () => {
  const axis = valuesAxis('devices', [1, 2, 4]);
  const built = { ticks: [{ value: 3 }] };
  axis.afterBuildTicks?.(built as never);
  expect(built.ticks).toEqual([{ value: 1 }, { value: 2 }, { value: 4 }]);
  const single = valuesAxis('devices', [1]);
  expect(Number(single.max)).toBeGreaterThan(Number(single.min));
});
