/** Modules that the builds generate (src/virtual.d.ts). */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { MethodRow } from 'tuplepack';
import type { Plugin } from 'vite';
import { optionWords } from '../src/views/optionWords.ts';
import { path, wasmPackage } from './common.ts';

/** A plugin for `virtual:tuplepack-NAME`. */
function virtualModule(name: string, load: () => string | Promise<string>): Plugin {
  const id = `virtual:tuplepack-${name}`;
  return {
    name: `tuplepack-${name}`,
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    load: (resolved) => (resolved === `\0${id}` ? load() : undefined),
  };
}

// ---- the core's tables of options and methods ----

const bytes = (file: string) => ({ wasmBinary: readFileSync(`${wasmPackage}/${file}`) });

/** The commands whose options the page has. */
const pageCommands = ['pack', 'compare', 'bound', 'estimate', 'sweep', 'search', 'assign', 'split', 'access'];

/** What a row of the options has unless it says otherwise. */
const usualRow = {
  ...{ key: null, default: null, help: '', commands: [], least: null, most: null, above: false, choices: null },
  ...{ required: false, repeats: false, operand: false },
};

const isUsual = ([name, value]: [string, unknown]) =>
  JSON.stringify(value) === JSON.stringify(usualRow[name as keyof typeof usualRow]);

/** Only what the page may show, with texts for which it has none of its own: the element must be small. */
async function readTables(): Promise<string> {
  const { loadTuplepack } = await import(`${wasmPackage}/tuplepack.mjs`);
  const { loadTemporal } = await import(`${wasmPackage}/temporal.mjs`);
  const packing = await loadTuplepack(bytes('tuplepack.wasm'));
  const temporal = await loadTemporal(bytes('temporal.wasm'));
  const textOnPage = (help: string) =>
    help.replace('PERCENT', 'this many percent').replace('that --packs-multiple adds', 'added to pad their number');
  const rows = [...packing.options(), ...temporal.options()].filter((row) => row.onPage);
  const options = rows.flatMap(({ letter, value, help, onPage, ...row }) => {
    const commands = row.commands.filter((name: string) => pageCommands.includes(name));
    // of assign, which no command on the page is, it has what requests have
    const isNeeded = commands.some((name: string) => name !== 'assign' || row.key !== null);
    if (!isNeeded && row.commands.length > 0) return [];
    const isExplained = row.key !== null && commands.includes('pack') && !(row.key in optionWords);
    return { ...row, commands, help: isExplained ? textOnPage(help) : '' };
  });
  const methods = packing.methods.map(({ name, searches, quick }: MethodRow) => ({ name, searches, quick }));
  const short = options.map((row) => Object.fromEntries(Object.entries(row).filter((field) => !isUsual(field))));
  const usual = JSON.stringify(usualRow);
  return `const usual = ${usual};\nexport const options = ${JSON.stringify(short)}.map((row) => ({ ...usual, ...row }));\nexport const methods = ${JSON.stringify(methods)};`;
}

/**
 * Read from the wasm package when the page is built: links and attributes are parsed before the module is loaded, so they
 * cannot wait for it.
 */
export const coreTables = () => virtualModule('tables', readTables);

// ---- data sets ----

const folder = path('../tests/data');
const largestEvents = 1_000_000;
const isShipped = (file: string) =>
  file.endsWith('.csv') || (file.endsWith('.csv.gz') && statSync(`${folder}/${file}`).size <= largestEvents);

function fetched(files: string[]): string {
  const imports = files.map((file, i) => `import url${i} from ${JSON.stringify(`${folder}/${file}?url&no-inline`)};`);
  const entries = files.map((file, i) => `${JSON.stringify(file)}: { url: url${i} }`);
  return `${imports.join('\n')}\nexport const presetFiles = { ${entries.join(', ')} };`;
}

/** The columns of a histogram: sizes as differences to the row above, a third as large once compressed; then counts. */
function columnsOf(csv: string): string {
  const [header = '', ...rows] = csv.trim().split('\n');
  const table = rows.map((row) => row.split(',').map(Number));
  const last = header.split(',').length - 1;
  const columns = header.split(',').map((_, c) => {
    const above = (r: number) => (c === last ? 0 : (table[r - 1]?.[c] ?? 0));
    return table.map((row, r) => (row[c] ?? 0) - above(r)).join(' ');
  });
  return JSON.stringify([header, ...columns]);
}

/** The inverse of `columnsOf`. */
const decoder = `function csvOf([header, ...columns]) {
  const values = columns.map((column, c) => {
    let above = 0;
    return column.split(' ').map((text) => (c === columns.length - 1 ? text : (above += Number(text))));
  });
  return header + '\\n' + values[0].map((_, row) => values.map((column) => column[row]).join(',') + '\\n').join('');
}`;

/** `largest`: file size in bytes */
function inlined(files: string[], largest: number): string {
  const entries = files
    .filter((file) => file.endsWith('.csv') && statSync(`${folder}/${file}`).size <= largest)
    .map((file) => [file, columnsOf(readFileSync(`${folder}/${file}`, 'utf8'))] as const)
    .map(([file, columns]) => `${JSON.stringify(file)}: { get text() { return csvOf(${columns}); } }`);
  return `${decoder}\nexport const presetFiles = { ${entries.join(', ')} };`;
}

/**
 * The data sets in tests/data by file name. The site fetches them; single-file builds include the histograms. Temporal
 * interactions are shipped if they are smaller than a megabyte.
 */
export function presets(how: 'fetched' | { largest: number }): Plugin {
  return virtualModule('presets', () => {
    const files = readdirSync(folder).filter(isShipped).sort();
    return how === 'fetched' ? fetched(files) : inlined(files, how.largest);
  });
}

// ---- WebAssembly in single-file builds ----

/**
 * A module that exports `open`, which returns the file as a response. Gzip as base64 is hardly larger than gzip once it is
 * sent compressed.
 */
const included = (name: string) => `
  const gzip = "${gzipSync(readFileSync(`${wasmPackage}/${name}.wasm`), { level: 9 }).toString('base64')}";
  export function open() {
    const bytes = Uint8Array.from(atob(gzip), (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
    return new Response(stream, { headers: { 'content-type': 'application/wasm' } });
  }`;

const absent = 'export const open = null;';

const modules = ['tuplepack', 'temporal', 'graphs'] as const;

/** `virtual:tuplepack-wasm/NAME`: NAME.wasm of the wasm package, if it is one of these. */
export function inlineWasm(...names: (typeof modules)[number][]): Plugin[] {
  return modules.map((name) => virtualModule(`wasm/${name}`, () => (names.includes(name) ? included(name) : absent)));
}
