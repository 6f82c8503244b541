import { useCallback, useId, useState } from 'preact/hooks';
import { chartsText as text } from '../text/charts';
import type { Axis } from './axes';
import { ChartCanvas } from './ChartCanvas';
import { type Line, linesPicture, nearest } from './lines';
import type { Theme } from './theme';

interface Props {
  /** what a reader who does not see it is told */
  label: string;
  title: string;
  x: Axis;
  y: Axis;
  /** the values across at which every line has its heights, ascending */
  across: readonly number[];
  lines: readonly Line[];
  /** one value across and what lies there, in words */
  read: (place: number) => string;
}

const moves: Record<string, (places: number) => number> = {
  ArrowLeft: () => -1,
  ArrowRight: () => 1,
  Home: (places) => -places,
  End: (places) => places,
};

/** Lines that are read at one value after the other, by pointing or by the arrow keys. `x`, `y` and `lines`: memoised. */
export function LineChart({ label, title, x, y, across, lines, read }: Props) {
  const keysHelp = useId();
  const [marked, setMarked] = useState<number | null>(null);
  const [spoken, setSpoken] = useState(false);
  const shown = marked !== null && marked < across.length ? marked : null;
  const picture = useCallback(
    (theme: Theme) => linesPicture({ x, y }, across, lines, shown)(theme),
    [x, y, across, lines, shown],
  );
  const mark = (place: number | null, byKey: boolean) => {
    setMarked(place);
    setSpoken(byKey);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const move = moves[event.key]?.(across.length);
    if (move === undefined) return;
    event.preventDefault();
    mark(Math.min(Math.max((shown ?? (move > 0 ? -1 : across.length)) + move, 0), across.length - 1), true);
  };
  return (
    <div>
      <ChartCanvas
        label={label}
        title={title}
        picture={picture}
        size="middle"
        readout={shown === null ? text.pointAtLine : read(shown)}
        spoken={spoken}
        onMove={(frame, pixel) => mark(nearest(across, frame, pixel), false)}
        onLeave={() => mark(null, false)}
        keys={{ name: title, describedBy: keysHelp, onKeyDown }}
      />
      <small class="chart-help" id={keysHelp}>
        {text.lineKeys}
      </small>
    </div>
  );
}
