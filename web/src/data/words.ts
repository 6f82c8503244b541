/** What is said about data, and about data that cannot be read. */
export const dataText = {
  pastedName: 'pasted text',
  /** the name of a data set of several files */
  fileNames: ([first = '', ...others]: readonly string[]) =>
    others.length === 0 ? first : `${first} and ${others.length} ${others.length === 1 ? 'other' : 'others'}`,
  columnNumber: (column: number) => `column ${column}`,

  errors: {
    tooLarge: 'the data do not fit into the memory of this tab',
    noSizes: (format: string) =>
      `this is a file of the format ${format}, not a table of sizes; CSV, JSON, JSON Lines, .npy, .npz and Parquet are read`,
    noInteractions: (format: string) =>
      `this is a file of the format ${format}; interactions are read from CSV, TSV and .npy`,
    notJoined: 'interactions in several files are read from CSV and TSV only',
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
