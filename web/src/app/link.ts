/** The state in the URL of the page, and in the entries of the browser's history. */
import { effect, type Signal } from '@preact/signals';
import type { Keeper, Names } from '../data/keep';
import { hostsOf } from '../data/sources';
import { decode, encode } from '../options/share';
import { sameValue } from '../state/history';
import type { State } from '../state/state';
import type { Store } from '../store/store';

/** Whether data come from another site: a link must not contact it without being asked to. */
export const isForeign = ({ data, events }: State) => hostsOf([data, events]).length > 0;

/** What the browser keeps with an entry of its history. */
interface Entry {
  entry?: number;
  /** the names of its local data, which a link lacks */
  kept?: Names;
}

/** Of the entry that is shown; null: it is not one of ours yet. */
const currentEntry = (): Entry | null => history.state;

/**
 * The names of the local data that a page opens with; none: the latest of its tab. Those are newer after a reload, where what
 * was shown had not rested yet.
 */
export function keptAtStart(): Names | undefined {
  const [how] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return how?.type === 'reload' ? undefined : currentEntry()?.kept;
}

/** Milliseconds without a change before the URL is updated; browsers limit the rate. */
const linkRest = 300;

/** Whether the browser goes back to what was there before a change, rather than only changing the URL. */
const isPlace = (before: State, after: State) =>
  (['data', 'events', 'tab'] as const).some((field) => !sameValue(before[field], after[field]));

/**
 * Keeps the URL and the state in sync, and other data and tabs apart in the browser's history. `problem`: the error in the
 * URL; it and the URL stay until the user changes something. `asking`: the state of a link that loads data from elsewhere.
 */
export function followLink(
  store: Store,
  problem: Signal<string>,
  asking: Signal<State | null>,
  keeper: Keeper | undefined,
): () => void {
  let written = location.hash.slice(1);
  let shown = store.state.peek();
  let entry = currentEntry()?.entry ?? Math.random();
  /** the states of the entries before and after this one, since the page was loaded */
  const visited = new Map<number, State>();
  const write = (how: 'pushState' | 'replaceState', kept: Names | undefined, url?: string) =>
    history[how]({ entry, kept } satisfies Entry, '', url);
  /** the settings at the time of the problem or the question, as in a link */
  let unchanged = problem.value || asking.value ? encode(store.state.peek()) : null;
  let moves = 0;
  const record = async (state: State, movesBefore: number) => {
    const fragment = await encode(state);
    if (fragment === (await unchanged) || movesBefore !== moves) return;
    const isNew = isPlace(shown, state) && window.parent === window; // a frame would lengthen the history of its page
    const kept = keeper?.namesOf(state);
    if (isNew) entry = Math.random();
    if (isNew || fragment !== written || !sameValue(kept, currentEntry()?.kept)) {
      unchanged = null;
      problem.value = '';
      const url = fragment === '' ? location.pathname + location.search : `#${fragment}`;
      write(isNew ? 'pushState' : 'replaceState', kept, url);
    }
    written = fragment;
    shown = state;
    visited.set(entry, state);
  };
  let recording = Promise.resolve();
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** the state that rests */
  let resting: State | null = null;
  const end = () => {
    clearTimeout(timer);
    const [state, before] = [resting, moves];
    resting = null;
    if (state) recording = recording.then(() => record(state, before));
  };
  const stop = effect(() => {
    const state = store.state.value;
    if (resting && isPlace(resting, state)) end(); // or it would be left out
    resting = state;
    clearTimeout(timer);
    timer = setTimeout(end, linkRest);
  });
  const show = (state: State) => {
    shown = state;
    store.update(state);
  };
  /** An entry from before a reload, or a link that was typed. */
  const arrive = async (kept: Names | undefined) => {
    const before = moves;
    const { value: found, error } = await decode(written);
    const value = found && kept && keeper ? await keeper.withKept(found, kept) : found;
    if (moves !== before) return; // the user has moved on
    problem.value = error?.message ?? '';
    asking.value = value && isForeign(value) ? value : null;
    unchanged = error || asking.value ? encode(store.state.peek()) : null;
    if (value && !asking.value) show(value);
  };
  const onMove = () => {
    const moved = currentEntry();
    if (!moved && !unchanged && location.hash.slice(1) === written) {
      // the same address again: an entry of its own, or in place of this one, with the same data
      entry = Math.random();
      visited.set(entry, shown);
      write('replaceState', keeper?.namesOf(shown));
      return;
    }
    ++moves;
    resting = null;
    written = location.hash.slice(1);
    entry = moved?.entry ?? Math.random();
    const there = visited.get(entry);
    if (!there) {
      void arrive(moved?.kept);
      return;
    }
    unchanged = null;
    problem.value = '';
    asking.value = null;
    show(there);
  };
  write('replaceState', keeper?.namesOf(shown));
  window.addEventListener('popstate', onMove);
  return () => {
    clearTimeout(timer);
    stop();
    window.removeEventListener('popstate', onMove);
  };
}
