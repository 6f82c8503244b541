/** The site: static files that work in any folder of any server. */
import { defineConfig } from 'vite';
import { common } from './vite/common.ts';
import { coreTables } from './vite/coreTables.ts';
import { path } from './vite/paths.ts';
import { presets } from './vite/presets.ts';

export default defineConfig({
  ...common,
  plugins: [coreTables(), presets('fetched')],
  build: {
    ...common.build,
    outDir: path('../build/web/site'),
    assetsInlineLimit: 0,
    rolldownOptions: { input: [path('index.html'), path('embed.html'), path('benchmark.html')] },
  },
});
