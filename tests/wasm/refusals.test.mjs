// Whatever is handed over, the answer is an error and not an exception; what was returned stays as it was.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadTuplepack, tuplepack, valueOf } from './support.mjs';

const histogram = valueOf(tuplepack.makeHistogram(['tokens'], [5, 7, 9]));
const { json } = valueOf(tuplepack.pack(histogram, { limits: [12], json: true }));
const utf8 = (text) => new TextEncoder().encode(text);
const pack = (options) => tuplepack.pack(histogram, { limits: [12], ...options });

function refused(result, code, message = /./) {
  assert.deepEqual(Object.keys(result), ['error']);
  const { error } = result;
  assert.deepEqual(Object.keys(error).sort(), ['code', 'column', 'line', 'message']);
  assert.equal(error.code, code, error.message);
  assert.match(error.message, message);
  assert.ok(Number.isInteger(error.line) && Number.isInteger(error.column));
  return error;
}

test('limits that are none', () => {
  refused(pack({ limits: [-1] }), 'limit_not_positive');
  refused(pack({ limits: [1.5] }), 'not_an_integer', /limits\[0\]/);
  refused(pack({ limits: [Number.NaN] }), 'not_an_integer', /limits\[0\]/);
  refused(pack({ limits: [2 ** 53 + 2] }), 'too_large', /limits\[0\]/);
  refused(pack({ limits: [Number.POSITIVE_INFINITY] }), 'too_large');
  refused(pack({ limits: ['twelve'] }), 'not_an_integer');
  refused(pack({ limits: 12 }), 'malformed', /limits is not an array/);
  refused(pack({ limits: [] }), 'component_mismatch');
  refused(pack({ limits: [12, 12] }), 'component_mismatch');
  refused(pack({ limits: [8] }), 'item_over_limit');
});

test('options that are none', () => {
  refused(pack({ limit: [12] }), 'unknown_name', /'limit'/);
  refused(pack({ method: 'magic' }), 'unknown_name', /magic/);
  refused(pack({ method: 3 }), 'malformed', /method is not a string/);
  refused(pack({ heuristic: 'smell' }), 'unknown_name');
  refused(pack({ overlong: 'keep' }), 'unknown_name');
  refused(pack({ distribute: 1 }), 'malformed', /distribute/);
  refused(pack({ depth: '3' }), 'not_an_integer', /depth/);
  refused(pack({ depth: 0 }), 'out_of_range', /^depth: 0 is out of range \(at least 1\)$/);
  refused(pack({ depth: 1.5 }), 'not_an_integer', /depth/);
  refused(pack({ alignItem: [0] }), 'limit_not_positive');
  refused(pack({ reserve: [-1] }), 'negative');
  refused(pack({ packsMultiple: 0 }), 'out_of_range', /^packsMultiple: /);
});

test('histograms that are none', () => {
  const room = { limits: [12] };
  const wrong = (change) => tuplepack.stats({ ...histogram, ...change });
  refused(wrong({ counts: [1] }), 'component_mismatch');
  refused(wrong({ counts: [1, 1, 1.5] }), 'not_an_integer');
  refused(wrong({ counts: [1, 1, -1] }), 'negative');
  refused(wrong({ sizes: 'many' }), 'malformed', /sizes is not an array/);
  refused(wrong({ components: 'tokens' }), 'malformed');
  refused(wrong({ components: [] }), 'component_mismatch');
  for (const nothing of [null, undefined, 7, 'text', {}, []]) {
    for (const use of ['pack', 'packMetrics', 'compare', 'bounds', 'sweep', 'stats']) {
      assert.ok(tuplepack[use](nothing, room).error, `${use} of ${nothing}`);
    }
  }
});

test('requests that are none', () => {
  for (const nothing of [null, undefined, 7, 'text', []]) {
    for (const use of ['pack', 'packMetrics', 'compare', 'bounds', 'sweep']) {
      assert.ok(tuplepack[use](histogram, nothing).error, `${use} with ${nothing}`);
    }
  }
  refused(tuplepack.sweep(histogram, { ranges: [{ first: 3, last: 2 }] }), 'limit_not_positive');
  refused(tuplepack.sweep(histogram, { ranges: [{ first: 3, lasst: 2 }] }), 'unknown_name');
  refused(tuplepack.sweep(histogram, { ranges: 3 }), 'malformed');
  const ranges = [{ first: 9, last: 12 }];
  const { value: grid } = tuplepack.sweep(histogram, { ranges });
  for (const none of [null, {}, 7, { ...grid, state: [] }, { ...grid, efficiency: [1] }]) {
    refused(tuplepack.refineSweep(histogram, { ranges }, none), 'malformed');
  }
});

test('bytes that are no sizes', () => {
  const error = refused(tuplepack.readHistogram(utf8('tokens\n5\n-7\n')), 'negative', /-7/);
  assert.deepEqual([error.line, error.column], [3, 1]);
  refused(tuplepack.readHistogram(utf8('[5,')), 'malformed', /unexpected end of JSON/);
  refused(tuplepack.readHistogram(utf8('')), 'empty');
  refused(tuplepack.readTable(utf8('a,b\n1\n')), 'missing_column');
  refused(tuplepack.readHistogram(new Uint8Array([0x1f, 0x8b, 8])), 'unsupported', /gzip/);
  refused(tuplepack.readHistogram(utf8('5\n'), { format: 'xml' }), 'unknown_name');
  refused(tuplepack.readHistogram(utf8('5\n'), { columns: 'tokens' }), 'malformed');
  refused(tuplepack.readHistogram(7), 'malformed', /Uint8Array/);
  refused(tuplepack.readHistogram(undefined), 'malformed', /Uint8Array/);
});

