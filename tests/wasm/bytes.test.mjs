// The same bytes as the golden files and as the native program.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { file, program, root, tuplepack, valueOf } from './support.mjs';

const data = readdirSync(join(root, 'tests/data')).filter((name) => name.endsWith('.csv'));
const histogramOf = (name) => valueOf(tuplepack.readHistogram(file(`tests/data/${name}`)));

for (const name of readdirSync(join(root, 'tests/golden'))) {
  test(`golden/${name}`, () => {
    const golden = file(`tests/golden/${name}`).toString();
    const { limits, depth, method, heuristic, paper } = JSON.parse(golden);
    const source = data.find((csv) => name.startsWith(`${csv.replace(/(_train|_\d+)\.csv$/, '')}_`));
    const request = { limits, depth, method, heuristic, paper, json: true };
    assert.equal(valueOf(tuplepack.pack(histogramOf(source), request)).json, golden);
    assert.equal(valueOf(tuplepack.readPlan(golden)).method, method);
  });
}

const requests = [
  ['squad_384.csv', { limits: [384] }, ['--limits', '384']],
  ['tu_collab.csv', { limits: [600, 90000], depth: 9 }, ['--limits', '600,90000', '--depth', '9']],
  [
    'molhiv_train.csv',
    { limits: [128, 256], method: 'lpfhp', alignItem: [8, 2], reserve: [1, 0], overlong: 'drop', packsMultiple: 8 },
    ['--limits', '128,256', '--method', 'lpfhp', '--align-item', 'num_nodes=8,num_edges=2', '--reserve', 'num_nodes=1']
      .concat(['--overlong', 'drop', '--packs-multiple', '8']),
  ],
];

/** A folder of its own for a test. */
function temporaryFolder(t) {
  const folder = mkdtempSync(join(tmpdir(), 'tuplepack-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return folder;
}

const skip = !program && 'needs the native program';

for (const [name, request, words] of requests) {
  test(`the program's plan of ${name}`, { skip }, (t) => {
    const plan = join(temporaryFolder(t), 'plan.json');
    execFileSync(program, ['pack', join(root, 'tests/data', name), ...words, '--plan', plan]);
    const packed = valueOf(tuplepack.pack(histogramOf(name), { ...request, json: true }));
    assert.equal(packed.json, readFileSync(plan, 'utf8'));
  });
}

test("the program's assignment", { skip }, (t) => {
  const folder = temporaryFolder(t);
  const [plan, sizes, packs] = ['plan.json', 'sizes.csv', 'packs.npz'].map((name) => join(folder, name));
  const lengths = Array.from({ length: 5000 }, (_, i) => (i * i) % 509);
  const histogram = valueOf(tuplepack.makeHistogram(['length'], lengths));
  const { json, spread } = valueOf(tuplepack.pack(histogram, { limits: [256], overlong: 'split', json: true }));
  assert.equal(spread, JSON.parse(json).spread ?? false);
  writeFileSync(plan, json);
  writeFileSync(sizes, `length\n${lengths.join('\n')}\n`);
  for (const order of tuplepack.orders) {
    const seed = order === 'shuffle' || order === 'permute' ? ['--seed', '5'] : [];
    execFileSync(program, ['assign', sizes, '--plan', plan, '--order', order, ...seed, '-o', packs]);
    const assignment = valueOf(tuplepack.assign(lengths, json, { order, seed: 5 }));
    assert.deepEqual(Buffer.from(valueOf(tuplepack.assignmentNpz(assignment))), readFileSync(packs), order);
  }
});
