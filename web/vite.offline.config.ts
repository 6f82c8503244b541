/** The playground as a single HTML file for offline use. */
import { defineConfig } from 'vite';
import { viteSingleFile } from 'vite-plugin-singlefile';
import { copied } from './vite/copies.ts';
import { coreTables } from './vite/coreTables.ts';
import { inlineWasm, oneFile } from './vite/inline.ts';
import { path } from './vite/paths.ts';
import { presets } from './vite/presets.ts';

const folder = path('../build/web/offline');
const places = ['tuplepack-playground.html', 'site/tuplepack-playground.html'];

export default defineConfig({
  ...oneFile,
  plugins: [
    coreTables(),
    presets({ largest: 400_000 }),
    inlineWasm('tuplepack', 'temporal'),
    viteSingleFile({ removeViteModuleLoader: true }),
    copied(
      `${folder}/index.html`,
      places.map((place) => path(`../build/web/${place}`)),
    ),
  ],
  build: {
    ...oneFile.build,
    outDir: folder,
    rolldownOptions: { input: [path('index.html')] },
  },
});
