/** Layout and drawing of the axes of a chart. */
import type { Axis } from './axes';
import { type Tick, ticksOf } from './axisTicks';
import { type Scale, scaleOf } from './scale';
import type { Theme } from './theme';

export interface Axes {
  x: Axis;
  y: Axis;
  /** vertical axis of a strip above the plot that shares its x axis */
  above?: Axis;
  /** horizontal axis of a strip to the right that shares its y axis */
  right?: Axis;
  /** lines of text to reserve at the top */
  heading?: number;
}

/** The scales of the axes. */
export interface Frame {
  x: Scale;
  y: Scale;
  above?: Scale;
  right?: Scale;
}

/** The axes along one side: of the plot, and of the strip next to it. */
interface Side {
  scale: Scale;
  beyond: Scale | undefined;
  title: string;
  ticks: Tick[];
  /** ticks of the strip, without grid lines */
  ticksBeyond: Tick[];
}

const stripShare = 0.2;
const stripGap = 8;
const tickLength = 4;
const padding = 4;

function sideOf(
  context: CanvasRenderingContext2D,
  em: number,
  isHorizontal: boolean,
  [axis, beyond]: [Axis, Axis | undefined],
  [from, end]: [number, number],
  edge?: number,
): Side {
  const direction = isHorizontal ? 1 : -1;
  const length = Math.max((end - from) * direction, 1);
  const own = beyond ? Math.max(length * (1 - stripShare) - stripGap, 1) : length;
  const to = from + direction * length;
  const scale = scaleOf(axis, isHorizontal, from, from + direction * own);
  const ticks = ticksOf(context, em, axis, scale, { edge });
  const side = { scale, beyond: undefined, title: axis.title, ticks, ticksBeyond: [] };
  if (!beyond) return side;
  const strip = scaleOf(beyond, isHorizontal, to - direction * length * stripShare, to);
  const last = ticks.at(-1);
  const start = last && last.middle + (direction * (isHorizontal ? last.width : em)) / 2;
  return { ...side, beyond: strip, ticksBeyond: ticksOf(context, em, beyond, strip, { start, edge }) };
}

/** Grid lines of one side, and the lines at the start of its scales. */
function drawLines(context: CanvasRenderingContext2D, { scale, beyond, ticks, ticksBeyond }: Side, other: Side): void {
  const end = (other.beyond ?? other.scale).to;
  const outside = other.scale.from + (scale.isHorizontal ? tickLength : -tickLength);
  const line = (along: number, from: number, to: number) => {
    const at = Math.round(along) + 0.5;
    context.moveTo(scale.isHorizontal ? at : from, scale.isHorizontal ? from : at);
    context.lineTo(scale.isHorizontal ? at : to, scale.isHorizontal ? to : at);
  };
  context.beginPath();
  for (const { pixel } of ticks) line(pixel, outside, end);
  for (const { pixel } of ticksBeyond) line(pixel, outside, other.scale.from);
  for (const { from } of beyond ? [scale, beyond] : [scale]) line(from, other.scale.from, end);
  context.stroke();
}

function drawWords(context: CanvasRenderingContext2D, em: number, across: Side, up: Side): void {
  const { from: left, to: right } = across.scale;
  const { from: bottom, to: top } = up.scale;
  context.textBaseline = 'middle';
  context.textAlign = 'right';
  for (const tick of [...up.ticks, ...up.ticksBeyond]) {
    context.fillText(tick.label, left - tickLength - padding, tick.middle);
  }
  context.textAlign = 'center';
  for (const tick of [...across.ticks, ...across.ticksBeyond]) {
    context.fillText(tick.label, tick.middle, bottom + tickLength + padding + em / 2);
  }
  context.fillText(across.title, (left + right) / 2, bottom + tickLength + padding + 2 * em, right - left);
  context.rotate(-Math.PI / 2);
  context.fillText(up.title, -(top + bottom) / 2, 0.75 * em, bottom - top);
}

/** Draws the axes into a canvas of this size in CSS pixels, and returns their scales. */
export function drawAxes(
  context: CanvasRenderingContext2D,
  theme: Theme,
  axes: Axes,
  [width, height]: [number, number],
): Frame {
  const em = theme.fontSize;
  context.save();
  context.font = theme.font;
  const bottom = height - tickLength - padding - em * (axes.x.title ? 2.75 : 1.25);
  const top = (0.75 + 1.25 * (axes.heading ?? 0)) * em;
  const up = sideOf(context, em, false, [axes.y, axes.above], [bottom, top]);
  const widest = Math.max(0, ...[...up.ticks, ...up.ticksBeyond].map((tick) => tick.width));
  const left = (axes.y.title ? 1.5 * em : 0) + padding + widest + padding + tickLength;
  const across = sideOf(context, em, true, [axes.x, axes.right], [left, width - 2 * padding], width);

  context.strokeStyle = theme.line;
  context.lineWidth = 1;
  drawLines(context, across, up);
  drawLines(context, up, across);
  context.fillStyle = theme.muted;
  drawWords(context, em, across, up);
  context.restore();
  return { x: across.scale, y: up.scale, above: up.beyond, right: across.beyond };
}
