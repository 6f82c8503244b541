/** Which methods search is the core's to say. */
import type { Stats } from 'tuplepack';
import { expect, test, vi } from 'vitest';
import { searches } from '../../../web/src/engine/coreTables';
import { isQuick } from '../../../web/src/engine/protocol';
import { packRequestOf, sweepMethodOf } from '../../../web/src/state/requests';
import { initialState } from '../../../web/src/state/state';

vi.mock('virtual:tuplepack-tables', async (original) => {
  const tables = await original<typeof import('virtual:tuplepack-tables')>();
  return { ...tables, methods: [...tables.methods, { name: 'thorough', searches: true, quick: false }] };
});

const stats: Stats = { items: 9, bins: 3, totals: [50], smallest: [1], largest: [20], padding: [0.5] };
const state = { ...initialState, method: 'thorough', timeLimit: 3 };

test('a method that only its row describes is a search', () => {
  expect(['thorough', 'optimal', 'auto', 'lpfhp'].map(searches)).toEqual([true, true, false, false]);
  expect(packRequestOf(state, stats).timeLimit).toBe(3);
  expect(sweepMethodOf(state).method).toBe('auto');
  expect(isQuick({ call: 'pack', args: [{}, { limits: [8], method: 'thorough' }] })).toBe(false);
});
