// Writes tables as Parquet or Arrow files, with the libraries of others: numbers are floats where a type says so, and timestamps of
// any unit are milliseconds here.
//   node write_tables.mjs < [{"file": FILE, "columns": {NAME: [TYPE, [VALUE, …]]}}, …]
import { readFileSync, writeFileSync } from 'node:fs';
import * as arrow from 'apache-arrow';
import * as parquet from 'parquet-wasm';

const types = {
  text: new arrow.Utf8(),
  int: new arrow.Int64(),
  uint: new arrow.Uint64(),
  float: new arrow.Float64(),
  ms: new arrow.TimestampMillisecond(),
  us: new arrow.TimestampMicrosecond(),
  list: new arrow.List(new arrow.Field('item', new arrow.Float32(), false)),
};

function column([type, values]) {
  const builder = arrow.makeBuilder({ type: types[type], nullValues: [null] });
  for (const value of values) builder.append(type.endsWith('int') && value !== null ? BigInt(value) : value);
  return builder.finish().toVector();
}

for (const { file, columns } of JSON.parse(readFileSync(0))) {
  const entries = Object.entries(columns).map(([name, about]) => [name, column(about)]);
  const table = new arrow.Table(Object.fromEntries(entries));
  const ipc = arrow.tableToIPC(table, file.includes('.parquet') || file.includes('.arrow') ? 'stream' : 'file');
  if (!file.includes('.parquet')) {
    writeFileSync(file, ipc);
    continue;
  }
  const properties = new parquet.WriterPropertiesBuilder().setMaxRowGroupSize(7).build();
  writeFileSync(file, parquet.writeParquet(parquet.Table.fromIPCStream(ipc), properties));
}
