/** The current plan: recomputed when the settings change, and updated while a search improves it. */
import { computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import type { Histogram, PackRequest, Progress, Result } from 'tuplepack';
import { searches } from '../engine/coreTables';
import { type Pool, type Reporter, Stopped } from '../engine/pool';
import { type PlanResult, packRequestOf } from '../state/requests';
import type { State } from '../state/state';
import type { LoadedData } from './loading';
import { type AsyncState, Latest, Runner } from './runner';

/** Milliseconds after which a calculation is cancelled when its request changes. */
const cancelAfter = 250;
/** Milliseconds without a change of the settings before a search starts. */
const searchDelay = 250;

/** Rejects with Stopped when aborted. */
function settled(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, searchDelay);
    const onAbort = () => {
      clearTimeout(timer);
      reject(new Stopped());
    };
    signal.addEventListener('abort', onAbort, { once: true });
  });
}

/** Progress of a search for a plan. */
export type SearchState = Omit<Progress, 'improved'>;

/** The file of a plan, byte for byte as written by the program. */
export async function planJson(
  pool: Pool,
  histogram: Histogram,
  { request, json }: Pick<PlanResult, 'request' | 'json'>,
  signal: AbortSignal,
): Promise<Result<string>> {
  if (json !== null) return { value: json };
  const { returned } = await pool.run('pack', [histogram, { ...request, json: true }], { signal });
  return returned.error ? returned : { value: returned.value.json ?? '' };
}

export function createPacking(
  pool: Pool,
  state: ReadonlySignal<State>,
  loaded: ReadonlySignal<AsyncState<LoadedData>>,
) {
  const runner = new Runner<PlanResult>();
  const packed = runner.state;
  const searching = signal<SearchState | null>(null);

  async function search({ histogram }: LoadedData, request: PackRequest, { signal, report }: Reporter<PlanResult>) {
    await settled(signal);
    let best: PlanResult | null = null;
    const onReport = ({ improved, ...progress }: Progress) => {
      if (signal.aborted) return;
      if (improved) best = { ...improved, request };
      searching.value = progress;
      report(best, null);
    };
    // saving must not repeat the search, so request the file with the plan
    return pool.run('pack', [histogram, { ...request, json: true }], { signal, onReport });
  }

  const pack = new Latest(async ({ data, given }: { data: LoadedData; given: State }) => {
    const request = packRequestOf(given, data.stats);
    await runner.run(async (reporter) => {
      const { returned, seconds } = searches(given.method)
        ? await search(data, request, reporter)
        : await pool.run('pack', [data.histogram, request], { signal: reporter.signal });
      return returned.error ? returned : { value: { ...returned.value, request }, seconds };
    });
    searching.value = null;
  });

  /** the request for the current settings as JSON; null while there are no data */
  const key = computed(() => {
    const { value: data, running } = loaded.value;
    return data && !running ? JSON.stringify(packRequestOf(state.value, data.stats)) : null;
  });

  return {
    packed,
    /** null: no search is running, or it has not reported yet */
    searching: searching as ReadonlySignal<SearchState | null>,
    /** whether the plan is for the current settings; after a cancelled run it is the previous plan */
    isCurrent: computed(() => JSON.stringify(packed.value.value?.request) === key.value),
    /** Cancels the running and the waiting calculation. */
    cancel(): void {
      pack.forget();
      runner.cancel();
    },
    /** The same on behalf of the user: keeps the best plan so far. */
    end(): void {
      pack.forget();
      runner.end();
    },
    clear: () => runner.clear(),
    /** Starts to follow the settings; returns a function that stops this. */
    follow: () =>
      effect(() => {
        const data = loaded.value.value;
        if (key.value === null || !data) return;
        untracked(() => {
          if (searches(state.value.method) || runner.runningFor > cancelAfter) runner.cancel();
          pack.ask({ data, given: state.value });
        });
      }),
  };
}
