/** Analyses beyond a plan. */
import { computed, effect, type ReadonlySignal, untracked } from '@preact/signals';
import type { Estimate, EstimateRequest, Found } from 'tuplepack';
import { type StreamedRow, streams } from '../engine/compare';
import type { Pool } from '../engine/pool';
import type { LoadedData } from './loading';
import { estimateRequestOf, roomOf, searchRequestOf } from './requests';
import { type AsyncState, debounced, idle, Latest, Runner } from './runner';
import type { Store } from './store';

/** The goal of a search: the smallest limits that reach the target, or all Pareto-optimal limits. */
export type Goal = 'target' | 'pareto';

export interface Analyses {
  /** of the current plan; computed while its tab is shown */
  readonly estimated: ReadonlySignal<AsyncState<Estimate>>;
  /** computed on request, and cleared when the request changes */
  readonly found: Readonly<Record<Goal, ReadonlySignal<AsyncState<Found>>>>;
  /** in the order of the core's policies; computed while its tab is shown */
  readonly streamed: ReadonlySignal<AsyncState<StreamedRow[]>>;

  search(goal: Goal): void;
  /** Stops within 200 ms. */
  cancel(analysis: Goal | 'streamed'): void;
  /** Stops everything. */
  dispose(): void;
}

/** The estimate follows the plan at once; a search for limits starts on request; streams run while their tab is shown. */
export function createAnalyses(store: Store, pool: Pool): Analyses {
  const { state, loaded, packed } = store;
  const estimated = idle<Estimate>();
  const found = { target: idle<Found>(), pareto: idle<Found>() };
  const streamed = idle<StreamedRow[]>();
  const runners = {
    estimated: new Runner(estimated, false),
    target: new Runner(found.target, false),
    pareto: new Runner(found.pareto, false),
    streamed: new Runner(streamed, false),
  };

  /** The plan, once it is final. */
  const plan = computed(() => (packed.value.running ? null : packed.value.value));

  const stopClearing = effect(() => {
    loaded.value.value;
    untracked(() => {
      for (const runner of Object.values(runners)) runner.clear();
    });
  });

  // ---- estimate ----

  const estimate = new Latest(async ({ data, request }: { data: LoadedData; request: EstimateRequest }) => {
    await runners.estimated.run(
      async ({ signal }) => (await pool.run('estimate', [data.histogram, request], { signal })).returned,
    );
  });
  const estimateKey = computed(() =>
    state.value.tab === 'estimate' && plan.value ? JSON.stringify(estimateRequestOf(state.value, plan.value)) : null,
  );
  let estimatedKey: string | null = null;
  const stopEstimating = effect(() => {
    const key = estimateKey.value;
    const data = untracked(() => loaded.value.value);
    if (key === null || !data || (key === estimatedKey && untracked(() => estimated.value.value))) return;
    estimatedKey = key;
    untracked(() => estimate.ask({ data, request: JSON.parse(key) }));
  });

  // ---- search for limits ----

  const goals: readonly Goal[] = ['target', 'pareto'];
  const stopsClearing = goals.map((goal) => {
    const question = computed(() => JSON.stringify({ ...searchRequestOf(state.value, goal), timeLimit: 0 }));
    return effect(() => {
      question.value;
      untracked(() => runners[goal].clear());
    });
  });

  function search(goal: Goal): void {
    const data = loaded.value.value;
    if (!data) return;
    const request = searchRequestOf(state.value, goal);
    void runners[goal].run(async ({ signal, report }) => {
      const onReport = (done: number) => report(null, done);
      const { returned, seconds } = await pool.run('search', [data.histogram, request], { signal, onReport });
      return returned.error ? returned : { value: returned.value, seconds };
    });
  }

  // ---- online packing ----

  const stopStreaming = debounced(
    loaded,
    runners.streamed,
    () => {
      if (state.value.tab !== 'stream' || !plan.value || !store.tables.value) return null;
      return JSON.stringify([plan.value.request, plan.value.metrics.packs]);
    },
    ({ histogram }) => {
      const shown = plan.value;
      if (!shown) return;
      const policies = store.tables.value?.streamPolicies ?? [];
      const guide = { histogram, request: shown.request, json: shown.json };
      void runners.streamed.run(({ signal, report }) =>
        streams(pool, histogram, roomOf(shown.request), policies, guide, signal, report),
      );
    },
  );

  return {
    estimated,
    found,
    streamed,
    search,
    cancel: (analysis) => runners[analysis].end(),
    dispose() {
      for (const stop of [stopClearing, stopEstimating, ...stopsClearing, stopStreaming]) stop();
      estimate.forget();
      for (const runner of Object.values(runners)) runner.cancel();
    },
  };
}
