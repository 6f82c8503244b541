/** In place of siteOnly.tsx: pages of documentation show what a plan is worth, and link to the site for more. */
import type { SiteOnly } from '../siteOnly';

const nothing: SiteOnly = {
  missingTabs: ['estimate', 'stream', 'temporal'],
  tabContent: () => null,
  sidebar: () => null,
};

export function useSiteOnly(): SiteOnly {
  return nothing;
}
