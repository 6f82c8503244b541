import './limits.css';
import { useId, useMemo } from 'preact/hooks';
import { Chart } from '../../charts/Chart';
import { type Column, DataTable, numberColumn } from '../../controls/DataTable';
import { whole } from '../../controls/format';
import { Panel } from '../../controls/Panel';
import { Progress } from '../../controls/Progress';
import { cellCount, isSweepable, limitsOfCell, mostCells, placeOfLimits, suggestRanges } from '../../state/ranges';
import { limitsAsNumbers, sweepMethodOf } from '../../state/requests';
import type { SweepRange } from '../../state/state';
import type { SweepResult } from '../../store/analyses';
import type { LoadedData } from '../../store/loading';
import type { Store } from '../../store/store';
import { efficiencyColumns } from '../result/efficiency';
import { bestCells, cellsPerState, sweepChart, sweepMap } from './sweep';
import { type LimitsChoice, rowChoice } from './TargetResult';
import { limitsText as text } from './words';

const parts = ['first', 'last', 'step'] as const;

/** The error in the ranges; empty if none. */
function trouble(ranges: SweepRange[], components: string[]): string {
  const empty = ranges.findIndex(({ first, last }) => last < first);
  if (empty !== -1) return text.emptyRange(components[empty] ?? '');
  return isSweepable(ranges) ? '' : text.tooMany(mostCells);
}

/** The grid: first, last and step per component. */
function Ranges({ store, loaded }: { store: Store; loaded: LoadedData }) {
  const id = useId();
  const { components } = loaded.histogram;
  const suggested = suggestRanges(loaded.stats, components.length);
  const given = store.state.value.ranges;
  const ranges = given.length === components.length ? given : suggested;
  const wrong = trouble(ranges, components);

  const change = (component: number, part: (typeof parts)[number], input: HTMLInputElement) => {
    const value = Math.round(input.valueAsNumber);
    if (!(value >= 1)) {
      input.value = String(ranges[component]?.[part] ?? 1);
      return;
    }
    store.update({ ranges: ranges.map((range, c) => (c === component ? { ...range, [part]: value } : range)) });
  };
  return (
    <fieldset class="limits-ranges" aria-describedby={`${id}-help`}>
      <legend>Limits to try</legend>
      <small id={`${id}-help`}>{text.rangesHelp}</small>
      <div class="limits-ranges-grid">
        {ranges.map((range, component) => (
          <fieldset key={components[component]} class="limits-range">
            <legend>{components[component]}</legend>
            {parts.map((part) => (
              <label key={part}>
                {text[part]}
                <input
                  type="number"
                  inputMode="numeric"
                  min={1}
                  value={range[part]}
                  onChange={(event) => change(component, part, event.currentTarget)}
                />
              </label>
            ))}
          </fieldset>
        ))}
      </div>
      <p class="panel-row">
        <span role="status" class={wrong ? 'limits-wrong' : ''}>
          {wrong || text.cells(cellCount(ranges))}
        </span>
        <button type="button" aria-describedby={`${id}-suggest`} onClick={() => store.update({ ranges: [] })}>
          Suggest
        </button>
        <small id={`${id}-suggest`}>{text.suggestHelp}</small>
      </p>
    </fieldset>
  );
}

interface GridProps extends LimitsChoice {
  result: SweepResult;
}

function Efficiencies({ data, components, result, limits, onChoose }: GridProps & { data: string }) {
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

/** The ten best cells. */
function BestCells({ components, result, limits, onChoose }: GridProps) {
  const { ranges, grid } = result;
  const k = components.length;
  const cells = useMemo(() => bestCells(grid, 10), [grid]);
  const limitsOf = (cell: number) => limitsOfCell(ranges, cell);
  const columns: Column<number>[] = [
    ...components.map((name, c) => numberColumn(name, whole, (cell: number) => limitsOf(cell)[c] ?? 0)),
    numberColumn('packs', whole, (cell) => grid.packs[cell] ?? 0, true),
    ...efficiencyColumns(components, (cell: number) => [...grid.efficiency.subarray(cell * k, (cell + 1) * k)]),
  ];
  return (
    <DataTable
      titled
      caption="The ten best cells"
      columns={columns}
      rows={cells}
      rowKey={(cell) => cell}
      sortedBy={columns.length - 1}
      use={rowChoice({ components, limits, onChoose }, limitsOf)}
    />
  );
}

/** Efficiency over a grid of limits (Krell et al. 2022, Figure 5); a click applies limits. */
export function LimitsPanel({ store }: { store: Store }) {
  const bestHelp = useId();
  const loaded = store.loaded.value.value;
  if (!loaded) return <p class="panel-empty">Load data to find its best limits.</p>;

  const { components } = loaded.histogram;
  const swept = store.swept.value;
  const { running, error, seconds } = swept;
  const grid = swept.value?.grid;
  const result = swept.value?.ranges.length === components.length ? swept.value : null;
  const gridMethod = sweepMethodOf(store.state.value).method ?? '';
  const limits = limitsAsNumbers(store.state.value.limits, loaded.stats);
  const choose = (chosen: number[]) => store.update({ limits: chosen });
  const best = result?.grid.best ?? null;
  const bestLimits = result && best !== null ? limitsOfCell(result.ranges, best) : null;
  return (
    <Panel heading="Grid of limits" help={text.help}>
      {gridMethod !== store.state.value.method && <p>{text.instead(gridMethod)}</p>}
      <Ranges store={store} loaded={loaded} />
      <Progress work={swept} text="Packing the grid" cancel="Cancel grid" onCancel={() => store.cancel('swept')} />
      {grid && !running && !error && (
        <p class="limits-done">
          {text.done(cellsPerState(grid), grid.method, grid.refined.filter(Boolean).length, seconds)}
        </p>
      )}
      {result && (
        <>
          <Efficiencies data={loaded.title} {...{ components, result, limits }} onChoose={choose} />
          <p class="panel-row">
            <button
              type="button"
              aria-describedby={bestHelp}
              disabled={!bestLimits}
              onClick={() => bestLimits && choose(bestLimits)}
            >
              Use best
            </button>
            <small id={bestHelp}>
              {bestLimits && best !== null
                ? text.useBestHelp(components, bestLimits, result.grid.harmonicMean[best] ?? 0)
                : text.noBest}
            </small>
          </p>
          <BestCells {...{ components, result, limits }} onChoose={choose} />
        </>
      )}
    </Panel>
  );
}
