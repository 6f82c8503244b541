import { useCallback, useId, useState } from 'preact/hooks';
import type { LimitsFound } from 'tuplepack';
import { searchText as text } from '../text/search';
import { ChartCanvas } from './ChartCanvas';
import { frontPicture, pointAt, pointOfLimits } from './paretoFront';
import type { Theme } from './theme';

interface Props {
  data: string;
  components: string[];
  /** in order of cost */
  points: LimitsFound[];
  limits: number[];
  onChoose: (limits: number[]) => void;
}

const moves: Record<string, (points: number) => number> = {
  ArrowLeft: () => -1,
  ArrowDown: () => -1,
  ArrowRight: () => 1,
  ArrowUp: () => 1,
  Home: (points) => -points,
  End: (points) => points,
};

/** The Pareto front: hover or use the arrow keys to read, click or press Enter to apply limits. */
export function ParetoChart({ data, components, points, limits, onChoose }: Props) {
  const keysHelp = useId();
  const [cursor, setCursor] = useState<number | null>(null);
  const [spoken, setSpoken] = useState(false);
  const [taken, setTaken] = useState(false);
  const inUse = pointOfLimits(points, limits);
  const shown = cursor !== null && cursor < points.length ? cursor : null;
  const picture = useCallback(
    (theme: Theme) => frontPicture(points, { inUse, cursor: shown })(theme),
    [points, inUse, shown],
  );

  const show = (point: number | null, byKey: boolean) => {
    setCursor(point);
    setSpoken(byKey);
    setTaken(false);
  };
  const choose = (point: number | null) => {
    const found = point === null ? undefined : points[point];
    if (!found) return;
    setTaken(true);
    onChoose(found.limits);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const move = moves[event.key]?.(points.length);
    if (event.key === 'Enter' || event.key === ' ') choose(shown);
    else if (move)
      show(Math.min(Math.max((shown ?? inUse ?? (move > 0 ? -1 : points.length)) + move, 0), points.length - 1), true);
    else return;
    event.preventDefault();
  };
  const inWords = ({ limits: at, cost, harmonicMean, packs }: LimitsFound) =>
    text.point(components, at, cost, harmonicMean, packs);
  const point = shown === null ? undefined : points[shown];
  const readout = point ? inWords(point) : text.pointAt;
  const brief = (one: LimitsFound | undefined) => text.brief(one?.cost ?? 0, one?.harmonicMean ?? 0);
  return (
    <div>
      <ChartCanvas
        label={text.chartLabel(points.length, brief(points[0]), brief(points.at(-1)))}
        title={text.chart(data)}
        picture={picture}
        size="middle"
        readout={taken ? text.taken(readout) : readout}
        spoken={spoken || taken}
        onMove={(frame, x, y) => show(pointAt(points, frame, x, y), false)}
        onLeave={() => show(null, false)}
        onPick={(frame, x, y) => {
          const picked = pointAt(points, frame, x, y);
          show(picked, false);
          choose(picked);
        }}
        keys={{ name: text.chartName, describedBy: keysHelp, onKeyDown }}
      />
      <small class="chart-help" id={keysHelp}>
        {text.keys}
      </small>
    </div>
  );
}
