export const appText = {
  tabsLabel: 'Views',
  tabs: {
    plan: 'Packs',
    limits: 'Limits',
    compare: 'Compare',
    estimate: 'Speed-up',
    stream: 'Streaming',
    histogram: 'Sizes',
    export: 'Export',
    temporal: 'Temporal interactions',
  },
  blocked: {
    worker:
      'This page cannot start a web worker, so nothing can be computed. A content security policy or a browser setting ' +
      'forbids it: allow "worker-src blob:" for the embedded playground and "wasm-unsafe-eval" for its scripts.',
    module:
      'The WebAssembly module could not be loaded, so nothing can be computed. Check the network connection and that the ' +
      'content security policy allows "wasm-unsafe-eval", then reload the page.',
  },
  blockedCause: (cause: string) => `Browser error: ${cause}`,
  notFetched: 'This panel could not be loaded.',
  tryAgain: 'Try again',
  openFile: 'Open a file',
  showExample: 'Show an example',
  wrongLink: (message: string) => `Invalid link: ${message}`,
  wrongAttribute: (message: string) => `Invalid attribute: ${message}`,
};
