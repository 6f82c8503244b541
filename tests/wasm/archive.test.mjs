// The archive that would be published is complete.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { packageFolder, valueOf } from './support.mjs';

test('the packed archive loads', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'tuplepack-'));
  t.after(() => rmSync(folder, { recursive: true }));
  execFileSync('npm', ['pack', packageFolder, '--offline', '--ignore-scripts', '--pack-destination', folder], {
    stdio: 'ignore',
  });
  const [archive] = readdirSync(folder);
  execFileSync('tar', ['-xzf', join(folder, archive), '-C', folder]);
  assert.deepEqual(readdirSync(join(folder, 'package')).sort(), [
    'LICENSE',
    'README.md',
    'THIRD_PARTY.md',
    'core.mjs',
    'graphs.d.mts',
    'graphs.mjs',
    'graphs.wasm',
    'load.mjs',
    'package.json',
    'playground.d.ts',
    'quick.wasm',
    'react.d.ts',
    'temporal.d.mts',
    'temporal.mjs',
    'temporal.wasm',
    'tuplepack.d.mts',
    'tuplepack.mjs',
    'tuplepack.wasm',
  ]);
  const { loadTuplepack } = await import(pathToFileURL(join(folder, 'package/tuplepack.mjs')));
  const tuplepack = await loadTuplepack();
  assert.equal(valueOf(tuplepack.makeHistogram(['tokens'], [5, 5])).counts[0], 2);
});
