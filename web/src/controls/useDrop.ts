import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

/** Text dragged into a field of the page belongs to the field. */
function isForField({ dataTransfer, target }: DragEvent): boolean {
  const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  return isField && !dataTransfer?.types.includes('Files');
}

/**
 * Calls `onDrop` for what is dropped anywhere in the window, or in the shadow root of an embedded playground that holds
 * `element`. Returns whether something is held over it.
 */
export function useDrop(element: RefObject<HTMLElement | null>, onDrop: (transfer: DataTransfer) => void): boolean {
  const [over, setOver] = useState(false);
  const latest = useRef(onDrop);
  latest.current = onDrop;
  // at once: a file may be dropped before the next frame
  useLayoutEffect(() => {
    const root = element.current?.getRootNode();
    const area = root instanceof ShadowRoot ? root : window;
    const isInside = (node: EventTarget | null) => node instanceof Node && (root?.contains(node) ?? false);
    const end = new AbortController();
    const listen = (name: string, listener: (event: DragEvent) => void) =>
      area.addEventListener(name, listener as EventListener, { signal: end.signal });
    listen('dragover', (event) => {
      if (isForField(event)) return;
      event.preventDefault();
      setOver(true);
    });
    listen('dragleave', ({ relatedTarget }) => {
      if (!isInside(relatedTarget)) setOver(false);
    });
    listen('drop', (event) => {
      setOver(false);
      if (isForField(event)) return;
      event.preventDefault();
      if (event.dataTransfer) latest.current(event.dataTransfer);
    });
    return () => end.abort();
  }, [element]);
  return over;
}
