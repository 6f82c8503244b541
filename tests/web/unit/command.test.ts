import { expect, test } from 'vitest';
import { fromCommand, toCommand } from '../../../web/src/options/command';
import { quote, words } from '../../../web/src/options/shellWords';
import { initialState, type State } from '../../../web/src/state/state';
import { randomState } from './states';

const two = ['num_nodes', 'num_edges'];
const molhiv: State = { ...initialState, data: { kind: 'preset', name: 'molhiv' } };
const texts = (line: string) => words(line).map((word) => word.text);

function read(command: string, components: readonly string[] = two, shown?: State): Partial<State> {
  const { value, error } = fromCommand(command, components, shown);
  if (error) throw new Error(error.message);
  return value;
}

function wrong(command: string): [string, number, number] | undefined {
  const { error } = fromCommand(command, two);
  return error && [error.message, error.line, error.column];
}

test('defaults are omitted', () => {
  expect(toCommand('pack', molhiv, two)).toBe('tuplepack pack molhiv_train.csv --limits max');
  const state: State = { ...molhiv, limits: [222, 502], depth: 256, method: 'lpfhp', distribute: 'on', paper: true };
  expect(toCommand('pack', state, two)).toBe(
    'tuplepack pack molhiv_train.csv --limits 222,502 --depth 256 --method lpfhp --distribute on --paper',
  );
  expect(toCommand('compare', state, two)).toBe(
    'tuplepack compare molhiv_train.csv --limits 222,502 --depth 256 --paper',
  );
  expect(toCommand('bound', state, two)).toBe('tuplepack bound molhiv_train.csv --limits 222,502 --depth 256');
  const ranges = [
    { first: 20, last: 60, step: 1 },
    { first: 54, last: 120, step: 2 },
  ];
  expect(toCommand('sweep', { ...molhiv, ranges }, two)).toBe(
    'tuplepack sweep molhiv_train.csv --range num_nodes=20:60 --range num_edges=54:120:2',
  );
  expect(toCommand('sweep', { ...molhiv, timeLimit: 3 }, two, ranges)).not.toContain('--time-limit');
  for (const method of ['auto', 'optimal'])
    expect(toCommand('sweep', { ...molhiv, method }, two, ranges)).not.toContain('--method');
});

test('components are named as the program requires', () => {
  const state: State = { ...molhiv, alignItem: [8, 8], alignTotal: [1, 16], reserve: [2, 0], reserveItems: 1 };
  expect(toCommand('pack', state, two)).toBe(
    'tuplepack pack molhiv_train.csv --limits max --align-item 8 --align-total num_edges=16 --reserve num_nodes=2,items=1',
  );
  expect(toCommand('pack', { ...state, data: { kind: 'none' } }, [])).toContain('FILE --limits max --align-item 8');
});

test('a component whose name would end in a list, or means slots, is named by its number', () => {
  const names = ['nodes, total', 'items', 'a=b'];
  const state: State = { ...molhiv, alignItem: [4, 1, 2], reserve: [0, 2, 3], reserveItems: 1 };
  const ranges = [1, 2, 3].map((first) => ({ first, last: 9, step: 1 }));
  const command = toCommand('pack', state, names);
  expect(command).toContain('--align-item 1=4,a=b=2 --reserve 2=2,a=b=3,items=1');
  expect(read(command, names)).toMatchObject({ alignItem: [4, 1, 2], reserve: [0, 2, 3], reserveItems: 1 });
  const sweep = toCommand('sweep', { ...molhiv, ranges }, names);
  expect(sweep).toContain('--range 1=1:9 --range 2=2:9');
  expect(read(sweep, names).ranges).toEqual(ranges);
});

test('file names are quoted', () => {
  const pack = (name: string) => toCommand('pack', { ...initialState, data: { kind: 'file', name } }, []);
  expect(pack("my file's.csv")).toBe("tuplepack pack 'my file'\\''s.csv' --limits max");
  expect(pack('-x.csv')).toBe('tuplepack pack ./-x.csv --limits max');
  expect(pack('$(rm).csv')).toBe("tuplepack pack '$(rm).csv' --limits max");
  expect(pack('x y;touch Z.csv')).toBe("tuplepack pack 'x y;touch Z.csv' --limits max");
  expect(pack('=ls.csv')).toBe("tuplepack pack '=ls.csv' --limits max");
});

