import { whole } from '../charts/format';

/** The panel by which results leave. */
export const exportText = {
  title: 'Export',
  empty: 'There is nothing to take away yet: choose data first.',

  copied: 'Copied.',
  refused: 'This page may not use the clipboard; the text is selected, copy it from here.',
  refusedLabel: (what: string) => `${what}, to copy by hand`,

  making: 'Being made …',
  cancel: 'Cancel',
  before: 'Packing was ended, so files and code are of the plan before: the one that is shown.',

  files: 'Files',
  plan: 'Plan (JSON)',
  planHelp: 'The plan file of the program, byte for byte: its assign command reads it.',
  certificate: (packs: number) =>
    `With the proof: tuplepack verify plan.json shows, trusting neither this page nor the plan, that none has fewer than ${whole(packs)} packs.`,
  planName: 'plan.json',
  strategies: 'Strategies (CSV)',
  strategiesHelp: 'One row per size in a strategy, for a spreadsheet.',
  strategiesName: 'strategies.csv',

  assignment: 'Assignment',
  assignmentHelp: 'Which item sits in which pack, as arrays offsets and items in a .npz archive.',
  assignmentNone:
    'An assignment needs one row per item, in the order of the data set. These data count the items of every size, so ' +
    'there are no items to place.',
  assignmentSave: 'Assignment (.npz)',
  assignmentName: 'packs.npz',
  order: 'Order',
  orderHelp: 'Of packs, and of items that are equal.',
  orders: {
    plan: 'as in the plan',
    input: 'as the items came',
    shuffle: 'shuffled',
  },
  seed: 'Seed',
  seedHelp: 'The same seed gives the same shuffle.',

  command: 'Command',
  commandName: 'What it does',
  commandHelp: 'The same choices for the program; what is as by default is left out.',
  commands: {
    pack: 'pack: this plan',
    compare: 'compare: every method',
    bound: 'bound: the least number of packs',
    estimate: 'estimate: what it brings',
    search: 'search: the smallest limits for a target',
    sweep: 'sweep: the grid of limits',
  },
  commandCopy: 'Copy the command',
  commandText: 'The command',
  commandParquet: 'The program does not read Parquet. Save the sizes as CSV for it:',
  sizes: 'Sizes (CSV)',
  sizesName: 'sizes.csv',
  pasted: 'Paste a command',
  pastedHelp: (names: readonly string[]) =>
    `${names.slice(0, -1).join(', ')} or ${names.at(-1)}: its options are set here, and the data stay.`,
  pastedUse: 'Apply',
  pastedDone: 'Applied.',

  code: 'Python',
  framework: 'For',
  frameworkHelp: 'Loads the packs of the assignment above with these limits.',
  codeCopy: 'Copy the code',
  codeText: 'The code',

  link: 'Link',
  linkLabel: 'Link to this',
  linkHelp: 'Everything chosen here is in the part after #, which browsers do not send to the server.',
  linkCopy: 'Copy the link',
  linkWithoutData:
    'The link holds the settings only: the data are too large for a link, or a file that only this tab has.',
};
