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
    // the dictionary of Brotli, which Parquet files rarely use, would be a sixth of the script
    alias: [...oneFile.resolve.alias, { find: /^\.\/brotli\.js$/, replacement: path('src/embed/replacements.ts') }],
  },
  plugins: [
    coreTables(),
    presets({ largest: 40_000 }),
    inlineWasm('tuplepack'),
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
