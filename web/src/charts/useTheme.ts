import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import { observeTheme, readTheme, type Theme } from './theme';

/** The theme of an element; null until it is mounted. */
export function useTheme(element: RefObject<HTMLElement | null>): Theme | null {
  const [theme, setTheme] = useState<Theme | null>(null);
  useLayoutEffect(() => {
    const at = element.current;
    if (!at) return;
    const read = () => setTheme(readTheme(at));
    read();
    return observeTheme(at, read);
  }, [element]);
  return theme;
}
