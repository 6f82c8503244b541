/** Gives an iframe with a playground the height of its content: `index.html?embed` reports it to the embedding page. */
const type = 'tuplepack-height';
/** In pixels. A page that is framed must not make the embedding page endless. */
const tallest = 20_000;

/**
 * In the iframe, whose page is `page`. Not the height of the document, which is at least that of the frame, and nothing
 * before there is something to see: it would only grow. The height is all that is reported, so any page may listen.
 */
export function reportHeight(page: Element): void {
  if (window.parent === window || !new URLSearchParams(location.search).has('embed')) return;
  const sizes = new ResizeObserver(([entry]) => {
    const height = Math.ceil(entry?.target.getBoundingClientRect().height ?? 0);
    window.parent.postMessage({ type, height }, '*');
  });
  const waiting = new MutationObserver(() => {
    const content = page.querySelector('.app:not(:has(.app-waiting))');
    if (!content) return;
    waiting.disconnect();
    sizes.observe(content);
  });
  waiting.observe(page, { childList: true, subtree: true, attributeFilter: ['class'] });
}

/** In the embedding page: sets the height of every `<iframe data-tuplepack>` to that reported by its playground. */
export function sizeFrames(): void {
  window.addEventListener('message', (event: MessageEvent<{ type?: unknown; height?: unknown } | null>) => {
    if (event.data?.type !== type || !Number.isFinite(event.data.height)) return;
    const height = Math.min(Number(event.data.height), tallest);
    for (const frame of document.querySelectorAll<HTMLIFrameElement>('iframe[data-tuplepack]')) {
      if (frame.contentWindow === event.source) frame.style.height = `${height}px`;
    }
  });
}
