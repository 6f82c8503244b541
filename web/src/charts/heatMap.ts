/**
 * Heat maps with tens of thousands of cells: an image, painted once, which a plugin draws between the axes. No library: for
 * 50,000 cells chartjs-chart-matrix takes 620 to 710 ms and shows moiré, an image 5 ms.
 */
import type { ActiveDataPoint, Chart, Plugin, Point } from 'chart.js';
import type { Cursor } from './cursor';
import { beginText, themeOf } from './theme';

/**
 * Viridis (Smith and van der Walt, CC0) as stops for interpolation, without its darkest fifth, which is invisible on a dark
 * page.
 */
const stops = [0x414487, 0x3b528b, 0x2c728e, 0x21918c, 0x28ae80, 0x5ec962, 0xaddc30, 0xfde725];

function channel(stop: number, shift: number): number {
  return ((stops[stop] ?? 0) >> shift) & 255;
}

/** The colour of t, 0 … 1, as three bytes. */
export function paletteColour(t: number): [number, number, number] {
  const at = Math.min(Math.max(t, 0), 1) * (stops.length - 1);
  const below = Math.min(Math.floor(at), stops.length - 2);
  const part = at - below;
  const mix = (shift: number) => Math.round(channel(below, shift) * (1 - part) + channel(below + 1, shift) * part);
  return [mix(16), mix(8), mix(0)];
}

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

export interface HeatMap {
  cells: Cells;
  image: OffscreenCanvas;
  /** in units of the axes */
  extent: { left: number; right: number; bottom: number; top: number };
  /** a cell with a frame; null: none */
  framed: number | null;
  /** what the colours mean */
  title: string;
  write: (value: number) => string;
}

/** A cell by its number, row by row from the bottom, and its centre. */
export interface CellPoint extends Point {
  cell: number;
}

/** The cell that a tooltip is about. */
export const cellOf = (item: { raw: unknown } | undefined): number => (item?.raw as CellPoint | undefined)?.cell ?? 0;

declare module 'chart.js' {
  interface ControllerDatasetOptions {
    /** drawn behind the data set, whose only point is the cursor */
    heatMap: HeatMap;
  }
}

export function paint(cells: Cells): OffscreenCanvas {
  const image = new OffscreenCanvas(cells.columns, cells.rows);
  image.getContext('2d')?.putImageData(new ImageData(pixelsOf(cells), cells.columns, cells.rows), 0, 0);
  return image;
}

/** The data set of a heat map. */
export function heatMapData(heatMap: HeatMap) {
  const data: CellPoint[] = [{ x: heatMap.extent.left, y: heatMap.extent.bottom, cell: 0 }];
  return { type: 'line' as const, label: '', data, pointRadius: 0, pointHoverRadius: 0, order: 1, heatMap };
}

/** The cursor over the cells of the heat map in the first data set. */
export function cellCursor({ cells: { columns, rows }, extent }: HeatMap, start: number | null): Cursor {
  const [width, height] = [(extent.right - extent.left) / columns, (extent.top - extent.bottom) / rows];
  return {
    places: columns * rows,
    columns,
    start,
    placeAt: ({ scales }, x, y) => {
      const column = Math.floor(((scales.x?.getValueForPixel(x) ?? Number.NaN) - extent.left) / width);
      const row = Math.floor(((scales.y?.getValueForPixel(y) ?? Number.NaN) - extent.bottom) / height);
      return column >= 0 && column < columns && row >= 0 && row < rows ? row * columns + column : null;
    },
    pointsAt: (chart, cell): ActiveDataPoint[] => {
      const x = extent.left + ((cell % columns) + 0.5) * width;
      const y = extent.bottom + (Math.floor(cell / columns) + 0.5) * height;
      Object.assign(chart.data.datasets[0]?.data[0] ?? {}, { x, y, cell });
      const [point] = chart.getDatasetMeta(0).data;
      const at = { x: chart.scales.x?.getPixelForValue(x), y: chart.scales.y?.getPixelForValue(y) };
      Object.assign(point ?? {}, at);
      return [{ datasetIndex: 0, index: 0 }];
    },
  };
}

