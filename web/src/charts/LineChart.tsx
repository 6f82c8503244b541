import { useCallback, useId } from 'preact/hooks';
import { chartsText as text } from '../text/charts';
import type { Axis } from './axes';
import { ChartCanvas } from './ChartCanvas';
import { type Line, linesPicture, nearest } from './lines';
import type { Theme } from './theme';
import { useChartCursor } from './useChartCursor';

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

/** Lines that are read at one value after the other, by pointing or by the arrow keys. `x`, `y` and `lines`: memoised. */
export function LineChart({ label, title, x, y, across, lines, read }: Props) {
  const keysHelp = useId();
  const { shown, spoken, point, onKeyDown } = useChartCursor(across.length);
  const picture = useCallback(
    (theme: Theme) => linesPicture({ x, y }, across, lines, shown)(theme),
    [x, y, across, lines, shown],
  );
  return (
    <div>
      <ChartCanvas
        label={label}
        title={title}
        picture={picture}
        size="middle"
        readout={shown === null ? text.pointAtLine : read(shown)}
        spoken={spoken}
        onMove={(frame, pixel) => point(nearest(across, frame, pixel))}
        onLeave={() => point(null)}
        keys={{ name: title, describedBy: keysHelp, onKeyDown }}
      />
      <small class="chart-help" id={keysHelp}>
        {text.lineKeys}
      </small>
    </div>
  );
}
