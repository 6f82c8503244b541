/** Batches of interactions over time: bars whose width is the batch size, and a step line for comparison. */
import type { Frame } from './frame';
import type { Scale } from './scale';

/** Batch b spans the interactions [offsets[b], offsets[b+1]). */
export interface Along {
  offsets: ArrayLike<number>;
  heights: ArrayLike<number>;
}

interface Step {
  left: number;
  right: number;
  height: number;
}

/** Downsamples batches: of those that share a pixel, the highest. */
export function stepsOf({ offsets, heights }: Along, x: Scale): Step[] {
  const steps: Step[] = [];
  for (let b = 0; b < heights.length; ++b) {
    const left = Math.round(x.pixelOf(offsets[b] ?? 0));
    const right = Math.max(Math.round(x.pixelOf(offsets[b + 1] ?? 0)), left + 1);
    const height = heights[b] ?? 0;
    const last = steps.at(-1);
    if (last?.left === left) {
      last.right = Math.max(last.right, right);
      last.height = Math.max(last.height, height);
    } else steps.push({ left, right, height });
  }
  return steps;
}

/** The batch of an interaction; clamped to the first and last. */
export function batchAt({ offsets, heights }: Along, interaction: number): number {
  let [low, high] = [0, heights.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((offsets[middle] ?? 0) <= interaction) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Light, so that a line in front stays visible. */
export function drawBatches(context: CanvasRenderingContext2D, frame: Frame, along: Along, colour: string): void {
  const { x, y } = frame;
  context.save();
  context.fillStyle = colour;
  context.globalAlpha = 0.22;
  for (const { left, right, height } of stepsOf(along, x)) {
    const top = Math.round(y.pixelOf(height));
    context.fillRect(left, top, right - left, y.from - top);
  }
  context.restore();
  drawSteps(context, frame, along, colour);
}

export function drawSteps(context: CanvasRenderingContext2D, { x, y }: Frame, along: Along, colour: string): void {
  context.strokeStyle = colour;
  context.lineWidth = 1.5;
  context.beginPath();
  for (const { left, right, height } of stepsOf(along, x)) {
    const level = y.pixelOf(height);
    context.lineTo(left, level);
    context.lineTo(right, level);
  }
  context.stroke();
}
