/** Mounts a playground into an element of a page or a shadow root. */
import { computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { render } from 'preact';
import type { Result } from 'tuplepack';
import type { Keeper } from '../data/keep';
import { examplePreset } from '../data/presets';
import { Pool } from '../engine/pool';
import { resultOf, valueOrThrow } from '../engine/refused';
import { decode, fromAttributes } from '../options/share';
import { initialState, type Section, type State, sections } from '../state/state';
import { choosePreset } from '../store/choose';
import { createStore, type Store } from '../store/store';
import type { CompactForm } from './Compact';
import { followLink, isForeign, keptAtStart } from './link';
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

export type Mounted = ReturnType<typeof mount>;

/** The sections among names. */
export const sectionsNamed = (names: readonly string[]): ReadonlySet<Section> =>
  new Set(sections.filter((section) => names.includes(section)));

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
  return found.value && keeper ? { value: await keeper.withKept(found.value, keptAtStart()) } : found;
}

/** Mounts a playground. */
export function mount(root: HTMLElement, { dark = systemIsDark, compact = signal(null), ...options }: MountOptions) {
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
      <Playground {...{ store, hide, theme, compact, dark, problem, asking }} linked={options.followsLink ?? false} />,
      root,
    );
    return store;
  });
  return {
    /** Sets the state that the attributes describe. `older`: those set before the data. */
    async change(attributes: Attributes, older: readonly string[]): Promise<void> {
      const [store, read] = await Promise.all([begun, fromAttributes(attributes, older)]);
      if (ended) return;
      const { error } = await resultOf((async () => store?.follow(valueOrThrow(read), older))());
      problem.value = error?.message ?? '';
    },
    unmount(): void {
      ended = true;
      for (const end of ends) end();
    },
  };
}
