import type { RefObject } from 'preact';
import { savePng } from './png';
import { chartsText } from './words';

interface Props {
  canvas: RefObject<HTMLCanvasElement | null>;
  title: string;
  /** makes the canvas ready to be saved */
  prepare?: () => void;
}

/** Saves a canvas as PNG. */
export function PngButton({ canvas, title, prepare }: Props) {
  const save = () => {
    prepare?.();
    if (canvas.current) savePng(canvas.current, title);
  };
  return (
    <button
      type="button"
      class="chart-button"
      aria-label={chartsText.savePicture(title)}
      title={chartsText.savePicture(title)}
      onClick={save}
    >
      {chartsText.png}
    </button>
  );
}
