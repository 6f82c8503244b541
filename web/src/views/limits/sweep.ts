/**
 * A sweep over limits: its best cells, and its efficiency as dots for one component, as a heat map for two, or for a slice
 * through more.
 */
import { color } from 'chart.js/helpers';
import type { Sweep } from 'tuplepack';
import type { Picture } from '../../charts/Chart';
import type { Options } from '../../charts/chartjs';
import { alongPoints } from '../../charts/cursor';
import { bestDiamond, currentRing, line, readable, shareAxis, sizeAxis } from '../../charts/elements';
import { cellCursor, cellOf, heatMapData, paint } from '../../charts/heatMap';
import { seriesInk } from '../../charts/theme';
import { counted, percent, whole } from '../../controls/format';
import { coarseSpacing, limitsOfCell, rangeSize, unreached } from '../../engine/sweep';
import { cellAtPlace, placeOfLimits } from '../../state/ranges';
import type { SweepRange } from '../../state/state';
import type { SweepResult } from '../../store/analyses';
import { namedLimits } from './words';

export const noBest = 'No cell is feasible.';

const infeasible = 0;
const pruned = 1;
const packed = 2;

/** How many cells are infeasible, pruned, packed, not reached. */
export function cellsPerState(grid: Sweep): number[] {
  const cells = [0, 0, 0, 0];
  for (const state of grid.state) cells[state] = (cells[state] ?? 0) + 1;
  return cells;
}

/** The `most` best packed cells, best first; ties by position. Sorting all of a large grid would delay every report of it. */
export function bestCells({ state, harmonicMean }: Sweep, most: number): number[] {
  const mean = (cell: number | undefined) => harmonicMean[cell ?? -1] ?? 0;
  const best: number[] = [];
  state.forEach((of, cell) => {
    if (of !== packed || (best.length === most && mean(cell) <= mean(best.at(-1)))) return;
    const worse = best.findIndex((one) => mean(one) < mean(cell));
    best.splice(worse < 0 ? best.length : worse, 0, cell);
    best.length = Math.min(best.length, most);
  });
  return best;
}

/** The efficiency of a cell per component. */
export function efficiencyOf({ efficiency, state }: Sweep, cell: number): number[] {
  const k = efficiency.length / state.length;
  return [...efficiency.subarray(cell * k, (cell + 1) * k)];
}

/**
 * The cells of the first two components, painted; the others stay at `slice`. Cells that were not reached have the colour
 * of one that is already packed in a coarser grid.
 */
export function sweepMap({ ranges, grid }: SweepResult, slice: number[]) {
  const [across, up] = ranges;
  if (!across || !up) return null;
  const [columns, rows] = [rangeSize(across), rangeSize(up)];
  const values = new Float64Array(columns * rows).fill(Number.NaN);
  const faint = new Uint8Array(columns * rows);
  const first = cellAtPlace(ranges, [0, 0, ...slice]);
  const [right, above] = [cellAtPlace(ranges, [1, 0, ...slice]) - first, cellAtPlace(ranges, [0, 1, ...slice]) - first];
  const reached = (column: number, row: number): number | undefined => {
    for (const spacing of [1, coarseSpacing / 2, coarseSpacing]) {
      const cell = first + (column - (column % spacing)) * right + (row - (row % spacing)) * above;
      if (grid.state[cell] !== unreached) return cell;
    }
    return undefined;
  };
  values.forEach((_, place) => {
    const cell = reached(place % columns, Math.floor(place / columns));
    const state = grid.state[cell ?? -1];
    if (cell === undefined || (state !== pruned && state !== packed)) return;
    values[place] = grid.harmonicMean[cell] ?? Number.NaN;
    faint[place] = state === pruned ? 1 : 0;
  });
  const cells = { columns, rows, values, faint, logarithmic: false };
  const [left, bottom] = [across.first - across.step / 2, up.first - up.step / 2];
  const extent = { left, right: left + columns * across.step, bottom, top: bottom + rows * up.step };
  return { cells, image: paint(cells), extent, slice };
}

export type SweepMap = NonNullable<ReturnType<typeof sweepMap>>;

interface Shown {
  data: string;
  components: string[];
  result: SweepResult;
  limits: number[];
}

export interface SweepPicture extends Picture {
  /** the cell of the grid at a place of the cursor */
  cellAt: (place: number) => number;
}

/** Efficiency and packs of a cell, in words. */
function factsOf({ components, result: { grid } }: Shown, cell: number): string[] {
  const state = grid.state[cell];
  if (state === infeasible) return ['infeasible: an item exceeds a limit'];
  if (state === unreached) return ['not packed yet'];
  const shares = efficiencyOf(grid, cell).map((share, c) => `${components[c]} ${percent(share)}`);
  const isBound = state === pruned;
  return [
    `${isBound ? 'at most ' : ''}${percent(grid.harmonicMean[cell] ?? 0)}`,
    ...(components.length > 1 ? shares : []),
    `${counted(grid.packs[cell] ?? 0, 'pack')}${isBound ? ' or more' : ''}`,
  ];
}

