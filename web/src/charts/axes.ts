/** What an axis counts, and how it says so. */
import { compact, whole } from './format';
import type { Domain } from './scale';
import { powerTicks, roundTicks } from './ticks';

export interface Axis extends Domain {
  title: string;
  write: (value: number) => string;
  /** no more than `most` values to mark, in rising order */
  ticks: (most: number) => number[];
}

/** In whole sizes. */
export function sizeAxis(title: string, min: number, max: number): Axis {
  return { title, min, max, logarithmic: false, write: whole, ticks: (most) => roundTicks(min, max, most, 1) };
}

/** Of counts up to `largest`; a logarithmic one starts below 1, so that a single item can be seen. */
export function countAxis(title: string, largest: number, logarithmic: boolean): Axis {
  const [min, max] = logarithmic ? [0.5, largest * 1.3] : [0, largest * 1.03];
  const ticks = (most: number) => (logarithmic ? powerTicks(largest, most) : roundTicks(min, max, most, 1));
  return { title, min, max, logarithmic, write: compact, ticks };
}

/** Of shares of one, from `min` to 1. */
export function shareAxis(title: string, min: number): Axis {
  const write = (value: number) => `${Math.round(value * 100)}%`;
  return { title, min, max: 1, logarithmic: false, write, ticks: (most) => roundTicks(min, 1, most, 0.01) };
}
