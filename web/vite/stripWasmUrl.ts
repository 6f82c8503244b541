/**
 * Workers are handed the compiled core, so the package's own way to its .wasm file stays out of them: bundled, it would
 * carry the file along a second time.
 */
import type { Plugin } from 'vite';
import { wasmPackage } from './paths.ts';

/** What is taken out of each of the package's scripts, and what stands in its place. */
const changes = [
  {
    file: 'load.mjs',
    what: /async function readBinary\(url\) \{.*?\n\}/s,
    instead: 'const readBinary = () => undefined;',
  },
  { file: 'tuplepack.mjs', what: /new URL\('\.\/tuplepack\.wasm', import\.meta\.url\)/, instead: 'undefined' },
  { file: 'temporal.mjs', what: /new URL\('\.\/temporal\.wasm', import\.meta\.url\)/, instead: 'undefined' },
];

export function stripWasmUrl(): Plugin {
  return {
    name: 'tuplepack-strip-wasm-url',
    enforce: 'pre',
    transform(code, id) {
      const change = changes.find(({ file }) => id === `${wasmPackage}/${file}`);
      if (!change) return;
      if (!change.what.test(code)) this.error(`${change.file} no longer has what is to be taken out`);
      return { code: code.replace(change.what, change.instead), map: null };
    },
  };
}
