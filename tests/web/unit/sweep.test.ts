/** A sweep in parts, with the core in place of the workers. */
import { readFileSync } from 'node:fs';
import { type Histogram, loadTuplepack, type Sweep, type SweepRequest } from 'tuplepack';
import { expect, test, vi } from 'vitest';
import { packingCalls } from '../../../web/src/engine/calls';
import { Pool } from '../../../web/src/engine/pool';
import { sweep, unreached } from '../../../web/src/engine/sweep';
import { sweepMap } from '../../../web/src/views/limits/sweep';

vi.mock('../../../web/src/engine/modules', () => ({}));
vi.stubGlobal(
  'OffscreenCanvas',
  class {
    getContext = () => null;
  },
);

const quick = new URL('../../../build/wasm/package/quick.wasm', import.meta.url);
const core = await loadTuplepack({ wasmBinary: readFileSync(quick) });

/** Answers one call after the other. */
function poolOf(): Pool {
  const calls = packingCalls(core) as unknown as Record<string, (...args: unknown[]) => unknown>;
  const run = async (call: string, args: unknown[]) => ({ value: calls[call]?.(...args), seconds: 0 });
  return Object.assign(Object.create(Pool.prototype), { run });
}

function histogramOf(rows: number[][]): Histogram {
  const components = (rows[0] ?? []).map((_, c) => `size${c}`);
  const { value } = core.makeHistogram(
    components,
    Float64Array.from(rows.flat()),
    Float64Array.from(rows, () => 3),
  );
  if (!value) throw new Error('no histogram');
  return value;
}

const sizes = [9, 4, 7, 3, 5, 8, 2];
const grids: [name: string, histogram: Histogram, ranges: SweepRequest['ranges']][] = [
  ['one component', histogramOf(sizes.map((size) => [size])), [{ first: 7, last: 150 }]],
  [
    'two components',
    histogramOf(sizes.map((size) => [size, 2 * size + (size % 3)])),
    [
      { first: 7, last: 46, step: 3 },
      { first: 18, last: 90, step: 2 },
    ],
  ],
  [
    'three components',
    histogramOf(sizes.map((size) => [size, 2 * size, 11 - size])),
    [
      { first: 9, last: 18 },
      { first: 18, last: 24, step: 6 },
      { first: 9, last: 60, step: 5 },
    ],
  ],
];

test.each(grids)('the parts of a grid of %s are the whole', async (_, histogram, ranges) => {
  const request = { ranges, method: 'auto' };
  const reporter = { signal: new AbortController().signal, report: () => {} };
  const value = await sweep(poolOf(), histogram, request, reporter);
  const { value: whole } = core.sweep(histogram, { ...request, prune: ranges.length > 2 });
  expect(value.best).toBe(whole?.best);
  expect(value).toEqual(whole);
});

test('of equal cells the first is the best so far, whenever it was packed', async () => {
  const bests: (number | null | undefined)[] = [];
  const report = (grid: Sweep | null) => void bests.push(grid?.best);
  const request = { ranges: [{ first: 5, last: 18 }], method: 'lpfhp' };
  await sweep(poolOf(), histogramOf([[1], [2], [3]]), request, { signal: new AbortController().signal, report });
  // Limits 6, 9 and 18 leave no padding. Of them 9, the fifth cell, is on the coarse grid.
  expect(new Set(bests)).toEqual(new Set([4, 1]));
});

test('a grid is packed from coarse to fine', async () => {
  const [, histogram, ranges] = grids[1] as (typeof grids)[1];
  const [rows, columns] = [14, 37];
  const reached: number[][] = [];
  const report = (grid: Sweep | null) => {
    const cells = [...(grid?.state ?? [])].flatMap((state, cell) => (state === unreached ? [] : [cell]));
    reached.push(cells);
  };
  await sweep(poolOf(), histogram, { ranges, method: 'lpfhp' }, { signal: new AbortController().signal, report });
  const every = (spacing: number) =>
    Array.from({ length: rows * columns }, (_, cell) => cell).filter(
      (cell) => Math.floor(cell / columns) % spacing === 0 && (cell % columns) % spacing === 0,
    );
  for (const spacing of [4, 2, 1]) expect(reached).toContainEqual(every(spacing));
});

test('a sweep that was cancelled colours the whole map', async () => {
  const [, histogram] = grids[1] as (typeof grids)[1];
  const ranges = [
    { first: 10, last: 49, step: 3 },
    { first: 20, last: 92, step: 2 },
  ];
  const maps: number[][] = [];
  const report = (grid: Sweep | null, progress: number | null) => {
    const map = grid && sweepMap({ ranges, grid }, []);
    if (map && (progress ?? 0) > 1 / 8) maps.push([...map.cells.values]);
  };
  await sweep(poolOf(), histogram, { ranges, method: 'lpfhp' }, { signal: new AbortController().signal, report });
  expect(maps.length).toBeGreaterThan(10);
  expect(maps.flat().filter(Number.isNaN)).toEqual([]);
});

test('of a grid of many components few cells are packed', async () => {
  const histogram = histogramOf(
    sizes.map((size, i) => Array.from({ length: 8 }, (_, c) => 1 + ((size * (c + 3) + i) % 11))),
  );
  const ranges = Array.from({ length: 8 }, () => ({ first: 11, last: 31, step: 10 }));
  const calls: number[] = [];
  const pool = poolOf();
  const counted: Pool['run'] = (call, args, options) => {
    if (call === 'sweep')
      calls.push(
        (args[1] as SweepRequest).ranges.reduce((cells, { first, last }) => cells * (1 + (last - first) / 10), 1),
      );
    return run(call, args, options);
  };
  const run = pool.run;
  pool.run = counted;
  const request = { ranges, method: 'lpfhp' };
  const value = await sweep(pool, histogram, request, { signal: new AbortController().signal, report: () => {} });
  expect(value.best).toBe(core.sweep(histogram, request).value?.best);
  const [bounded, ...packed] = calls;
  expect(bounded).toBe(3 ** 8);
  expect(packed.every((cells) => cells === 1)).toBe(true);
  expect(packed.length).toBeLessThan(3 ** 8 / 4);
});
