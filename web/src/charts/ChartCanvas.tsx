import './charts.css';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { type Axes, drawAxes, type Frame } from './frame';
import { observeSize } from './observeSize';
import { PngButton } from './PngButton';
import type { Theme } from './theme';
import { useTheme } from './useTheme';

/** A chart in the colours of one theme: its axes, and how to draw what lies between them. */
export interface Picture {
  axes: Axes;
  draw: (context: CanvasRenderingContext2D, frame: Frame) => void;
}

/** Told where on the canvas, in the pixels of the frame. */
export type Pointer = (frame: Frame, x: number, y: number) => void;

interface Props {
  /** what a reader who does not see it is told */
  label: string;
  /** stands above the exported picture, and is the name of its file */
  title: string;
  /** a new function makes a new picture: memoise it */
  picture: (theme: Theme) => Picture;
  size?: 'low' | 'middle' | 'high';
  /** what is under the pointer or the cursor, in words */
  readout: string;
  /** whether the readout answers a key, and so should be spoken */
  spoken?: boolean;
  onMove?: Pointer;
  onLeave?: () => void;
  onPick?: Pointer;
  /** makes the chart one stop of the Tab key that answers the arrow keys */
  keys?: { name: string; describedBy: string; onKeyDown: (event: KeyboardEvent) => void };
}

/** Whole pixels of the screen, so that lines stay sharp. Setting a size empties a canvas, even the same one. */
function resize(canvas: HTMLCanvasElement, width: number, height: number, ratio: number): void {
  const [across, down] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== across) canvas.width = across;
  if (canvas.height !== down) canvas.height = down;
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
}

/** Paints a picture, and again whenever the room for it changes; tells what is under the pointer. */
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
