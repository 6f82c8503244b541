/** The store: changes of the state start calculations, and the panels show their results. */
import { computed, effect, signal, untracked } from '@preact/signals';
import type { PackRequest, Result } from 'tuplepack';
import { columnsOf, type FileColumn } from './data/columns';
import { loadData, titleOf } from './data/load';
import { debounced } from './debounced';
import { type ComparedRow, compare, sweep } from './engine/engine';
import type { Pool } from './engine/pool';
import { createPacking } from './packing';
import { idle, type ProgressReporter, Runner } from './runner';
import { fit as fitToData } from './state/fit';
import * as history from './state/history';
import { isSweepable, suggestRanges } from './state/ranges';
import { fittingOf, packRequestOf, readOptionsOf, roomOf, sweepMethodOf } from './state/requests';
import { initialState, type State } from './state/state';
import type { LoadedData, Pinned, Store, SweepResult } from './store';

/** Settings that are specific to the data. */
const ofData = [
  'limits',
  'depth',
  'alignItem',
  'alignTotal',
  'reserve',
  'ranges',
  'heuristic',
  'component',
  'strategy',
] as const;
/** How the file is parsed. */
const ofFile = ['format', 'columns', 'countColumn', 'lengthsOf'] as const;

function withoutOldData(state: State): State {
  const fresh = Object.fromEntries([...ofData, ...ofFile].map((field) => [field, initialState[field]]));
  return { ...state, ...fresh };
}

