import './LimitsPanel.css';
import { useId, useMemo } from 'preact/hooks';
import { Chart } from '../../charts/Chart';
import { ProgressBar } from '../../controls/ProgressBar';
import { limitsOfCell, placeOfLimits } from '../../store/ranges';
import { limitsAsNumbers, sweepMethodOf } from '../../store/requests';
import type { AsyncState } from '../../store/runner';
import type { Store, SweepResult } from '../../store/store';
import { LimitsRanges } from './LimitsRanges';
import { LimitsTable } from './LimitsTable';
import { sweepChart, sweepMap } from './sweepChart';
import { cellsPerState } from './sweepTable';
import { limitsText as text } from './words';

/** Progress of the sweep. */
function Progress({ swept, cancel }: { swept: AsyncState<SweepResult>; cancel: () => void }) {
  const grid = swept.value?.grid;
  if (swept.error) {
    return (
      <p class="limits-progress limits-wrong" role="alert">
        {swept.error.message}
      </p>
    );
  }
  if (!swept.running) {
    return (
      <p class="limits-progress">
        {grid && text.done(cellsPerState(grid), grid.method, grid.refined.filter(Boolean).length, swept.seconds)}
      </p>
    );
  }
  return (
    <ProgressBar
      name={text.running(null)}
      text={text.running(swept.progress)}
      progress={swept.progress}
      began={swept.began}
      cancel={text.cancel}
      onCancel={cancel}
    />
  );
}

interface EfficienciesProps {
  data: string;
  components: string[];
  result: SweepResult;
  limits: number[];
  onChoose: (limits: number[]) => void;
}

function Efficiencies({ data, components, result, limits, onChoose }: EfficienciesProps) {
  const slice = placeOfLimits(result.ranges, limits).slice(2);
  const map = useMemo(() => sweepMap(result, slice), [result, slice.join()]);
  const { cellAt, ...picture } = useMemo(
    () => sweepChart({ data, components, result, limits }, map),
    [data, result, limits.join(), map],
  );
  const choose = (place: number) => {
    const isFeasible = result.grid.state[cellAt(place)] !== 0;
    if (isFeasible) onChoose(limitsOfCell(result.ranges, cellAt(place)));
    return isFeasible;
  };
  return <Chart {...picture} size={map ? 'high' : 'low'} onChoose={choose} />;
}

/** Efficiency over a grid of limits (Krell et al. 2022, Figure 5); a click applies limits. */
export function LimitsPanel({ store }: { store: Store }) {
  const heading = useId();
  const bestHelp = useId();
  const loaded = store.loaded.value.value;
  if (!loaded) return <p class="limits-panel-empty">{text.empty}</p>;

  const { components } = loaded.histogram;
  const swept = store.swept.value;
  const result = swept.value?.ranges.length === components.length ? swept.value : null;
  const gridMethod = sweepMethodOf(store.state.value).method ?? '';
  const limits = limitsAsNumbers(store.state.value.limits, loaded.stats);
  const choose = (chosen: number[]) => store.update({ limits: chosen });
  const best = result?.grid.best ?? null;
  const bestLimits = result && best !== null ? limitsOfCell(result.ranges, best) : null;
  return (
    <section class="limits-panel" aria-labelledby={heading}>
      <header>
        <h2 id={heading}>{text.heading}</h2>
        <p>{text.help}</p>
        {gridMethod !== store.state.value.method && <p>{text.instead(gridMethod)}</p>}
      </header>
      <LimitsRanges store={store} loaded={loaded} />
      <Progress swept={swept} cancel={() => store.cancel('swept')} />
      {result && (
        <>
          <Efficiencies data={loaded.title} {...{ components, result, limits }} onChoose={choose} />
          <p class="limits-best">
            <button
              type="button"
              aria-describedby={bestHelp}
              disabled={!bestLimits}
              onClick={() => bestLimits && choose(bestLimits)}
            >
              {text.useBest}
            </button>
            <span id={bestHelp}>
              {bestLimits && best !== null
                ? text.useBestHelp(components, bestLimits, result.grid.harmonicMean[best] ?? 0)
                : text.noBest}
            </span>
          </p>
          <LimitsTable {...{ components, result, limits }} onChoose={choose} />
        </>
      )}
    </section>
  );
}
