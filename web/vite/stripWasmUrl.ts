/**
 * Workers receive the compiled module, so the code of the package that locates its .wasm file is removed from them: the
 * bundler would include the file a second time.
 */
import type { Plugin } from 'vite';
import { wasmPackage } from './paths.ts';

/** Code to replace, by script of the package. */
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
      if (!change.what.test(code)) this.error(`${change.file} no longer contains the code to replace`);
      return { code: code.replace(change.what, change.instead), map: null };
    },
  };
}
