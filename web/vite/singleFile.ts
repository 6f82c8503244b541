/** Configuration of single-file builds, which must not fetch anything. */
import { copyFileSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Alias, Plugin, UserConfig } from 'vite';
import { common, path } from './common.ts';

/** Loads WebAssembly and workers from the file itself, in place of src/engine. */
const inlineEngine: Alias = {
  find: /^\.{1,2}\/(?:engine\/)?modules$/,
  replacement: path('src/embed/replacements.ts'),
};

export const oneFile = {
  ...common,
  resolve: { alias: [...common.resolve.alias, inlineEngine] },
  // without an origin, in a sandboxed iframe or from disk, module workers do not work; classic ones do
  worker: { ...common.worker, format: 'iife' },
} satisfies UserConfig;

/** Adds every imported stylesheet to the one adopted by the shadow root (src/embed/style.ts). */
export function adoptedStyle(): Plugin {
  const prefix = '\0tuplepack-style:';
  const suffix = '.ts';
  return {
    name: 'tuplepack-adopted-style',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (!source.endsWith('.css')) return;
      const found = await this.resolve(source, importer, { skipSelf: true });
      return found && prefix + found.id + suffix;
    },
    load(id) {
      if (!id.startsWith(prefix)) return;
      const file = id.slice(prefix.length, -suffix.length);
      return [
        `import css from ${JSON.stringify(`${file}?inline`)};`,
        `import { addStyle } from ${JSON.stringify(path('src/embed/style.ts'))};`,
        'addStyle(css);',
      ].join('\n');
    },
  };
}

/** Copies the file into the site, for download. */
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
