import { counted, percent, whole } from '../../controls/format';

/** The export panel. */
export const exportText = {
  title: 'Export',
  empty: 'Load data to export a plan.',

  before: 'Packing was cancelled: files and code are for the plan shown, not for the current settings.',

  files: 'Files',
  plan: 'Plan (JSON)',
  planHelp: 'The same plan file that tuplepack pack writes; tuplepack assign reads it.',
  certificate: (packs: number) =>
    `It includes a certificate: tuplepack verify plan.json proves from scratch that every plan needs at least ${whole(packs)} packs.`,
  planName: 'plan.json',
  strategies: 'Strategies (CSV)',
  strategiesHelp: 'One row per size and strategy.',
  strategiesName: 'strategies.csv',

  assignment: 'Assignment',
  assignmentHelp: 'Which item is in which pack: the arrays offsets and items (CSR) in a .npz archive.',
  assignmentNone:
    'An assignment needs data with one row per item, in the order of the data set. These data have counts per size.',
  assignmentSave: 'Assignment (.npz)',
  assignmentName: 'packs.npz',
  order: 'Order',
  orderHelp: 'The order of the packs, and of items of equal size.',
  orders: {
    plan: 'plan',
    input: 'input',
    shuffle: 'random',
  },
  seed: 'Seed',
  seedHelp: 'The same seed gives the same order.',

  command: 'Command',
  commandName: 'Subcommand',
  commandHelp: 'The current settings as a command; defaults are omitted.',
  commands: {
    pack: 'pack: this plan',
    compare: 'compare: all methods',
    bound: 'bound: lower bounds on the number of packs',
    estimate: 'estimate: speed-up',
    search: 'search: smallest limits for a target',
    sweep: 'sweep: grid of limits',
  },
  commandCopy: 'Copy command',
  commandText: 'Command',
  commandParquet: 'The command line does not read Parquet. Save the sizes as CSV:',
  commandParts: 'The command line reads one file. Save the sizes of all files with their counts as CSV:',
  sizes: 'Sizes (CSV)',
  sizesName: 'sizes.csv',
  pasted: 'Paste a command',
  pastedHelp: (names: readonly string[]) =>
    `${names.slice(0, -1).join(', ')} or ${names.at(-1)}. Its options are applied; the data are kept.`,
  pastedUse: 'Apply',
  pastedDone: 'Applied.',

  code: 'Python',
  framework: 'Framework',
  frameworkHelp: (what: string) => `Loads the assignment above with these limits, as ${what}.`,
  codeCopy: 'Copy code',
  codeText: 'Code',

  embed: 'Embed',
  embedText: 'HTML',
  embedHelp: 'The playground in its current state for your docs: plain HTML, or any Markdown that allows it.',
  embedFile: (name: string) => `Put ${name} beside the page: the element fetches it from there.`,
  embedCopy: 'Copy HTML',

  link: 'Link',
  linkLabel: 'Link to this page',
  linkHelp: 'All settings are in the fragment after #, which browsers do not send to the server.',
  linkCopy: 'Copy link to this page',
  linkNotes: {
    nothing: 'The link contains only the settings: the data are too large for a link, or local interactions.',
    sizes: 'The link contains the sizes and their counts, not the rows, which are too large or in a local file.',
  },

  check: 'Check a plan',
  checkFile: 'Plan file',
  checkHelp: 'A plan.json of this page, of tuplepack pack or of the package. It is not uploaded.',
  checkChoose: 'Choose …',
  checking: 'Checking …',
  checked: (name: string, items: number, packs: number) =>
    `${name} is valid: ${counted(packs, 'pack')} hold ${items === 1 ? 'the item' : `each of ${whole(items)} items`} once.`,
  checkedRoom: (components: string[], limits: number[], depth: number | null, efficiency: number[]) =>
    `Limits: ${components.map((name, c) => `${name} ${whole(limits[c] ?? 0)} (${percent(efficiency[c] ?? 0)} filled)`).join(', ')}` +
    `; ${depth === null ? 'any number of items' : `at most ${counted(depth, 'item')}`} in a pack.`,
  checkedProof: (packs: number, gap: number) =>
    `Its certificate proves that every plan needs at least ${counted(packs, 'pack')}` +
    (gap === 0 ? ': the plan is optimal.' : `: the plan has ${whole(gap)} more.`),
  checkedBound: (why: string, name: string, packs: number, gap: number) =>
    `No proof from a certificate: ${why}. The lower bound computed here (${name}) is ${counted(packs, 'pack')}` +
    (gap === 0 ? ', so the plan is optimal.' : `, ${whole(gap)} less than the plan has.`),
  checkedSame: 'It is a plan for the data shown.',
  checkedOther: 'It is a plan for other data than those shown.',
};
