/** Tests that do not need a browser. */
import { defineConfig } from 'vitest/config';
import { common, path } from './vite/common.ts';
import { coreTables, presets } from './vite/virtualModules.ts';

export default defineConfig({
  ...common,
  plugins: [coreTables(), presets({ largest: 40_000 })],
  test: { dir: path('../tests/web'), include: ['**/*.test.ts'], testTimeout: 60_000 },
});
