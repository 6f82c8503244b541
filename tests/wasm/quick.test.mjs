// The quick module: the same plans, and errors for what it leaves out.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { file, loadTuplepack, packageFolder, tuplepack, valueOf } from './support.mjs';

const quick = await loadTuplepack({ wasmBinary: readFileSync(join(packageFolder, 'quick.wasm')) });

test('knows the same names', () => {
  const plain = (module) => Object.fromEntries(Object.entries(module).filter(([, value]) => typeof value !== 'function'));
  assert.deepEqual(plain(quick), plain(tuplepack));
  assert.deepEqual(Object.keys(quick), Object.keys(tuplepack));
  const further = new Set(tuplepack.methods.filter((row) => !row.quick).map(({ name }) => name));
  const ways = tuplepack.combinations(['a', 'b']).filter(({ method }) => !further.has(method));
  assert.deepEqual(quick.combinations(['a', 'b']), ways);
});

for (const [name, request] of [
  ['molhiv_train.csv', { limits: [222, 502], depth: 256 }],
  ['squad_384.csv', { limits: [384], depth: 3 }],
]) {
  for (const { name: method } of tuplepack.methods.filter((row) => row.quick)) {
    test(`packs ${name} by ${method} to the same bytes`, () => {
      const histogram = valueOf(tuplepack.readHistogram(file(`tests/data/${name}`)));
      const asked = { ...request, method, json: true };
      assert.equal(valueOf(quick.pack(histogram, asked)).json, valueOf(tuplepack.pack(histogram, asked)).json);
    });
  }
}

test('says what it does not have', () => {
  const histogram = valueOf(quick.makeHistogram(['tokens'], [5, 7, 9]));
  for (const { name: method } of quick.methods.filter((row) => !row.quick)) {
    const { error } = quick.pack(histogram, { limits: [12], depth: 2, method });
    assert.deepEqual([error.code, error.message.includes(`'${method}'`)], ['unsupported', true]);
  }
  for (const call of [
    ...['likelyColumns', 'verify', 'estimate', 'search', 'stream'],
    ...['readPlan', 'assign', 'assignmentNpz', 'loaderCode'],
  ]) {
    const { error } = quick[call](histogram, { limits: [12] });
    assert.deepEqual([error.code, error.message.startsWith(call)], ['unsupported', true]);
  }
});
