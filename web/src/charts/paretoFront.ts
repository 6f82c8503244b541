/** A Pareto front as a scatter plot of efficiency against cost. */
import type { LimitsFound } from 'tuplepack';
import { searchText as text } from '../text/search';
import { shareAxis, sizeAxis } from './axes';
import type { Picture } from './ChartCanvas';
import type { Frame } from './frame';
import type { Theme } from './theme';

/** Hit radius of a point, in pixels. */
const reach = 24;

/** Indices of points; null: none. */
export interface FrontMarks {
  inUse: number | null;
  cursor: number | null;
}

/** The point nearest to a pixel; null if none is near. */
export function pointAt(points: readonly LimitsFound[], { x, y }: Frame, left: number, top: number): number | null {
  let best: number | null = null;
  let least = reach;
  points.forEach(({ cost, harmonicMean }, i) => {
    const distance = Math.hypot(x.pixelOf(cost) - left, y.pixelOf(harmonicMean) - top);
    if (distance < least) [best, least] = [i, distance];
  });
  return best;
}

/** The point with these limits; null if there is none. */
export function pointOfLimits(points: readonly LimitsFound[], limits: readonly number[]): number | null {
  const found = points.findIndex((point) => point.limits.every((limit, c) => limit === limits[c]));
  return found === -1 ? null : found;
}

function drawSteps(context: CanvasRenderingContext2D, { x, y }: Frame, points: readonly LimitsFound[]): void {
  context.beginPath();
  points.forEach(({ cost, harmonicMean }, i) => {
    const [left, top] = [x.pixelOf(cost), y.pixelOf(harmonicMean)];
    // up to the next point, the previous one is the best
    if (i > 0) context.lineTo(left, y.pixelOf(points[i - 1]?.harmonicMean ?? harmonicMean));
    context.lineTo(left, top);
  });
  context.lineTo(x.to, y.pixelOf(points.at(-1)?.harmonicMean ?? 0));
  context.stroke();
}

export function frontPicture(points: readonly LimitsFound[], { inUse, cursor }: FrontMarks) {
  const costs = points.map(({ cost }) => cost);
  const [first, last] = [Math.min(...costs), Math.max(...costs)];
  const margin = Math.max((last - first) * 0.04, 1);
  const lowest = Math.min(...points.map(({ harmonicMean }) => harmonicMean), 0.95);
  const floor = Math.max(Math.floor(lowest * 20 - 0.5) / 20, 0);
  return (theme: Theme): Picture => ({
    axes: { x: sizeAxis(text.cost, first - margin, last + margin), y: shareAxis(text.efficiency, floor) },
    draw: (context, frame) => {
      const { x, y } = frame;
      context.save();
      context.lineWidth = 1.5;
      context.strokeStyle = theme.muted;
      drawSteps(context, frame, points);
      context.fillStyle = theme.series[0] ?? theme.accent;
      points.forEach(({ cost, harmonicMean }) => {
        context.beginPath();
        context.arc(x.pixelOf(cost), y.pixelOf(harmonicMean), 4, 0, 7);
        context.fill();
      });
      for (const [place, colour] of [
        [inUse, theme.bad],
        [cursor, theme.text],
      ] as const) {
        const point = place === null ? undefined : points[place];
        if (!point) continue;
        context.beginPath();
        context.arc(x.pixelOf(point.cost), y.pixelOf(point.harmonicMean), 8, 0, 7);
        context.lineWidth = 2;
        context.strokeStyle = colour;
        context.stroke();
      }
      context.restore();
    },
  });
}
