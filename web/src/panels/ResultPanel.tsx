import './ResultPanel.css';
import { useId } from 'preact/hooks';
import type { Packed } from 'tuplepack';
import { Tile } from '../controls/Tile';
import type { LoadedData, PlanResult, Store } from '../store';
import { resultText as text } from '../text/result';
import { OptimalityNote } from './OptimalityNote';
import { PaddingBars } from './PaddingBars';
import { PinnedComparison } from './PinnedComparison';

function Tiles({ packed, loaded, seconds }: { packed: PlanResult; loaded: LoadedData; seconds: number }) {
  const { metrics, bound, gap } = packed;
  const { components } = packed.histogram;
  const factors = components.map(
    (_, c) => (loaded.stats.items * (loaded.stats.largest[c] ?? 0)) / (metrics.packs * (packed.limits[c] ?? 1)),
  );
  const known = gap === 0 ? text.optimal : text.gap(gap, gap / Math.max(1, bound.packs));
  return (
    <>
      <dl class="tiles">
        <Tile
          name={text.packsName}
          value={text.whole(metrics.packs)}
          {...(metrics.paddingPacks > 0 ? { help: text.paddingPacks(metrics.paddingPacks) } : {})}
        />
        {components.map((component, c) => (
          <Tile
            key={component}
            name={text.efficiency(component)}
            value={text.percent(metrics.efficiency[c] ?? 0)}
            help={text.efficiencyHelp(packed.totals[c] ?? 0, packed.limits[c] ?? 0)}
          />
        ))}
        <Tile name={text.factor} value={metrics.packingFactor.toFixed(2)} help={text.factorHelp(metrics.depthUsed)} />
        <Tile
          name={text.bound}
          value={text.whole(bound.packs)}
          help={text.boundBy(known, bound.name, bound.component)}
          good={gap === 0}
        />
        <Tile name={text.time} value={text.duration(seconds)} />
      </dl>
      <p class="result-made">
        {text.made(packed.method, usesHeuristic(packed) ? packed.heuristic : null, packed.distribute)}
        {packed.request.method !== packed.method && text.chosen(packed.request.method)}.
        {metrics.packs > 0 && ` ${text.saves(components, factors)}`}
        {packed.overlong.items > 0 && ` ${text.overlong(packed.overlong.items)}`}
      </p>
    </>
  );
}

/** With one component all heuristics give the same order. */
function usesHeuristic(packed: Packed): boolean {
  return packed.histogram.components.length > 1 && packed.method !== 'none';
}

/** The metrics of the plan, and how far it can be from optimal. */
export function ResultPanel({ store }: { store: Store }) {
  const heading = useId();
  const loaded = store.loaded.value.value;
  const { value: packed, error, running, ended, seconds } = store.packed.value;
  const searching = store.searching.value;
  if (!loaded) return <p class="result-empty">{text.empty}</p>;
  const stale = error !== null || packed?.limits.length !== loaded.stats.largest.length;
  return (
    <section class="result-panel" aria-labelledby={heading} aria-busy={running}>
      <header>
        <h2 id={heading}>{text.heading}</h2>
        <p class="unseen" role="status">
          {packed && !stale ? text.status(packed.metrics.packs, packed.items, packed.gap) : ''}
        </p>
        <div class="result-running">
          {running && (
            <span class="appears-late">
              {searching ? text.searching(searching.step, searching.packs, searching.bound) : text.working}
              <button type="button" onClick={() => store.cancel('packed')}>
                {text.cancel}
              </button>
            </span>
          )}
        </div>
        <button type="button" disabled={!packed || stale} title={text.pinHelp} onClick={() => store.pin()}>
          {text.pin}
        </button>
      </header>
      {error && (
        <p class="result-error" role="alert">
          {error.message}
          {error.code === 'item_over_limit' && `. ${text.overLimitHint}`}
        </p>
      )}
      {ended && !packed && <p role="status">{text.endedEmpty}</p>}
      {packed && !stale && (
        <>
          <Tiles packed={packed} loaded={loaded} seconds={seconds} />
          <OptimalityNote store={store} packed={packed} />
          <PaddingBars
            stats={loaded.stats}
            packed={packed}
            components={packed.histogram.components}
            limits={packed.limits}
          />
          <PinnedComparison store={store} packed={packed} />
        </>
      )}
    </section>
  );
}
