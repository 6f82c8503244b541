/** The plan on the screen: made anew whenever the choices change, and bettered before the eye where a method searches. */
import { computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import type { Progress } from 'tuplepack';
import { Latest } from './engine/latest';
import { type Pool, Stopped } from './engine/pool';
import { idle, type ProgressReporter, Runner } from './runner';
import { searches } from './state/methods';
import { packRequestOf } from './state/requests';
import type { State } from './state/state';
import type { AsyncState, LoadedData, PlanResult, SearchState } from './store';

/** A calculation that takes longer than this is given up when its question changes, in milliseconds. */
const patience = 250;
/** A search begins when the choices have rested for this long, in milliseconds: not at every step of a slider. */
const rest = 250;

/** errors  Stopped, when the signal comes first */
function rested(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, rest);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(new Stopped());
    });
  });
}

export interface Packing {
  packed: ReadonlySignal<AsyncState<PlanResult>>;
  searching: ReadonlySignal<SearchState | null>;
  /** the request of the choices on the screen, as text; null while there are no data for it */
  key: ReadonlySignal<string | null>;
  /** whether the plan is of the choices on the screen */
  isCurrent: ReadonlySignal<boolean>;
  /** What runs is given up, and what waits is not run. */
  cancel(): void;
  /** The same because the reader says so: the best plan so far stays. */
  end(): void;
  clear(): void;
  /** Begins to follow the choices; what is returned ends that. */
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
    await rested(signal);
    let best: PlanResult | null = null;
    const onReport = ({ improved, ...progress }: Progress) => {
      if (signal.aborted) return;
      if (improved) best = { ...improved, request };
      searching.value = progress;
      report(best, null);
    };
    // saving must not search again, so the file comes with the plan
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
          if (searches(state.value.method) || runner.runningFor > patience) runner.cancel();
          pack.ask({ data, given: state.value });
        });
      });
    },
  };
}
