// The program's commands and options, as pages read them.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { packageFolder, tuplepack } from './support.mjs';

const { loadTemporal } = await import(pathToFileURL(join(packageFolder, 'temporal.mjs')));
const temporal = await loadTemporal();

const optionOf = (rows, command, name) =>
  rows.find((row) => row.name === name && (row.commands.length === 0 || row.commands.includes(command)));

test('commands come by group', () => {
  const commands = tuplepack.commands();
  assert.deepEqual([...new Set(commands.map(({ group }) => group))], ['packing', 'temporal interactions', 'graphs', 'tools']);
  const pack = commands.find(({ name }) => name === 'pack');
  assert.match(pack.summary, /^Computes a packing plan/);
  assert.match(pack.example, /^tuplepack pack /);
});

test('an option has its kind, default, range and choices', () => {
  const rows = tuplepack.options();
  const timeLimit = optionOf(rows, 'pack', 'time-limit');
  assert.equal(timeLimit.kind, 'decimal');
  assert.equal(timeLimit.default, '10');
  assert.deepEqual([timeLimit.least, timeLimit.most, timeLimit.above], [0, 1e9, true]);
  const depth = optionOf(rows, 'sweep', 'depth');
  assert.deepEqual([depth.kind, depth.default, depth.least, depth.most], ['count', null, 1, null]);
  const method = optionOf(rows, 'sweep', 'method');
  assert.equal(method.default, 'auto');
  assert.deepEqual(method.choices, tuplepack.methods.map(({ name }) => name));
  assert.deepEqual(optionOf(rows, 'pack', 'overlong').choices, tuplepack.overlongPolicies);
  assert.equal(optionOf(rows, 'pack', 'json').kind, 'flag');
  assert.equal(optionOf(rows, 'sweep', 'range').repeats, true);
  assert.equal(optionOf(rows, 'pack', 'FILE').operand, true);
  assert.equal(optionOf(rows, 'stream', 'output').letter, 'o');
  assert.deepEqual([optionOf(rows, 'pack', 'depth').onPage, optionOf(rows, 'pack', 'effort').onPage], [true, false]);
});

test('an option that a request takes has its key', () => {
  const rows = tuplepack.options();
  assert.equal(optionOf(rows, 'pack', 'packs-multiple').key, 'packsMultiple');
  assert.equal(optionOf(rows, 'pack', 'depth').key, 'depth');
  assert.equal(optionOf(rows, 'pack', 'limits').key, null);
  const histogram = { components: ['tokens'], sizes: [5, 7, 9], counts: [1, 1, 1] };
  for (const { key, kind, choices, default: usual } of rows.filter(({ key, commands }) => key !== null && commands.includes('pack'))) {
    const value = { flag: true, choice: usual ?? choices?.[0], text: 'product' }[kind] ?? Number(usual ?? 3);
    const { error } = tuplepack.pack(histogram, { limits: [12], [key]: value });
    assert.equal(error, undefined, key);
  }
});

test('the commands of options exist', () => {
  const names = tuplepack.commands().map(({ name }) => name);
  for (const row of [...tuplepack.options(), ...temporal.options()]) {
    for (const command of row.commands) assert.ok(names.includes(command), `${row.name}: ${command}`);
    assert.ok(row.help.length > 0 && !row.help.includes('{'), row.name);
  }
  assert.equal(optionOf(temporal.options(), 'split', 'like-batch-size').least, 1);
});
