/** Parquet and Arrow. */
import { readFileSync } from 'node:fs';
import { loadTuplepack } from 'tuplepack';
import { loadTemporal } from 'tuplepack/temporal';
import { expect, test } from 'vitest';
import { isArrow, isParquet } from '../../../web/src/data/bytes';
import { columnsToCsv, csvOf, type Likely, sizeOf } from '../../../web/src/data/columnar';
import { columnsOf, usedColumns } from '../../../web/src/data/columns';
import { eventsToCsv } from '../../../web/src/data/eventColumns';
import { FlatTable } from '../../../web/src/data/flatTable';
import { convert, joinParts } from '../../../web/src/data/load';
import { choiceOf } from '../../../web/src/data/readings';
import { readHistograms } from '../../../web/src/engine/calls';
import { Refused, valueOrThrow } from '../../../web/src/engine/refused';
import { initialState } from '../../../web/src/state/state';

type Bytes = Uint8Array<ArrayBuffer>;
const encode = (text: string) => new TextEncoder().encode(text);
const text = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes);
const shared = new URL('../../data/', import.meta.url);
const parquet = new Uint8Array(readFileSync(new URL('../data/sizes.parquet', import.meta.url)));

const core = await loadTuplepack({
  wasmBinary: readFileSync(new URL('../../../build/wasm/package/tuplepack.wasm', import.meta.url)),
});
const temporal = await loadTemporal({
  wasmBinary: readFileSync(new URL('../../../build/wasm/package/temporal.wasm', import.meta.url)),
});
const choosing =
  (...wanted: string[]) =>
  async (names: string[]) =>
    valueOrThrow(temporal.eventColumns(names, wanted));
const likely: Likely = async (sampled, options) => valueOrThrow(core.likelyColumns(sampled, options));
const detect = () => Promise.reject(new Error('not for the core'));
const found = (bytes: Bytes) => columnsOf(bytes, { detect, likely });
const columns = async (bytes: Bytes) => (await found(bytes)).map(({ key }) => key);
/** What is read as sizes where nothing is chosen. */
const usual = async (bytes: Bytes) => usedColumns(await found(bytes), initialState);
const csvOfColumns = async (bytes: Bytes, chosen: string[] = []) =>
  text((await columnsToCsv(bytes, { ...initialState, columns: chosen }, likely)).bytes);

test('fields of structs in Parquet are read when they are chosen', async () => {
  const structs = new Uint8Array(readFileSync(new URL('../data/structs.parquet', import.meta.url)));
  expect(await columns(structs)).toEqual(['meta.tokens', 'meta.deep.ids']);
  expect(await csvOfColumns(structs, ['meta.deep.ids', 'meta.tokens'])).toBe(
    'meta.tokens,meta.deep.ids\n3,5\n7,6\n4,9\n',
  );
  await expect(csvOfColumns(structs)).rejects.toThrow(
    'whole numbers and lists are only in fields of structs, which are read when they are chosen',
  );
});

test('Parquet columns are integers and lists', async () => {
  expect(isParquet(parquet)).toBe(true);
  expect(await columns(parquet)).toEqual([
    ...['num_nodes', 'num_edges', 'input_ids', 'active', 'num_bonds', 'attention_mask'],
  ]);
  // not: 0/1, and lists as long as others
  expect(await usual(parquet)).toEqual(['num_nodes', 'num_edges', 'input_ids', 'num_bonds']);
});

test('Parquet is converted to CSV, lists to their lengths', async () => {
  expect(await csvOfColumns(parquet)).toBe('num_nodes,num_edges,input_ids,num_bonds\n3,4,2,2\n1,0,0,0\n6,12,1,6\n');
  expect(await csvOfColumns(parquet, ['num_bonds'])).toBe('num_bonds\n2\n0\n6\n');
  expect(await csvOfColumns(parquet, ['input_ids', 'count'])).toBe('input_ids\n2\n0\n1\n');
  await expect(csvOfColumns(parquet, ['name'])).rejects.toThrow(
    'none of the chosen columns is in the file; choose from num_nodes, num',
  );
});

test('columns that are not chosen are left out as the program does it', async () => {
  const { reading, note } = await columnsToCsv(parquet, initialState, likely);
  const columns = ['num_nodes', 'num_edges', 'input_ids', 'num_bonds'];
  expect(reading).toEqual({ format: 'csv', columns, countColumn: 'count', lengthsOf: [] });
  expect(note).toBe(
    "columns 'active', 'attention_mask' are ignored, as flags, constants or copies; choose with --columns",
  );
  const counted = await columnsToCsv(parquet, { ...initialState, countColumn: 'num_bonds' }, likely);
  expect(counted.reading.columns).toEqual(['num_nodes', 'num_edges', 'input_ids']);
  expect(text(counted.bytes).split('\n', 1)).toEqual(['num_nodes,num_edges,input_ids,num_bonds']);
  const chosen = await columnsToCsv(parquet, { ...initialState, lengthsOf: ['input_ids'] }, likely);
  expect([chosen.reading.columns, chosen.reading.lengthsOf, chosen.note]).toEqual([['input_ids'], [], '']);
});

