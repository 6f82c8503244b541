/** What the site has beyond a plan. The element leaves it out: its build puts embed/beyond.ts in place of this file. */
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { createStudies } from './createStudies';
import type { Pool } from './engine/pool';
import { later } from './panels/later';
import type { Tab } from './state/state';
import type { Store } from './store';

const EstimatePanel = later(async () => (await import('./panels/EstimatePanel')).EstimatePanel);
const SearchPanel = later(async () => (await import('./panels/SearchPanel')).SearchPanel);
const StreamPanel = later(async () => (await import('./panels/StreamPanel')).StreamPanel);

export interface Beyond {
  /** tabs that are not there */
  lacks: readonly Tab[];
  /** what stands in a tab, below what is there anyway */
  shown(tab: Tab): ComponentChildren;
}

export function useBeyond(store: Store, pool: Pool): Beyond {
  const studies = useMemo(() => createStudies(store, pool), [store, pool]);
  useEffect(() => () => studies.dispose(), [studies]);
  const shown = (tab: Tab) => {
    if (tab === 'estimate') return <EstimatePanel store={store} studies={studies} />;
    if (tab === 'limits') return <SearchPanel store={store} studies={studies} />;
    if (tab === 'stream') return <StreamPanel store={store} studies={studies} />;
    return null;
  };
  return { lacks: [], shown };
}
