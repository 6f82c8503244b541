import type { Stats } from 'tuplepack';
import { expect, test } from 'vitest';
import { furtherRows } from '../../../web/src/engine/coreTables';
import {
  batchRequestOf,
  estimateRequestOf,
  type PlanResult,
  packRequestOf,
  roomOf,
  searchRequestOf,
  sweepMethodOf,
} from '../../../web/src/state/requests';
import { initialState, type State } from '../../../web/src/state/state';

const stats: Stats = { items: 9, bins: 3, totals: [50, 90], smallest: [1, 2], largest: [20, 40], padding: [0.5, 0.5] };
const state: State = { ...initialState, limits: [30, 'max'], depth: 4, reserve: [1, 0], packsMultiple: 8 };

test('only searches have a time limit', () => {
  expect(packRequestOf({ ...state, method: 'lpfhp', timeLimit: 3 }, stats)).not.toHaveProperty('timeLimit');
  expect(packRequestOf({ ...state, method: 'optimal', timeLimit: 3 }, stats).timeLimit).toBe(3);
});

test('an option that only its row describes is part of the request', () => {
  expect(packRequestOf(state, stats)).not.toHaveProperty('gap');
  expect(packRequestOf({ ...state, further: { gap: 5 } }, stats).gap).toBe(5);
});

test('roomOf omits the method', () => {
  const request = packRequestOf({ ...state, method: 'optimal' }, stats);
  expect(roomOf(request)).toEqual({
    limits: [30, 40],
    depth: 4,
    alignItem: [],
    alignTotal: [],
    reserve: [1, 0],
    reserveItems: 0,
    overlong: 'error',
  });
  expect(roomOf({ limits: [3] })).not.toHaveProperty('depth');
});

test('batches have as many items as a pack, where packs leave no room', () => {
  const planOf = (request: PlanResult['request'], packingFactor: number) =>
    ({ request, metrics: { packingFactor } }) as PlanResult;
  expect(batchRequestOf(planOf({ limits: [30, 40] }, 3.6))).toEqual({ limits: [30, 40], batch: 4 });
  expect(batchRequestOf(planOf({ limits: [30], depth: 4, alignItem: [1], reserve: [0] }, 1e9))).toEqual({
    limits: [30],
    depth: 4,
    batch: 65536,
  });
  expect(batchRequestOf(planOf({ limits: [30], alignTotal: [8] }, 3))).toBe(null);
  expect(batchRequestOf(planOf({ limits: [30], reserve: [1] }, 3))).toBe(null);
  expect(batchRequestOf(planOf({ limits: [30], reserveItems: 1 }, 3))).toBe(null);
});

test('a sweep does not use slow methods', () => {
  for (const method of ['auto', 'optimal']) expect(sweepMethodOf({ ...state, method }).method).toBe('auto');
  expect(sweepMethodOf({ ...state, method: 'spfhp' }).method).toBe('spfhp');
});

test('an estimate reproduces the current plan without a search', () => {
  const request = packRequestOf({ ...state, method: 'optimal' }, stats);
  const plan = { request, method: 'lpfhp', heuristic: 'sum', distribute: true, paper: false } as PlanResult;
  expect(estimateRequestOf({ ...state, overhead: 5, component: 'edges' }, plan)).toMatchObject({
    limits: [30, 40],
    packsMultiple: 8,
    method: 'lpfhp',
    heuristic: 'sum',
    distribute: true,
    overhead: 0.05,
    component: 'edges',
  });
  // what depends on the depth is the core's to choose
  for (const field of ['component', 'overhead']) expect(estimateRequestOf(state, plan)).not.toHaveProperty(field);
});

test('a search for limits has all constraints except limits', () => {
  const target = searchRequestOf({ ...state, target: 0.9, perComponent: true, timeLimit: 3 }, 'target');
  expect(target).toMatchObject({ goal: 'target', target: 0.9, perComponent: true, depth: 4, timeLimit: 3 });
  expect(target).not.toHaveProperty('limits');
  const front = searchRequestOf({ ...state, perComponent: true }, 'pareto');
  expect(front).toMatchObject({ goal: 'pareto', reserve: [1, 0] });
  expect(front).not.toHaveProperty('perComponent');
});

test('what explains an option on the page names no option or value of the program', () => {
  expect(furtherRows.length).toBeGreaterThan(0);
  for (const { name, help } of furtherRows) expect(help, name).not.toMatch(/--|[A-Z]{4}/);
});
