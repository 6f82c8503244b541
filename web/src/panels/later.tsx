import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/** A panel whose code is fetched when it is first looked at. */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;
  return function Later(props: Props) {
    const [Panel, setPanel] = useState(() => loaded);
    useEffect(() => {
      if (Panel) return;
      load().then((found) => {
        loaded = found;
        setPanel(() => found);
      });
    }, [Panel]);
    return Panel && <Panel {...props} />;
  };
}
