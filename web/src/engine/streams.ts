/** Online packing of the same items with every policy and several buffer sizes. */
import type { Histogram, PackRequest, Result, Room, Streamed } from 'tuplepack';
import { planJson } from './engine';
import type { Pool } from './pool';

/** Numbers of open packs or buffered items. */
export const heldSizes: readonly number[] = [1, 16, 128, 1024, 8192];

/** Result of online packing with one policy and number of open packs or buffered items. */
export interface StreamedRow extends Streamed {
  policy: string;
  held: number;
}

/** The policy that follows an offline plan. */
export const guided = 'guided';

/** The request of the plan to follow, and its plan file if already known. */
interface Guide {
  histogram: Histogram;
  request: PackRequest;
  json: string | null;
}

/** All policies and sizes, distributed over the workers. Returns the first error, if any. */
export async function streams(
  pool: Pool,
  histogram: Histogram,
  room: Room,
  policies: readonly string[],
  guide: Guide,
  signal: AbortSignal,
  onPart: (rows: StreamedRow[], done: number) => void,
): Promise<Result<StreamedRow[]>> {
  const ways = policies.flatMap((policy) => heldSizes.map((held) => ({ policy, held })));
  const rows: (StreamedRow | undefined)[] = ways.map(() => undefined);
  const there = () => rows.filter((row) => row !== undefined);
  const plan = policies.includes(guided) ? await planOf(pool, guide, signal) : { value: '' };
  if (plan.error) return plan;
  let done = 0;
  const runOne = async (way: { policy: string; held: number }, i: number): Promise<Result<null>> => {
    const request = { ...room, ...way, ...(way.policy === guided ? { guide: plan.value } : {}) };
    const { returned } = await pool.run('stream', [histogram, request], { signal, background: true });
    if (returned.error) return returned;
    rows[i] = { ...returned.value, ...way };
    onPart(there(), ++done / ways.length);
    return { value: null };
  };
  const failed = (await Promise.all(ways.map(runOne))).find((one) => one.error);
  return failed?.error ? { error: failed.error } : { value: there() };
}

async function planOf(pool: Pool, { histogram, request, json }: Guide, signal: AbortSignal): Promise<Result<string>> {
  return json === null ? planJson(pool, histogram, request, signal) : { value: json };
}
