// Writes Parquet and Arrow files with the libraries of others, and expected.json: what is in them.
//   node write_files.mjs FOLDER SEED
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as arrow from 'apache-arrow';
import { parquetWriteBuffer } from 'hyparquet-writer';
import * as parquet from 'parquet-wasm';

const [, , folder, seed] = process.argv;
const expected = {};

// ---- random rows ----

let state = Number(seed) >>> 0 || 1;
function random(below) {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * below);
}
const rows = 1200;
const many = (make, count = rows) => Array.from({ length: count }, (_, i) => make(i));
const withNulls = (make) => (i) => (random(5) === 0 ? null : make(i));
// runs of the same and steps, so that every encoding finds something
const integer = (least, most) => (i) => {
  if (i % 700 < 200) return Math.max(least, Math.min(most, 7));
  if (i % 50 === 0) return random(2) ? least : most;
  return least + random(Math.min(most - least + 1, 1000));
};
const big = (least, most) => (i) => (i % 40 === 0 ? (random(2) ? least : most) : BigInt(random(1e6)) - (least < 0n ? 500000n : 0n));
const words = ['', 'a', 'zwölf', 'token', 'tokenizer', 'x'.repeat(300)];
const text = (i) => (i % 3 === 0 ? words[random(words.length)] : `item ${i}`);
const decimal = () => (random(4) === 0 ? random(100) : (random(1e6) - 5e5) / 1024);
// Arrow's builder keeps no list beside null where the elements are null, so both occur
const list = (make, longest = 9) => (i) => (i % 400 < 30 ? [] : many(make, random(longest) === 0 ? random(80) : random(longest)));
const int32 = integer(-(2 ** 31), 2 ** 31 - 1);

const { Field, List, LargeUtf8, FixedSizeList, Struct } = arrow;
const listOf = (type, nullable = true) => new List(new Field('item', type, nullable));
const pair = new FixedSizeList(2, new Field('item', new arrow.Int16(), false));
const embedding = new FixedSizeList(4, new Field('item', new arrow.Float32(), false));
const features = new Struct([new Field('vector', listOf(new arrow.Float64(), false), false)]);
const inner = new Struct([new Field('size', new arrow.Uint16(), true), new Field('ids', listOf(new arrow.Int32()), true)]);
const structure = withNulls((i) => ({ size: withNulls(integer(0, 65535))(i), ids: withNulls(list(int32))(i) }));
const columns = [
  // name, type, values, nullable
  ['int8', new arrow.Int8(), many(integer(-128, 127))],
  ['int16', new arrow.Int16(), many(integer(-32768, 32767))],
  ['int32', new arrow.Int32(), many(int32)],
  ['int64', new arrow.Int64(), many(big(-(2n ** 63n), 2n ** 63n - 1n))],
  ['uint8', new arrow.Uint8(), many(integer(0, 255))],
  ['uint16', new arrow.Uint16(), many(integer(0, 65535))],
  ['uint32', new arrow.Uint32(), many(integer(0, 2 ** 32 - 1))],
  ['uint64', new arrow.Uint64(), many(big(0n, 2n ** 64n - 1n))],
  ['float32', new arrow.Float32(), many(decimal)],
  ['float64', new arrow.Float64(), many(decimal)],
  ['bool', new arrow.Bool(), many(() => random(3) === 0)],
  ['text', new arrow.Utf8(), many(text)],
  ['int32_null', new arrow.Int32(), many(withNulls(int32)), true],
  ['int64_null', new arrow.Int64(), many(withNulls(big(-(2n ** 63n), 2n ** 63n - 1n))), true],
  ['float64_null', new arrow.Float64(), many(withNulls(decimal)), true],
  ['bool_null', new arrow.Bool(), many(withNulls(() => random(2) === 0)), true],
  ['text_null', new arrow.Utf8(), many(withNulls(text)), true],
  ['category', new arrow.Dictionary(new arrow.Utf8(), new arrow.Int16()), many(withNulls(() => `category ${random(40)}`)), true],
  ['no_value', new arrow.Int32(), many(() => null), true],
  ['list', listOf(new arrow.Int32(), false), many(list(int32))],
  ['list_null', listOf(new arrow.Int64()), many(withNulls(list(withNulls(big(0n, 99n))))), true],
  ['list_text', listOf(new arrow.Utf8()), many(withNulls(list(withNulls(text)))), true],
  ['list_float', listOf(new arrow.Float32(), false), many(list(decimal, 40))],
  ['list_list', listOf(listOf(new arrow.Int32())), many(withNulls(list(withNulls(list(int32, 4)), 5))), true],
  ['long_list', listOf(new arrow.Int32(), false), many(list(int32, 200), rows)],
  ['pair', pair, many(() => [random(9), random(9)])],
  ['vector', listOf(new arrow.Float32()), many(() => many(decimal, 6))],
  ['embedding', embedding, many(() => many(decimal, 4))],
  ['hole', listOf(new arrow.Int32()), many((i) => [i, i === 1003 ? null : 1]), true],
  ['struct', inner, many(structure), true],
  ['features', features, many(() => ({ vector: many(decimal, 3) }))],
];

