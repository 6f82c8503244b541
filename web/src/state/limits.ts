import type { Stats } from 'tuplepack';
import type { Limit } from './state';

/** Limits as numbers; missing ones and `max` become the largest size. */
export function limitsAsNumbers(limits: Limit[], stats: Stats): number[] {
  return stats.largest.map((largest, component) => {
    const limit = limits[component];
    return typeof limit === 'number' ? limit : Math.max(largest, 1);
  });
}
