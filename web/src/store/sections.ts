/** The sections of the page: the names accepted by `hide`. */
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
