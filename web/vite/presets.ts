/**
 * `virtual:tuplepack-presets`: the data sets in tests/data by file name. The site fetches them; single-file builds include
 * the histograms. Temporal interactions are shipped if they are smaller than a megabyte.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import type { Plugin } from 'vite';
import { path } from './paths.ts';

const folder = path('../tests/data');
const largestEvents = 1_000_000;
const isShipped = (file: string) =>
  file.endsWith('.csv') || (file.endsWith('.csv.gz') && statSync(`${folder}/${file}`).size <= largestEvents);
const nameOf = (file: string) => JSON.stringify(file.replace(/\.csv$/, ''));

function fetched(files: string[]): string {
  const imports = files.map((file, i) => `import url${i} from ${JSON.stringify(`${folder}/${file}?url&no-inline`)};`);
  const entries = files.map((file, i) => `${nameOf(file)}: { url: url${i} }`);
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
    .map(([file, columns]) => `${nameOf(file)}: { get text() { return csvOf(${columns}); } }`);
  return `${decoder}\nexport const presetFiles = { ${entries.join(', ')} };`;
}

export function presets(how: 'fetched' | { largest: number }): Plugin {
  const name = 'virtual:tuplepack-presets';
  return {
    name: 'tuplepack-presets',
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load(id) {
      if (id !== `\0${name}`) return;
      const files = readdirSync(folder).filter(isShipped).sort();
      return how === 'fetched' ? fetched(files) : inlined(files, how.largest);
    },
  };
}
