import { expect, test } from 'vitest';
import { fit, withoutMisfits } from '../../../web/src/options/options';
import {
  attributeNames,
  carriesData,
  decode,
  encode,
  encodeWithSizes,
  fromAttributes,
  longestLink,
} from '../../../web/src/options/share';
import { initialState, type State } from '../../../web/src/state/state';
import { randomFrom, randomState } from './states';

async function read(fragment: string): Promise<State> {
  const { value, error } = await decode(fragment);
  if (error) throw new Error(error.message);
  return value;
}

const change = async (fragment: string) => {
  const state = await read(fragment);
  return Object.fromEntries(
    Object.entries(state).filter(([field, value]) => value !== initialState[field as keyof State]),
  );
};

const wrong = async (fragment: string) => (await decode(fragment)).error?.message;

test('random states round-trip', async () => {
  for (let seed = 1; seed <= 300; ++seed) {
    const state = randomState(seed, 2);
    expect(await read(await encode(state)), `seed ${seed}`).toEqual(state);
  }
});

test('initial values are omitted', async () => {
  expect(await encode(initialState)).toBe('v=1');
  expect(await read('')).toEqual(initialState);
  expect(await read('#v=1')).toEqual(initialState);
});

test('links are readable', async () => {
  const state: State = {
    ...initialState,
    data: { kind: 'preset', name: 'molhiv' },
    limits: [222, 'max'],
    depth: 256,
    reserve: [2, 4],
    reserveItems: 1,
    ranges: [
      { first: 20, last: 60, step: 1 },
      { first: 54, last: 120, step: 2 },
    ],
    paper: true,
    tab: 'limits',
  };
  const link =
    'v=1&preset=molhiv&limits=222,max&depth=256&paper=on&reserve=2,4,items=1&range=20:60&range=54:120:2&tab=limits';
  expect(await encode(state)).toBe(link);
  expect(await read(link)).toEqual(state);
});

test('an option that only its row describes is part of links, and an attribute', async () => {
  const state: State = { ...initialState, further: { gap: 1.5 } };
  expect(await encode(state)).toBe('v=1&gap=1.5');
  expect(await read('gap=1.5')).toEqual(state);
  expect(await encode({ ...initialState, further: { gap: 0 } })).toBe('v=1');
  expect(await wrong('gap=-1')).toBe("gap: '-1' is not a number");
  expect(attributeNames).toContain('gap');
});

test('the components of a data set of ours are not known where its columns are chosen', async () => {
  for (const chosen of ['columns=num_nodes', 'count-column=num_edges', 'lengths-of=x'])
    expect((await read(`preset=molhiv&${chosen}&limits=222&reserve=1`)).limits).toEqual([222]);
  expect(await wrong('preset=molhiv&limits=222')).toBe('limits: expected 2 numbers (num_nodes,num_edges), got 1');
});

test('every option is parsed', async () => {
  expect(
    await change(
      'format=csv&columns=a,b&count-column=n&lengths-of=a&overlong=split&time-limit=0.5&packs-multiple=8&seed=7',
    ),
  ).toEqual({
    format: 'csv',
    columns: ['a', 'b'],
    countColumn: 'n',
    lengthsOf: ['a'],
    overlong: 'split',
    timeLimit: 0.5,
    packsMultiple: 8,
    seed: 7,
  });
  expect(await change('method=lpfhp&heuristic=sum&distribute=off&paper&order=shuffle&strategy=3&tab=export')).toEqual({
    method: 'lpfhp',
    heuristic: 'sum',
    distribute: 'off',
    paper: true,
    order: 'shuffle',
    strategy: 3,
    tab: 'export',
  });
  expect(await change('preset=molhiv&align-item=edges=8&align-total=16&reserve=num_nodes=1,items=2')).toEqual({
    data: { kind: 'preset', name: 'molhiv' },
    alignItem: [1, 8],
    alignTotal: [16, 16],
    reserve: [1, 0],
    reserveItems: 2,
  });
  expect(await change('preset=molhiv&range=edges=54:120:2&range=nodes=20')).toMatchObject({
    ranges: [
      { first: 20, last: 20, step: 1 },
      { first: 54, last: 120, step: 2 },
    ],
  });
  expect(
    await change('preset=molhiv&overhead=0&devices=64&batch=16&beta1=0.95&beta2=1&component=edges&tab=estimate'),
  ).toEqual({
    data: { kind: 'preset', name: 'molhiv' },
    overhead: 0,
    devices: 64,
    batch: 16,
    beta1: 0.95,
    beta2: 1,
    component: 'num_edges',
    tab: 'estimate',
  });
  expect(await change('target=0.99&per-component=on')).toEqual({ target: 0.99, perComponent: true });
  expect(await change('src=https://example.org/x.csv?a=1')).toEqual({
    data: { kind: 'address', url: 'https://example.org/x.csv?a=1' },
  });
});

