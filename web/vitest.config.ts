/** Tests that do not need a browser. */
import { defineConfig } from 'vitest/config';
import { common } from './vite/common.ts';
import { coreTables } from './vite/coreTables.ts';
import { path } from './vite/paths.ts';
import { presets } from './vite/presets.ts';

export default defineConfig({
  ...common,
  plugins: [coreTables(), presets({ largest: 40_000 })],
  test: { dir: path('../tests/web'), include: ['**/*.test.ts'] },
});
