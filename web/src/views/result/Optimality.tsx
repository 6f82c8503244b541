import { Button } from '../../controls/buttons';
import { counted, percent, whole } from '../../controls/format';
import { useCalculated } from '../../controls/useCalculated';
import { quickMethod, searches } from '../../engine/coreTables';
import type { Pool } from '../../engine/pool';
import { resultOf } from '../../engine/refused';
import type { PlanResult } from '../../state/requests';
import type { LoadedData } from '../../store/loading';
import type { Store } from '../../store/store';
import { badlyFilled, harmonicMean, proportionalLimits } from './efficiency';

const searcher = 'optimal';

/** The time limit that ended the search; null if something else did. */
function limitReached(store: Store, { gap, request: { timeLimit } }: PlanResult): number | null {
  const { running, ended, seconds } = store.packed.value;
  const isTimeUp = !running && !ended && gap > 0 && timeLimit !== undefined && seconds >= timeLimit;
  return isTimeUp ? timeLimit : null;
}

/** Why the search or packing stopped early; empty if it did not. */
export function endOf(store: Store, plan: PlanResult): string {
  if (store.packed.value.ended) {
    return store.isCurrent.value
      ? 'Search cancelled: this is the best plan so far.'
      : 'Packing cancelled: this plan is for the previous settings.';
  }
  const limit = limitReached(store, plan);
  return limit === null ? '' : `The search reached its time limit of ${limit} s.`;
}

/** Seconds that the search may take when it is started again. */
const longerThan = (limit: number) => Math.max(1, Math.round(10 * limit));

/** How far the plan can be from optimal, how the search ended, and a button to search. */
export function OptimalityBar({ store, plan }: { store: Store; plan: PlanResult }) {
  const { bound, gap, metrics, request } = plan;
  const end = endOf(store, plan);
  const limit = limitReached(store, plan);
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
        {gap === 0
          ? 'Proven optimal: '
          : `At most ${counted(gap, 'pack')} (${percent(gap / Math.max(1, bound.packs))}) from optimal: `}
        every plan needs at least {counted(gap === 0 ? needed : bound.packs, 'pack')}.{' '}
        {gap > 0 && canSearch && !searches(request.method ?? '') && (
          <Button onClick={() => store.update({ method: searcher })}>Search for an optimal plan</Button>
        )}
        {limit !== null && (
          <Button onClick={() => store.update({ timeLimit: longerThan(limit) })}>
            Continue the search (up to {longerThan(limit)} s)
          </Button>
        )}
      </p>
    </div>
  );
}

/** What a suggestion has to gain, in the harmonic mean. */
const worthwhile = 0.1;
/** Good enough to stop looking. */
const enough = 0.85;
/** Milliseconds without a newer plan before anything is computed. */
const rest = 300;

/** Packs at the candidates and keeps the best by the harmonic mean of its efficiency, unless it gains too little. */
async function suggest(pool: Pool, { histogram, stats }: LoadedData, plan: PlanResult, signal: AbortSignal) {
  await new Promise((resume) => setTimeout(resume, rest));
  signal.throwIfAborted();
  let best = { plan, limits: plan.limits, efficiency: harmonicMean(plan.metrics.efficiency) + worthwhile };
  for (const limits of proportionalLimits(stats)) {
    const { timeLimit: _, ...request } = plan.request;
    const asked = { ...request, limits, method: quickMethod };
    const { value } = await resultOf(pool.run('packMetrics', [histogram, asked], { signal, background: true }));
    const efficiency = value ? harmonicMean(value.value.metrics.efficiency) : 0;
    if (efficiency > best.efficiency) best = { plan, limits, efficiency };
    if (best.efficiency >= enough) break;
  }
  return best.limits === plan.limits ? null : best;
}

/** Says which component is badly filled, and offers limits that fill it. */
export function BadlyFilled({ store, plan }: { store: Store; plan: PlanResult }) {
  const loaded = store.loaded.value.value;
  const component = badlyFilled(plan);
  const suggestion = useCalculated(
    (signal) => (component === null || !loaded ? null : suggest(store.pool, loaded, plan, signal)),
    [plan, loaded],
  );
  if (component === null) return null;
  const offered = suggestion?.plan === plan ? suggestion : null;
  return (
    <p class="panel-error panel-warning">
      {plan.histogram.components[component]} is only {percent(plan.metrics.efficiency[component] ?? 0)} full.
      {offered && (
        <>
          {' '}
          {offered.limits.map(whole).join(' × ')} would give {percent(offered.efficiency)}.{' '}
          <Button onClick={() => store.update({ limits: offered.limits, strategy: null })}>Use these limits</Button>
        </>
      )}
    </p>
  );
}