test.each([
  ['v=2&depth=3', "unsupported link version '2'; this page supports version 1"],
  ['colour=red', "unknown option 'colour'"],
  ['depth=3&depth=4', 'depth is given twice'],
  ['depth=abc', "depth: 'abc' is not a whole number"],
  ['depth=', "depth: '' is not a whole number"],
  ['depth=0', 'depth: 0 is less than 1'],
  ['depth=-1', "depth: '-1' is not a whole number"],
  ['limits=5,1e3', "limits: '1e3' is not a whole number"],
  ['limits=99999999999999999999', "limits: '99999999999999999999' is too large"],
  ['preset=molhiv&limits=5', 'limits: expected 2 numbers (num_nodes,num_edges), got 1'],
  ['preset=molhiv&align-item=x=5', "align-item: unknown component 'x'; the components are num_nodes, num_edges"],
  ['reserve=nodes=5', "reserve: component 'nodes' is only known once the data is loaded; use its number (1-based)"],
  ['preset=molhiv&range=nodes=5', 'range: no range for num_edges; add num_edges=FIRST:LAST'],
  ['range=9:5', "range: the end of '9:5' is less than its start"],
  ['range=1:2:3:4', "range: '1:2:3:4' is not of the form FIRST:LAST:STEP"],
  ['distribute=maybe', "distribute: 'maybe' is not one of on, off"],
  ['paper=1', "paper: '1' is not one of on, off"],
  ['tab=x', "tab: 'x' is not one of plan, limits, compare, estimate, stream, histogram, export, temporal"],
  ['heuristic=', 'heuristic: the value is empty'],
  ['overlong=bend', "overlong: 'bend' is not one of error, drop, truncate, split"],
  ['time-limit=0', 'time-limit: 0 is not greater than 0'],
  ['time-limit=2s', "time-limit: '2s' is not a number"],
  ['preset=molhiv&src=a.csv', 'preset, src are mutually exclusive'],
  ['src=', 'src: the value is empty'],
  ['target=1.5', "target: '1.5' is too large"],
  ['target=0', 'target: 0 is not greater than 0'],
  ['overhead=-1', "overhead: '-1' is not a number"],
  ['batch=2.5', "batch: '2.5' is not a whole number"],
  ['preset=molhiv&component=x', "component: unknown component 'x'; the components are num_nodes, num_edges"],
  ['columns=%zz', "'%zz' is not valid percent-encoding"],
  ['data=!!!', 'the data in the link is corrupt'],
  ['data=AAAA', 'the data in the link is corrupt'],
  [`heuristic=component:x&preset=molhiv`, "heuristic: unknown component 'x'; the components are num_nodes, num_edges"],
])('%s is rejected with one line', async (fragment, message) => {
  expect(await wrong(fragment)).toBe(message);
});

test('an unknown data set is rejected with the list of names', async () => {
  expect(await wrong('preset=molhiv2')).toMatch(/^unknown data set 'molhiv2'; choose one of wikipedia, /);
});

test('no fragment throws', async () => {
  const random = randomFrom(7);
  const letters = 'vpresetlimitsdatarange=&,:%#!0123456789max\u{1F600}';
  for (let i = 0; i < 2000; ++i) {
    const text = Array.from({ length: 20 }, () => letters[Math.floor(random() * letters.length)]).join('');
    const name = attributeNames[i % attributeNames.length];
    await expect(decode(`${name}=${text}`)).resolves.toBeTypeOf('object');
  }
});

test('long data and local files are omitted', async () => {
  const random = randomFrom(3);
  const rows = (n: number) => Array.from({ length: n }, () => Math.floor(random() * 1e9)).join('\n');
  const text = (n: number): State => ({ ...initialState, depth: 3, data: { kind: 'text', text: rows(n), name: '' } });
  const short = await encode(text(100));
  expect(carriesData(short)).toBe(true);
  const long = await encode(text(5000));
  expect([long, carriesData(long)]).toEqual(['v=1&depth=3', false]);
  expect(short.length).toBeLessThan(longestLink);
  const file = await encode({ ...initialState, data: { kind: 'file', name: 'secret.csv' } });
  expect([file, carriesData(file)]).toEqual(['v=1', false]);
});

