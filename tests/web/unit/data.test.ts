import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { loadTuplepack } from 'tuplepack';
import { expect, test, vi } from 'vitest';
import { type ColumnRules, columnsOf, proposeColumns, usedColumns } from '../../../web/src/data/columns';
import { strategiesCsv } from '../../../web/src/data/csv';
import { joinParts } from '../../../web/src/data/load';
import { presets } from '../../../web/src/data/presets';
import {
  available,
  readSource as bytesOf,
  hostsOf,
  openFiles,
  type SourceReading,
} from '../../../web/src/data/sources';
import { packingCalls } from '../../../web/src/engine/calls';
import type { FileColumn } from '../../../web/src/engine/columns';
import type { Pool } from '../../../web/src/engine/pool';
import { Refused, resultOf } from '../../../web/src/engine/refused';
import { type DataSource, initialState } from '../../../web/src/state/state';
import { loadData } from '../../../web/src/store/loading';

type Bytes = Uint8Array<ArrayBuffer>;
const encode = (text: string) => new TextEncoder().encode(text);
const text = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes);
const base = 'http://localhost/';
const shared = new URL('../../data/', import.meta.url);

const moduleOf = (file: string) =>
  loadTuplepack({ wasmBinary: readFileSync(new URL(`../../../build/wasm/package/${file}`, import.meta.url)) });
const core = await moduleOf('tuplepack.wasm');

const calls = packingCalls(core);
const rules: ColumnRules = {
  detect: async (first, isAll) => calls.detectColumns(first, isAll),
  likely: async (sampled, options) => calls.likelyColumns(sampled, options),
};

const readSource = (source: DataSource, reading: SourceReading) => resultOf(bytesOf(source, reading));

/** What is read as sizes where nothing is chosen: keys, with [] around lists, and the count, which is proposed, too. */
async function usual(content: string) {
  const found = await columnsOf(encode(content), rules);
  const proposed = proposeColumns(found, initialState);
  const state = { ...initialState, ...proposed };
  const sizes = usedColumns(found, state).map((key) => (state.lengthsOf.includes(key) ? `[${key}]` : key));
  return [...sizes, ...(proposed.countColumn ? [`${proposed.countColumn}#`] : [])].join(' ');
}

/** The keys of the columns: `(name)` if not integers, `[ids]` if lists, `count#` if read as the count, `3?` if it may be meant so. */
async function columns(content: string | Bytes) {
  const bytes = typeof content === 'string' ? encode(content) : content;
  const found = await columnsOf(bytes, rules);
  return found.map(({ key, whole, lists, count, possibleCount }) => {
    if (lists) return `[${key}]`;
    return (whole ? key : `(${key})`) + (count ? '#' : possibleCount ? '?' : '');
  });
}

test('the presets match the files in tests/data', () => {
  for (const { file, components } of presets) {
    const [header] = readFileSync(new URL(file, shared), 'utf8').split('\n', 1);
    expect(header, file).toBe([...components, 'count'].join(','));
  }
  expect(new Set(presets.map((preset) => preset.name)).size).toBe(presets.length);
});

test('only presets of this build are available', async () => {
  const availablePresets = available(presets);
  const names = availablePresets.map((preset) => preset.name);
  expect(names).toContain('molhiv');
  expect(names).not.toContain('ppa_synthetic');
  for (const { name, file } of availablePresets) {
    const { value } = await readSource({ kind: 'preset', name }, { base });
    expect(text(value), name).toBe(readFileSync(new URL(file, shared), 'utf8'));
  }
  const { error } = await readSource({ kind: 'preset', name: 'ppa_synthetic' }, { base });
  expect(error?.message).toBe('this page does not include the data set ppa_synthetic');
});

