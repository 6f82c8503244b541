/** What it takes to build a site: its files, programs, and packages of npm. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const built = (path) => fileURLToPath(new URL(`../../../build/${path}`, import.meta.url));

/** Thrown where something is missing that cannot be tried without. */
export class Skipped extends Error {}

/** Writes { 'folder/name': text } below a folder. */
export function write(folder, files) {
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name);
    if (text === undefined) throw new Error(`docs/embedding.md shows no file for ${name}`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}

function copy(from, to) {
  if (!existsSync(from)) throw new Error(`${from} is missing: build the playground with tools/publish.sh`);
  cpSync(from, to, { recursive: true });
}

export const script = 'tuplepack-playground.js';
export const offlineFile = 'tuplepack-playground.html';

/** Copies the element to where a generator takes static files from. */
export const copyScript = (folder) => copy(built(`web/embed/${script}`), join(folder, script));
export const copyOfflineFile = (folder) => copy(built(`web/${offlineFile}`), join(folder, offlineFile));
export const copySite = (folder) => copy(built('web/site'), folder);

/** Runs a program in a folder, and returns what it prints. `missing`: output that tells that it lacks a part. */
export function run(folder, program, args, { missing, ...environment } = {}) {
  const done = spawnSync(program, args, { cwd: folder, encoding: 'utf8', env: { ...process.env, ...environment } });
  if (done.error?.code === 'ENOENT') throw new Skipped(`no ${program}`);
  if (done.error) throw done.error;
  const said = done.stdout + done.stderr;
  const [lacks] = (done.status !== 0 && missing?.exec(said)) || [];
  if (lacks) throw new Skipped(lacks);
  if (done.status !== 0) throw new Error(`${program} ${args.join(' ')} failed:\n${said}`);
  return done.stdout;
}

/** The package as tools/publish.sh packs it. */
function copyPackage(folder) {
  const target = join(folder, 'node_modules/tuplepack');
  rmSync(target, { recursive: true, force: true });
  copy(built('wasm/package'), target);
  copy(built(`web/embed/${script}`), join(target, 'playground.js'));
}

/** Installs packages of npm, { name: version }, if they are not those of the last time, and tuplepack. `type`: of the site. */
export function install(folder, packages, type) {
  const wanted = JSON.stringify({ private: true, type, dependencies: packages });
  const stamp = join(folder, 'node_modules/installed.json');
  write(folder, { 'package.json': wanted });
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
    run(folder, 'npm', ['install', '--no-audit', '--no-fund', '--loglevel=error'], {
      missing: /(ENOTFOUND|EAI_AGAIN).*/,
    });
    writeFileSync(stamp, wanted);
  }
  copyPackage(folder);
}

/** Runs what a package of npm provides. */
export const runPackage = (folder, name, args, environment) =>
  run(folder, join(folder, 'node_modules/.bin', name), args, environment);

/** A page of HTML around what a recipe shows. */
export const html = (body) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>A page</title>
  </head>
  <body>${body}</body>
</html>
`;
