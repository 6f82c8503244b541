import { percent, whole } from '../charts/format';

const packs = (count: number) => (count === 1 ? '1 pack' : `${whole(count)} packs`);

export const resultText = {
  heading: 'Result',
  empty: 'Load data to see a plan.',
  working: 'Packing …',
  /** the current step of the search, and the best plan and bound so far */
  searching: (step: string, count: number, bound: number) =>
    `Searching (${step}): ${count > 0 ? `best plan ${packs(count)}` : 'no plan yet'}, lower bound ${whole(bound)}`,
  cancel: 'Cancel',
  packs,
  status: (count: number, items: number, gap: number) =>
    `${whole(items)} items in ${packs(count)}${gap === 0 ? ', proven optimal' : ''}`,
  paddingPacks: (count: number) => `including ${count === 1 ? '1 padding pack' : `${whole(count)} padding packs`}`,
  efficiency: (component: string) => `efficiency, ${component}`,
  efficiencyHelp: (sum: number, limit: number) => `total ${whole(sum)} in packs of ${whole(limit)}`,
  factor: 'items per pack',
  factorHelp: (depth: number) => `maximum ${whole(depth)}`,
  bound: 'lower bound',
  optimal: 'proven optimal',
  gap: (gap: number, share: number) => `at most ${packs(gap)} (${percent(share)}) from the optimum`,
  /** what is known about the optimum, and from which bound */
  boundBy: (known: string, name: string, component: string | null) =>
    `${known}; bound: ${name}${component ? `, ${component}` : ''}`,
  between: (bound: number, count: number) =>
    `The optimum is between ${whole(bound)} and ${packs(count)}: this plan is at most ${percent((count - bound) / Math.max(1, bound))} above it.`,
  none: 'This plan is proven optimal: no plan has fewer packs.',
  atTimeLimit: (seconds: number) => `The search reached its time limit of ${seconds} s.`,
  endedSearch: 'Search cancelled: this is the best plan so far.',
  endedBefore: 'Packing cancelled: this plan is for the previous settings.',
  endedEmpty: 'Packing cancelled before a plan was found.',
  searchOn: 'Search for an optimal plan',
  time: 'time',
  duration: (seconds: number) =>
    seconds >= 1 ? `${seconds.toFixed(1)} s` : `${(seconds * 1000).toFixed(seconds < 0.01 ? 2 : 0)} ms`,
  made: (method: string, heuristic: string | null, distribute: boolean) =>
    `${method}${heuristic ? `, heuristic ${heuristic}` : ''}${distribute ? ', distributed' : ''}`,
  chosen: (method = 'auto') => ` (chosen by ${method})`,
  saves: (components: string[], factors: number[]) =>
    components.length === 1
      ? `Without packing, the padded data would be ${factors[0]?.toFixed(2)} times as large.`
      : `Without packing, the padded data would be larger by a factor of ${components.map((name, c) => `${factors[c]?.toFixed(1)} (${name})`).join(', ')}.`,
  overlong: (count: number) => `${count === 1 ? '1 item exceeds' : `${whole(count)} items exceed`} a limit.`,
  overLimitHint: 'Raise the limit, or choose how to treat “Items over a limit”.',
  pin: 'Pin as A',
  pinHelp: 'Keep this result to compare it with later ones.',
  unpin: 'Remove A',
  comparison: 'A (pinned) and B (current)',
  measure: 'measure',
  a: 'A (pinned)',
  b: 'B (current)',
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