/** Axes, and the tooltip of a cell. */
const cellOptions = (
  shown: Shown,
  scales: Options['scales'],
  cellAt: (at: { raw: unknown; dataIndex: number }) => number,
) =>
  readable(
    scales,
    (at) => namedLimits(shown.components, limitsOfCell(shown.result.ranges, cellAt(at))),
    (at) => factsOf(shown, cellAt(at)),
  );

function bestText({ components, result: { ranges, grid } }: Shown): string {
  if (grid.best === null) return noBest;
  const mean = percent(grid.harmonicMean[grid.best] ?? 0);
  return `The best is ${mean} at ${namedLimits(components, limitsOfCell(ranges, grid.best))}.`;
}

function mapPicture(shown: Shown, { slice, ...map }: SweepMap): SweepPicture {
  const { data, components, limits, result } = shown;
  const { ranges, grid } = result;
  const { columns, rows } = map.cells;
  const [across, up] = ranges as [SweepRange, SweepRange];
  const isInGrid = [across, up].every(({ first, last, step }, c) => {
    const limit = limits[c] ?? 0;
    return limit >= first - step / 2 && limit <= last + step / 2;
  });
  const [column = 0, row = 0] = placeOfLimits(ranges, limits);
  const inUse = row * columns + column;
  const heatMap = { ...map, framed: isInGrid ? inUse : null, title: 'harmonic mean', write: percent };
  const cellAt = (place: number) => cellAtPlace(ranges, [place % columns, Math.floor(place / columns), ...slice]);
  const best = grid.best === null ? [] : limitsOfCell(ranges, grid.best);
  const x = sizeAxis(components[0] ?? '', map.extent.left, map.extent.right);
  const y = sizeAxis(components[1] ?? '', map.extent.bottom, map.extent.top);
  const isBestHere = grid.best !== null && placeOfLimits(ranges, best).slice(2).join() === slice.join();
  return {
    label:
      `Heat map: harmonic mean of the efficiencies at ${[columns, rows].map(whole).join(' × ')} limits, ` +
      `${components[0]} on the x-axis and ${components[1]} on the y-axis. ${bestText(shown)}`,
    title: `${data}: efficiency over limits`,
    legend: [
      'Diamond: best cell. Frame: current limits.',
      ...(grid.state.includes(pruned) ? ['Faint: pruned; the colour is an upper bound.'] : []),
      ...(grid.state.includes(unreached)
        ? ['Cells that are not packed yet take the colour of a neighbouring cell.']
        : []),
      ...(slice.length > 0
        ? [`Slice at ${namedLimits(components.slice(2), limitsOfCell(ranges, cellAt(inUse)).slice(2))}.`]
        : []),
    ].join(' '),
    cursor: cellCursor(heatMap, inUse),
    cellAt,
    datasets: [heatMapData(heatMap), bestDiamond(isBestHere ? { x: best[0] ?? 0, y: best[1] ?? 0 } : null)],
    options: { animation: false, ...cellOptions(shown, { x, y }, (at) => cellAt(cellOf(at))) },
  };
}

function dotsPicture(shown: Shown): SweepPicture {
  const { data, components, limits, result } = shown;
  const { ranges, grid } = result;
  const range = ranges[0] as SweepRange;
  const dots = [...grid.harmonicMean.keys()]
    .map((cell) => ({ x: range.first + cell * range.step, y: grid.harmonicMean[cell] ?? Number.NaN, cell }))
    .filter(({ y }) => !Number.isNaN(y));
  const dotOf = (cell: number | null) => dots.find((dot) => dot.cell === cell) ?? null;
  const [cellInUse = 0] = placeOfLimits(ranges, limits);
  const inUse = dotOf(cellInUse);
  const margin = range.step * Math.max(rangeSize(range) * 0.02, 1);
  const x = sizeAxis(components[0] ?? '', range.first - margin, range.last + margin);
  const least = Math.min(...dots.map(({ y }) => y), 0.95);
  const cellAt = (place: number) => dots[place]?.cell ?? 0;
  const pointBackgroundColor: ReturnType<typeof seriesInk> = seriesInk(0);
  return {
    label: `Scatter plot: efficiency at ${whole(rangeSize(range))} limits of ${components[0] ?? ''}. ${bestText(shown)}`,
    title: `${data}: efficiency over limits`,
    cursor: alongPoints(dots.length, { start: inUse && dots.indexOf(inUse) }),
    cellAt,
    datasets: [
      {
        ...line(0, 'harmonic mean', dots),
        showLine: false,
        pointRadius: dots.length > 100 ? 2 : 4,
        pointBorderWidth: 0,
        pointBackgroundColor: (at) => {
          const solid = pointBackgroundColor(at);
          return grid.state[cellAt(at.dataIndex)] === packed ? solid : color(solid).alpha(0.3).rgbString();
        },
      },
      currentRing(inUse),
      bestDiamond(dotOf(grid.best)),
    ],
    options: cellOptions(shown, { x, y: shareAxis('efficiency', least) }, ({ dataIndex }) => cellAt(dataIndex)),
  };
}

export const sweepChart = (shown: Shown, map: SweepMap | null): SweepPicture =>
  map ? mapPicture(shown, map) : dotsPicture(shown);
