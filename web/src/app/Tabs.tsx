import type { ComponentChildren } from 'preact';
import { useId, useRef } from 'preact/hooks';
import type { Tab } from '../store/state';
import { appText as text } from './words';

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
