/** Replaces siteOnly.tsx in the element. */
import type { SiteOnly } from '../siteOnly';

const nothing: SiteOnly = {
  missingTabs: ['estimate', 'stream', 'temporal'],
  tabContent: () => null,
  sidebar: () => null,
};

export function useSiteOnly(): SiteOnly {
  return nothing;
}
