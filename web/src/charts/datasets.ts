/** Kinds of data sets: lines that differ without colour, rules at a limit, marks around a point. */
import type { Point } from 'chart.js';
import { ink, seriesInk } from './theme';

const dashes = [[], [7, 4], [2, 3], [10, 3, 2, 3]];

/** A line with a dot at every point; a point without a number is left out. */
export function line(series: number, label: string, data: Point[]) {
  return {
    ...{ type: 'line' as const, label, data, spanGaps: true, clip: false as const },
    borderColor: seriesInk(series),
    backgroundColor: seriesInk(series),
    borderDash: dashes[series % dashes.length] ?? [],
    borderWidth: 2,
    pointRadius: 2.5,
    pointHoverRadius: 5,
  };
}

/** A dashed line that the cursor does not stop at. */
export function rule(label: string, data: Point[], name: 'bad' | 'muted', borderDash = [5, 3]) {
  return {
    ...{ type: 'line' as const, label, data, borderDash },
    borderColor: ink(name),
    borderWidth: 1.5,
    pointRadius: 0,
    pointStyle: 'line' as const,
  };
}

/** A ring around a point; none without a point. */
export function ring(label: string, point: Point | null) {
  return {
    ...{ type: 'line' as const, label, data: point ? [point] : [], clip: false as const },
    borderColor: ink('bad'),
    backgroundColor: 'transparent',
    pointBorderWidth: 2,
    pointRadius: 8,
  };
}

/** A diamond, dark with a light rim; none without a point. */
export function diamond(label: string, point: Point | null) {
  return {
    ...{ type: 'line' as const, label, data: point ? [point] : [], clip: false as const },
    borderColor: '#fff',
    backgroundColor: '#111',
    pointStyle: 'rectRot' as const,
    pointBorderWidth: 2,
    pointRadius: 7,
  };
}

/** A legend of lines with their dashes. */
export const lineLegend = { labels: { pointStyle: 'line', pointStyleWidth: 24 } } as const;
