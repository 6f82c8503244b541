/** The same items packed in several ways, distributed over the workers. */
import type { Histogram, PackedMetrics, PackRequest, Room, Streamed } from 'tuplepack';
import type { Pool, Reporter } from './pool';

/** A row of a comparison and its computation time. */
export interface ComparedRow extends PackedMetrics {
  seconds: number;
}

/** Packs with every method and heuristic. */
export async function compare(
  pool: Pool,
  histogram: Histogram,
  { paper = false, ...room }: PackRequest,
  reporter: Reporter<ComparedRow[]>,
): Promise<{ value: ComparedRow[] }> {
  const { value: ways } = await pool.run('combinations', [histogram.components, paper], reporter);
  return pool.map(
    'packMetrics',
    ways,
    (way) => [histogram, { ...room, ...way }],
    (packed, _, seconds) => ({ ...packed, seconds }),
    reporter,
  );
}

/** Numbers of open packs or buffered items. */
export const heldSizes: readonly number[] = [1, 16, 128, 1024, 8192];

/** Result of online packing with one policy and number of open packs or buffered items. */
export interface StreamedRow extends Streamed {
  policy: string;
  held: number;
}

/** The policy that follows an offline plan. */
export const guided = 'guided';

/** The policy for items of many components, and slow. */
export const balanced = 'balanced';

/** Packs online with every policy and several buffer sizes. `plan`: makes the file of the plan to follow. */
export async function streams(
  pool: Pool,
  histogram: Histogram,
  room: Room,
  policies: readonly string[],
  plan: () => Promise<string>,
  reporter: Reporter<StreamedRow[]>,
): Promise<{ value: StreamedRow[] }> {
  const guide = policies.includes(guided) ? await plan() : '';
  return pool.map(
    'stream',
    policies.flatMap((policy) => heldSizes.map((held) => ({ policy, held }))),
    (way) => [histogram, { ...room, ...way, ...(way.policy === guided ? { guide } : {}) }],
    (streamed, way) => ({ ...streamed, ...way }),
    reporter,
  );
}
