import { computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import type { PackedMetrics, PackRequest, Result, Sweep } from 'tuplepack';
import { columnsOf, type Inspector, proposeColumns } from '../data/columns';
import type { FileColumn } from '../data/fileColumn';
import { convert, readParts, sizes } from '../data/load';
import { presets } from '../data/presets';
import { openFiles, titleOf } from '../data/sources';
import { type ComparedRow, compare } from '../engine/compare';
import type { Blocked, Pool } from '../engine/pool';
import type { Tables } from '../engine/protocol';
import { sweep } from '../engine/sweep';
import { fit as fitToData } from '../options/options';
import type { LoadedData } from './loading';
import { createPacking, type SearchState } from './packing';
import { isSweepable, suggestRanges } from './ranges';
import { fittingOf, type PlanResult, packRequestOf, readOptionsOf, roomOf, sweepMethodOf } from './requests';
import { type AsyncState, debounced, idle, type ProgressReporter, Runner } from './runner';
import { initialState, type State, type SweepRange } from './state';
/** The interface between the panels and the engine: panels read the signals and call the functions. */

export interface SweepResult {
  ranges: SweepRange[];
  /** cells that were not reached have state 3, in addition to the core's 0 to 2 */
  grid: Sweep;
}

/** A result pinned for comparison. */
export interface Pinned {
  limits: number[];
  packed: PackedMetrics;
}

export interface Store {
  readonly state: ReadonlySignal<State>;
  readonly loaded: ReadonlySignal<AsyncState<LoadedData>>;
  /** the columns of the file loaded last, even if the core rejected it; empty if they are not known */
  readonly columns: ReadonlySignal<readonly FileColumn[]>;
  readonly packed: ReadonlySignal<AsyncState<PlanResult>>;
  /** whether that plan is for the current settings; after a cancelled run it is the previous plan */
  readonly isCurrent: ReadonlySignal<boolean>;
  /** null: no search is running, or it has not reported yet */
  readonly searching: ReadonlySignal<SearchState | null>;
  readonly compared: ReadonlySignal<AsyncState<ComparedRow[]>>;
  readonly swept: ReadonlySignal<AsyncState<SweepResult>>;
  readonly pinned: ReadonlySignal<Pinned | null>;
  /** the core's tables, once it is ready; the menus are filled from them */
  readonly tables: ReadonlySignal<Tables | null>;
  /** why the engine cannot run; null if it can */
  readonly blocked: ReadonlySignal<Blocked | null>;

  /** Changes the state. `step`: whether this is a step of the undo history (not while dragging). */
  update(change: Partial<State>, step?: boolean): void;
  undo(): void;
  redo(): void;
  readonly canUndo: ReadonlySignal<boolean>;
  readonly canRedo: ReadonlySignal<boolean>;

  /** Loads the data again, after an error. */
  reload(): void;
  /** Loads dropped or chosen files, at least one, as one data set. Their formats do not depend on their names. */
  open(files: readonly File[]): void;
  /** Stops within 200 ms. Cancelling `loaded` restores the data on the screen and their state. */
  cancel(work: 'loaded' | 'packed' | 'compared' | 'swept'): void;
  pin(): void;
  unpin(): void;
  /** Stops everything; the store cannot be used again. */
  dispose(): void;
}

/** The store: changes of the state start calculations, and the panels show their results. */
import * as history from './history';

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
  const columns = signal<readonly FileColumn[]>([]);

  const runners = {
    loaded: new Runner(loaded, false),
    compared: new Runner(compared, false),
    swept: new Runner(swept),
  };

  const packing = createPacking(pool, state, loaded);
  const packKey = packing.key;

  // ---- loading ----

  const source = computed(() => state.value.data);
  const parsingOf = (given: State) => JSON.stringify(ofFile.map((field) => given[field]));
  const parsing = computed(() => parsingOf(state.value));
  /** the state of the data on the screen: restored when loading other data is cancelled */
  let shown: State | null = null;
  let adopting = false;

  /** Changes the state to what the data are read as, which is no step of its own and no reason to read them again. */
  function adopt(present: State): void {
    adopting = true;
    past.value = { ...past.value, present };
    adopting = false;
  }

  async function read(
    given: State,
    { signal, report }: ProgressReporter<LoadedData>,
    onColumns: (detected: FileColumn[]) => State,
  ): Promise<Result<LoadedData>> {
    const progress = (fraction: number | null) => fraction !== null && report(null, fraction);
    const found = await readParts(given.data, sizes, { signal, progress });
    if (found.error) return found;
    const inspector: Inspector = {
      preview: async (...first) => (await pool.run('preview', first, { signal })).returned,
      async stats(bytes, options) {
        const { returned } = await pool.run('read', [[{ name: '', bytes }], options], { signal });
        return returned.error ? returned : { value: returned.value.stats };
      },
    };
    const detected = await columnsOf(found.value[0]?.bytes ?? new Uint8Array(), inspector);
    signal.throwIfAborted();
    const chosen = onColumns(detected);
    const parts = await convert(found.value, chosen);
    if (parts.error) return parts;
    const { returned } = await pool.run('read', [parts.value, readOptionsOf(chosen)], { signal });
    if (returned.error) return returned;
    const { histogram, stats } = returned.value;
    const title = titleOf(given.data, presets);
    const isConverted = found.value.some(({ bytes }, i) => bytes !== parts.value[i]?.bytes);
    return {
      value: { title, histogram, stats, parts: parts.value, isConverted, hasItems: !histogram.hasCounts },
    };
  }

  const results = [packing, runners.compared, runners.swept];

  /** Loads the data and fits the state to their components; clears the results for other data. */
  async function readAndFit(given: State, reporter: ProgressReporter<LoadedData>): Promise<Result<LoadedData>> {
    const result = await read(given, reporter, (detected) => {
      columns.value = detected;
      adopt({ ...state.peek(), ...proposeColumns(detected, given) });
      return state.peek();
    });
    if (reporter.signal.aborted) return result;
    for (const other of results) other.clear();
    if (result.error) return result;
    const fitted = fitToData(state.peek(), result.value.histogram.components);
    if (fitted.error) return fitted;
    adopt(fitted.value);
    pinned.value = null;
    shown = fitted.value;
    return result;
  }

  const stopReading = effect(() => {
    const data = source.value;
    const how = parsing.value;
    if (adopting) return;
    untracked(() => {
      for (const result of results) result.cancel();
      if (data.kind === 'none') {
        shown = null;
        for (const result of [runners.loaded, ...results]) result.clear();
      } else if (shown?.data === data && parsingOf(shown) === how && loaded.value.value) {
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
    const back = loaded.value.value && shown ? shown : withoutOldData({ ...state.value, data: { kind: 'none' } });
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
    columns,
    blocked: pool.blocked,
    tables: pool.tables,
    canUndo: computed(() => past.value.past.length > 0),
    canRedo: computed(() => past.value.future.length > 0),
    update(change, step = true) {
      const { present: now } = past.value;
      const present = { ...(change.data ? withoutOldData(now) : now), ...change };
      // Equal data are the same object, so that they need not be compared again.
      if (change.data && history.sameValue(change.data, now.data)) present.data = now.data;
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
    open(files) {
      this.update({ data: openFiles(files) });
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
