/** Sizes as CSV. */
import type { Histogram } from 'tuplepack';
import { csvField } from './csvField';

/** A name for the count that no component has. */
export function countNameFor(components: readonly string[]): string {
  const taken = components.map((name) => name.toLowerCase());
  return ['count', 'items', 'number'].find((name) => !taken.includes(name)) ?? 'count of items';
}

/** One row per distinct size, with its count. */
export function histogramCsv({ components, sizes, counts }: Histogram): string {
  const k = components.length;
  const lines = [[...components, countNameFor(components)].map(csvField).join(',')];
  counts.forEach((count, bin) => {
    lines.push([...sizes.subarray(bin * k, (bin + 1) * k), count].join(','));
  });
  return `${lines.join('\n')}\n`;
}
