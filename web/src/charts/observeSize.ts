/**
 * Calls `changed` with the size of an element in whole CSS pixels and the device pixels in each: once before the next
 * frame is shown, and then whenever they change. The result ends that.
 */
export function observeSize(
  element: HTMLElement,
  changed: (width: number, height: number, ratio: number) => void,
): () => void {
  let seen = '';
  const look = () => {
    const size = [element.clientWidth, element.clientHeight, devicePixelRatio] as const;
    if (size[0] === 0 || size[1] === 0 || size.join() === seen) return;
    seen = size.join();
    changed(...size);
  };
  const observer = new ResizeObserver(look);
  observer.observe(element);
  // a window that moves to a finer screen keeps its size in CSS pixels
  addEventListener('resize', look);
  return () => {
    observer.disconnect();
    removeEventListener('resize', look);
  };
}
