import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { appText as text } from './words';

/** A panel whose code is loaded when it is first shown; offers a retry on failure. */
export function lazyPanel<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;
  return function LazyPanel(props: Props) {
    const [Panel, setPanel] = useState(() => loaded);
    const [failed, setFailed] = useState(false);
    useEffect(() => {
      if (Panel || failed) return;
      load().then(
        (found) => {
          loaded = found;
          setPanel(() => found);
        },
        () => setFailed(true),
      );
    }, [Panel, failed]);
    if (Panel) return <Panel {...props} />;
    if (!failed) return null;
    return (
      <p role="alert">
        {text.notFetched}{' '}
        <button type="button" onClick={() => setFailed(false)}>
          {text.tryAgain}
        </button>
      </p>
    );
  };
}
