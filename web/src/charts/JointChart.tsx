import { useCallback, useMemo, useState } from 'preact/hooks';
import type { Histogram, Stats } from 'tuplepack';
import { histogramText as text } from '../text/histogram';
import { countAxis, sizeAxis } from './axes';
import { drawBars } from './bars';
import { binningOf, cellAt, edgeOf, joint, marginal, sizesOf } from './binning';
import { ChartCanvas, type Picture, type Pointer } from './ChartCanvas';
import { type Cells, extentOf } from './cells';
import { whole } from './format';
import { drawHeatMap, paint } from './heatMap';
import { drawColourScale, drawLimit } from './marks';
import type { Theme } from './theme';

/** Cells per axis: more would be smaller than a pixel on most screens. */
const mostCells = 192;

interface Props {
  data: string;
  histogram: Histogram;
  stats: Stats;
  limits: number[];
  logarithmic: boolean;
}

/** Counts from their logarithms; empty cells have no colour. */
function visible(counts: Float64Array): Float64Array {
  return counts.map((count) => (count > 0 ? count : Number.NaN));
}

/** Items by two components: a heat map with marginal histograms. */
export function JointChart({ data, histogram, stats, limits, logarithmic }: Props) {
  const [readout, setReadout] = useState('');
  const binned = useMemo(() => {
    const across = binningOf(histogram, 0, mostCells);
    const up = binningOf(histogram, 1, mostCells);
    const counts = joint(histogram, across, up);
    return { across, up, counts, columns: marginal(histogram, 0, across), rows: marginal(histogram, 1, up) };
  }, [histogram]);
  const { across, up, counts } = binned;
  const cells = useMemo<Cells>(
    () => ({ columns: across.cells, rows: up.cells, values: visible(counts), logarithmic }),
    [across, up, counts, logarithmic],
  );
  const image = useMemo(() => paint(cells), [cells]);
  const extent = useMemo(
    () => ({
      left: edgeOf(across, 0),
      right: edgeOf(across, across.cells),
      bottom: edgeOf(up, 0),
      top: edgeOf(up, up.cells),
    }),
    [across, up],
  );
  const [limitAcross = 1, limitUp = 1] = limits;
  const ends = [Math.max(extent.right, limitAcross) * 1.02, Math.max(extent.top, limitUp) * 1.02] as const;
  const [nameAcross = '', nameUp = ''] = histogram.components;

  const picture = useCallback(
    (theme: Theme): Picture => {
      const colour = theme.series[0] ?? theme.accent;
      const [low, high] = extentOf(cells) ?? [0, 0];
      return {
        axes: {
          x: sizeAxis(nameAcross, Math.min(extent.left, 0), ends[0]),
          y: sizeAxis(nameUp, Math.min(extent.bottom, 0), ends[1]),
          above: countAxis('', Math.max(...binned.columns), logarithmic),
          right: countAxis('', Math.max(...binned.rows), logarithmic),
          heading: 1,
        },
        draw: (context, { x, y, above, right }) => {
          if (!above || !right) return;
          drawHeatMap(context, x, y, image, extent);
          drawBars(context, x, above, binned.columns, across, colour);
          drawBars(context, y, right, binned.rows, up, colour);
          drawLimit(context, theme, x, limitAcross, [above.to, y.from], text.limit(limitAcross));
          drawLimit(context, theme, y, limitUp, [x.from, right.to], text.limit(limitUp));
          drawColourScale(context, theme, right.to, 2, { title: text.items, low: whole(low), high: whole(high) });
        },
      };
    },
    [binned, cells, image, extent, nameAcross, nameUp, ends[0], ends[1], limitAcross, limitUp, logarithmic],
  );

  const read: Pointer = (frame, x, y) => {
    const column = cellAt(across, frame.x.valueAt(x));
    const row = cellAt(up, frame.y.valueAt(y));
    const isCell = column !== null && row !== null;
    const count = isCell ? (counts[row * across.cells + column] ?? 0) : 0;
    setReadout(isCell ? text.jointReadout(histogram.components, sizesOf(across, column), sizesOf(up, row), count) : '');
  };
  return (
    <ChartCanvas
      label={text.jointLabel(stats.items, stats.bins, histogram.components, limits)}
      title={text.jointTitle(data, nameAcross, nameUp)}
      picture={picture}
      size="high"
      readout={readout || text.jointHint}
      onMove={read}
      onLeave={() => setReadout('')}
    />
  );
}
