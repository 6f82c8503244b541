/** Overlays of a chart: limit lines, cell frames, the colour scale. */
import { paletteColour } from './palette';
import type { Scale } from './scale';
import type { Theme } from './theme';

/** A line at a value of a scale. `from` and `to` are its ends in the other direction. */
export function drawLimit(
  context: CanvasRenderingContext2D,
  theme: Theme,
  scale: Scale,
  value: number,
  [from, to]: [number, number],
  label: string,
): void {
  const at = Math.round(scale.pixelOf(value)) + 0.5;
  const vertical = scale.isHorizontal;
  const em = theme.fontSize;
  context.save();
  context.strokeStyle = theme.bad;
  context.lineWidth = 1.5;
  context.setLineDash([5, 3]);
  context.beginPath();
  context.moveTo(vertical ? at : from, vertical ? from : at);
  context.lineTo(vertical ? at : to, vertical ? to : at);
  context.stroke();
  context.font = theme.font;
  const width = context.measureText(label).width;
  const nearEnd = vertical ? at + width + 6 > scale.to : at - em - 6 < scale.to;
  const x = vertical ? (nearEnd ? at - width - 4 : at + 4) : to - width - 4;
  const baseline = vertical ? from + em : nearEnd ? at + em + 2 : at - 5;
  context.fillStyle = theme.surface;
  context.globalAlpha = 0.85;
  context.fillRect(x - 2, baseline - em, width + 4, em + 3);
  context.globalAlpha = 1;
  context.fillStyle = theme.bad;
  context.fillText(label, x, baseline);
  context.restore();
}

/** A frame that is visible on light and dark cells. */
export function drawFrame(
  context: CanvasRenderingContext2D,
  [left, top, width, height]: [number, number, number, number],
  colour: string,
): void {
  context.save();
  for (const [stroke, thickness] of [
    ['#000', 4],
    ['#fff', 2.5],
    [colour, 1.5],
  ] as const) {
    context.strokeStyle = stroke;
    context.lineWidth = thickness;
    context.strokeRect(left - 1, top - 1, width + 2, height + 2);
  }
  context.restore();
}

/** A five-pointed star, dark with a light rim. */
export function drawStar(context: CanvasRenderingContext2D, x: number, y: number, radius: number): void {
  context.save();
  context.beginPath();
  for (let point = 0; point < 10; ++point) {
    const reach = point % 2 === 0 ? radius : radius * 0.45;
    const angle = (point * Math.PI) / 5;
    context.lineTo(x + reach * Math.sin(angle), y - reach * Math.cos(angle));
  }
  context.closePath();
  context.lineWidth = 2.5;
  context.strokeStyle = '#fff';
  context.stroke();
  context.fillStyle = '#111';
  context.fill();
  context.restore();
}

/** The colour scale with the values at its ends, right-aligned at `right`. */
export function drawColourScale(
  context: CanvasRenderingContext2D,
  theme: Theme,
  right: number,
  top: number,
  { title, low, high }: { title: string; low: string; high: string },
): void {
  const height = 10;
  context.save();
  context.font = theme.font;
  context.textBaseline = 'middle';
  context.fillStyle = theme.muted;
  const middle = top + theme.fontSize / 2;
  const words = `${title}  ${low}`;
  const highX = right - context.measureText(high).width;
  context.fillText(high, highX, middle);
  const width = Math.max(Math.min(96, highX - context.measureText(words).width - 12), 24);
  const left = highX - 6 - width;
  const gradient = context.createLinearGradient(left, 0, left + width, 0);
  for (let stop = 0; stop <= 8; ++stop) gradient.addColorStop(stop / 8, `rgb(${paletteColour(stop / 8).join(' ')})`);
  context.textAlign = 'right';
  context.fillText(words, left - 6, middle, left - 6);
  context.fillStyle = gradient;
  context.fillRect(left, middle - height / 2, width, height);
  context.restore();
}
