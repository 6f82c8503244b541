import type { MethodRow } from 'tuplepack';
import { expect, test } from 'vitest';
import { isQuick, isTemporal } from '../../../web/src/engine/quick';

const methods = [
  { name: 'auto', searches: false },
  { name: 'optimal', searches: true },
] as MethodRow[];
const histogram = {};

test('what the quick module has is quick', () => {
  expect(isQuick({ call: 'pack', args: [histogram, { limits: [8] }] }, methods)).toBe(true);
  expect(isQuick({ call: 'pack', args: [histogram, { limits: [8], method: 'auto' }] }, methods)).toBe(true);
  expect(isQuick({ call: 'heuristics', args: [['length']] }, methods)).toBe(true);
});

test('what it lacks waits for the full one', () => {
  expect(isQuick({ call: 'packMetrics', args: [histogram, { limits: [8], method: 'optimal' }] }, methods)).toBe(false);
  expect(isQuick({ call: 'search', args: [histogram, { goal: 'best' }] }, methods)).toBe(false);
  expect(isQuick({ call: 'combinations', args: [['length'], false] }, methods)).toBe(false);
});

test('temporal interactions wait for a module of their own', () => {
  expect(isTemporal('splitEvents')).toBe(true);
  expect(isTemporal('pack')).toBe(false);
});
