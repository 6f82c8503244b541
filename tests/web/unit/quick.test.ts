import { expect, test } from 'vitest';
import { firstMethod } from '../../../web/src/engine/coreTables';
import { furtherModules, isQuick } from '../../../web/src/engine/protocol';

const histogram = {};

test('calls of the quick module are quick', () => {
  expect(isQuick({ call: 'pack', args: [histogram, { limits: [8], method: 'quick' }] })).toBe(true);
  expect(isQuick({ call: 'sweep', args: [histogram, { ranges: [], method: 'lpfhp' }] })).toBe(true);
  expect(isQuick({ call: 'heuristics', args: [['length']] })).toBe(true);
});

test('the first plan is by a method of the quick module, by a faster one for very many sizes', () => {
  expect(firstMethod(795)).toBe('quick');
  expect(firstMethod(35_982)).not.toBe('quick');
  for (const sizes of [1, 795, 35_982]) {
    expect(isQuick({ call: 'pack', args: [histogram, { limits: [8], method: firstMethod(sizes) }] })).toBe(true);
  }
});

test('other calls wait for the full module', () => {
  expect(isQuick({ call: 'pack', args: [histogram, { limits: [8] }] })).toBe(false);
  expect(isQuick({ call: 'pack', args: [histogram, { limits: [8], method: 'auto' }] })).toBe(false);
  expect(isQuick({ call: 'packMetrics', args: [histogram, { limits: [8], method: 'optimal' }] })).toBe(false);
  expect(isQuick({ call: 'pack', args: [histogram, { limits: [8], method: 'vector-balancing' }] })).toBe(false);
  const three = { components: ['a', 'b', 'c'] };
  expect(isQuick({ call: 'pack', args: [three, { limits: [8, 8, 8] }] })).toBe(false);
  expect(isQuick({ call: 'search', args: [histogram, { goal: 'best' }] })).toBe(false);
  expect(isQuick({ call: 'combinations', args: [['length'], false] })).toBe(false);
  expect(isQuick({ call: 'loaderCode', args: ['pytorch', { limits: [8] }] })).toBe(false);
});

test('temporal interactions and graphs use modules of their own', () => {
  expect(furtherModules.splitEvents).toBe('temporal');
  expect(furtherModules.readRecords).toBe('graphs');
  expect(furtherModules.pack).toBe(undefined);
});
