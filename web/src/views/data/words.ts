import { whole } from '../../controls/format';

/** Loading data: the line above the result, and the panel. */
export const dataPanelText = {
  title: 'Data',
  examples: 'Examples',
  exampleNames: { molhiv: 'Molecules', wikipedia: 'Sentences', python_ast: 'Programs', azure_llm: 'LLM requests' },
  change: 'Change data',
  close: 'Close',
  load: 'Load data',
  empty:
    'Drop a table of sizes here: one row per sequence or graph, or one row per distinct size with a count. ' +
    'CSV, TSV, JSON, JSON Lines, .npy, .npz and Parquet, optionally gzipped. Your data do not leave this browser.',
  example: 'num_nodes,num_edges,count\n12,24,310\n23,50,845\n31,66,120\n45,98,17',
  exampleName: 'example.csv',
  exampleLabel: 'Example:',
  exampleUse: 'Try this example',

  preset: 'Data set',
  presetHelp: 'Bundled data sets; real unless marked as digitized or synthetic.',
  presetNone: 'choose a data set',
  sequences: 'Sequences',
  graphs: 'Graphs',

  file: 'File',
  fileChoose: 'Choose …',
  fileChosen: (name: string) => `Selected: ${name}. Not uploaded.`,
  fileHelp: 'Choose or drop a file, or the parts of one data set. They are not uploaded.',
  over: 'Drop to load the file',

  entries: {
    text: { label: 'Paste', help: 'Rows as in a file.', use: 'Use' },
    address: { label: 'URL', help: 'The server must allow cross-origin requests (CORS).', use: 'Fetch' },
  },

  reading: 'Loading',
  cancel: 'Cancel',
  cancelHelp: 'Cancel loading',
  loaded: (title: string, items: number, sizes: number) =>
    `${title}: ${whole(items)} ${items === 1 ? 'item' : 'items'} of ${whole(sizes)} ${sizes === 1 ? 'size' : 'sizes'}`,

  columns: 'Columns and format',
  columnsSizes: 'Size columns',
  columnsHelp: 'Each column is a component with its own limit. Select at least one.',
  columnNotWhole: 'not integers',
  columnLists: 'length of each list',
  count: 'Count',
  countHelp: 'The column with the number of items of each size.',
  possibleCount: (columns: number) => `Each row is read as ${columns} sizes.`,
  isCount: 'The last number is a count',
  countNone: 'none: one item per row',
  format: 'Format',
  formatHelp: 'Set this if the format is not detected correctly.',
  formats: {
    detect: 'detect',
    csv: 'CSV: separated by commas, semicolons, tabs, | or spaces',
    json: 'JSON',
    json_lines: 'JSON Lines',
    npy: 'NumPy .npy',
    npz: 'NumPy .npz, not compressed',
  },
};
