import type { Packed } from 'tuplepack';
import { csvField } from '../data/csvField';

/**
 * The strategies as a table: one row per size that a strategy holds, with how many items of it are in a pack (`copies`)
 * and how many packs are filled this way (`repeat`). Strategies count from 1.
 */
export function strategiesCsv({ histogram, plan }: Packed): string {
  const { components, sizes } = histogram;
  const k = components.length;
  const lines = [['strategy', 'repeat', 'copies', ...components].map(csvField).join(',')];
  for (const [strategy, repeat] of plan.repeats.entries()) {
    for (let run = plan.offsets[strategy] ?? 0; run < (plan.offsets[strategy + 1] ?? 0); ++run) {
      const bin = plan.bins[run] ?? 0;
      lines.push([strategy + 1, repeat, plan.copies[run], ...sizes.subarray(bin * k, bin * k + k)].join(','));
    }
  }
  return `${lines.join('\n')}\n`;
}
