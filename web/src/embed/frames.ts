/** Sets the height of every `<iframe data-tuplepack>` to that reported by its playground (height.ts). */
export function sizeFrames(): void {
  window.addEventListener('message', (event: MessageEvent<{ type?: unknown; height?: unknown } | null>) => {
    if (event.data?.type !== 'tuplepack-height' || typeof event.data.height !== 'number') return;
    for (const frame of document.querySelectorAll<HTMLIFrameElement>('iframe[data-tuplepack]')) {
      if (frame.contentWindow === event.source) frame.style.height = `${event.data.height}px`;
    }
  });
}
