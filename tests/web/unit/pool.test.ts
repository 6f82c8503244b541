import { getEventListeners } from 'node:events';
import { afterEach, expect, test, vi } from 'vitest';
import { Pool, Stopped } from '../../../web/src/engine/pool';
import type { Arguments, FromWorker, ToWorker } from '../../../web/src/engine/protocol';

/** calls that workers were sent */
const sent: string[] = [];
const terminated = vi.fn();

/** Answers every call, but never `stream`. */
class Answering {
  onmessage: (event: { data: FromWorker }) => void = () => {};
  postMessage(message: ToWorker): void {
    if (message.task) sent.push(message.task.call);
    if (message.task?.call === 'stream') return;
    const answer = message.task ? { result: { value: [] }, seconds: 0 } : { tables: { methods: [] } };
    setTimeout(() => this.onmessage({ data: answer as unknown as FromWorker }));
  }
  terminate = terminated;
}

vi.stubGlobal('navigator', { hardwareConcurrency: 2 });
vi.mock('../../../web/src/engine/modules', () => ({
  spawnWorker: () => new Answering(),
  loaders: { quick: async () => ({}), full: async () => ({}), temporal: async () => ({}) },
}));

const nothingToStream: Arguments<'stream'> = [
  { components: [], sizes: new Float64Array(), counts: new Float64Array() },
  { limits: [] },
];

afterEach(() => void vi.useRealTimers());

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
  const run = (signal: AbortSignal) => pool.run('stream', nothingToStream, { signal });
  const ends = [aborted, disposed].map(({ signal }) => expect(run(signal)).rejects.toBeInstanceOf(Stopped));
  expect([aborted, disposed].map(({ signal }) => listeners(signal))).toEqual([1, 1]);
  aborted.abort();
  pool.dispose();
  await Promise.all(ends);
  expect([aborted, disposed].map(({ signal }) => listeners(signal))).toEqual([0, 0]);
});

test('a worker that ends a cancelled call by itself is kept for the next one', async () => {
  const pool = new Pool();
  await pool.run('heuristics', [['size']]);
  await vi.waitFor(() => expect(pool.tables.value).not.toBeNull());
  vi.useFakeTimers();
  const cancelled = new AbortController();
  const first = pool.run('heuristics', [['size']], { signal: cancelled.signal });
  cancelled.abort();
  await expect(first).rejects.toBeInstanceOf(Stopped);
  await vi.advanceTimersByTimeAsync(1); // it answers
  terminated.mockClear();
  const long = pool.run('stream', nothingToStream);
  await vi.advanceTimersByTimeAsync(1000);
  expect(terminated).not.toHaveBeenCalled();
  pool.dispose();
  await expect(long).rejects.toBeInstanceOf(Stopped);
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
