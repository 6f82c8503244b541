// Proofs by cases: the same plan files as the native program's, and both verify, here, there and by a checker that shares
// nothing with them. All of these searches end by a proof, long before their time is up.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { program, root, tuplepack, valueOf } from './support.mjs';

/** With NumPy, as for the tests in Python. */
const python = existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3';

/** Packs that are the colours of Grötzsch's graph, which has no triangle and needs four: every star is a component. */
function grotzsch() {
  const five = [0, 1, 2, 3, 4];
  let edges = five.flatMap((i) => [[i, (i + 1) % 5], [i, 5 + ((i + 1) % 5)], [i, 5 + ((i + 4) % 5)], [5 + i, 10]]);
  const sizes = Array.from({ length: 11 }, () => []);
  const limits = [];
  while (edges.length > 0) {
    const degrees = sizes.map((_, vertex) => edges.filter((edge) => edge.includes(vertex)).length);
    const centre = degrees.indexOf(Math.max(...degrees));
    const star = edges.filter((edge) => edge.includes(centre));
    edges = edges.filter((edge) => !edge.includes(centre));
    const limit = 2 * star.length;
    limits.push(limit);
    sizes.forEach((size, vertex) => {
      const isNear = star.some((edge) => edge.includes(vertex));
      size.push(vertex === centre ? limit - 1 : isNear ? 2 : 0);
    });
  }
  return { sizes, limits };
}

/** Fifty items that need one pack more than the linear program shows. */
const fifty = {
  sizes: [1, 2, 4, 8, 14, 15, 17, 18, 19, 20, 26, 27, 31, 32, 32, 37, 39, 41, 42, 44, 44, 46, 47, 49, 50, 53, 53, 53, 55, 57]
    .concat([60, 60, 63, 63, 63, 66, 66, 73, 75, 77, 78, 81, 83, 84, 85, 89, 89, 90, 92, 92])
    .map((size) => [size]),
  limits: [120],
};

for (const [name, { sizes, limits }, packs, cases] of [
  ["Grötzsch's graph", grotzsch(), 4, 3],
  ['fifty items', fifty, 22, 1],
]) {
  test(`the certificate of ${name}`, { skip: !program && 'needs the native program' }, (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'tuplepack-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const [table, native, ours] = ['sizes.csv', 'native.json', 'wasm.json'].map((file) => join(folder, file));
    const components = limits.map((_, c) => `c${c}`);
    writeFileSync(table, `${[components, ...sizes].join('\n')}\n`);
    const words = ['--limits', limits.join(','), '--method', 'optimal', '--time-limit', '60'];
    execFileSync(program, ['pack', table, ...words, '--plan', native]);

    const histogram = valueOf(tuplepack.makeHistogram(components, sizes.flat()));
    const request = { limits, method: 'optimal', timeLimit: 60, json: true };
    const packed = valueOf(tuplepack.pack(histogram, request));
    assert.equal(packed.json, readFileSync(native, 'utf8'));
    const { certificate } = JSON.parse(packed.json);
    assert.ok(certificate.cases.length >= cases, JSON.stringify(certificate));
    assert.deepEqual([packed.metrics.packs, packed.gap, certificate.packs], [packs, 0, packs]);
    const total = certificate.prices.reduce((sum, price, i) => sum + price * histogram.counts[i], 0);
    assert.ok(total / certificate.scale <= packs - 1, 'prices without cases prove less');

    assert.equal(valueOf(tuplepack.verify(readFileSync(native))), packs);
    assert.equal(valueOf(tuplepack.verify(readFileSync(native), { maxWork: certificate.work })), packs);
    const refused = tuplepack.verify(readFileSync(native), { maxWork: certificate.work - 1 });
    assert.match(refused.error.message, /more than the limit of \d+; max-work raises it$/);
    writeFileSync(ours, packed.json);
    assert.equal(JSON.parse(execFileSync(program, ['verify', ours, '--json'])).proven, packs);
    const checker = join(root, 'tests/native/certificate_check.py');
    assert.equal(Number(execFileSync(python, ['-B', checker, ours])), packs);
  });
}

test('a certificate of a few kB that asks for hours is refused', (t) => {
  const sizes = Array.from({ length: 60 }, (_, i) =>
    Array.from({ length: 8 }, (_, c) => 60 + ((37 * i + 101 * c + i * i * (c + 3)) % 141)),
  );
  const components = sizes[0].map((_, c) => `c${c}`);
  const histogram = valueOf(tuplepack.makeHistogram(components, sizes.flat()));
  const plan = JSON.parse(
    valueOf(tuplepack.pack(histogram, { limits: components.map(() => 1000), method: 'none', json: true })).json,
  );
  const { bins } = plan.histogram;
  const prices = Array.from({ length: bins }, (_, i) => 62 + ((5 * i) % 37));
  plan.certificate = { scale: 1e6, depth: false, prices: Array(bins).fill(0), packs: 1, cases: [{ scale: 900, prices }] };
  const json = JSON.stringify(plan);
  assert.match(tuplepack.verify(json).error.message, /takes more than 1000000000 steps to check/);
  assert.match(tuplepack.verify(json, { maxWork: 0, timeLimit: 0.2 }).error.message, /^stopped after \d+ steps/);
  // In seconds, by a clock that goes on by a millisecond at every look.
  let now = 0;
  t.mock.method(performance, 'now', () => ++now);
  assert.match(tuplepack.verify(json, { maxWork: 0, timeLimit: 0.2 }).error.message, /^stopped after \d+ steps/);
  assert.equal(now, 202);
  t.mock.restoreAll();
  assert.match(tuplepack.verify(json, { work: 1 }).error.message, /unknown option 'work'/);
});
