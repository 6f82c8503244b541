/** The element: one classic script for pages of any origin, sandboxed iframes and local files. */
import { defineConfig } from 'vite';
import { copied } from './vite/copies.ts';
import { coreTables } from './vite/coreTables.ts';
import { adoptedStyle, inlineWasm, oneFile } from './vite/inline.ts';
import { path } from './vite/paths.ts';
import { presets } from './vite/presets.ts';

const folder = path('../build/web/embed');
const file = 'tuplepack-playground.js';

export default defineConfig({
  ...oneFile,
  resolve: {
    // a Parquet reader would be as large as the core
    alias: [
      ...oneFile.resolve.alias,
      { find: /^(\.|\.\.\/data)\/parquet$/, replacement: path('src/embed/parquet.ts') },
      // search, estimate and streaming are only on the site; the element's module lacks them
      { find: /^\.\/(siteOnly|siteOnlyOptions|quick)$/, replacement: path('src/embed/$1.ts') },
    ],
  },
  plugins: [
    coreTables(),
    presets({ largest: 8_000, except: ['molpcba_train_digitized.csv'] }),
    inlineWasm('quick.wasm'),
    adoptedStyle(),
    copied(`${folder}/${file}`, [path(`../build/web/site/${file}`)]),
  ],
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    ...oneFile.build,
    outDir: folder,
    assetsInlineLimit: Number.MAX_SAFE_INTEGER,
    lib: {
      entry: path('src/embed/element.ts'),
      formats: ['iife'],
      name: 'tuplepackPlayground',
      fileName: () => file,
    },
  },
});
