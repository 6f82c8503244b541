import { useMemo } from 'preact/hooks';
import type { Batches } from 'tuplepack/temporal';
import { BatchChart } from '../charts/BatchChart';
import { batchAt } from '../charts/batches';
import type { SplitResult } from '../temporalStore';
import { temporalText as text } from '../text/temporal';

const along = ({ offsets, losses }: Batches) => ({ offsets, heights: losses });
const least = (numbers: Float64Array) => numbers.reduce((low, number) => Math.min(low, number));
const meanOf = (numbers: Float64Array) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;

/** Batch sizes and losses over time. */
export function TemporalCharts({ data, split }: { data: string; split: SplitResult }) {
  const { bounded, fixed, fixedSize, threshold, events } = split;
  const sizes = useMemo(() => {
    const heights = bounded.losses.map((_, b) => (bounded.offsets[b + 1] ?? 0) - (bounded.offsets[b] ?? 0));
    return { offsets: bounded.offsets, heights };
  }, [bounded]);
  const losses = useMemo(() => along(bounded), [bounded]);
  const fixedLosses = useMemo(() => along(fixed), [fixed]);
  const count = bounded.losses.length;

  const batch = (b: number) => {
    const [begin = 0, end = 0] = [bounded.offsets[b], bounded.offsets[b + 1]];
    const times = text.times(String(events.times[begin]), String(events.times[end - 1]));
    return `${text.batch(b + 1, count, begin + 1, end, end - begin, bounded.losses[b] ?? 0)}; ${times}`;
  };
  const loss = (b: number) => {
    const there = fixed.losses[batchAt(fixedLosses, bounded.offsets[b] ?? 0)] ?? 0;
    return `${batch(b)}; ${text.fixedThere(there)}`;
  };
  return (
    <>
      <section>
        <h3>{text.sizes}</h3>
        <BatchChart
          label={text.sizesLabel(count, least(sizes.heights), bounded.largestBatch, fixedSize)}
          title={text.sizesChart(data)}
          upward={text.sizeAxis}
          batches={sizes}
          limit={{ value: fixedSize, label: text.fixedLine(fixedSize) }}
          read={batch}
        />
      </section>
      <section>
        <h3>{text.losses}</h3>
        <BatchChart
          label={text.lossesLabel(count, meanOf(bounded.losses), threshold, meanOf(fixed.losses))}
          title={text.lossesChart(data)}
          upward={text.lossAxis}
          batches={losses}
          others={fixedLosses}
          limit={{ value: threshold, label: text.epsilonLine(threshold) }}
          read={loss}
        />
      </section>
    </>
  );
}