// ---- what is in them ----

const plain = (value) => (typeof value === 'bigint' ? String(value) : value === null || typeof value === 'string' ? value : Number(value));
const isList = (type) => arrow.DataType.isList(type) || arrow.DataType.isFixedSizeList(type);
/** As print_columns prints it: lists whose elements it does not read as their lengths. */
function described(name, type, values) {
  if (!isList(type)) return [{ name, rows: values.map((value) => plain(type instanceof arrow.Float32 && value !== null ? Math.fround(value) : value)) }];
  const element = type.children[0].type;
  const flat = !isList(element);
  const cell = (value) => plain(element instanceof arrow.Float32 && value !== null ? Math.fround(value) : value);
  return [{ name, rows: values.map((row) => (row === null ? null : flat ? row.map(cell) : row.length)) }];
}
const table = columns.flatMap(([name, type, values]) =>
  !arrow.DataType.isStruct(type)
    ? described(name, type, values)
    : type.children.flatMap((field) => described(`${name}.${field.name}`, field.type, values.map((row) => row && row[field.name]))),
);

// ---- Arrow ----

function vector(type, values) {
  const builder = arrow.makeBuilder({ type, nullValues: [null] });
  for (const value of values) builder.append(value);
  return builder.finish().toVector();
}
const batchRows = 500;
/** isShared: a dictionary is that of all batches; otherwise each batch has its own, which only streams may have */
function batches(which, isShared) {
  const fields = which.map(([name, type, , nullable = false]) => new Field(name, type, nullable));
  const schema = new arrow.Schema(fields);
  const wholes = which.map(([, type, values]) => (isShared && arrow.DataType.isDictionary(type) ? vector(type, values) : null));
  const made = [];
  for (let first = 0; first < rows; first += batchRows) {
    const end = first + batchRows;
    const data = which.map(([, type, values], i) => (wholes[i]?.slice(first, end) ?? vector(type, values.slice(first, end))).data[0]);
    const struct = arrow.makeData({ type: new Struct(fields), length: data[0].length, nullCount: 0, children: data });
    made.push(new arrow.RecordBatch(schema, struct));
  }
  return new arrow.Table(schema, made);
}
const whole = batches(columns, true);

function write(name, bytes, content = 'table') {
  writeFileSync(join(folder, name), new Uint8Array(bytes));
  expected.files[name] = content;
}
expected.contents = { table };
expected.files = {};

/**
 * By a program, once for equal bytes: files and streams have the same buffers. What is written inside of `collect` is not
 * compressed but kept, to be compressed by one process for all of the hundreds of buffers.
 */
