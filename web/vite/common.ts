/** What every build of the playground shares. */
import type { UserConfig } from 'vite';
import { handedModule } from './handed.ts';
import { path, wasmPackage } from './paths.ts';

/** `core`: the folder of the wasm package. */
export const commonWith = (core: string) =>
  ({
    root: path('.'),
    base: './',
    appType: 'mpa',
    publicDir: false,
    resolve: {
      alias: [
        { find: /^tuplepack$/, replacement: `${core}/tuplepack.mjs` },
        { find: /^tuplepack\//, replacement: `${core}/` },
      ],
    },
    // the wasm package and the data sets lie beside web/
    server: { fs: { allow: [path('..')] } },
    worker: { format: 'es', plugins: () => [handedModule(core)] },
    build: { emptyOutDir: true, modulePreload: { polyfill: false }, reportCompressedSize: false },
  }) satisfies UserConfig;

export const common = commonWith(wasmPackage);
