import './result.css';
import { Elapsed } from '../../controls/Elapsed';
import type { Pool } from '../../engine/pool';
import type { LoadedData } from '../../store/loading';
import type { PlanResult } from '../../store/requests';
import type { Store } from '../../store/store';
import { BadlyFilled } from './BadlyFilled';
import { Figures } from './Figures';
import { OptimalityBar } from './OptimalityBar';
import { PackingPicture } from './PackingPicture';
import { PinnedComparison } from './PinnedComparison';
import { resultText as text } from './words';

/** How many times less there is to compute when packed, in the component that gains least. */
function savings({ stats }: LoadedData, { metrics, limits }: PlanResult): number {
  const factors = limits.map((limit, c) => (stats.items * (stats.largest[c] ?? 0)) / (metrics.packs * limit));
  return Math.min(...factors);
}

/** What packing gains, in one sentence. */
function Headline({ loaded, plan }: { loaded: LoadedData; plan: PlanResult }) {
  const times = savings(loaded, plan);
  if (!(times >= 1.05)) return <h2 class="result-headline">{text.noGain}</h2>;
  const [before, after] = text.gain;
  return (
    <h2 class="result-headline">
      {before} <em>{text.times(times)}</em> {after}
    </h2>
  );
}

/** The progress of packing, and the button to stop it. */
function Working({ store }: { store: Store }) {
  const searching = store.searching.value;
  const { running, began } = store.packed.value;
  return (
    <div class="result-running">
      {running && (
        <span class="appears-late">
          {searching ? text.searching(searching.step, searching.packs, searching.bound) : text.working}
          {searching && <Elapsed began={began} limit={store.state.value.timeLimit} />}
          <button type="button" onClick={() => store.cancel('packed')}>
            {text.cancel}
          </button>
        </span>
      )}
    </div>
  );
}

/** What packing gains, the plan as a picture and in figures, and how far it can be from optimal. */
export function ResultPanel({ store, pool }: { store: Store; pool: Pool }) {
  const loaded = store.loaded.value.value;
  const { value: plan, error, running, ended, seconds } = store.packed.value;
  if (!loaded) return <p class="result-empty">{text.empty}</p>;
  const stale = error !== null || plan?.limits.length !== loaded.stats.largest.length;
  return (
    <section class="result-panel" aria-label={text.heading} aria-busy={running}>
      <header>
        {plan && !stale ? <Headline loaded={loaded} plan={plan} /> : <h2>{text.heading}</h2>}
        <p class="unseen" role="status">
          {plan && !stale ? text.status(plan.metrics.packs, plan.items, plan.gap) : ''}
        </p>
        <Working store={store} />
        <button type="button" disabled={!plan || stale} title={text.pinHelp} onClick={() => store.pin()}>
          {text.pin}
        </button>
      </header>
      {error && (
        <p class="result-error" role="alert">
          {error.message}
          {error.code === 'item_over_limit' && `. ${text.overLimitHint}`}
        </p>
      )}
      {ended && !plan && <p role="status">{text.endedEmpty}</p>}
      {plan && !stale && (
        <>
          <PackingPicture pool={pool} loaded={loaded} plan={plan} />
          <Figures plan={plan} seconds={seconds} />
          <OptimalityBar store={store} plan={plan} />
          <BadlyFilled store={store} pool={pool} plan={plan} />
          <PinnedComparison store={store} packed={plan} />
        </>
      )}
    </section>
  );
}
