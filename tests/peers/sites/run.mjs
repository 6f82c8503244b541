#!/usr/bin/env node
/**
 * Builds a site with every generator of docs/embedding.md, from the recipes there, and opens it in Chromium.
 *
 *     node tests/peers/sites/run.mjs [NAME…]    only sites whose names begin so, such as sphinx or "react 18"
 *
 * Needs build/web and build/wasm/package of tools/publish.sh. The sites are built in build/sites; packages of npm are
 * installed there the first time (about 1 GB, a third each for Docusaurus and Next.js). Sphinx, MkDocs and Hugo are those
 * on PATH. Prints a line per site: the first plan that it shows, what failed, or "skipped" with what is missing. Exit code
 * 1 if any failed.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { launch, visit } from './browser.mjs';
import { Skipped } from './building.mjs';
import { sites as docusaurus } from './docusaurus.mjs';
import { sites as html } from './html.mjs';
import { sites as hugo } from './hugo.mjs';
import { sites as mkdocs } from './mkdocs.mjs';
import { sites as next } from './next.mjs';
import { sites as react } from './react.mjs';
import { sites as sphinx } from './sphinx.mjs';
import { sites as svelte } from './svelte.mjs';
import { sites as vitepress } from './vitepress.mjs';
import { sites as vue } from './vue.mjs';

const all = [html, sphinx, mkdocs, docusaurus, vitepress, hugo, react, next, vue, svelte].flat();
const work = fileURLToPath(new URL('../../../build/sites', import.meta.url));

/** An empty folder, except for installed packages. */
function emptied(name) {
  const folder = join(work, name.replaceAll(/\W+/g, '-'));
  mkdirSync(folder, { recursive: true });
  for (const entry of readdirSync(folder)) {
    if (entry !== 'node_modules') rmSync(join(folder, entry), { recursive: true });
  }
  return folder;
}

async function outcome(browser, { name, build }) {
  try {
    return { text: await visit(browser, build(emptied(name))) };
  } catch (error) {
    return error instanceof Skipped
      ? { text: `skipped: ${error.message}` }
      : { failed: true, text: `FAILED: ${error.message}` };
  }
}

/** Builds and visits sites; the exit code. */
async function visitAll(browser, chosen) {
  let failures = 0;
  for (const site of chosen) {
    const { failed = false, text } = await outcome(browser, site);
    failures += Number(failed);
    console.log(`${site.name.padEnd(24)} ${text}`);
  }
  return failures > 0 ? 1 : 0;
}

/** The comment above. */
function help() {
  const [, text] = /\/\*\*\n(.*?)\n \*\//s.exec(readFileSync(fileURLToPath(import.meta.url), 'utf8'));
  return text.replaceAll(/^ \* ?/gm, '');
}

/** The exit code. */
async function main(names) {
  if (names.includes('--help')) {
    console.log(help());
    return 0;
  }
  const unknown = names.find((name) => !all.some((site) => site.name.startsWith(name)));
  if (unknown !== undefined) {
    console.error(`run.mjs: unknown site '${unknown}'; expected one of ${all.map(({ name }) => name).join(', ')}`);
    return 2;
  }
  const chosen = all.filter((site) => names.length === 0 || names.some((name) => site.name.startsWith(name)));
  try {
    const browser = await launch();
    const code = await visitAll(browser, chosen);
    await browser.close();
    return code;
  } catch (error) {
    console.error(`run.mjs: ${error.message.split('\n')[0]}`);
    return 2;
  }
}

process.exitCode = await main(process.argv.slice(2));
