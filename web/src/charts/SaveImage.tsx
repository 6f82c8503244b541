import type { RefObject } from 'preact';
import { download } from '../controls/buttons';

const margin = 12;
const titleHeight = 30;

/** The background of the nearest ancestor that has one; the canvas is transparent. */
function backgroundOf(element: Element): string {
  for (let at: Element | null = element; at; at = at.parentElement) {
    const colour = getComputedStyle(at).backgroundColor;
    if (colour && colour !== 'transparent' && !/[,/]\s*0\s*\)$/.test(colour)) return colour;
  }
  return '#fff';
}

/** The canvas at its own resolution, below a title. */
function compose(canvas: HTMLCanvasElement, title: string): OffscreenCanvas {
  const scale = canvas.clientWidth > 0 ? canvas.width / canvas.clientWidth : 1;
  const border = Math.round(margin * scale);
  const top = Math.round(titleHeight * scale);
  const picture = new OffscreenCanvas(canvas.width + 2 * border, canvas.height + top + 2 * border);
  const context = picture.getContext('2d');
  if (!context) return picture;
  const style = getComputedStyle(canvas);
  context.fillStyle = backgroundOf(canvas);
  context.fillRect(0, 0, picture.width, picture.height);
  context.fillStyle = style.color;
  context.font = `600 ${Math.round(15 * scale)}px ${style.fontFamily}`;
  context.textBaseline = 'middle';
  context.fillText(title, border, border + top / 2 - 4 * scale, canvas.width);
  context.imageSmoothingEnabled = false;
  context.drawImage(canvas, border, border + top);
  return picture;
}

const fileName = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');

async function savePng(canvas: HTMLCanvasElement, title: string): Promise<void> {
  const blob = await compose(canvas, title).convertToBlob({ type: 'image/png' });
  download(`${fileName(title)}.png`, new Uint8Array(await blob.arrayBuffer()), 'image/png');
}

interface Props {
  canvas: RefObject<HTMLCanvasElement | null>;
  title: string;
  /** makes the canvas ready to be saved */
  prepare?: () => void;
}

/** Saves a canvas as PNG. */
export function SaveImage({ canvas, title, prepare }: Props) {
  const save = () => {
    prepare?.();
    if (canvas.current) savePng(canvas.current, title);
  };
  const name = `Save “${title}” as PNG`;
  return (
    <button type="button" class="chart-button" aria-label={name} title={name} onClick={save}>
      PNG
    </button>
  );
}
