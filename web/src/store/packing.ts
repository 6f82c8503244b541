/** The current plan: recomputed when the settings change, and updated while a search improves it. */
import { computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import type { Progress } from 'tuplepack';
import { type Pool, Stopped } from '../engine/pool';
import { searches } from './coreTables';
import type { LoadedData } from './loading';
import { type PlanResult, packRequestOf } from './requests';
import { type AsyncState, idle, Latest, type ProgressReporter, Runner } from './runner';
import type { State } from './state';

/** Milliseconds after which a calculation is cancelled when its request changes. */
const cancelAfter = 250;
/** Milliseconds without a change of the settings before a search starts. */
const searchDelay = 250;

/** Rejects with Stopped when aborted. */
function settled(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      clearTimeout(timer);
      reject(new Stopped());
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    }, searchDelay);
    signal.addEventListener('abort', onAbort, { once: true });
  });
}

export interface Packing {
  packed: ReadonlySignal<AsyncState<PlanResult>>;
  searching: ReadonlySignal<SearchState | null>;
  /** the request for the current settings as JSON; null while there are no data */
  key: ReadonlySignal<string | null>;
  /** whether the plan is for the current settings */
  isCurrent: ReadonlySignal<boolean>;
  /** Cancels the running and the waiting calculation. */
  cancel(): void;
  /** The same on behalf of the user: keeps the best plan so far. */
  end(): void;
  clear(): void;
  /** Starts to follow the settings; returns a function that stops this. */
  follow(): () => void;
}

export function createPacking(
  pool: Pool,
  state: ReadonlySignal<State>,
  loaded: ReadonlySignal<AsyncState<LoadedData>>,
): Packing {
  const packed = idle<PlanResult>();
  const runner = new Runner(packed, false);
  const searching = signal<SearchState | null>(null);

  async function search(
    { histogram }: LoadedData,
    request: PlanResult['request'],
    { signal, report }: ProgressReporter<PlanResult>,
  ) {
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

  const key = computed(() => {
    const data = loaded.value.value;
    return data && !loaded.value.running && !loaded.value.error
      ? JSON.stringify(packRequestOf(state.value, data.stats))
      : null;
  });

  return {
    packed,
    searching,
    key,
    isCurrent: computed(() => JSON.stringify(packed.value.value?.request) === key.value),
    cancel() {
      pack.forget();
      runner.cancel();
    },
    end() {
      pack.forget();
      runner.end();
    },
    clear: () => runner.clear(),
    follow() {
      return effect(() => {
        const data = loaded.value.value;
        if (key.value === null || !data) return;
        untracked(() => {
          if (searches(state.value.method) || runner.runningFor > cancelAfter) runner.cancel();
          pack.ask({ data, given: state.value });
        });
      });
    },
  };
}

/** Progress of a search for a plan. */
export type SearchState = Omit<Progress, 'improved'>;
