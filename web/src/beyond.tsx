/** What the site has beyond a plan. The element leaves it out: its build puts embed/beyond.ts in place of this file. */
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import type { Area } from './areas';
import { createStudies } from './createStudies';
import { createTemporalStore } from './createTemporalStore';
import type { Pool } from './engine/pool';
import { later } from './panels/later';
import type { Tab } from './state/state';
import type { Store } from './store';

const EstimatePanel = later(async () => (await import('./panels/EstimatePanel')).EstimatePanel);
const SearchPanel = later(async () => (await import('./panels/SearchPanel')).SearchPanel);
const StreamPanel = later(async () => (await import('./panels/StreamPanel')).StreamPanel);
const TemporalPanel = later(async () => (await import('./panels/TemporalPanel')).TemporalPanel);
const TemporalSidebar = later(async () => (await import('./panels/TemporalSidebar')).TemporalSidebar);

export interface Beyond {
  /** tabs that are not there */
  lacks: readonly Tab[];
  /** what stands in a tab, below what is there anyway */
  shown(tab: Tab): ComponentChildren;
  /** what stands beside a tab of another subject than packing, in place of data and choices; null: it is of packing */
  side(tab: Tab, isShown: (area: Area) => boolean): ComponentChildren | null;
}

export function useBeyond(store: Store, pool: Pool): Beyond {
  const studies = useMemo(() => createStudies(store, pool), [store, pool]);
  const temporal = useMemo(() => createTemporalStore(store, pool), [store, pool]);
  useEffect(() => () => studies.dispose(), [studies]);
  useEffect(() => () => temporal.dispose(), [temporal]);
  const shown = (tab: Tab) => {
    if (tab === 'estimate') return <EstimatePanel store={store} studies={studies} />;
    if (tab === 'limits') return <SearchPanel store={store} studies={studies} />;
    if (tab === 'stream') return <StreamPanel store={store} studies={studies} />;
    if (tab === 'temporal') return <TemporalPanel store={store} temporal={temporal} />;
    return null;
  };
  const side = (tab: Tab, isShown: (area: Area) => boolean) =>
    tab === 'temporal' ? <TemporalSidebar {...{ store, temporal, isShown }} /> : null;
  return { lacks: [], shown, side };
}
