/** Configuration of single-file builds, which must not fetch anything. */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Alias, Plugin, UserConfig } from 'vite';
import { common } from './common.ts';
import { path, wasmPackage } from './paths.ts';

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

/** A module that exports `open`: the file as a response. Gzip as base64 is hardly larger than gzip once it is sent compressed. */
const inlined = (name: string) => `
  const gzip = "${gzipSync(readFileSync(`${wasmPackage}/${name}.wasm`), { level: 9 }).toString('base64')}";
  export function open() {
    const bytes = Uint8Array.from(atob(gzip), (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
    return new Response(stream, { headers: { 'content-type': 'application/wasm' } });
  }`;

const absent = (name: string) => `export function open() { throw new Error('this page has no ${name}.wasm'); }`;

/** `virtual:tuplepack-wasm/NAME`: NAME.wasm of the wasm package, if it is one of these. */
export function inlineWasm(...names: ('tuplepack' | 'temporal')[]): Plugin {
  const prefix = 'virtual:tuplepack-wasm/';
  return {
    name: 'tuplepack-inline-wasm',
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${prefix}`)) return;
      const name = id.slice(prefix.length + 1);
      return (names as string[]).includes(name) ? inlined(name) : absent(name);
    },
  };
}

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
