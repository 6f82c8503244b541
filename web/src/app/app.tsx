/** Mounts a playground into an element of a page or a shadow root. */
import { computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { render } from 'preact';
import type { Result } from 'tuplepack';
import type { Keeper } from '../data/keep';
import { examplePreset } from '../data/presets';
import { hostsOf } from '../data/sources';
import { Pool } from '../engine/pool';
import { decode, encode, fromAttributes } from '../options/share';
import { sameValue } from '../state/history';
import { initialState, type Section, type State, sections } from '../state/state';
import { choosePreset } from '../store/choose';
import { createStore, type Store } from '../store/store';
import type { CompactForm } from './Compact';
import { Playground } from './Playground';
import { systemIsDark, type Theme } from './theme';

type Attributes = Iterable<[name: string, value: string]>;

export interface MountOptions {
  /** initial state, as keys and values of a link */
  attributes?: Attributes;
  /** read the initial state from the URL of the page, and keep the URL up to date */
  followsLink?: boolean;
  /** keeps local data for a reload of a page that follows its link */
  keeper?: Keeper;
  hide: ReadonlySignal<ReadonlySet<Section>>;
  theme: Signal<Theme>;
  /** default: the whole playground */
  compact?: ReadonlySignal<CompactForm | null>;
  /** whether what is around the playground is dark; default: the system setting */
  dark?: ReadonlySignal<boolean>;
}

export interface Mounted {
  /** Sets the state that the attributes describe. */
  change: (attributes: Attributes) => void;
  unmount: () => void;
}

/** The sections among names. */
export const sectionsNamed = (names: readonly string[]): ReadonlySet<Section> =>
  new Set(sections.filter((section) => names.includes(section)));

/** Whether data come from another site: a link must not contact it without being asked to. */
const isForeign = ({ data, events }: State) => hostsOf([data, events]).length > 0;

/** Milliseconds without a change before the URL is updated; browsers limit the rate. */
const linkRest = 300;

/** Whether the browser goes back to what was there before a change, rather than only changing the URL. */
const isPlace = (before: State, after: State) =>
  (['data', 'events', 'tab'] as const).some((field) => !sameValue(before[field], after[field]));

/**
 * Keeps the URL and the state in sync, and other data and tabs apart in the browser's history. `problem`: the error in the
 * URL; it and the URL stay until the user changes something. `asking`: the state of a link that loads data from elsewhere.
 */
function followLink(
  store: Store,
  problem: Signal<string>,
  asking: Signal<State | null>,
  keeper: Keeper | undefined,
): () => void {
  let written = location.hash.slice(1);
  let shown = store.state.peek();
  /** the entry of the browser's history, and the states of those before and after it: links lack local data */
  let entry: number = history.state?.entry ?? Math.random();
  const visited = new Map<number, State>();
  /** whether the entry is one from before a reload */
  let isOld = false;
  const write = (how: 'pushState' | 'replaceState', fragment: string) =>
    history[how]({ entry }, '', fragment === '' ? location.pathname + location.search : `#${fragment}`);
  /** the settings at the time of the problem or the question, as in a link */
  let unchanged = problem.value || asking.value ? encode(store.state.peek()) : null;
  let moves = 0;
  const record = async (state: State, movesBefore: number) => {
    const fragment = await encode(state);
    if (fragment === (await unchanged) || movesBefore !== moves) return;
    const isNew = isPlace(shown, state) && window.parent === window; // a frame would lengthen the history of its page
    if (isNew) entry = Math.random();
    if (isNew || fragment !== written) {
      unchanged = null;
      problem.value = '';
      write(isNew ? 'pushState' : 'replaceState', fragment);
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
  const onChange = async () => {
    const fragment = location.hash.slice(1);
    if (fragment === written) return;
    written = fragment;
    const before = moves;
    const { value: found, error } = await decode(fragment);
    const value = found && isOld && keeper ? await keeper.withKept(found) : found;
    if (moves !== before || written !== fragment) return; // the user has moved on
    problem.value = error?.message ?? '';
    asking.value = value && isForeign(value) ? value : null;
    unchanged = error || asking.value ? encode(store.state.peek()) : null;
    if (!value || asking.value) return;
    shown = value;
    store.update(value);
  };
  /** Comes before onChange, which then has nothing to do where the state is known. */
  const onMove = ({ state }: PopStateEvent) => {
    ++moves;
    resting = null;
    isOld = typeof state?.entry === 'number';
    entry = state?.entry ?? Math.random();
    const there = visited.get(entry);
    if (!there) return;
    written = location.hash.slice(1);
    shown = there;
    unchanged = null;
    problem.value = '';
    asking.value = null;
    store.update(there);
  };
  history.replaceState({ entry }, '');
  window.addEventListener('hashchange', onChange);
  window.addEventListener('popstate', onMove);
  return () => {
    clearTimeout(timer);
    stop();
    window.removeEventListener('hashchange', onChange);
    window.removeEventListener('popstate', onMove);
  };
}

/** Keeps local data for a reload. */
function keepData(store: Store, keeper: Keeper): () => void {
  const data = computed(() => store.state.value.data);
  const events = computed(() => store.state.value.events);
  return effect(() => {
    void keeper.keepLocal({ data: data.value, events: events.value });
  });
}

/** Without a link the page opens with an example. */
async function begin({ attributes, followsLink, keeper }: MountOptions): Promise<Result<State>> {
  if (!followsLink) return fromAttributes(attributes ?? []);
  if (location.hash.length <= 1) return { value: { ...initialState, ...choosePreset(examplePreset) } };
  const found = await decode(location.hash.slice(1));
  return found.value && keeper ? { value: await keeper.withKept(found.value) } : found;
}

/** Mounts a playground. */
export function mount(
  root: HTMLElement,
  { dark = systemIsDark, compact = signal(null), ...options }: MountOptions,
): Mounted {
  const pool = new Pool();
  const problem = signal('');
  const asking = signal<State | null>(null);
  const ends: (() => void)[] = [() => render(null, root), () => pool.dispose()];
  let ended = false;
  pool.warm();
  const begun = begin(options).then(({ value, error }) => {
    if (ended) return null;
    if (options.followsLink && value && isForeign(value)) asking.value = value;
    const store = createStore(pool, asking.value ? initialState : (value ?? initialState));
    ends.push(() => store.dispose());
    problem.value = error?.message ?? '';
    if (options.followsLink) ends.push(followLink(store, problem, asking, options.keeper));
    if (options.keeper) ends.push(keepData(store, options.keeper));
    const { hide, theme } = options;
    render(
      <Playground
        {...{ store, pool, hide, theme, compact, dark, problem, asking }}
        linked={options.followsLink ?? false}
      />,
      root,
    );
    return store;
  });
  return {
    async change(attributes) {
      const [store, { value, error }] = await Promise.all([begun, fromAttributes(attributes)]);
      if (ended) return;
      problem.value = error?.message ?? '';
      if (value) store?.update(value);
    },
    unmount() {
      ended = true;
      for (const end of ends) end();
    },
  };
}
