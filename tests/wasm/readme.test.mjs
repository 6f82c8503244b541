// The example of the README runs as it is written.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { file, packageFolder } from './support.mjs';

test('the example of the README', (t) => {
  const [, example] = /^```js\n(.*?)^```/ms.exec(file('wasm/README.md').toString());
  const folder = mkdtempSync(join(tmpdir(), 'tuplepack-'));
  t.after(() => rmSync(folder, { recursive: true }));
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
