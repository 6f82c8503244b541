/** Colours and fonts of the page, for drawing on a canvas. */
import type { Chart } from 'chart.js';

const inks = ['surface', 'line', 'text', 'muted', 'bad'] as const;
type Ink = (typeof inks)[number];

export interface Theme extends Record<Ink, string> {
  series: string[];
  /** of small text, in pixels */
  fontSize: number;
  fontFamily: string;
}

/** How many colours of items and lines the style sheet has; they repeat. */
export const seriesCount = 6;

/** The colour of an item or a line, for style sheets. */
export const seriesColour = (index: number) => `var(--series-${(index % seriesCount) + 1})`;

/** The background of the nearest element around this one that has one; null if none has. */
export function backgroundOf(element: Element): string | null {
  for (let at: Element | null = element; at; at = at.parentElement) {
    const colour = getComputedStyle(at).backgroundColor;
    if (colour && colour !== 'transparent' && !/[,/]\s*0\s*\)$/.test(colour)) return colour;
  }
  return null;
}

/** `rgb(…)` or any other colour as four bytes. */
export function bytesOf(colour: string): Uint8ClampedArray {
  const context = new OffscreenCanvas(1, 1).getContext('2d');
  if (!context) return new Uint8ClampedArray(4);
  context.fillStyle = colour;
  context.fillRect(0, 0, 1, 1);
  return context.getImageData(0, 0, 1, 1).data;
}

const themes = new WeakMap<HTMLElement, Theme>();

/** Each goes through a computed `color`, so that `light-dark()`, `color-mix()` and `var()` arrive as plain colours. */
function readTheme(element: HTMLElement): Theme {
  const computed = getComputedStyle(element);
  const { color } = element.style;
  const resolved = (value: string): string => {
    element.style.color = value;
    return computed.color;
  };
  const theme: Theme = {
    ...(Object.fromEntries(inks.map((name) => [name, resolved(`var(--${name})`)])) as Record<Ink, string>),
    series: Array.from({ length: seriesCount }, (_, index) => resolved(seriesColour(index))),
    fontSize: 13,
    fontFamily: computed.fontFamily,
  };
  element.style.color = color;
  return theme;
}

/** The theme of an element in the page. */
export function themeOf(element: HTMLElement): Theme {
  const known = themes.get(element) ?? readTheme(element);
  themes.set(element, known);
  return known;
}

/** Begins to write in the font of the page, centred on the lines that are given. */
export function beginText(context: CanvasRenderingContext2D, element: HTMLElement): void {
  const { fontSize, fontFamily } = themeOf(element);
  context.font = `${fontSize}px ${fontFamily}`;
  context.textBaseline = 'middle';
  context.textAlign = 'left';
}

/** Gives a canvas outside the page the theme of one inside. */
export function shareTheme(outside: HTMLElement, inside: HTMLElement): void {
  themes.set(outside, themeOf(inside));
}

/** Calls `changed` when the theme changes, also for printing. Returns a function that stops this. */
export function observeTheme(element: HTMLElement, changed: () => void): () => void {
  const reread = () => {
    themes.delete(element);
    changed();
  };
  const paper = matchMedia('print');
  paper.addEventListener('change', reread);
  const observer = new MutationObserver(reread);
  const root = element.closest('.tuplepack');
  if (root) observer.observe(root, { attributes: true, attributeFilter: ['data-theme'] });
  return () => {
    paper.removeEventListener('change', reread);
    observer.disconnect();
  };
}

type Scriptable = (context: { chart: Chart }) => string;

/** A colour of the theme, as an option of Chart.js. */
export const ink =
  (name: Ink): Scriptable =>
  ({ chart }) =>
    themeOf(chart.canvas)[name];

/** The colour of a series, which repeats. */
export const seriesInk =
  (series: number): Scriptable =>
  ({ chart }) => {
    const colours = themeOf(chart.canvas).series;
    return colours[series % colours.length] ?? '';
  };
