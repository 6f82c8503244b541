/** Selects as many ticks as fit on an axis. */
import type { Axis } from './axes';
import type { Scale } from './scale';

export interface Tick {
  pixel: number;
  label: string;
  /** centre of the label: at the tick, unless the label would leave the canvas */
  middle: number;
  width: number;
}

/** Maximum number of ticks of long axes. */
const most = { across: 10, up: 8 };

/** Space for labels: after the last label of a neighbour, before the right edge of the canvas. */
export interface Room {
  start?: number;
  edge?: number;
}

/** As many round ticks as fit without crowding. */
export function ticksOf(
  context: CanvasRenderingContext2D,
  em: number,
  axis: Axis,
  scale: Scale,
  { start, edge = Number.POSITIVE_INFINITY }: Room = {},
): Tick[] {
  const direction = Math.sign(scale.to - scale.from);
  const half = ({ width }: Tick) => (scale.isHorizontal ? width : em) / 2;
  const areClear = (ticks: Tick[], space: number) =>
    ticks.slice(1).every((tick, i) => {
      const before = ticks[i] as Tick;
      return Math.abs(tick.middle - before.middle) >= half(before) + space + half(tick);
    });
  const isBeyondStart = (tick: Tick) =>
    start === undefined || (tick.middle - start) * direction >= half(tick) + 0.4 * em;

  for (let count = scale.isHorizontal ? most.across : most.up; count > 0; --count) {
    const ticks = axis.ticks(count).map((value) => {
      const label = axis.write(value);
      const { width } = context.measureText(label);
      const pixel = scale.pixelOf(value);
      return { pixel, label, middle: scale.isHorizontal ? Math.min(pixel, edge - width / 2) : pixel, width };
    });
    // two labels may be close; more would be hard to read
    if (areClear(ticks, count > 2 ? 1.3 * em : 0.4 * em)) return ticks.filter(isBeyondStart);
  }
  return [];
}
