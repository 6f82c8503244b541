export const appText = {
  tabsLabel: 'What to look at',
  tabs: {
    plan: 'Plan',
    compare: 'Compare methods',
    limits: 'Find limits',
    take: 'Take it away',
  },
  blocked:
    'This page may not start a worker, so nothing can be calculated here. The policy of the page around it, or a setting of ' +
    'the browser, forbids it: it must allow "worker-src blob:" for the embedded playground, and "wasm-unsafe-eval" for its scripts.',
  blockedCause: (cause: string) => `The browser says: ${cause}`,
  wrongLink: (message: string) => `The link could not be read: ${message}`,
};
