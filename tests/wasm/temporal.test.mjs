// Temporal interactions: the same figures as the program, and errors for bad input.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { file, packageFolder, program, root, valueOf } from './support.mjs';

const { loadTemporal } = await import(pathToFileURL(join(packageFolder, 'temporal.mjs')));
const temporal = await loadTemporal();

const path = (name) => `tests/data/temporal_${name}.csv.gz`;
const read = (name) => valueOf(temporal.readEvents(gunzipSync(file(path(name)))));
const csv = (text, options) => temporal.readEvents(new TextEncoder().encode(text), options);
const collegemsg = read('collegemsg');
const wikipedia = read('jodie_wikipedia');

test('the module has what is declared', () => {
  const [, body] = /^export interface Temporal \{\n(.*?)^\}/ms.exec(file('wasm/temporal.d.mts').toString());
  const declared = [...body.matchAll(/^ {2}(?:readonly )?(\w+)[:(]/gm)].map(([, member]) => member);
  assert.deepEqual(Object.keys(temporal).sort(), declared.sort());
  assert.deepEqual([temporal.lossScores, temporal.tiePolicies], [['eq7', 'eq8'], ['split', 'keep']]);
});

for (const [name, events, size, bounded, fixed, loss] of [
  ['CollegeMsg', collegemsg, 200, 251, 300, 345],
  ['Wikipedia', wikipedia, 200, 667, 788, 308],
  ['CollegeMsg', collegemsg, 2000, 29, 30, null],
  ['Wikipedia', wikipedia, 2000, 76, 79, null],
]) {
  test(`${name}: ${bounded} batches that lose no more than ${fixed} of ${size}`, () => {
    const split = valueOf(temporal.split(events, { likeBatchSize: size }));
    assert.deepEqual([split.bounded.losses.length, split.fixed.losses.length], [bounded, fixed]);
    assert.deepEqual([split.fixedSize, split.exceeding], [size, 0]);
    assert.equal(split.threshold, split.fixed.largestLoss);
    if (loss !== null) assert.equal(split.threshold, loss);
    assert.equal(split.bounded.largestLoss, Math.max(...split.bounded.losses));
    assert.deepEqual([split.bounded.offsets[0], split.bounded.offsets.at(-1)], [0, events.times.length]);
  });
}

const asked = [
  [['--like-batch-size', '200'], { likeBatchSize: 200 }],
  [['--loss', '100', '--ties', 'keep'], { loss: 100, ties: 'keep' }],
  [['--loss', '364', '--loss-score', 'eq8'], { loss: 364, lossScore: 'eq8' }],
];
for (const [options, request] of asked) {
  test(`split ${options.join(' ')} as the program`, { skip: !program && 'needs the native program' }, () => {
    for (const [name, events] of [['collegemsg', collegemsg], ['jodie_wikipedia', wikipedia]]) {
      const printed = execFileSync(program, ['split', join(root, path(name)), ...options, '--json'], { maxBuffer: 1e8 });
      const { offsets, losses, metrics, events: described } = JSON.parse(printed);
      const split = valueOf(temporal.split(events, request));
      assert.deepEqual([[...split.bounded.offsets], [...split.bounded.losses]], [offsets, losses]);
      const { threshold, fixedSize, bounded, fixed, exceeding } = split;
      assert.deepEqual(
        [threshold, fixedSize, fixed.losses.length, bounded.largestBatch, bounded.stale, exceeding],
        [metrics.threshold, metrics.fixed_batch_size, metrics.fixed_batches, metrics.max_size, metrics.stale, metrics.exceeding],
      );
      const { interactions, nodes, first_item, self_loops, ties, average_degree, average_update_distance } = described;
      assert.deepEqual(Object.values(valueOf(temporal.statistics(events))), [
        interactions, nodes, first_item ?? 0, self_loops, ties, average_degree, average_update_distance,
      ]);
    }
  });
}

test('items follow the users', () => {
  const events = valueOf(csv('user_id,item_id,timestamp\n0,0,1\n2,1,2\n'));
  assert.deepEqual([[...events.destinations], events.firstItem, events.nodes], [[3, 4], 3, 5]);
  assert.equal(valueOf(temporal.statistics(events)).firstItem, 3);
});

test('notes say what was taken for granted, and ids that are text what the program does', () => {
  const items = valueOf(csv('user_id,item_id,timestamp\n0,0,1\n2,1,2\n'));
  assert.match(items.notes.join(), /^users and items by name/);
  assert.equal(valueOf(temporal.statistics(items)).firstItem, 3);
  assert.deepEqual(valueOf(csv('src,dst,time\n0,1,12\n2,1,22')).notes, []);
  assert.match(valueOf(csv('5,0,1\n6,1,2\n7,2,0\n', { sort: true })).notes.join(), /--columns 2,3,1/);
  const refusal = csv('src,dst,time\nann,1,12\n').error;
  assert.equal(refusal.message, "node id 'ann' is not an integer; the program numbers ids of any text, with --relabel");
});

test('times stay exact, and fractions are kept', () => {
  const nanoseconds = valueOf(csv('src,dst,time\n3,1,1700000000000000001\n1,1,1700000000000000002\n'));
  assert.deepEqual(nanoseconds.times, new BigInt64Array([1700000000000000001n, 1700000000000000002n]));
  assert.deepEqual([[...nanoseconds.sources], [...nanoseconds.destinations], nanoseconds.nodes], [[3, 1], [1, 1], 4]);
  const tabs = valueOf(csv('u\ti\tts\n0\t1\t0.5\n1\t2\t2\n'));
  assert.deepEqual(tabs.times, new Float64Array([0.5, 2]));
  for (const events of [nanoseconds, tabs, { sources: [3, 1], destinations: [1, 1], times: [5, 6] }]) {
    assert.deepEqual([...valueOf(temporal.split(events, { loss: 0 })).bounded.offsets], [0, 1, 2]);
  }
});

test('rows are counted with their recent neighbours', () => {
  // 0–1 at 1, 1–2 at 2, 1–2 at 2, 0–1 at 3
  const events = { sources: [0, 1, 1, 0], destinations: [1, 2, 2, 1], times: [1, 2, 2, 3] };
  const rows = (offsets, recent) => {
    const { requested, unique } = valueOf(temporal.access(events, offsets, { recent }));
    return [[...requested], [...unique]];
  };
  // each event's two nodes; 1 has met 0 before 2, and before 3 it has met 2 twice too, 0 has met 1
  assert.deepEqual(rows([0, 4], 10), [[8 + 1 + 1 + 1 + 3], [3]]);
  assert.deepEqual(rows([0, 4], 1), [[8 + 1 + 1 + 1 + 1], [3]]);
  assert.deepEqual(rows([0, 1, 3, 4], 10), [[2, 6, 6], [2, 3, 3]]);
  assert.deepEqual(rows([], 10), [[], []]);
});

test('rows of larger batches repeat more, and whether times are fractions does not matter', () => {
  const fractions = { ...wikipedia, times: Float64Array.from(wikipedia.times, (time) => Number(time) + 0.5) };
  const offsets = Int32Array.from({ length: 10 }, (_, b) => b * 2000);
  const { requested, unique } = valueOf(temporal.access(wikipedia, offsets, {}));
  assert.equal(requested.length, 9);
  assert.deepEqual(valueOf(temporal.access(fractions, offsets)), { requested, unique });
  const halves = valueOf(temporal.access(wikipedia, Int32Array.from({ length: 19 }, (_, b) => b * 1000)));
  const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
  assert.equal(sum(halves.requested), sum(requested));
  assert.ok(sum(halves.unique) > sum(unique));
});

test('counting rows tells how far it is, and ends when told to', () => {
  const { bounded } = valueOf(temporal.split(wikipedia, { likeBatchSize: 50 }));
  const told = [];
  const { requested } = valueOf(temporal.access(wikipedia, bounded.offsets, {}, (done) => told.push(done) < 2));
  assert.equal(told.length, 2);
  assert.ok(told[0] > 0 && told[0] < told[1] && told[1] < 1);
  assert.ok(requested.length > 0 && requested.length < bounded.losses.length);
  // only false ends it
  const all = valueOf(temporal.access(wikipedia, bounded.offsets, {}, () => {}));
  assert.deepEqual(all, valueOf(temporal.access(wikipedia, bounded.offsets, {})));
});

test('what is wrong is said, with its place', () => {
  const refused = ({ error }, code, message, line = 0, column = 0) => {
    assert.deepEqual([error.code, error.line, error.column], [code, line, column], error.message);
    assert.match(error.message, message);
  };
  refused(csv('src,dst,time\n1,2,3\n1,x,4\n'), 'not_an_integer', /'x'/, 3, 3);
  refused(csv('src,dst,time\n1,2,3\n1,2,2\n'), 'out_of_order', /2/, 3);
  refused(csv('src,dst\n1,2\n'), 'missing_column', /time/, 1);
  refused(csv('src,dst,time\n'), 'empty', /./);
  assert.equal(valueOf(csv('src,dst,time\n1,2,3\n1,2,2\n', { sort: true })).times[0], 2n);
  refused(csv('src,dst,time\n1,2,3\n', { sorted: true }), 'unknown_name', /'sorted'/);
  refused(csv('src,dst,time\n1,2,3\n', { format: 'json' }), 'unsupported', /./);
  refused(temporal.readEvents('no bytes'.split('')), 'malformed', /bytes/);

  const events = { sources: [0], destinations: [1], times: [1] };
  refused(temporal.split(events, {}), 'malformed', /loss or likeBatchSize/);
  refused(temporal.split(events, { loss: 1, likeBatchSize: 1 }), 'malformed', /either loss or likeBatchSize/);
  refused(temporal.split(events, { loss: -1 }), 'negative', /loss/);
  refused(temporal.split(events, { likeBatchSize: 0 }), 'limit_not_positive', /./);
  refused(temporal.split(events, { loss: 1, lossScore: 'eq9' }), 'unknown_name', /eq9/);
  refused(temporal.split(events, { loss: 1, ties: 'cut' }), 'unknown_name', /cut/);
  refused(temporal.split({ ...events, times: [] }, { loss: 1 }), 'malformed', /length/);
  refused(temporal.split({ ...events, times: [Number.NaN] }, { loss: 1 }), 'malformed', /./);
  refused(temporal.split({ ...events, times: ['1'] }, { loss: 1 }), 'malformed', /times\[0\]/);
  refused(temporal.split({ ...events, sources: [-1] }, { loss: 1 }), 'negative', /./);
  refused(temporal.split({ sources: [], destinations: [], times: [] }, { loss: 1 }), 'empty', /./);
  refused(temporal.split(null, { loss: 1 }), 'empty', /./);
  refused(temporal.statistics({ ...events, id: 1 }), 'unknown_name', /'id'/);
  refused(temporal.access(events, [0, 2]), 'out_of_range', /offsets\[1\]/);
  refused(temporal.access(events, [1, 0]), 'out_of_range', /offsets\[1\]/);
  refused(temporal.access(events, [-1, 1]), 'out_of_range', /offsets\[0\]/);
  refused(temporal.access(events, [0, 1], { recent: 0 }), 'limit_not_positive', /./);
});
