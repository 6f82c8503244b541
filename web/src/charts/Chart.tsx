import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type Chart as ChartJs, createChart, type Datasets, type Options, updateChart } from './chartjs';
import { type Cursor, placeAfter } from './cursor';
import { SaveImage } from './SaveImage';
import { observeTheme } from './theme';

/** What a chart shows. Its tooltip describes the place of the cursor, to the eye and in words. */
export interface Picture {
  /** accessible name */
  label: string;
  /** title and file name of the exported PNG */
  title: string;
  datasets: Datasets;
  options: Options;
  cursor: Cursor;
  /** what its marks mean, in addition to how to use it */
  legend?: string;
}

interface Props extends Picture {
  size?: keyof typeof heights;
  /** returns whether the place was chosen */
  onChoose?: (place: number) => boolean;
}

interface Mark {
  place: number;
  /** the tooltip in words */
  words: string;
  byKey: boolean;
  chosen: boolean;
}

/** Marks a place, if it is there, and returns the words of its tooltip. */
function mark(chart: ChartJs, cursor: Cursor, place: number | null): string {
  const points = place === null || place >= cursor.places ? [] : cursor.pointsAt(chart, place);
  chart.setActiveElements(points);
  chart.tooltip?.setActiveElements(points, { x: 0, y: 0 });
  chart.render();
  if (points.length === 0) return '';
  const { title = [], body = [] } = chart.tooltip ?? {};
  return `${title.join(', ')}: ${body.flatMap(({ lines }) => lines).join(', ')}`;
}

const heights = { low: '220px', middle: '300px', high: 'clamp(320px, 60cqi, 440px)' };

/** Pixels between two taps that mean the same place. */
const reach = 24;

/** A chart by Chart.js, read by pointer or keys. `datasets` and `options` must be memoized. */
export function Chart({ label, title, datasets, options, cursor, legend = '', size = 'low', onChoose }: Props) {
  const help = useId();
  const canvas = useRef<HTMLCanvasElement>(null);
  const chart = useRef<ChartJs>(null);
  const [marked, setMarked] = useState<Mark | null>(null);
  /** the last tap of a finger; null: something else points */
  const tap = useRef<{ x: number; y: number; isAgain: boolean } | null>(null);

  const show = (place: number | null, byKey: boolean, chosen = false) => {
    if (!chart.current) return;
    const words = mark(chart.current, cursor, place);
    setMarked(place === null ? null : { place, words, byKey, chosen });
  };
  const choose = (place: number | null) => {
    if (place !== null && onChoose?.(place)) show(place, marked?.byKey ?? false, true);
  };

  useLayoutEffect(() => {
    if (!canvas.current) return;
    if (!chart.current) {
      chart.current = createChart(canvas.current, datasets, options);
      return;
    }
    updateChart(chart.current, datasets, options);
    if (marked) show(marked.place, marked.byKey, marked.chosen);
  }, [datasets, options]);

  useLayoutEffect(() => {
    if (!canvas.current) return;
    const stop = observeTheme(canvas.current, () => chart.current?.update('none'));
    return () => {
      stop();
      chart.current?.destroy();
      chart.current = null;
    };
  }, []);

  const placeAt = ({ offsetX, offsetY }: MouseEvent) =>
    chart.current && cursor.placeAt(chart.current, offsetX, offsetY);
  const onPointer = (event: PointerEvent) => {
    if (event.pointerType !== 'touch') tap.current = null;
    const place = placeAt(event);
    if (!tap.current?.isAgain && place !== (marked?.place ?? null)) show(place, false);
  };
  /** A finger reads, and applies what it has read where it taps again. */
  const onPointerDown = (event: PointerEvent) => {
    const { offsetX: x, offsetY: y, pointerType } = event;
    const before = tap.current;
    const isAgain = before !== null && marked !== null && Math.hypot(x - before.x, y - before.y) < reach;
    if (pointerType === 'touch') tap.current = { x, y, isAgain };
    onPointer(event);
  };
  const onClick = (event: MouseEvent) => {
    if (!tap.current) choose(placeAt(event));
    else if (tap.current.isAgain) choose(marked?.place ?? null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const place = placeAfter(cursor, marked?.place ?? null, event.key);
    if (event.key === 'Enter' || event.key === ' ') choose(marked?.place ?? null);
    else if (place !== null) show(place, true);
    else return;
    event.preventDefault();
  };
  const [read, apply] = matchMedia('(hover: none)').matches
    ? ['Tap to read values', 'tap again']
    : ['Hover or use the arrow keys to read values', 'click or press Enter'];
  const choosing = onChoose ? `; ${apply} to apply the limits` : '';
  return (
    <figure class="chart">
      <div
        class="chart-area"
        style={{ height: heights[size] }}
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move its cursor
        tabIndex={0}
        aria-label={title}
        aria-describedby={help}
        onKeyDown={onKeyDown}
        onBlur={() => show(null, false)}
      >
        <canvas
          ref={canvas}
          role="img"
          aria-label={label}
          class={onChoose ? 'chart-choosable' : ''}
          onPointerDown={onPointerDown}
          onPointerMove={onPointer}
          onPointerLeave={({ pointerType }) => pointerType === 'mouse' && show(null, false)}
          onClick={onClick}
        />
      </div>
      <figcaption>
        <span class="chart-caption" id={help}>
          {marked?.chosen ? `Applied: ${marked.words}` : `${read}${choosing}. ${legend}`}
        </span>
        <span class="unseen" aria-live={marked?.byKey ? 'polite' : 'off'}>
          {marked?.words}
        </span>
        <SaveImage
          title={title}
          picture={canvas}
          prepare={() => chart.current?.stop().update('none')}
          vectors={(svg) => chart.current && svg.chartVectors(chart.current, datasets, options)}
        />
      </figcaption>
    </figure>
  );
}
