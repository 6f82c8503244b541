import type { Stats } from 'tuplepack';
import type { Limit } from './state';

/** Limits as numbers: where none is given, or `max`, the largest size. */
export function limitsAsNumbers(limits: Limit[], stats: Stats): number[] {
  return stats.largest.map((largest, component) => {
    const limit = limits[component];
    return typeof limit === 'number' ? limit : Math.max(largest, 1);
  });
}
