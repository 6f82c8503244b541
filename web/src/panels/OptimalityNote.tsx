import { searches } from '../state/coreTables';
import type { PlanResult, Store } from '../store';
import { resultText as text } from '../text/result';

const searcher = 'optimal';

/** Why the search or packing stopped early; empty if it did not. */
function endOf(store: Store, { gap, request }: PlanResult): string {
  const { running, ended, seconds } = store.packed.value;
  if (ended) return store.isCurrent.value && searches(request.method ?? '') ? text.endedSearch : text.endedBefore;
  const { timeLimit } = request;
  return !running && gap > 0 && timeLimit !== undefined && seconds >= timeLimit ? text.atTimeLimit(timeLimit) : '';
}

/** How far the plan can be from optimal, how the search ended, and a button to search. */
export function OptimalityNote({ store, packed }: { store: Store; packed: PlanResult }) {
  const { bound, gap, metrics, request } = packed;
  const end = endOf(store, packed);
  const canSearch = store.tables.value?.methods.some(({ name }) => name === searcher);
  return (
    <p class="result-optimum">
      {end && <strong>{end} </strong>}
      {gap === 0 ? text.none : text.between(bound.packs, metrics.packs)}{' '}
      {gap > 0 && canSearch && !searches(request.method ?? '') && (
        <button type="button" onClick={() => store.update({ method: searcher })}>
          {text.searchOn}
        </button>
      )}
    </p>
  );
}
