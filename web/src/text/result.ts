import { percent, whole } from '../charts/format';

const packs = (count: number) => (count === 1 ? '1 pack' : `${whole(count)} packs`);

export const resultText = {
  heading: 'Result',
  empty: 'Choose data, and the plan appears here.',
  working: 'Packing …',
  /** what the search does now, and what it knows so far */
  searching: (step: string, count: number, bound: number) =>
    `Searching by ${step}: ${count > 0 ? `${packs(count)} so far` : 'no plan yet'}, at least ${packs(bound)}`,
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
  between: (bound: number, count: number) =>
    `The optimum lies between ${whole(bound)} and ${packs(count)}: this plan is at most ${percent((count - bound) / Math.max(1, bound))} above it.`,
  none: 'No plan has fewer packs: that is proven.',
  atTimeLimit: (seconds: number) => `The search ended at its time limit of ${seconds} s.`,
  endedSearch: 'You ended the search: this is the best plan until then.',
  endedBefore: 'Packing was ended: this is the plan for the choices before.',
  endedEmpty: 'Packing was ended before there was a plan.',
  searchOn: 'Search for the optimum',
  time: 'time',
  duration: (seconds: number) =>
    seconds >= 1 ? `${seconds.toFixed(1)} s` : `${(seconds * 1000).toFixed(seconds < 0.01 ? 2 : 0)} ms`,
  made: (method: string, heuristic: string | null, distribute: boolean) =>
    `${method}${heuristic ? ` by ${heuristic}` : ''}${distribute ? ', distributed' : ''}`,
  chosen: (method = 'auto') => `, chosen by ${method}`,
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
