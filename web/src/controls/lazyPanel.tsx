import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Button } from './buttons';

export interface LazyPanel<Props> {
  (props: Props): JSX.Element | null;
  /** fetches its code, if that is in a file of its own */
  fetchCode?: () => Promise<void>;
}

/** A panel whose code is fetched when it is first shown, if not before; offers a retry on failure. */
export function lazyPanel<Props extends object>(load: () => Promise<LazyPanel<Props>>): LazyPanel<Props> {
  let fetched: LazyPanel<Props> | null = null;
  const fetchCode = async () => {
    fetched = await load();
  };
  function Lazy(props: Props) {
    const [Loaded, setLoaded] = useState(() => fetched);
    const [failed, setFailed] = useState(false);
    useEffect(() => {
      if (Loaded || failed) return;
      fetchCode().then(
        () => setLoaded(() => fetched),
        () => setFailed(true),
      );
    }, [Loaded, failed]);
    if (Loaded) return <Loaded {...props} />;
    if (!failed) return null;
    return (
      <p role="alert">
        This panel could not be loaded. <Button onClick={() => setFailed(false)}>Try again</Button>
      </p>
    );
  }
  return Object.assign(Lazy, { fetchCode });
}
