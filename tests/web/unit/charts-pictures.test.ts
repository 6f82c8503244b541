/** What charts show: their points, their words, and where the cursor begins. */
import type { Estimate, LimitsFound, Stats } from 'tuplepack';
import { expect, it } from 'vitest';
import type { Picture } from '../../../web/src/charts/Chart';
import { paretoChart } from '../../../web/src/views/limits/ParetoFront';
import { harmonicMean } from '../../../web/src/views/result/efficiency';
import { marginalBars, marginalChart } from '../../../web/src/views/sizes/sizeCharts';
import { scalingChart } from '../../../web/src/views/speedup/SpeedupPanel';
import { streamChart } from '../../../web/src/views/streaming/StreamPanel';

const labels = ({ datasets }: Picture) => datasets.map(({ label }) => label);

/** Heading and lines of the tooltip at a point. */
function words({ datasets, options }: Picture, dataIndex: number, datasetIndex = 0): unknown[] {
  const dataset = datasets[datasetIndex];
  const raw = dataset?.data[dataIndex];
  const item = { dataset, dataIndex, datasetIndex, raw, parsed: raw } as never;
  const { title, label } = options.plugins?.tooltip?.callbacks ?? {};
  return [title?.call({} as never, [item]), label?.call({} as never, item)];
}

it('a histogram has a bar per size that occurs, and the limit', () => {
  const histogram = {
    components: ['tokens'],
    hasCounts: true,
    notes: [],
    sizes: Float64Array.of(2, 3, 9),
    counts: Float64Array.of(5, 1, 4),
  };
  const stats = { items: 10, bins: 3, smallest: [2], largest: [9], totals: [49], padding: [0] } as Stats;
  const bars = marginalBars(histogram, 0);
  const chartOf = (limit: number) => marginalChart({ title: 'd', histogram, stats }, 0, bars, limit, false);
  const picture = chartOf(12);
  expect(picture.datasets[0]?.data).toMatchObject([
    { x: 2, y: 5 },
    { x: 3, y: 1 },
    { x: 9, y: 4 },
  ]);
  expect(picture.datasets[1]?.data.map(({ x }) => x)).toEqual([12, 12]);
  expect(words(picture, 2)).toEqual(['tokens 9', '4 items']);
  expect(picture.options.scales?.x).toMatchObject({ min: 0, max: 12 * 1.02 });
  expect(chartOf(11).datasets[0]?.data).toBe(picture.datasets[0]?.data);
});

it('the speed-up has a line per way to train', () => {
  const scaling = [
    { devices: 1, unpadded: 2, published: 1.9 },
    { devices: 2, unpadded: 1.8, published: 1.7 },
  ];
  const picture = scalingChart('d', { scaling, speedup: 1.92, fasterFrom: 2 } as Estimate);
  expect(labels(picture)).toEqual(['packed', 'un-padded', 'published']);
  expect(words(picture, 0, 1)).toEqual(['1 device', 'un-padded 2.00 ×']);
  expect(picture.cursor.places).toBe(2);
});

it('streams are compared with the plan and its bound, if it has any room', () => {
  const row = { items: 9, packs: 3, bound: 2 };
  const rows = [
    { ...row, policy: 'best-fit', held: 16, efficiency: [0.5] },
    { ...row, policy: 'best-fit', held: 1, efficiency: [0.8] },
    { ...row, policy: 'look-ahead', held: 16, efficiency: [0.5, 1] },
  ];
  const picture = streamChart('d', rows, 0.95, 0.99);
  expect(labels(picture)).toEqual(['best fit', 'look-ahead', 'upper bound', 'offline plan']);
  expect(picture.datasets[0]?.data).toEqual([
    { x: 1, y: 0.8 },
    { x: 16, y: 0.5 },
  ]);
  expect(picture.datasets[1]?.data[0]?.y).toBeNaN();
  expect(labels(streamChart('d', rows, 0.95, 0.95))).not.toContain('upper bound');
});

const point = (cost: number, mean: number, limits: number[]): LimitsFound => ({
  limits,
  cost,
  packs: 1,
  bound: 1,
  efficiency: [mean],
  harmonicMean: mean,
  method: 'auto',
});

it('a front has a ring at the current limits, where the arrow keys begin', () => {
  const points = [point(10, 0.5, [4, 6]), point(20, 0.9, [8, 12])];
  const picture = paretoChart('d', ['nodes', 'edges'], points, [8, 12]);
  expect(picture.cursor.start).toBe(1);
  expect(picture.datasets[1]?.data).toEqual([{ x: 20, y: 0.9 }]);
  expect(words(picture, 1)).toEqual(['nodes 8, edges 12', ['90.00%', '1 pack', 'cost 20']]);
  expect(paretoChart('d', ['nodes', 'edges'], points, [8, 11])).toMatchObject({ cursor: { start: null } });
});

it('a front of one point has room on both sides', () => {
  const picture = paretoChart('d', ['length'], [point(512, 0.9, [512])], [512]);
  expect(picture.options.scales?.x).toMatchObject({ min: 384, max: 640 });
});

it('the harmonic mean is close to the smallest value', () => {
  expect(harmonicMean([0.9])).toBeCloseTo(0.9, 12);
  expect(harmonicMean([1, 0.5])).toBeCloseTo(2 / 3, 12);
  expect(harmonicMean([1, 0])).toBe(0);
});
