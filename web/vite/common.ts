/** Configuration shared by all builds. */
import type { UserConfig } from 'vite';
import { path, wasmPackage } from './paths.ts';
import { stripWasmUrl } from './stripWasmUrl.ts';

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
