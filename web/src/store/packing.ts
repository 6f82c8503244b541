/** The current plan: recomputed when the settings change, and updated while a search improves it. */
import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import type { Histogram, PackRequest, Progress } from 'tuplepack';
import { firstMethod, searches, usualMethod } from '../engine/coreTables';
import type { Pool, Reporter } from '../engine/pool';
import { sameValue } from '../state/history';
import { type PlanResult, packRequestOf } from '../state/requests';
import type { State } from '../state/state';
import type { LoadedData } from './loading';
import { type AsyncState, follow, type Improving, Runner } from './runner';

/** Milliseconds without a change of the settings before a search starts. */
const searchDelay = 250;

/** Milliseconds between plans where each takes as long to draw as to find. */
const drawEvery = 150;

/** Progress of a search for a plan. */
export type SearchState = Omit<Progress, 'improved'>;

/** The file of a plan, byte for byte as written by the program. */
export async function planJson(
  pool: Pool,
  histogram: Histogram,
  { request, json }: Pick<PlanResult, 'request' | 'json'>,
  signal: AbortSignal,
): Promise<string> {
  if (json !== null) return json;
  const { value } = await pool.run('pack', [histogram, { ...request, json: true }], { signal });
  return value.json ?? '';
}

export function createPacking(
  pool: Pool,
  state: ReadonlySignal<State>,
  loaded: ReadonlySignal<AsyncState<LoadedData>>,
) {
  const runner = new Runner<PlanResult>(true);
  const packed = runner.state;
  const searching = signal<SearchState | null>(null);
  /** for the current settings; null while there are no data */
  const request = computed(() => {
    const { value: data, running } = loaded.value;
    return data && !running ? packRequestOf(state.value, data.stats) : null;
  });

  async function search(histogram: Histogram, request: PackRequest, { signal, report }: Reporter<PlanResult>) {
    let best: PlanResult | null = null;
    const onReport = ({ improved, ...progress }: Progress) => {
      if (signal.aborted) return;
      if (improved) best = { ...improved, request };
      searching.value = progress;
      report(best, null);
    };
    try {
      // saving must not repeat the search, so request the file with the plan
      return await pool.run('pack', [histogram, { ...request, json: true }], { signal, onReport });
    } finally {
      searching.value = null;
    }
  }

  /** Shows a first plan while the settings change, and the usual one when they rest. */
  async function packSoon(histogram: Histogram, request: PackRequest, { signal, hold, settle }: Improving<PlanResult>) {
    hold();
    const method = firstMethod(histogram.counts.length);
    const first = await pool.run('pack', [histogram, { ...request, method }], { signal });
    if (first.value.gap === 0) return first;
    settle({ ...first.value, request }, first.seconds);
    await new Promise((resume) => setTimeout(resume, searchDelay));
    return pool.run('pack', [histogram, request], { signal });
  }

  async function packBy(histogram: Histogram, request: PackRequest, reporter: Improving<PlanResult>) {
    if (request.method === usualMethod) return packSoon(histogram, request, reporter);
    if (searches(request.method ?? '')) return search(histogram, request, reporter);
    return pool.run('pack', [histogram, request], { signal: reporter.signal });
  }

  const drawn = signal<PlanResult | null>(null);
  let drawnAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stopDrawing = effect(() => {
    const plan = packed.value.value;
    clearTimeout(timer);
    if (plan === drawn.peek()) return;
    const draw = () => {
      drawnAt = performance.now();
      drawn.value = plan;
    };
    const pause = plan ? drawnAt + drawEvery - performance.now() : 0;
    if (pause > 0) timer = setTimeout(draw, pause);
    else draw();
  });

  const stopPacking = follow({
    runner,
    data: loaded,
    request: () => request.value,
    rest: ({ method = '' }) => (searches(method) ? searchDelay : 0),
    async calculate({ histogram }, request, reporter) {
      const { value, seconds } = await packBy(histogram, request, reporter);
      return { value: { ...value, request }, seconds };
    },
  });

  return {
    results: {
      packed,
      /** the plan for details: while plans follow each other, as during a drag, only a few of them */
      drawn: drawn as ReadonlySignal<PlanResult | null>,
      /** null: no search is running, or it has not reported yet */
      searching: searching as ReadonlySignal<SearchState | null>,
      /** whether the plan is for the current settings; after a cancelled run it is the previous plan */
      isCurrent: computed(() => request.value !== null && sameValue(packed.value.value?.request, request.value)),
    },
    /** Cancels on behalf of the user: keeps the best plan so far. */
    end: () => runner.end(),
    clear: () => runner.clear(),
    stop(): void {
      stopPacking();
      stopDrawing();
      clearTimeout(timer);
    },
  };
}
