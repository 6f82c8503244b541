import './TimedSide.css';
import type { Area } from '../areas';
import type { Store } from '../store';
import type { Timed } from '../timed';
import { TimedChoices } from './TimedChoices';
import { TimedData } from './TimedData';

/** Interactions and the bound of their batches, in place of the data and choices of packing. */
export function TimedSide({ store, timed, isShown }: { store: Store; timed: Timed; isShown: (area: Area) => boolean }) {
  return (
    <>
      {isShown('data') && (
        <div class="app-card">
          <TimedData store={store} timed={timed} />
        </div>
      )}
      {isShown('choices') && (
        <div class="app-card">
          <TimedChoices store={store} timed={timed} />
        </div>
      )}
    </>
  );
}
