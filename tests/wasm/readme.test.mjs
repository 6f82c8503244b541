// The example of the README runs as it is written, and is TypeScript as strict as it gets.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { file, packageFolder, root } from './support.mjs';

const [, example] = /^```js\n(.*?)^```/ms.exec(file('wasm/README.md').toString());

function newFolder(t) {
  const folder = mkdtempSync(join(tmpdir(), 'tuplepack-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return folder;
}

test('the example of the README runs', (t) => {
  const folder = newFolder(t);
  const script = join(folder, 'example.mjs');
  const url = pathToFileURL(join(packageFolder, 'tuplepack.mjs'));
  assert.ok(example.includes("from 'tuplepack'"));
  writeFileSync(script, example.replace("from 'tuplepack'", `from '${url}'`));
  const [first, ...packs] = execFileSync(process.execPath, [script]).toString().trim().split('\n');
  assert.equal(first, '4 packs, lower bound 4');
  assert.equal(packs.length, 4);
  const items = packs.flatMap((pack) => pack.match(/\[(.*)\]/)[1].split(',').map(Number));
  assert.deepEqual(items.sort((a, b) => a - b), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

const compiler = join(root, 'web/node_modules/.bin/tsc');
test('the example of the README compiles', { skip: !existsSync(compiler) && 'needs the compiler in web/node_modules' }, (t) => {
  const folder = newFolder(t);
  cpSync(packageFolder, join(folder, 'node_modules/tuplepack'), { recursive: true });
  writeFileSync(join(folder, 'example.mts'), example);
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    module: 'nodenext',
    target: 'ES2023',
    lib: ['ES2023', 'DOM'],
    types: [],
    noEmit: true,
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['example.mts'] }));
  execFileSync(compiler, ['--project', folder], { stdio: 'inherit' });
});
