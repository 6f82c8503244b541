/** The store of temporal interactions and their batches: independent of packing, on a tab of its own. */
import { computed, effect, untracked } from '@preact/signals';
import type { Access, EventStatistics, Events, Split, SplitRequest } from 'tuplepack/temporal';
import { convertEvents, joinParts, readParts } from '../data/load';
import { eventPresets } from '../data/presets';
import { openFiles, titleOf } from '../data/sources';
import type { OpenedEvents } from '../engine/calls';
import type { Pool, Reporter } from '../engine/pool';
import { eventOptionsOf, splitRequestOf } from '../state/requests';
import type { State } from '../state/state';
import { chooseEvents } from './choose';
import { follow, Runner } from './runner';
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

async function load(pool: Pool, given: State, { signal, report }: Reporter<LoadedEvents>) {
  const progress = (fraction: number | null) => fraction !== null && report(null, fraction);
  const found = await readParts(given.events, eventPresets, { signal, progress });
  const choose = async (names: string[]) =>
    (await pool.run('eventColumns', [names, given.eventColumns], { signal })).value;
  const { bytes, placed } = await joinParts(await convertEvents(found, choose));
  const { value } = await pool.run('openEvents', [bytes, eventOptionsOf(given)], { signal }).catch((error) => {
    throw placed(error);
  });
  return { value: { ...value, title: titleOf(given.events, eventPresets) } };
}

async function countRows(pool: Pool, of: SplitResult, recent: number, { signal, report }: Reporter<RowCounts>) {
  const done = { bounded: 0, fixed: 0 };
  const count = async (which: 'bounded' | 'fixed') => {
    const onReport = (share: number) => {
      done[which] = share;
      report(null, (done.bounded + done.fixed) / 2);
    };
    return (await pool.run('accessEvents', [of.events, of[which].offsets, { recent }], { signal, onReport })).value;
  };
  const [bounded, fixed] = await Promise.all([count('bounded'), count('fixed')]);
  return { value: { of, recent, bounded, fixed } };
}

export type TemporalStore = ReturnType<typeof createTemporalStore>;

/** Everything runs only while the tab is shown. */
export function createTemporalStore({ state, update, pool }: Store) {
  const opening = new Runner<LoadedEvents>();
  const splitting = new Runner<SplitResult>();
  const counting = new Runner<RowCounts>();
  const isShown = computed(() => state.value.tab === 'temporal');

  const sourceKey = computed(() => {
    const { events, eventColumns, sort } = state.value;
    return JSON.stringify([events, eventColumns, sort]);
  });
  let openedKey: string | null = null;
  const stopOpening = effect(() => {
    const key = sourceKey.value;
    if (!isShown.value || key === openedKey) return;
    openedKey = key;
    untracked(() => {
      const given = state.value;
      splitting.clear();
      counting.clear();
      if (given.events.kind === 'none') opening.clear();
      else void opening.run((reporter) => load(pool, given, reporter));
    });
  });

  const stopSplitting = follow({
    runner: splitting,
    data: opening.state,
    rest: () => 0,
    continues: true,
    request: () => (isShown.value && !opening.state.value.running ? splitRequestOf(state.value) : null),
    async calculate({ events, statistics }, request, { signal }) {
      const { value } = await pool.run('splitEvents', [events, request], { signal });
      return { value: { ...value, request, events, statistics } };
    },
  });

  const stopCounting = follow({
    runner: counting,
    data: splitting.state,
    request: () => (isShown.value && !splitting.state.value.running ? { recent: state.value.recent } : null),
    calculate: (split, { recent }, reporter) => countRows(pool, split, recent, reporter),
  });

  return {
    opened: opening.state,
    split: splitting.state,
    /** of that split; counted when the settings have stopped changing */
    rows: counting.state,
    /** Loads dropped or chosen files, at least one, as one stream of interactions. */
    open: (files: readonly File[]) => update(chooseEvents(openFiles(files))),
    /** Stops within 200 ms. */
    cancel(what: 'opened' | 'rows'): void {
      if (what === 'rows') counting.end();
      else update(chooseEvents({ kind: 'none' }));
    },
    /** Stops everything. */
    dispose(): void {
      for (const stop of [stopOpening, stopSplitting, stopCounting]) stop();
      opening.cancel();
    },
  };
}
