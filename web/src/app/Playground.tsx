import { Button } from '../controls/buttons';
import './style.css';
import './Playground.css';
import { type ReadonlySignal, type Signal, useComputed } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { HasLandmarks } from '../controls/Region';
import { eventPresets } from '../data/presets';
import { available, hostsOf } from '../data/sources';
import { searches, usualMethod } from '../engine/coreTables';
import { type Section, type State, tabs } from '../state/state';
import { chooseEvents } from '../store/choose';
import type { Store } from '../store/store';
import { createTemporalStore } from '../store/temporal';
import { DataBar } from '../views/data/DataBar';
import { ResultPanel } from '../views/result/ResultPanel';
import { SettingsPanel } from '../views/settings/SettingsPanel';
import { Compact, type CompactForm } from './Compact';
import { Header } from './Header';
import { NoResult, refusalOf } from './NoResult';
import type { Theme } from './theme';
import { Tabs, TemporalData, TemporalSettings, useCodeOf, views } from './views';

/** Why nothing can be computed. */
const blocked = {
  worker:
    'This page cannot start a web worker, so nothing can be computed. A content security policy or a browser setting ' +
    'forbids it: allow "worker-src blob:" for the embedded playground and "wasm-unsafe-eval" for its scripts.',
  module:
    'The WebAssembly module could not be loaded, so nothing can be computed. Check the network connection and that the ' +
    'content security policy allows "wasm-unsafe-eval", then reload the page.',
};

/** What temporal interactions open with: the first real ones, where the page has them. */
const exampleEvents = {
  kind: 'preset',
  name: available(eventPresets).find(({ text }) => !text)?.name ?? 'example',
} as const;

/** Asks before a link makes the browser contact another site. */
function Question({ store, asking, state }: { store: Store; asking: Signal<State | null>; state: State }) {
  const hosts = [...new Set(hostsOf([state.data, state.events]))].join(' and ');
  const answer = (isYes: boolean) => {
    asking.value = null;
    if (isYes) store.update(state);
  };
  return (
    <div class="row app-card app-question" role="alert">
      <p>This link loads data from {hosts}, which would learn that you opened it.</p>
      <Button onClick={() => answer(true)}>Load from {hosts}</Button>
      <Button onClick={() => answer(false)}>Do not load</Button>
    </div>
  );
}

/** Whether there has been something to see. Before, parts that come one after the other would push each other away. */
function useSettled(store: Store, isPacking: boolean): boolean {
  const settled = useRef(false);
  const isThere = useComputed(() => {
    const { value, error } = store.packed.value;
    const { data, method } = store.state.value;
    const isAwaited = data.kind !== 'none' && (method === usualMethod || !searches(method)); // others show their progress
    return value !== null || (error ?? store.loaded.value.error ?? store.blocked.value) !== null || !isAwaited;
  }).value;
  settled.current ||= isThere || !isPacking;
  return settled.current;
}

interface Props {
  store: Store;
  hide: ReadonlySignal<ReadonlySet<Section>>;
  /** null: the whole playground is shown */
  compact: ReadonlySignal<CompactForm | null>;
  theme: Signal<Theme>;
  /** whether the theme `auto` is dark */
  dark: ReadonlySignal<boolean>;
  /** whether the URL of the page reflects the state */
  linked: boolean;
  /** error in the link or the attributes; empty: none */
  problem: Signal<string>;
  /** the state of a link that loads data from another site; null: no link does */
  asking: Signal<State | null>;
}

/** Why the engine cannot run. */
function Blocked({ store }: { store: Store }) {
  const { value: why } = store.blocked;
  if (!why) return null;
  return (
    <div class="app-card app-blocked" role="alert">
      <p>{blocked[why.reason]}</p>
      {why.message && <p>Browser error: {why.message}</p>}
    </div>
  );
}

