import { whole } from './format';

/** Controls that several views use. */
export const controlsText = {
  copied: 'Copied.',
  refused: 'The clipboard is not available; copy the selected text.',
  refusedLabel: (what: string) => `${what}, to copy manually`,
  making: 'Creating the file …',
  cancel: 'Cancel',
  use: 'Use',
  inUse: 'in use',
  table: 'Data table',
  elapsed: (seconds: number, limit?: number) => (limit === undefined ? `${seconds} s` : `${seconds} s of ${limit} s`),
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
};
