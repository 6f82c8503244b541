import { useCallback, useMemo, useState } from 'preact/hooks';
import type { Histogram, Stats } from 'tuplepack';
import { histogramText as text } from '../text/histogram';
import { countAxis, sizeAxis } from './axes';
import { drawBars } from './bars';
import { binningOf, cellAt, edgeOf, marginal, sizesOf } from './binning';
import { ChartCanvas, type Picture, type Pointer } from './ChartCanvas';
import { drawLimit } from './marks';
import type { Theme } from './theme';

const mostBars = 512;

interface Props {
  data: string;
  histogram: Histogram;
  stats: Stats;
  component: number;
  limit: number;
  logarithmic: boolean;
}

/** Histogram of one component, with its limit. */
export function MarginalChart({ data, histogram, stats, component, limit, logarithmic }: Props) {
  const [readout, setReadout] = useState('');
  const name = histogram.components[component] ?? '';
  const binning = useMemo(() => binningOf(histogram, component, mostBars), [histogram, component]);
  const counts = useMemo(() => marginal(histogram, component, binning), [histogram, component, binning]);
  const largest = stats.largest[component] ?? 0;

  const picture = useCallback(
    (theme: Theme): Picture => ({
      axes: {
        x: sizeAxis(name, Math.min(edgeOf(binning, 0), 0), Math.max(edgeOf(binning, binning.cells), limit) * 1.02),
        y: countAxis(text.items, Math.max(...counts), logarithmic),
      },
      draw: (context, { x, y }) => {
        drawBars(context, x, y, counts, binning, theme.series[0] ?? theme.accent);
        drawLimit(context, theme, x, limit, [y.to, y.from], text.limit(limit));
      },
    }),
    [counts, binning, name, limit, logarithmic],
  );

  const read: Pointer = (frame, x) => {
    const cell = cellAt(binning, frame.x.valueAt(x));
    setReadout(cell === null ? '' : text.marginalReadout(name, sizesOf(binning, cell), counts[cell] ?? 0));
  };
  return (
    <ChartCanvas
      label={text.marginalLabel(stats.items, name, stats.smallest[component] ?? 0, largest, limit)}
      title={text.title(data, name)}
      picture={picture}
      readout={readout || text.marginalHint}
      onMove={read}
      onLeave={() => setReadout('')}
    />
  );
}
