import './style.css';
import './Playground.css';
import type { Signal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import type { Pool } from '../engine/pool';
import { type Analyses, createAnalyses } from '../store/analyses';
import { type Section, type Tab, tabs } from '../store/state';
import type { Store } from '../store/store';
import { createTemporalStore, type TemporalStore } from '../store/temporal';
import { DataBar } from '../views/data/DataBar';
import { createPlanExporter } from '../views/export/planExporter';
import { ResultPanel } from '../views/result/ResultPanel';
import { SettingsPanel } from '../views/settings/SettingsPanel';
import { PackView, type TrainPack } from '../views/strategies/PackView';
import { StrategiesPanel } from '../views/strategies/StrategiesPanel';
import { Header } from './Header';
import { lazyPanel } from './lazyPanel';
import { NoResult, refusalOf } from './NoResult';
import { Tabs } from './Tabs';
import { resolveTheme, type Theme } from './theme';
import { appText as text } from './words';

const ComparePanel = lazyPanel(async () => (await import('../views/compare/ComparePanel')).ComparePanel);
const LimitsPanel = lazyPanel(async () => (await import('../views/limits/LimitsPanel')).LimitsPanel);
const EstimatePanel = lazyPanel(async () => (await import('../views/speedup/EstimatePanel')).EstimatePanel);
const SearchPanel = lazyPanel(async () => (await import('../views/limits/SearchPanel')).SearchPanel);
const StreamPanel = lazyPanel(async () => (await import('../views/streaming/StreamPanel')).StreamPanel);
const HistogramPanel = lazyPanel(async () => (await import('../views/sizes/HistogramPanel')).HistogramPanel);
const ExportPanel = lazyPanel(async () => (await import('../views/export/ExportPanel')).ExportPanel);
const TemporalPanel = lazyPanel(async () => (await import('../views/temporal/TemporalPanel')).TemporalPanel);
const TemporalSidebar = lazyPanel(async () => (await import('../views/temporal/TemporalSidebar')).TemporalSidebar);

interface TabProps {
  tab: Tab;
  store: Store;
  pool: Pool;
  analyses: Analyses;
  temporal: TemporalStore;
  linked: boolean;
}

function TabContent({ tab, store, pool, analyses, temporal, linked }: TabProps) {
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
      return (
        <>
          <LimitsPanel store={store} />
          <SearchPanel store={store} analyses={analyses} />
        </>
      );
    case 'estimate':
      return <EstimatePanel store={store} analyses={analyses} />;
    case 'stream':
      return <StreamPanel store={store} analyses={analyses} />;
    case 'histogram':
      return <HistogramPanel store={store} />;
    case 'temporal':
      return <TemporalPanel store={store} temporal={temporal} />;
    case 'export':
      return <ExportPanel store={store} exporter={exporter} linked={linked} />;
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
  problem: Signal<string>;
}) {
  const resolved = useMemo(() => resolveTheme(theme), [theme]);
  const heuristicsOf = useMemo(
    () => async (components: string[]) => (await pool.run('heuristics', [components])).returned,
    [pool],
  );
  const shown = (section: Section) => !hide.has(section);
  const analyses = useMemo(() => createAnalyses(store, pool), [store, pool]);
  const temporal = useMemo(() => createTemporalStore(store, pool), [store, pool]);
  useEffect(() => () => analyses.dispose(), [analyses]);
  useEffect(() => () => temporal.dispose(), [temporal]);
  const shownTabs = tabs.filter(shown);
  const views = shownTabs.filter((one) => one !== 'temporal');
  const chosen = store.state.value.tab;
  const tab = shownTabs.includes(chosen) ? chosen : shownTabs[0];
  const isPacking = tab !== 'temporal';
  const mode =
    views.length > 0 && views.length < shownTabs.length
      ? {
          temporal: !isPacking,
          onTemporal: (on: boolean) => store.update({ tab: on ? 'temporal' : (views[0] ?? 'plan') }),
        }
      : null;
  const Main = linked ? 'main' : 'div'; // an embedding page has a main element of its own
  const refusal = refusalOf({ store, temporal, isPacking, problem: linked ? null : problem, hidden: !shown('data') });
  return (
    <div class="tuplepack" data-theme={resolved.value}>
      <div class="app">
        {shown('header') && (
          <Header
            store={store}
            theme={theme.value}
            linked={linked}
            mode={mode}
            onTheme={(chosen) => {
              theme.value = chosen;
            }}
          />
        )}
        {linked && problem.value && (
          <p class="app-blocked" role="alert">
            {text.wrongLink(problem.value)}
          </p>
        )}
        {store.blocked.value && (
          <div class="app-blocked" role="alert">
            <p>{text.blocked[store.blocked.value.reason]}</p>
            {store.blocked.value.message && <p>{text.blockedCause(store.blocked.value.message)}</p>}
          </div>
        )}
        <Main class={shown('settings') || (!isPacking && shown('data')) ? 'app-columns' : 'app-main'}>
          {refusal && (
            <div class="app-card app-result">
              <NoResult {...refusal} />
            </div>
          )}
          {isPacking && !refusal && (shown('data') || shown('result')) && (
            <div class="app-card app-result">
              {shown('data') && <DataBar store={store} />}
              {shown('result') && <ResultPanel store={store} pool={pool} />}
            </div>
          )}
          {isPacking && shown('settings') && (
            <div class="app-card app-side">
              <SettingsPanel store={store} heuristicsOf={heuristicsOf} />
            </div>
          )}
          {!isPacking && <TemporalSidebar {...{ store, temporal }} isShown={shown} />}
          {tab && (
            <div class={isPacking || refusal ? 'app-card app-views' : 'app-card app-result'}>
              {isPacking ? (
                <Tabs tabs={views} chosen={tab} onChoose={(next) => store.update({ tab: next })}>
                  <TabContent {...{ tab, store, pool, analyses, temporal, linked }} />
                </Tabs>
              ) : (
                <TabContent {...{ tab, store, pool, analyses, temporal, linked }} />
              )}
            </div>
          )}
        </Main>
      </div>
    </div>
  );
}
