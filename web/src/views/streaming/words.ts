import { counted, percent, whole } from '../../controls/format';

const names: Readonly<Record<string, string>> = {
  'best-fit': 'best fit',
  'look-ahead': 'look-ahead',
  guided: 'guided',
};
const named = (policy: string) => names[policy] ?? policy;

const heldBy = (policy: string, held: number) =>
  policy === 'look-ahead' ? `${counted(held, 'item')} buffered` : `${counted(held, 'pack')} open`;

export const streamText = {
  help: 'Packs items as they arrive, in random order, and compares the efficiency with that of the offline plan, which knows all items in advance.',
  policies:
    'Best fit keeps packs open and puts each item into the fullest one it fits into. Look-ahead buffers items and packs the largest first. Guided opens packs for the strategies of the plan and fills them as matching items arrive.',
  sample: (items: number, all: number) =>
    items < all
      ? `${whole(items)} of ${whole(all)} items, sampled at random, in random order.`
      : `All ${whole(items)} items in random order.`,
  name: named,
  held: heldBy,
  best: (policy: string, held: number, share: number, offline: number) =>
    `Best: ${named(policy)} with ${heldBy(policy, held)}, ${percent(share)}; ` +
    `${(100 * Math.abs(offline - share)).toFixed(2)} points ${share > offline ? 'above' : 'below'} the plan.`,
  chart: (data: string) => `${data}: online packing`,
  chartLabel: (lines: string[], offline: number) =>
    `Line chart: efficiency against open packs or buffered items. ${lines.join('; ')}. Offline plan: ${percent(offline)}.`,
  line: (policy: string, first: number, last: number) => `${named(policy)} from ${percent(first)} to ${percent(last)}`,
  heldAt: (held: number) => `${whole(held)} open or buffered`,
};
