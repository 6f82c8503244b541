/** Bins sizes for display: a screen has no room for 36,123 bars. */
import type { Histogram } from 'tuplepack';

/** Cell i holds the sizes [first + i · width, first + (i + 1) · width). */
export interface Binning {
  first: number;
  width: number;
  cells: number;
  /** sizes differ by multiples of this, e.g. if every edge is counted in both directions */
  grain: number;
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}

/** Widths are multiples of the grain: otherwise some cells hold more sizes than others, which looks like stripes. */
export function binningOf(histogram: Histogram, component: number, most: number): Binning {
  const k = histogram.components.length;
  const { sizes } = histogram;
  let first = Number.POSITIVE_INFINITY;
  let last = 0;
  for (let i = component; i < sizes.length; i += k) {
    first = Math.min(first, sizes[i] as number);
    last = Math.max(last, sizes[i] as number);
  }
  let grain = 0;
  for (let i = component; i < sizes.length && grain !== 1; i += k) {
    grain = greatestCommonDivisor(grain, (sizes[i] as number) - first);
  }
  grain ||= 1;
  const width = grain * Math.ceil(((last - first) / grain + 1) / most);
  return { first, width, cells: Math.floor((last - first) / width) + 1, grain };
}

/** Left edge of cell i: half a grain before its first size, so that a cell of one size is centred. */
export function edgeOf(binning: Binning, cell: number): number {
  return binning.first - binning.grain / 2 + cell * binning.width;
}

/** The smallest and largest size in a cell. */
export function sizesOf(binning: Binning, cell: number): [number, number] {
  const first = binning.first + cell * binning.width;
  return [first, first + binning.width - binning.grain];
}

function cellOfBin(histogram: Histogram, binning: Binning, component: number, bin: number): number {
  const size = histogram.sizes[bin * histogram.components.length + component] as number;
  return Math.floor((size - binning.first) / binning.width);
}

/** Items per cell, of which `cellOf` tells that of a bin. */
function itemsPerCell(histogram: Histogram, cells: number, cellOf: (bin: number) => number): Float64Array {
  const items = new Float64Array(cells);
  histogram.counts.forEach((count, bin) => {
    const cell = cellOf(bin);
    items[cell] = (items[cell] as number) + count;
  });
  return items;
}

/** Items per cell of one component. */
export function marginal(histogram: Histogram, component: number, binning: Binning): Float64Array {
  return itemsPerCell(histogram, binning.cells, (bin) => cellOfBin(histogram, binning, component, bin));
}

/** Items per pair of cells of the first two components; the second component selects the row. */
export function joint(histogram: Histogram, across: Binning, up: Binning): Float64Array {
  const cellOf = (bin: number) =>
    cellOfBin(histogram, up, 1, bin) * across.cells + cellOfBin(histogram, across, 0, bin);
  return itemsPerCell(histogram, across.cells * up.cells, cellOf);
}