test('several files are all named, and read back', () => {
  const command = toCommand('pack', { ...initialState, limits: [5] }, ['n'], [], ['a 1.csv', '-b.csv']);
  expect(command).toBe("tuplepack pack 'a 1.csv' ./-b.csv --limits 5");
  expect(fromCommand(command, ['n']).value?.limits).toEqual([5]);
});

test('quoting round-trips', () => {
  for (const word of ['', 'a b', "it's", '"', '\\', 'a\nb', '$x', '*', 'é', '~', '#', '!', '[a]', '{a}', "''"]) {
    expect(texts(quote(word)), word).toEqual([word]);
  }
});

test('words are split as a shell does', () => {
  expect(texts('a  b\tc\n')).toEqual(['a', 'b', 'c']);
  expect(texts('a \\\n  b\\\nc')).toEqual(['a', 'bc']);
  expect(texts('a \\\r\n  b')).toEqual(['a', 'b']);
  expect(texts(`x'a b'"c \\"d\\" \\e"\\ f`)).toEqual(['xa bc "d" \\e f']);
  expect(texts(`'' ""`)).toEqual(['', '']);
  const place = { message: 'unterminated quote', line: 2, column: 3 };
  expect(() => words(`a\n  'b`)).toThrow(expect.objectContaining(place));
  expect(() => words('a | b')).toThrow(expect.objectContaining({ line: 1, column: 3 }));
});

test('a command sets all its options and keeps the data', () => {
  const change = read('tuplepack pack FILE --limits 222,502');
  expect(change).toMatchObject({ limits: [222, 502], depth: null, method: 'auto', paper: false, tab: 'plan' });
  expect(Object.keys(change)).not.toContain('data');
  expect(Object.keys(change)).not.toContain('ranges');
  expect(Object.keys(change)).not.toContain('seed');
});

test('every form of an option is parsed', () => {
  const command = `$ ./build/tuplepack pack 'my file.csv' --limits=max --depth 256 --method lpfhp --heuristic component:nodes \\
    --distribute off --paper --align-item nodes=8 --align-total 16 --reserve edges=4,items=2 --overlong truncate \\
    --time-limit 2.5 --gap 1.5 --packs-multiple 8 --batch 16 --format csv --columns a,b --count-column "how often" --lengths-of b --json --plan out.json --check --estimate`;
  const file = { format: 'csv', columns: ['a', 'b'], countColumn: 'how often', lengthsOf: ['b'] };
  expect(read(command, two, { ...initialState, ...file })).toEqual({
    tab: 'plan',
    limits: ['max', 'max'],
    depth: 256,
    method: 'lpfhp',
    heuristic: 'component:num_nodes',
    distribute: 'off',
    paper: true,
    alignItem: [8, 1],
    alignTotal: [16, 16],
    reserve: [0, 4],
    reserveItems: 2,
    overlong: 'truncate',
    timeLimit: 2.5,
    further: { gap: 1.5 },
    packsMultiple: 8,
    batch: 16,
    ...file,
  });
});

test('what affects only the output of the program is ignored', () => {
  for (const flag of ['-q', '--quiet', '--json'])
    expect(read(`tuplepack pack - ${flag} --limits 222,502`)).toMatchObject({ limits: [222, 502] });
});

test('a command with other columns is for other components', () => {
  expect(read('tuplepack pack F --limits 222 --columns num_nodes')).toMatchObject({ limits: [222] });
  const shown: State = { ...molhiv, columns: ['num_nodes'] };
  expect(read('tuplepack pack F --limits 222,502', ['num_nodes'], shown)).toMatchObject({
    limits: [222, 502],
    columns: [],
  });
  expect(read('tuplepack pack F --limits max', ['num_nodes'], shown)).toMatchObject({ limits: ['max'] });
});

test('an estimate includes its assumptions', () => {
  const state: State = { ...molhiv, overhead: 5.5, devices: 64, batch: 16, beta1: 0.95, component: 'num_edges' };
  const command =
    'tuplepack estimate molhiv_train.csv --limits max --overhead 5.5 --devices 64 --batch 16 --beta1 0.95 --component num_edges';
  expect(toCommand('estimate', state, two)).toBe(command);
  const { overhead, devices, batch, beta1, component } = state;
  expect(read(command)).toMatchObject({ overhead, devices, batch, beta1, beta2: 0.999, component, tab: 'estimate' });
});

