import { percent, whole } from '../charts/format';
import { namedLimits } from './limits';

const packs = (count: number) => (count === 1 ? '1 pack' : `${whole(count)} packs`);
const left = (open: number) => (open === 1 ? '1 candidate is open' : `${whole(open)} candidates are open`);

export const searchText = {
  heading: 'Search for limits',
  help: 'Over all packings, not only those of one method. What limits cost is their sum. Larger limits win in the end, so ask for the smallest that are good enough.',
  target: 'Efficiency to reach, in percent',
  targetHelp: (k: number) => (k > 1 ? 'The harmonic mean of the components.' : 'Real size in the room of all packs.'),
  perComponent: 'Every component has to reach it',
  perComponentHelp: 'Not only their harmonic mean.',
  timeLimit: 'Time limit, in seconds',
  timeLimitHelp: 'A search ends then with what is known.',
  find: 'Find the smallest limits',
  trace: 'Trace the Pareto curve',
  traceHelp: 'All limits that beat every cheaper ones.',
  running: 'Searching …',
  runningAt: (progress: number | null) =>
    progress === null ? 'Searching …' : `Searching: ${Math.round(progress * 100)}%`,
  cancel: 'Cancel the search',
  ended: 'The search was ended before it had an answer.',

  none: (share: number, candidates: number) =>
    `None of the ${whole(candidates)} candidates reaches ${percent(share)}: that is proven.`,
  noneYet: (share: number, open: number) => `No limits that reach ${percent(share)} were found in time; ${left(open)}.`,
  smallest: (components: string[], limits: number[]) => `The smallest limits: ${namedLimits(components, limits)}.`,
  facts: (cost: number, count: number, bound: number) =>
    `They cost ${whole(cost)} and need ${packs(count)}${count > bound ? `, at least ${packs(bound)}` : ', proven optimal'}.`,
  reached: (components: string[], efficiency: number[], mean: number) =>
    components.length === 1
      ? `Efficiency ${percent(mean)}.`
      : `Efficiency ${components.map((name, c) => `${name} ${percent(efficiency[c] ?? 0)}`).join(', ')}; harmonic mean ${percent(mean)}.`,
  proven: 'Proven: nothing cheaper reaches the target.',
  open: (open: number) => `Not proven: of the cheaper ones ${left(open)}. More time may settle that.`,
  use: 'Use',
  useThese: (components: string[], limits: number[]) => `Use ${namedLimits(components, limits)}`,
  inUse: 'in use',

  front: (points: number) => (points === 1 ? '1 point on the curve.' : `${whole(points)} points on the curve.`),
  frontProven: 'Proven: no other limits belong to it.',
  frontOpen: (open: number) => `Not proven: ${left(open)} that may belong to it.`,
  chart: (data: string) => `${data}: efficiency against the cost of limits`,
  chartName: 'Efficiency against cost',
  chartLabel: (points: number, first: string, last: string) =>
    `Dots: efficiency against the cost of limits at ${whole(points)} points, from ${first} to ${last}.`,
  point: (components: string[], limits: number[], cost: number, mean: number, count: number) =>
    `${namedLimits(components, limits)}: ${percent(mean)}, ${packs(count)}; cost ${whole(cost)}`,
  brief: (cost: number, mean: number) => `${percent(mean)} at cost ${whole(cost)}`,
  pointAt: 'Point at a dot to read it.',
  keys: 'Arrow keys move along the curve, Enter takes the limits; a click does both. Ringed: the limits in use.',
  taken: (said: string) => `Taken: ${said}`,
  cost: 'cost',
  efficiency: 'efficiency',
  tableCaption: 'The points of the curve',
  table: 'The same in numbers',
  packs: 'packs',
  bound: 'bound',
  efficiencyOf: (component: string) => `eff. ${component}`,
  mean: 'harmonic mean',
  whole,
  percent,
};
