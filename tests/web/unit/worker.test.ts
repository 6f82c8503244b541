/** The pool and a worker with the modules of the package, in one thread. */
import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { Pool } from '../../../web/src/engine/pool';
import type { FromWorker, ModuleName, ToWorker } from '../../../web/src/engine/protocol';
import { Refused } from '../../../web/src/engine/refused';

const loaded: ModuleName[] = [];
let toPage: (event: { data: FromWorker }) => void = () => {};
const scope = {
  onmessage: (_: { data: ToWorker }) => {},
  postMessage: (data: FromWorker) => setTimeout(() => toPage({ data })),
};
vi.stubGlobal('navigator', { hardwareConcurrency: 1 });
vi.stubGlobal('self', scope);
vi.mock('../../../web/src/engine/modules', () => {
  const load = (name: ModuleName, file: string) => async () => {
    loaded.push(name);
    return WebAssembly.compile(readFileSync(new URL(`../../../build/wasm/package/${file}`, import.meta.url)));
  };
  return {
    spawnWorker: () => ({
      set onmessage(listener: typeof toPage) {
        toPage = listener;
      },
      postMessage: (data: ToWorker) => scope.onmessage({ data }),
      terminate: () => {},
    }),
    loaders: {
      quick: load('quick', 'quick.wasm'),
      full: load('full', 'tuplepack.wasm'),
      temporal: load('temporal', 'temporal.wasm'),
    },
  };
});
await import('../../../web/src/engine/worker');

const bytes = (text: string) => new TextEncoder().encode(text);
const part = { name: '', bytes: bytes('length\n3\n4\n') };

test('calls run in the modules that they need', async () => {
  const pool = new Pool();
  const { value: file } = await pool.run('read', [[part], {}]);
  expect([...file.histogram.sizes]).toEqual([3, 4]);
  expect(pool.tables.value?.methods.length).toBeGreaterThan(0);
  const { value: code } = await pool.run('loaderCode', ['pytorch', { components: ['length'], limits: [8] }]);
  expect(code).toContain('torch');
  const { value: opened } = await pool.run('openEvents', [bytes('src,dst,time\n0,1,2\n1,2,13\n0,2,1'), { sort: true }]);
  expect(opened.notes).toEqual(['the last line does not end with a newline, so its last number may be truncated']);
  const { value: split } = await pool.run('splitEvents', [opened.events, { loss: 5 }]);
  expect(split.bounded.offsets.at(-1)).toBe(3);
  const { value: packed } = await pool.run('pack', [file.histogram, { limits: [8] }]);
  expect(packed.metrics.packs).toBe(1);
  expect(loaded).toEqual(['quick', 'full', 'temporal']);
});

test('errors of the core arrive with their place', async () => {
  const pool = new Pool();
  const wrong = pool.run('read', [[{ name: '', bytes: bytes('length\n3\nx\n') }], {}]);
  await expect(wrong).rejects.toBeInstanceOf(Refused);
  await expect(wrong).rejects.toMatchObject({ line: 3, column: 1 });
});
