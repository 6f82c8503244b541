/** A sweep over two components, or a slice of more, as a heat map of efficiency. */
import { cellAtPlace, placeOfLimits, rangeSize } from '../state/ranges';
import type { SweepRange } from '../state/state';
import type { SweepResult } from '../store';
import { limitsText as text } from '../text/limits';
import { sizeAxis } from './axes';
import type { Picture } from './ChartCanvas';
import { type Cells, extentOf } from './cells';
import type { Frame } from './frame';
import { drawHeatMap, type Extent, paint } from './heatMap';
import { drawColourScale, drawFrame, drawStar } from './marks';
import type { Theme } from './theme';

/** Positions are steps along every range; null: none. */
export interface SweepMarks {
  limits: number[];
  best: number[] | null;
  cursor: number[] | null;
}

export interface SweepMap {
  cells: Cells;
  image: OffscreenCanvas;
  extent: Extent;
  across: SweepRange;
  up: SweepRange;
}

const pruned = 1;
const packed = 2;

/** The cells of the first two components; the others stay at `place`. */
export function sweepMap({ ranges, grid }: SweepResult, place: number[]): SweepMap | null {
  const [across, up] = ranges;
  if (!across || !up) return null;
  const columns = rangeSize(across);
  const rows = rangeSize(up);
  const values = new Float64Array(columns * rows).fill(Number.NaN);
  const faint = new Uint8Array(columns * rows);
  for (let row = 0; row < rows; ++row) {
    for (let column = 0; column < columns; ++column) {
      const cell = cellAtPlace(ranges, [column, row, ...place.slice(2)]);
      const state = grid.state[cell];
      if (state !== pruned && state !== packed) continue;
      values[row * columns + column] = grid.harmonicMean[cell] ?? Number.NaN;
      faint[row * columns + column] = state === pruned ? 1 : 0;
    }
  }
  const cells = { columns, rows, values, faint, logarithmic: false };
  const extent = {
    left: across.first - across.step / 2,
    right: across.first + (columns - 0.5) * across.step,
    bottom: up.first - up.step / 2,
    top: up.first + (rows - 0.5) * up.step,
  };
  return { cells, image: paint(cells), extent, across, up };
}

/** The steps along the first two ranges at a pixel; null outside the grid. */
export function placeAtPixel({ cells, extent, across, up }: SweepMap, frame: Frame, x: number, y: number) {
  const column = Math.floor((frame.x.valueAt(x) - extent.left) / across.step);
  const row = Math.floor((frame.y.valueAt(y) - extent.bottom) / up.step);
  return column >= 0 && column < cells.columns && row >= 0 && row < cells.rows ? [column, row] : null;
}

export function sweepMapPicture(map: SweepMap, ranges: SweepRange[], components: string[], marks: SweepMarks) {
  const { cells, image, extent, across, up } = map;
  const inUse = placeOfLimits(ranges, marks.limits);
  const isInGrid = [across, up].every((range, c) => {
    const limit = marks.limits[c] ?? 0;
    return limit >= range.first - range.step / 2 && limit <= range.last + range.step / 2;
  });
  return (theme: Theme): Picture => ({
    axes: {
      x: sizeAxis(components[0] ?? '', extent.left, extent.right),
      y: sizeAxis(components[1] ?? '', extent.bottom, extent.top),
      heading: 1,
    },
    draw: (context, { x, y }) => {
      drawHeatMap(context, x, y, image, extent);
      const width = (x.to - x.from) / cells.columns;
      const height = (y.from - y.to) / cells.rows;
      const corner = ([column = 0, row = 0]: number[]): [number, number] => [
        x.from + column * width,
        y.from - (row + 1) * height,
      ];
      if (isInGrid) drawFrame(context, [...corner(inUse), width, height], theme.bad);
      if (marks.best) {
        const [left, top] = corner(marks.best);
        drawStar(context, left + width / 2, top + height / 2, 7);
      }
      if (marks.cursor) drawFrame(context, [...corner(marks.cursor), width, height], '#fff');
      const [low, high] = extentOf(cells) ?? [0, 0];
      const ends = { title: text.mean, low: text.percent(low), high: text.percent(high) };
      drawColourScale(context, theme, x.to, 2, ends);
    },
  });
}
