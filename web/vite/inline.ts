/** Configuration of single-file builds, which must not fetch anything. */
import { readFileSync } from 'node:fs';
import type { Alias, Plugin, UserConfig } from 'vite';
import { common } from './common.ts';
import { packedModule } from './packed.ts';
import { path, wasmPackage } from './paths.ts';

/** Loads WebAssembly and workers from the file itself, in place of src/engine. */
const inlineEngine: Alias = {
  find: /^\.{1,2}\/(?:engine\/)?(wasm|spawn)$/,
  replacement: path('src/embed/$1'),
};

export const oneFile = {
  ...common,
  resolve: { alias: [...common.resolve.alias, inlineEngine] },
  // without an origin, in a sandboxed iframe or from disk, module workers do not work; classic ones do
  worker: { ...common.worker, format: 'iife' },
} satisfies UserConfig;

const absent = `export function unpackTemporal() { throw new Error('this page has no temporal interactions'); }`;

/** `virtual:tuplepack-wasm`: a file of the wasm package, optionally with that for temporal interactions. */
export function inlineWasm(file: 'quick.wasm' | 'tuplepack.wasm', withTemporal = false): Plugin {
  const name = 'virtual:tuplepack-wasm';
  const code = `export { unpack } from '${name}/packing';
    ${withTemporal ? `export { unpack as unpackTemporal } from '${name}/temporal';` : absent}`;
  const packed = (packedFile: string) => packedModule(readFileSync(`${wasmPackage}/${packedFile}`));
  return {
    name: 'tuplepack-inline-wasm',
    resolveId: (id) => (id.startsWith(name) ? `\0${id}` : undefined),
    load(id) {
      if (id === `\0${name}`) return code;
      if (id === `\0${name}/packing`) return packed(file);
      return id === `\0${name}/temporal` ? packed('temporal.wasm') : undefined;
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
