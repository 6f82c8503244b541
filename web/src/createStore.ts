/** The store: changes of the state start calculations, whose results the panels show. */
import { batch, computed, effect, signal, untracked } from '@preact/signals';
import type { Packed, Result } from 'tuplepack';
import { loadData, titleOf } from './data/load';
import { type ComparedRow, compare, sweep } from './engine/engine';
import { Latest } from './engine/latest';
import type { Pool } from './engine/pool';
import type { Tables } from './engine/protocol';
import { fit as fitToData } from './state/fit';
import * as history from './state/history';
import { isSweepable, suggestRanges } from './state/ranges';
import { fittingOf, packRequestOf, readOptionsOf, sweepMethodOf } from './state/room';
import { initialState, type State } from './state/state';
import type { Loaded, Pinned, Store, SweepResult } from './store';
import { idle, Runner, type Teller } from './work';

/** What was chosen for the data at hand, and would mean something else for others. */
const ofData = ['limits', 'depth', 'alignItem', 'alignTotal', 'reserve', 'ranges', 'heuristic', 'strategy'] as const;
/** How a file is read. */
const ofFile = ['format', 'columns', 'countColumn'] as const;

function withoutOldData(state: State): State {
  const fresh = Object.fromEntries([...ofData, ...ofFile].map((field) => [field, initialState[field]]));
  return { ...state, ...fresh };
}

/** A calculation that takes longer than this is given up when its question changes, in milliseconds. */
const patience = 250;
/** Long calculations wait until a slider has rested for this long, in milliseconds. */
const rest = 120;

