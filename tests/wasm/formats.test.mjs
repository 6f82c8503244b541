// What docs/formats.md says the page reads is read by the package. Parquet and Arrow, which the page turns into CSV first, aside.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { file, packageFolder, tuplepack, valueOf } from './support.mjs';
import { graph, record } from './tf_records.mjs';

const { loadTemporal } = await import(pathToFileURL(join(packageFolder, 'temporal.mjs')));
const { loadGraphs } = await import(pathToFileURL(join(packageFolder, 'graphs.mjs')));
const [temporal, graphs] = await Promise.all([loadTemporal(), loadGraphs()]);

/** [format, content, whether the page reads it] of each row; a row without a format is of the one above. */
function rows() {
  const [, table] = file('docs/formats.md').toString().split('<!-- table of formats');
  const lines = table.split('\n\n')[1].split('\n').slice(2);
  let format = '';
  return lines.map((line) => {
    const cells = line.split('|').slice(1, -1);
    format = cells[0].trim() ? (/`(\w+)`/.exec(cells[0])?.[1] ?? cells[0].trim()) : format;
    return [format, cells[2].trim(), cells[4].includes('page')];
  });
}

const names = ['src', 'dst', 'time'];
const interactions = [[0, 1, 5], [1, 2, 6], [2, 0, 7]];
const objects = interactions.map((row) => Object.fromEntries(row.map((value, i) => [names[i], value])));

function npy(values, shape) {
  const header = `{'descr': '<i8', 'fortran_order': False, 'shape': (${shape}), }`.padEnd(117) + '\n';
  const size = Buffer.from([header.length, 0]);
  const data = Buffer.from(new BigInt64Array(values.map(BigInt)).buffer);
  return Buffer.concat([Buffer.from('\x93NUMPY\x01\x00', 'latin1'), size, Buffer.from(header), data]);
}

function crc32(bytes) {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; ++bit) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

/** Stored, as numpy.savez does. */
function npz(columns) {
  const files = [], directory = [];
  let at = 0;
  for (const [name, values] of Object.entries(columns)) {
    const path = Buffer.from(`${name}.npy`), bytes = npy(values, `${values.length},`);
    const about = Buffer.alloc(26); // from the version to the length of the extra field
    about.writeUInt16LE(20, 0);
    about.writeUInt32LE(crc32(bytes), 10);
    about.writeUInt32LE(bytes.length, 14);
    about.writeUInt32LE(bytes.length, 18);
    about.writeUInt16LE(path.length, 22);
    const end = Buffer.alloc(14);
    end.writeUInt32LE(at, 10);
    files.push(Buffer.from('PK\x03\x04'), about, path, bytes);
    directory.push(Buffer.from('PK\x01\x02\x14\x00'), about, end, path);
    at += 4 + about.length + path.length + bytes.length;
  }
  const central = Buffer.concat(directory), last = Buffer.alloc(18);
  const count = Object.keys(columns).length;
  last.writeUInt16LE(count, 4);
  last.writeUInt16LE(count, 6);
  last.writeUInt32LE(central.length, 8);
  last.writeUInt32LE(at, 12);
  return Buffer.concat([...files, central, Buffer.from('PK\x05\x06'), last]);
}

const samples = {
  csv: Buffer.from(`${names}\n${interactions.join('\n')}\n`),
  json: Buffer.from(JSON.stringify(objects)),
  json_lines: Buffer.from(objects.map((row) => `${JSON.stringify(row)}\n`).join('')),
  npy: npy(interactions.flat(), '3, 3'),
  npz: npz(Object.fromEntries(names.map((name, i) => [name, interactions.map((row) => row[i])]))),
};

const readers = {
  sizes: (bytes) => tuplepack.readHistogram(bytes, { columns: ['1', '2'] }),
  interactions: (bytes) => temporal.readEvents(bytes),
};

for (const [format, bytes] of Object.entries(samples)) {
  for (const [content, read] of Object.entries(readers)) {
    test(`${content} in ${format}`, () => {
      const row = rows().find((each) => each[0] === format && each[1] === content);
      if (format.startsWith('json') && content === 'sizes') {
        valueOf(tuplepack.readHistogram(bytes, { columns: ['src', 'dst'] }));
        assert.ok(row[2]);
      } else {
        assert.equal(read(bytes).error === undefined, row?.[2] ?? false);
      }
    });
  }
}

test('plans, records, schemas, and what the page does not read', () => {
  const page = new Set(rows().filter((row) => row[2]).map((row) => row[1]));
  assert.deepEqual([...page].sort(), ['interactions', 'plans', 'records', 'schemas', 'sizes']);
  valueOf(graphs.readRecords([{ name: 'a', bytes: record(graph(3, 2, 4)) }]));
  const histogram = valueOf(tuplepack.makeHistogram(['length'], [5, 3], [1, 1]));
  const { json } = valueOf(tuplepack.pack(histogram, { limits: [8], json: true }));
  assert.equal(valueOf(tuplepack.readPlan(json)).limits[0], 8);
  assert.equal(valueOf(graphs.readSchema('node_sets { key: "a" }')).kind, 'graph_schema');
});