type Rectangle = [left: number, top: number, width: number, height: number];

function rectangleOf(chart: Chart, { extent }: HeatMap): Rectangle | null {
  const { x, y } = chart.scales;
  if (!x || !y) return null;
  const [left, top] = [x.getPixelForValue(extent.left), y.getPixelForValue(extent.top)];
  return [left, top, x.getPixelForValue(extent.right) - left, y.getPixelForValue(extent.bottom) - top];
}

/** Cells larger than a pixel keep sharp edges; smaller ones are averaged to avoid moiré. */
function drawImage(chart: Chart, { image }: HeatMap, rectangle: Rectangle): void {
  const { ctx, currentDevicePixelRatio: ratio } = chart;
  const [, , width, height] = rectangle;
  ctx.save();
  ctx.imageSmoothingEnabled = width * ratio < image.width || height * ratio < image.height;
  ctx.imageSmoothingQuality = 'high';
  ctx.drawImage(image, ...rectangle);
  ctx.restore();
}

/** A frame that is visible on light and dark cells. */
function drawFrame(ctx: CanvasRenderingContext2D, [left, top, width, height]: Rectangle, colour: string): void {
  ctx.save();
  for (const [stroke, thickness] of [
    ['#000', 4],
    ['#fff', 2.5],
    [colour, 1.5],
  ] as const) {
    ctx.strokeStyle = stroke;
    ctx.lineWidth = thickness;
    ctx.strokeRect(left - 1, top - 1, width + 2, height + 2);
  }
  ctx.restore();
}

const [steps, widestStep, scaleHeight, space] = [32, 4, 10, 8];

/** Where the scale of colours begins, and how wide a step of it is: above the chart, and on a narrow page inside it. */
export function scalePlace(width: number, left: number, words: number): { x: number; step: number } {
  const x = Math.min(left, Math.max(width - words - steps * widestStep, 0));
  return { x, step: Math.min(widestStep, Math.max((width - x - words) / steps, 0)) };
}

/** The scale of colours above the chart, from the least to the largest value. */
function drawScale({ ctx, canvas, chartArea, width }: Chart, { cells, title, write }: HeatMap): void {
  const [low, high] = extentOf(cells) ?? [0, 0];
  const least = `${title} ${write(low)}`;
  const most = high > low ? write(high) : '';
  ctx.save();
  beginText(ctx, canvas);
  const [before, after] = [least, most].map((words) => ctx.measureText(words).width + space) as [number, number];
  const { x, step } = scalePlace(width, chartArea.left, before + after);
  for (let i = 0; i < steps && most; ++i) {
    ctx.fillStyle = `rgb(${paletteColour(i / (steps - 1)).join(' ')})`;
    ctx.fillRect(x + before + i * step, scaleHeight / 2, step, scaleHeight);
  }
  ctx.fillStyle = themeOf(canvas).text;
  ctx.fillText(least, x, scaleHeight);
  ctx.fillText(most, x + before + steps * step + space, scaleHeight);
  ctx.restore();
}

export const heatMapPlugin: Plugin<'bar' | 'line'> = {
  id: 'heatMap',
  beforeDatasetDraw(chart, { index }) {
    const heatMap = chart.data.datasets[index]?.heatMap as HeatMap | undefined;
    const all = heatMap && rectangleOf(chart, heatMap);
    if (!heatMap || !all) return;
    drawImage(chart, heatMap, all);
    drawScale(chart, heatMap);
    const { columns, rows } = heatMap.cells;
    const [left, top, width, height] = [all[0], all[1], all[2] / columns, all[3] / rows];
    const frame = (cell: number, colour: string) => {
      const at: [number, number] = [
        left + (cell % columns) * width,
        top + (rows - 1 - Math.floor(cell / columns)) * height,
      ];
      drawFrame(chart.ctx, [...at, width, height], colour);
    };
    if (heatMap.framed !== null) frame(heatMap.framed, themeOf(chart.canvas).bad);
    const isMarked = chart.getActiveElements().some(({ datasetIndex }) => datasetIndex === index);
    if (isMarked) frame(cellOf({ raw: chart.data.datasets[index]?.data[0] }), '#fff');
  },
};
