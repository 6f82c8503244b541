import { expect, test } from 'vitest';
import type { Tables } from '../../../web/src/engine/protocol';
import { isQuick } from '../../../web/src/engine/quick';

const methods = [{ name: 'auto' }, { name: 'lpfhp' }] as Tables['methods'];
const histogram = {};

test('what the quick module has is quick', () => {
  expect(isQuick({ call: 'pack', args: [histogram, { limits: [8] }] }, methods)).toBe(true);
  expect(isQuick({ call: 'pack', args: [histogram, { limits: [8], method: 'lpfhp' }] }, methods)).toBe(true);
  expect(isQuick({ call: 'heuristics', args: [['length']] }, methods)).toBe(true);
});

test('what it lacks waits for the full one', () => {
  expect(isQuick({ call: 'packMetrics', args: [histogram, { limits: [8], method: 'optimal' }] }, methods)).toBe(false);
  expect(isQuick({ call: 'search', args: [histogram, { goal: 'best' }] }, methods)).toBe(false);
  expect(isQuick({ call: 'combinations', args: [['length'], false] }, methods)).toBe(false);
});

test('where no other comes, nothing waits', () => {
  expect(isQuick({ call: 'search', args: [histogram, { goal: 'best' }] }, null)).toBe(true);
});
