/** How many times less there is to compute when packed, against padding to the largest and against batches. */
import { quickMethod } from '../../engine/coreTables';
import type { Pool } from '../../engine/pool';
import type { PlanResult } from '../../state/requests';
import type { LoadedData } from '../../store/loading';

/**
 * What is computed in batches that are padded to their longest, as shares of what is when all are padded to the largest: one
 * per component, 0 without data. From the core's estimates for packs of the largest size: no plan changes what batches take.
 */
export async function batchShares(pool: Pool, of: LoadedData, batch: number, signal: AbortSignal) {
  const { largest } = of.stats;
  const request = { limits: largest.map((size) => Math.max(1, size)), method: quickMethod, overhead: 0, batch };
  const sharesOf = async (component: string, c: number) => {
    if (largest[c] === 0) return { random: 0, sorted: 0 };
    const asked = { ...request, devices: 1, component };
    const { value } = await pool.run('estimate', [of.histogram, asked], { signal, background: true });
    const { random, sorted } = value.speedupOver;
    return { random: random / value.packingFactor, sorted: sorted / value.packingFactor };
  };
  const shares = await Promise.all(of.histogram.components.map(sharesOf));
  return { of, batch, random: shares.map(({ random }) => random), sorted: shares.map(({ sorted }) => sorted) };
}

/** In the component that gains least; 0 if all sizes are 0. `shares`: of padding every item to the largest; default: all of it. */
export function savings({ stats }: LoadedData, { metrics, limits }: PlanResult, shares?: readonly number[]): number {
  const factors = limits.flatMap((limit, c) => {
    const largest = stats.largest[c] ?? 0;
    return largest === 0 ? [] : [(stats.items * largest * (shares?.[c] ?? 1)) / (metrics.packs * limit)];
  });
  return factors.length === 0 ? 0 : Math.min(...factors);
}
