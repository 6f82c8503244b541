/**
 * Workers are handed the compiled core, so the package's own way to its .wasm file stays out of them: bundled, it would
 * carry the file along a second time.
 */
import type { Plugin } from 'vite';
import { wasmPackage } from './paths.ts';

const readsBinary = /async function readBinary\(\) \{.*?\n\}/s;

export function handedModule(): Plugin {
  return {
    name: 'tuplepack-handed-module',
    enforce: 'pre',
    transform(code, id) {
      if (id !== `${wasmPackage}/tuplepack.mjs`) return;
      if (!readsBinary.test(code)) this.error('tuplepack.mjs no longer has the function readBinary');
      return { code: code.replace(readsBinary, 'const readBinary = () => undefined;'), map: null };
    },
  };
}
