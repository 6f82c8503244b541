import type { Histogram } from 'tuplepack';
import { useCalculated } from '../controls/useCalculated';
import { carriesData, encode, encodeWithSizes } from '../options/share';
import type { State } from '../state/state';
import type { Store } from './store';

export interface Link {
  /** empty: no other computer can open a link to this page */
  url: string;
  /** what it holds of the data */
  carries: 'data' | 'sizes' | 'nothing';
}

const page = () => location.href.replace(/#.*/s, '');
const isShareable = () => location.protocol !== 'file:';

async function linkTo(state: State, histogram: Histogram | undefined): Promise<Link> {
  const whole = await encode(state);
  const fragment = histogram ? await encodeWithSizes(state, histogram) : whole;
  const carries =
    state.data.kind === 'none' || carriesData(fragment) ? (fragment === whole ? 'data' : 'sizes') : 'nothing';
  return { url: `${page()}#${fragment}`, carries: state.events.kind === 'file' ? 'nothing' : carries };
}

/** A link to the current state. */
export function useLink(store: Store): Link {
  const state = store.state.value;
  const { value, error, running } = store.loaded.value;
  const histogram = running || error ? undefined : value?.histogram;
  const link = useCalculated(() => (isShareable() ? linkTo(state, histogram) : null), [state, histogram]);
  return link ?? { url: isShareable() ? page() : '', carries: 'data' };
}
