/** Kinds of axes: scale, ticks and labels. */
import { compact, whole } from './format';
import type { Domain } from './scale';
import { powerTicks, roundTicks } from './ticks';

export interface Axis extends Domain {
  title: string;
  write: (value: number) => string;
  /** at most `most` tick values, ascending */
  ticks: (most: number) => number[];
}

/** Integer sizes. */
export function sizeAxis(title: string, min: number, max: number): Axis {
  return { title, min, max, logarithmic: false, write: whole, ticks: (most) => roundTicks(min, max, most, 1) };
}

/** Counts up to `largest`; a logarithmic axis starts below 1, so that a single item is visible. */
export function countAxis(title: string, largest: number, logarithmic: boolean): Axis {
  const [min, max] = logarithmic ? [0.5, largest * 1.3] : [0, largest * 1.03];
  const ticks = (most: number) => (logarithmic ? powerTicks(largest, most) : roundTicks(min, max, most, 1));
  return { title, min, max, logarithmic, write: compact, ticks };
}

/** Logarithmic, with ticks only at these values. */
export function valuesAxis(title: string, values: readonly number[]): Axis {
  const [first = 1, last = first] = [values[0], values.at(-1)];
  const ticks = (most: number) => {
    const stride = Math.ceil(values.length / Math.max(Math.floor(most), 1));
    return values.filter((_, i) => i % stride === 0);
  };
  return { title, min: first / 1.15, max: last * 1.15, logarithmic: true, write: whole, ticks };
}

/** Ratios from 1, or the smallest of them, to `largest`. */
export function ratioAxis(title: string, smallest: number, largest: number): Axis {
  const min = Math.min(1, Math.floor(smallest * 10) / 10);
  const write = (value: number) => String(Math.round(value * 100) / 100);
  const max = largest + 0.06 * (largest - min);
  return { title, min, max, logarithmic: false, write, ticks: (most) => roundTicks(min, max, most, 0.01) };
}

/** Shares from `min` to 1. */
export function shareAxis(title: string, min: number): Axis {
  const write = (value: number) => `${Math.round(value * 100)}%`;
  return { title, min, max: 1, logarithmic: false, write, ticks: (most) => roundTicks(min, 1, most, 0.01) };
}
