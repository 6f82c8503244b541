import './charts.css';
import type { RefObject } from 'preact';
import { Button, download } from '../controls/buttons';
import type { Vectors } from './svg';
import { backgroundOf } from './theme';

const margin = 12;
const titleHeight = 30;

/** What a picture is drawn on: the canvas is transparent. */
const paperOf = (element: Element) => backgroundOf(element) ?? '#fff';

/** The canvas at its own resolution, below a title. */
function compose(canvas: HTMLCanvasElement, title: string): OffscreenCanvas {
  const scale = canvas.clientWidth > 0 ? canvas.width / canvas.clientWidth : 1;
  const border = Math.round(margin * scale);
  const top = Math.round(titleHeight * scale);
  const picture = new OffscreenCanvas(canvas.width + 2 * border, canvas.height + top + 2 * border);
  const context = picture.getContext('2d');
  if (!context) return picture;
  const style = getComputedStyle(canvas);
  context.fillStyle = paperOf(canvas);
  context.fillRect(0, 0, picture.width, picture.height);
  context.fillStyle = style.color;
  context.font = `600 ${Math.round(15 * scale)}px ${style.fontFamily}`;
  context.textBaseline = 'middle';
  context.fillText(title, border, border + top / 2 - 4 * scale, canvas.width);
  context.imageSmoothingEnabled = false;
  context.drawImage(canvas, border, border + top);
  return picture;
}

/** The same as vectors. */
function composeSvg(element: Element, title: string, { width, height, content }: Vectors): string {
  const [outerWidth, outerHeight] = [width + 2 * margin, height + titleHeight + 2 * margin];
  const { color, fontFamily } = getComputedStyle(element);
  const font = `600 15px ${fontFamily}`.replaceAll('"', "'");
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${outerWidth}" height="${outerHeight}" ` +
    `viewBox="0 0 ${outerWidth} ${outerHeight}" role="img"><title>${title}</title>` +
    `<rect width="100%" height="100%" fill="${paperOf(element)}"/>` +
    `<text x="${margin}" y="${margin + titleHeight / 2}" fill="${color}" style="font: ${font}">${title}</text>` +
    `<g transform="translate(${margin} ${margin + titleHeight})">${content}</g></svg>`
  );
}

const fileName = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');

interface Props {
  title: string;
  /** what is saved */
  picture: RefObject<HTMLCanvasElement | SVGSVGElement | null>;
  /** whether it is a canvas, which can be saved as PNG, too */
  png?: boolean;
  /** makes the canvas ready to be saved */
  prepare?: () => void;
  /** the picture as vectors */
  vectors: (svg: typeof import('./svg')) => Vectors | null;
}

/** Saves a picture as PNG or SVG. */
export function SaveImage({ title, picture, png = true, prepare, vectors }: Props) {
  const savePng = async () => {
    prepare?.();
    if (!(picture.current instanceof HTMLCanvasElement)) return;
    const blob = await compose(picture.current, title).convertToBlob({ type: 'image/png' });
    download(`${fileName(title)}.png`, new Uint8Array(await blob.arrayBuffer()));
  };
  const saveSvg = async () => {
    const svg = await import('./svg');
    const drawn = vectors(svg);
    if (!picture.current || !drawn) return;
    const file = composeSvg(picture.current, svg.escaped(title), drawn);
    download(`${fileName(title)}.svg`, file);
  };
  const button = (format: string, save: () => Promise<void>) => {
    const name = `Save “${title}” as ${format}`;
    return (
      <Button class="chart-button" aria-label={name} title={name} onClick={save}>
        {format}
      </Button>
    );
  };
  return (
    <span class="chart-buttons">
      {png && button('PNG', savePng)}
      {button('SVG', saveSvg)}
    </span>
  );
}
