import { counted, percent, whole } from '../../controls/format';

const items = (count: number) => counted(count, 'item');
const packs = (count: number) => counted(count, 'pack');
const sizesText = (sizes: number[]) => (sizes.length === 1 ? whole(sizes[0] ?? 0) : `(${sizes.map(whole).join(', ')})`);
/** 1/6 → 0.1667 */
const number = (value: number) => String(Number(value.toPrecision(4)));

export const strategiesText = {
  help: 'A strategy lists the sizes that share a pack and how many packs are filled that way. Select one to see its packs.',
  searchHelp: (components: string[]) =>
    components.length > 1
      ? `E.g. 17, or 17,38 for ${components.join(' and ')}: lists the strategies that contain such an item.`
      : 'E.g. 17: lists the strategies that contain such an item.',
  found: (listed: number, all: number) =>
    `${listed === all ? '' : `${whole(listed)} of `}${counted(all, 'strategy', 'strategies')}`,
  repeats: 'packs',
  items: 'items',
  sortBy: (column: string) => `Sort by ${column}`,
  choose: (strategy: number) => `Choose strategy ${whole(strategy + 1)}`,
  chosen: (strategy: number, repeats: number, count: number, components: string[], fill: number[]) =>
    `Strategy ${whole(strategy + 1)}: ${packs(repeats)}, ${items(count)}, ` +
    components.map((name, c) => `${name} ${percent(fill[c] ?? 0)}`).join(', '),
};

export const packText = {
  heading: (strategy: number) => `A pack of strategy ${whole(strategy + 1)}`,
  summary: (repeats: number, count: number) => `${packs(repeats)} like this, ${items(count)} each`,
  run: (sizes: number[], copies: number) =>
    copies === 1 ? sizesText(sizes) : `${whole(copies)} × ${sizesText(sizes)}`,
  ofSizes: (components: string[], aligned: boolean) => {
    const sizes = aligned ? 'sizes after alignment' : 'sizes';
    if (components.length > 1) return `${sizes}: (${components.join(', ')})`;
    return aligned ? `${components[0]}, ${sizes}` : `${components[0]}`;
  },
  weightHelp: (count: number, places: number) =>
    `With these weights every item contributes ${percent(1 / count)} of the loss, as without packing. An unweighted ` +
    `mean over the ${whole(places)} filled positions weights each by ${number(1 / places)}, so long items count more.`,
  number,
  causalHelp: 'A position attends only to itself and earlier positions, as in a language model.',
  paddings: { none: 'nothing', self: 'itself', block: 'all padding' } as Readonly<Record<string, string>>,
  maskTitle: (component: string, strategy: number, causal: boolean) =>
    `${causal ? 'Causal mask' : 'Mask'} of ${component}, strategy ${whole(strategy + 1)}`,
  maskLabel: (component: string, capacity: number, lengths: number[], causal: boolean) =>
    `${causal ? 'Causal b' : 'B'}lock-diagonal attention mask of ${whole(capacity)} × ${whole(capacity)} positions of ${component}: ` +
    `${lengths.length} blocks of ${lengths.slice(0, 12).map(whole).join(', ')}${lengths.length > 12 ? ', …' : ''}.`,
  maskCaption: (seen: number, capacity: number, side: number) =>
    `${percent(seen / capacity ** 2)} of the mask is set.` +
    (side < capacity ? ` ${whole(capacity)} positions, drawn as ${whole(side)} pixels.` : ''),
  copy: (name: string) => `Copy ${name}`,
  position_ids: '0, 1, 2, … within each item',
  segment_ids: '1, 2, … for the items, 0 for padding',
  cu_seqlens: 'cumulative sequence lengths',
};