test('columns are chosen by their numbers in the file, too', async () => {
  const { reading, bytes } = await columnsToCsv(parquet, { ...initialState, columns: ['7', 'num_nodes'] }, likely);
  expect(reading.columns).toEqual(['num_bonds', 'num_nodes']);
  expect(text(bytes)).toBe('num_nodes,num_bonds\n3,2\n1,0\n6,6\n');
  const counted = await columnsToCsv(parquet, { ...initialState, columns: ['2'], countColumn: '1' }, likely);
  expect([counted.reading.columns, counted.reading.countColumn]).toEqual([['num_edges'], 'num_nodes']);
  await expect(csvOfColumns(parquet, ['9'])).rejects.toThrow('none of the chosen columns is in the file');
});

/** A file in which a name stands for another of the same length. */
const renamed = (file: Bytes, names: Record<string, string>) =>
  new Uint8Array(
    Buffer.from(
      Object.entries(names).reduce(
        (all, [name, other]) => all.replaceAll(name, other),
        Buffer.from(file).toString('latin1'),
      ),
      'latin1',
    ),
  );

test.each([
  ['123456789', '1'],
  ['2024-01-1', '2024-01-2'],
  ['1_000_000', '2.5'],
])('columns named %s and %s are read by these names, which are no row', async (nodes, edges) => {
  const given = renamed(parquet, { num_nodes: nodes, num_edges: edges.padEnd(9, '0') });
  const chosen = [nodes, edges.padEnd(9, '0')];
  const { reading, bytes } = await columnsToCsv(given, { ...initialState, columns: chosen }, likely);
  const histogram = valueOrThrow(core.readHistogram(bytes, reading));
  expect(histogram.components).toEqual(chosen);
  expect([...histogram.sizes]).toEqual([1, 0, 3, 4, 6, 12]);
});

test('a column whose name cannot stand in a list has a number', async () => {
  const given = renamed(parquet, { num_edges: 'num,edges' });
  const [, edges] = await found(given);
  expect([edges?.key, edges?.label, edges?.number]).toEqual(['2', 'num,edges', 2]);
  expect(await csvOfColumns(given, ['2'])).toBe('"num,edges"\n4\n0\n12\n');
});

test('each of several files is read as its own columns say', async () => {
  const files = [renamed(parquet, { num_bonds: 'frequency' }), renamed(parquet, { num_bonds: 'sample_id' })];
  const sumOf = (counts: Float64Array) => counts.reduce((sum, count) => sum + count, 0);
  for (const found of [files, files.toReversed()]) {
    const parts = found.map((bytes, at) => ({ name: `${at}.parquet`, bytes }));
    const tables = await convert(parts, initialState, likely);
    const histogram = readHistograms(core, tables.parts, tables.reading);
    expect(histogram.components).toEqual(['num_nodes', 'num_edges', 'input_ids']);
    expect([sumOf(histogram.counts), histogram.hasCounts]).toEqual([8 + 3, true]);
  }
  const csv = { name: 'a.csv', bytes: encode('nodes,edges\n5,6\n') };
  const mixed = await convert([csv, { name: 'b.parquet', bytes: parquet }], initialState, likely);
  expect(() => readHistograms(core, mixed.parts, mixed.reading)).toThrow(
    'b.parquet: columns num_nodes,num_edges,input_ids,num_bonds do not match nodes,edges of a.csv',
  );
});

test('a question about columns numbers them as the file does', async () => {
  const pair: Likely = async () => ({ sizes: ['num_edges', 'num_bonds'], count: null, note: '', mayBeHistogram: true });
  const { reading, bytes } = await columnsToCsv(parquet, initialState, pair);
  expect(reading.columns).toEqual([]);
  expect(text(bytes)).toBe(
    'num_nodes,num_edges,name,weight,input_ids,active,num_bonds\n,4,,,,,2\n,0,,,,,0\n,12,,,,,6\n',
  );
  const choice = choiceOf({ columns: ['2'], count: '7' }, await found(parquet));
  expect(choice).toEqual({ columns: ['num_edges'], countColumn: 'num_bonds', lengthsOf: [] });
});

