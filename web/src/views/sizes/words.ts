import { counted, percent, whole } from '../../controls/format';

const sizeRange = (component: string, [first, last]: [number, number]) =>
  first === last ? `${component} ${whole(first)}` : `${component} ${whole(first)} – ${whole(last)}`;

const items = (count: number) => counted(count, 'item');

export const sizesText = {
  items: 'items',
  limit: (value: number) => `limit ${whole(value)}`,
  limitOf: (component: string, value: number) => `limit of ${component}: ${whole(value)}`,
  title: (data: string, component: string) => `${data}: ${component}`,
  jointTitle: (data: string, across: string, up: string) => `${data}: ${across} and ${up}`,
  summary: (total: number, bins: number) => `${items(total)} of ${counted(bins, 'size')}`,
  marginalLabel: (total: number, component: string, smallest: number, largest: number, limit: number) =>
    `Bar chart: ${items(total)} by ${component}, from ${whole(smallest)} to ${whole(largest)}; the limit is ${whole(limit)}.`,
  jointLabel: (total: number, bins: number, components: string[], limits: number[]) =>
    `Heat map: ${items(total)} of ${whole(bins)} sizes, ${components[0]} on the x-axis and ${components[1]} on the y-axis, ` +
    `with marginal histograms above and at the right; the limits are ${limits.map(whole).join(' and ')}.`,
  sizes: sizeRange,
  count: items,
  shares: {
    paddedTo: (largest: number) => `every item padded to ${whole(largest)}`,
    packedTo: (limit: number) => `packs of ${whole(limit)}`,
    shares: (data: number) => `${percent(data)} data, ${percent(1 - data)} padding`,
  },
};
