import { type Binning, edgeOf } from './binning';
import type { Scale } from './scale';

/**
 * One bar per cell, without gaps. `sizes` is the axis of the binning, `counts` the other, in either orientation. A bar is
 * at least one pixel wide and high, so that a single item is visible.
 */
export function drawBars(
  context: CanvasRenderingContext2D,
  sizes: Scale,
  counts: Scale,
  items: Float64Array,
  binning: Binning,
  colour: string,
): void {
  const base = counts.from;
  context.save();
  context.fillStyle = colour;
  items.forEach((count, cell) => {
    if (count === 0) return;
    const edges = [edgeOf(binning, cell), edgeOf(binning, cell + 1)].map((edge) => Math.round(sizes.pixelOf(edge)));
    const from = Math.min(...edges);
    const thickness = Math.max(Math.max(...edges) - from, 1);
    const length = counts.pixelOf(count) - base;
    const visible = Math.sign(length) * Math.max(Math.abs(length), 1);
    if (sizes.isHorizontal) context.fillRect(from, base, thickness, visible);
    else context.fillRect(base, from, visible, thickness);
  });
  context.restore();
}