test('plans, assignments and segments that are none', () => {
  refused(tuplepack.readPlan('{'), 'malformed', /unexpected end of JSON/);
  refused(tuplepack.readPlan('[]'), 'unsupported');
  refused(tuplepack.readPlan(7), 'malformed');
  refused(tuplepack.assign([5, 7], json), 'plan_mismatch');
  refused(tuplepack.assign([5, 7, -9], json), 'negative');
  refused(tuplepack.assign([5, 7, 9], 'no plan'), 'malformed');
  refused(tuplepack.assign([5, 7, 9], json, { order: 'random' }), 'unknown_name');
  refused(tuplepack.assign([5, 7, 9], json, { seed: -1 }), 'out_of_range', /^seed: /);
  refused(tuplepack.assignmentNpz({ offsets: [0.5], items: [] }), 'not_an_integer');
  for (const nothing of [undefined, null]) refused(tuplepack.assignmentNpz(nothing), 'malformed', /no assignment/);
  refused(tuplepack.assignmentNpz({ offsets: [0], items: [2 ** 31] }), 'too_large');
  refused(tuplepack.segments([5, 9], 12), 'item_over_limit');
  refused(tuplepack.segments([5], -1), 'negative');
  refused(tuplepack.segments([5], 12, 0), 'limit_not_positive');
  refused(tuplepack.loaderCode('fortran', { components: ['a'], limits: [1] }), 'unknown_name');
  refused(tuplepack.makeHistogram(['a', 'b'], [1, 2, 3]), 'component_mismatch');
});

test('elements that are no numbers are not converted', () => {
  const sizes = (...given) => tuplepack.makeHistogram(['tokens'], given);
  for (const nothing of [null, undefined, '', '7', 'seven', [], [7], true, {}, 7n, new Number(7), Symbol('7')]) {
    refused(sizes(5, nothing, 9), 'not_an_integer', /sizes\[1\] is not a number/);
    refused(pack({ limits: [nothing] }), 'not_an_integer', /limits\[0\] is not a number/);
  }
  refused(tuplepack.makeHistogram(['tokens'], new Array(3)), 'not_an_integer', /sizes\[0\]/);
  refused(sizes(5, Number.NaN), 'not_an_integer', /sizes\[1\]/);
  refused(tuplepack.makeHistogram(['tokens'], BigInt64Array.of(5n, 7n)), 'not_an_integer', /sizes\[0\]/);
  refused(tuplepack.makeHistogram(['tokens'], new BigUint64Array(0)), 'empty');
  refused(tuplepack.makeHistogram(['tokens'], Float32Array.of(5, 0.5)), 'not_an_integer', /sizes\[1\]/);
  refused(tuplepack.segments([5n], 12), 'not_an_integer', /lengths\[0\]/);
  refused(tuplepack.segments([5], 12n), 'not_an_integer', /capacity/);
  refused(tuplepack.makeHistogram(['tokens'], { length: 1.5 }), 'not_an_integer', /sizes\.length/);
  refused(tuplepack.makeHistogram(['tokens'], { length: -1 }), 'negative', /sizes\.length/);
  for (const fine of [[5, 7, 9], Uint8Array.of(5, 7, 9), Float64Array.of(5, 7, 9), { length: 3, 0: 5, 1: 7, 2: 9 }]) {
    assert.deepEqual(valueOf(tuplepack.makeHistogram(['tokens'], fine)), histogram);
  }
});

test('components that are none have nothing to list', () => {
  for (const nothing of [null, undefined, 7, 'tokens', {}, [], [7], ['tokens', null], Array(17).fill('tokens')]) {
    assert.deepEqual(tuplepack.heuristics(nothing), []);
    assert.deepEqual(tuplepack.combinations(nothing), []);
  }
  assert.ok(tuplepack.heuristics(['tokens']).includes('product'));
  assert.ok(tuplepack.combinations(['tokens'], true).every(({ paper }) => paper));
});

test('more than the memory holds', () => {
  refused(tuplepack.segments([1], 2 ** 31 - 1), 'out_of_memory');
  refused(tuplepack.makeHistogram(['tokens'], new Array(2 ** 32 - 1)), 'out_of_memory');
  refused(tuplepack.makeHistogram(['tokens'], { length: 2 ** 40 }), 'out_of_memory');
  // Zeros that nobody writes take no real memory on this side.
  for (const size of [2 ** 31 - 64, 2 ** 31, 2 ** 32]) {
    const huge = new Uint8Array(size);
    refused(tuplepack.readHistogram(huge), 'out_of_memory');
    refused(tuplepack.readTable(huge), 'out_of_memory');
    refused(tuplepack.readPlan(huge), 'out_of_memory');
  }
  assert.deepEqual(valueOf(tuplepack.makeHistogram(['tokens'], [9, 7, 5])), histogram);
});

test('what cannot be loaded rejects', { timeout: 20_000 }, async () => {
  const empty = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);
  await assert.rejects(loadTuplepack({ wasmModule: new WebAssembly.Module(empty) }));
  await assert.rejects(loadTuplepack({ wasmModule: 'no module' }), TypeError);
  await assert.rejects(loadTuplepack({ wasmModule: empty }));
  await assert.rejects(loadTuplepack({ wasmBinary: empty.subarray(0, 3) }));
});

test('returned arrays outlive the growth of the memory', () => {
  const packed = valueOf(tuplepack.pack(histogram, { limits: [12], json: true }));
  const before = structuredClone(packed);
  const sizes = new Float64Array(8_000_000).map((_, i) => i % 4096);
  valueOf(tuplepack.makeHistogram(['tokens'], sizes));
  assert.deepEqual(packed, before);
  assert.ok(packed.plan.bins.buffer.byteLength < 1000);
});
