import { effect, signal } from '@preact/signals';
import type { PackRequest } from 'tuplepack';
import { afterEach, expect, test, vi } from 'vitest';
import type { Pool } from '../../../web/src/engine/pool';
import { initialState, type State } from '../../../web/src/state/state';
import { createPacking } from '../../../web/src/store/packing';
import { createStore } from '../../../web/src/store/store';

vi.stubGlobal('document', { baseURI: 'http://localhost/' });
afterEach(() => vi.restoreAllMocks());

/** A pool whose calls never end; counts the reads. */
function endless() {
  const calls: string[] = [];
  const run = (call: string) => {
    calls.push(call);
    return new Promise(() => {});
  };
  return { calls, pool: { run, blocked: { value: null }, tables: { value: null } } as unknown as Pool };
}

test('changes of settings do not serialize the data', () => {
  const text = `length\n${'12345\n'.repeat(1000)}`;
  const data: State['data'] = { kind: 'text', text, name: '' };
  const store = createStore(endless().pool, { ...initialState, data });
  const stringify = vi.spyOn(JSON, 'stringify');
  for (const depth of [3, 4, 5]) store.update({ depth });
  store.undo();
  const longest = Math.max(...stringify.mock.results.map(({ value }) => String(value).length));
  expect(stringify).toHaveBeenCalled();
  expect(longest).toBeLessThan(1000);
  store.dispose();
});

test('equal data are not loaded again', async () => {
  const { pool, calls } = endless();
  const store = createStore(pool, { ...initialState, data: { kind: 'text', text: '5', name: '' } });
  await vi.waitFor(() => expect(calls).toEqual(['detectColumns']));
  store.update({ data: { kind: 'text', text: '5', name: '' } });
  store.update({ depth: 3 });
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(calls).toEqual(['detectColumns']);
  store.update({ data: { kind: 'text', text: '6', name: '' } });
  await vi.waitFor(() => expect(calls).toEqual(['detectColumns', 'detectColumns']));
  store.dispose();
});

test('of the plans of a drag a few are drawn in detail, and the last', async () => {
  vi.useFakeTimers();
  const run = async (_: string, [, { limits }]: [unknown, PackRequest]) => ({ value: { limits }, seconds: 0 });
  const state = signal({ ...initialState, method: 'next-fit' });
  const data = { histogram: {}, stats: { largest: [1] } };
  const loaded = signal({ value: data, running: false }) as unknown as Parameters<typeof createPacking>[2];
  const { results, stop } = createPacking({ run } as unknown as Pool, state, loaded);
  const [packed, drawn] = [new Set<number>(), new Set<number>()];
  const endings = [
    effect(() => void packed.add(results.packed.value.value?.limits[0] ?? 0)),
    effect(() => void drawn.add(results.drawn.value?.limits[0] ?? 0)),
  ];
  for (let limit = 1; limit <= 40; ++limit) {
    state.value = { ...state.value, limits: [limit] };
    await vi.advanceTimersByTimeAsync(16);
  }
  await vi.advanceTimersByTimeAsync(200);
  expect(packed.size).toBe(41);
  expect(drawn.size).toBeGreaterThan(3);
  expect(drawn.size).toBeLessThan(9);
  expect([...drawn].at(-1)).toBe(40);
  for (const end of [...endings, stop]) end();
  vi.useRealTimers();
});
