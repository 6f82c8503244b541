import { percent, whole } from '../../controls/format';

export const namedLimits = (components: string[], limits: number[]) =>
  limits.map((limit, c) => `${components[c]} ${whole(limit)}`).join(', ');

const states = ['infeasible: an item is larger', 'at most', 'packed', 'not packed yet'];

export const limitsText = {
  heading: 'Grid of limits',
  help: 'Packs the data with every combination of limits in a grid. The most efficient limits are rarely the smallest: they leave room for small items beside large ones.',
  empty: 'Load data to find its best limits.',
  instead: (method: string) => `The grid uses ${method}, which is faster than the method chosen.`,
  ranges: 'Limits to try',
  rangesHelp: 'First and last limit and step per component. Limits below the largest size are infeasible.',
  first: 'first',
  last: 'last',
  step: 'step',
  cells: (cells: number) => (cells === 1 ? '1 cell' : `${whole(cells)} cells`),
  tooMany: (most: number) => `More than ${whole(most)} cells: increase the steps.`,
  emptyRange: (component: string) => `${component}: the last limit is less than the first.`,
  suggest: 'Suggest',
  suggestHelp: 'Sets ranges from the largest sizes upwards, in the ratio of the mean sizes.',
  cancel: 'Cancel grid',
  running: (progress: number | null) =>
    progress === null ? 'Packing the grid…' : `Packing the grid: ${Math.round(progress * 100)}%`,
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
  useBest: 'Use best',
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
  legend: 'Diamond: best cell. Frame: current limits.',
  legendFaint: 'Faint: pruned; the colour is an upper bound.',
  slice: (components: string[], limits: number[]) => `Slice at ${namedLimits(components, limits)}.`,
  mean: 'harmonic mean',
  efficiency: 'efficiency',
  limits: namedLimits,
  cell: (components: string[], state: number, packs: number, efficiency: number[], mean: number) =>
    state === 0 || state === 3
      ? [states[state] ?? '']
      : [
          `${state === 1 ? `${states[1]} ` : ''}${percent(mean)}`,
          ...(components.length > 1 ? efficiency.map((share, c) => `${components[c]} ${percent(share)}`) : []),
          `${whole(packs)} packs${state === 1 ? ' or more' : ''}`,
        ],
  tableCaption: 'The ten best cells',
  packs: 'packs',
  efficiencyOf: (component: string) => `eff. ${component}`,
  use: 'Use',
  useThese: (components: string[], limits: number[]) => `Use ${namedLimits(components, limits)}`,
  inUse: 'in use',
  whole,
  percent,
};
