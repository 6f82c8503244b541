import { searches } from '../../store/coreTables';
import type { PlanResult } from '../../store/requests';
import type { Store } from '../../store/store';
import { badlyFilled } from './betterLimits';
import { resultText as text } from './words';

const searcher = 'optimal';

/** Why the search or packing stopped early; empty if it did not. */
function endOf(store: Store, { gap, request }: PlanResult): string {
  const { running, ended, seconds } = store.packed.value;
  if (ended) return store.isCurrent.value && searches(request.method ?? '') ? text.endedSearch : text.endedBefore;
  const { timeLimit } = request;
  return !running && gap > 0 && timeLimit !== undefined && seconds >= timeLimit ? text.atTimeLimit(timeLimit) : '';
}

/** How far the plan can be from optimal, how the search ended, and a button to search. */
export function OptimalityBar({ store, plan }: { store: Store; plan: PlanResult }) {
  const { bound, gap, metrics, request } = plan;
  const end = endOf(store, plan);
  const needed = metrics.packs - metrics.paddingPacks;
  const canSearch = store.tables.value?.methods.some(({ name }) => name === searcher);
  const isGood = gap === 0 && badlyFilled(plan) === null;
  return (
    <div class="result-optimality">
      <span class="result-bound" aria-hidden="true">
        <span
          class={isGood ? 'result-bound-proven result-bound-good' : 'result-bound-proven'}
          style={{ width: `${(100 * bound.packs) / Math.max(1, needed)}%` }}
        />
      </span>
      <p>
        {end && <strong>{end} </strong>}
        {gap === 0 ? text.proven(needed) : text.gap(gap, gap / Math.max(1, bound.packs), bound.packs)}{' '}
        {gap > 0 && canSearch && !searches(request.method ?? '') && (
          <button type="button" onClick={() => store.update({ method: searcher })}>
            {text.searchOn}
          </button>
        )}
      </p>
    </div>
  );
}
