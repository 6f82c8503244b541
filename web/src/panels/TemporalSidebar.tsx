import './TemporalSidebar.css';
import type { Section } from '../sections';
import type { Store } from '../store';
import type { TemporalStore } from '../temporalStore';
import { TemporalChoices } from './TemporalChoices';
import { TemporalData } from './TemporalData';

/** Interactions and the bound of their batches, in place of the data and choices of packing. */
export function TemporalSidebar({
  store,
  temporal,
  isShown,
}: {
  store: Store;
  temporal: TemporalStore;
  isShown: (section: Section) => boolean;
}) {
  return (
    <>
      {isShown('data') && (
        <div class="app-card">
          <TemporalData store={store} temporal={temporal} />
        </div>
      )}
      {isShown('choices') && (
        <div class="app-card">
          <TemporalChoices store={store} temporal={temporal} />
        </div>
      )}
    </>
  );
}
