/** What charts consist of: axes, lines and marks, tooltips. */
import type { Point, ScaleOptions, TooltipItem } from 'chart.js';
import { compact, whole } from '../controls/format';
import type { Kind, Options } from './chartjs';
import { ink, seriesInk } from './theme';

export type Axis = ScaleOptions<'linear' | 'logarithmic'>;

/** With labels where `write` gives some; without the margin that Chart.js leaves beside bars. */
const axis = <Type extends 'linear' | 'logarithmic'>(
  type: Type,
  text: string,
  min: number,
  max: number,
  write: (value: number) => string | null,
) => ({
  type,
  min,
  max,
  title: { display: text !== '', text },
  offset: false,
  grid: { offset: false },
  ticks: {
    callback: (value: string | number) => write(Number(value)),
    maxRotation: 0,
    maxTicksLimit: 7,
    autoSkipPadding: 12,
    includeBounds: false,
  },
});

/** An axis with labels at integers only. */
const integers = <Any extends { ticks: object }>(given: Any) => ({ ...given, ticks: { ...given.ticks, precision: 0 } });

/** Integer sizes. */
export function sizeAxis(title: string, min: number, max: number): ScaleOptions<'linear'> {
  return integers(axis('linear', title, min, max, whole));
}

/**
 * Counts up to `largest`, with ticks from `least`; a logarithmic axis starts below 1, so that a single item is visible.
 */
export function countAxis(title: string, largest: number, logarithmic: boolean, least = 0): Axis {
  const write = (value: number) => (value < least ? null : compact(value));
  if (!logarithmic) return integers(axis('linear', title, 0, largest * 1.03, write));
  const writePower = (value: number) => (Number.isInteger(Math.log10(value)) ? write(value) : null);
  return axis('logarithmic', title, 0.5, largest * 1.3, writePower);
}

/** Logarithmic, with ticks only at these values. */
export function valuesAxis(title: string, values: readonly number[]): Axis {
  const [first = 1, last = first] = [values[0], values.at(-1)];
  return {
    ...axis('logarithmic', title, first / 1.15, last * 1.15, whole),
    afterBuildTicks: (scale) => {
      scale.ticks = values.map((value) => ({ value }));
    },
  };
}

/** Ratios from 1, or the smallest of them, to `largest`. */
export function ratioAxis(title: string, smallest: number, largest: number): Axis {
  const min = Math.min(1, Math.floor(smallest * 10) / 10);
  const max = largest + 0.06 * (largest - min);
  return axis('linear', title, min, max, (value) => String(Math.round(value * 100) / 100));
}

/** Shares from a round number below the smallest to 1. */
export function shareAxis(title: string, smallest: number): Axis {
  const min = Math.max(Math.floor(smallest * 20 - 0.5) / 20, 0);
  return axis('linear', title, min, 1, (value) => `${Math.round(value * 100)}%`);
}

const dashes = [[], [7, 4], [2, 3], [10, 3, 2, 3]];

/** A line with a dot at every point; a point without a number is left out. */
export function line(series: number, label: string, data: Point[]) {
  return {
    type: 'line' as const,
    label,
    data,
    spanGaps: true,
    clip: false as const,
    borderColor: seriesInk(series),
    backgroundColor: seriesInk(series),
    borderDash: dashes[series % dashes.length] ?? [],
    borderWidth: 2,
    pointRadius: 2.5,
    pointHoverRadius: 5,
  };
}

type Place = number | Axis;

/** A dashed line that the cursor does not stop at: at a value, and from end to end of the other axis. */
export function rule(label: string, at: { x: Place; y: Place }, name: 'bad' | 'muted', borderDash = [5, 3]) {
  const end = (which: 'min' | 'max') => {
    const [x = 0, y = 0] = [at.x, at.y].map((place) => Number(typeof place === 'number' ? place : place[which]));
    return { x, y };
  };
  return {
    type: 'line' as const,
    label,
    data: [end('min'), end('max')],
    borderDash,
    borderColor: ink(name),
    borderWidth: 1.5,
    pointRadius: 0,
    pointStyle: 'line' as const,
  };
}

/** A mark at a point; none without a point. */
const mark = <Look extends object>(label: string, point: Point | null, look: Look) => ({
  type: 'line' as const,
  label,
  data: point ? [point] : [],
  clip: false as const,
  pointBorderWidth: 2,
  ...look,
});

/** A ring around the point of the current limits. */
export const currentRing = (point: Point | null) =>
  mark('current limits', point, { borderColor: ink('bad'), backgroundColor: 'transparent', pointRadius: 8 });

/** A diamond at the best point, dark with a light rim. */
export const bestDiamond = (point: Point | null) =>
  mark('best', point, {
    borderColor: '#fff',
    backgroundColor: '#111',
    pointStyle: 'rectRot' as const,
    pointRadius: 7,
  });

type Words = (at: TooltipItem<Kind>) => string | string[];

/** Axes, and a tooltip with a heading and lines for a point; with `keys`, the lines have the colours of their data sets. */
export function readable(scales: Options['scales'], title: Words, label: Words, keys = false): Options {
  const callbacks = { title: ([at]: TooltipItem<Kind>[]) => (at ? title(at) : ''), label };
  return { scales, plugins: { tooltip: { displayColors: keys, callbacks } } };
}

/** Lines over the same values of x. */
export const linesOver = (xs: readonly number[], lines: readonly { name: string; ys: readonly number[] }[]) =>
  lines.map(({ name, ys }, series) => {
    const points = ys.map((y, i) => ({ x: xs[i] ?? 1, y }));
    return line(series, name, points);
  });
