import './style.css';
import './Playground.css';
import type { Signal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import type { Pool } from '../engine/pool';
import { type Section, tabs } from '../state/state';
import type { Store } from '../store/store';
import { createTemporalStore } from '../store/temporal';
import { DataBar } from '../views/data/DataBar';
import { ResultPanel } from '../views/result/ResultPanel';
import { SettingsPanel } from '../views/settings/SettingsPanel';
import { Header } from './Header';
import { NoResult, refusalOf } from './NoResult';
import { resolveTheme, type Theme } from './theme';
import { Tabs, TemporalSidebar, View } from './views';
import { appText as text } from './words';

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
  const shown = (section: Section) => !hide.has(section);
  const temporal = useMemo(() => createTemporalStore(store, pool), [store, pool]);
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
              <SettingsPanel store={store} pool={pool} />
            </div>
          )}
          {!isPacking && <TemporalSidebar {...{ store, temporal }} isShown={shown} />}
          {tab && (
            <div class={isPacking || refusal ? 'app-card app-views' : 'app-card app-result'}>
              {isPacking ? (
                <Tabs tabs={views} chosen={tab} onChoose={(next) => store.update({ tab: next })}>
                  <View {...{ tab, store, pool, temporal, linked }} />
                </Tabs>
              ) : (
                <View {...{ tab, store, pool, temporal, linked }} />
              )}
            </div>
          )}
        </Main>
      </div>
    </div>
  );
}
