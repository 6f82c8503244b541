// What a training loop needs of a pack, in both modules.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { loadTuplepack, packageFolder, tuplepack, valueOf } from './support.mjs';

const quick = await loadTuplepack({ wasmBinary: readFileSync(join(packageFolder, 'quick.wasm')) });

/** Whether a place attends to another, by definition. */
function attends(ids, query, key, { causal = false, padding = 'self' } = {}) {
  if (ids[query] !== ids[key] || (causal && key > query)) return false;
  return ids[query] !== 0 || padding === 'block' || (padding === 'self' && query === key);
}

const wordsOf = (places) => Math.ceil(places / 32);
const bitOf = (bits, places, query, key) => (bits[query * wordsOf(places) + (key >> 5)] >>> (key & 31)) & 1;

/** A pack whose items are in one piece, or in many. */
function randomIds(next, places, inPieces) {
  if (inPieces) return Array.from({ length: places }, () => next(4));
  const lengths = Array.from({ length: 3 }, () => next(Math.floor(places / 3) + 1));
  return [...valueOf(tuplepack.segments(lengths, places)).segmentIds];
}

for (const [name, core] of Object.entries({ tuplepack, quick })) {
  test(`${name}: names of what padding may see`, () => {
    assert.deepEqual(core.paddingPolicies, ['none', 'self', 'block']);
  });

  test(`${name}: a mask of bits is the mask by definition`, () => {
    let state = 7;
    const next = (below) => {
      state = (state * 48271) % 2147483647;
      return state % below;
    };
    for (const places of [0, 1, 31, 32, 33, 70]) {
      for (const padding of core.paddingPolicies) {
        for (const causal of [false, true]) {
          const ids = randomIds(next, places, next(2) === 0);
          const bits = valueOf(core.bitMask(ids, { causal, padding }));
          assert.ok(bits instanceof Uint32Array);
          assert.equal(bits.length, places * wordsOf(places));
          for (let query = 0; query < places; ++query) {
            for (let key = 0; key < wordsOf(places) * 32; ++key) {
              const expected = key < places && attends(ids, query, key, { causal, padding });
              assert.equal(bitOf(bits, places, query, key), Number(expected), `${ids} ${query} ${key} ${padding}`);
            }
          }
        }
      }
    }
  });

  test(`${name}: weights of tokens make every item count alike`, () => {
    const ids = [1, 1, 1, 2, 0, 3, 3, 0];
    const weights = (items) => [...valueOf(core.tokenWeights(ids, items))];
    const expected = (items) => [3, 3, 3, 1, 0, 2, 2, 0].map((n) => (n === 0 ? 0 : Math.fround(1 / (n * items))));
    assert.deepEqual(weights(), expected(3));
    assert.deepEqual(weights(5), expected(5));
    assert.deepEqual([...valueOf(core.tokenWeights([1, 1, 3, 0]))], [0.25, 0.25, 0.5, 0]);
    assert.deepEqual(valueOf(core.tokenWeights([0, 0])), new Float32Array(2));
    assert.deepEqual(valueOf(core.tokenWeights([])), new Float32Array(0));
  });

  test(`${name}: what is no pack, and no choice`, () => {
    const code = ({ error }) => error?.code;
    for (const use of ['bitMask', 'tokenWeights']) {
      assert.equal(code(core[use](7)), 'malformed', use);
      assert.equal(code(core[use](['1'])), 'not_an_integer', use);
      assert.equal(code(core[use]([-1])), 'too_large', use);
      assert.equal(code(core[use]([2 ** 31])), 'too_large', use);
    }
    assert.equal(code(core.bitMask([1], { padding: 'some' })), 'unknown_name');
    assert.equal(code(core.bitMask([1], { causal: 1 })), 'malformed');
    assert.equal(code(core.bitMask([1], { colour: 'red' })), 'unknown_name');
    assert.equal(code(core.tokenWeights([1], 0)), 'limit_not_positive');
    assert.equal(code(core.tokenWeights([1], 1.5)), 'not_an_integer');
    assert.equal(code(core.bitMask(new Uint8Array(2 ** 20))), 'out_of_memory');
    assert.equal(code(core.tokenWeights([2 ** 31 - 1])), 'out_of_memory');
  });
}
