import './TemporalSidebar.css';
import type { Section } from '../sections';
import type { Store } from '../store';
import type { TemporalStore } from '../temporalStore';
import { TemporalData } from './TemporalData';
import { TemporalSettings } from './TemporalSettings';

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
      {isShown('settings') && (
        <div class="app-card">
          <TemporalSettings store={store} temporal={temporal} />
        </div>
      )}
    </>
  );
}