export function createStore(pool: Pool, initial: State): Store {
  const past = signal(history.begin(initial));
  const state = computed(() => past.value.present);
  const blocked = signal<string | null>(null);
  const tables = signal<Tables | null>(null);
  const pinned = signal<Pinned | null>(null);
  const loaded = idle<Loaded>();
  const packed = idle<Packed>();
  const compared = idle<ComparedRow[]>();
  const swept = idle<SweepResult>();
  const raw = signal<Uint8Array<ArrayBuffer> | null>(null);
  let file: File | null = null;

  const onBlocked = (why: string) => {
    blocked.value = why;
  };
  const runners = {
    loaded: new Runner(loaded, onBlocked, false),
    packed: new Runner(packed, onBlocked),
    compared: new Runner(compared, onBlocked),
    swept: new Runner(swept, onBlocked),
  };

  // ---- reading ----

  async function read(given: State, { signal, part }: Teller<Loaded>): Promise<Result<Loaded>> {
    const progress = (fraction: number | null) => fraction !== null && part(null, fraction);
    const source = { base: document.baseURI, signal, progress, ...(file ? { file } : {}) };
    const found = await loadData(given, source, (bytes) => {
      raw.value = bytes;
    });
    if (found.error) return found;
    const { returned } = await pool.run('read', [found.value, readOptionsOf(given)], signal);
    if (returned.error) return returned;
    const { histogram, stats } = returned.value;
    const title = titleOf(given.data);
    return { value: { title, histogram, stats, bytes: found.value, hasItems: !histogram.hasCounts } };
  }

  const dataKey = computed(() => {
    const { data, format, columns, countColumn } = state.value;
    return JSON.stringify([data, format, columns, countColumn]);
  });
  const openings = signal(0); // two files may have one name

  const results = [runners.packed, runners.compared, runners.swept];

  /** Read, and the state fitted to the components: what was found for other data is gone then. */
  async function readAndFit(given: State, teller: Teller<Loaded>): Promise<Result<Loaded>> {
    const result = await read(given, teller);
    if (teller.signal.aborted) return result;
    for (const runner of results) runner.clear();
    if (result.error) return result;
    const fitted = fitToData(
      untracked(() => state.value),
      result.value.histogram.components,
    );
    if (fitted.error) return fitted;
    past.value = { ...past.value, present: fitted.value };
    return result;
  }

  const stopReading = effect(() => {
    dataKey.value;
    openings.value;
    const given = untracked(() => state.value);
    untracked(() => {
      for (const runner of results) runner.cancel();
      if (given.data.kind === 'none') {
        for (const runner of Object.values(runners)) runner.clear();
        return;
      }
      void runners.loaded.run((teller) => readAndFit(given, teller));
    });
  });

  // ---- packing ----

  const pack = new Latest(async ({ data, given }: { data: Loaded; given: State }) => {
    await runners.packed.run(async ({ signal }) => {
      const answer = await pool.run('pack', [data.histogram, packRequestOf(given, data.stats)], signal);
      return { ...answer.returned, seconds: answer.seconds };
    });
  });

  const packKey = computed(() => {
    const data = loaded.value.value;
    return data && !loaded.value.running && !loaded.value.error
      ? JSON.stringify(packRequestOf(state.value, data.stats))
      : null;
  });

  const stopPacking = effect(() => {
    const data = loaded.value.value;
    if (packKey.value === null || !data) return;
    untracked(() => {
      if (runners.packed.runningFor > patience) runners.packed.cancel();
      pack.ask({ data, given: state.value });
    });
  });

  // ---- comparing and sweeping, only while they are looked at ----

  /** Runs `work` when what `inputs` gives has rested; null: there is nothing to do. */
  function whenRested(inputs: () => string | null, work: (data: Loaded, given: State) => void): () => void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const key = computed(inputs);
    const stop = effect(() => {
      const data = loaded.value.value;
      clearTimeout(timer);
      if (key.value === null || !data) return;
      timer = setTimeout(
        () =>
          work(
            data,
            untracked(() => state.value),
          ),
        rest,
      );
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }

  const stopComparing = whenRested(
    () => {
      const { tab, paper, ...rest } = state.value;
      const { data, stats } = { data: packKey.value, stats: loaded.value.value?.stats };
      if (tab !== 'compare' || data === null || !stats) return null;
      const { limits, depth } = packRequestOf({ ...rest, tab, paper }, stats);
      return JSON.stringify([limits, depth, fittingOf(state.value), paper]);
    },
    (data, given) => {
      const {
        method: _method,
        heuristic: _heuristic,
        distribute: _distribute,
        ...room
      } = packRequestOf(given, data.stats);
      void runners.compared.run(({ signal, part }) => compare(pool, data.histogram, room, signal, part));
    },
  );

  const rangesOf = (given: State, data: Loaded) =>
    given.ranges.length === data.stats.largest.length
      ? given.ranges
      : suggestRanges(data.stats, data.histogram.components.length);

  const stopSweeping = whenRested(
    () => {
      const data = loaded.value.value;
      if (state.value.tab !== 'limits' || packKey.value === null || !data) return null;
      const ranges = rangesOf(state.value, data);
      return isSweepable(ranges) ? JSON.stringify([ranges, fittingOf(state.value), sweepMethodOf(state.value)]) : null;
    },
    (data, given) => {
      const ranges = rangesOf(given, data);
      const request = { ranges, ...fittingOf(given), ...sweepMethodOf(given) };
      void runners.swept.run(async ({ signal, part }) => {
        const result = await sweep(pool, data.histogram, request, signal, (grid, done) => part({ ranges, grid }, done));
        return result.error ? result : { value: { ranges, grid: result.value } };
      });
    },
  );

  pool.tables.then(
    (found) => {
      tables.value = found;
    },
    (cause: Error) => onBlocked(cause.message),
  );

  const stops = [stopReading, stopPacking, stopComparing, stopSweeping];
  return {
    state,
    loaded,
    packed,
    compared,
    swept,
    pinned,
    raw,
    blocked,
    tables,
    canUndo: computed(() => past.value.past.length > 0),
    canRedo: computed(() => past.value.future.length > 0),
    update(change, step = true) {
      const before = change.data ? withoutOldData(past.value.present) : past.value.present;
      past.value = history.push(past.value, { ...before, ...change }, step ? 'step' : 'merge');
    },
    undo() {
      past.value = history.undo(past.value);
    },
    redo() {
      past.value = history.redo(past.value);
    },
    async open(opened) {
      batch(() => {
        file = opened;
        openings.value += 1;
        this.update({ data: { kind: 'file', name: opened.name } });
      });
    },
    cancel(work) {
      if (work === 'packed') pack.forget();
      runners[work].cancel();
    },
    pin() {
      const result = packed.value.value;
      if (result) pinned.value = { limits: result.limits, packed: result };
    },
    unpin() {
      pinned.value = null;
    },
    dispose() {
      for (const stop of stops) stop();
      for (const runner of Object.values(runners)) runner.cancel();
    },
  };
}
