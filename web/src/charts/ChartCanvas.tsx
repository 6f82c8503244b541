import './charts.css';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { type Axes, drawAxes, type Frame } from './frame';
import { observeSize } from './observeSize';
import { PngButton } from './PngButton';
import type { Theme } from './theme';
import { useTheme } from './useTheme';

/** A chart in the colours of a theme: its axes and a function that draws the content. */
export interface Picture {
  axes: Axes;
  draw: (context: CanvasRenderingContext2D, frame: Frame) => void;
}

/** Receives the position on the canvas in pixels of the frame. */
export type Pointer = (frame: Frame, x: number, y: number) => void;

interface Props {
  /** accessible name */
  label: string;
  /** title and file name of the exported PNG */
  title: string;
  /** must be memoized: a new function redraws the chart */
  picture: (theme: Theme) => Picture;
  size?: 'low' | 'middle' | 'high';
  /** description of what is under the pointer or cursor */
  readout: string;
  /** whether to announce the readout: it was caused by a key */
  spoken?: boolean;
  onMove?: Pointer;
  onLeave?: () => void;
  onPick?: Pointer;
  /** makes the chart focusable, for arrow keys */
  keys?: { name: string; describedBy: string; onKeyDown: (event: KeyboardEvent) => void };
}

/** Integer device pixels keep lines sharp. Setting the size clears a canvas, even if it does not change. */
function resize(canvas: HTMLCanvasElement, width: number, height: number, ratio: number): void {
  const [across, down] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== across) canvas.width = across;
  if (canvas.height !== down) canvas.height = down;
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
}

/** Draws a chart, redraws it when its size changes, and reports the pointer position. */
export function ChartCanvas(props: Props) {
  const { label, title, picture, size = 'low', readout, spoken, onMove, onLeave, onPick, keys } = props;
  const area = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const frame = useRef<Frame | null>(null);
  const theme = useTheme(canvas);

  useLayoutEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!theme || !area.current || !context) return;
    const { axes, draw } = picture(theme);
    return observeSize(area.current, (width, height, ratio) => {
      resize(context.canvas, width, height, ratio);
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      context.clearRect(0, 0, width, height);
      frame.current = drawAxes(context, theme, axes, [width, height]);
      draw(context, frame.current);
    });
  }, [theme, picture]);

  const at = (pointer?: Pointer) => (event: MouseEvent) => {
    if (frame.current) pointer?.(frame.current, event.offsetX, event.offsetY);
  };
  return (
    <figure class="chart">
      <div
        ref={area}
        class={`chart-area chart-${size}`}
        {...(keys && {
          role: 'application',
          tabIndex: 0,
          'aria-label': keys.name,
          'aria-describedby': keys.describedBy,
          onKeyDown: keys.onKeyDown,
        })}
      >
        <canvas
          ref={canvas}
          role="img"
          aria-label={label}
          class={onPick ? 'chart-choosable' : ''}
          onPointerMove={at(onMove)}
          onPointerLeave={onLeave}
          onClick={at(onPick)}
        />
      </div>
      <figcaption>
        <span class="chart-readout" aria-live={spoken ? 'polite' : 'off'}>
          {readout}
        </span>
        <PngButton canvas={canvas} title={title} />
      </figcaption>
    </figure>
  );
}
