/**
 * In a frame whose address asks for it (`index.html?embed`): tells the page around it how high the playground is.
 * Nothing else is told, so any page may listen.
 */
const root = document.documentElement;

function report(): void {
  const height = Math.ceil(root.getBoundingClientRect().height);
  window.parent.postMessage({ type: 'tuplepack-height', height }, '*');
}

if (window.parent !== window && new URLSearchParams(location.search).has('embed')) {
  new ResizeObserver(report).observe(root);
}
