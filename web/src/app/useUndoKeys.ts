import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Store } from '../store/store';

const withoutText = ['button', 'checkbox', 'file', 'radio', 'range', 'submit'];

/** Whether the browser's own undo applies. */
function holdsText(target: EventTarget | undefined): boolean {
  if (target instanceof HTMLInputElement) return !withoutText.includes(target.type);
  return target instanceof HTMLTextAreaElement || (target instanceof HTMLElement && target.isContentEditable);
}

/**
 * Ctrl+Z undoes and Ctrl+Shift+Z or Ctrl+Y redoes, unless a text field has the focus. In embedding pages the keys only
 * work inside the playground.
 */
export function useUndoKeys(store: Store, inside: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const root = inside.current?.getRootNode() ?? document;
    const onKey = (event: Event) => {
      if (!(event instanceof KeyboardEvent) || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      const key = event.key.toLowerCase();
      if ((key !== 'z' && key !== 'y') || holdsText(event.composedPath()[0])) return;
      event.preventDefault();
      if (key === 'y' || event.shiftKey) store.redo();
      else store.undo();
    };
    root.addEventListener('keydown', onKey);
    return () => root.removeEventListener('keydown', onKey);
  }, [store, inside]);
}
