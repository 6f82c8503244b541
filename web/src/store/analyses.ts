/** Analyses beyond a plan: all but the searches for limits run while their tabs are shown. */
import { computed, effect, type ReadonlySignal, untracked } from '@preact/signals';
import type { Estimate, Found, PackRequest, Sweep } from 'tuplepack';
import type { BatchedItems } from 'tuplepack/graphs';
import { balanced, type ComparedRow, compare, type StreamedRow, streams } from '../engine/compare';
import type { Pool } from '../engine/pool';
import { sweep } from '../engine/sweep';
import { isSweepable, suggestRanges } from '../state/ranges';
import {
  batchRequestOf,
  estimateRequestOf,
  fittingOf,
  type Goal,
  goals,
  type PlanResult,
  packRequestOf,
  roomOf,
  searchRequestOf,
  sweepMethodOf,
} from '../state/requests';
import type { State, SweepRange, Tab } from '../state/state';
import type { LoadedData } from './loading';
import { planJson } from './packing';
import { type AsyncState, follow, Runner } from './runner';

export interface SweepResult {
  ranges: SweepRange[];
  /** cells that were not reached have state 3, in addition to the core's 0 to 2 */
  grid: Sweep;
}

/** A comparison of all methods, with the current limits. */
function comparisonOf(state: State, { stats }: LoadedData): PackRequest {
  return { ...roomOf(packRequestOf(state, stats)), packsMultiple: state.packsMultiple, paper: state.paper };
}

function sweepRequestOf(state: State, { stats, histogram }: LoadedData) {
  const isChosen = state.ranges.length === stats.largest.length;
  const ranges = isChosen ? state.ranges : suggestRanges(stats, histogram.components.length);
  return isSweepable(ranges) ? { ranges, ...fittingOf(state), ...sweepMethodOf(state) } : null;
}

export function createAnalyses(
  pool: Pool,
  state: ReadonlySignal<State>,
  loaded: ReadonlySignal<AsyncState<LoadedData>>,
  packed: ReadonlySignal<AsyncState<PlanResult>>,
) {
  const runners = {
    compared: new Runner<ComparedRow[]>(),
    swept: new Runner<SweepResult>(true),
    estimated: new Runner<Estimate>(),
    streamed: new Runner<StreamedRow[]>(),
    batched: new Runner<BatchedItems[]>(),
    target: new Runner<Found>(),
    pareto: new Runner<Found>(),
  };
  const isShown = (tab: Tab) => state.value.tab === tab && !loaded.value.running;
  /** the plan, once it is final */
  const plan = computed(() => (packed.value.running || packed.value.error ? null : packed.value.value));

  const stops = [
    follow({
      runner: runners.compared,
      data: loaded,
      request: (data) => (isShown('compare') ? comparisonOf(state.value, data) : null),
      calculate: ({ histogram }, request, reporter) => compare(pool, histogram, request, reporter),
    }),
    follow({
      runner: runners.swept,
      data: loaded,
      request: (data) => (isShown('limits') ? sweepRequestOf(state.value, data) : null),
      async calculate({ histogram }, request, { signal, report }) {
        const { ranges } = request;
        const grid = await sweep(pool, histogram, request, {
          signal,
          report: (grid, done) => report(grid && { ranges, grid }, done),
        });
        return { value: { ranges, grid } };
      },
    }),
    follow({
      runner: runners.estimated,
      data: loaded,
      rest: () => 0,
      continues: true,
      request: () => (isShown('estimate') && plan.value ? estimateRequestOf(state.value, plan.value) : null),
      calculate: ({ histogram }, request, { signal }) => pool.run('estimate', [histogram, request], { signal }),
    }),
    follow({
      runner: runners.streamed,
      data: loaded,
      request: () =>
        isShown('stream') && plan.value && pool.tables.value
          ? { of: plan.value.request, packs: plan.value.metrics.packs, policies: pool.tables.value.streamPolicies }
          : null,
      calculate({ histogram }, { of, policies }, reporter) {
        const shown = { request: of, json: plan.value?.json ?? null };
        const ways = policies.filter((policy) => policy !== balanced || histogram.components.length >= 3);
        const guide = () => planJson(pool, histogram, shown, reporter.signal);
        return streams(pool, histogram, roomOf(of), ways, guide, reporter);
      },
    }),
    follow({
      runner: runners.batched,
      data: loaded,
      request: ({ convertedFrom }) =>
        convertedFrom === 'TFRecords' && plan.value && !loaded.value.running ? batchRequestOf(plan.value) : null,
      calculate: ({ histogram }, request, { signal }) => pool.run('batchItems', [histogram, request], { signal }),
    }),
    ...goals.map((goal) => {
      const question = computed(() => JSON.stringify({ ...searchRequestOf(state.value, goal), timeLimit: 0 }));
      return effect(() => {
        question.value;
        untracked(() => runners[goal].clear());
      });
    }),
  ];

  return {
    results: {
      compared: runners.compared.state,
      swept: runners.swept.state,
      /** of the current plan */
      estimated: runners.estimated.state,
      /** in the order of the core's policies */
      streamed: runners.streamed.state,
      /** graphs in batches of other policies, beside the current plan */
      batched: runners.batched.state,
      /** cleared when the request changes */
      found: { target: runners.target.state, pareto: runners.pareto.state },
    },
    search(goal: Goal): void {
      const data = loaded.value.value;
      if (!data) return;
      const request = searchRequestOf(state.value, goal);
      void runners[goal].run(({ signal, report }) => {
        const onReport = (done: number) => report(null, done);
        return pool.run('search', [data.histogram, request], { signal, onReport });
      });
    },
    end: (analysis: keyof typeof runners) => runners[analysis].end(),
    clear(): void {
      for (const runner of Object.values(runners)) runner.clear();
    },
    dispose(): void {
      for (const stop of stops) stop();
      for (const runner of Object.values(runners)) runner.cancel();
    },
  };
}
