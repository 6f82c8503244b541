/** A sweep over one component as a scatter plot: a dot per limit, solid if packed. */
import { placeOfLimits, rangeSize } from '../state/ranges';
import type { SweepRange } from '../state/state';
import type { SweepResult } from '../store';
import { limitsText as text } from '../text/limits';
import { shareAxis, sizeAxis } from './axes';
import type { Picture } from './ChartCanvas';
import type { Frame } from './frame';
import { drawStar } from './marks';
import type { SweepMarks } from './sweepMap';
import type { Theme } from './theme';

const packed = 2;

/** The step along the range that is nearest to a pixel; null outside the grid. */
export function placeOfPixel(range: SweepRange, frame: Frame, x: number): number[] | null {
  const step = Math.round((frame.x.valueAt(x) - range.first) / range.step);
  return step >= 0 && step < rangeSize(range) ? [step] : null;
}

export function sweepDotsPicture({ ranges, grid }: SweepResult, components: string[], marks: SweepMarks) {
  const range = ranges[0] as SweepRange;
  const shares = [...grid.harmonicMean].filter((share) => !Number.isNaN(share));
  const floor = Math.max(Math.floor(Math.min(...shares, 0.95) * 20 - 0.5) / 20, 0);
  const margin = range.step * Math.max(rangeSize(range) * 0.02, 1);
  const [inUse = 0] = placeOfLimits(ranges, marks.limits);
  return (theme: Theme): Picture => ({
    axes: {
      x: sizeAxis(components[0] ?? '', range.first - margin, range.last + margin),
      y: shareAxis(text.efficiency, floor),
    },
    draw: (context, { x, y }) => {
      const radius = Math.min(Math.max((x.to - x.from) / grid.state.length / 2.5, 1.5), 5);
      context.save();
      grid.harmonicMean.forEach((share, cell) => {
        if (Number.isNaN(share)) return;
        context.beginPath();
        context.arc(x.pixelOf(range.first + cell * range.step), y.pixelOf(share), radius, 0, 7);
        context.fillStyle = theme.series[0] ?? theme.accent;
        context.globalAlpha = grid.state[cell] === packed ? 1 : 0.3;
        context.fill();
      });
      context.globalAlpha = 1;
      for (const [cell, colour] of [
        [inUse, theme.bad],
        [marks.cursor?.[0], theme.text],
      ] as const) {
        const share = cell === undefined ? undefined : grid.harmonicMean[cell];
        if (cell === undefined || share === undefined || Number.isNaN(share)) continue;
        context.beginPath();
        context.arc(x.pixelOf(range.first + cell * range.step), y.pixelOf(share), radius + 3, 0, 7);
        context.strokeStyle = colour;
        context.lineWidth = 2;
        context.stroke();
      }
      context.restore();
      const best = marks.best?.[0];
      if (best === undefined) return;
      drawStar(context, x.pixelOf(range.first + best * range.step), y.pixelOf(grid.harmonicMean[best] ?? 0), 7);
    },
  });
}
