// Writes what editors of Wikipedia edited, as a Parquet file with a list column: a row per editor, in the order of their
// first edit, with the pages in the order of the edits.
//   node write_edits.mjs ../data/temporal_jodie_wikipedia.csv.gz ../data/wikipedia_editors.parquet
import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import * as arrow from 'apache-arrow';
import * as parquet from 'parquet-wasm';

const [, , edits, out] = process.argv;
const pages_of = new Map();
for (const line of gunzipSync(readFileSync(edits)).toString().trim().split('\n').slice(1)) {
  const [editor, page] = line.split(',').map(Number);
  if (!pages_of.has(editor)) pages_of.set(editor, []);
  pages_of.get(editor).push(page - 8227);
}
const pages = new arrow.List(new arrow.Field('item', new arrow.Int16(), false));
const table = new arrow.Table({
  editor: arrow.vectorFromArray([...pages_of.keys()], new arrow.Int32()),
  pages: arrow.vectorFromArray([...pages_of.values()], pages),
});
const properties = new parquet.WriterPropertiesBuilder().setCompression(parquet.Compression.ZSTD).build();
const wasm = parquet.Table.fromIPCStream(arrow.tableToIPC(table, 'stream'));
writeFileSync(out, parquet.writeParquet(wasm, properties));
console.log(`${pages_of.size} editors`);
