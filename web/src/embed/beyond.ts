/** In place of beyond.tsx: pages of documentation show what a plan is worth, and link to the site for more. */
import type { Beyond } from '../beyond';

const nothing: Beyond = { lacks: ['estimate', 'stream', 'temporal'], shown: () => null, side: () => null };

export function useBeyond(): Beyond {
  return nothing;
}
