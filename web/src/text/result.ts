import { percent, whole } from '../charts/format';

const packs = (count: number) => (count === 1 ? '1 pack' : `${whole(count)} packs`);

export const resultText = {
  heading: 'Result',
  empty: 'Choose data, and the plan appears here.',
  working: 'Packing …',
  cancel: 'Cancel',
  packs,
  status: (count: number, items: number, gap: number) =>
    `${whole(items)} items in ${packs(count)}${gap === 0 ? ', proven optimal' : ''}`,
  paddingPacks: (count: number) => `and ${packs(count)} of padding`,
  efficiency: (component: string) => `efficiency, ${component}`,
  efficiencyHelp: (sum: number, limit: number) => `${whole(sum)} in packs of ${whole(limit)}`,
  factor: 'items per pack',
  factorHelp: (depth: number) => `the fullest holds ${whole(depth)}`,
  bound: 'lower bound',
  optimal: 'proven optimal',
  gap: (gap: number, share: number) => `at most ${packs(gap)} (${percent(share)}) from the optimum`,
  /** what is known of the optimum, and from which bound */
  boundBy: (known: string, name: string, component: string | null) =>
    `${known}; by ${name}${component ? ` of ${component}` : ''}`,
  time: 'time',
  milliseconds: (seconds: number) => `${seconds < 0.01 ? (seconds * 1000).toFixed(2) : (seconds * 1000).toFixed(0)} ms`,
  made: (method: string, heuristic: string | null, distribute: boolean) =>
    `${method}${heuristic ? ` by ${heuristic}` : ''}${distribute ? ', distributed' : ''}`,
  chosen: ', chosen by auto',
  saves: (components: string[], factors: number[]) =>
    components.length === 1
      ? `Without packing, ${factors[0]?.toFixed(2)} times as much would be computed on.`
      : `Without packing, ${components.map((name, c) => `${name} ${factors[c]?.toFixed(1)}`).join(', ')} times as much would be computed on.`,
  overlong: (count: number) => `${whole(count)} items are over a limit.`,
  overLimitHint: 'Raise the limit, or say under “Items over a limit” what should happen to them.',
  pin: 'Pin as A',
  pinHelp: 'Keeps this result beside what you choose next.',
  unpin: 'Remove A',
  comparison: 'A, pinned, and B, now',
  measure: 'measure',
  a: 'A (pinned)',
  b: 'B (now)',
  difference: 'difference',
  limits: 'limits',
  packsName: 'packs',
  gapName: 'gap',
  method: 'method',
  whole,
  percent,
  signed: (value: number) => (value > 0 ? `+${whole(value)}` : whole(value).replace('-', '−')),
  points: (value: number) => `${value < 0 ? '−' : '+'}${Math.abs(100 * value).toFixed(2)} points`,
};
