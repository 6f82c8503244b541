/** Random states for round trips. */
import { furtherRows } from '../../../web/src/engine/coreTables';
import { type FurtherValue, type Limit, type State, tabs } from '../../../web/src/state/state';

/** A seeded generator, so that failures are reproducible. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A value that is not the default. */
function furtherValue({ kind, choices, least, default: usual }: (typeof furtherRows)[number]): FurtherValue {
  if (kind === 'flag') return true;
  if (kind === 'count' || kind === 'decimal') return Math.max(least ?? 0, Number(usual)) + 1;
  return choices?.find((name) => name !== usual) ?? 'a & b=c';
}

export function randomState(seed: number, components: number): State {
  const random = randomFrom(seed);
  const below = (n: number) => Math.floor(random() * n);
  const some = <T>(value: T, otherwise: T) => (random() < 0.5 ? value : otherwise);
  const one = <T>(values: readonly T[]) => values[below(values.length)] as T;
  const each = <T>(value: () => T) => Array.from({ length: components }, value);
  return {
    data: one([
      { kind: 'none' },
      { kind: 'preset', name: components === 1 ? 'wikipedia' : 'molhiv' },
      { kind: 'address', url: 'https://example.org/a b/sizes.csv?x=1&y=ü#z' },
      { kind: 'text', text: `a,count\n1,2\n${'é\u{1F600}'.repeat(below(20))}\n`, name: some('', 'a & b.csv') },
    ]),
    format: some('detect', 'json_lines'),
    columns: some([], ['num nodes', 'Kanten=ß', '3']),
    countColumn: one(['count', '', 'how often?']),
    lengthsOf: some([], ['input ids', '2']),
    limits: some(
      [],
      each(() => some<Limit>('max', 1 + below(500))),
    ),
    depth: some(null, 1 + below(300)),
    alignItem: some(
      [],
      each(() => 1 + below(9)),
    ),
    alignTotal: some(
      [],
      each(() => 1 + below(9)),
    ),
    reserve: some(
      [],
      each(() => below(4)),
    ),
    reserveItems: some(0, 2),
    overlong: some('error', 'split'),
    packsMultiple: some(1, 8),
    method: some('auto', 'lpfhp'),
    heuristic: one(['product', 'component:num_edges', 'weighted:1,0.5']),
    distribute: one(['default', 'on', 'off']),
    paper: some(true, false),
    timeLimit: some(10, one([0.5, 60])),
    further: Object.fromEntries(
      furtherRows.filter(() => some(true, false)).map((row) => [row.name, furtherValue(row)]),
    ),
    ranges: some(
      [],
      each(() => ({ first: 20, last: 60, step: 1 + below(3) })),
    ),
    target: some(0.95, 0.5),
    perComponent: some(true, false),
    overhead: some(null, 0),
    devices: some(2048, 1),
    batch: some(8, 1),
    beta1: some(0.9, 0.95),
    beta2: some(0.999, 1),
    component: some('', 'num_edges'),
    order: some('plan', 'shuffle'),
    seed: some(0, 2 ** 53 - 1),
    events: one([
      { kind: 'none' },
      { kind: 'preset', name: 'collegemsg' },
      { kind: 'address', url: 'https://example.org/a b/events.csv?x=1' },
    ]),
    eventColumns: some([], ['u', 'Ziel=ß', '3']),
    sort: some(true, false),
    loss: some(null, below(500)),
    likeBatchSize: some(200, 1 + below(3000)),
    lossScore: some('eq7', 'eq8'),
    ties: some('split', 'keep'),
    recent: some(10, 1 + below(20)),
    tab: one(tabs),
    strategy: below(3),
  };
}
