/** Chart.js with the parts that the charts use, in the colours and fonts of the page. */
import {
  BarController,
  BarElement,
  Chart,
  type ChartConfiguration,
  type ChartData,
  type ChartOptions,
  Filler,
  LinearScale,
  LineController,
  LineElement,
  LogarithmicScale,
  type Point,
  PointElement,
  Tooltip,
} from 'chart.js';
import { heatMapPlugin } from './heatMap';
import { namesPlugin } from './names';
import { ink, themeOf } from './theme';

Chart.register(BarController, BarElement, LineController, LineElement, PointElement, LinearScale, LogarithmicScale);
Chart.register(Filler, Tooltip, heatMapPlugin, namesPlugin);

/** The types of chart in use; all points are objects with an x and a y. */
export type Kind = 'bar' | 'line';
export type Datasets = ChartData<Kind, Point[]>['datasets'];
export type Options = ChartOptions<Kind>;
export type { Chart };

const { defaults } = Chart;
Object.assign(defaults, {
  maintainAspectRatio: false,
  // the pointer and the keys move one cursor (Chart.tsx)
  events: [],
  parsing: false,
  color: ink('muted'),
  borderColor: ink('line'),
});
Object.assign(defaults.transitions, { active: { animation: { duration: 0 } } });
Object.assign(defaults.plugins.tooltip, {
  animations: false,
  backgroundColor: ink('surface'),
  borderColor: ink('muted'),
  borderWidth: 1,
  titleColor: ink('text'),
  bodyColor: ink('text'),
  displayColors: false,
  boxPadding: 4,
});

/** Without animation if the user prefers that. */
function moving(options: Options): Options {
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  return { animation: isStill ? false : { duration: 250 }, ...options };
}

export function createChart(canvas: HTMLCanvasElement, datasets: Datasets, options: Options): Chart {
  const { fontSize, fontFamily } = themeOf(canvas);
  Object.assign(defaults.font, { size: fontSize, family: fontFamily });
  return new Chart(canvas, { type: 'line', data: { datasets }, options: moving(options) } as ChartConfiguration);
}

/** Moves to new data; at once if only something beside the points of the first data set changed, e.g. a limit. */
export function updateChart(chart: Chart, shown: Datasets, options: Options): void {
  const before = chart.data.datasets;
  const isSame = before[0]?.data === shown[0]?.data;
  // Chart.js moves the elements of a data set that it knows
  const datasets = shown.map((dataset, i) =>
    before[i]?.label === dataset.label ? Object.assign(before[i] ?? {}, dataset) : dataset,
  );
  chart.data = { datasets } as Chart['data'];
  chart.options = moving(options) as Chart['options'];
  chart.update(isSame ? 'none' : undefined);
}
