// The format and the columns of a file, by its first bytes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tuplepack, valueOf } from './support.mjs';

const preview = (text, whole) => valueOf(tuplepack.preview(new TextEncoder().encode(text), whole));

test('the columns of a table', () => {
  assert.deepEqual(preview('name|nodes|Count\nx|3|1\n'), {
    format: 'csv',
    form: 'fields',
    separator: '|',
    columns: [
      { name: 'name', role: 'text', whole: false, lists: false },
      { name: 'nodes', role: 'sizes', whole: true, lists: false },
      { name: 'Count', role: 'counts', whole: true, lists: false },
    ],
    count: 2,
    possibleCount: null,
  });
});

test('the numbers of an array are sizes, of which the last may be meant as the count', () => {
  const { format, form, separator, columns, count, possibleCount } = preview('[[3,4,1],[5,6,2]]');
  assert.deepEqual([format, form, separator, count, possibleCount], ['json', 'arrays', null, null, 2]);
  const read = (options) => valueOf(tuplepack.readHistogram(new TextEncoder().encode('[[3,4],[5,6]]'), options));
  assert.deepEqual([read().components, read().hasCounts], [['size_1', 'size_2'], false]);
  const counted = read({ countColumn: '2' });
  assert.deepEqual([counted.components, counted.hasCounts, [...counted.counts]], [['size'], true, [4, 6]]);
  assert.deepEqual(columns, Array(3).fill({ name: '', role: 'sizes', whole: true, lists: false }));
});

test('lists are columns too', () => {
  const { format, form, columns, count } = preview('{"id":"x","input_ids":[1,2]}\n{"id":"y","input_ids":[3]}\n');
  assert.deepEqual([format, form, count], ['json_lines', 'objects', null]);
  assert.deepEqual(columns, [
    { name: 'id', role: 'ids', whole: false, lists: false },
    { name: 'input_ids', role: 'sizes', whole: false, lists: true },
  ]);
});

test('the arrays of an archive are columns', () => {
  const offsets = Float64Array.of(0, 2);
  const assignment = { offsets, items: Int32Array.of(0, 1), begins: new Float64Array(), sizes: new Float64Array() };
  const archive = valueOf(tuplepack.assignmentNpz({ ...assignment, dropped: new Int32Array(), packs: 1 }));
  const { format, form, columns } = valueOf(tuplepack.preview(archive));
  assert.deepEqual([format, form], ['npz', 'columns']);
  assert.deepEqual(columns.map(({ name }) => name), ['offsets', 'items']);
});

test('a value that is cut off is left out', () => {
  assert.equal(preview('length\n5\n6.5').columns[0].whole, false);
  assert.equal(preview('length\n5\n6.5', false).columns[0].whole, true);
});

test('what is left out by default is noted when the file is read', () => {
  const bytes = new TextEncoder().encode('Unnamed: 0,uid,length,loss_mask\n0,7,5,1\n1,8,6,1\n');
  const { components, notes } = valueOf(tuplepack.readHistogram(bytes));
  assert.deepEqual(components, ['length']);
  assert.deepEqual(notes, [
    "columns 'Unnamed: 0', 'uid' are ignored, as ids; column 'loss_mask' is ignored, as flags; choose with --columns",
  ]);
  assert.deepEqual(valueOf(tuplepack.readHistogram(bytes, { columns: ['uid'] })).notes, []);
});

test('the usual columns of a table that is stored column after column', () => {
  const columns = [
    { name: 'uid', kind: 'whole', first: [3, 5] },
    { name: 'input_ids', kind: 'lists', first: Float64Array.of(4, 8) },
    { name: 'attention_mask', kind: 'lists', first: [4, 8] },
    { name: 'weight', kind: 'decimal', first: null },
    { name: 'meta.size', kind: 'whole', nested: true },
    { name: 'freq', kind: 'whole', first: [2, 1] },
    { name: 'name', kind: 'other' },
  ];
  const { sizes, count, note } = valueOf(tuplepack.likelyColumns(columns));
  assert.deepEqual([sizes, count], [['input_ids'], 'freq']);
  assert.match(note, /^read as a histogram: .*; column 'uid' is ignored, as ids; column 'attention_mask' is/);
  const counted = valueOf(tuplepack.likelyColumns(columns, { countColumn: 'input_ids' }));
  assert.deepEqual([counted.sizes, counted.count], [['freq'], null]);
  const pair = (counts, first) => [
    { name: 'length', kind: 'whole', first },
    { name: counts, kind: 'whole', first: [2, 3, 1] },
  ];
  const mayBe = (...given) => valueOf(tuplepack.likelyColumns(pair(...given))).mayBeHistogram;
  assert.deepEqual(
    [mayBe('rows', [5, 7, 9]), mayBe('rows', [5, 9, 7]), mayBe('num_edges', [5, 7, 9])],
    [true, false, false],
  );
  assert.equal(tuplepack.likelyColumns(columns.slice(-1)).error.code, 'missing_column');
  assert.equal(tuplepack.likelyColumns(7).error.code, 'malformed');
  assert.match(tuplepack.likelyColumns([{ kind: 'text' }]).error.message, /kind/);
});

test('errors', () => {
  const { error } = tuplepack.preview(Uint8Array.of(0x1f, 0x8b, 8));
  assert.deepEqual([error.code, error.message], [
    'unsupported',
    'the file is compressed with gzip; decompress it first',
  ]);
  assert.equal(tuplepack.preview(7).error.code, 'malformed');
  assert.equal(tuplepack.preview('5\n', 1).error.code, 'malformed');
});
