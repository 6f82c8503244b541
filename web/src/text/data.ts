/** The panel that data come in by. */
const number = new Intl.NumberFormat('en');

export const dataText = {
  title: 'Data',
  empty:
    'Drop a table of sizes anywhere on this panel: one row per sequence or graph, or one row per size with a count. ' +
    'CSV, TSV, JSON, JSON lines, .npy and Parquet are read here, gzipped or not; nothing leaves this tab.',
  example: 'num_nodes,num_edges,count\n12,24,310\n23,50,845\n31,66,120\n45,98,17',
  exampleName: 'example.csv',
  exampleLabel: 'An example:',
  exampleUse: 'Try this example',

  preset: 'Data set',
  presetHelp: 'Real data sets come with this page; what is digitized or synthetic says so.',
  presetNone: 'choose one',
  sequences: 'Sequences',
  graphs: 'Graphs',

  file: 'File',
  fileChosen: (name: string) => `${name} was picked. It is read in this tab and goes nowhere else.`,
  fileHelp: 'Pick a file, or drop one anywhere on this panel. It is read in this tab.',
  over: 'Let go to read the file',
  severalFiles: (name: string) => `One file at a time: ${name} is read.`,

  address: 'Address',
  addressHelp: 'Of a file that its server lets other pages read. Links to this page then name it.',
  addressUse: 'Fetch',

  paste: 'Paste',
  pasteHelp: 'Rows as they would stand in a file. A short table travels in the link.',
  pasteUse: 'Use',
  pastedName: 'pasted text',

  reading: 'Reading',
  cancel: 'Cancel',
  cancelHelp: 'Cancel reading',
  loaded: (title: string, items: number, sizes: number) =>
    `${title}: ${number.format(items)} ${items === 1 ? 'item' : 'items'} of ${number.format(sizes)} ${sizes === 1 ? 'size' : 'sizes'}`,

  columns: 'Columns and format',
  columnsSizes: 'Columns that hold sizes',
  columnsHelp: 'Each becomes a component with a limit of its own; at least one is needed.',
  columnNumber: (column: number) => `column ${column}`,
  columnNotWhole: 'not whole numbers',
  count: 'Count',
  countHelp: 'The column that says how many items have the sizes of a row.',
  countNone: 'none: each row is one item',
  format: 'Format',
  formatHelp: 'What the file is, where its first bytes do not tell.',
  formats: {
    detect: 'as its first bytes say',
    csv: 'CSV: commas, semicolons, tabs or blanks',
    json: 'JSON',
    json_lines: 'JSON lines',
    npy: 'NumPy .npy',
  },

  errors: {
    tooLarge: 'the data are too large for this tab',
    gzip: 'the gzip data are damaged, end too early, or have more than one part',
    address: (url: string) => `“${url}” is not an address`,
    protocol: (url: string) =>
      `“${url}” cannot be fetched: only http and https addresses can, and files by picking them`,
    status: (url: string, status: number) => `${url} cannot be fetched: the server answers ${status}`,
    fetch: (url: string) =>
      `${url} cannot be fetched: its server does not let other pages read it (CORS), this page’s security policy ` +
      'forbids it, or there is no connection. Save the file and pick it instead',
    file: (name: string) => `${name} cannot be read: it is a folder, was changed or moved, or may not be opened`,
    fileGone: (name: string) => `${name} was on the computer where this was chosen; pick it again`,
    presetAbsent: (name: string) => `the data set ${name} is not part of this page`,
    parquet: 'the Parquet data are damaged, or use a feature that is not supported',
    parquetElsewhere:
      'the playground embedded in a page does not read Parquet; the playground as a page of its own does',
    parquetColumns: (names: readonly string[]) =>
      names.length === 0
        ? 'the Parquet file has no column of whole numbers or lists'
        : `none of these columns is chosen: ${names.join(', ')}`,
    parquetEmpty: (row: number, column: string) => `row ${row} of column ${column} is empty`,
    parquetNumber: (row: number, column: string, text: string) =>
      `row ${row} of column ${column} holds ${text}, which is too large or no whole number`,
  },
};