function compressed(program, options, ending) {
  const packed = new Map();
  let collected = null;
  const pack = (buffers) => {
    const folder = mkdtempSync(join(tmpdir(), 'buffers-'));
    for (const [name, data] of buffers) writeFileSync(join(folder, name), data);
    execFileSync(program, [...options, ...buffers.keys()], { cwd: folder });
    for (const name of buffers.keys()) packed.set(name, readFileSync(join(folder, name + ending)));
    rmSync(folder, { recursive: true });
  };
  const encode = (data) => {
    const name = createHash('sha256').update(data).digest('hex');
    if (collected) return collected.set(name, data.slice()).get(name);
    if (!packed.has(name)) pack(new Map([[name, data]]));
    return packed.get(name);
  };
  const collect = (write) => {
    collected = new Map();
    write();
    const buffers = collected;
    collected = null;
    pack(buffers);
  };
  return { encode, collect };
}
/** Before a compressed buffer belongs the size that it unpacks to; apache-arrow 21.2 writes the one it has. */
const withSizes = (Writer) =>
  class extends Writer {
    _compressBodyBuffers(buffers) {
      const packed = super._compressBodyBuffers(buffers);
      buffers.forEach((buffer, i) => {
        const size = new DataView(packed.buffers[2 * i].buffer);
        if (size.byteLength > 0 && size.getBigInt64(0, true) !== -1n) size.setBigInt64(0, BigInt(buffer.byteLength), true);
      });
      return packed;
    }
  };
const kinds = { file: withSizes(arrow.RecordBatchFileWriter), stream: withSizes(arrow.RecordBatchStreamWriter) };
const codecs = {
  none: [null],
  lz4: [arrow.CompressionType.LZ4_FRAME, compressed('lz4', ['-q', '-m'], '.lz4')],
  zstd: [arrow.CompressionType.ZSTD, compressed('zstd', ['-q', '--no-content-size'], '.zst')],
};
for (const [codec, [compressionType, compression]] of Object.entries(codecs)) {
  if (compression) arrow.compressionRegistry.set(compressionType, compression);
  const bytes = (Writer) => new Writer({ compressionType }).writeAll(whole).finish().toUint8Array(true);
  compression?.collect(() => bytes(kinds.stream));
  for (const [kind, Writer] of Object.entries(kinds)) write(`${kind}-${codec}.arrow`, bytes(Writer));
}

// ---- Parquet by Rust's library ----

const { Compression, Encoding, WriterVersion } = parquet;
const encodings = {
  plain: (to) => to.setDictionaryEnabled(false).setEncoding(Encoding.PLAIN),
  dictionary: (to) => to.setDictionaryEnabled(true),
  delta: (to) => {
    to = to.setDictionaryEnabled(false);
    for (const name of ['int8', 'int16', 'int32', 'int64', 'uint8', 'uint16', 'uint32', 'uint64', 'int32_null', 'int64_null', 'no_value']) {
      to = to.setColumnEncoding(name, Encoding.DELTA_BINARY_PACKED);
    }
    for (const name of ['float32', 'float64', 'float64_null']) to = to.setColumnEncoding(name, Encoding.BYTE_STREAM_SPLIT);
    for (const name of ['bool', 'bool_null']) to = to.setColumnEncoding(name, Encoding.RLE);
    return to.setColumnEncoding('text', Encoding.DELTA_LENGTH_BYTE_ARRAY).setColumnEncoding('text_null', Encoding.DELTA_BYTE_ARRAY);
  },
};
const ipc = arrow.tableToIPC(whole, 'stream');
for (const codec of ['UNCOMPRESSED', 'SNAPPY', 'GZIP', 'ZSTD', 'LZ4_RAW', 'LZ4']) {
  for (const version of ['V1', 'V2']) {
    for (const [encoding, set] of Object.entries(encodings)) {
      const builder = new parquet.WriterPropertiesBuilder().setCompression(Compression[codec]).setWriterVersion(WriterVersion[version]);
      const properties = set(builder).setMaxRowGroupSize(700).setDataPageSizeLimit(3000).setWriteBatchSize(97).build();
      write(`rust-${codec}-${version}-${encoding}.parquet`.toLowerCase(), parquet.writeParquet(parquet.Table.fromIPCStream(ipc), properties));
    }
  }
}
const brotli = new parquet.WriterPropertiesBuilder().setCompression(Compression.BROTLI).build();
write('brotli.parquet', parquet.writeParquet(parquet.Table.fromIPCStream(ipc), brotli), null);

// ---- interactions, which are edges too ----

