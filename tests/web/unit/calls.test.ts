import { readFileSync } from 'node:fs';
import { loadTuplepack } from 'tuplepack';
import { expect, test } from 'vitest';
import { readHistograms, readSizes } from '../../../web/src/engine/calls';

const quick = new URL('../../../build/wasm/package/quick.wasm', import.meta.url);
const core = await loadTuplepack({ wasmBinary: readFileSync(quick) });

const part = (name: string, text: string) => ({ name, bytes: new TextEncoder().encode(text) });
const parts = [
  part('0.csv', 'nodes,edges\n3,4\n1,2\n'),
  part('1.csv', 'nodes,edges\n3,4\n'),
  part('2.json', '[{"nodes":1,"edges":3}]'),
];

test('several files are one data set', () => {
  const { sizes, counts, hasCounts } = readHistograms(core, parts, {});
  expect([...sizes]).toEqual([1, 2, 1, 3, 3, 4]);
  expect([...counts]).toEqual([1, 1, 2]);
  expect(hasCounts).toBe(false);
  expect([...readSizes(core, parts, {})]).toEqual([3, 4, 1, 2, 3, 4, 1, 3]);
});

test('counts of several files add up', () => {
  const counted = [part('0.csv', 'size,count\n5,2\n'), part('1.csv', 'size\n5\n6\n')];
  const { counts, hasCounts } = readHistograms(core, counted, {});
  expect([...counts]).toEqual([3, 1]);
  expect(hasCounts).toBe(true);
});

test('errors name the file', () => {
  const place = {
    message: "3.csv: 'x' is not an integer; choose the columns of sizes with --columns",
    line: 2,
    column: 3,
  };
  expect(() => readHistograms(core, [...parts, part('3.csv', 'nodes,edges\n5,x\n')], {})).toThrow(
    expect.objectContaining(place),
  );
  expect(() => readHistograms(core, [...parts, part('3.csv', 'nodes\n5\n')], {})).toThrow(
    '3.csv: columns nodes do not match nodes,edges of 0.csv',
  );
  expect(() => readHistograms(core, [part('', 'nodes\nx\n')], {})).toThrow(/^'x' is not an integer$/);
});
