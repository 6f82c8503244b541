/** Tests that do not need a browser. */
import { defineConfig } from 'vitest/config';
import { common, path } from './vite/common.ts';
import { coreTables, presets } from './vite/virtualModules.ts';

/** Files that replace modules, or globals for a whole file. */
const alone = ['{pool,worker,store,sweep,searches}.test.ts', 'embed-*.test.ts'].map((name) => `**/${name}`);

export default defineConfig({
  ...common,
  plugins: [coreTables(), presets({ largest: 40_000 })],
  test: {
    dir: path('../tests/web'),
    testTimeout: 60_000,
    projects: [
      // what they import is loaded once a process instead of once a file, which takes half of the time
      {
        extends: true,
        test: { name: 'together', include: ['**/*.test.ts'], exclude: alone, isolate: false, unstubGlobals: true },
      },
      { extends: true, test: { name: 'alone', include: alone } },
    ],
  },
});