test('corrupt Parquet is rejected', async () => {
  await expect(csvOfColumns(parquet.slice(0, 200))).rejects.toThrow('the Parquet file is corrupt');
  for (let at = 4; at < parquet.length; ++at) {
    const damaged = parquet.slice();
    damaged[at] = (damaged[at] ?? 0) ^ (at % 2 === 0 ? 0x01 : 0xff);
    const result = await csvOfColumns(damaged).catch((error: Error) => error.constructor.name);
    expect(result === 'Refused' || result.includes('\n'), `byte ${at}: ${result}`).toBe(true);
  }
}, 30_000);

const arrow = ['columns.arrow', 'columns.feather'].map((file) => new Uint8Array(readFileSync(new URL(file, shared))));

test('Arrow streams and files are read as Parquet is', async () => {
  for (const bytes of arrow) {
    expect(isArrow(bytes)).toBe(true);
    expect(await columns(bytes)).toEqual(['nodes', 'input_ids', 'maybe', 'text.ids', 'text.size', 'pair']);
    expect(await usual(bytes)).toEqual(['nodes', 'input_ids']);
    expect(await csvOfColumns(bytes, ['nodes', 'input_ids', 'text.ids', 'text.size', 'pair'])).toBe(
      'nodes,input_ids,text.ids,text.size,pair\n5,2,1,3,2\n7,0,2,4,2\n9,3,0,5,2\n',
    );
    await expect(csvOfColumns(bytes, ['maybe'])).rejects.toThrow('row 2, column “maybe”: the value is missing (null)');
    await expect(csvOfColumns(bytes, ['name'])).rejects.toThrow(
      'none of the chosen columns is in the file; choose from nodes, input_ids, maybe, text.ids',
    );
  }
});

/** A stream as it was written before version 0.15: without a mark before the length of a message. */
function oldStream(stream: Uint8Array): Bytes {
  const view = new DataView(stream.buffer, stream.byteOffset);
  const pieces: Uint8Array[] = [];
  for (let at = 0, size = view.getUint32(4, true); size > 0; size = view.getUint32(at + 4, true)) {
    const begin = at + 8;
    const body = new FlatTable(new DataView(stream.buffer, stream.byteOffset + begin, size)).long(3);
    const length = new Uint8Array(Uint32Array.of(size + 4).buffer);
    at = begin + size + body;
    pieces.push(length, stream.subarray(begin, begin + size), new Uint8Array(4), stream.subarray(begin + size, at));
  }
  return new Uint8Array(Buffer.concat([...pieces, new Uint8Array(4)]));
}

test('Arrow streams of versions before 0.15 are read', async () => {
  const [stream = new Uint8Array()] = arrow;
  const old = oldStream(stream);
  expect(isArrow(old)).toBe(true);
  const chosen = ['nodes', 'text.ids'];
  expect(await csvOfColumns(old, chosen)).toBe(await csvOfColumns(stream, chosen));
  expect(isArrow(encode('nodes,edges\n5,7\n'))).toBe(false);
});

test('compressed buffers of Arrow are read', async () => {
  // written with flechette, the buffers packed by lz4 in blocks that refer to those before, and by zstd
  for (const file of ['lz4.feather', 'zstd.arrow']) {
    const bytes = new Uint8Array(readFileSync(new URL(`../data/${file}`, import.meta.url)));
    const [header, ...rows] = (await csvOfColumns(bytes)).trim().split('\n');
    expect(header, file).toBe('nodes,edges');
    expect(rows, file).toEqual(Array.from({ length: 40_000 }, (_, row) => `${5 + (row % 7)},${row % 11}`));
    for (let at = 0; at < bytes.length; at += 31) {
      const damaged = bytes.slice();
      damaged[at] = 255 - (damaged[at] ?? 0);
      const result = await csvOfColumns(damaged, ['nodes']).catch((error: Error) => error.constructor.name);
      expect(result === 'Refused' || result.includes('\n'), `byte ${at} of ${file}: ${result}`).toBe(true);
    }
  }
}, 30_000);

