/** The cells of a heat map. */
import { paletteColour } from './palette';

export interface Cells {
  columns: number;
  rows: number;
  /** rows from the bottom; NaN: transparent */
  values: Float64Array;
  /** cells drawn faintly; optional */
  faint?: Uint8Array;
  logarithmic: boolean;
}

const shades = 256;
const faintOpacity = 90;

const palette = new Uint8ClampedArray(shades * 3);
for (let i = 0; i < shades; ++i) palette.set(paletteColour(i / (shades - 1)), i * 3);

/** The range of the values; null if there are none. */
export function extentOf(cells: Cells): [number, number] | null {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const value of cells.values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return low <= high ? [low, high] : null;
}

/** RGBA, one pixel per cell, rows from the top. */
export function pixelsOf(cells: Cells): Uint8ClampedArray<ArrayBuffer> {
  const { columns, rows, values, faint } = cells;
  const pixels = new Uint8ClampedArray(columns * rows * 4);
  const extent = extentOf(cells);
  if (!extent) return pixels;
  const scale = cells.logarithmic ? Math.log : (value: number) => value;
  const low = scale(extent[0]);
  const span = scale(extent[1]) - low;
  for (let row = 0; row < rows; ++row) {
    for (let column = 0; column < columns; ++column) {
      const cell = row * columns + column;
      const value = values[cell] as number;
      if (Number.isNaN(value)) continue;
      const shade = span > 0 ? Math.round(((scale(value) - low) / span) * (shades - 1)) : shades - 1;
      const pixel = ((rows - 1 - row) * columns + column) * 4;
      pixels[pixel] = palette[shade * 3] as number;
      pixels[pixel + 1] = palette[shade * 3 + 1] as number;
      pixels[pixel + 2] = palette[shade * 3 + 2] as number;
      pixels[pixel + 3] = faint?.[cell] ? faintOpacity : 255;
    }
  }
  return pixels;
}
