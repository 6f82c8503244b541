import type { Access } from 'tuplepack/temporal';

export const sumOf = (numbers: Float64Array): number => numbers.reduce((sum, number) => sum + number, 0);

/** How often a row is requested in the batch that needs it. */
export function redundancyOf({ requested, unique }: Access): number {
  return sumOf(requested) / sumOf(unique);
}
