/** Histogram of one component, with its limit. */
import type { Histogram, Stats } from 'tuplepack';
import { countAxis, sizeAxis } from '../../charts/axes';
import type { Picture } from '../../charts/Chart';
import { alongPoints } from '../../charts/cursor';
import { lineLegend, rule } from '../../charts/datasets';
import { chartsText } from '../../charts/words';
import { binningOf, edgeOf, sizesOf } from './binning';
import { type Bars, barData, barsOf } from './sizeBars';
import { histogramText as text } from './words';

const mostBars = 512;

export const marginalBars = (histogram: Histogram, component: number): Bars =>
  barsOf(histogram, component, binningOf(histogram, component, mostBars));

interface Shown {
  data: string;
  histogram: Histogram;
  stats: Stats;
  component: number;
  /** marginalBars of the component */
  bars: Bars;
  limit: number;
  logarithmic: boolean;
}

export function marginalChart({ data, histogram, stats, component, bars, limit, logarithmic }: Shown): Picture {
  const name = histogram.components[component] ?? '';
  const [smallest = 0, largest = 0] = [stats.smallest[component], stats.largest[component]];
  const { binning, points, most } = bars;
  const x = sizeAxis(name, Math.min(edgeOf(binning, 0), 0), Math.max(edgeOf(binning, binning.cells), limit) * 1.02);
  const y = countAxis(text.items, most, logarithmic);
  const ends = [y.min, y.max].map((end) => ({ x: limit, y: Number(end) }));
  return {
    label: text.marginalLabel(stats.items, name, smallest, largest, limit),
    title: text.title(data, name),
    hint: chartsText.hint,
    cursor: alongPoints(points.length),
    data: { datasets: [barData(bars), rule(text.limit(limit), ends, 'bad')] },
    options: {
      scales: { x, y },
      plugins: {
        legend: lineLegend,
        tooltip: {
          callbacks: {
            title: ([at]) => text.sizes(name, sizesOf(binning, points[at?.dataIndex ?? 0]?.cell ?? 0)),
            label: ({ dataIndex }) => text.count(points[dataIndex]?.count ?? 0),
          },
        },
      },
    },
  };
}
