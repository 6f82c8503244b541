/** The views and their tabs. Most have their code in files of their own. */

import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { Button } from '../controls/buttons';
import { type LazyPanel, lazyPanel } from '../controls/lazyPanel';
import type { Tab } from '../state/state';
import type { Store } from '../store/store';
import type { TemporalStore } from '../store/temporal';
import { PackView } from '../views/strategies/PackView';
import { StrategiesPanel } from '../views/strategies/StrategiesPanel';

const temporalSide = () => import('../views/temporal/TemporalSidebar');
export const TemporalData = lazyPanel(async () => (await temporalSide()).TemporalData);
export const TemporalSettings = lazyPanel(async () => (await temporalSide()).TemporalSettings);

interface ViewProps {
  store: Store;
  temporal: TemporalStore;
  linked: boolean;
}

/** What the tabs show. */
export const views: Record<Tab, LazyPanel<ViewProps>> = {
  plan: ({ store }) => (
    <div class="app-plan">
      <StrategiesPanel store={store} />
      <PackView store={store} />
    </div>
  ),
  limits: lazyPanel(async () => (await import('../views/limits/LimitsPanel')).LimitsPanel),
  compare: lazyPanel(async () => (await import('../views/compare/ComparePanel')).ComparePanel),
  estimate: lazyPanel(async () => (await import('../views/speedup/SpeedupPanel')).SpeedupPanel),
  stream: lazyPanel(async () => (await import('../views/streaming/StreamPanel')).StreamPanel),
  histogram: lazyPanel(async () => (await import('../views/sizes/SizesPanel')).SizesPanel),
  export: lazyPanel(async () => (await import('../views/export/ExportPanel')).ExportPanel),
  temporal: lazyPanel(async () => (await import('../views/temporal/TemporalPanel')).TemporalPanel),
};

/** Fetches the code of these views while the browser is idle, so that the first click on a tab does not wait for it. */
export function useCodeOf(tabs: readonly Tab[], isTime: boolean): void {
  useEffect(() => {
    if (!isTime) return;
    const sidebars = tabs.includes('temporal') ? [TemporalData, TemporalSettings] : [];
    const panels: readonly LazyPanel<never>[] = [...tabs.map((tab) => views[tab]), ...sidebars];
    const whenIdle = window.requestIdleCallback ?? setTimeout; // Safari has no idle callbacks
    whenIdle(() => {
      for (const { fetchCode } of panels) fetchCode?.().catch(() => {}); // a panel says so when it is shown
    });
  }, [isTime]);
}

const titles: Record<Tab, string> = {
  plan: 'Packs',
  limits: 'Limits',
  compare: 'Compare',
  estimate: 'Speed-up',
  stream: 'Streaming',
  histogram: 'Sizes',
  export: 'Export',
  temporal: 'Temporal interactions',
};

interface Props {
  tabs: readonly Tab[];
  chosen: Tab;
  onChoose: (tab: Tab) => void;
  children: ComponentChildren;
}

/** Tabs following the ARIA authoring practices: arrow keys move, only the selected tab is in the tab order. */
export function Tabs({ tabs, chosen, onChoose, children }: Props) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // on a phone they scroll sideways; scrollIntoView would scroll the page, too
    const [all, tab] = [list.current, list.current?.children[tabs.indexOf(chosen)]];
    if (!all || !(tab instanceof HTMLElement)) return;
    all.scrollLeft = tab.offsetLeft - all.offsetLeft - (all.clientWidth - tab.offsetWidth) / 2;
  }, [chosen]);
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
      <div class="app-tabs" role="tablist" aria-label="Views" tabIndex={-1} ref={list} onKeyDown={move}>
        {tabs.map((tab) => (
          <Button
            key={tab}
            role="tab"
            id={`${id}-${tab}`}
            aria-selected={tab === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={tab === chosen ? 0 : -1}
            onClick={() => onChoose(tab)}
          >
            {titles[tab]}
          </Button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${chosen}`}>
        {children}
      </div>
    </div>
  );
}
