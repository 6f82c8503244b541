/** What stands around the views. */
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

/** The page header and its help dialog. */
export const headerText = {
  title: 'tuplepack',
  subtitle: 'Pack data of uneven size into fixed shapes',
  modes: 'Kind of data',
  staticMode: 'Static data',
  temporalMode: 'Temporal interactions',
  undo: 'Undo',
  undoHelp: 'Undo the last change (Ctrl+Z)',
  redo: 'Redo',
  redoHelp: 'Redo the last undone change (Ctrl+Shift+Z)',
  share: 'Copy link',
  shareWhat: 'Link',
  shareNotes: {
    nothing: 'The link contains only the settings, not the data.',
    sizes: 'The link contains the sizes and their counts, not the rows.',
  },
  theme: 'Theme',
  themes: { system: 'system', light: 'light', dark: 'dark' },
  help: 'Help',
  helpTitle: 'About this page',
  helpClose: 'Close',
  helpText: [
    'Accelerators that need fixed shapes pad every sequence or graph to the largest size and compute on the padding ' +
      'too. Packing puts several items into one shape, so that little of it is padding.',
    'Load data and set the capacity of a pack: a limit per component, such as nodes and edges, and optionally a depth, ' +
      'the maximum number of items per pack. The plan lists which sizes share a pack, and how often.',
    'Efficiency is the share of the capacity that is filled with data. The lower bound is proven: every plan needs at ' +
      'least that many packs. If the gap is zero, the plan is optimal.',
    'Your data do not leave this browser.',
  ],
  helpLink:
    'All settings are in the URL of the page, so you can share a result as a link. Local files of this tab are kept in the ' +
    'browser for a day, so that a reload does not lose them.',
};
