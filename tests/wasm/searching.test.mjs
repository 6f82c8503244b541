// What takes long: methods that prove their plans, searches for limits, streams.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { file, tuplepack, valueOf } from './support.mjs';

const histogramOf = (name) => valueOf(tuplepack.readHistogram(file(`tests/data/${name}`)));
const squad = histogramOf('squad_384.csv');
const few = valueOf(tuplepack.makeHistogram(['tokens'], [6, 5, 4, 3, 2]));

test('an optimal plan is proven, and its file verifies', () => {
  const packed = valueOf(tuplepack.pack(squad, { limits: [384], method: 'optimal', json: true }));
  assert.deepEqual([packed.metrics.packs, packed.bound.packs, packed.certified], [40195, 40195, true]);
  assert.equal(valueOf(tuplepack.verify(packed.json)), 40195);
  assert.equal(valueOf(tuplepack.verify(new TextEncoder().encode(packed.json))), 40195);
  assert.ok(valueOf(tuplepack.readPlan(packed.json)).bound.packs < 40195, 'a file is not believed');
});

test('a certificate is not believed', () => {
  const { json } = valueOf(tuplepack.pack(squad, { limits: [384], method: 'optimal', json: true }));
  const dearer = JSON.parse(json);
  const { prices } = dearer.certificate;
  const last = prices.length - 1;
  if (Array.isArray(prices[last])) prices[last][prices[last].length - 1] += dearer.certificate.scale;
  else prices[last] += dearer.certificate.scale;
  assert.ok(tuplepack.verify(JSON.stringify(dearer)).error);
  const { json: without } = valueOf(tuplepack.pack(squad, { limits: [384], method: 'lpfhp', json: true }));
  assert.equal(tuplepack.verify(without).error.code, 'empty');
});

test('a search tells how far it is, hands over better plans, and ends when told to', () => {
  const told = [];
  const request = { limits: [384], depth: 3, method: 'optimal', json: true };
  const { json, metrics } = valueOf(tuplepack.pack(squad, request, (progress) => told.push(progress) > 0));
  const improved = told.map((one) => one.improved).filter((plan) => plan !== null);
  assert.ok(improved.length > 0);
  const packs = [...improved.map((plan) => plan.metrics.packs), metrics.packs];
  assert.deepEqual(packs, [...packs].sort((a, b) => b - a));
  for (const plan of improved) {
    assert.deepEqual(Object.keys(plan).sort(), Object.keys(valueOf(tuplepack.readPlan(json))).sort());
    assert.equal(plan.plan.repeats.reduce((sum, repeat) => sum + repeat, 0), plan.metrics.packs);
  }
  assert.ok(told.every(({ step, bound }) => step.length > 0 && bound <= metrics.packs));

  let calls = 0;
  const stopped = valueOf(tuplepack.pack(squad, request, () => ++calls < 2));
  assert.equal(calls, 2);
  assert.ok(stopped.metrics.packs >= metrics.packs);
  assert.equal(valueOf(tuplepack.pack(squad, request)).json, json);
});

test('the packs that a search tells are those of the last plan that it handed over', () => {
  const request = { limits: [384], depth: 3, method: 'optimal' };
  for (let last = 1; last < 4000; last += 1 + (last >> 1)) {
    let calls = 0;
    let handedOver = 0;
    const { metrics } = valueOf(tuplepack.pack(squad, request, ({ packs, improved }) => {
      if (improved) {
        assert.ok(handedOver === 0 || improved.metrics.packs < handedOver);
        handedOver = improved.metrics.packs;
      }
      assert.equal(packs, handedOver);
      return ++calls < last;
    }));
    assert.ok(handedOver === 0 || metrics.packs <= handedOver);
    if (calls < last) break;
  }
});

test('a plan that a bound proves is certified, and its file verifies', () => {
  const packed = valueOf(tuplepack.pack(histogramOf('wikipedia_512.csv'), { limits: [512], json: true }));
  assert.deepEqual([packed.bound.name, packed.gap, packed.certified], ['martello-toth', 0, true]);
  assert.notEqual(packed.method, 'optimal');
  assert.equal(valueOf(tuplepack.verify(packed.json)), packed.metrics.packs);
});

test('a search stops within the gap that is allowed', () => {
  const { bound, metrics } = valueOf(tuplepack.pack(squad, { limits: [384], depth: 3, method: 'optimal', gap: 5 }));
  assert.ok(metrics.packs <= 1.05 * bound.packs);
  const { packs } = valueOf(tuplepack.pack(squad, { limits: [384], depth: 3, method: 'optimal' })).metrics;
  assert.ok(packs <= metrics.packs);
  assert.equal(tuplepack.pack(squad, { limits: [384], gap: -1 }).error.code, 'out_of_range');
});

test('what a callback throws arrives', () => {
  const thrown = new Error('no more');
  const request = { limits: [384], depth: 3, method: 'optimal' };
  assert.throws(() => tuplepack.pack(squad, request, () => { throw thrown; }), thrown);
  assert.equal(valueOf(tuplepack.stats(few)).items, 5);
});

