/** Gives an iframe with a playground the height of its content: `index.html?embed` reports it to the embedding page. */
const type = 'tuplepack-height';
/** In pixels. A page that is framed must not make the embedding page endless. */
const tallest = 20_000;

/** In the iframe. The height is all that it reports, so any page may listen. */
export function reportHeight(): void {
  if (window.parent === window || !new URLSearchParams(location.search).has('embed')) return;
  const root = document.documentElement;
  new ResizeObserver(() => {
    const height = Math.ceil(root.getBoundingClientRect().height);
    window.parent.postMessage({ type, height }, '*');
  }).observe(root);
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
