/** The bars of a histogram of sizes. */
import type { Point } from 'chart.js';
import type { Histogram } from 'tuplepack';
import type { Chart } from '../../charts/chartjs';
import { ink, seriesInk } from '../../charts/theme';
import { type Binning, edgeOf, marginal } from './binning';

interface Bar extends Point {
  cell: number;
  count: number;
}

export interface Bars {
  binning: Binning;
  /** of the cells that are not empty; upright or lying */
  points: Bar[];
  lying: boolean;
  /** the largest count */
  most: number;
}

export function barsOf(histogram: Histogram, component: number, binning: Binning, lying = false): Bars {
  const counts = marginal(histogram, component, binning);
  const points: Bar[] = [];
  counts.forEach((count, cell) => {
    const middle = edgeOf(binning, cell + 0.5);
    if (count > 0) points.push({ ...(lying ? { x: count, y: middle } : { x: middle, y: count }), cell, count });
  });
  return { binning, points, lying, most: Math.max(...counts) };
}

/** Bars without gaps, at least one pixel wide and high, so that a single item is visible. */
export function barData({ binning, points, lying }: Bars, axes = { xAxisID: 'x', yAxisID: 'y' }) {
  const thickness = ({ chart: { scales } }: { chart: Chart }) => {
    const scale = scales[lying ? axes.yAxisID : axes.xAxisID];
    const pixels = scale ? scale.getPixelForValue(binning.width) - scale.getPixelForValue(0) : 0;
    return Math.max(Math.abs(pixels), 1);
  };
  return {
    ...{ type: 'bar' as const, label: '', data: points, ...axes },
    ...{ indexAxis: lying ? ('y' as const) : ('x' as const), grouped: false, minBarLength: 1 },
    // resolved for every layout, although its type does not say so
    barThickness: thickness as unknown as number,
    // behind the limit
    order: 1,
    backgroundColor: seriesInk(0),
    hoverBackgroundColor: ink('text'),
  };
}
