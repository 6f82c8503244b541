import { getEventListeners } from 'node:events';
import { expect, test, vi } from 'vitest';
import { Pool, Stopped } from '../../../web/src/engine/pool';
import type { FromWorker, ToWorker } from '../../../web/src/engine/protocol';

/** calls that workers were sent */
const sent: string[] = [];

/** Answers every call, but never `stream`. */
class Answering {
  onmessage: (event: { data: FromWorker }) => void = () => {};
  postMessage(message: ToWorker): void {
    if (message.task) sent.push(message.task.call);
    if (message.task?.call === 'stream') return;
    const answer = message.task ? { result: { value: [] }, seconds: 0 } : { tables: { methods: [] } };
    setTimeout(() => this.onmessage({ data: answer as unknown as FromWorker }));
  }
  terminate(): void {}
}

vi.stubGlobal('navigator', { hardwareConcurrency: 2 });
vi.mock('../../../web/src/engine/modules', () => ({
  spawnWorker: () => new Answering(),
  loaders: { quick: async () => ({}), full: async () => ({}), temporal: async () => ({}) },
}));

const listeners = (signal: AbortSignal) => getEventListeners(signal, 'abort').length;

test('calls leave no listener on their signal', async () => {
  const pool = new Pool();
  const { signal } = new AbortController();
  for (let i = 0; i < 20; ++i) await pool.run('heuristics', [['size']], { signal });
  expect(listeners(signal)).toBe(0);
  pool.dispose();
});

test('nor do calls that are aborted or disposed of', async () => {
  const pool = new Pool();
  const [aborted, disposed] = [new AbortController(), new AbortController()];
  const run = (signal: AbortSignal) =>
    pool.run('stream', [{ components: [], sizes: new Float64Array(), counts: new Float64Array() }, { limits: [] }], {
      signal,
    });
  const ends = [aborted, disposed].map(({ signal }) => expect(run(signal)).rejects.toBeInstanceOf(Stopped));
  expect([aborted, disposed].map(({ signal }) => listeners(signal))).toEqual([1, 1]);
  aborted.abort();
  pool.dispose();
  await Promise.all(ends);
  expect([aborted, disposed].map(({ signal }) => listeners(signal))).toEqual([0, 0]);
});

test('a call goes to an idle worker at once, before what else was about to happen', async () => {
  const pool = new Pool();
  await pool.run('heuristics', [['size']]);
  await vi.waitFor(() => expect(pool.tables.value).not.toBeNull());
  sent.length = 0;
  const answer = pool.run('heuristics', [['size']]);
  expect(sent).toEqual(['heuristics']);
  await answer;
  pool.dispose();
});
