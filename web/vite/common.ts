/** Configuration shared by all builds. */
import { fileURLToPath } from 'node:url';
import type { Plugin, UserConfig } from 'vite';

/** An absolute path from one relative to web/. */
export const path = (fromWeb: string) => fileURLToPath(new URL(`../${fromWeb}`, import.meta.url));

/** The npm package that the `wasm` preset builds. */
export const wasmPackage = path('../build/wasm/package');

/**
 * Workers receive the compiled module, so the code of the package that locates and reads its .wasm file is removed from
 * them: the bundler would include the file a second time.
 */
function stripWasmUrl(): Plugin {
  return {
    name: 'tuplepack-strip-wasm-url',
    enforce: 'pre',
    transform(code, id) {
      if (!id.startsWith(wasmPackage)) return;
      const read = /async function readBinary\(url\) \{.*?\n\}/s;
      const url = /new URL\('\.\/\w+\.wasm', import\.meta\.url\)/;
      return { code: code.replace(read, 'const readBinary = () => undefined;').replace(url, 'undefined'), map: null };
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
      { find: /^tuplepack\/(temporal|graphs)$/, replacement: `${wasmPackage}/$1.mjs` },
      { find: /^tuplepack\//, replacement: `${wasmPackage}/` },
    ],
  },
  // the wasm package and the data sets are outside web/
  server: { fs: { allow: [path('..')] } },
  worker: { format: 'es', plugins: () => [stripWasmUrl()] },
  build: { emptyOutDir: true, modulePreload: { polyfill: false }, reportCompressedSize: false },
} satisfies UserConfig;
