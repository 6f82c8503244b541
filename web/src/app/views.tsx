/** The views and their tabs. Most load their code when they are first shown. */
import type { ComponentChildren, ComponentType } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { Pool } from '../engine/pool';
import type { Tab } from '../state/state';
import type { Store } from '../store/store';
import type { TemporalStore } from '../store/temporal';
import { PackView } from '../views/strategies/PackView';
import { StrategiesPanel } from '../views/strategies/StrategiesPanel';
import { appText as text } from './words';

/** A panel whose code is loaded when it is first shown; offers a retry on failure. */
function lazyPanel<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;
  return function LazyPanel(props: Props) {
    const [Panel, setPanel] = useState(() => loaded);
    const [failed, setFailed] = useState(false);
    useEffect(() => {
      if (Panel || failed) return;
      load().then(
        (found) => {
          loaded = found;
          setPanel(() => found);
        },
        () => setFailed(true),
      );
    }, [Panel, failed]);
    if (Panel) return <Panel {...props} />;
    if (!failed) return null;
    return (
      <p role="alert">
        {text.notFetched}{' '}
        <button type="button" onClick={() => setFailed(false)}>
          {text.tryAgain}
        </button>
      </p>
    );
  };
}

const ComparePanel = lazyPanel(async () => (await import('../views/compare/ComparePanel')).ComparePanel);
const LimitsPanel = lazyPanel(async () => (await import('../views/limits/LimitsPanel')).LimitsPanel);
const SpeedupPanel = lazyPanel(async () => (await import('../views/speedup/SpeedupPanel')).SpeedupPanel);
const SearchPanel = lazyPanel(async () => (await import('../views/limits/SearchPanel')).SearchPanel);
const StreamPanel = lazyPanel(async () => (await import('../views/streaming/StreamPanel')).StreamPanel);
const SizesPanel = lazyPanel(async () => (await import('../views/sizes/SizesPanel')).SizesPanel);
const ExportPanel = lazyPanel(async () => (await import('../views/export/ExportPanel')).ExportPanel);
const TemporalPanel = lazyPanel(async () => (await import('../views/temporal/TemporalPanel')).TemporalPanel);
export const TemporalSidebar = lazyPanel(
  async () => (await import('../views/temporal/TemporalSidebar')).TemporalSidebar,
);

interface ViewProps {
  tab: Tab;
  store: Store;
  pool: Pool;
  temporal: TemporalStore;
  linked: boolean;
}

/** What a tab shows. */
export function View({ tab, store, pool, temporal, linked }: ViewProps) {
  switch (tab) {
    case 'plan':
      return (
        <div class="app-plan">
          <StrategiesPanel store={store} />
          <PackView store={store} pool={pool} />
        </div>
      );
    case 'compare':
      return <ComparePanel store={store} />;
    case 'limits':
      return (
        <>
          <LimitsPanel store={store} />
          <SearchPanel store={store} />
        </>
      );
    case 'estimate':
      return <SpeedupPanel store={store} />;
    case 'stream':
      return <StreamPanel store={store} />;
    case 'histogram':
      return <SizesPanel store={store} />;
    case 'temporal':
      return <TemporalPanel store={store} temporal={temporal} />;
    case 'export':
      return <ExportPanel store={store} pool={pool} linked={linked} />;
  }
}

/** Tabs following the ARIA authoring practices: arrow keys move, only the selected tab is in the tab order. */
export function Tabs({
  tabs,
  chosen,
  onChoose,
  children,
}: {
  tabs: readonly Tab[];
  chosen: Tab;
  onChoose: (tab: Tab) => void;
  children: ComponentChildren;
}) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const at = (tabs.indexOf(chosen) + step + tabs.length) % tabs.length;
    onChoose(tabs[at] ?? chosen);
    (list.current?.children[at] as HTMLElement | undefined)?.focus();
  };
  return (
    <div>
      <div class="app-tabs" role="tablist" aria-label={text.tabsLabel} tabIndex={-1} ref={list} onKeyDown={move}>
        {tabs.map((tab) => (
          <button
            key={tab}
            type="button"
            role="tab"
            id={`${id}-${tab}`}
            aria-selected={tab === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={tab === chosen ? 0 : -1}
            onClick={() => onChoose(tab)}
          >
            {text.tabs[tab]}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${chosen}`}>
        {children}
      </div>
    </div>
  );
}
