import { afterEach, expect, test, vi } from 'vitest';
import type { Pool } from '../../../web/src/engine/pool';
import { initialState, type State } from '../../../web/src/state/state';
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