const interactions = [
  ['src', new arrow.Int64(), many(() => BigInt(random(40)))],
  ['dst', new arrow.Uint32(), many(() => random(70))],
  ['time', new arrow.Float64(), many((i) => i + random(8) / 8)],
  ['tick', new arrow.Int64(), many((i) => BigInt(1.7e12) + BigInt(i))],
  ['date', new arrow.TimestampMicrosecond(), many((i) => 1.7e12 + i)],
  ['gap', new arrow.Int32(), many((i) => (i === 9 ? null : i)), true],
  ['note', new arrow.Utf8(), many(text)],
  ['person', new arrow.Utf8(), many(() => `person ${random(40)}`)],
  ['place', new arrow.Dictionary(new arrow.Utf8(), new arrow.Int32()), many(() => `${random(70)}° östlich`)],
];
const cells = interactions.filter(([name]) => !['date', 'gap', 'note'].includes(name));
const lines = many((i) => cells.map(([, , values]) => String(values[i])).join(','));
writeFileSync(join(folder, 'interactions.csv'), [cells.map(([name]) => name).join(','), ...lines, ''].join('\n'));
const interactionsIpc = arrow.tableToIPC(batches(interactions, false), 'stream');
write('interactions.arrow', interactionsIpc, null);
const zstd = new parquet.WriterPropertiesBuilder().setCompression(Compression.ZSTD).setMaxRowGroupSize(500).build();
write('interactions.parquet', parquet.writeParquet(parquet.Table.fromIPCStream(interactionsIpc), zstd), null);

// ---- Parquet by JavaScript's ----

const valuesOf = (name) => columns.find(([column]) => column === name)[2];
const required = { repetition_type: 'REQUIRED' };
const optional = { repetition_type: 'OPTIONAL' };
const standard = (name, leaf, of = optional, element = optional) => [
  { name, ...of, num_children: 1, converted_type: 'LIST' },
  { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
  { name: 'element', ...element, ...leaf },
];
const leaves = {
  int32: [{ name: 'int32', type: 'INT32', ...required }],
  int64: [{ name: 'int64', type: 'INT64', ...required }],
  float32: [{ name: 'float32', type: 'FLOAT', ...required }],
  float64: [{ name: 'float64', type: 'DOUBLE', ...required }],
  bool: [{ name: 'bool', type: 'BOOLEAN', ...required }],
  text: [{ name: 'text', type: 'BYTE_ARRAY', converted_type: 'UTF8', ...required }],
  int32_null: [{ name: 'int32_null', type: 'INT32', ...optional }],
  text_null: [{ name: 'text_null', type: 'BYTE_ARRAY', converted_type: 'UTF8', ...optional }],
  list: standard('list', { type: 'INT32' }, required, required),
  list_null: standard('list_null', { type: 'INT64' }),
  list_text: standard('list_text', { type: 'BYTE_ARRAY', converted_type: 'UTF8' }),
  long_list: standard('long_list', { type: 'INT32' }, required, required),
};
const chosen = {
  guessed: {},
  plain: Object.fromEntries(Object.keys(leaves).map((name) => [name, 'PLAIN'])),
  delta: { int32: 'DELTA_BINARY_PACKED', int64: 'DELTA_BINARY_PACKED', int32_null: 'DELTA_BINARY_PACKED', text: 'DELTA_LENGTH_BYTE_ARRAY', text_null: 'DELTA_BYTE_ARRAY', float32: 'BYTE_STREAM_SPLIT', float64: 'BYTE_STREAM_SPLIT', bool: 'RLE' },
};
expected.contents.some = table.filter(({ name }) => name in leaves);
for (const codec of ['UNCOMPRESSED', 'SNAPPY']) {
  for (const [encoding, of] of Object.entries(chosen)) {
    const inOrder = columns.map(([name]) => name).filter((name) => name in leaves);
    const schema = [{ name: 'root', num_children: inOrder.length }, ...inOrder.flatMap((name) => leaves[name])];
    const columnData = inOrder.map((name) => ({ name, data: valuesOf(name), ...(of[name] && { encoding: of[name] }) }));
    const options = { schema, columnData, codec, rowGroupSize: 500, pageSize: 5000 };
    write(`javascript-${codec}-${encoding}.parquet`.toLowerCase(), parquetWriteBuffer(options), 'some');
  }
}

writeFileSync(join(folder, 'expected.json'), JSON.stringify(expected));
