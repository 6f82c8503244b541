/** Files of TensorFlow GNN: telling them from others, and what is read of them. */
import { readFileSync } from 'node:fs';
import { deflateSync, gzipSync } from 'node:zlib';
import { loadGraphs } from 'tuplepack/graphs';
import { expect, test } from 'vitest';
import { decompress, isRecords } from '../../../web/src/data/bytes';
import { areRecords, checkRecords, isTextProto, isTextProtoName, recordColumns } from '../../../web/src/data/graphs';
import { graphCalls } from '../../../web/src/engine/calls';
import type { Pool } from '../../../web/src/engine/pool';
import { createDefinitions } from '../../../web/src/store/definitions';
import { example, graph, record } from '../../wasm/tf_records.mjs';

type Bytes = Uint8Array<ArrayBuffer>;
const bytesOf = (given: Uint8Array): Bytes => new Uint8Array(given);
const shared = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url));
const core = await loadGraphs({ wasmBinary: shared('build/wasm/package/graphs.wasm') });
const calls = graphCalls(core);
const part = (bytes: Uint8Array, name = '') => ({ name, bytes: bytesOf(bytes) });
const read = (...records: Uint8Array[]) => calls.readRecords([part(Buffer.concat(records))]);

const shard = bytesOf(Buffer.concat([record(graph(3, 2, 4)), record(graph(1, 1, 0))]));

test('TFRecords are told by their first checksum', async () => {
  expect(isRecords(shard)).toBe(true);
  expect(isRecords(shard.slice(0, 11))).toBe(false);
  expect(isRecords(bytesOf(Buffer.from('length,count\n5,6\n')))).toBe(false);
  expect(isRecords(new Uint8Array(20))).toBe(false);
  // a length whose bytes are those of gzip, and of a pickle
  for (const length of [0x88b1f, 0x280]) {
    const odd = bytesOf(record(new Uint8Array(length)));
    expect(await decompress(odd)).toBe(odd);
    expect(isRecords(odd)).toBe(true);
  }
});

test('they are unpacked from gzip and zlib', async () => {
  for (const packed of [gzipSync(shard), deflateSync(shard), deflateSync(shard, { level: 1 })]) {
    expect(Buffer.from(await decompress(bytesOf(packed))).equals(Buffer.from(shard))).toBe(true);
  }
  const cut = bytesOf(deflateSync(shard)).slice(0, -6);
  await expect(decompress(cut)).rejects.toThrow(/^the zlib data is corrupt/);
});

test('damaged or empty shards are told by the names of files', () => {
  const nothing = new Uint8Array();
  for (const name of ['a.tfrecord', 'a.tfrecords.gz', 'a.tfrecord-00000-of-00004', 'a_tfrecords', 'graphs.tfr']) {
    expect(areRecords([part(nothing)], name), name).toBe(true);
    expect(areRecords([part(nothing, name), part(nothing, 'b')], 'b and 1 other'), name).toBe(true);
  }
  for (const name of ['a.csv', 'tfrecord.csv', 'a']) expect(areRecords([part(nothing)], name), name).toBe(false);
  expect(areRecords([part(shard)], 'a')).toBe(true);
});

test('schemas and specs are told by their names, or by their first field', () => {
  expect(['a.pbtxt', 'a.PBTXT', 'a.pbtxt.gz', 'a.textproto'].every(isTextProtoName)).toBe(true);
  expect(['a.csv', 'pbtxt', 'a.txt'].some(isTextProtoName)).toBe(false);
  expect(isTextProto(shared('tests/data/mag_schema.pbtxt').toString())).toBe(true);
  expect(isTextProto(shared('tests/data/mag_sampling_spec.pbtxt').toString())).toBe(true);
  expect(isTextProto('\n# all\ncontext: < >')).toBe(true);
  expect(['context,info\n3,4', '5\n6\n', '', '{"node_sets": 3}', 'node_sets'].some(isTextProto)).toBe(false);
});

test('sets are columns, those with most nodes and edges where there are too many', () => {
  const empty = read(record(example({ 'nodes/a.#size': [3], 'nodes/b.#size': [0], 'edges/a.#size': [0] })));
  expect(recordColumns(empty, 16).map(({ key, label, size }) => [key, label, size])).toEqual([
    ['nodes/a', 'nodes a', true],
    ['b', 'nodes b', false],
    ['edges/a', 'edges a', false],
  ]);
  const proposed = (most: number) => recordColumns(read(shard), most).flatMap(({ key, size }) => (size ? [key] : []));
  expect(proposed(3)).toEqual(['author', 'paper', 'writes']);
  expect(proposed(2)).toEqual(['paper', 'writes']);
});

test('what cannot be packed is refused', () => {
  expect(() => checkRecords(read(shard))).not.toThrow();
  expect(() => checkRecords(read())).toThrow(/^no records$/);
  expect(() => checkRecords(read(shard.subarray(0, 30)))).toThrow(
    /^no record can be read\. the record at byte 0 is truncated: /,
  );
  expect(() => checkRecords(read(record(example({ ids: [3, 4] }))))).toThrow(/^no record has a set-size feature/);
});

// ---- definitions ----

const pool = {
  run: async (call: keyof typeof calls, args: [never, never]) => ({ value: calls[call](...args), seconds: 0 }),
} as unknown as Pool;
const [schema, spec] = ['schema', 'sampling_spec'].map(
  (name) => new File([bytesOf(shared(`tests/data/mag_${name}.pbtxt`))], `${name}.pbtxt`),
) as [File, File];

test('a spec is checked against the schema beside it', async () => {
  const definitions = createDefinitions(pool);
  const shown = () => definitions.state.value.value ?? [];
  const found = () => shown().map((one) => [one.name, one.against, one.found.value?.errors.length]);
  await definitions.open([spec]);
  expect(found()).toEqual([['sampling_spec.pbtxt', null, 0]]);
  await definitions.open([schema]);
  expect(found()).toEqual([
    ['sampling_spec.pbtxt', 'schema.pbtxt', 1],
    ['schema.pbtxt', null, 0],
  ]);
  await definitions.enter('node_sets { key: "paper" }');
  expect(found()).toEqual([
    ['sampling_spec.pbtxt', '', 5],
    ['', null, 0],
  ]);
});

test('a definition that is wrong has its place, and goes with the next', async () => {
  const definitions = createDefinitions(pool);
  const shown = () => definitions.state.value.value ?? [];
  await definitions.enter('node_sets {\n  key 3\n}');
  expect(shown()[0]?.found.error).toMatchObject({ line: 2, column: 7 });
  await definitions.open([schema]);
  expect(shown().map(({ name }) => name)).toEqual(['schema.pbtxt']);
});
