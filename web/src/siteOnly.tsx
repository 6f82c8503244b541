/** What only the site has. The build of the element replaces this file by embed/siteOnly.ts. */
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
  /** tabs that this build lacks */
  missingTabs: readonly Tab[];
  /** content of a tab, below what every build has */
  tabContent(tab: Tab): ComponentChildren;
  /** sidebar of a tab, in place of data and settings; null: those of packing */
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
