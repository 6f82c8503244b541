/** Copies single-file builds into the site, for download. */
import { copyFileSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Plugin } from 'vite';

export function copied(from: string, to: readonly string[]): Plugin {
  return {
    name: 'tuplepack-copied',
    closeBundle() {
      for (const file of to) {
        mkdirSync(dirname(file), { recursive: true });
        copyFileSync(from, file);
      }
    },
  };
}
