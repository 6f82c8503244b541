/**
 * `virtual:tuplepack-tables`: the core's tables of options and methods, read from the wasm package when the page is
 * built. Links and attributes are parsed before the module is loaded, so they cannot wait for it.
 */
import { readFileSync } from 'node:fs';
import type { MethodRow } from 'tuplepack';
import type { Plugin } from 'vite';
import { wasmPackage } from './paths.ts';

const bytes = (file: string) => ({ wasmBinary: readFileSync(`${wasmPackage}/${file}`) });

/** Only with the texts that the page may show: it has its own for most options, and the element must be small. */
async function read(): Promise<string> {
  const { loadTuplepack } = await import(`${wasmPackage}/tuplepack.mjs`);
  const { loadTemporal } = await import(`${wasmPackage}/temporal.mjs`);
  const packing = await loadTuplepack(bytes('tuplepack.wasm'));
  const temporal = await loadTemporal(bytes('temporal.wasm'));
  const options = [...packing.options(), ...temporal.options()].map(({ letter, value, help, ...row }) => ({
    ...row,
    help: row.key !== null && row.commands.includes('pack') ? help : '',
  }));
  const methods = packing.methods.map(({ name, searches }: MethodRow) => ({ name, searches }));
  return `export const options = ${JSON.stringify(options)};\nexport const methods = ${JSON.stringify(methods)};`;
}

export function coreTables(): Plugin {
  const name = 'virtual:tuplepack-tables';
  return {
    name: 'tuplepack-tables',
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load: (id) => (id === `\0${name}` ? read() : undefined),
  };
}
