/**
 * Pictures of vectors: charts, masks and the picture of packing as SVG. Loaded when one is saved. No library: svgcanvas 2.6 is
 * 7.9 kB compressed, this 1.8 kB, and the element has all of it.
 */
import { type Chart, createChart, type Datasets, type Options } from './chartjs';
import { shareTheme } from './theme';

export interface Vectors {
  width: number;
  height: number;
  /** SVG elements */
  content: string;
}

const rounded = (value: number) => String(Math.round(value * 100) / 100);

/** An SVG element; attributes without a value are left out. */
function element(name: string, attributes: Record<string, string | number | null>, content = ''): string {
  const given = Object.entries(attributes).filter(([, value]) => value !== null);
  const written = given.map(([key, value]) => {
    return ` ${key}="${escaped(typeof value === 'number' ? rounded(value) : String(value))}"`;
  });
  return `<${name}${written.join('')}>${content}</${name}>`;
}

export const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** An image, embedded with its pixels. */
function imageElement(image: CanvasImageSource, x: number, y: number, width: number, height: number, smooth: boolean) {
  const copy = document.createElement('canvas');
  const { width: columns, height: rows } = image as HTMLCanvasElement | OffscreenCanvas;
  Object.assign(copy, { width: columns, height: rows });
  copy.getContext('2d')?.drawImage(image, 0, 0);
  const style = smooth ? null : 'image-rendering: pixelated';
  return element('image', { href: copy.toDataURL(), x, y, width, height, preserveAspectRatio: 'none', style });
}

/** As SVG draws it: a circle needs two arcs. */
function arcPath(x: number, y: number, radius: number, start: number, end: number): string {
  const at = (angle: number) => `${rounded(x + radius * Math.cos(angle))} ${rounded(y + radius * Math.sin(angle))}`;
  const sweep = end > start ? 1 : 0;
  const arcTo = (angle: number) => `A${rounded(radius)} ${rounded(radius)} 0 0 ${sweep} ${at(angle)}`;
  return `L${at(start)}${arcTo((start + end) / 2)}${arcTo(end)}`;
}

const anchors: Readonly<Record<string, string>> = { center: 'middle', right: 'end', end: 'end' };
const baselines: Readonly<Record<string, string>> = {
  top: 'text-before-edge',
  middle: 'central',
  bottom: 'text-after-edge',
};

type Context = CanvasRenderingContext2D;
type Steps = {
  [Name in keyof Context]?: Context[Name] extends (...given: infer Given) => unknown
    ? (...given: Given) => void
    : never;
};

