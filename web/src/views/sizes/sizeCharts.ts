/** Charts of sizes: bars for one component, a heat map between bars for two. */
import type { Histogram } from 'tuplepack';
import type { Picture } from '../../charts/Chart';
import type { Chart } from '../../charts/chartjs';
import { alongPoints } from '../../charts/cursor';
import { countAxis, readable, rule, sizeAxis } from '../../charts/elements';
import { cellCursor, cellOf, heatMapData, paint } from '../../charts/heatMap';
import { ink, seriesInk } from '../../charts/theme';
import { counted, whole } from '../../controls/format';
import type { LoadedData } from '../../store/loading';
import { type Binning, binningOf, edgeOf, joint, marginal, sizesOf } from './binning';

const items = (count: number) => counted(count, 'item');

const sizeRange = (component: string, [first, last]: [number, number]) =>
  first === last ? `${component} ${whole(first)}` : `${component} ${whole(first)} – ${whole(last)}`;

/** More cells per axis would be smaller than a pixel on most screens. */
const most = { bars: 512, cells: 192 };

/** What charts show of the data. */
type Sizes = Pick<LoadedData, 'title' | 'histogram' | 'stats'>;

/** Bars of the cells that are not empty, upright or lying. */
function barsOf(histogram: Histogram, component: number, binning: Binning, lying = false) {
  const counts = marginal(histogram, component, binning);
  const points = Array.from(counts).flatMap((count, cell) => {
    const middle = edgeOf(binning, cell + 0.5);
    return count > 0 ? [{ ...(lying ? { x: count, y: middle } : { x: middle, y: count }), cell, count }] : [];
  });
  return { binning, points, lying, most: Math.max(...counts) };
}

export type Bars = ReturnType<typeof barsOf>;

/** Bars without gaps, at least one pixel wide and high, so that a single item is visible. */
function barData({ binning, points, lying }: Bars, axes = { xAxisID: 'x', yAxisID: 'y' }) {
  const thickness = ({ chart: { scales } }: { chart: Chart }) => {
    const scale = scales[lying ? axes.yAxisID : axes.xAxisID];
    const pixels = scale ? scale.getPixelForValue(binning.width) - scale.getPixelForValue(0) : 0;
    return Math.max(Math.abs(pixels), 1);
  };
  return {
    type: 'bar' as const,
    label: '',
    data: points,
    ...axes,
    indexAxis: lying ? ('y' as const) : ('x' as const),
    grouped: false,
    minBarLength: 1,
    // resolved for every layout, although its type does not say so
    barThickness: thickness as unknown as number,
    // behind the limit
    order: 1,
    backgroundColor: seriesInk(0),
    hoverBackgroundColor: ink('text'),
  };
}

export const marginalBars = (histogram: Histogram, component: number): Bars =>
  barsOf(histogram, component, binningOf(histogram, component, most.bars));

/** `bars`: marginalBars of the component. */
export function marginalChart(
  { title, histogram, stats }: Sizes,
  component: number,
  bars: Bars,
  limit: number,
  logarithmic: boolean,
): Picture {
  const name = histogram.components[component] ?? '';
  const [smallest = 0, largest = 0] = [stats.smallest[component], stats.largest[component]];
  const { binning, points } = bars;
  const x = sizeAxis(name, Math.min(edgeOf(binning, 0), 0), Math.max(edgeOf(binning, binning.cells), limit) * 1.02);
  const y = countAxis('items', bars.most, logarithmic);
  return {
    label: `Bar chart: ${items(stats.items)} by ${name}, from ${whole(smallest)} to ${whole(largest)}; the limit is ${whole(limit)}.`,
    title: `${title}: ${name}`,
    cursor: alongPoints(points.length),
    datasets: [barData(bars), rule(`limit ${whole(limit)}`, { x: limit, y }, 'bad')],
    options: readable(
      { x, y },
      ({ dataIndex }) => sizeRange(name, sizesOf(binning, points[dataIndex]?.cell ?? 0)),
      ({ dataIndex }) => items(points[dataIndex]?.count ?? 0),
    ),
  };
}