test('files are loaded, and gunzipped by their magic bytes', async () => {
  const read = (content: Bytes, name: string) =>
    readSource({ kind: 'file', name }, { base, file: new File([content], name) });
  expect(text((await read(encode('1\n2\n'), 'a.csv')).value)).toBe('1\n2\n');
  const zipped = new Uint8Array(gzipSync('1\n2\n'.repeat(1e5)));
  expect(text((await read(zipped, 'a.csv')).value)).toBe('1\n2\n'.repeat(1e5));
  const wrong = 'the gzip data is corrupt or truncated';
  expect((await read(zipped.slice(0, -9), 'a.gz')).error?.message).toBe(wrong);
  expect((await read(new Uint8Array([0x1f, 0x8b, 1, 2]), 'a.gz')).error?.message).toBe(wrong);
  expect((await readSource({ kind: 'file', name: 'a.csv' }, { base })).error?.message).toMatch(/select it again/);
});

test('the last line of what was pasted is whole', async () => {
  for (const pasted of ['5\n1200\n7', '5\n1200\n7\n']) {
    const { value } = await readSource({ kind: 'text', text: pasted, name: '' }, { base });
    expect(text(value)).toBe('5\n1200\n7\n');
  }
  expect(text((await readSource({ kind: 'text', text: '', name: '' }, { base })).value)).toBe('');
});

test('loading reports progress and can be aborted', async () => {
  const control = new AbortController();
  const told: (number | null)[] = [];
  const file = new File([new Uint8Array(1 << 20)], 'zeros');
  const progress = (fraction: number | null) => told.push(fraction);
  await readSource({ kind: 'file', name: 'zeros' }, { base, file, progress });
  expect(told.at(-1)).toBe(1);
  control.abort();
  const ended = readSource({ kind: 'file', name: 'zeros' }, { base, file, signal: control.signal });
  await expect(ended).rejects.toThrow(/abort/i);
});

test('a link asks before it contacts another site, which a URL without a host does not', () => {
  vi.stubGlobal('location', { origin: 'https://here.org' });
  vi.stubGlobal('document', { baseURI: 'https://here.org/docs/' });
  const hosts = (url: string) => hostsOf([{ kind: 'address', url }]);
  expect(hosts('sizes.csv')).toEqual([]);
  expect(hosts('//other.org:81/x')).toEqual(['other.org:81']);
  for (const url of ['data:text/csv,5', 'javascript:alert(1)', 'http://']) expect(hosts(url), url).toEqual([]);
});

test('data that a browser cannot hold are called too large', async () => {
  // as Chromium does from two gigabytes on
  const hold = vi.spyOn(Blob.prototype, 'arrayBuffer').mockRejectedValue(new DOMException('', 'NotReadableError'));
  const sources: [DataSource, File | undefined][] = [
    [{ kind: 'file', name: 'a.csv' }, new File(['5\n'], 'a.csv')],
    [{ kind: 'file', name: 'a.csv.gz' }, new File([gzipSync('5\n')], 'a.csv.gz')],
  ];
  for (const [source, file] of sources) {
    const { error } = await readSource(source, { base, ...(file && { file }) });
    expect(error?.message).toBe('the data does not fit into the memory of this tab');
  }
  hold.mockRestore();
});

