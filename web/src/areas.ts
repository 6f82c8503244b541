/** The parts of the page, by the names that `hide` takes. */
export const areas = [
  'header',
  'data',
  'histogram',
  'choices',
  'result',
  'plan',
  'compare',
  'estimate',
  'limits',
  'stream',
  'take',
  'temporal',
] as const;
export type Area = (typeof areas)[number];
