import { counted, whole } from '../../controls/format';

/** num_nodes 222, num_edges 502 */
export const namedLimits = (components: string[], limits: number[]) =>
  limits.map((limit, c) => `${components[c]} ${whole(limit)}`).join(', ');

/** How many candidates a search has left. */
export const stillOpen = (open: number) => counted(open, 'candidate is open', 'candidates are open');
