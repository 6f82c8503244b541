import './TemporalSidebar.css';
import type { Section } from '../../store/state';
import type { Store } from '../../store/store';
import type { TemporalStore } from '../../store/temporal';
import { TemporalData } from './TemporalData';
import { TemporalSettings } from './TemporalSettings';

/** Data and settings of temporal interactions, in place of those of packing. */
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
    <div class="app-side app-side-cards">
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
    </div>
  );
}
