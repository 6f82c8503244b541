import type { RefObject } from 'preact';
import { savePng } from '../export/png';
import { chartsText } from '../text/charts';

/** Saves a canvas as PNG. */
export function PngButton({ canvas, title }: { canvas: RefObject<HTMLCanvasElement | null>; title: string }) {
  return (
    <button
      type="button"
      class="chart-button"
      aria-label={chartsText.savePicture(title)}
      title={chartsText.savePicture(title)}
      onClick={() => canvas.current && savePng(canvas.current, title)}
    >
      {chartsText.png}
    </button>
  );
}
