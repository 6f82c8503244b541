/**
 * `virtual:tuplepack-presets`: the data sets in tests/data by file name. The site fetches them; single-file builds include
 * the small ones. Temporal interactions are shipped if they are smaller than a megabyte.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import type { Plugin } from 'vite';
import { packedModule } from './packed.ts';
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

interface Inlined {
  /** maximum file size in bytes */
  largest: number;
  except?: string[];
}

function inlined(files: string[], { largest, except = [] }: Inlined): string {
  const entries = files
    .filter((file) => statSync(`${folder}/${file}`).size <= largest && !except.includes(file))
    .map((file) => [file.replace(/\.csv$/, ''), { text: readFileSync(`${folder}/${file}`, 'utf8') }]);
  return `${packedModule(Buffer.from(JSON.stringify(Object.fromEntries(entries))))}
    export const presetFiles = JSON.parse(new TextDecoder().decode(unpack()));`;
}

export function presets(how: 'fetched' | Inlined): Plugin {
  const name = 'virtual:tuplepack-presets';
  return {
    name: 'tuplepack-presets',
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load(id) {
      if (id !== `\0${name}`) return;
      const files = readdirSync(folder).filter(isShipped).sort();
      return how === 'fetched' ? fetched(files) : inlined(files, how);
    },
  };
}
