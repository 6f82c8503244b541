import { harmonicMean } from '../../charts/harmonicMean';
import type { PlanResult } from '../../store/requests';
import { resultText as text } from './words';

function Figure({ name, value, main = false }: { name: string; value: string; main?: boolean }) {
  return (
    <div class={main ? 'result-figure result-figure-main' : 'result-figure'}>
      <dd>{value}</dd>
      <dt>{name}</dt>
    </div>
  );
}

/** Packs and efficiency large; how the plan was made, and in which time, in small print. */
export function Figures({ plan, seconds }: { plan: PlanResult; seconds: number }) {
  const { metrics, bound, limits, items, overlong } = plan;
  const { components } = plan.histogram;
  const several = components.length > 1;
  return (
    <>
      <dl class="result-figures">
        <Figure name={text.packsFor(items)} value={text.whole(metrics.packs)} main />
        {several && <Figure name={text.harmonicMean} value={text.percent(harmonicMean(metrics.efficiency))} main />}
        {components.map((component, c) => (
          <Figure
            key={component}
            name={text.filled(component, limits[c] ?? 0)}
            value={text.percent(metrics.efficiency[c] ?? 0)}
            main={!several}
          />
        ))}
      </dl>
      <p class="result-made">
        {text.made(plan, several)} · {text.perPack(metrics.packingFactor, metrics.depthUsed)} ·{' '}
        {text.boundBy(bound.packs, bound.name, bound.component)} · {text.duration(seconds)}
        {metrics.paddingPacks > 0 && ` · ${text.paddingPacks(metrics.paddingPacks)}`}
        {overlong.items > 0 && ` · ${text.overlong(overlong.items)}`}
      </p>
    </>
  );
}
