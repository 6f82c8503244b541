/** Size budgets of the build; prints the sizes. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

const built = join(import.meta.dirname, '../../build/web');
const assets = join(built, 'site/assets');

const gzipped = (file: string) => gzipSync(readFileSync(file), { level: 9 }).length / 1000;

const asset = (begin: string, end: string) =>
  readdirSync(assets)
    .filter((name) => name.startsWith(begin) && name.endsWith(end))
    .map((name) => join(assets, name));

/** The scripts of a page and all their static imports. */
function loadedAtFirst(page: string): Set<string> {
  const found = new Set<string>();
  const follow = (file: string) => {
    if (found.has(file)) return;
    found.add(file);
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(
      /(?:\bfrom|\bimport)\s*["']\.\/([^"']+\.js)["']/g,
    )) {
      follow(join(assets, name));
    }
  };
  for (const [, name = ''] of readFileSync(join(built, 'site', page), 'utf8').matchAll(
    /["']\.\/assets\/([^"']+\.js)["']/g,
  )) {
    follow(join(assets, name));
  }
  return found;
}

function weigh(what: string, files: Iterable<string>, budget: number): void {
  test(`${what} within ${budget} kB`, () => {
    const sizes = [...files].map(gzipped);
    const total = sizes.reduce((sum, size) => sum + size, 0);
    console.log(`${what}: ${total.toFixed(1)} kB of ${budget} kB, gzipped`);
    expect(sizes.length).toBeGreaterThan(0);
    expect(total).toBeLessThanOrEqual(budget);
  });
}

// the readers of formats are a third of it: nested fields, structured arrays, records over
// several lines, carriage returns as line ends, columns of text and names of other files took 14 kB,
// and the choice of columns, whose names and first rows tell which are sizes, with the refusals of two readings, 5 kB;
// the same choice in the preview of a file, and its notes, take 2 kB, and in tables that other code reads 1 kB more;
// separators of two characters and columns of braces take 1 kB, and plans whose items are spread another;
// questions about pairs in every format, ids beside counts, first lines of numbers and names in comments take 7 kB;
// what else was misread (offsets, prose, headers of one word, numbers in other scripts) and a table of what files hold, 4 kB;
// flags, separators of thousands, years and offsets among sizes 2 kB,
// sorted edges, UTF-16 without its mark, dates in columnar files and efforts 1 kB,
// balancing by auto, weights by runs of ids and which options are on the page 1 kB,
// and what is refused instead of dropped or guessed (components given twice, lists beside lengths) 1 kB
weigh('WebAssembly loaded first', asset('quick-', '.wasm'), 195);
weigh('WebAssembly of the full module', asset('tuplepack-', '.wasm'), 352);
// a sixth of it reads archives of arrays; rows of edge features took 2 kB, dates among times 1 kB
weigh('WebAssembly for temporal interactions', asset('temporal-', '.wasm'), 99);
weigh('WebAssembly for files of TensorFlow GNN', asset('graphs-', '.wasm'), 84);
// a method of Chart.js, whose chunk is loaded with the first chart
const charts = asset('', '.js').filter((file) => readFileSync(file, 'utf8').includes('determineDataLimits'));
weigh('Chart.js and what it draws', charts, 66);
weigh('JavaScript of the site', [...loadedAtFirst('index.html'), ...asset('worker-', '.js'), ...charts], 170);
weigh('JavaScript of temporal interactions', asset('Temporal', '.js'), 10);
// with all of packing, 352 kB, and Chart.js, 63 kB; of what the site loads on demand and it cannot, the readers of Arrow
// and of gzip data of several members take 6 kB, and what keeps it and its page apart 2 kB
weigh('the element', [join(built, 'embed/tuplepack-playground.js')], 572);