/** A context that draws, and writes what it draws as SVG elements: as much of the canvas as Chart.js and the plugins use. */
function recording(context: Context) {
  const elements: string[] = [];
  /** clipped groups to close, per saved state */
  const groups: number[] = [];
  let path = '';
  let clips = 0;
  /** several pictures may be part of one page */
  const picture = crypto.getRandomValues(new Uint32Array(1))[0]?.toString(36);
  const follow =
    (command: string) =>
    (...at: number[]) => {
      path += command + at.map(rounded).join(' ');
    };
  const rectangle = (x: number, y: number, width: number, height: number) =>
    `M${[x, y].map(rounded).join(' ')}h${rounded(width)}v${rounded(height)}h${rounded(-width)}z`;
  const placed = () => {
    const { isIdentity, a, b, c, d, e, f } = context.getTransform();
    return isIdentity ? null : `matrix(${[a, b, c, d, e, f].join(' ')})`;
  };
  const fill = (d: string) =>
    elements.push(element('path', { d, fill: String(context.fillStyle), transform: placed() }));
  const stroke = (d: string) => {
    const dashes = context.getLineDash();
    const line = {
      fill: 'none',
      stroke: String(context.strokeStyle),
      'stroke-width': context.lineWidth,
      'stroke-dasharray': dashes.length > 0 ? dashes.join(' ') : null,
      'stroke-linejoin': context.lineJoin,
    };
    elements.push(element('path', { d, ...line, transform: placed() }));
  };
  const steps: Steps = {
    beginPath: () => {
      path = '';
    },
    moveTo: follow('M'),
    lineTo: follow('L'),
    bezierCurveTo: follow('C'),
    closePath: follow('Z'),
    rect: (...at) => {
      path += rectangle(...at);
    },
    arc: (x, y, radius, start, end) => {
      const arc = arcPath(x, y, radius, start, end);
      path += path === '' ? arc.replace('L', 'M') : arc;
    },
    fill: () => fill(path),
    stroke: () => stroke(path),
    fillRect: (...at) => fill(rectangle(...at)),
    strokeRect: (...at) => stroke(rectangle(...at)),
    save: () => groups.push(0),
    clip: () => {
      const shape = element('path', { d: path, transform: placed() });
      const id = `clip-${picture}-${++clips}`;
      elements.push(element('clipPath', { id }, shape), `<g clip-path="url(#${id})">`);
      groups.push((groups.pop() ?? 0) + 1);
    },
    restore: () => elements.push('</g>'.repeat(groups.pop() ?? 0)),
    fillText: (text, x, y) => {
      const { font, fillStyle, textAlign, textBaseline } = context;
      const style = `font: ${font}; dominant-baseline: ${baselines[textBaseline] ?? 'alphabetic'}`;
      const place = { x, y, 'text-anchor': anchors[textAlign] ?? 'start', transform: placed() };
      elements.push(element('text', { ...place, fill: String(fillStyle), style }, escaped(text)));
    },
    drawImage: (image: CanvasImageSource, ...[x, y, width = 0, height = 0]: number[]) =>
      elements.push(imageElement(image, x ?? 0, y ?? 0, width, height, context.imageSmoothingEnabled)),
  };
  const recorder = new Proxy(context, {
    get: (_, name: keyof Context) => {
      const own = context[name] as unknown;
      if (typeof own !== 'function') return own;
      return (...given: never[]) => {
        (steps[name] as ((...given: never[]) => void) | undefined)?.(...given);
        return own.apply(context, given);
      };
    },
    set: (_, name, value) => Reflect.set(context, name, value),
  });
  return { recorder, elements };
}

/** A chart, drawn again as it is without a cursor. */
export function chartVectors(chart: Chart, shown: Datasets, options: Options): Vectors {
  const { width, height } = chart;
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d');
  if (!context) return { width, height, content: '' };
  const { recorder, elements } = recording(context);
  Object.assign(canvas, { getContext: () => recorder });
  shareTheme(canvas, chart.canvas);
  // with styles of segments, lines are drawn on the context instead of a Path2D
  const datasets = shown.map((dataset) => ({ ...dataset, segment: {} }));
  const still = { ...options, animation: false, responsive: false, devicePixelRatio: 1 } as Options;
  createChart(canvas, datasets, still).destroy();
  return { width, height, content: elements.join('') };
}

/** The pixels of a canvas, as large as on the page. */
export function canvasVectors(canvas: HTMLCanvasElement): Vectors {
  const { clientWidth: width, clientHeight: height } = canvas;
  return { width, height, content: imageElement(canvas, 0, 0, width, height, false) };
}

const geometry = ['x', 'y', 'width', 'height', 'd'];

/** An element and what it contains, in the colours that the page gives them. */
function written(part: SVGElement): string {
  const { fill, font } = getComputedStyle(part);
  const own = Object.fromEntries(geometry.map((name) => [name, part.getAttribute(name)]));
  const transform = part.style.transform.replaceAll('px', '') || null;
  const isText = part.tagName === 'text';
  const content = isText ? escaped(part.textContent ?? '') : contentOf(part);
  return element(part.tagName, { ...own, fill, transform, style: isText ? `font: ${font}` : null }, content);
}

const contentOf = (part: SVGElement): string =>
  [...part.children].map((child) => written(child as SVGElement)).join('');

/** A picture that is SVG already. */
export function elementVectors(picture: SVGSVGElement): Vectors {
  const { width, height } = picture.viewBox.baseVal;
  return { width, height, content: contentOf(picture) };
}
