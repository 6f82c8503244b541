// The hand-written types are those of the package.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { file, root, tuplepack } from './support.mjs';

/** The members of an interface, which are indented once. */
function declaredMembers(name) {
  const [, body] = new RegExp(`^export interface ${name} \\{\n(.*?)^\\}`, 'ms').exec(file('wasm/tuplepack.d.mts').toString());
  return [...body.matchAll(/^ {2}(?:readonly )?(\w+)[?]?[:(]/gm)].map(([, member]) => member);
}

test('the loaded object has the members that are declared', () => {
  assert.deepEqual(Object.keys(tuplepack).sort(), declaredMembers('Tuplepack').sort());
});

test('error codes that occur are declared', () => {
  const [, codes] = /^export type ErrorCode =(.*?);/ms.exec(file('wasm/tuplepack.d.mts').toString());
  const [, enumeration] = /^enum class ErrorCode \{(.*?)^\};/ms.exec(file('core/include/tuplepack/base/result.hpp').toString());
  const inCore = [...enumeration.matchAll(/^ {2}(\w+),/gm)].map(([, code]) => code);
  const declared = [...codes.matchAll(/'(\w+)'/g)].map(([, code]) => code);
  assert.deepEqual(declared, [...inCore, 'out_of_memory']);
});

const compiler = join(root, 'web/node_modules/.bin/tsc');
test('typed use compiles', { skip: !existsSync(compiler) && 'needs the compiler in web/node_modules' }, () => {
  execFileSync(compiler, ['--project', join(root, 'tests/wasm')], { stdio: 'inherit' });
});
