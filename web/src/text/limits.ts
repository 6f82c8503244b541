import { percent, whole } from '../charts/format';

export const namedLimits = (components: string[], limits: number[]) =>
  limits.map((limit, c) => `${components[c]} ${whole(limit)}`).join(', ');

const states = ['infeasible: an item is larger', 'at best', 'packed', 'not packed yet'];

export const limitsText = {
  heading: 'Limits',
  help: 'Packs the data at every combination of limits in a grid. The most efficient limits are rarely the smallest: they let small items fill the room beside large ones.',
  empty: 'Choose data to look for its best limits.',
  auto: (method: string) => `The grid is packed by ${method}; the result tries more.`,
  ranges: 'Limits to try',
  rangesHelp:
    'Every component from its first limit to its last, in steps. A limit below the largest size fits nothing.',
  first: 'first',
  last: 'last',
  step: 'step',
  cells: (cells: number) => (cells === 1 ? '1 cell' : `${whole(cells)} cells`),
  tooMany: (most: number) => `More than ${whole(most)} cells: take larger steps.`,
  emptyRange: (component: string) => `${component}: the last limit lies below the first.`,
  suggest: 'Suggest',
  suggestHelp: 'Ranges from the data: they begin at the largest size and end in the ratio of the means.',
  cancel: 'Cancel the grid',
  running: (progress: number | null) =>
    progress === null ? 'Packing the grid…' : `Packing the grid: ${Math.round(progress * 100)}%`,
  /** cells that fit nothing, were skipped, were packed, were not reached */
  done: ([infeasible = 0, skipped = 0, packed = 0, unreached = 0]: number[], seconds: number) => {
    const parts = [`${whole(packed + skipped + infeasible + unreached)} cells: ${whole(packed)} packed`];
    if (skipped > 0) parts.push(`${whole(skipped)} skipped because a bound proves them no better`);
    if (infeasible > 0) parts.push(`${whole(infeasible)} below the largest item`);
    if (unreached > 0) return `${parts.join(', ')}, ${whole(unreached)} not reached`;
    return `${parts.join(', ')}; ${seconds < 1 ? `${Math.round(seconds * 1000)} ms` : `${seconds.toFixed(1)} s`}`;
  },
  useBest: 'Use the best',
  useBestHelp: (components: string[], limits: number[], mean: number) =>
    `${namedLimits(components, limits)}: ${percent(mean)}`,
  noBest: 'No cell fits all items.',
  mapTitle: (data: string) => `${data}: efficiency over limits`,
  mapName: 'Efficiency over limits',
  mapLabel: (components: string[], sizes: number[], best: string) =>
    `Heat map: harmonic mean of the efficiencies at ${sizes.map(whole).join(' × ')} limits, ` +
    `by ${components[0]} across and ${components[1]} up. ${best}`,
  dotsLabel: (component: string, limits: number, best: string) =>
    `Dots: efficiency at ${whole(limits)} limits of ${component}. ${best}`,
  bestIs: (components: string[], limits: number[], mean: number) =>
    `The best is ${percent(mean)} at ${namedLimits(components, limits)}.`,
  keys: 'Arrow keys move, Enter takes the limits; a click does both.',
  legend: 'Star: the best. Framed: the limits in use.',
  legendFaint: 'Faint: not packed; a bound proves that it is no better than shown.',
  slice: (components: string[], limits: number[]) => `Shown at ${namedLimits(components, limits)}.`,
  mean: 'harmonic mean',
  efficiency: 'efficiency',
  pointer: 'Point at a cell to read it.',
  readout: (
    components: string[],
    limits: number[],
    state: number,
    packs: number,
    efficiency: number[],
    mean: number,
  ) =>
    state === 0 || state === 3
      ? `${namedLimits(components, limits)}: ${states[state]}`
      : `${namedLimits(components, limits)}: ${state === 1 ? `${states[1]} ` : ''}${percent(mean)}` +
        `${components.length > 1 ? ` (${efficiency.map((share, c) => `${components[c]} ${percent(share)}`).join(', ')})` : ''}` +
        `, ${whole(packs)} packs${state === 1 ? ' or more' : ''}`,
  taken: (said: string) => `Taken: ${said}`,
  tableCaption: 'The ten best cells',
  packs: 'packs',
  efficiencyOf: (component: string) => `eff. ${component}`,
  use: 'Use',
  useThese: (components: string[], limits: number[]) => `Use ${namedLimits(components, limits)}`,
  inUse: 'in use',
  whole,
  percent,
};
