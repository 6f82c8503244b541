export const appText = {
  tabsLabel: 'What to look at',
  tabs: {
    plan: 'Plan',
    compare: 'Compare methods',
    estimate: 'What it brings',
    limits: 'Find limits',
    stream: 'Pack online',
    export: 'Export',
    temporal: 'Temporal interactions',
  },
  blocked: {
    worker:
      'This page may not start a worker, so nothing can be calculated here. The policy of the page around it, or a setting of ' +
      'the browser, forbids it: it must allow "worker-src blob:" for the embedded playground, and "wasm-unsafe-eval" for its scripts.',
    module:
      'The core of the playground could not be loaded, so nothing can be calculated here. Without a network, or where a policy lacks ' +
      '"wasm-unsafe-eval", that is so; load the page again to try once more.',
  },
  blockedCause: (cause: string) => `The browser says: ${cause}`,
  notFetched: 'This part of the page could not be fetched.',
  tryAgain: 'Try again',
  wrongLink: (message: string) => `The link could not be read: ${message}`,
};
