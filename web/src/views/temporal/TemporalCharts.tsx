/** Batches over time: steps as wide as the batches are long, and those of a fixed size for comparison. */
import { color } from 'chart.js/helpers';
import { useMemo } from 'preact/hooks';
import { Chart, type Picture } from '../../charts/Chart';
import type { Chart as Drawn } from '../../charts/chartjs';
import { alongPoints, stepUnder } from '../../charts/cursor';
import { countAxis, line, readable, rule, sizeAxis } from '../../charts/elements';
import { seriesInk } from '../../charts/theme';
import { counted, whole } from '../../controls/format';
import type { SplitResult } from '../../store/temporal';
import { decimal, meanOf } from './numbers';

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
  const x = sizeAxis('interactions, ordered by time', 0, end);
  const places = Math.max(steps.length - 1, 0);
  const wordsAt = (place: number) => read(steps[place]?.batch ?? 0);
  return {
    label,
    title,
    cursor: alongPoints(places, { placeAt: (...at) => Math.min(stepUnder(...at) ?? 0, places - 1) }),
    datasets: [
      { ...line(0, 'bounded loss', steps), ...stepped, fill: 'origin', backgroundColor: light, order: 1 },
      ...(others.length > 0 ? [{ ...line(1, 'fixed size', others), ...stepped }] : []),
      rule(limit.label, { x, y: limit.value }, 'bad'),
    ],
    options: readable(
      { x, y: countAxis(upward, most, false) },
      ({ dataIndex }) => wordsAt(dataIndex)[0],
      ({ dataIndex }) => wordsAt(dataIndex).slice(1),
    ),
  };
}

/** Batch sizes and losses over time, by heading. */
function pictures(data: string, { bounded, fixed, fixedSize, threshold, events }: SplitResult) {
  const { offsets, losses } = bounded;
  const lengths = losses.map((_, b) => (offsets[b + 1] ?? 0) - (offsets[b] ?? 0));
  const fixedLosses = { offsets: fixed.offsets, heights: fixed.losses };
  const least = lengths.reduce((low, length) => Math.min(low, length));
  const batches = `${counted(losses.length, 'batch', 'batches')} over time`;
  const read = (b: number): [string, ...string[]] => {
    const [begin = 0, end = 0] = [offsets[b], offsets[b + 1]];
    return [
      `Batch ${whole(b + 1)} of ${whole(losses.length)}`,
      `interactions ${whole(begin + 1)} to ${whole(end)} (${whole(end - begin)})`,
      `loss ${whole(losses[b] ?? 0)}`,
      `time ${events.times[begin]} to ${events.times[end - 1]}`,
    ];
  };
  return {
    'Batch sizes over time': batchChart({
      label: `Bar chart: sizes of ${batches}, from ${whole(least)} to ${whole(bounded.largestBatch)}; fixed size ${whole(fixedSize)}.`,
      title: `${data}: batch sizes`,
      upward: 'interactions per batch',
      steps: stepsOf({ offsets, heights: lengths }),
      others: [],
      limit: { value: fixedSize, label: `fixed: ${whole(fixedSize)}` },
      read,
    }),
    'Loss per batch': batchChart({
      label:
        `Bar chart: losses of ${batches}, mean ${decimal(meanOf(losses))}; ε is ${whole(threshold)}. ` +
        `Line: losses of fixed-size batches, mean ${decimal(meanOf(fixed.losses))}.`,
      title: `${data}: loss per batch`,
      upward: 'loss per batch',
      steps: stepsOf({ offsets, heights: losses }),
      others: stepsOf(fixedLosses),
      limit: { value: threshold, label: `ε: ${whole(threshold)}` },
      read: (b) => [
        ...read(b),
        `fixed-size batch there: loss ${whole(fixed.losses[batchAt(fixedLosses, offsets[b] ?? 0)] ?? 0)}`,
      ],
    }),
  };
}

export function TemporalCharts({ data, split }: { data: string; split: SplitResult }) {
  const charts = useMemo(() => pictures(data, split), [data, split]);
  return Object.entries(charts).map(([heading, picture]) => (
    <section key={heading}>
      <h3>{heading}</h3>
      <Chart {...picture} />
    </section>
  ));
}
