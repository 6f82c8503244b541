import { percent, whole } from '../charts/format';

export const compareText = {
  heading: 'Every method and heuristic',
  help: 'All ways to pack, for the same room (Krell et al. 2022, Table 2). A click on “use” applies a row.',
  empty: 'Choose data, and every method is compared here.',
  running: (progress: number | null) => `Packing in every way … ${progress === null ? '' : percent(progress)}`,
  cancel: 'Cancel',
  ended: (progress: number | null) =>
    progress === null
      ? 'Ended before any way was packed: what is listed was found before.'
      : `Ended at ${percent(progress)}: only the ways that were packed by then are listed.`,
  caption: 'Methods and heuristics, with what they give',
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
