import { Button } from '../../controls/buttons';
import './result.css';
import type { ComponentChildren } from 'preact';
import type { PackedMetrics, TuplepackError } from 'tuplepack';
import { DataTable } from '../../controls/DataTable';
import { counted, percent, whole } from '../../controls/format';
import { ProgressBar } from '../../controls/Progress';
import { Region } from '../../controls/Region';
import { rowOfField, usualMethod } from '../../engine/coreTables';
import type { PlanResult } from '../../state/requests';
import { initialState, type Limit } from '../../state/state';
import type { LoadedData } from '../../store/loading';
import type { Store } from '../../store/store';
import { optionWords } from '../optionWords';
import { harmonicMean } from './efficiency';
import { Headline } from './Headline';
import { BadlyFilled, endOf, OptimalityBar } from './Optimality';
import { PackingPicture } from './PackingPicture';

/** The progress of packing or of the search, with the best plan and bound so far, and the button to stop it. */
function Working({ store }: { store: Store }) {
  const { step, packs, bound } = store.searching.value ?? {};
  const best = packs ? `best plan ${counted(packs, 'pack')}` : 'no plan yet';
  return (
    <ProgressBar
      work={store.packed.value}
      text={step === undefined ? 'Packing' : `Searching (${step}): ${best}, lower bound ${whole(bound ?? 0)}`}
      {...(step !== undefined && { limit: store.state.value.timeLimit })}
      onCancel={() => store.cancel('packed')}
    />
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

function madeBy({ method, heuristic, distribute }: PackedMetrics, usesHeuristic = true): string {
  return `${method}${usesHeuristic && heuristic ? `, heuristic ${heuristic}` : ''}${distribute ? ', distributed' : ''}`;
}

const duration = (seconds: number) =>
  seconds >= 1 ? `${seconds.toFixed(1)} s` : `${(seconds * 1000).toFixed(seconds < 0.01 ? 2 : 0)} ms`;

/** Packs and efficiency large; how the plan was made, and in which time, in small print. */
function Figures({ plan, seconds, children }: { plan: PlanResult; seconds: number; children: ComponentChildren }) {
  const { metrics, bound, limits, items, overlong, method, request } = plan;
  const { components } = plan.histogram;
  const several = components.length > 1;
  const chosenBy = request.method === method ? '' : ` (chosen by ${request.method ?? usualMethod})`;
  const smallPrint = [
    madeBy(plan, several && method !== 'none') + chosenBy + (plan.spread ? ', spread by vector-balancing' : ''),
    `${metrics.packingFactor.toFixed(2)} items per pack, at most ${whole(metrics.depthUsed)}`,
    `lower bound ${whole(bound.packs)} (${bound.name}${bound.component ? `, ${bound.component}` : ''})`,
    duration(seconds),
    metrics.paddingPacks > 0 && `including ${counted(metrics.paddingPacks, 'padding pack')}`,
    overlong.items > 0 && `${counted(overlong.items, 'item exceeds', 'items exceed')} a limit.`,
  ];
  return (
    <>
      <dl class="row result-figures">
        <Figure name={`packs for ${counted(items, 'item')}`} value={whole(metrics.packs)} main />
        {several && (
          <Figure name="utilization (harmonic mean)" value={percent(harmonicMean(metrics.efficiency))} main />
        )}
        {components.map((component, c) => (
          <Figure
            key={component}
            name={`${component} full (limit ${whole(limits[c] ?? 0)})`}
            value={percent(metrics.efficiency[c] ?? 0)}
            main={!several}
          />
        ))}
      </dl>
      <div class="row">
        <p class="result-made">{smallPrint.filter(Boolean).join(' · ')}</p>
        {children}
      </div>
    </>
  );
}

const signed = (value: number) => (value > 0 ? `+${whole(value)}` : whole(value).replace('-', '−'));
const points = (value: number) => `${value < 0 ? '−' : '+'}${Math.abs(100 * value).toFixed(2)} points`;

const listed = (limits: number[]) => limits.map(whole).join(' × ');

/** Measures of both plans, and how they differ. */
function differences(a: PlanResult, b: PlanResult, components: string[]) {
  const told = (name: string, first: string, second: string) => ({ name, a: first, b: second, difference: '' });
  const measured = (name: string, of: (packed: PackedMetrics) => number, show = whole, difference = signed) => ({
    name,
    a: show(of(a)),
    b: show(of(b)),
    difference: difference(of(b) - of(a)),
  });
  return [
    told('limits', listed(a.limits), listed(b.limits)),
    told('method', madeBy(a), madeBy(b)),
    measured('packs', ({ metrics }) => metrics.packs),
    ...components.map((name, c) =>
      measured(`efficiency, ${name}`, ({ metrics }) => metrics.efficiency[c] ?? 0, percent, points),
    ),
    measured('lower bound', ({ bound }) => bound.packs),
    measured('gap', ({ gap }) => gap),
  ];
}

/** The pinned result next to the current one. */
function PinnedComparison({ store, packed }: { store: Store; packed: PlanResult }) {
  const pinned = store.pinned.value;
  const components = store.loaded.value.value?.histogram.components ?? [];
  if (!pinned || pinned.limits.length !== components.length) return null;
  return (
    <div class="stack stack-close result-pinned">
      <DataTable
        titled
        caption="A (pinned) and B (current)"
        columns={[
          { name: 'measure', names: true, show: ({ name }) => name },
          { name: 'A (pinned)', show: ({ a }) => a },
          { name: 'B (current)', show: ({ b }) => b },
          { name: 'difference', show: ({ difference }) => difference },
        ]}
        rows={differences(pinned, packed, components)}
      />
      <Button onClick={() => store.unpin()}>Remove A</Button>
    </div>
  );
}

/** What can be done about items over a limit, as in the settings: to raise the limits, or what the core does with them. */
function Remedies({ store, loaded: { stats } }: { store: Store; loaded: LoadedData }) {
  const raise = (limit: Limit, c: number) => (limit === 'max' ? limit : Math.max(limit, stats.largest[c] ?? 1));
  // only items of one component can be split
  const others = stats.largest.length > 1 ? [initialState.overlong, 'split'] : [initialState.overlong];
  const policies = rowOfField.overlong.choices?.filter((policy) => !others.includes(policy)) ?? [];
  const titles: Readonly<Record<string, string>> = optionWords.overlong.titles;
  return (
    <span class="row panel-row">
      <Button onClick={() => store.update({ limits: store.state.value.limits.map(raise) })}>
        Raise the limits to the largest
      </Button>
      {policies.map((overlong) => (
        <Button key={overlong} onClick={() => store.update({ overlong })}>
          Items over a limit: {titles[overlong] ?? overlong}
        </Button>
      ))}
    </span>
  );
}

interface NoPlanProps {
  store: Store;
  loaded: LoadedData;
  error: TuplepackError;
  /** the plan of the settings before */
  before: PlanResult | null;
}

/** Why there is no plan for the settings, and what is shown instead. */
function NoPlan({ store, loaded, error, before }: NoPlanProps) {
  return (
    <div class="panel-error" role="alert">
      <p>
        {error.message}.{before && ` Below is still the plan for limits of ${listed(before.limits)}.`}
      </p>
      {error.code === 'item_over_limit' && <Remedies store={store} loaded={loaded} />}
    </div>
  );
}

interface ResultPanelProps {
  store: Store;
  /** no more than the gain, the picture, and what becomes of the plan */
  compact?: boolean;
}

/** What packing gains, the plan as a picture and in figures, and how far it can be from optimal. */
export function ResultPanel({ store, compact = false }: ResultPanelProps) {
  const loaded = store.loaded.value.value;
  const { value: plan, error, running, ended, seconds } = store.packed.value;
  if (!loaded) return <p class="panel-empty">Load data to see a plan.</p>;
  const shown = plan?.limits.length === loaded.stats.largest.length ? plan : null;
  const end = shown ? endOf(store, shown) : '';
  return (
    <Region class="stack result-panel" aria-label="Result" aria-busy={running}>
      <div class="heading row panel-row">
        {shown ? <Headline {...{ store, loaded }} plan={shown} /> : <h2>Result</h2>}
        <p class="unseen" role="status">
          {shown &&
            `${counted(shown.items, 'item')} in ${counted(shown.metrics.packs, 'pack')}${shown.gap === 0 ? ', proven optimal' : ''}`}
        </p>
        {!shown && <Working store={store} />}
      </div>
      {error && <NoPlan store={store} loaded={loaded} error={error} before={shown} />}
      {ended && !plan && <p role="status">Packing cancelled before a plan was found.</p>}
      {shown && <PackingPicture {...{ store, loaded, compact }} plan={shown} />}
      {shown && compact && (
        <>
          {end && <p role="status">{end}</p>}
          <Working store={store} />
        </>
      )}
      {shown && !compact && (
        <>
          <Figures plan={shown} seconds={seconds}>
            <Working store={store} />
            <Button
              disabled={error !== null}
              title="Keep this result to compare it with later ones."
              onClick={() => store.pin()}
            >
              Pin as A
            </Button>
          </Figures>
          <OptimalityBar store={store} plan={shown} />
          <BadlyFilled store={store} plan={shown} />
          <PinnedComparison store={store} packed={shown} />
        </>
      )}
    </Region>
  );
}
