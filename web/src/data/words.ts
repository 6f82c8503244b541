/** The data panel. */
const number = new Intl.NumberFormat('en');

export const dataText = {
  title: 'Data',
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
  /** the name of a data set of several files */
  fileNames: ([first = '', ...others]: readonly string[]) =>
    others.length === 0 ? first : `${first} and ${others.length} ${others.length === 1 ? 'other' : 'others'}`,

  address: 'URL',
  addressHelp: 'The server must allow cross-origin requests (CORS).',
  addressUse: 'Fetch',

  paste: 'Paste',
  pasteHelp: 'Rows as in a file.',
  pasteUse: 'Use',
  pastedName: 'pasted text',

  reading: 'Loading',
  cancel: 'Cancel',
  cancelHelp: 'Cancel loading',
  loaded: (title: string, items: number, sizes: number) =>
    `${title}: ${number.format(items)} ${items === 1 ? 'item' : 'items'} of ${number.format(sizes)} ${sizes === 1 ? 'size' : 'sizes'}`,

  columns: 'Columns and format',
  columnsSizes: 'Size columns',
  columnsHelp: 'Each column is a component with its own limit. Select at least one.',
  columnNumber: (column: number) => `column ${column}`,
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

  errors: {
    tooLarge: 'the data do not fit into the memory of this tab',
    foreign: (format: string) =>
      `this is a file of the format ${format}, not a table of sizes; CSV, JSON, JSON Lines, .npy, .npz and Parquet are read`,
    gzip: 'the gzip data are corrupt, truncated, or have several members',
    address: (url: string) => `“${url}” is not a valid URL`,
    protocol: (url: string) =>
      `cannot fetch “${url}”: only http and https URLs are supported; for a local file use the file field`,
    status: (url: string, status: number) => `cannot fetch ${url}: the server responded with status ${status}`,
    fetch: (url: string) =>
      `cannot fetch ${url}: the server does not allow cross-origin requests (CORS), this page’s content security policy ` +
      'blocks it, or there is no connection. Download the file and load it from disk instead',
    file: (name: string) => `cannot read ${name}: it is a folder, was changed or moved, or access is denied`,
    fileGone: (name: string) => `${name} is a local file that this page no longer has; choose it again`,
    presetAbsent: (name: string) => `this page does not include the data set ${name}`,
    parquet: 'the Parquet file is corrupt or uses an unsupported feature',
    parquetColumns: (names: readonly string[]) =>
      names.length === 0
        ? 'the Parquet file has no column of whole numbers or lists'
        : `none of the chosen columns is in the file; choose from ${names.join(', ')}`,
    parquetEmpty: (row: number, column: string) => `row ${row}, column ${column}: empty cell`,
    parquetNumber: (row: number, column: string, text: string) =>
      `row ${row}, column ${column}: ${text} is too large or not an integer`,
  },
};
