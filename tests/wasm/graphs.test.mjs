// Graphs of TensorFlow GNN: the same answers as the program, and errors for bad input.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { file, packageFolder, program, root, tuplepack, valueOf } from './support.mjs';
import { example, graph, record } from './tf_records.mjs';

const { loadGraphs } = await import(pathToFileURL(join(packageFolder, 'graphs.mjs')));
const graphs = await loadGraphs();

const students = Buffer.from(
  '0a6b0a1d0a146e6f6465732f73747564656e74732e2373697a6512051a030a01030a250a156e6f6465732f73747564656e74732e73636f7265' +
    '73120c1a0a0a080a0f17594035191d0a230a186e6f6465732f73747564656e74732e73636f7265732e643112071a050a03030104',
  'hex',
);
const [schema, spec] = ['mag_schema.pbtxt', 'mag_sampling_spec.pbtxt'].map((name) => file(`tests/data/${name}`));
const sizes = [[3, 2, 4], [1, 1, 0], [5, 4, 9]];
const shard = Buffer.concat(sizes.map((each) => record(graph(...each))));
const read = (bytes, options) => valueOf(graphs.readRecords([{ name: 'a', bytes }], options));
const skip = !program && 'needs the native program';

function temporaryFolder(t) {
  const folder = mkdtempSync(join(tmpdir(), 'tuplepack-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return folder;
}

test('the module has what is declared', () => {
  const [, body] = /^export interface Graphs \{\n(.*?)^\}/ms.exec(file('wasm/graphs.d.mts').toString());
  const declared = [...body.matchAll(/^ {2}(\w+)\(/gm)].map(([, member]) => member);
  assert.deepEqual(Object.keys(graphs).sort(), declared.sort());
});

test('a record of the specification', () => {
  const bytes = record(students);
  assert.equal(bytes.subarray(0, 12).toString('hex'), '6d000000000000003d4de671');
  assert.equal(bytes.subarray(-4).toString('hex'), '9c1879bc');
  const { sets, features, metrics } = read(bytes);
  assert.deepEqual(sets, [{ name: 'students', of: 'nodes', column: 'students', total: 3, mean: 3, largest: 3 }]);
  assert.deepEqual(features.map(({ name, kinds, most }) => [name, kinds, most]), [
    ['nodes/students.scores', ['integers'], 8],
    ['nodes/students.scores.d1', ['integers'], 3],
  ]);
  assert.equal(metrics.bytes, 109);
});

test('shards are one data set, and their sizes are packed', () => {
  const found = valueOf(graphs.readRecords([{ name: 'a', bytes: shard }, { name: 'b', bytes: record(graph(2, 2, 2)) }]));
  assert.deepEqual(found.files.map(({ records }) => records), [3, 1]);
  assert.equal(Buffer.from(found.sizes).toString(), 'author,paper,writes\n2,3,4\n1,1,0\n4,5,9\n2,2,2\n');
  const histogram = valueOf(tuplepack.readHistogram(found.sizes));
  assert.equal(valueOf(tuplepack.pack(histogram, { limits: [9, 11, 15] })).metrics.packs, 1);
});

test('bad records are counted and left out', () => {
  const broken = Buffer.from(shard);
  broken[20] ^= 1;
  const { metrics, bad } = read(broken);
  assert.deepEqual([metrics.records, metrics.bad], [2, 1]);
  assert.match(bad[0].message, /^the record at byte 0 has data with the checksum [0-9a-f]{8}, but [0-9a-f]{8} is stored$/);
  assert.match(read(shard.subarray(0, -1)).bad[0].message, /the file ends 1 bytes short$/);
  const all = read(Buffer.concat(Array.from({ length: 30 }, () => record(Buffer.from('no message')))));
  assert.deepEqual([all.metrics.bad, all.bad.length, all.sizes.length], [30, 20, 0]);
});

test('a schema is one that every record has to fit', () => {
  const text = 'node_sets { key: "paper" value { features { key: "year" value { dtype: DT_INT64 } } } }';
  const { metrics, bad } = read(shard, { schema: text });
  assert.equal(metrics.bad, 3);
  assert.match(bad[0].message, /'nodes\/paper.year' has floats, but the schema declares int64/);
  assert.equal(read(shard, { schema: text.replace('INT64', 'FLOAT') }).metrics.bad, 0);
});

test('a set is no column of counts', () => {
  const { sizes: table } = read(record(example({ 'nodes/count.#size': [3] })));
  assert.equal(valueOf(tuplepack.readHistogram(table)).hasCounts, false);
});

test("the program's answers", { skip }, (t) => {
  const folder = temporaryFolder(t);
  const [path, table] = [join(folder, 'a'), join(folder, 'sizes.csv')];
  writeFileSync(path, shard);
  const told = JSON.parse(execFileSync(program, ['records', path, '--json', '--sizes', table]).toString());
  const found = read(shard);
  assert.deepEqual(found.sets, told.sets);
  assert.deepEqual(found.features, told.features);
  assert.equal(found.metrics.largestRecord, told.metrics.largest_record);
  assert.equal(Buffer.from(found.sizes).toString(), readFileSync(table, 'utf8'));
  const names = ['mag_schema.pbtxt', 'mag_sampling_spec.pbtxt'].map((name) => join(root, 'tests/data', name));
  for (const [name, text] of [[names[0], schema], [names[1], spec]]) {
    const expected = JSON.parse(execFileSync(program, ['schema', name, '--json']).toString());
    const { kind, valid, warnings } = valueOf(graphs.readSchema(text));
    assert.deepEqual({ kind, valid }, { kind: expected.kind, valid: expected.valid });
    assert.deepEqual(warnings, expected.warnings.map((one) => ({ ...one, file: '' })));
  }
});

test('a schema has sets, features and findings', () => {
  const { kind, sets, warnings } = valueOf(graphs.readSchema(schema));
  assert.equal(kind, 'graph_schema');
  const paper = sets.find(({ name }) => name === 'paper');
  assert.deepEqual([paper.cardinality, paper.features[0].type, paper.features[0].shape], [736389, 'float32', [128]]);
  assert.deepEqual([warnings[0].line, warnings[0].column], [18, 21]);
});

test('a sampling spec has hops and what they sample at most', () => {
  const alone = valueOf(graphs.readSchema(spec));
  assert.deepEqual(alone.hops.map(({ mostEdges }) => mostEdges), [32, 264, 4224, 4224, 68112]);
  assert.deepEqual([alone.valid, alone.mostEdges, alone.mostNodes], [true, 76856, []]);
  const checked = valueOf(graphs.readSchema(spec, { against: schema }));
  assert.deepEqual([checked.valid, checked.errors[0].line], [false, 13]);
  const small = 'seed_op { op_name: "s" node_set_name: "paper" } sampling_ops { op_name: "c" input_op_names: "s" ' +
    'edge_set_name: "cites" sample_size: 4 strategy: TOP_K }';
  assert.deepEqual(valueOf(graphs.readSchema(small, { against: schema })).mostNodes, [{ nodeSet: 'paper', nodes: 5 }]);
});

test('batches of other policies', () => {
  const histogram = valueOf(tuplepack.makeHistogram(['a'], [5, 5, 5, 5, 5, 5]));
  const policies = valueOf(graphs.batchItems(histogram, { limits: [15], depth: 3, batch: 2 }));
  assert.deepEqual(policies.map(({ policy, shape, batches, dropped }) => [policy, shape, batches, dropped]), [
    ['tight', [10], 3, 0],
    ['fit-or-skip', [10], 3, 0],
    ['greedy', [15], 2, 0],
  ]);
  assert.deepEqual(policies.map(({ efficiency }) => efficiency), [[1], [1], [1]]);
  assert.equal(graphs.batchItems(histogram, { limits: [4] }).error.code, 'item_over_limit');
  assert.equal(graphs.batchItems(histogram, { limit: [15] }).error.code, 'unknown_name');
  assert.equal(graphs.batchItems(null, { limits: [15] }).error.code, 'malformed');
});

test('what is refused', () => {
  const refused = (result, code, message) => {
    assert.deepEqual(Object.keys(result), ['error']);
    assert.equal(result.error.code, code);
    assert.match(result.error.message, message);
    return [result.error.line, result.error.column];
  };
  assert.deepEqual(refused(graphs.readSchema('node_sets {\n key 3 }'), 'malformed', /'key'/), [2, 6]);
  refused(graphs.readSchema(''), 'empty', /neither a GraphSchema nor a SamplingSpec/);
  refused(graphs.readSchema(7), 'malformed', /the schema is not a Uint8Array/);
  refused(graphs.readSchema(spec, { schema }), 'unknown_name', /'schema'/);
  refused(graphs.readRecords('files'), 'malformed', /files is not an array/);
  refused(graphs.readRecords([{ name: 'a', bytes: 'text' }]), 'malformed', /bytes is not a Uint8Array/);
  refused(graphs.readRecords([null]), 'malformed', /./);
  refused(graphs.readRecords([{ name: 'a', bytes: shard }], { schema: 'node_sets {' }), 'malformed', /not closed/);
  for (const nothing of [null, undefined, {}]) assert.ok(graphs.readRecords(nothing).error);
});
