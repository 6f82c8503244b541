import { percent, whole } from '../../controls/format';
import { namedLimits } from './words';

const packs = (count: number) => (count === 1 ? '1 pack' : `${whole(count)} packs`);
const left = (open: number) => (open === 1 ? '1 candidate is undecided' : `${whole(open)} candidates are undecided`);

export const searchText = {
  heading: 'Search for limits',
  help: 'Finds limits over all packings, not only those of one method. The cost of limits is their sum. Larger limits are always more efficient in the end, so look for the smallest that are good enough.',
  target: 'Target efficiency (percent)',
  targetHelp: (k: number) => (k > 1 ? 'Harmonic mean over the components.' : 'Share of the capacity filled with data.'),
  perComponent: 'Every component must reach the target',
  perComponentHelp: 'Instead of their harmonic mean.',
  timeLimit: 'Time limit (seconds)',
  timeLimitHelp: 'Stop then and return the best result so far.',
  find: 'Find smallest limits',
  trace: 'Find Pareto front',
  traceHelp: 'All Pareto-optimal limits.',
  running: 'Searching …',
  runningAt: (progress: number | null) =>
    progress === null ? 'Searching …' : `Searching: ${Math.round(progress * 100)}%`,
  cancel: 'Cancel search',
  ended: 'Search cancelled.',

  none: (share: number, candidates: number, ranges: string) =>
    `Proven: none of the ${whole(candidates)} candidates (${ranges}) reaches ${percent(share)}.`,
  noneYet: (share: number, open: number, ranges: string) =>
    `No limits that reach ${percent(share)} found within the time limit (${ranges}); ${left(open)}.`,
  noRoom: 'No limits in these ranges hold the largest items.',
  ranges: (components: string[], ranges: { first: number; last: number; step: number }[]) =>
    ranges
      .map(
        ({ first, last, step }, c) =>
          `${components[c]} ${whole(first)} to ${whole(last)}${step > 1 ? ` by ${whole(step)}` : ''}`,
      )
      .join(', '),
  best: (components: string[], limits: number[], proven: boolean) =>
    `${proven ? 'Best limits' : 'Best limits found'}: ${namedLimits(components, limits)}.`,
  smallest: (components: string[], limits: number[]) => `Smallest limits: ${namedLimits(components, limits)}.`,
  facts: (cost: number, count: number, bound: number, method: string) =>
    `Cost ${whole(cost)}, ${packs(count)} by ${method} (${count > bound ? `lower bound ${whole(bound)}; another method may need fewer` : 'proven optimal'}).`,
  reached: (components: string[], efficiency: number[], mean: number) =>
    components.length === 1
      ? `Efficiency ${percent(mean)}.`
      : `Efficiency ${components.map((name, c) => `${name} ${percent(efficiency[c] ?? 0)}`).join(', ')}; harmonic mean ${percent(mean)}.`,
  proven: 'Proven: no cheaper limits reach the target.',
  open: (open: number) => `Not proven: ${left(open)}. A longer time limit may help.`,
  use: 'Use',
  useThese: (components: string[], limits: number[]) => `Use ${namedLimits(components, limits)}`,
  inUse: 'in use',

  front: (points: number) => (points === 1 ? '1 point on the front.' : `${whole(points)} points on the front.`),
  frontProven: 'Proven complete.',
  frontOpen: (open: number) => `Not proven complete: ${left(open)}.`,
  chart: (data: string) => `${data}: efficiency against the cost of limits`,
  chartLabel: (points: number, first: string, last: string) =>
    `Scatter plot: efficiency against the cost of limits at ${whole(points)} points, from ${first} to ${last}.`,
  onFront: 'front',
  limits: namedLimits,
  point: (mean: number, count: number, cost: number) => [percent(mean), packs(count), `cost ${whole(cost)}`],
  brief: (cost: number, mean: number) => `${percent(mean)} at cost ${whole(cost)}`,
  cost: 'cost',
  efficiency: 'efficiency',
  tableCaption: 'Points of the Pareto front',
  table: 'Data table',
  packs: 'packs',
  bound: 'bound',
  efficiencyOf: (component: string) => `eff. ${component}`,
  mean: 'harmonic mean',
  whole,
  percent,
};
