import { useLayoutEffect, useRef } from 'preact/hooks';
import { sees } from '../engine/mask';
import { SaveImage } from './SaveImage';
import { bytesOf, observeTheme, type Theme, themeOf } from './theme';

/** minimum side in pixels, reached by an integer factor, so that saved pictures are sharp */
const leastPixels = 640;

interface Props {
  title: string;
  label: string;
  caption: string;
  /** the segment of every pixel along one side */
  segments: Int32Array;
  /** side × side bits: which pixels attend to which */
  bits: Uint32Array;
}

function paintMask(segments: Int32Array, bits: Uint32Array, { series, muted }: Theme): OffscreenCanvas {
  const side = segments.length;
  const image = new OffscreenCanvas(side, side);
  const colours = series.map(bytesOf);
  const padding = bytesOf(muted);
  const pixels = new ImageData(side, side);
  segments.forEach((segment, query) => {
    const colour = segment > 0 ? (colours[(segment - 1) % colours.length] as Uint8ClampedArray) : padding;
    for (let key = 0; key < side; ++key) {
      if (sees(bits, side, query, key)) pixels.data.set(colour, (query * side + key) * 4);
    }
  });
  image.getContext('2d')?.putImageData(pixels, 0, 0);
  return image;
}

/** The attention mask of a pack: one block per item, padding in grey. */
export function MaskCanvas({ title, label, caption, segments, bits }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const pixels = segments.length * Math.ceil(leastPixels / Math.max(segments.length, 1));

  useLayoutEffect(() => {
    const at = canvas.current;
    const context = at?.getContext('2d');
    if (!at || !context) return;
    const draw = () => {
      context.clearRect(0, 0, pixels, pixels);
      context.imageSmoothingEnabled = false;
      context.drawImage(paintMask(segments, bits, themeOf(at)), 0, 0, pixels, pixels);
    };
    draw();
    return observeTheme(at, draw);
  }, [segments, bits, pixels]);

  return (
    <figure class="chart pack-mask">
      <canvas ref={canvas} role="img" aria-label={label} width={pixels} height={pixels} />
      <figcaption>
        <span class="chart-caption">{caption}</span>
        <SaveImage
          title={title}
          picture={canvas}
          vectors={(svg) => canvas.current && svg.canvasVectors(canvas.current)}
        />
      </figcaption>
    </figure>
  );
}
