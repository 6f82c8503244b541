import { expect, test } from 'vitest';
import { isQuick, isTemporal } from '../../../web/src/engine/quick';

const histogram = {};

test('what the quick module has is quick', () => {
  expect(isQuick({ call: 'pack', args: [histogram, { limits: [8] }] })).toBe(true);
  expect(isQuick({ call: 'pack', args: [histogram, { limits: [8], method: 'auto' }] })).toBe(true);
  expect(isQuick({ call: 'heuristics', args: [['length']] })).toBe(true);
});

test('what it lacks waits for the full one', () => {
  expect(isQuick({ call: 'packMetrics', args: [histogram, { limits: [8], method: 'optimal' }] })).toBe(false);
  expect(isQuick({ call: 'search', args: [histogram, { goal: 'best' }] })).toBe(false);
  expect(isQuick({ call: 'combinations', args: [['length'], false] })).toBe(false);
});

test('temporal interactions wait for a module of their own', () => {
  expect(isTemporal('splitEvents')).toBe(true);
  expect(isTemporal('pack')).toBe(false);
});
