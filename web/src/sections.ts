/** The parts of the page, by the names that `hide` takes. */
export const sections = [
  'header',
  'data',
  'histogram',
  'settings',
  'result',
  'plan',
  'compare',
  'estimate',
  'limits',
  'stream',
  'export',
  'temporal',
] as const;
export type Section = (typeof sections)[number];
