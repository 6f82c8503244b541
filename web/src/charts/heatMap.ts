/** Heat maps with tens of thousands of cells: drawn once, then copied in every frame. */
import { type Cells, pixelsOf } from './cells';
import type { Scale } from './scale';

/** The extent of the heat map in units of the axes. */
export interface Extent {
  left: number;
  right: number;
  bottom: number;
  top: number;
}

export function paint(cells: Cells): OffscreenCanvas {
  const image = new OffscreenCanvas(cells.columns, cells.rows);
  image.getContext('2d')?.putImageData(new ImageData(pixelsOf(cells), cells.columns, cells.rows), 0, 0);
  return image;
}

/** Cells larger than a pixel keep sharp edges; smaller ones are averaged to avoid moiré. */
export function drawHeatMap(
  context: CanvasRenderingContext2D,
  x: Scale,
  y: Scale,
  image: OffscreenCanvas,
  extent: Extent,
): void {
  const left = x.pixelOf(extent.left);
  const top = y.pixelOf(extent.top);
  const width = x.pixelOf(extent.right) - left;
  const height = y.pixelOf(extent.bottom) - top;
  const ratio = context.getTransform().a;
  context.save();
  context.beginPath();
  context.rect(x.from, y.to, x.to - x.from, y.from - y.to);
  context.clip();
  context.imageSmoothingEnabled = width * ratio < image.width || height * ratio < image.height;
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, left, top, width, height);
  context.restore();
}
