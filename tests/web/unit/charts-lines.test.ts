import { expect, test } from 'vitest';
import { ratioAxis, valuesAxis } from '../../../web/src/charts/axes';
import type { Frame } from '../../../web/src/charts/frame';
import { harmonicMean } from '../../../web/src/charts/harmonicMean';
import { nearest } from '../../../web/src/charts/lines';
import { pointAt, pointOfLimits } from '../../../web/src/charts/paretoFront';
import { scaleOf } from '../../../web/src/charts/scale';

const devices = [1, 2, 4, 8, 16, 32, 64];

test('a logarithmic axis has ticks at its values, as many as fit', () => {
  const axis = valuesAxis('devices', devices);
  expect(axis.ticks(10)).toEqual(devices);
  expect(axis.ticks(4)).toEqual([1, 4, 16, 64]);
  expect(axis.ticks(1)).toEqual([1]);
  expect([axis.min < 1, axis.max > 64]).toEqual([true, true]);
});

test('a single value and no value have an axis', () => {
  const axis = valuesAxis('devices', [1]);
  expect(axis.max).toBeGreaterThan(axis.min);
  expect(valuesAxis('devices', []).ticks(5)).toEqual([]);
});

test('ratios start at 1, or at the smallest', () => {
  expect(ratioAxis('speed-up', 1.74, 8.8)).toMatchObject({ min: 1, logarithmic: false });
  expect(ratioAxis('speed-up', 0.87, 0.9).min).toBe(0.8);
  expect(ratioAxis('speed-up', 1.74, 8.8).max).toBeGreaterThan(8.8);
});

test('the nearest value is that of the nearest pixel', () => {
  const x = scaleOf({ min: 1, max: 64, logarithmic: true }, true, 0, 600);
  const frame: Frame = { x, y: x };
  expect(nearest(devices, frame, -50)).toBe(0);
  expect(nearest(devices, frame, 149)).toBe(1);
  expect(nearest(devices, frame, 151)).toBe(2);
  expect(nearest(devices, frame, 9999)).toBe(6);
  expect(nearest([], frame, 10)).toBeNull();
});

test('a point of a front is hit only near it', () => {
  const point = (cost: number, mean: number, limits: number[]) => ({
    ...{ limits, cost, packs: 1, bound: 1, efficiency: [mean], harmonicMean: mean, method: 'auto' },
  });
  const points = [point(10, 0.5, [4, 6]), point(20, 0.9, [8, 12])];
  const frame: Frame = {
    x: scaleOf({ min: 0, max: 30, logarithmic: false }, true, 0, 300),
    y: scaleOf({ min: 0, max: 1, logarithmic: false }, false, 100, 0),
  };
  expect(pointAt(points, frame, 105, 52)).toBe(0);
  expect(pointAt(points, frame, 195, 12)).toBe(1);
  expect(pointAt(points, frame, 150, 90)).toBeNull();
  expect(pointOfLimits(points, [8, 12])).toBe(1);
  expect(pointOfLimits(points, [8, 11])).toBeNull();
});

test('the harmonic mean is close to the smallest value', () => {
  expect(harmonicMean([0.9])).toBeCloseTo(0.9, 12);
  expect(harmonicMean([1, 0.5])).toBeCloseTo(2 / 3, 12);
  expect(harmonicMean([1, 0])).toBe(0);
});