test('a search for limits always has a target', () => {
  const command = 'tuplepack search molhiv_train.csv --target 0.95 --depth 256';
  expect(toCommand('search', { ...molhiv, depth: 256 }, two)).toBe(command);
  expect(read(`${command} --per-component --time-limit 3`)).toMatchObject({
    target: 0.95,
    perComponent: true,
    timeLimit: 3,
    depth: 256,
    tab: 'limits',
  });
  expect(wrong('tuplepack search F')?.[0]).toBe('tuplepack search requires --target');
});

test('each command opens its tab', () => {
  expect(read('tuplepack compare F --limits max').tab).toBe('compare');
  expect(read('tuplepack bound F --limits max').tab).toBe('plan');
  expect(read('tuplepack sweep F --range edges=54:120:2 --range nodes=20:60')).toMatchObject({
    tab: 'limits',
    method: 'auto',
    ranges: [
      { first: 20, last: 60, step: 1 },
      { first: 54, last: 120, step: 2 },
    ],
  });
});

test('random states round-trip through their command', () => {
  for (let seed = 1; seed <= 200; ++seed) {
    const state = { ...randomState(seed, 2), columns: ['a', 'b c'] };
    const change = read(toCommand('pack', state, two), two, state);
    const after = { ...state, ...change };
    const spread = (list: readonly unknown[], nothing: unknown) => (list.every((v) => v === nothing) ? [] : list);
    for (const each of [state, after]) {
      each.limits = spread(each.limits, 'max') as State['limits'];
      each.alignItem = spread(each.alignItem, 1) as number[];
      each.alignTotal = spread(each.alignTotal, 1) as number[];
      each.reserve = spread(each.reserve, 0) as number[];
    }
    expect({ ...after, tab: state.tab }, `seed ${seed}`).toEqual(state);
  }
});

test.each<[string, string, number]>([
  ['', 'enter a command, e.g. tuplepack pack FILE --limits max', 1],
  ['ls -l', "'ls' is not tuplepack", 1],
  ['tuplepack', 'missing subcommand: one of pack, compare, bound, estimate, sweep, search', 1],
  [
    'tuplepack assign F',
    "subcommand 'assign' is not supported by this page; use one of pack, compare, bound, estimate, sweep, search",
    11,
  ],
  ['tuplepack pack F', 'tuplepack pack requires --limits', 11],
  [
    'tuplepack pack F --limits 3 --baseline 1',
    '--baseline is not supported by this page, only by the command line',
    29,
  ],
  [
    'tuplepack sweep F --range 5:9 --time-limit 3',
    '--time-limit is not supported by this page, only by the command line',
    31,
  ],
  ['tuplepack search F --target 1 --range 5:9', '--range is not supported by this page, only by the command line', 31],
  ['tuplepack estimate F --limits max --devices 65537', "--devices: '65537' is too large", 35],
  ['tuplepack sweep F --limits 3', "tuplepack sweep has no option '--limits'", 19],
  ['tuplepack pack F --limit 3', "tuplepack pack has no option '--limit'", 18],
  ['tuplepack pack F -x', "tuplepack pack has no option '-x'", 18],
  ['tuplepack pack F --limits', '--limits requires a value', 18],
  ['tuplepack pack F --limits 1,2 --limits 3,4', '--limits is given twice', 31],
  ['tuplepack pack F --limits 1,x', "--limits: 'x' is not a whole number", 18],
  ['tuplepack pack F --limits 1', '--limits: expected 2 numbers (num_nodes,num_edges), got 1', 18],
  ['tuplepack pack F --limits max --paper=yes', '--paper takes no value', 31],
  ['tuplepack pack F --limits max > out', "unexpected '>': enter a single command without pipes or redirections", 31],
  ['tuplepack pack F --limits max --constructor', "tuplepack pack has no option '--constructor'", 31],
])('%s is rejected', (command, message, column) => {
  expect(wrong(command)).toEqual([message, 1, column]);
});
