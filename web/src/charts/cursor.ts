/** The cursor of a chart, which the pointer and the arrow keys move from place to place. */
import type { ActiveDataPoint, Point } from 'chart.js';
import type { Chart } from './chartjs';

export interface Cursor {
  /** places from 0, row by row from the bottom */
  places: number;
  /** places in a row */
  columns: number;
  /** where the arrow keys start; null: at either end */
  start: number | null;
  /** the place at a pixel; null: none */
  placeAt: (chart: Chart, x: number, y: number) => number | null;
  /** the points of Chart.js that are marked at a place */
  pointsAt: (chart: Chart, place: number) => ActiveDataPoint[];
}

const positions = (chart: Chart) => chart.getDatasetMeta(0).data;

/** The place whose distance is least, and less than `reach`. */
function nearest(chart: Chart, distance: (point: { x: number; y: number }) => number, reach = Infinity) {
  const distances = positions(chart).map(distance);
  const least = Math.min(...distances, reach);
  return least < reach ? distances.indexOf(least) : null;
}

/** The place nearest along the x-axis. */
export const nearestAcross: Cursor['placeAt'] = (chart, x) => nearest(chart, (point) => Math.abs(point.x - x));

/** The place whose point is near a pixel. */
export const nearPoint: Cursor['placeAt'] = (chart, x, y) =>
  nearest(chart, (point) => Math.hypot(point.x - x, point.y - y), 24);

/** The place of the last point that is not right of a pixel: the step that it is in. */
export const stepUnder: Cursor['placeAt'] = (chart, x) => {
  const step = positions(chart).findLastIndex((point) => point.x <= x);
  return Math.max(step, 0);
};

interface Along {
  placeAt?: Cursor['placeAt'];
  start?: number | null;
  /** how many data sets have a point at every place: the first ones */
  lines?: number;
}

/** Moves along the points of the first data sets. */
export function alongPoints(places: number, { placeAt = nearestAcross, start = null, lines = 1 }: Along = {}): Cursor {
  const pointsAt = (chart: Chart, index: number) =>
    [...Array(lines).keys()]
      .map((datasetIndex) => ({ datasetIndex, index }))
      .filter(
        ({ datasetIndex }) => !Number.isNaN((chart.data.datasets[datasetIndex]?.data[index] as Point | undefined)?.y),
      );
  return { places, columns: places, start, placeAt, pointsAt };
}

const steps: Record<string, readonly [across: number, up: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
  PageUp: [-10, 0],
  PageDown: [10, 0],
  Home: [Number.NEGATIVE_INFINITY, 0],
  End: [Number.POSITIVE_INFINITY, 0],
};

const clamp = (value: number, end: number) => Math.min(Math.max(value, 0), end - 1);

/** Where a key leads from a place; null: nowhere, it is not for the cursor. In a single row, up is right. */
export function placeAfter({ places, columns, start }: Cursor, from: number | null, key: string): number | null {
  const [across, up] = steps[key] ?? [0, 0];
  if (across === 0 && up === 0) return null;
  const rows = Math.ceil(places / columns);
  if (rows === 1) return clamp((from ?? start ?? (across + up > 0 ? -1 : places)) + across + up, places);
  const at = from ?? start ?? 0;
  return clamp(Math.floor(at / columns) + up, rows) * columns + clamp((at % columns) + across, columns);
}
