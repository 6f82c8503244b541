import { useCallback, useId, useMemo, useState } from 'preact/hooks';
import { cellAtPlace, limitsOfCell, placeOfLimits, rangeSize } from '../state/ranges';
import type { SweepResult } from '../store';
import { limitsText as text } from '../text/limits';
import { ChartCanvas, type Pointer } from './ChartCanvas';
import { placeOfPixel, sweepDotsPicture } from './sweepDots';
import { placeAtPixel, sweepMap, sweepMapPicture } from './sweepMap';
import type { Theme } from './theme';

interface Props {
  data: string;
  components: string[];
  result: SweepResult;
  limits: number[];
  onChoose: (limits: number[]) => void;
}

/** Steps along the first and second range per key. */
const moves: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/** Efficiency over limits: hover or use the arrow keys to read, click or press Enter to apply limits. */
export function SweepChart({ data, components, result, limits, onChoose }: Props) {
  const { ranges, grid } = result;
  const keysHelp = useId();
  const [cursor, setCursor] = useState<number[] | null>(null);
  const [spoken, setSpoken] = useState(false);
  const [taken, setTaken] = useState(false);

  const inUse = placeOfLimits(ranges, limits);
  const slice = inUse.slice(2).join();
  const map = useMemo(() => sweepMap(result, inUse), [result, slice]);
  const within = cursor?.every((step, c) => step < rangeSize(ranges[c] ?? { first: 0, last: -1, step: 1 }));
  const shown = within ? cursor : null;
  const bestPlace = grid.best === null ? null : placeOfLimits(ranges, limitsOfCell(ranges, grid.best));
  const best = bestPlace?.slice(2).join() === slice ? bestPlace : null;

  const marks = { limits, best, cursor: shown };
  const picture = useCallback(
    (theme: Theme) =>
      (map ? sweepMapPicture(map, ranges, components, marks) : sweepDotsPicture(result, components, marks))(theme),
    [map, result, components, limits.join(), best?.join(), shown?.join()],
  );

  const cellOf = (place: number[]) => cellAtPlace(ranges, [...place.slice(0, 2), ...inUse.slice(2)]);
  const placeAt: (...at: Parameters<Pointer>) => number[] | null = (frame, x, y) =>
    map ? placeAtPixel(map, frame, x, y) : ranges[0] ? placeOfPixel(ranges[0], frame, x) : null;
  const inWords = (place: number[]): string => {
    const cell = cellOf(place);
    const k = ranges.length;
    const efficiency = [...grid.efficiency.subarray(cell * k, (cell + 1) * k)];
    const mean = grid.harmonicMean[cell] ?? Number.NaN;
    const state = grid.state[cell] ?? 0;
    return text.readout(components, limitsOfCell(ranges, cell), state, grid.packs[cell] ?? 0, efficiency, mean);
  };
  const show = (place: number[] | null, byKey: boolean) => {
    setCursor(place);
    setSpoken(byKey);
    setTaken(false);
  };
  const choose = (place: number[] | null) => {
    if (!place || grid.state[cellOf(place)] === 0) return;
    setTaken(true);
    onChoose(limitsOfCell(ranges, cellOf(place)));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const move = moves[event.key];
    if (event.key === 'Enter' || event.key === ' ') choose(shown);
    else if (move) {
      const from = shown ?? inUse;
      const to = ranges.slice(0, 2).map((range, c) => {
        const step = (from[c] ?? 0) + (move[c] ?? 0);
        return Math.min(Math.max(step, 0), rangeSize(range) - 1);
      });
      show(to, true);
    } else return;
    event.preventDefault();
  };

  const bestText =
    grid.best === null
      ? text.noBest
      : text.bestIs(components, limitsOfCell(ranges, grid.best), grid.harmonicMean[grid.best] ?? 0);
  const sizes = ranges.map(rangeSize);
  const readout = shown ? inWords(shown) : text.pointer;
  return (
    <div>
      <ChartCanvas
        label={
          map
            ? text.mapLabel(components, sizes.slice(0, 2), bestText)
            : text.dotsLabel(components[0] ?? '', sizes[0] ?? 0, bestText)
        }
        title={text.mapTitle(data)}
        picture={picture}
        size={map ? 'high' : 'low'}
        readout={taken ? text.taken(readout) : readout}
        spoken={spoken || taken}
        onMove={(...at) => show(placeAt(...at), false)}
        onLeave={() => show(null, false)}
        onPick={(...at) => {
          const place = placeAt(...at);
          show(place, false);
          choose(place);
        }}
        keys={{ name: text.mapName, describedBy: keysHelp, onKeyDown }}
      />
      <small class="chart-help" id={keysHelp}>
        {ranges.length > 2 && `${text.slice(components.slice(2), limitsOfCell(ranges, cellOf(inUse)).slice(2))} `}
        {text.keys} {text.legend} {grid.state.includes(1) && text.legendFaint}
      </small>
    </div>
  );
}
