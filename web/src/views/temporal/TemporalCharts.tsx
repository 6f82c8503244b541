import { useMemo } from 'preact/hooks';
import { Chart } from '../../charts/Chart';
import type { SplitResult } from '../../store/temporal';
import { batchAt, batchChart, stepsOf } from './batchChart';
import { temporalText as text } from './words';

const least = (numbers: Float64Array) => numbers.reduce((low, number) => Math.min(low, number));
const meanOf = (numbers: Float64Array) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;

/** Batch sizes and losses over time. */
function pictures(data: string, { bounded, fixed, fixedSize, threshold, events }: SplitResult) {
  const { offsets, losses } = bounded;
  const lengths = losses.map((_, b) => (offsets[b + 1] ?? 0) - (offsets[b] ?? 0));
  const fixedLosses = { offsets: fixed.offsets, heights: fixed.losses };
  const read = (b: number): [string, ...string[]] => {
    const [begin = 0, end = 0] = [offsets[b], offsets[b + 1]];
    const times = text.times(String(events.times[begin]), String(events.times[end - 1]));
    return [text.batch(b + 1, losses.length), ...text.batchIs(begin + 1, end, end - begin, losses[b] ?? 0), times];
  };
  const sizes = batchChart({
    label: text.sizesLabel(losses.length, least(lengths), bounded.largestBatch, fixedSize),
    title: text.sizesChart(data),
    upward: text.sizeAxis,
    steps: stepsOf({ offsets, heights: lengths }),
    others: [],
    limit: { value: fixedSize, label: text.fixedLine(fixedSize) },
    read,
  });
  const loss = batchChart({
    label: text.lossesLabel(losses.length, meanOf(losses), threshold, meanOf(fixed.losses)),
    title: text.lossesChart(data),
    upward: text.lossAxis,
    steps: stepsOf({ offsets, heights: losses }),
    others: stepsOf(fixedLosses),
    limit: { value: threshold, label: text.epsilonLine(threshold) },
    read: (b) => [...read(b), text.fixedThere(fixed.losses[batchAt(fixedLosses, offsets[b] ?? 0)] ?? 0)],
  });
  return { sizes, loss };
}

export function TemporalCharts({ data, split }: { data: string; split: SplitResult }) {
  const { sizes, loss } = useMemo(() => pictures(data, split), [data, split]);
  return (
    <>
      <section>
        <h3>{text.sizes}</h3>
        <Chart {...sizes} />
      </section>
      <section>
        <h3>{text.losses}</h3>
        <Chart {...loss} />
      </section>
    </>
  );
}