test('the smallest limits that reach a target', () => {
  const { points, open, candidates, best, atMost } = valueOf(tuplepack.search(few, { goal: 'target', target: 1 }));
  assert.deepEqual(points.map(({ limits, packs, bound, efficiency }) => [limits, packs, bound, efficiency]), [
    [[10], 2, 2, [1]],
  ]);
  assert.equal(open, 0);
  assert.equal(candidates, 19);  // 6 … 24
  const [{ limits, packs, method }] = points;
  assert.equal(valueOf(tuplepack.pack(few, { limits, method })).metrics.packs, packs);
  const none = valueOf(tuplepack.search(few, { goal: 'target', target: 1, ranges: [{ first: 6, last: 9 }] }));
  assert.deepEqual([none.points, none.open, none.candidates], [[], 0, 4]);
  assert.deepEqual(none.ranges, [{ first: 6, last: 9, step: 1 }]);
  assert.ok(none.best.efficiency[0] < 1);
  assert.ok(none.best.harmonicMean <= none.atMost && none.atMost < 1);
  assert.deepEqual([best, atMost], [null, null]);
});

test('the front of cost and efficiency, and the best', () => {
  const front = valueOf(tuplepack.search(few, { goal: 'pareto' }));
  const means = front.points.map((point) => point.harmonicMean);
  assert.deepEqual(means, [...means].sort((a, b) => a - b));
  assert.equal(means.at(-1), 1);
  const { points } = valueOf(tuplepack.search(few, { goal: 'best', multipleOf: [5], weights: [3] }));
  assert.deepEqual(points.map(({ limits, cost }) => [limits[0] % 5, cost]), [[0, 3 * points[0].limits[0]]]);
});

test('a search for limits ends when told to', () => {
  const pcqm = histogramOf('pcqm4mv2_train_digitized.csv');
  const shares = [];
  const { open } = valueOf(tuplepack.search(pcqm, { goal: 'pareto' }, (done) => shares.push(done) < 3));
  assert.equal(shares.length, 3);
  assert.deepEqual(shares, [...shares].sort((a, b) => a - b));
  assert.ok(shares.every((share) => share >= 0 && share < 1));
  assert.ok(open > 0);
});

test('streams', () => {
  for (const policy of tuplepack.streamPolicies) {
    const guide = valueOf(tuplepack.pack(squad, { limits: [384], depth: 3, json: true })).json;
    const request = { limits: [384], depth: 3, policy, guide, held: 64, items: 20_000, seed: 3 };
    const streamed = valueOf(tuplepack.stream(squad, request));
    assert.equal(streamed.items, 20_000);
    assert.ok(streamed.packs >= streamed.bound && streamed.bound > 0, policy);
    assert.ok(streamed.efficiency[0] > 0.8 && streamed.efficiency[0] <= 1, policy);
    assert.deepEqual(valueOf(tuplepack.stream(squad, request)), streamed);
    assert.notDeepEqual(valueOf(tuplepack.stream(squad, { ...request, seed: 4 })), streamed);  // of other items
  }
  assert.deepEqual(valueOf(tuplepack.stream(few, { limits: [10] })), { items: 5, packs: 2, bound: 2, efficiency: [1] });
});

test('estimates', () => {
  const request = { limits: [384], overhead: 0.05, devices: 8, component: squad.components[0] };
  const { overhead, scaling, speedup, speedupOver, ceilingOverRandom, packingFactor, ceiling } = valueOf(
    tuplepack.estimate(squad, request),
  );
  assert.deepEqual(scaling.map(({ devices }) => devices), [1, 2, 4, 8]);
  assert.ok(Math.abs(speedup - packingFactor / 1.05) < 1e-3);
  assert.ok(ceiling > speedup);
  assert.ok(Math.abs(speedupOver.limit - speedup) < 1e-3);
  assert.ok(speedupOver.random < speedupOver.limit && speedupOver.random < ceilingOverRandom);
  assert.ok(speedupOver.sorted < speedupOver.greedy && speedupOver.greedy < speedupOver.random);
  assert.equal(overhead, 0.05);
  assert.equal(valueOf(tuplepack.estimate(squad, { limits: [384], depth: 2 })).overhead, 0.04283);
});

test('questions that are none', () => {
  const code = ({ error }) => error.code;
  const search = (request) => code(tuplepack.search(few, request));
  assert.equal(search({}), 'unknown_name');
  assert.equal(search({ goal: 'target' }), 'malformed');
  assert.equal(search({ goal: 'target', target: 1.5 }), 'too_large');
  assert.equal(search({ goal: 'best', weights: [1, 2] }), 'component_mismatch');
  assert.equal(search({ goal: 'best', multipleOf: [0] }), 'limit_not_positive');
  assert.equal(search({ goal: 'best', multipleOf: [2, 2] }), 'component_mismatch');
  assert.equal(search({ goal: 'best', ranges: [] }), 'component_mismatch');
  assert.equal(search({ goal: 'best', ranges: [], multipleOf: [2] }), 'component_mismatch');
  assert.equal(search({ goal: 'best', alignItem: [8] }), 'unsupported');
  assert.equal(search({ goal: 'best', limits: [9] }), 'unknown_name');
  const stream = (request) => code(tuplepack.stream(few, { limits: [10], ...request }));
  assert.equal(stream({ policy: 'guess' }), 'unknown_name');
  assert.equal(stream({ policy: 'guided' }), 'plan_mismatch');
  assert.equal(stream({ policy: 'guided', guide: '{' }), 'malformed');
  assert.equal(stream({ held: 0 }), 'limit_not_positive');
  assert.equal(stream({ items: -1 }), 'negative');
  assert.equal(stream({ seed: -1 }), 'negative');
  assert.equal(stream({ limits: [5] }), 'item_over_limit');
  const estimate = (request) => code(tuplepack.estimate(few, { limits: [10], ...request }));
  assert.equal(estimate({ component: 'nodes' }), 'unknown_name');
  assert.equal(estimate({ overhead: -1 }), 'negative');
  assert.equal(estimate({ devices: 0 }), 'out_of_range');
});
