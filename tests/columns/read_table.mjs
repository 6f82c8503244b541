// Reads tables of lists of integers with the libraries of others, and prints for each a line: for each library its columns as JSON.
//   node read_table.mjs FILE.parquet|FILE.arrow …
import { readFileSync } from 'node:fs';
import * as arrow from 'apache-arrow';
import { parquetReadObjects } from 'hyparquet';
import * as parquet from 'parquet-wasm';

const numbers = (list) => Array.from(list, Number);
function ofArrow(table) {
  return Object.fromEntries(table.schema.fields.map(({ name }) => [name, Array.from(table.getChild(name), numbers)]));
}
async function ofHyparquet(bytes) {
  const rows = await parquetReadObjects({ file: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) });
  return Object.fromEntries(Object.keys(rows[0]).map((name) => [name, rows.map((row) => numbers(row[name]))]));
}

for (const path of process.argv.slice(2)) {
  const bytes = readFileSync(path);
  const read = path.endsWith('.arrow')
    ? { 'apache-arrow': ofArrow(arrow.tableFromIPC(bytes)) }
    : {
        hyparquet: await ofHyparquet(bytes),
        'parquet-wasm': ofArrow(arrow.tableFromIPC(parquet.readParquet(bytes).intoIPCStream())),
      };
  console.log(JSON.stringify(read));
}