test('URLs are fetched, with clear errors', async () => {
  const server = createServer((request, response) => {
    response.statusCode = request.url === '/sizes.csv' ? 200 : 404;
    response.end('5\n6\n');
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const here = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const read = (url: string) => readSource({ kind: 'address', url }, { base: here });
  try {
    expect(text((await read('sizes.csv')).value)).toBe('5\n6\n');
    expect((await read('no.csv')).error?.message).toBe(
      `cannot fetch ${here}no.csv: the server responded with status 404`,
    );
    expect((await read('file:///etc/passwd')).error?.message).toMatch(/only http and https/);
    expect((await read('data:text/csv,5')).error?.message).toMatch(/only http and https/);
    expect((await read('http://[')).error?.message).toBe('“http://[” is not a valid URL');
  } finally {
    server.close();
    server.closeAllConnections();
  }
  expect((await read('sizes.csv')).error?.message).toMatch(/CORS/);
});

test('columns are detected from the first rows', async () => {
  expect(await columns('num_nodes,num_edges,count\n1,2,3\n')).toEqual(['num_nodes', 'num_edges', 'count#']);
  expect(await columns('# a comment\n\nname;length\r\n"a;b";5\r\nc;6\r\n')).toEqual(['(name)', 'length']);
  expect(await columns('name\tlength\nx\t5')).toEqual(['(name)', 'length']);
  expect(await columns('name|length|Count\nx|5|1\n')).toEqual(['(name)', 'length', 'Count#']);
  expect(await columns('nodes edges\n1   2\n')).toEqual(['nodes', 'edges']);
  expect(await columns('1,2.5\n3,4\n')).toEqual(['1', '(2)']);
  expect(await columns('5\n7\n')).toEqual(['1']);
  expect(await columns('a,a,,"x,y"\n1,2,3,4\n')).toEqual(['1', '2', '3', '4']);
  expect(await columns('a,b,c\n1,,3\n')).toEqual(['a', '(b)', 'c']);
  expect(await columns('[{"nodes": 3, "name": "x"}, {"nodes": 4}]')).toEqual(['nodes', '(name)']);
  expect(await columns('{"nodes":3,"edges":4}\n{"nodes":5,"edges":6}\n')).toEqual(['nodes', 'edges']);
  expect(await columns('{"id":"x","input_ids":[1,2]}\n{"id":"y","input_ids":[]}\n')).toEqual(['(id)', '[input_ids]']);
  expect(await columns('{"length":[5,7],"count":[1,2]}')).toEqual(['length', 'count#']);
  expect(await columns('[[3,4,1],[5,6,2]]')).toEqual(['1', '2', '3?']);
  expect(await columns('5,8\n7,9\n8,2\n')).toEqual(['1', '2?']);
  expect(await columns('5,8\n7,9\n7,2\n')).toEqual(['1', '2']);
  expect(await columns('[5,7]')).toEqual(['1']);
  expect(await columns('{"lengths":[0,1]}')).toEqual([]);
  expect(await columns('{"broken')).toEqual([]);
  expect(await columns('')).toEqual([]);
});

test('only the start of a long file is inspected', async () => {
  expect(await columns(`length,name\n${'12345,abcde\n'.repeat(10_000)}`)).toEqual(['length', '(name)']);
});

test('columns of arrays are numbered', async () => {
  const header = "{'descr': '<i8', 'fortran_order': False, 'shape': (10, 2), }".padEnd(117);
  const start = `\x93NUMPY\x01\x00v\x00${header}\n`;
  expect(await columns(Uint8Array.from(start, (character) => character.charCodeAt(0)))).toEqual(['1', '2']);
});

test('all of an archive is inspected', async () => {
  const none = { begins: new Float64Array(), sizes: new Float64Array(), dropped: new Int32Array() };
  const offsets = Float64Array.from({ length: 20_001 }, (_, pack) => pack);
  const { value } = core.assignmentNpz({
    ...none,
    offsets,
    items: new Int32Array(20_000),
    packs: 20_000,
  });
  expect(await columns(value ?? new Uint8Array())).toEqual(['offsets', 'items']);
});

test('the size columns are those that the core reads by default, and lists', async () => {
  expect(await usual('num_nodes,num_edges,count\n1,2,3\n4,5,6\n')).toBe('num_nodes num_edges');
  expect(await usual('Unnamed: 0,uid,length\n0,8,5\n1,9,6\n')).toBe('length');
  expect(await usual('length,loss_mask,is_train,split\n5,1,0,a\n6,1,0,b\n')).toBe('length');
  expect(await usual('nodes,positive\n5,0\n6,1\n')).toBe('nodes positive');
  expect(await usual('[{"id":"x","input_ids":[7,8],"attention_mask":[1,1]}]')).toBe('[input_ids]');
  expect(await usual('[{"input_ids":[7,8],"images":1,"freq":2}]')).toBe('[input_ids] images freq#');
  expect(await usual('[{"nodes":3,"name":"x"},{"nodes":4,"name":"y"}]')).toBe('nodes');
  expect(await usual('length,freq\n5,3\n6,1\n')).toBe('length');
  // nothing else to read
  expect(await usual('label\n0\n1\n')).toBe('label');
  expect(await usual('name\nfoo\n')).toBe('name');
});

test('sets of graphs are chosen where some are left out', async () => {
  const [a, b] = await columnsOf(encode('a,b\n1,2\n'), rules);
  const proposed = (...size: boolean[]) =>
    proposeColumns(
      [
        { ...(a as FileColumn), size: size[0] === true },
        { ...(b as FileColumn), size: size[1] === true },
      ],
      initialState,
      'all',
    );
  expect(proposed(true, true)).toEqual({});
  expect(proposed(true, false)).toEqual({ columns: ['a'], lengthsOf: [] });
});

/** A file as the page reads it where nothing is chosen: the components and the notes. */
async function readByPage(name: string, content: Bytes, format = initialState.format) {
  vi.stubGlobal('document', { baseURI: base });
  const run = async (call: keyof typeof calls, args: never[]) => ({
    value: (calls[call] as (...given: never[]) => unknown)(...args),
  });
  const pool = { run, tables: { value: null } } as unknown as Pool;
  const state = { ...initialState, format, data: openFiles([new File([content], name)]) };
  const reporter = { signal: new AbortController().signal, report: () => {} };
  const { histogram, notes } = await loadData(pool, state, reporter, ({ columns: found }) => ({
    ...state,
    ...proposeColumns(found, state),
  }));
  return { components: histogram.components, notes };
}

test('graphs of METIS and networks of KONECT are refused by name, and tables are not', async () => {
  const cycle = '4 4\n2 4\n1 3\n2 4\n1 3\n';
  const large = Array.from(
    { length: 2_000 },
    (_, at) => `${at || 2_000} ${' '.repeat(600)} ${((at + 1) % 2_000) + 1}\n`,
  ).join('');
  const messageOf = async (content: string, format?: string) =>
    (await resultOf(readByPage('graph.txt', encode(content), format))).error?.message ?? 'read';
  const metis = /^this is a graph of METIS: `chunk` reads its edges, the format csv its lines$/;
  expect(await messageOf(cycle)).toMatch(metis);
  expect(await messageOf(`% a cycle\n${cycle.trimEnd()}`)).toMatch(metis);
  expect(await messageOf('3 2 11\n9 2 5\n9 1 5 3 6\n9 2 6\n')).toMatch(metis);
  expect(await messageOf('3 1\n2\n1\n\n')).toMatch(metis);
  expect(await messageOf(`2000 2000\n${large}`)).toMatch(metis);
  for (const form of ['sym unweighted', 'asym posweighted', 'bip multiposweighted']) {
    expect(await messageOf(`% ${form}\n1 2\n2 3\n`)).toMatch(/^this is a network of KONECT: `chunk` reads its edges/);
  }
  const tables = [
    '4 4\n2 4\n1 3\n2 4\n1 4\n',
    '4 4\n2 4\n1 3\n2 4\n',
    '4 5\n2 4\n1 3\n2 4\n1 3\n',
    '3 3\n1 2\n2 1\n3 3\n',
  ];
  for (const table of [...tables, `2000 1\n${large}`, '% length count\n1 2\n2 3\n', '1 0\n', '5 7\n']) {
    expect(await messageOf(table), table.slice(0, 40)).not.toMatch(/this is/);
  }
  expect(await messageOf(cycle, 'csv')).toBe('read');
});

const program = fileURLToPath(new URL('../../../build/release/native/cli/tuplepack', import.meta.url));

test.runIf(existsSync(program))('the page and the program read the same columns, and note the same', async () => {
  const shorts: Record<string, string> = {
    'pandas.csv': 'Unnamed: 0,uid,length,score\n0,17,5,0.5\n1,18,7,0.25\n',
    'index.csv': ',0\n0,5\n1,7\n2,9\n',
    'r.txt': '"nodes" "edges"\n"a" 5 6\n"b" 7 8\n',
    'masks.csv': 'length,loss_mask,is_train,date\n5,1,0,2020-01-01\n6,1,0,2020-01-02\n',
    'labels.csv': 'nodes,positive\n5,0\n6,1\n',
    'frequencies.csv': 'length,freq\n5,3\n6,1\n',
    'alone.csv': 'id\n5\n6\n',
    'objects.jsonl': '{"uid":"a","length":5,"attention_mask":1}\n{"uid":"b","length":7,"attention_mask":1}\n',
    'columns.json': '{"index":[0,1],"length":[5,7],"ok":[true,false]}',
  };
  const files: [name: string, content: Bytes][] = [
    ...Object.entries(shorts).map(([name, content]): [string, Bytes] => [name, encode(content)]),
    ...['columns.arrow', 'wikipedia_editors.parquet'].map((name): [string, Bytes] => [
      name,
      new Uint8Array(readFileSync(new URL(name, shared))),
    ]),
    ['sizes.parquet', new Uint8Array(readFileSync(new URL('../data/sizes.parquet', import.meta.url)))],
  ];
  for (const [name, content] of files) {
    const { stdout, stderr } = spawnSync(program, ['stats', '-', '--json'], { input: content, encoding: 'utf8' });
    const { components, notes } = await readByPage(name, content);
    expect(components, `${name}: ${stderr}`).toEqual(JSON.parse(stdout).histogram.components);
    const said = stderr.split('\n').flatMap((line) => /note: <stdin>: (.*)/.exec(line)?.[1] ?? []);
    expect(notes, name).toEqual(said);
  }
});

test('columns that were chosen are kept', async () => {
  const found = await columnsOf(encode('name,length\nfoo,5\n'), rules);
  expect(proposeColumns(found, { ...initialState, columns: ['name'] })).toEqual({});
  expect(proposeColumns(found, { ...initialState, countColumn: 'length' })).toEqual({});
});

test('strategies are written as a table', () => {
  const csv = strategiesCsv({
    histogram: {
      components: ['num_nodes', 'num_edges'],
      sizes: Float64Array.of(2, 2, 5, 8),
      counts: Float64Array.of(4, 2),
    },
    plan: {
      offsets: Float64Array.of(0, 2, 3),
      bins: Uint32Array.of(1, 0, 0),
      copies: Float64Array.of(1, 2, 3),
      repeats: Float64Array.of(2, 1),
    },
  } as Parameters<typeof strategiesCsv>[0]);
  expect(csv).toBe('strategy,repeat,copies,num_nodes,num_edges\n1,2,1,5,8\n1,2,2,2,2\n2,1,3,2,2\n');
});

test('parts of interactions are joined, and errors are placed in their part', async () => {
  const part = (name: string, content: string) => ({ name, bytes: encode(content) });
  const wrongAt = (line: number) => placed(new Refused('wrong', 'malformed', line, 2)) as Refused;
  const { bytes, placed } = await joinParts([
    part('a.csv', 'src,dst,time\n0,1,2'),
    part('b.csv', 'src,dst,time\n0,1,3\n'),
    part('c.csv', '0,1,4\n'),
    part('d.csv', 'dst,src,time\n0,1,5\n'),
  ]);
  // another header is kept, so that the core refuses it
  expect(text(bytes)).toBe('src,dst,time\n0,1,2\n0,1,3\n0,1,4\ndst,src,time\n0,1,5\n');
  const places = [1, 2, 3, 4, 5, 6].map(wrongAt);
  expect(places.map(({ message, line }) => `${line} ${message}`)).toEqual([
    ...['1 a.csv: wrong', '2 a.csv: wrong', '2 b.csv: wrong', '1 c.csv: wrong', '1 d.csv: wrong', '2 d.csv: wrong'],
  ]);
  expect(wrongAt(0).message).toBe('wrong');
  // rows of numbers are no header, even if they are alike
  expect(text((await joinParts([part('a', '0,1,2\n'), part('b', '0,1,2\n')])).bytes)).toBe('0,1,2\n0,1,2\n');
  const array = part('b.npy', '');
  array.bytes = Uint8Array.from('\x93NUMPY', (character) => character.charCodeAt(0));
  await expect(joinParts([part('a.csv', '0,1,2\n'), array])).rejects.toThrow('b.npy: interactions in several files');
});
