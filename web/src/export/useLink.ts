import { useEffect, useState } from 'preact/hooks';
import { carriesData, encode } from '../state/share';
import type { State } from '../state/state';

export interface Link {
  url: string;
  /** whether the link cannot contain the data */
  withoutData: boolean;
}

const page = () => location.href.replace(/#.*/s, '');

/** A link to the current state. */
export function useLink(state: State): Link {
  const [link, setLink] = useState<Link>({ url: page(), withoutData: false });
  useEffect(() => {
    let current = true;
    encode(state).then((fragment) => {
      const withoutData = (state.data.kind !== 'none' && !carriesData(fragment)) || state.events.kind === 'file';
      if (current) setLink({ url: `${page()}#${fragment}`, withoutData });
    });
    return () => {
      current = false;
    };
  }, [state]);
  return link;
}
