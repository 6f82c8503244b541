/** Lines over shared x values, with a legend, and dashes so that they differ without colour. */

import type { Picture } from './ChartCanvas';
import type { Axes, Frame } from './frame';
import type { Theme } from './theme';

export interface Line {
  name: string;
  /** one per x value; null: none */
  values: readonly (number | null)[];
  /** a constant reference line */
  reference?: true;
}

const dashes = [[], [7, 4], [2, 3], [10, 3, 2, 3]];
const referenceDashes = [
  [2, 2],
  [14, 3],
];
const dotRadius = 2.5;
const swatch = 22;

interface Pen {
  colour: string;
  dash: readonly number[];
}

function penOf(theme: Theme, lines: readonly Line[], line: Line): Pen {
  const place = lines.filter((one) => one.reference === line.reference).indexOf(line);
  if (line.reference) return { colour: theme.muted, dash: referenceDashes[place % referenceDashes.length] ?? [] };
  return {
    colour: theme.series[place % theme.series.length] ?? theme.accent,
    dash: dashes[place % dashes.length] ?? [],
  };
}

function drawLine(context: CanvasRenderingContext2D, { x, y }: Frame, across: readonly number[], line: Line, pen: Pen) {
  context.strokeStyle = pen.colour;
  context.fillStyle = pen.colour;
  context.lineWidth = line.reference ? 1.25 : 2;
  context.setLineDash([...pen.dash]);
  const points = across.flatMap((value, i) => {
    const height = line.values[i];
    return typeof height === 'number' ? [[x.pixelOf(value), y.pixelOf(height)] as const] : [];
  });
  const [first] = points;
  if (!first) return;
  context.beginPath();
  if (line.reference) {
    context.moveTo(x.from, first[1]);
    context.lineTo(x.to, first[1]);
  } else for (const point of points) context.lineTo(...point);
  context.stroke();
  if (line.reference) return;
  context.setLineDash([]);
  for (const [left, top] of points) {
    context.beginPath();
    context.arc(left, top, dotRadius, 0, 7);
    context.fill();
  }
}

/** The lines, and the reference lines. */
const legendLines = (lines: readonly Line[]) => (lines.some((line) => line.reference) ? 2 : 1);

/** One line of the legend. If too long, it starts left of the axis. */
function drawNames(
  context: CanvasRenderingContext2D,
  theme: Theme,
  { x }: Frame,
  named: readonly (readonly [name: string, pen: Pen])[],
  middle: number,
): void {
  const widthOf = (name: string) => swatch + 5 + context.measureText(name).width + 14;
  const width = named.reduce((sum, [name]) => sum + widthOf(name), -14);
  let left = Math.max(Math.min(x.from, x.to - width), 0);
  context.textAlign = 'left';
  context.lineWidth = 2;
  for (const [name, { colour, dash }] of named) {
    context.strokeStyle = colour;
    context.setLineDash([...dash]);
    context.beginPath();
    context.moveTo(left, middle);
    context.lineTo(left + swatch, middle);
    context.stroke();
    context.fillStyle = theme.text;
    context.fillText(name, left + swatch + 5, middle);
    left += widthOf(name);
  }
}

function drawLegend(context: CanvasRenderingContext2D, theme: Theme, frame: Frame, lines: readonly Line[]): void {
  const em = theme.fontSize;
  [undefined, true].forEach((kind, row) => {
    const named = lines.filter((line) => line.reference === kind);
    drawNames(
      context,
      theme,
      frame,
      named.map((line) => [line.name, penOf(theme, lines, line)]),
      (0.8 + 1.25 * row) * em,
    );
  });
}

/** `marked`: index of the x value under the cursor. */
export function linesPicture(
  axes: Pick<Axes, 'x' | 'y'>,
  across: readonly number[],
  lines: readonly Line[],
  marked: number | null,
) {
  return (theme: Theme): Picture => ({
    axes: { ...axes, heading: legendLines(lines) },
    draw: (context, frame) => {
      context.save();
      const mark = marked === null ? undefined : across[marked];
      if (mark !== undefined) {
        context.fillStyle = theme.line;
        context.fillRect(Math.round(frame.x.pixelOf(mark)) - 1, frame.y.to, 2, frame.y.from - frame.y.to);
      }
      for (const line of lines) drawLine(context, frame, across, line, penOf(theme, lines, line));
      context.font = theme.font;
      context.textBaseline = 'middle';
      drawLegend(context, theme, frame, lines);
      context.restore();
    },
  });
}

/** The index of the x value nearest to a pixel. */
export function nearest(across: readonly number[], frame: Frame, pixel: number): number | null {
  const far = (i: number) => Math.abs(frame.x.pixelOf(across[i] ?? 0) - pixel);
  return across.reduce<number | null>((best, _, i) => (best === null || far(i) < far(best) ? i : best), null);
}
