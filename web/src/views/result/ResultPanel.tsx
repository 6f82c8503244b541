import './result.css';
import type { PackedMetrics } from 'tuplepack';
import { DataTable } from '../../controls/DataTable';
import { percent, whole } from '../../controls/format';
import { ProgressBar } from '../../controls/Progress';
import type { Pool } from '../../engine/pool';
import type { PlanResult } from '../../state/requests';
import type { LoadedData } from '../../store/loading';
import type { Store } from '../../store/store';
import { harmonicMean } from './efficiency';
import { BadlyFilled, OptimalityBar } from './Optimality';
import { PackingPicture } from './PackingPicture';
import { resultText as text } from './words';

/** How many times less there is to compute when packed, in the component that gains least. */
function savings({ stats }: LoadedData, { metrics, limits }: PlanResult): number {
  const factors = limits.map((limit, c) => (stats.items * (stats.largest[c] ?? 0)) / (metrics.packs * limit));
  return Math.min(...factors);
}

/** What packing gains, in one sentence. */
function Headline({ loaded, plan }: { loaded: LoadedData; plan: PlanResult }) {
  const times = savings(loaded, plan);
  if (!(times >= 1.05)) return <h2 class="result-headline">Packing these data saves nothing at these limits</h2>;
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
  return (
    <div class="result-running">
      <ProgressBar
        work={store.packed.value}
        text={searching ? text.searching(searching.step, searching.packs, searching.bound) : 'Packing'}
        {...(searching && { limit: store.state.value.timeLimit })}
        onCancel={() => store.cancel('packed')}
      />
    </div>
  );
}

function Figure({ name, value, main = false }: { name: string; value: string; main?: boolean }) {
  return (
    <div class={main ? 'result-figure result-figure-main' : 'result-figure'}>
      <dd>{value}</dd>
      <dt>{name}</dt>
    </div>
  );
}

/** Packs and efficiency large; how the plan was made, and in which time, in small print. */
function Figures({ plan, seconds }: { plan: PlanResult; seconds: number }) {
  const { metrics, bound, limits, items, overlong } = plan;
  const { components } = plan.histogram;
  const several = components.length > 1;
  return (
    <>
      <dl class="result-figures">
        <Figure name={text.packsFor(items)} value={whole(metrics.packs)} main />
        {several && <Figure name="full (harmonic mean)" value={percent(harmonicMean(metrics.efficiency))} main />}
        {components.map((component, c) => (
          <Figure
            key={component}
            name={text.filled(component, limits[c] ?? 0)}
            value={percent(metrics.efficiency[c] ?? 0)}
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

/** Measures of both plans, and how they differ. */
function differences(a: PackedMetrics, b: PackedMetrics, components: string[], limits: [number[], number[]]) {
  const told = (name: string, first: string, second: string) => ({ name, a: first, b: second, difference: '' });
  const measured = (name: string, of: (packed: PackedMetrics) => number, show = whole, difference = text.signed) => ({
    name,
    a: show(of(a)),
    b: show(of(b)),
    difference: difference(of(b) - of(a)),
  });
  const listed = (values: number[]) => values.map(whole).join(' × ');
  const made = ({ method, heuristic, distribute }: PackedMetrics) => text.madeBy(method, heuristic, distribute);
  return [
    told('limits', listed(limits[0]), listed(limits[1])),
    told('method', made(a), made(b)),
    measured('packs', ({ metrics }) => metrics.packs),
    ...components.map((name, c) =>
      measured(`efficiency, ${name}`, ({ metrics }) => metrics.efficiency[c] ?? 0, percent, text.points),
    ),
    measured('lower bound', ({ bound }) => bound.packs),
    measured('gap', ({ gap }) => gap),
  ];
}

/** The pinned result next to the current one. */
function PinnedComparison({ store, packed }: { store: Store; packed: PlanResult }) {
  const pinned = store.pinned.value;
  const components = store.loaded.value.value?.histogram.components ?? [];
  if (!pinned || pinned.packed.metrics.efficiency.length !== components.length) return null;
  return (
    <div class="result-pinned">
      <DataTable
        titled
        caption="A (pinned) and B (current)"
        columns={[
          { name: 'measure', names: true, show: ({ name }) => name },
          { name: 'A (pinned)', show: ({ a }) => a },
          { name: 'B (current)', show: ({ b }) => b },
          { name: 'difference', show: ({ difference }) => difference },
        ]}
        rows={differences(pinned.packed, packed, components, [pinned.limits, packed.limits])}
        rowKey={({ name }) => name}
      />
      <button type="button" onClick={() => store.unpin()}>
        Remove A
      </button>
    </div>
  );
}

/** What packing gains, the plan as a picture and in figures, and how far it can be from optimal. */
export function ResultPanel({ store, pool }: { store: Store; pool: Pool }) {
  const loaded = store.loaded.value.value;
  const { value: plan, error, running, ended, seconds } = store.packed.value;
  if (!loaded) return <p class="panel-empty">Load data to see a plan.</p>;
  const stale = error !== null || plan?.limits.length !== loaded.stats.largest.length;
  return (
    <section class="result-panel" aria-label={text.heading} aria-busy={running}>
      <header>
        {plan && !stale ? <Headline loaded={loaded} plan={plan} /> : <h2>{text.heading}</h2>}
        <p class="unseen" role="status">
          {plan && !stale ? text.status(plan.metrics.packs, plan.items, plan.gap) : ''}
        </p>
        <Working store={store} />
        <button
          type="button"
          disabled={!plan || stale}
          title="Keep this result to compare it with later ones."
          onClick={() => store.pin()}
        >
          Pin as A
        </button>
      </header>
      {error && (
        <p class="panel-error" role="alert">
          {error.message}
          {error.code === 'item_over_limit' && `. ${text.overLimitHint}`}
        </p>
      )}
      {ended && !plan && <p role="status">Packing cancelled before a plan was found.</p>}
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