/** The counts of the first two components, painted; empty cells have no colour. */
export function jointMap(histogram: Histogram, logarithmic: boolean) {
  const across = binningOf(histogram, 0, most.cells);
  const up = binningOf(histogram, 1, most.cells);
  const counts = joint(histogram, across, up);
  const values = counts.map((count) => (count > 0 ? count : Number.NaN));
  const cells = { columns: across.cells, rows: up.cells, values, logarithmic };
  const [left, right] = [edgeOf(across, 0), edgeOf(across, across.cells)];
  const [bottom, top] = [edgeOf(up, 0), edgeOf(up, up.cells)];
  const heatMap = {
    cells,
    image: paint(cells),
    extent: { left, right, bottom, top },
    framed: null,
    title: 'items',
    write: whole,
  };
  return { heatMap, counts, above: barsOf(histogram, 0, across), right: barsOf(histogram, 1, up, true) };
}

/** A round distance between at most five ticks: Chart.js takes an axis with another beside it for shorter than it is. */
function roundStep(range: number): number {
  const power = 10 ** Math.floor(Math.log10(range / 4));
  return Math.max(([1, 2, 5].find((factor) => factor * power >= range / 4) ?? 10) * power, 1);
}

export function jointChart(
  { title, histogram, stats }: Sizes,
  map: ReturnType<typeof jointMap>,
  limits: number[],
  logarithmic: boolean,
): Picture {
  const { heatMap, counts, above, right } = map;
  const { cells, extent } = heatMap;
  const [nameAcross = '', nameUp = ''] = histogram.components;
  const [limitAcross = 1, limitUp = 1] = limits;
  const x = sizeAxis(nameAcross, Math.min(extent.left, 0), Math.max(extent.right, limitAcross) * 1.06);
  const y = sizeAxis(nameUp, Math.min(extent.bottom, 0), Math.max(extent.top, limitUp) * 1.06);
  const stepSize = roundStep(Number(x.max) - Number(x.min));
  const strip = { stackWeight: 1, grid: { display: false, offset: false } };
  const counted = (largest: number) => countAxis('', largest, logarithmic, 2);
  return {
    label:
      `Heat map: ${items(stats.items)} of ${whole(stats.bins)} sizes, ${histogram.components[0]} on the x-axis and ${histogram.components[1]} on the y-axis, ` +
      `with marginal histograms above and at the right; the limits are ${limits.map(whole).join(' and ')}.`,
    title: `${title}: ${nameAcross} and ${nameUp}`,
    cursor: cellCursor(heatMap, null),
    datasets: [
      heatMapData(heatMap),
      barData(above, { xAxisID: 'x', yAxisID: 'above' }),
      barData(right, { xAxisID: 'right', yAxisID: 'y' }),
      rule(`limit ${whole(limitAcross)}`, { x: limitAcross, y }, 'bad'),
      rule(`limit ${whole(limitUp)}`, { x, y: limitUp }, 'bad', [2, 2]),
    ],
    options: {
      animation: false,
      ...readable(
        {
          x: { ...x, ticks: { ...x.ticks, autoSkip: false, stepSize }, stack: 'across', stackWeight: 4 },
          right: { ...counted(right.most), ...strip, axis: 'x', stack: 'across', position: 'bottom' },
          y: { ...y, stack: 'up', stackWeight: 4 },
          above: { ...counted(above.most), ...strip, axis: 'y', stack: 'up', position: 'left' },
        },
        (at) => [
          sizeRange(nameAcross, sizesOf(above.binning, cellOf(at) % cells.columns)),
          sizeRange(nameUp, sizesOf(right.binning, Math.floor(cellOf(at) / cells.columns))),
        ],
        (at) => items(counts[cellOf(at)] ?? 0),
      ),
    },
  };
}
