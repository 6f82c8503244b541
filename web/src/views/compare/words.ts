import { percent, whole } from '../../controls/format';

export const compareText = {
  heading: 'All methods and heuristics',
  help: 'Every method and heuristic with the same limits (cf. Krell et al. 2022, Table 2). Click “use” to apply a row.',
  empty: 'Load data to compare all methods.',
  running: (progress: number | null) => `Packing with every method … ${progress === null ? '' : percent(progress)}`,
  cancel: 'Cancel',
  ended: (progress: number | null) =>
    progress === null
      ? 'Cancelled before the first result; the rows are from the previous run.'
      : `Cancelled at ${percent(progress)}: the list is incomplete.`,
  caption: 'Methods and heuristics with their results',
  method: 'method',
  heuristic: 'heuristic',
  distribute: 'distribute',
  packs: 'packs',
  gap: 'gap',
  efficiency: (component: string) => `eff. ${component}`,
  strategies: 'strategies',
  time: 'time',
  use: 'use',
  useRow: (method: string, heuristic: string, distribute: boolean) =>
    `Use ${method} by ${heuristic}${distribute ? ', distributed' : ''}`,
  inUse: 'in use',
  on: 'on',
  off: 'off',
  none: '–',
  whole,
  percent,
  milliseconds: (seconds: number) => `${(seconds * 1000).toFixed(2)} ms`,
};
