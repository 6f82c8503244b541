// How the package finds its .wasm files where bundlers and development servers move its scripts.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { packageFolder } from './support.mjs';

const { loadModule } = await import(pathToFileURL(join(packageFolder, 'load.mjs')));
const page = new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } });

/** Answers with files by their address, and with a page otherwise, as development servers do. */
function serve(t, files) {
  t.mock.method(globalThis, 'fetch', async (address) =>
    files[address] ? new Response(readFileSync(join(packageFolder, files[address]))) : page.clone(),
  );
}

test('a file is fetched from where the scripts are', async (t) => {
  serve(t, { 'http://host/assets/quick.wasm': 'quick.wasm' });
  assert.ok(await loadModule(() => new URL('http://host/assets/quick.wasm')));
});

test('a development server that moves only the scripts is asked for the file of the package', async (t) => {
  serve(t, { 'http://host/node_modules/tuplepack/quick.wasm': 'quick.wasm' });
  assert.ok(await loadModule(() => new URL('http://host/node_modules/.vite/deps/quick.wasm')));
});

test('a page in place of the file is said to be none, with the way out', async (t) => {
  serve(t, {});
  const load = loadModule(() => new URL('http://host/assets/quick.wasm'));
  await assert.rejects(load, /^Error: http:\/\/host\/assets\/quick\.wasm is no WebAssembly: .*optimizeDeps.*wasmBinary$/);
});

test('bundlers leave modules of Node alone', () => {
  for (const name of readdirSync(packageFolder).filter((file) => file.endsWith('.mjs'))) {
    const script = readFileSync(join(packageFolder, name), 'utf8');
    assert.doesNotMatch(script, /\b(from|import)\s*\(?\s*['"]node:/, name);
    for (const [imported] of script.matchAll(/import\([^)]*node:[^)]*\)/g)) {
      assert.match(imported, /webpackIgnore: true.*@vite-ignore/);
    }
  }
});
