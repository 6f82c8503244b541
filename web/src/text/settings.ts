import { whole } from '../charts/format';

export const settingsText = {
  heading: 'Settings',
  empty: 'Load data to choose limits and a method.',
  room: 'Pack limits',
  limit: (component: string) => `Limit of ${component}`,
  limitHelp: (component: string) => `Capacity of a pack in ${component}.`,
  slider: (component: string) => `Limit of ${component}, slider`,
  maximum: 'data maximum',
  maximumOf: (component: string, largest: number) => `Data maximum of ${component}: ${whole(largest)}`,
  depth: 'Depth',
  depthHelp: 'Maximum number of items per pack; empty for no limit.',
  method: 'Method',
  methodHeading: 'Algorithm',
  methodHelp: 'The packing algorithm.',
  heuristic: 'Heuristic',
  heuristicHelp: 'How items are ordered by size; the largest are packed first.',
  heuristicUnused: 'This method does not use a heuristic, or tries them all.',
  distribute: 'Distribute',
  distributeHelp: 'Place several items of the same size at once.',
  distributeNames: { default: 'default of the method', on: 'on', off: 'off' },
  paper: 'As published',
  paperHelp: 'Reproduce the published listings exactly.',
  more: 'Alignment, reserve, oversized items',
  alignItem: (component: string) => `Align items: ${component}`,
  alignItemHelp: 'Round the size of every item up to a multiple of this.',
  alignTotal: (component: string) => `Align packs: ${component}`,
  alignTotalHelp: 'Round the used size of every pack up to a multiple of this.',
  reserve: (component: string) => `Reserve: ${component}`,
  reserveHelp: 'Capacity kept free in every pack, e.g. for a padding graph or a special token.',
  reserveItems: 'Reserve: items',
  reserveItemsHelp: 'Item slots kept free in every pack; requires a depth.',
  overlong: 'Items over a limit',
  overlongHelp: 'How to treat items that exceed a limit.',
  overlongNames: {
    error: 'report an error',
    drop: 'drop them',
    truncate: 'truncate them to the limit',
    split: 'split them into pieces',
  } as Record<string, string>,
  packsMultiple: 'Pad the number of packs to a multiple of',
  packsMultipleHelp: 'Empty packs are added so that every device gets the same number.',
  notNumber: ({
    least,
    most,
    above,
    decimals,
    max,
  }: {
    least: number;
    most: number;
    above: boolean;
    decimals: boolean;
    /** whether `max` may be entered, too */
    max: boolean;
  }) => {
    const from = above ? `greater than ${least}` : `of at least ${least}`;
    const bounded = above ? `${from} and at most ${whole(most)}` : `from ${least} to ${whole(most)}`;
    return `Enter a ${decimals ? '' : 'whole '}number ${most < 1e9 ? bounded : from}${max ? ', or max' : ''}.`;
  },
  timeLimit: 'Time limit (seconds)',
  timeLimitHelp: 'Stop then and return the best plan and bound so far.',
};
