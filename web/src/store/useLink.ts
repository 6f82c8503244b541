import { useEffect, useState } from 'preact/hooks';
import { carriesData, encode, encodeWithSizes } from '../options/share';
import type { Store } from './store';

export interface Link {
  /** empty: no other computer can open a link to this page */
  url: string;
  /** what it holds of the data */
  carries: 'data' | 'sizes' | 'nothing';
}

const page = () => location.href.replace(/#.*/s, '');
const isShareable = () => location.protocol !== 'file:';

/** A link to the current state. */
export function useLink(store: Store): Link {
  const state = store.state.value;
  const { value, error, running } = store.loaded.value;
  const histogram = running || error ? undefined : value?.histogram;
  const [link, setLink] = useState<Link>({ url: isShareable() ? page() : '', carries: 'data' });
  useEffect(() => {
    if (!isShareable()) return;
    let current = true;
    const make = async () => {
      const whole = await encode(state);
      const isWhole = state.data.kind === 'none' || carriesData(whole);
      const fragment = isWhole || !histogram ? whole : await encodeWithSizes(state, histogram);
      const carries = state.events.kind === 'file' || !(isWhole || carriesData(fragment)) ? 'nothing' : 'data';
      if (current)
        setLink({
          url: `${page()}#${fragment}`,
          carries: carries === 'data' && fragment !== whole ? 'sizes' : carries,
        });
    };
    void make();
    return () => {
      current = false;
    };
  }, [state, histogram]);
  return link;
}