function Whole({ store, hide, theme, linked, problem, asking }: Props) {
  const shown = (section: Section) => !hide.value.has(section);
  const temporal = useMemo(() => createTemporalStore(store), [store]);
  useEffect(() => () => temporal.dispose(), [temporal]);
  const shownTabs = tabs.filter(shown);
  const packingTabs = shownTabs.filter((one) => one !== 'temporal');
  const chosen = useComputed(() => store.state.value.tab).value;
  const tab = shownTabs.includes(chosen) ? chosen : shownTabs[0];
  const isPacking = tab !== 'temporal';
  const [first] = packingTabs;
  const onTemporal = (on: boolean) => {
    const isEmpty = store.state.value.events.kind === 'none';
    if (on) store.update({ tab: 'temporal', ...(isEmpty && chooseEvents(exampleEvents)) });
    else store.update({ tab: first ?? 'plan' });
  };
  const mode = first && shown('temporal') ? { temporal: !isPacking, onTemporal } : null;
  const Main = linked ? 'main' : 'div'; // an embedding page has a main element of its own
  const mistake = linked ? null : problem;
  const { error } = isPacking ? store.loaded.value : temporal.opened.value;
  const refusal = refusalOf(mistake, shown('data') ? null : error);
  const ShownView = tab && views[tab];
  const view = ShownView && <ShownView {...{ store, temporal, linked }} />;
  const refused = refusal && (
    <NoResult store={store} problem={mistake} temporal={isPacking ? null : temporal} message={refusal} />
  );
  const result = (shown('data') || shown('result')) && (
    <>
      {shown('data') && <DataBar store={store} />}
      {shown('result') && <ResultPanel store={store} />}
    </>
  );
  const cards = isPacking
    ? {
        result: refused || result,
        side: shown('settings') && <SettingsPanel store={store} />,
        views: tab && (
          <Tabs tabs={packingTabs} chosen={tab} onChoose={(next) => store.update({ tab: next })}>
            {view}
          </Tabs>
        ),
      }
    : {
        data: shown('data') && <TemporalData {...{ store, temporal }} />,
        result: refused || view,
        side: shown('settings') && <TemporalSettings {...{ store, temporal }} />,
      };
  const isSettled = useSettled(store, isPacking);
  const hasSide = shown('settings') || (!isPacking && shown('data'));
  useCodeOf(shownTabs, useComputed(() => linked && store.packed.value.value !== null).value);
  return (
    <div class="app">
      {shown('header') && <Header {...{ store, theme, linked, mode }} />}
      {linked && problem.value && (
        <p class="app-card app-blocked" role="alert">
          Invalid link: {problem.value}
        </p>
      )}
      {asking.value && <Question store={store} asking={asking} state={asking.value} />}
      <Blocked store={store} />
      <Main class={`${hasSide ? 'app-columns' : 'app-main'}${isSettled ? '' : ' app-waiting'}`}>
        {Object.entries(cards).map(
          ([place, content]) =>
            content && (
              <div key={place} class={`app-card app-${place}`}>
                {content}
              </div>
            ),
        )}
      </Main>
    </div>
  );
}

/** The playground in its theme, whole or compact. */
export function Playground(props: Props) {
  const { store, compact, theme, dark, linked, problem } = props;
  const form = compact.value;
  const refusal = form && refusalOf(problem, store.loaded.value.error);
  return (
    <div
      class={form ? 'tuplepack tuplepack-compact' : 'tuplepack'}
      data-theme={theme.value === 'auto' ? (dark.value ? 'dark' : 'light') : theme.value}
    >
      <HasLandmarks.Provider value={linked}>
        {form ? (
          <div class="stack stack-close app-compact">
            <Blocked store={store} />
            {refusal ? <NoResult {...{ store, problem }} message={refusal} /> : <Compact store={store} {...form} />}
          </div>
        ) : (
          <Whole {...props} />
        )}
      </HasLandmarks.Provider>
    </div>
  );
}