test('interactions in Parquet and Arrow are converted to CSV', async () => {
  const [table = new Uint8Array()] = arrow;
  for (const file of ['events.parquet', 'events.arrow']) {
    // written with flechette and hyparquet-writer; times are in milliseconds; text is left out
    const bytes = new Uint8Array(readFileSync(new URL(`../data/${file}`, import.meta.url)));
    const csv = 'note,src,dst,ts,gap\n,0,1,1000,\n,2,1,1500,\n,0,2,1500,\n,1,2,2750,\n';
    expect(text(await eventsToCsv(bytes, choosing())), file).toBe(csv);
    expect(text(await eventsToCsv(bytes, choosing('2', '3', '4'))), file).toBe(csv);
    await expect(eventsToCsv(bytes, choosing('note', 'dst', 'ts'))).rejects.toThrow(
      'column “note” does not hold node ids',
    );
    await expect(eventsToCsv(bytes, choosing('src', 'dst', 'note'))).rejects.toThrow(
      'column “note” does not hold times',
    );
    const missing = 'row 3, column “gap”: the value is missing (null)';
    await expect(eventsToCsv(bytes, choosing('src', 'gap', 'ts'))).rejects.toThrow(missing);
    await expect(eventsToCsv(bytes, choosing('src', 'ts', 'dst'))).rejects.toThrow(
      'column “ts” does not hold node ids',
    );
    const wrong = 'column “note” does not hold feature rows';
    await expect(eventsToCsv(bytes, choosing('src', 'dst', 'ts', 'note'))).rejects.toThrow(wrong);
    await expect(eventsToCsv(bytes, choosing('src', 'dst', 'ts', 'gap'))).rejects.toThrow(missing);
    const named = Uint8Array.from(
      Buffer.from(Buffer.from(bytes).toString('latin1').replaceAll('gap', 'idx'), 'latin1'),
    );
    await expect(eventsToCsv(named, choosing())).rejects.toThrow(missing.replace('gap', 'idx'));
  }
  expect(
    text(await eventsToCsv(table, choosing('nodes', 'text.size', 'weight')))
      .split('\n')
      .slice(1, 3),
  ).toEqual([...['5,,,,2,,3,', '7,,,,0.5,,4,']]);
});

test('errors in interactions of Parquet and Arrow name the row', async () => {
  const bytes = encode('src,dst,time\n0,1,2\n0,1,3\n');
  const wrongAt = ({ placed }: Awaited<ReturnType<typeof joinParts>>, line: number) => {
    const error = placed(new Refused('wrong', 'malformed', line, 2)) as Refused;
    return `${error.line} ${error.message}`;
  };
  const alone = await joinParts([{ name: '', bytes, ofRows: true }]);
  expect([0, 1, 2, 3].map((line) => wrongAt(alone, line))).toEqual([
    '0 wrong',
    '0 wrong',
    '0 row 1: wrong',
    '0 row 2: wrong',
  ]);
  const both = await joinParts([
    { name: 'a.csv', bytes },
    { name: 'b.arrow', bytes, ofRows: true },
  ]);
  expect([3, 4, 5].map((line) => wrongAt(both, line))).toEqual([
    ...['3 a.csv: wrong', '0 b.arrow: row 1: wrong', '0 b.arrow: row 2: wrong'],
  ]);
});

test('corrupt Arrow is rejected', async () => {
  const wrong = 'the Arrow file is corrupt, incomplete, or uses an unsupported feature';
  for (const bytes of arrow) {
    for (const length of [8, 200, 1000, bytes.length - 20]) {
      await expect(csvOfColumns(bytes.slice(0, length)), `${length} bytes`).rejects.toThrow(wrong);
    }
    for (let at = 8; at < bytes.length; ++at) {
      const damaged = bytes.slice();
      damaged[at] = (damaged[at] ?? 0) ^ (at % 2 === 0 ? 0x01 : 0xff);
      const result = await csvOfColumns(damaged, ['nodes', 'pair']).catch((error: Error) => error.constructor.name);
      expect(result === 'Refused' || result.includes('\n'), `byte ${at}: ${result}`).toBe(true);
    }
  }
}, 30_000);

test('invalid cells are reported', () => {
  expect([sizeOf(5, 1, 'a'), sizeOf(7n, 1, 'a'), sizeOf([1, 2], 1, 'a'), sizeOf(new Int32Array(3), 1, 'a')]).toEqual([
    5, 7, 2, 3,
  ]);
  const place = 'row 4, column “a”: the value';
  expect(() => sizeOf(null, 4, 'a')).toThrow(`${place} is missing (null)`);
  expect(() => sizeOf(2n ** 60n, 4, 'a')).toThrow(`${place} 1152921504606846976 is beyond 2^53 - 1`);
  expect(() => sizeOf(-3, 4, 'a')).toThrow(`${place} -3 is negative`);
  expect(() => sizeOf(0.5, 4, 'a')).toThrow(`${place} 0.5 is not an integer`);
});

test('many rows are written completely', async () => {
  const numbers = Float64Array.from({ length: 20_000 }, (_, i) => i);
  const csv = await csvOf(['a "b"'], [numbers]).text();
  expect(csv).toBe(`"a ""b"""\n${[...numbers].join('\n')}\n`);
});