test('a link can carry the sizes of a file', async () => {
  const given: State = {
    ...initialState,
    data: { kind: 'file', name: 'molecules.parquet', opening: 1 },
    columns: ['num_nodes', 'the "count"'],
    lengthsOf: ['num_nodes'],
    depth: 3,
  };
  const histogram = {
    components: ['num_nodes', 'Count'],
    sizes: Float64Array.of(1, 2, 3, 4),
    counts: Float64Array.of(5, 6),
  };
  expect(await read(await encodeWithSizes(given, histogram))).toEqual({
    ...initialState,
    data: { kind: 'text', text: 'num_nodes,Count,items\n1,2,5\n3,4,6\n', name: 'molecules.parquet' },
    countColumn: 'items',
    depth: 3,
  });
  const random = randomFrom(5);
  const large = Float64Array.from({ length: 10_000 }, () => Math.floor(random() * 1e9));
  expect(await encodeWithSizes(given, { components: ['size'], sizes: large, counts: large })).toBe(await encode(given));
});

test('of long text a link carries the sizes', async () => {
  const random = randomFrom(9);
  const rows = Array.from({ length: 50_000 }, () => Math.floor(random() * 97)).join('\n');
  const given: State = { ...initialState, data: { kind: 'text', text: rows, name: '' } };
  expect(carriesData(await encode(given))).toBe(false);
  const sizes = Float64Array.from({ length: 97 }, (_, i) => i);
  const link = await encodeWithSizes(given, { components: ['size'], sizes, counts: sizes });
  expect((await read(link)).data).toMatchObject({
    kind: 'text',
    text: expect.stringMatching(/^size,count\n0,0\n1,1\n/),
  });
});

test('a link that inflates to too much data is rejected', async () => {
  const stream = new Blob([new Uint8Array(8 << 20)]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const packed = Buffer.from(await new Response(stream).arrayBuffer()).toString('base64url');
  expect(await wrong(`data=${packed}`)).toBe('the data in the link is too large');
});

test('attributes are named like the options', async () => {
  const { value } = await fromAttributes([
    ['preset', 'molhiv'],
    ['limits', 'max'],
    ['range', '20:60,54:120:2'],
    ['paper', ''],
  ]);
  expect(value).toMatchObject({ limits: ['max', 'max'], paper: true, ranges: [{ first: 20 }, { first: 54, step: 2 }] });
  expect((await fromAttributes([['class', 'x']])).error?.message).toBe("unknown option 'class'");
});

test('attributes are read as people and frameworks write them', async () => {
  const { value } = await fromAttributes([
    ['limits', '222, 502'],
    ['range', '20:60, 54:120:2'],
    ['paper', 'true'],
  ]);
  expect(value).toMatchObject({ limits: [222, 502], paper: true, ranges: [{ first: 20 }, { first: 54, step: 2 }] });
  expect((await fromAttributes([['paper', 'false']])).value?.paper).toBe(false);
});

test('a state is fitted to the loaded data', () => {
  const two = ['num_nodes', 'num_edges'];
  const state: State = { ...initialState, limits: ['max'], alignItem: [8], heuristic: 'component:nodes' };
  expect(fit(state, two)).toEqual({
    ...state,
    limits: ['max', 'max'],
    alignItem: [8, 8],
    heuristic: 'component:num_nodes',
  });
  expect(() => fit({ ...initialState, limits: [512] }, two)).toThrow(
    'limits: expected 2 numbers (num_nodes,num_edges), got 1',
  );
  expect(fit(initialState, two)).toEqual(initialState);
});

test('what was set before the data is reset where it does not fit them', async () => {
  const given = [
    ['preset', 'squad'],
    ['limits', '222,502'],
    ['align-item', '8'],
    ['depth', '3'],
  ] as const;
  expect((await fromAttributes(given)).error?.message).toMatch(/^limits: expected one number/);
  const older = ['limits', 'align-item', 'depth'];
  const { value: state = initialState } = await fromAttributes(given, older);
  const { kept, reset } = withoutMisfits(state, ['tokens'], older);
  expect(reset).toEqual(['limits']);
  expect(kept).toEqual({ ...state, limits: [] });
  expect(withoutMisfits(state, ['tokens'], []).kept).toBe(state);
});
