/** Sizes, plans and batches as CSV. */
import type { Histogram, Packed } from 'tuplepack';
import type { Batches, Events } from 'tuplepack/temporal';
import { runsOf } from './runs';

/** Text as a field of CSV, in quotes where it could be taken for more than one. */
export function csvField(text: string): string {
  return /^[\w .-]+$/.test(text) ? text : `"${text.replaceAll('"', '""')}"`;
}

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

/** Interactions in their order. */
export function eventsCsv({ sources, destinations, times }: Events): string {
  const lines = Array.from(sources, (source, e) => `${source},${destinations[e]},${times[e]}\n`);
  return `src,dst,time\n${lines.join('')}`;
}

/** As the program writes them: batches are numbered from 0; batch b holds the interactions [begin, end). */
export function batchesCsv({ offsets, losses }: Batches): string {
  const lines = Array.from(losses, (loss, batch) => `${batch},${offsets[batch]},${offsets[batch + 1]},${loss}\n`);
  return `batch,begin,end,loss\n${lines.join('')}`;
}

/**
 * The strategies as a table: one row per strategy and size, with the number of its items per pack (`copies`) and the
 * number of packs (`repeat`). Strategies are numbered from 1.
 */
export function strategiesCsv(packed: Packed): string {
  const lines = [['strategy', 'repeat', 'copies', ...packed.histogram.components].map(csvField).join(',')];
  for (const [strategy, repeat] of packed.plan.repeats.entries()) {
    for (const { sizes, copies } of runsOf(packed, strategy)) {
      lines.push([strategy + 1, repeat, copies, ...sizes].join(','));
    }
  }
  return `${lines.join('\n')}\n`;
}
