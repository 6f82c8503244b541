/** What packing saves over batches, with the core in place of the workers: against batches made here one by one. */
import { readFileSync } from 'node:fs';
import { loadTuplepack } from 'tuplepack';
import { expect, test } from 'vitest';
import { packingCalls } from '../../../web/src/engine/calls';
import type { Pool } from '../../../web/src/engine/pool';
import type { PlanResult } from '../../../web/src/state/requests';
import type { LoadedData } from '../../../web/src/store/loading';
import { batchShares, savings } from '../../../web/src/views/result/savings';

const full = new URL('../../../build/wasm/package/tuplepack.wasm', import.meta.url);
const core = await loadTuplepack({ wasmBinary: readFileSync(full) });
const calls = packingCalls(core) as unknown as Record<string, (...args: unknown[]) => unknown>;
const pool = {
  run: async (call: string, args: unknown[]) => ({ value: calls[call]?.(...args), seconds: 0 }),
} as unknown as Pool;

/** Rows of two sizes and a component without data. */
const rows = Array.from({ length: 40 }, (_, i) => [1 + ((i * 7) % 23), 2 + ((i * 5) % 31), 0]);

function load(): LoadedData {
  const { value: histogram } = core.makeHistogram(
    ['a', 'b', 'none'],
    Float64Array.from(rows.flat()),
    Float64Array.from(rows, () => 1),
  );
  if (!histogram) throw new Error('no histogram');
  return { histogram, stats: core.stats(histogram).value } as LoadedData;
}

/** What batches of these rows compute in a component. */
function computed(ordered: number[][], batch: number, c: number): number {
  let sum = 0;
  for (let at = 0; at < ordered.length; at += batch) {
    const some = ordered.slice(at, at + batch);
    sum += some.length * Math.max(...some.map((row) => row[c] ?? 0));
  }
  return sum;
}

test('sorted batches, and batches of one item, compute what they hold', async () => {
  const loaded = load();
  const limits = [46, 66, 5];
  const packs = 12;
  const plan = { metrics: { packs }, limits } as unknown as PlanResult;
  const { sorted } = await batchShares(pool, loaded, 8, new AbortController().signal);
  const ordered = [...rows].sort(([a = 0, b = 0], [c = 0, d = 0]) => a - c || b - d);
  const factors = [0, 1].map((c) => computed(ordered, 8, c) / (packs * (limits[c] ?? 1)));
  expect(savings(loaded, plan, sorted)).toBeCloseTo(Math.min(...factors), 3);

  const { random } = await batchShares(pool, loaded, 1, new AbortController().signal);
  const alone = [0, 1].map((c) => computed(rows, 1, c) / (packs * (limits[c] ?? 1)));
  expect(savings(loaded, plan, random)).toBeCloseTo(Math.min(...alone), 3);
});

test('where every size is 0 there is nothing to save', () => {
  const loaded = { stats: { items: 3, largest: [0, 0] } } as unknown as LoadedData;
  const plan = { metrics: { packs: 1 }, limits: [1, 1] } as unknown as PlanResult;
  expect(savings(loaded, plan)).toBe(0);
});

test('a component without data changes nothing', () => {
  const loaded = load();
  const plan = { metrics: { packs: 10 }, limits: [23, 32, 1] } as unknown as PlanResult;
  expect(savings(loaded, plan)).toBeCloseTo(40 / 10);
});
