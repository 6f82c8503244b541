/** What the site has beyond a plan. The element leaves it out: its build puts embed/siteOnly.ts in place of this file. */
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { createAnalyses } from './createAnalyses';
import { createTemporalStore } from './createTemporalStore';
import type { Pool } from './engine/pool';
import { lazyPanel } from './panels/lazyPanel';
import type { Section } from './sections';
import type { Tab } from './state/state';
import type { Store } from './store';

const EstimatePanel = lazyPanel(async () => (await import('./panels/EstimatePanel')).EstimatePanel);
const SearchPanel = lazyPanel(async () => (await import('./panels/SearchPanel')).SearchPanel);
const StreamPanel = lazyPanel(async () => (await import('./panels/StreamPanel')).StreamPanel);
const TemporalPanel = lazyPanel(async () => (await import('./panels/TemporalPanel')).TemporalPanel);
const TemporalSidebar = lazyPanel(async () => (await import('./panels/TemporalSidebar')).TemporalSidebar);

export interface SiteOnly {
  /** tabs that are not there */
  missingTabs: readonly Tab[];
  /** what stands in a tab, below what is there anyway */
  tabContent(tab: Tab): ComponentChildren;
  /** what stands beside a tab of another subject than packing, in place of data and choices; null: it is of packing */
  sidebar(tab: Tab, isShown: (section: Section) => boolean): ComponentChildren | null;
}

export function useSiteOnly(store: Store, pool: Pool): SiteOnly {
  const analyses = useMemo(() => createAnalyses(store, pool), [store, pool]);
  const temporal = useMemo(() => createTemporalStore(store, pool), [store, pool]);
  useEffect(() => () => analyses.dispose(), [analyses]);
  useEffect(() => () => temporal.dispose(), [temporal]);
  const tabContent = (tab: Tab) => {
    if (tab === 'estimate') return <EstimatePanel store={store} analyses={analyses} />;
    if (tab === 'limits') return <SearchPanel store={store} analyses={analyses} />;
    if (tab === 'stream') return <StreamPanel store={store} analyses={analyses} />;
    if (tab === 'temporal') return <TemporalPanel store={store} temporal={temporal} />;
    return null;
  };
  const sidebar = (tab: Tab, isShown: (section: Section) => boolean) =>
    tab === 'temporal' ? <TemporalSidebar {...{ store, temporal, isShown }} /> : null;
  return { missingTabs: [], tabContent, sidebar };
}
