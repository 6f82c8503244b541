/**
 * In an iframe with `index.html?embed`: reports the height of the playground to the embedding page. It reports nothing
 * else, so any page may listen.
 */
const root = document.documentElement;

function report(): void {
  const height = Math.ceil(root.getBoundingClientRect().height);
  window.parent.postMessage({ type: 'tuplepack-height', height }, '*');
}

if (window.parent !== window && new URLSearchParams(location.search).has('embed')) {
  new ResizeObserver(report).observe(root);
}
