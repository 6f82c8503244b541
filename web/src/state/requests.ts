/** The state as requests to the core. */
import type {
  EstimateRequest,
  MethodChoice,
  Packed,
  PackRequest,
  ReadOptions,
  Room,
  SearchRequest,
  Stats,
} from 'tuplepack';
import type { BatchRequest } from 'tuplepack/graphs';
import type { EventReadOptions, SplitRequest } from 'tuplepack/temporal';
import { furtherRows, rowOf, searches } from '../engine/coreTables';
import { type Limit, pick, type State } from './state';

/** A plan and its request. */
export interface PlanResult extends Packed {
  request: PackRequest;
}

/** The goals of a search: the smallest limits that reach the target, or all Pareto-optimal limits. */
export const goals = ['target', 'pareto'] as const;
export type Goal = (typeof goals)[number];

/** Limits as numbers; missing ones and `max` become the largest size. */
export function limitsAsNumbers(limits: Limit[], stats: Stats): number[] {
  return stats.largest.map((largest, component) => {
    const limit = limits[component];
    return typeof limit === 'number' ? limit : Math.max(largest, 1);
  });
}

export function readOptionsOf(state: State): ReadOptions {
  return pick(state, 'format', 'columns', 'countColumn', 'lengthsOf');
}

/** What determines how items fit, beside the limits. */
export function fittingOf(given: State | PackRequest): Omit<Room, 'limits'> {
  const { depth, alignItem, alignTotal, reserve, reserveItems, overlong } = given;
  return { alignItem, alignTotal, reserve, reserveItems, overlong, ...(typeof depth === 'number' && { depth }) };
}

function methodOf(state: State): MethodChoice {
  const { method, heuristic, distribute, paper } = state;
  return { method, heuristic, paper, ...(distribute === 'default' ? {} : { distribute: distribute === 'on' }) };
}

/** The options that only their rows describe, by their keys. */
function furtherOf({ further }: State): Partial<PackRequest> {
  return Object.fromEntries(
    furtherRows.filter(({ name }) => name in further).map(({ name, key }) => [key, further[name]]),
  );
}

export function packRequestOf(state: State, stats: Stats): PackRequest {
  const { packsMultiple, timeLimit } = state;
  return {
    limits: limitsAsNumbers(state.limits, stats),
    ...fittingOf(state),
    ...methodOf(state),
    packsMultiple,
    ...(searches(state.method) ? { timeLimit } : {}),
    ...furtherOf(state),
  };
}

/** The limits and related options of a request. */
export function roomOf(request: PackRequest): Room {
  return { limits: request.limits, ...fittingOf(request) };
}

const mostInBatch = 65536;

/**
 * Batches of as many items as a pack holds on average, under other policies; null: the plan leaves room, which they do not.
 */
export function batchRequestOf({ request, metrics }: PlanResult): BatchRequest | null {
  const { limits, depth, alignItem = [], alignTotal = [], reserve = [], reserveItems = 0 } = request;
  const isPlain =
    [...alignItem, ...alignTotal].every((each) => each === 1) && ![...reserve, reserveItems].some(Boolean);
  const batch = Math.min(Math.max(Math.round(metrics.packingFactor), 1), mostInBatch);
  return isPlain ? { limits, batch, ...(depth !== undefined && { depth }) } : null;
}

/** The default method of a sweep. */
export const sweepMethod = rowOf('sweep', 'method').default ?? '';

/** No search: one in every cell would take hours. */
export function sweepMethodOf(state: State): MethodChoice {
  return { ...methodOf(state), method: searches(state.method) ? sweepMethod : state.method };
}

/** For the current plan: packs again as before, or instead of a search with the method that it found the plan with. */
export function estimateRequestOf(state: State, plan: PlanResult): EstimateRequest {
  const { overhead, component } = state;
  return {
    ...plan.request,
    ...(searches(plan.request.method ?? '') && pick(plan, 'method', 'heuristic', 'distribute', 'paper')),
    ...pick(state, 'devices', 'batch', 'beta1', 'beta2'),
    ...(overhead === null ? {} : { overhead: overhead / 100 }),
    ...(component === '' ? {} : { component }),
  };
}

export function searchRequestOf(state: State, goal: Goal): SearchRequest {
  const { target, perComponent, timeLimit } = state;
  const asked = { goal, ...fittingOf(state), timeLimit };
  return goal === 'target' ? { ...asked, target, perComponent } : asked;
}

export function eventOptionsOf({ eventColumns, sort }: State): EventReadOptions {
  return { sort, ...(eventColumns.length > 0 ? { columns: eventColumns } : {}) };
}

export function splitRequestOf({ loss, likeBatchSize, lossScore, ties }: State): SplitRequest {
  return { ...(loss === null ? { likeBatchSize } : { loss }), lossScore, ties };
}
