import { useEffect, useState } from 'preact/hooks';
import { harmonicMean } from '../../charts/harmonicMean';
import type { Pool } from '../../engine/pool';
import type { LoadedData } from '../../store/loading';
import type { PlanResult } from '../../store/requests';
import type { Store } from '../../store/store';
import { badlyFilled, enough, proportionalLimits, worthwhile } from './betterLimits';
import { resultText } from './words';

const text = resultText.badlyFilled;

interface Suggestion {
  /** of this plan */
  plan: PlanResult;
  limits: number[];
  /** harmonic mean */
  efficiency: number;
}

/** Packs at the candidates and keeps the best, unless it gains too little. */
async function suggest(
  pool: Pool,
  { histogram, stats }: LoadedData,
  plan: PlanResult,
  signal: AbortSignal,
): Promise<Suggestion | null> {
  let best = { plan, limits: plan.limits, efficiency: harmonicMean(plan.metrics.efficiency) + worthwhile };
  for (const limits of proportionalLimits(stats)) {
    const { timeLimit: _, ...request } = plan.request;
    const asked = { ...request, limits, method: 'auto' };
    const { returned } = await pool.run('packMetrics', [histogram, asked], { signal, background: true });
    const efficiency = returned.value ? harmonicMean(returned.value.metrics.efficiency) : 0;
    if (efficiency > best.efficiency) best = { plan, limits, efficiency };
    if (best.efficiency >= enough) break;
  }
  return best.limits === plan.limits ? null : best;
}

/** Milliseconds without a newer plan before anything is computed. */
const rest = 300;

/** Says which component is badly filled, and offers limits that fill it. */
export function BadlyFilled({ store, pool, plan }: { store: Store; pool: Pool; plan: PlanResult }) {
  const [suggestion, setSuggestion] = useState<Suggestion | null>(null);
  const loaded = store.loaded.value.value;
  const component = badlyFilled(plan);
  useEffect(() => {
    if (component === null || !loaded) return;
    const control = new AbortController();
    const timer = setTimeout(() => {
      suggest(pool, loaded, plan, control.signal).then(setSuggestion, () => {}); // superseded
    }, rest);
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [pool, plan, loaded]);
  if (component === null) return null;
  const offered = suggestion?.plan === plan ? suggestion : null;
  return (
    <p class="result-warning">
      {text.share(plan.histogram.components[component] ?? '', plan.metrics.efficiency[component] ?? 0)}
      {offered && (
        <>
          {' '}
          {text.better(offered.limits, offered.efficiency)}{' '}
          <button type="button" onClick={() => store.update({ limits: offered.limits, strategy: null })}>
            {text.use}
          </button>
        </>
      )}
    </p>
  );
}
