import './style.css';
import './Playground.css';
import type { ReadonlySignal, Signal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { Pool } from './engine/pool';
import { createPlanExporter } from './export/planExporter';
import { DataPanel } from './panels/DataPanel';
import { Header } from './panels/Header';
import { HistogramPanel } from './panels/HistogramPanel';
import { lazyPanel } from './panels/lazyPanel';
import { PackView, type TrainPack } from './panels/PackView';
import { ResultPanel } from './panels/ResultPanel';
import { SettingsPanel } from './panels/SettingsPanel';
import { StrategiesPanel } from './panels/StrategiesPanel';
import { Tabs } from './panels/Tabs';
import type { Section } from './sections';
import { useSiteOnly } from './siteOnly';
import { type Tab, tabs } from './state/state';
import type { Store } from './store';
import { appText as text } from './text/app';
import { resolveTheme, type Theme } from './theme';

const ComparePanel = lazyPanel(async () => (await import('./panels/ComparePanel')).ComparePanel);
const LimitsPanel = lazyPanel(async () => (await import('./panels/LimitsPanel')).LimitsPanel);
const ExportPanel = lazyPanel(async () => (await import('./panels/ExportPanel')).ExportPanel);

/** Content of the tabs that every build has. */
function TabContent({ tab, store, pool, linked }: { tab: Tab; store: Store; pool: Pool; linked: boolean }) {
  const exporter = useMemo(() => createPlanExporter(store, pool), [store, pool]);
  const trainPack = useMemo<TrainPack>(
    () => async (lengths, capacity, how, signal) =>
      (await pool.run('trainPack', [lengths, capacity, how], { signal })).returned,
    [pool],
  );
  switch (tab) {
    case 'plan':
      return (
        <div class="app-plan">
          <StrategiesPanel store={store} />
          <PackView store={store} trainPack={trainPack} />
        </div>
      );
    case 'compare':
      return <ComparePanel store={store} />;
    case 'limits':
      return <LimitsPanel store={store} />;
    case 'export':
      return <ExportPanel store={store} exporter={exporter} linked={linked} />;
    default:
      return null;
  }
}

/** The whole playground. */
export function Playground({
  store,
  pool,
  hide,
  theme,
  linked,
  problem,
}: {
  store: Store;
  pool: Pool;
  hide: ReadonlySet<Section>;
  theme: Signal<Theme>;
  /** whether the URL of the page reflects the state */
  linked: boolean;
  /** error in the link or the attributes; empty: none */
  problem: ReadonlySignal<string>;
}) {
  const resolved = useMemo(() => resolveTheme(theme), [theme]);
  const heuristicsOf = useMemo(
    () => async (components: string[]) => (await pool.run('heuristics', [components])).returned,
    [pool],
  );
  const shown = (section: Section) => !hide.has(section);
  const siteOnly = useSiteOnly(store, pool);
  const shownTabs = tabs.filter((tab) => shown(tab) && !siteOnly.missingTabs.includes(tab));
  const tab = shownTabs.includes(store.state.value.tab) ? store.state.value.tab : shownTabs[0];
  const Main = linked ? 'main' : 'div'; // an embedding page has a main element of its own
  const hasSide = shown('data') || shown('settings');
  const otherSidebar = tab ? siteOnly.sidebar(tab, shown) : null;
  const isPacking = otherSidebar === null;
  return (
    <div class="tuplepack" data-theme={resolved.value}>
      <div class="app">
        {shown('header') && (
          <Header
            store={store}
            theme={theme.value}
            linked={linked}
            onTheme={(chosen) => {
              theme.value = chosen;
            }}
          />
        )}
        {problem.value && (
          <p class="app-blocked" role="alert">
            {text.wrongLink(problem.value)}
          </p>
        )}
        {store.blocked.value && (
          <div class="app-blocked" role="alert">
            <p>{text.blocked[store.blocked.value.reason]}</p>
            <p>{text.blockedCause(store.blocked.value.message)}</p>
          </div>
        )}
        <Main class={hasSide ? 'app-columns' : 'app-main'}>
          {hasSide && (
            <div class="app-side">
              {otherSidebar}
              {isPacking && shown('data') && (
                <div class="app-card">
                  <DataPanel store={store} />
                </div>
              )}
              {isPacking && shown('settings') && (
                <div class="app-card">
                  <SettingsPanel store={store} heuristicsOf={heuristicsOf} />
                </div>
              )}
            </div>
          )}
          <div class="app-main">
            {isPacking && shown('result') && (
              <div class="app-card">
                <ResultPanel store={store} />
              </div>
            )}
            {isPacking && shown('histogram') && (
              <div class="app-card">
                <HistogramPanel store={store} />
              </div>
            )}
            {tab && (
              <div class="app-card">
                <Tabs tabs={shownTabs} chosen={tab} onChoose={(chosen) => store.update({ tab: chosen })}>
                  <TabContent {...{ tab, store, pool, linked }} />
                  {siteOnly.tabContent(tab)}
                </Tabs>
              </div>
            )}
          </div>
        </Main>
      </div>
    </div>
  );
}
