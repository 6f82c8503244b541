/** Heat maps of tens of thousands of cells: painted once, then copied at every frame. */
import { type Cells, pixelsOf } from './cells';
import type { Scale } from './scale';

/** What the picture covers, in the units of the axes. */
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

/** Cells keep sharp edges while they are larger than a pixel; smaller ones are averaged, which avoids moiré. */
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
