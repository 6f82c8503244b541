import { percent, whole } from '../charts/format';

const names: Readonly<Record<string, string>> = {
  'best-fit': 'best fit',
  'look-ahead': 'look-ahead',
  guided: 'guided',
};
const helds: Readonly<Record<string, (held: number) => string>> = {
  'best-fit': (held) => (held === 1 ? '1 pack open' : `${whole(held)} packs open`),
  'look-ahead': (held) => (held === 1 ? '1 item held' : `${whole(held)} items held`),
  guided: (held) => (held === 1 ? '1 pack open' : `${whole(held)} packs open`),
};

export const streamText = {
  heading: 'Online packing',
  help: 'As if items came one by one and nobody waited for the last: what is given away against the plan, which sees all items before the first pack.',
  policies:
    'Best fit keeps packs open and puts an item into the one with the least room that holds it. Look-ahead holds items back and packs the largest first. Guided opens packs for the strategies of the plan and lets them wait for what they lack.',
  empty: 'Choose data, and online packing is tried here.',
  waiting: 'Waiting for the plan …',
  running: 'Packing streams …',
  runningAt: (progress: number | null) =>
    progress === null ? 'Packing streams …' : `Packing streams: ${Math.round(progress * 100)}%`,
  cancel: 'Cancel the streams',
  ended: 'Ended: only the streams that were packed by then are shown.',
  sample: (items: number, all: number) =>
    items < all
      ? `${whole(items)} of ${whole(all)} items, drawn at random, came in random order.`
      : `All ${whole(items)} items came in random order.`,
  name: (policy: string) => names[policy] ?? policy,
  held: (policy: string, held: number) => helds[policy]?.(held) ?? whole(held),
  offline: 'the plan, offline',
  bound: 'no plan can do better',
  best: (policy: string, held: number, share: number, offline: number) =>
    `Best: ${names[policy] ?? policy} with ${helds[policy]?.(held) ?? whole(held)}, ${percent(share)}; ` +
    `${(100 * Math.abs(offline - share)).toFixed(2)} points ${share > offline ? 'above' : 'below'} the plan.`,
  chart: (data: string) => `${data}: online packing`,
  chartLabel: (lines: string[], offline: number) =>
    `Line chart: efficiency against what is held. ${lines.join('; ')}. The plan, offline: ${percent(offline)}.`,
  line: (policy: string, first: number, last: number) =>
    `${names[policy] ?? policy} from ${percent(first)} to ${percent(last)}`,
  acrossAxis: 'packs open, or items held back',
  upAxis: 'efficiency',
  read: (held: number, shares: readonly (readonly [policy: string, share: number])[]) =>
    `${whole(held)} held: ${shares.map(([policy, share]) => `${names[policy] ?? policy} ${percent(share)}`).join(', ')}`,
  table: 'The same in numbers',
  tableCaption: 'Online packing, by policy and what is held',
  policy: 'policy',
  heldHeading: 'held',
  packs: 'packs',
  atLeast: 'at least',
  efficiencyOf: (component: string) => `eff. ${component}`,
  mean: 'harmonic mean',
  whole,
  percent,
};
