import { useCallback, useId } from 'preact/hooks';
import { temporalText as text } from '../text/temporal';
import { countAxis, sizeAxis } from './axes';
import { type Along, batchAt, drawBatches, drawSteps } from './batches';
import { ChartCanvas, type Picture } from './ChartCanvas';
import { drawLimit } from './marks';
import type { Theme } from './theme';
import { useChartCursor } from './useChartCursor';

interface Props {
  /** accessible name */
  label: string;
  title: string;
  /** title of the vertical axis */
  upward: string;
  batches: Along;
  /** batches to compare with, drawn as a line and shown in a legend */
  others?: Along;
  limit: { value: number; label: string };
  /** description of a batch */
  read: (batch: number) => string;
}

function largest(heights: ArrayLike<number>): number {
  let most = 1;
  for (let b = 0; b < heights.length; ++b) most = Math.max(most, heights[b] ?? 0);
  return most;
}

/** The legend, above the chart. */
function drawLegend(context: CanvasRenderingContext2D, theme: Theme, left: number, colours: readonly string[]): void {
  const em = theme.fontSize;
  let at = left;
  context.font = theme.font;
  context.textBaseline = 'middle';
  for (const [i, colour] of colours.entries()) {
    const name = text.legend[i] ?? '';
    context.fillStyle = colour;
    context.fillRect(at, (i === 0 ? 0.35 : 0.7) * em, 1.4 * em, (i === 0 ? 0.9 : 0.2) * em);
    context.fillStyle = theme.text;
    context.fillText(name, at + 1.8 * em, 0.8 * em);
    at += 1.8 * em + context.measureText(name).width + 1.5 * em;
  }
}

/** One bar per batch along the interactions, read by pointer or arrow keys. `batches` and `others` must be memoized. */
export function BatchChart({ label, title, upward, batches, others, limit, read }: Props) {
  const keysHelp = useId();
  const count = batches.heights.length;
  const { shown, spoken, point, onKeyDown } = useChartCursor(count);
  const { value, label: limitLabel } = limit;

  const picture = useCallback(
    (theme: Theme): Picture => {
      const most = Math.max(largest(batches.heights), others ? largest(others.heights) : 0, value);
      const [first = theme.accent, second = theme.text] = theme.series;
      return {
        axes: {
          x: sizeAxis(text.acrossAxis, 0, batches.offsets[count] ?? 1),
          y: countAxis(upward, most, false),
          ...(others ? { heading: 1 } : {}),
        },
        draw: (context, frame) => {
          const { x, y } = frame;
          context.save();
          drawBatches(context, frame, batches, first);
          if (shown !== null) {
            const [left, right] = [shown, shown + 1].map((b) => Math.round(x.pixelOf(batches.offsets[b] ?? 0)));
            context.fillStyle = theme.text;
            const top = Math.min(y.pixelOf(batches.heights[shown] ?? 0), y.from - 3);
            context.fillRect(left ?? 0, top, Math.max((right ?? 0) - (left ?? 0), 2), y.from - top);
          }
          if (others) {
            drawSteps(context, frame, others, second);
            drawLegend(context, theme, x.from, [first, second]);
          }
          context.restore();
          drawLimit(context, theme, y, value, [x.from, x.to], limitLabel);
        },
      };
    },
    [batches, others, upward, value, limitLabel, shown, count],
  );
  return (
    <div>
      <ChartCanvas
        label={label}
        title={title}
        picture={picture}
        readout={shown === null ? text.hint : read(shown)}
        spoken={spoken}
        onMove={(frame, pixel) => point(batchAt(batches, frame.x.valueAt(pixel)))}
        onLeave={() => point(null)}
        keys={{ name: title, describedBy: keysHelp, onKeyDown }}
      />
      <small class="chart-help" id={keysHelp}>
        {text.keys}
      </small>
    </div>
  );
}
