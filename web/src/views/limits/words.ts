import { counted, percent, whole } from '../../controls/format';

const namedLimits = (components: string[], limits: number[]) =>
  limits.map((limit, c) => `${components[c]} ${whole(limit)}`).join(', ');

const useThese = (components: string[], limits: number[]) => `Use ${namedLimits(components, limits)}`;

const states = ['infeasible: an item is larger', 'at most', 'packed', 'not packed yet'];

export const limitsText = {
  help: 'Packs the data with every combination of limits in a grid. The most efficient limits are rarely the smallest: they leave room for small items beside large ones.',
  instead: (method: string) => `The grid uses ${method}, which is faster than the method chosen.`,
  rangesHelp: 'First and last limit and step per component. Limits below the largest size are infeasible.',
  first: 'first',
  last: 'last',
  step: 'step',
  cells: (cells: number) => counted(cells, 'cell'),
  tooMany: (most: number) => `More than ${whole(most)} cells: increase the steps.`,
  emptyRange: (component: string) => `${component}: the last limit is less than the first.`,
  suggestHelp: 'Sets ranges from the largest sizes upwards, in the ratio of the mean sizes.',
  /** how many cells are infeasible, pruned, packed, not reached; by which method, and how many by all quick ones */
  done: (
    [infeasible = 0, skipped = 0, packed = 0, unreached = 0]: number[],
    method: string,
    refined: number,
    seconds: number,
  ) => {
    const parts = [
      `${whole(packed + skipped + infeasible + unreached)} cells: ${whole(packed)} packed by ${method}` +
        (refined > 0 ? ` (${whole(refined)} that may be the best also by auto)` : ''),
    ];
    if (skipped > 0) parts.push(`${whole(skipped)} pruned by a bound`);
    if (infeasible > 0) parts.push(`${whole(infeasible)} infeasible`);
    if (unreached > 0) return `${parts.join(', ')}, ${whole(unreached)} not reached`;
    return `${parts.join(', ')}; ${seconds < 1 ? `${Math.round(seconds * 1000)} ms` : `${seconds.toFixed(1)} s`}`;
  },
  useBestHelp: (components: string[], limits: number[], mean: number) =>
    `${namedLimits(components, limits)}: ${percent(mean)}`,
  noBest: 'No cell is feasible.',
  mapTitle: (data: string) => `${data}: efficiency over limits`,
  mapLabel: (components: string[], sizes: number[], best: string) =>
    `Heat map: harmonic mean of the efficiencies at ${sizes.map(whole).join(' × ')} limits, ` +
    `${components[0]} on the x-axis and ${components[1]} on the y-axis. ${best}`,
  dotsLabel: (component: string, limits: number, best: string) =>
    `Scatter plot: efficiency at ${whole(limits)} limits of ${component}. ${best}`,
  bestIs: (components: string[], limits: number[], mean: number) =>
    `The best is ${percent(mean)} at ${namedLimits(components, limits)}.`,
  slice: (components: string[], limits: number[]) => `Slice at ${namedLimits(components, limits)}.`,
  mean: 'harmonic mean',
  limits: namedLimits,
  cell: (components: string[], state: number, packs: number, efficiency: number[], mean: number) =>
    state === 0 || state === 3
      ? [states[state] ?? '']
      : [
          `${state === 1 ? `${states[1]} ` : ''}${percent(mean)}`,
          ...(components.length > 1 ? efficiency.map((share, c) => `${components[c]} ${percent(share)}`) : []),
          `${whole(packs)} packs${state === 1 ? ' or more' : ''}`,
        ],
  useThese,
};

const left = (open: number) => counted(open, 'candidate is undecided', 'candidates are undecided');

export const searchText = {
  help: 'Finds limits over all packings, not only those of one method. The cost of limits is their sum. Larger limits are always more efficient in the end, so look for the smallest that are good enough.',
  targetHelp: (k: number) => (k > 1 ? 'Harmonic mean over the components.' : 'Share of the capacity filled with data.'),

  none: (share: number, candidates: number, ranges: string) =>
    `Proven: none of the ${whole(candidates)} candidates (${ranges}) reaches ${percent(share)}.`,
  noneYet: (share: number, open: number, ranges: string) =>
    `No limits that reach ${percent(share)} found within the time limit (${ranges}); ${left(open)}.`,
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
    `Cost ${whole(cost)}, ${counted(count, 'pack')} by ${method} (${count > bound ? `lower bound ${whole(bound)}; another method may need fewer` : 'proven optimal'}).`,
  reached: (components: string[], efficiency: number[], mean: number) =>
    components.length === 1
      ? `Efficiency ${percent(mean)}.`
      : `Efficiency ${components.map((name, c) => `${name} ${percent(efficiency[c] ?? 0)}`).join(', ')}; harmonic mean ${percent(mean)}.`,
  open: (open: number) => `Not proven: ${left(open)}. A longer time limit may help.`,
  useThese,

  front: (points: number) => `${counted(points, 'point')} on the front.`,
  frontOpen: (open: number) => `Not proven complete: ${left(open)}.`,
  chart: (data: string) => `${data}: efficiency against the cost of limits`,
  chartLabel: (points: number, first: string, last: string) =>
    `Scatter plot: efficiency against the cost of limits at ${whole(points)} points, from ${first} to ${last}.`,
  limits: namedLimits,
  point: (mean: number, count: number, cost: number) => [percent(mean), counted(count, 'pack'), `cost ${whole(cost)}`],
  brief: (cost: number, mean: number) => `${percent(mean)} at cost ${whole(cost)}`,
  cost: 'cost',
};
