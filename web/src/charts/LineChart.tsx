import { useCallback, useId } from 'preact/hooks';
import { chartsText as text } from '../text/charts';
import type { Axis } from './axes';
import { ChartCanvas } from './ChartCanvas';
import { type Line, linesPicture, nearest } from './lines';
import type { Theme } from './theme';
import { useChartCursor } from './useChartCursor';

interface Props {
  /** accessible name */
  label: string;
  title: string;
  x: Axis;
  y: Axis;
  /** x values shared by all lines, ascending */
  across: readonly number[];
  lines: readonly Line[];
  /** description of the values at an x value */
  read: (place: number) => string;
}

/** Lines over shared x values, read by pointer or arrow keys. `x`, `y` and `lines` must be memoized. */
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
