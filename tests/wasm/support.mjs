// The package under test, and the files its tests share with the others.
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

export const root = resolve(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '../..');
export const packageFolder = process.env.TUPLEPACK_PACKAGE ?? join(root, 'build/wasm/package');

/** The native program, if it is built. */
export const program = [process.env.TUPLEPACK_PROGRAM, join(root, 'build/release/native/cli/tuplepack')].find(
  (path) => path && existsSync(path),
);

export const { loadTuplepack } = await import(pathToFileURL(join(packageFolder, 'tuplepack.mjs')));
export const tuplepack = await loadTuplepack();

/** A file of the repository. */
export const file = (path) => readFileSync(join(root, path));

/** The value of a result that has to have one. */
export function valueOf({ value, error }) {
  if (error) throw new Error(`${error.code}: ${error.message}`);
  return value;
}
