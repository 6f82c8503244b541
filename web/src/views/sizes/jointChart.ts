/** Items by two components: a heat map with marginal histograms above and at the right. */
import { defaults } from 'chart.js';
import type { Histogram, Stats } from 'tuplepack';
import { countAxis, sizeAxis } from '../../charts/axes';
import type { Picture } from '../../charts/Chart';
import { rule } from '../../charts/datasets';
import { cellCursor, cellOf, colourLabels, type HeatMap, heatMapData, paint } from '../../charts/heatMap';
import { chartsText } from '../../charts/words';
import { binningOf, edgeOf, joint, sizesOf } from './binning';
import { type Bars, barData, barsOf } from './sizeBars';
import { histogramText as text } from './words';

/** Cells per axis: more would be smaller than a pixel on most screens. */
const mostCells = 192;

export interface JointMap {
  heatMap: HeatMap;
  counts: Float64Array;
  above: Bars;
  right: Bars;
}

/** The counts of the first two components, painted; empty cells have no colour. */
export function jointMap(histogram: Histogram, logarithmic: boolean): JointMap {
  const across = binningOf(histogram, 0, mostCells);
  const up = binningOf(histogram, 1, mostCells);
  const counts = joint(histogram, across, up);
  const values = counts.map((count) => (count > 0 ? count : Number.NaN));
  const cells = { columns: across.cells, rows: up.cells, values, logarithmic };
  const [left, right] = [edgeOf(across, 0), edgeOf(across, across.cells)];
  const [bottom, top] = [edgeOf(up, 0), edgeOf(up, up.cells)];
  const heatMap = { cells, image: paint(cells), extent: { left, right, bottom, top }, framed: null };
  return { heatMap, counts, above: barsOf(histogram, 0, across), right: barsOf(histogram, 1, up, true) };
}

/** A round distance between at most five ticks: Chart.js takes an axis with another beside it for shorter than it is. */
function roundStep(range: number): number {
  const power = 10 ** Math.floor(Math.log10(range / 4));
  return Math.max(([1, 2, 5].find((factor) => factor * power >= range / 4) ?? 10) * power, 1);
}

interface Shown {
  data: string;
  histogram: Histogram;
  stats: Stats;
  map: JointMap;
  limits: number[];
  logarithmic: boolean;
}

export function jointChart({ data, histogram, stats, map, limits, logarithmic }: Shown): Picture {
  const { heatMap, counts, above, right } = map;
  const { cells, extent } = heatMap;
  const [nameAcross = '', nameUp = ''] = histogram.components;
  const [limitAcross = 1, limitUp = 1] = limits;
  const x = sizeAxis(nameAcross, Math.min(extent.left, 0), Math.max(extent.right, limitAcross) * 1.06);
  const y = sizeAxis(nameUp, Math.min(extent.bottom, 0), Math.max(extent.top, limitUp) * 1.06);
  const upright = [y.min, y.max].map((end) => ({ x: limitAcross, y: Number(end) }));
  const level = [x.min, x.max].map((end) => ({ x: Number(end), y: limitUp }));
  const stepSize = roundStep(Number(x.max) - Number(x.min));
  const strip = { stackWeight: 1, grid: { display: false, offset: false } };
  const counted = (most: number) => countAxis('', most, logarithmic, 2);
  return {
    label: text.jointLabel(stats.items, stats.bins, histogram.components, limits),
    title: text.jointTitle(data, nameAcross, nameUp),
    hint: chartsText.hint,
    cursor: cellCursor(heatMap, null),
    data: {
      datasets: [
        heatMapData(heatMap),
        barData(above, { xAxisID: 'x', yAxisID: 'above' }),
        barData(right, { xAxisID: 'right', yAxisID: 'y' }),
        rule(text.limitOf(nameAcross, limitAcross), upright, 'bad'),
        rule(text.limitOf(nameUp, limitUp), level, 'bad', [2, 2]),
      ],
    },
    options: {
      animation: false,
      scales: {
        x: { ...x, ticks: { ...x.ticks, autoSkip: false, stepSize }, stack: 'across', stackWeight: 4 },
        right: { ...counted(right.most), ...strip, axis: 'x', stack: 'across', position: 'bottom' },
        y: { ...y, stack: 'up', stackWeight: 4 },
        above: { ...counted(above.most), ...strip, axis: 'y', stack: 'up', position: 'left' },
      },
      plugins: {
        legend: {
          labels: {
            generateLabels: (chart) => [
              ...defaults.plugins.legend.labels.generateLabels(chart),
              ...colourLabels(cells, text.items, text.whole),
            ],
          },
        },
        tooltip: {
          callbacks: {
            title: ([at]) => {
              const cell = cellOf(at);
              return [
                text.sizes(nameAcross, sizesOf(above.binning, cell % cells.columns)),
                text.sizes(nameUp, sizesOf(right.binning, Math.floor(cell / cells.columns))),
              ];
            },
            label: (at) => text.count(counts[cellOf(at)] ?? 0),
          },
        },
      },
    },
  };
}
