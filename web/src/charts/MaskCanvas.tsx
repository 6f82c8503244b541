import { useLayoutEffect, useRef } from 'preact/hooks';
import { maskOf, maskSide } from './mask';
import { PngButton } from './PngButton';
import { useTheme } from './useTheme';

const mostPlaces = 512;
/** the picture is enlarged by a whole number to at least this, so that it stays sharp when saved */
const leastPixels = 640;

interface Props {
  title: string;
  label: string;
  caption: string;
  segmentIds: Int32Array;
  causal: boolean;
}

/** `rgb(…)` or any other colour as four bytes. */
function bytesOf(colour: string): Uint8ClampedArray {
  const context = new OffscreenCanvas(1, 1).getContext('2d');
  if (!context) return new Uint8ClampedArray(4);
  context.fillStyle = colour;
  context.fillRect(0, 0, 1, 1);
  return context.getImageData(0, 0, 1, 1).data;
}

function paintMask(mask: Int32Array, side: number, series: string[]): OffscreenCanvas {
  const image = new OffscreenCanvas(side, side);
  const colours = series.map(bytesOf);
  const pixels = new ImageData(side, side);
  mask.forEach((segment, pixel) => {
    if (segment > 0) pixels.data.set(colours[(segment - 1) % colours.length] as Uint8ClampedArray, pixel * 4);
  });
  image.getContext('2d')?.putImageData(pixels, 0, 0);
  return image;
}

/** Which places of a pack see each other: one block per item, all padding empty. */
export function MaskCanvas({ title, label, caption, segmentIds, causal }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const theme = useTheme(canvas);
  const side = maskSide(segmentIds.length, mostPlaces);
  const pixels = side * Math.ceil(leastPixels / Math.max(side, 1));

  useLayoutEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!theme || !context) return;
    context.clearRect(0, 0, pixels, pixels);
    context.imageSmoothingEnabled = false;
    context.drawImage(paintMask(maskOf(segmentIds, side, causal), side, theme.series), 0, 0, pixels, pixels);
  }, [theme, segmentIds, side, pixels, causal]);

  return (
    <figure class="chart pack-mask">
      <canvas ref={canvas} role="img" aria-label={label} width={pixels} height={pixels} />
      <figcaption>
        <span class="chart-readout">{caption}</span>
        <PngButton canvas={canvas} title={title} />
      </figcaption>
    </figure>
  );
}
