import type { Histogram } from 'tuplepack';
import { useCalculated } from '../controls/useCalculated';
import { carriesData, encode, encodeWithSizes, forOthers } from '../options/share';
import type { State } from '../state/state';
import type { Store } from './store';

export interface Link {
  /** empty: no other computer can open a link to this page */
  url: string;
  /** what it holds of the data */
  carries: 'data' | 'sizes' | 'nothing';
}

const isShareable = () => location.protocol !== 'file:';

async function linkTo(page: string, given: State, histogram: Histogram | undefined): Promise<Link> {
  const state = forOthers(given);
  const whole = await encode(state);
  const fragment = histogram ? await encodeWithSizes(state, histogram) : whole;
  const carries =
    state.data.kind === 'none' || carriesData(fragment) ? (fragment === whole ? 'data' : 'sizes') : 'nothing';
  return { url: `${page}#${fragment}`, carries: state.events.kind === 'file' ? 'nothing' : carries };
}

/** A link to the current state, on this page or one that is elsewhere. */
export function useLink(store: Store, elsewhere?: string): Link {
  const state = store.state.value;
  const { value, error, running } = store.loaded.value;
  const histogram = running || error ? undefined : value?.histogram;
  const page = elsewhere ?? (isShareable() ? location.href.replace(/#.*/s, '') : '');
  const link = useCalculated(() => (page ? linkTo(page, state, histogram) : null), [page, state, histogram]);
  return link ?? { url: page, carries: 'data' };
}
