import { Button } from '../../controls/buttons';
import './limits.css';
import { useId, useMemo } from 'preact/hooks';
import type { Sweep } from 'tuplepack';
import { Chart } from '../../charts/Chart';
import { type Column, DataTable, numberColumn } from '../../controls/DataTable';
import { counted, whole } from '../../controls/format';
import { Panel } from '../../controls/Panel';
import { Progress } from '../../controls/Progress';
import { limitsOfCell } from '../../engine/sweep';
import { cellCount, isSweepable, mostCells, placeOfLimits, suggestRanges } from '../../state/ranges';
import { limitsAsNumbers, sweepMethodOf } from '../../state/requests';
import type { SweepRange } from '../../state/state';
import type { SweepResult } from '../../store/analyses';
import type { LoadedData } from '../../store/loading';
import type { Store } from '../../store/store';
import { efficiencyColumns } from '../result/efficiency';
import { SearchPanel } from './SearchPanel';
import { bestCells, cellsPerState, efficiencyOf, noBest, sweepChart, sweepMap } from './sweep';
import { type LimitsChoice, rowChoice } from './TargetResult';

const parts = ['first', 'last', 'step'] as const;

/** The error in the ranges; empty if none. */
function trouble(ranges: SweepRange[], components: string[]): string {
  const empty = ranges.findIndex(({ first, last }) => last < first);
  if (empty !== -1) return `${components[empty] ?? ''}: the last limit is less than the first.`;
  return isSweepable(ranges) ? '' : `More than ${whole(mostCells)} cells: increase the steps.`;
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
      <small id={`${id}-help`}>
        First and last limit and step per component. Limits below the largest size are infeasible.
      </small>
      <div class="wide-fields">
        {ranges.map((range, component) => (
          <fieldset key={components[component]} class="limits-range">
            <legend>{components[component]}</legend>
            {parts.map((part) => (
              <label key={part}>
                {part}
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
      <p class="row panel-row">
        <span role="status" class={wrong ? 'bad' : ''}>
          {wrong || counted(cellCount(ranges), 'cell')}
        </span>
        <Button aria-describedby={`${id}-suggest`} onClick={() => store.update({ ranges: [] })}>
          Suggest
        </Button>
        <small id={`${id}-suggest`}>Sets ranges starting at the largest sizes, proportional to the mean sizes.</small>
      </p>
    </fieldset>
  );
}

type GridProps = LimitsChoice & { result: SweepResult };

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
  const cells = useMemo(() => bestCells(grid, 10), [grid]);
  const limitsOf = (cell: number) => limitsOfCell(ranges, cell);
  const columns: Column<number>[] = [
    ...components.map((name, c) => numberColumn(name, whole, (cell: number) => limitsOf(cell)[c] ?? 0)),
    numberColumn('packs', whole, (cell) => grid.packs[cell] ?? 0, true),
    ...efficiencyColumns(components, (cell: number) => efficiencyOf(grid, cell)),
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

/** What came of the cells. */
function doneText(grid: Sweep, seconds: number): string {
  const [infeasible = 0, skipped = 0, packed = 0, left = 0] = cellsPerState(grid);
  const refined = grid.refined.filter(Boolean).length;
  const byQuick = refined > 0 ? ` (${whole(refined)} of them also by quick)` : '';
  const counts = [
    `${counted(grid.state.length, 'cell')}: ${whole(packed)} packed by ${grid.method}${byQuick}`,
    skipped > 0 && `${whole(skipped)} pruned by a bound`,
    infeasible > 0 && `${whole(infeasible)} infeasible`,
    left > 0 && `${whole(left)} not packed yet`,
  ];
  const time = seconds < 1 ? `${Math.round(seconds * 1000)} ms` : `${seconds.toFixed(1)} s`;
  return counts.filter(Boolean).join(', ') + (left > 0 ? '' : `; ${time}`);
}

const help =
  'Packs the data with every combination of limits in a grid. The most efficient limits are rarely the smallest: slightly ' +
  'larger limits leave room for small items next to large ones.';

/** Efficiency over a grid of limits (Krell et al. 2022, Figure 5), and searches for limits; a click applies limits. */
export function LimitsPanel({ store }: { store: Store }) {
  const loaded = store.loaded.value.value;
  if (!loaded) return <p class="panel-empty">Load data to find its best limits.</p>;

  const { components } = loaded.histogram;
  const swept = store.swept.value;
  const { running, error, seconds } = swept;
  const result = swept.value?.ranges.length === components.length ? swept.value : null;
  const gridMethod = sweepMethodOf(store.state.value).method ?? '';
  const choice: LimitsChoice = {
    components,
    limits: limitsAsNumbers(store.state.value.limits, loaded.stats),
    onChoose: (limits) => store.update({ limits }),
  };
  return (
    <>
      <Panel heading="Grid of limits" help={help}>
        {gridMethod !== store.state.value.method && (
          <p>The grid uses {gridMethod}, because the selected method is too slow for it.</p>
        )}
        <Ranges store={store} loaded={loaded} />
        <Progress work={swept} text="Packing the grid" cancel="Cancel grid" onCancel={() => store.cancel('swept')} />
        {swept.value && !running && !error && <p class="panel-row muted">{doneText(swept.value.grid, seconds)}</p>}
        {result && (
          <>
            <Efficiencies {...choice} data={loaded.title} result={result} />
            {result.grid.best === null ? <p>{noBest}</p> : <BestCells {...choice} result={result} />}
          </>
        )}
      </Panel>
      <SearchPanel {...{ store, choice }} data={loaded.title} />
    </>
  );
}
