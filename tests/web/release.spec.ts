/** The release that tools/publish.sh builds: its npm archive, installed into a fresh folder, and its checksums. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { build } from 'vite';
import { expect, test } from './fixture';

test.describe.configure({ mode: 'serial' });

const release = join(import.meta.dirname, '../../build/publish');
let folder = '';

test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tuplepack-'));
  const archives = readdirSync(release).filter((name) => name.endsWith('.tgz'));
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  const options = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', folder];
  execFileSync('npm', ['install', ...options, ...archives.map((name) => join(release, name))], { stdio: 'ignore' });
});

test.afterAll(() => rmSync(folder, { recursive: true }));

/** Opens a page of its own with this script and an element, under the policy that the README of the package names. */
async function openPage(page: Page, origin: string, script: string): Promise<void> {
  const policy = "default-src 'none'; img-src data:; script-src 'self' 'wasm-unsafe-eval'; worker-src blob:";
  const body = `<!doctype html><title>docs</title><link rel="icon" href="data:,"><script src="docs.js" defer></script>
    <tuplepack-playground preset="squad" limits="384" method="optimal"></tuplepack-playground>`;
  await page.route(`${origin}docs`, (route) =>
    route.fulfill({ contentType: 'text/html', headers: { 'content-security-policy': policy }, body }),
  );
  await page.route(`${origin}docs.js`, (route) => route.fulfill({ contentType: 'text/javascript', path: script }));
  await page.goto(`${origin}docs`);
}

test('the element of the npm package works in a page', async ({ page, servers }) => {
  await openPage(page, servers.embedding, join(folder, 'node_modules/tuplepack/playground.js'));
  await expect(page.getByRole('status').filter({ hasText: 'proven optimal' })).toBeVisible();
});

test('a bundler keeps the element of the npm package', async ({ page, servers }) => {
  writeFileSync(join(folder, 'docs.js'), "import 'tuplepack/playground.js';\n");
  const output = { entryFileNames: 'docs.js', format: 'es' } as const;
  const rolldownOptions = { input: join(folder, 'docs.js'), output };
  await build({ root: folder, configFile: false, logLevel: 'error', build: { outDir: 'dist', rolldownOptions } });
  await openPage(page, servers.embedding, join(folder, 'dist/docs.js'));
  await expect(page.getByRole('status').filter({ hasText: 'proven optimal' })).toBeVisible();
});

test('the npm package packs', () => {
  const code = "import { loadTuplepack } from 'tuplepack'; console.log(typeof (await loadTuplepack()).pack)";
  const answer = execFileSync('node', ['--input-type=module', '--eval', code], { cwd: folder, encoding: 'utf8' });
  expect(answer).toBe('function\n');
});

test('every file of the release has its checksum', () => {
  const listed = readFileSync(join(release, 'SHA256SUMS'), 'utf8').trim().split('\n');
  const files = readdirSync(release, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  expect(listed).toHaveLength(files.length - 1);
  for (const name of ['site/index.html', 'tuplepack-playground.html']) {
    expect(listed.some((line) => line.endsWith(`  ${name}`))).toBe(true);
  }
  execFileSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: release });
});

test('importing the element where there is no browser does nothing', () => {
  const script = `import 'tuplepack/playground.js'; console.log(Object.keys(globalThis).join());`;
  const run = (code: string) => execFileSync(process.execPath, ['--input-type=module', '-e', code], { cwd: folder });
  expect(String(run(script))).toBe(String(run('console.log(Object.keys(globalThis).join());')));
});
