/** Temporal interactions and their batches: independent of packing, on a tab of their own. */
import { computed, effect, type ReadonlySignal, untracked } from '@preact/signals';
import type { Result } from 'tuplepack';
import type { Access, EventStatistics, Events, Split, SplitRequest } from 'tuplepack/temporal';
import { joined } from '../data/joined';
import { interactions, readParts } from '../data/load';
import { eventPresets } from '../data/presets';
import { openFiles, titleOf } from '../data/sources';
import type { Pool } from '../engine/pool';
import type { OpenedEvents } from '../engine/protocol';
import { chooseEvents } from './choose';
import { eventOptionsOf, splitRequestOf } from './requests';
import { type AsyncState, debounced, idle, Latest, type ProgressReporter, Runner } from './runner';
import type { State } from './state';
import type { Store } from './store';

export interface LoadedEvents extends OpenedEvents {
  /** the title of the preset or the name of the file */
  title: string;
}

/** Batches and their request. */
export interface SplitResult extends Split {
  request: SplitRequest;
  events: Events;
  statistics: EventStatistics;
}

/** Feature rows requested by the batches of a split and by the fixed-size ones. */
export interface RowCounts {
  of: SplitResult;
  recent: number;
  bounded: Access;
  fixed: Access;
}

export interface TemporalStore {
  /** loaded when the tab is first shown */
  readonly opened: ReadonlySignal<AsyncState<LoadedEvents>>;
  /** follows the settings at once */
  readonly split: ReadonlySignal<AsyncState<SplitResult>>;
  /** of that split; counted when the settings have stopped changing */
  readonly rows: ReadonlySignal<AsyncState<RowCounts>>;

  /** Loads dropped or chosen files, at least one, as one stream of interactions. */
  open(files: readonly File[]): void;
  /** Stops within 200 ms. */
  cancel(what: 'opened' | 'rows'): void;
  /** Stops everything. */
  dispose(): void;
}

/** Everything runs only while the tab is shown. */
export function createTemporalStore(store: Store, pool: Pool): TemporalStore {
  const { state } = store;
  const opened = idle<LoadedEvents>();
  const split = idle<SplitResult>();
  const rows = idle<RowCounts>();
  const runners = {
    opened: new Runner(opened, false),
    split: new Runner(split, false),
    rows: new Runner(rows, false),
  };
  const isShown = computed(() => state.value.tab === 'temporal');

  // ---- loading ----

  async function read(given: State, { signal, report }: ProgressReporter<LoadedEvents>): Promise<Result<LoadedEvents>> {
    const progress = (fraction: number | null) => fraction !== null && report(null, fraction);
    const parts = await readParts(given.events, interactions, { signal, progress });
    if (parts.error) return parts;
    const stream = await joined(parts.value);
    if (stream.error) return stream;
    const { bytes, placed } = stream.value;
    const { returned } = await pool.run('openEvents', [bytes, eventOptionsOf(given)], { signal });
    if (returned.error) return { error: placed(returned.error) };
    return { value: { ...returned.value, title: titleOf(given.events, eventPresets) } };
  }

  const sourceKey = computed(() => {
    const { events, eventColumns, sort } = state.value;
    return JSON.stringify([events, eventColumns, sort]);
  });
  let openedKey: string | null = null;
  const stopReading = effect(() => {
    const key = sourceKey.value;
    if (!isShown.value || key === openedKey) return;
    openedKey = key;
    untracked(() => {
      runners.split.clear();
      runners.rows.clear();
      if (state.value.events.kind === 'none') runners.opened.clear();
      else {
        const given = state.value;
        void runners.opened.run((reporter) => read(given, reporter));
      }
    });
  });

  // ---- batches ----

  const splitting = new Latest(async ({ data, given }: { data: LoadedEvents; given: State }) => {
    const request = splitRequestOf(given);
    await runners.split.run(async ({ signal }) => {
      const { returned, seconds } = await pool.run('splitEvents', [data.events, request], { signal });
      const { events, statistics } = data;
      return returned.error ? returned : { value: { ...returned.value, request, events, statistics }, seconds };
    });
  });
  const requestKey = computed(() => JSON.stringify(splitRequestOf(state.value)));
  let splitOf: { data: LoadedEvents; key: string } | null = null;
  const stopSplitting = effect(() => {
    const { value: data, running } = opened.value;
    const key = requestKey.value;
    if (!isShown.value || !data || running || (splitOf?.data === data && splitOf.key === key)) return;
    splitOf = { data, key };
    untracked(() => splitting.ask({ data, given: state.value }));
  });

  // ---- feature rows ----

  async function count(
    of: SplitResult,
    recent: number,
    { signal, report }: ProgressReporter<RowCounts>,
  ): Promise<Result<RowCounts>> {
    const { events, bounded, fixed } = of;
    const done = { bounded: 0, fixed: 0 };
    const countOf = async (which: 'bounded' | 'fixed', offsets: Int32Array): Promise<Result<Access>> => {
      const onReport = (share: number) => {
        done[which] = share;
        report(null, (done.bounded + done.fixed) / 2);
      };
      return (await pool.run('accessEvents', [events, offsets, { recent }], { signal, onReport })).returned;
    };
    const [ofBounded, ofFixed] = await Promise.all([
      countOf('bounded', bounded.offsets),
      countOf('fixed', fixed.offsets),
    ]);
    if (ofBounded.error) return ofBounded;
    return ofFixed.error ? ofFixed : { value: { of, recent, bounded: ofBounded.value, fixed: ofFixed.value } };
  }

  const stopCounting = debounced(
    split,
    runners.rows,
    () => {
      const shown = split.value;
      if (!isShown.value || shown.running || shown.error || !shown.value) return null;
      return JSON.stringify([shown.value.request, state.value.recent]);
    },
    (shown) => {
      const { recent } = state.value;
      void runners.rows.run((reporter) => count(shown, recent, reporter));
    },
  );

  return {
    opened,
    split,
    rows,
    open(files) {
      store.update(chooseEvents(openFiles(files)));
    },
    cancel(what) {
      if (what === 'rows') runners.rows.end();
      else store.update(chooseEvents({ kind: 'none' }));
    },
    dispose() {
      for (const stop of [stopReading, stopSplitting, stopCounting]) stop();
      splitting.forget();
      for (const runner of Object.values(runners)) runner.cancel();
    },
  };
}