export function createStore(pool: Pool, initial: State): Store {
  const past = signal(history.begin(initial));
  const state = computed(() => past.value.present);
  const pinned = signal<Pinned | null>(null);
  const loaded = idle<LoadedData>();
  const compared = idle<ComparedRow[]>();
  const swept = idle<SweepResult>();
  const raw = signal<Uint8Array<ArrayBuffer> | null>(null);
  const columns = signal<readonly FileColumn[]>([]);
  const files = new Map<number, File>();

  const runners = {
    loaded: new Runner(loaded, false),
    compared: new Runner(compared, false),
    swept: new Runner(swept),
  };

  const packing = createPacking(pool, state, loaded);
  const packKey = packing.key;

  // ---- loading ----

  async function read(given: State, { signal, report }: ProgressReporter<LoadedData>): Promise<Result<LoadedData>> {
    const progress = (fraction: number | null) => fraction !== null && report(null, fraction);
    const file = given.data.kind === 'file' ? files.get(given.data.opening ?? 0) : undefined;
    const source = { base: document.baseURI, signal, progress, ...(file ? { file } : {}) };
    const preview = async (first: Uint8Array, whole: boolean) =>
      (await pool.run('preview', [first, whole], { signal })).returned;
    const found = await loadData(given, source, async (bytes) => {
      raw.value = bytes;
      const detected = await columnsOf(bytes, preview);
      if (!signal.aborted) columns.value = detected;
    });
    if (found.error) return found;
    const { returned } = await pool.run('read', [found.value, readOptionsOf(given)], { signal });
    if (returned.error) return returned;
    const { histogram, stats } = returned.value;
    const title = titleOf(given.data);
    return { value: { title, histogram, stats, bytes: found.value, hasItems: !histogram.hasCounts } };
  }

  const dataKey = computed(() => {
    const given = state.value;
    return JSON.stringify([given.data, ...ofFile.map((field) => given[field])]);
  });
  /** the state of the data on the screen: restored when loading other data is cancelled */
  let shown: { key: string; state: State } | null = null;

  const results = [packing, runners.compared, runners.swept];

  /** Loads the data and fits the state to their components; clears the results for other data. */
  async function readAndFit(given: State, reporter: ProgressReporter<LoadedData>): Promise<Result<LoadedData>> {
    const result = await read(given, reporter);
    if (reporter.signal.aborted) return result;
    for (const other of results) other.clear();
    if (result.error) return result;
    const fitted = fitToData(
      untracked(() => state.value),
      result.value.histogram.components,
    );
    if (fitted.error) return fitted;
    past.value = { ...past.value, present: fitted.value };
    pinned.value = null;
    shown = { key: dataKey.peek(), state: fitted.value };
    return result;
  }

  const stopReading = effect(() => {
    const key = dataKey.value;
    untracked(() => {
      for (const result of results) result.cancel();
      if (state.value.data.kind === 'none') {
        shown = null;
        for (const result of [runners.loaded, ...results]) result.clear();
      } else if (shown?.key === key && loaded.value.value) {
        runners.loaded.cancel();
      } else {
        load();
      }
    });
  });

  function load(): void {
    const given = state.value;
    void runners.loaded.run((reporter) => readAndFit(given, reporter));
  }

  /** Cancels loading and restores the data on the screen, if any. */
  function stopLoading(): void {
    runners.loaded.cancel();
    const back = loaded.value.value && shown ? shown.state : withoutOldData({ ...state.value, data: { kind: 'none' } });
    past.value = history.push(past.value, { ...back, tab: state.value.tab }, 'step');
  }

  const stopPacking = packing.follow();

  // ---- comparison and sweep, only while their tabs are shown ----

  /** All methods, with the current limits. */
  function comparisonOf(given: State, data: LoadedData): PackRequest {
    const request = packRequestOf(given, data.stats);
    return { ...roomOf(request), packsMultiple: given.packsMultiple, paper: given.paper };
  }

  const stopComparing = debounced(
    loaded,
    runners.compared,
    () => {
      const data = loaded.value.value;
      if (state.value.tab !== 'compare' || packKey.value === null || !data) return null;
      return JSON.stringify(comparisonOf(state.value, data));
    },
    (data) => {
      const request = comparisonOf(state.value, data);
      void runners.compared.run(({ signal, report }) => compare(pool, data.histogram, request, signal, report));
    },
  );

  const rangesOf = (given: State, data: LoadedData) =>
    given.ranges.length === data.stats.largest.length
      ? given.ranges
      : suggestRanges(data.stats, data.histogram.components.length);

  const stopSweeping = debounced(
    loaded,
    runners.swept,
    () => {
      const data = loaded.value.value;
      if (state.value.tab !== 'limits' || packKey.value === null || !data) return null;
      const ranges = rangesOf(state.value, data);
      return isSweepable(ranges) ? JSON.stringify([ranges, fittingOf(state.value), sweepMethodOf(state.value)]) : null;
    },
    (data) => {
      const given = state.value;
      const ranges = rangesOf(given, data);
      const request = { ranges, ...fittingOf(given), ...sweepMethodOf(given) };
      void runners.swept.run(async ({ signal, report }) => {
        const result = await sweep(pool, data.histogram, request, signal, (grid, done) =>
          report({ ranges, grid }, done),
        );
        return result.error ? result : { value: { ranges, grid: result.value } };
      });
    },
  );

  const stops = [stopReading, stopPacking, stopComparing, stopSweeping];
  return {
    state,
    loaded,
    packed: packing.packed,
    isCurrent: packing.isCurrent,
    searching: packing.searching,
    compared,
    swept,
    pinned,
    raw,
    columns,
    blocked: pool.blocked,
    tables: pool.tables,
    canUndo: computed(() => past.value.past.length > 0),
    canRedo: computed(() => past.value.future.length > 0),
    update(change, step = true) {
      const before = change.data ? withoutOldData(past.value.present) : past.value.present;
      const present = { ...before, ...change };
      // The view is not part of the undo history.
      if (Object.keys(change).every((field) => field === 'tab' || field === 'strategy')) {
        past.value = { ...past.value, present };
      } else {
        past.value = history.push(past.value, present, step ? 'step' : 'merge');
      }
    },
    undo() {
      past.value = history.undo(past.value);
    },
    redo() {
      past.value = history.redo(past.value);
    },
    reload: load,
    open(file) {
      const opening = files.size + 1;
      files.set(opening, file);
      this.update({ data: { kind: 'file', name: file.name, opening } });
    },
    cancel(work) {
      if (work === 'loaded') stopLoading();
      else if (work === 'packed') packing.end();
      else runners[work].end();
    },
    pin() {
      const result = packing.packed.value.value;
      if (result) pinned.value = { limits: result.limits, packed: result };
    },
    unpin() {
      pinned.value = null;
    },
    dispose() {
      for (const stop of stops) stop();
      packing.cancel();
      for (const runner of Object.values(runners)) runner.cancel();
    },
  };
}
