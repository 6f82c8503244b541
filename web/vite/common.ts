/** Configuration shared by all builds. */
import { fileURLToPath } from 'node:url';
import type { Plugin, UserConfig } from 'vite';

/** An absolute path from one relative to web/. */
export const path = (fromWeb: string) => fileURLToPath(new URL(`../${fromWeb}`, import.meta.url));

/** The npm package that the `wasm` preset builds. */
export const wasmPackage = path('../build/wasm/package');

/** Code to replace in workers, by script of the package. */
const changes = [
  {
    file: 'load.mjs',
    what: /async function readBinary\(url\) \{.*?\n\}/s,
    instead: 'const readBinary = () => undefined;',
  },
  { file: 'tuplepack.mjs', what: /new URL\('\.\/tuplepack\.wasm', import\.meta\.url\)/, instead: 'undefined' },
  { file: 'temporal.mjs', what: /new URL\('\.\/temporal\.wasm', import\.meta\.url\)/, instead: 'undefined' },
];

/**
 * Workers receive the compiled module, so the code of the package that locates its .wasm file is removed from them: the
 * bundler would include the file a second time.
 */
function stripWasmUrl(): Plugin {
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

export const common = {
  root: path('.'),
  base: './',
  appType: 'mpa',
  publicDir: false,
  resolve: {
    alias: [
      { find: /^tuplepack$/, replacement: `${wasmPackage}/tuplepack.mjs` },
      { find: /^tuplepack\/temporal$/, replacement: `${wasmPackage}/temporal.mjs` },
      { find: /^tuplepack\//, replacement: `${wasmPackage}/` },
    ],
  },
  // the wasm package and the data sets are outside web/
  server: { fs: { allow: [path('..')] } },
  worker: { format: 'es', plugins: () => [stripWasmUrl()] },
  build: { emptyOutDir: true, modulePreload: { polyfill: false }, reportCompressedSize: false },
} satisfies UserConfig;
