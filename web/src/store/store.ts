/** The store of packing: changes of the state start calculations, and the panels show their results. */
import { computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import { proposeColumns } from '../data/columns';
import { isTextProto, isTextProtoName } from '../data/graphs';
import { openFiles } from '../data/sources';
import type { Pool, Reporter } from '../engine/pool';
import { resultOf, valueOrThrow } from '../engine/refused';
import { fit as fitToData, withoutMisfits } from '../options/options';
import * as history from '../state/history';
import type { PlanResult } from '../state/requests';
import { fieldsOfFile, pick, type State } from '../state/state';
import { createAnalyses } from './analyses';
import { withoutData } from './choose';
import { createDefinitions } from './definitions';
import { type FileContents, type LoadedData, loadData } from './loading';
import { createPacking } from './packing';
import { Runner } from './runner';

const noContents: FileContents = { columns: [], records: null };

export type Store = ReturnType<typeof createStore>;

export function createStore(pool: Pool, initial: State) {
  const past = signal(history.begin(initial));
  const state = computed(() => past.value.present);
  /** for comparison */
  const pinned = signal<PlanResult | null>(null);
  const contents = signal<FileContents>(noContents);
  const definitions = createDefinitions(pool);
  const loading = new Runner<LoadedData>();
  const loaded = loading.state;
  const packing = createPacking(pool, state, loaded);
  const analyses = createAnalyses(pool, state, loaded, packing.results.packed);

  // ---- loading ----

  const source = computed(() => state.value.data);
  const parsingOf = (given: State) => JSON.stringify(pick(given, ...fieldsOfFile));
  const parsing = computed(() => parsingOf(state.value));
  /** the state of the data on the screen: restored when loading other data is cancelled */
  let shown: State | null = null;
  let adopting = false;
  /** options that were set before the data, and are reset where they do not fit */
  let older: readonly string[] = [];
  /** whether the data were chosen here, without their columns, and not by a link or attributes */
  let recalls = false;

  /** Changes the state to what the data are read as, which is no step of its own and no reason to read them again. */
  function adopt(present: State): void {
    adopting = true;
    past.value = { ...past.value, present };
    adopting = false;
  }

  function clearResults(): void {
    packing.clear();
    analyses.clear();
  }

  /** Loads the data and fits the state to their components; clears the results for other data. */
  async function loadAndFit(given: State, reporter: Reporter<LoadedData>) {
    let isRead = false;
    const onContents = (found: FileContents) => {
      isRead = true;
      contents.value = found;
      const usual = found.records ? 'all' : 'likely';
      adopt({ ...state.peek(), ...proposeColumns(found.columns, given, usual, recalls) });
      return state.peek();
    };
    const result = await resultOf(loadData(pool, given, reporter, onContents));
    reporter.signal.throwIfAborted();
    if (!isRead) contents.value = noContents;
    clearResults();
    const data = valueOrThrow(result);
    const { kept, reset } = withoutMisfits(state.peek(), data.histogram.components, older);
    shown = fitToData(kept, data.histogram.components);
    adopt(shown);
    pinned.value = null;
    if (reset.length === 0) return { value: data };
    const note = `${reset.join(', ')} set for other components: reset`;
    console.warn(`<tuplepack-playground>: ${note}`);
    return { value: { ...data, notes: [...data.notes, note] } };
  }

  function load(): void {
    const given = state.value;
    void loading.run((reporter) => loadAndFit(given, reporter));
  }

  const stopLoading = effect(() => {
    const data = source.value;
    const how = parsing.value;
    if (adopting) return;
    untracked(() => {
      if (data.kind === 'none') {
        shown = null;
        contents.value = noContents;
        loading.clear();
        clearResults();
      } else if (shown?.data === data && parsingOf(shown) === how && loaded.value.value) {
        loading.cancel();
      } else {
        load();
      }
    });
  });

  /** Restores the data on the screen, if any. */
  function cancelLoading(): void {
    loading.cancel();
    const back = loaded.value.value && shown ? shown : withoutData({ ...state.value, data: { kind: 'none' } });
    past.value = history.push(past.value, { ...back, tab: state.value.tab }, 'step');
  }

  /** Changes the state. `step`: whether this is a step of the undo history (not while dragging). */
  function update(change: Partial<State>, step = true): void {
    const { present: now } = past.value;
    const present = { ...(change.data ? withoutData(now) : now), ...change };
    if (change.data || change.columns) recalls = !change.columns;
    // Equal data are the same object, so that they need not be compared again.
    if (change.data && history.sameValue(change.data, now.data)) present.data = now.data;
    // The view is not part of the undo history.
    if (Object.keys(change).every((field) => field === 'tab' || field === 'strategy')) {
      past.value = { ...past.value, present };
    } else {
      past.value = history.push(past.value, present, step ? 'step' : 'merge');
    }
  }

  /** Shows what attributes describe. Throws Refused for values that do not fit the data, unless they are `names`. */
  function follow(given: State, names: readonly string[]): void {
    older = names;
    const components = loaded.value.value?.histogram.components;
    const isRead = shown && history.sameValue(given.data, shown.data) && parsingOf(given) === parsingOf(shown);
    update(components && isRead ? fitToData(withoutMisfits(given, components, older).kept, components) : given);
  }

  return {
    state,
    update,
    follow,
    undo(): void {
      recalls = false;
      past.value = history.undo(past.value);
    },
    redo(): void {
      recalls = false;
      past.value = history.redo(past.value);
    },
    canUndo: computed(() => past.value.past.length > 0),
    canRedo: computed(() => past.value.future.length > 0),

    /** where views calculate what they alone show */
    pool,
    /** the core's tables, once it is ready; the menus are filled from them */
    tables: pool.tables,
    /** why the engine cannot run; null if it can */
    blocked: pool.blocked,

    loaded,
    /** of the file loaded last, even if its sizes cannot be read */
    contents: contents as ReadonlySignal<FileContents>,
    /** schemas and sampling specs */
    definitions,
    /** Loads the data again, after an error. */
    reload: load,
    /**
     * Loads dropped or chosen files, at least one, as one data set. Their formats do not depend on their names, except
     * that .pbtxt files are definitions.
     */
    open(files: readonly File[]): void {
      const texts = files.filter(({ name }) => isTextProtoName(name));
      if (texts.length > 0) void definitions.open(texts);
      if (texts.length < files.length) update({ data: openFiles(files) });
    },
    /** Loads pasted or dropped text. */
    enter(text: string): void {
      if (isTextProto(text)) void definitions.enter(text);
      else update({ data: { kind: 'text', text, name: '' } });
    },

    ...packing.results,
    ...analyses.results,
    pinned: pinned as ReadonlySignal<PlanResult | null>,
    pin(): void {
      pinned.value = packing.results.packed.value.value ?? pinned.value;
    },
    unpin(): void {
      pinned.value = null;
    },

    search: analyses.search,

    /** Stops within 200 ms. Cancelling `loaded` restores the data on the screen and their state. */
    cancel(work: 'loaded' | 'packed' | Parameters<typeof analyses.end>[0]): void {
      if (work === 'loaded') cancelLoading();
      else if (work === 'packed') packing.end();
      else analyses.end(work);
    },
    /** Stops everything; the store cannot be used again. */
    dispose(): void {
      stopLoading();
      packing.stop();
      loading.cancel();
      definitions.stop();
      analyses.dispose();
    },
  };
}
