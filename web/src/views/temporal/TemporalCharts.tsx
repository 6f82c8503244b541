/** Batches over time: steps as wide as the batches are long, and those of a fixed size for comparison. */
import { color } from 'chart.js/helpers';
import { useMemo } from 'preact/hooks';
import { Chart, type Picture } from '../../charts/Chart';
import type { Chart as Drawn } from '../../charts/chartjs';
import { alongPoints, stepUnder } from '../../charts/cursor';
import { countAxis, line, lineLegend, rule, sizeAxis } from '../../charts/elements';
import { seriesInk } from '../../charts/theme';
import type { SplitResult } from '../../store/temporal';
import { temporalText as text } from './words';

/** Batch b spans the interactions [offsets[b], offsets[b+1]). */
interface Along {
  offsets: ArrayLike<number>;
  heights: ArrayLike<number>;
}

interface Step {
  x: number;
  y: number;
  batch: number;
}

/** More would be narrower than a pixel on most screens. */
const mostSteps = 2000;

/** Where the batches begin, and where the last one ends. Of batches too many to be drawn, the highest of each group. */
export function stepsOf({ offsets, heights }: Along): Step[] {
  const group = Math.ceil(heights.length / mostSteps);
  const steps: Step[] = [];
  for (let first = 0; first < heights.length; first += group) {
    const step = { x: offsets[first] ?? 0, y: heights[first] ?? 0, batch: first };
    for (let b = first + 1; b < Math.min(first + group, heights.length); ++b) {
      const height = heights[b] ?? 0;
      if (height > step.y) Object.assign(step, { y: height, batch: b });
    }
    steps.push(step);
  }
  const last = steps.at(-1);
  return last ? [...steps, { ...last, x: offsets[heights.length] ?? 0 }] : [];
}

/** The batch of an interaction; clamped to the first and last. */
export function batchAt({ offsets, heights }: Along, interaction: number): number {
  let [low, high] = [0, heights.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((offsets[middle] ?? 0) <= interaction) low = middle;
    else high = middle - 1;
  }
  return low;
}

interface Shown {
  label: string;
  title: string;
  /** title of the vertical axis */
  upward: string;
  steps: Step[];
  others: Step[];
  limit: { value: number; label: string };
  /** description of a batch: heading and lines */
  read: (batch: number) => [string, ...string[]];
}

const stepped = { stepped: true as const, pointRadius: 0, borderWidth: 1.5, borderDash: [] };

/** Light below the line, so that another in front stays visible. */
const light = (at: { chart: Drawn }) => color(seriesInk(0)(at)).alpha(0.22).rgbString();

function batchChart({ label, title, upward, steps, others, limit, read }: Shown): Picture {
  const end = steps.at(-1)?.x ?? 1;
  const most = Math.max(...[...steps, ...others].map(({ y }) => y), limit.value, 1);
  const places = Math.max(steps.length - 1, 0);
  const wordsAt = (place = 0) => read(steps[place]?.batch ?? 0);
  return {
    label,
    title,
    cursor: alongPoints(places, { placeAt: (...at) => Math.min(stepUnder(...at) ?? 0, places - 1) }),
    data: {
      datasets: [
        { ...line(0, text.legend[0] ?? '', steps), ...stepped, fill: 'origin', backgroundColor: light, order: 1 },
        ...(others.length > 0 ? [{ ...line(1, text.legend[1] ?? '', others), ...stepped }] : []),
        rule(
          limit.label,
          [0, end].map((x) => ({ x, y: limit.value })),
          'bad',
        ),
      ],
    },
    options: {
      scales: { x: sizeAxis(text.acrossAxis, 0, end), y: countAxis(upward, most, false) },
      plugins: {
        legend: lineLegend,
        tooltip: {
          callbacks: {
            title: ([at]) => wordsAt(at?.dataIndex)[0],
            label: ({ dataIndex }) => wordsAt(dataIndex).slice(1),
          },
        },
      },
    },
  };
}

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
