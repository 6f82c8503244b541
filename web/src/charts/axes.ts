/** Kinds of axes. */
import type { ScaleOptions } from 'chart.js';
import { compact, whole } from '../controls/format';

export type Axis = ScaleOptions<'linear' | 'logarithmic'>;

/** Without the margin that Chart.js leaves beside bars. */
const titled = (text: string) => ({ title: { display: text !== '', text }, offset: false, grid: { offset: false } });
const labels = (write: (value: number) => string | null) => ({
  callback: (value: string | number) => write(Number(value)),
  maxRotation: 0,
  includeBounds: false,
});

/** Integer sizes. */
export function sizeAxis(title: string, min: number, max: number): ScaleOptions<'linear'> {
  return { type: 'linear', min, max, ...titled(title), ticks: { ...labels(whole), precision: 0 } };
}

/**
 * Counts up to `largest`, with ticks from `least`; a logarithmic axis starts below 1, so that a single item is visible.
 */
export function countAxis(title: string, largest: number, logarithmic: boolean, least = 0): Axis {
  if (!logarithmic) {
    const ticks = { ...labels((value) => (value < least ? null : compact(value))), precision: 0 };
    return { type: 'linear', min: 0, max: largest * 1.03, ...titled(title), ticks };
  }
  const ticks = labels((value) => (value >= least && Number.isInteger(Math.log10(value)) ? compact(value) : null));
  return { type: 'logarithmic', min: 0.5, max: largest * 1.3, ...titled(title), ticks };
}

/** Logarithmic, with ticks only at these values. */
export function valuesAxis(title: string, values: readonly number[]): Axis {
  const [first = 1, last = first] = [values[0], values.at(-1)];
  return {
    type: 'logarithmic',
    min: first / 1.15,
    max: last * 1.15,
    ...titled(title),
    ticks: labels(whole),
    afterBuildTicks: (axis) => {
      axis.ticks = values.map((value) => ({ value }));
    },
  };
}

/** Ratios from 1, or the smallest of them, to `largest`. */
export function ratioAxis(title: string, smallest: number, largest: number): Axis {
  const min = Math.min(1, Math.floor(smallest * 10) / 10);
  const max = largest + 0.06 * (largest - min);
  return {
    type: 'linear',
    min,
    max,
    ...titled(title),
    ticks: labels((value) => String(Math.round(value * 100) / 100)),
  };
}

/** Shares from a round number below the smallest to 1. */
export function shareAxis(title: string, smallest: number): Axis {
  const min = Math.max(Math.floor(smallest * 20 - 0.5) / 20, 0);
  return { type: 'linear', min, max: 1, ...titled(title), ticks: labels((value) => `${Math.round(value * 100)}%`) };
}
