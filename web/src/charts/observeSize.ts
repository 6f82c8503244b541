/**
 * Calls `changed` with the size of an element in integer CSS pixels and the device pixel ratio: before the next frame, and
 * whenever they change. Returns a function that stops this.
 */
export function observeSize(
  element: HTMLElement,
  changed: (width: number, height: number, ratio: number) => void,
): () => void {
  let lastSize = '';
  const check = () => {
    const size = [element.clientWidth, element.clientHeight, devicePixelRatio] as const;
    if (size[0] === 0 || size[1] === 0 || size.join() === lastSize) return;
    lastSize = size.join();
    changed(...size);
  };
  const observer = new ResizeObserver(check);
  observer.observe(element);
  // moving to a screen with another resolution does not change the size in CSS pixels
  addEventListener('resize', check);
  return () => {
    observer.disconnect();
    removeEventListener('resize', check);
  };
}
