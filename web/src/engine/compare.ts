/** Calculations that consist of several calls of the core. */
import type {
  AssignOptions,
  Histogram,
  MethodChoice,
  PackedMetrics,
  PackRequest,
  ReadOptions,
  Result,
  Room,
  Streamed,
} from 'tuplepack';
import type { Pool } from './pool';
import type { FilePart } from './protocol';

/** A row of a comparison and its computation time. */
export interface ComparedRow extends PackedMetrics {
  seconds: number;
}

/** Receives partial results and the share done. */
export type OnPart<T> = (part: T, done: number) => void;

/** Packs with every method and heuristic, distributed over the workers. Returns the first error, if any. */
export async function compare(
  pool: Pool,
  histogram: Histogram,
  request: PackRequest,
  signal: AbortSignal,
  onPart: OnPart<ComparedRow[]>,
): Promise<Result<ComparedRow[]>> {
  const { paper = false, ...room } = request;
  const { returned: ways } = await pool.run('combinations', [histogram.components, paper], { signal });
  const rows: (ComparedRow | undefined)[] = ways.map(() => undefined);
  let done = 0;
  const packOne = async (way: MethodChoice, i: number): Promise<Result<null>> => {
    const { returned, seconds } = await pool.run('packMetrics', [histogram, { ...room, ...way }], {
      signal,
      background: true,
    });
    if (returned.error) return returned;
    rows[i] = { ...returned.value, seconds };
    onPart(
      rows.filter((row) => row !== undefined),
      ++done / ways.length,
    );
    return { value: null };
  };
  const failed = (await Promise.all(ways.map(packOne))).find((one) => one.error);
  return failed?.error ? { error: failed.error } : { value: rows.filter((row) => row !== undefined) };
}

/** The plan file, byte for byte as written by the program. */
export async function planJson(
  pool: Pool,
  histogram: Histogram,
  request: PackRequest,
  signal: AbortSignal,
): Promise<Result<string>> {
  const { returned } = await pool.run('pack', [histogram, { ...request, json: true }], { signal });
  return returned.error ? returned : { value: returned.value.json ?? '' };
}

/** Assigns the items of files to the packs of a plan. */
export async function assignmentNpz(
  pool: Pool,
  parts: readonly FilePart[],
  options: ReadOptions,
  plan: string,
  how: AssignOptions,
  signal: AbortSignal,
): Promise<Result<Uint8Array<ArrayBuffer>>> {
  const { returned } = await pool.run('assignFile', [parts, options, plan, how], { signal });
  return returned.error ? returned : { value: returned.value.npz };
}

/** Online packing of the same items with every policy and several buffer sizes. */

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
