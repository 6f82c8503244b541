/**
 * Tables stored column after column, Parquet and Arrow, as CSV: columns of whole numbers as they are, list columns as the
 * lengths of the lists, e.g. of token ids. The readers are loaded on demand.
 */
import type { LikelyColumns, ReadOptions, SampledColumn } from 'tuplepack';
import { columnOfSizes, type FileColumn, keyOf } from '../engine/columns';
import { Refused } from '../engine/refused';
import { initialState } from '../state/state';
import { type Bytes, isArrow, isParquet } from './bytes';
import type { ColumnChoice } from './chosenColumns';
import { csvField } from './csv';

export interface TableColumn {
  name: string;
  /** time: whole numbers of its unit; other: text and what else is not read */
  kind: 'whole' | 'decimal' | 'lists' | 'time' | 'other';
  /** a field of a struct, which is read if it is chosen; its name is "struct.field" */
  nested?: boolean;
}

/** Cells of a column: numbers (also of bigint), lists or their lengths, null. */
export type Cells = ArrayLike<unknown>;

export interface ColumnFile {
  format: 'Parquet' | 'Arrow';
  rows: number;
  columns: readonly TableColumn[];
  /** The first `rows` cells of columns that are read, or more of them, in pieces. Throws Refused. */
  cells(names: readonly string[], rows?: number): Promise<Cells[][]>;
}

export function refuseFile(format: ColumnFile['format']): never {
  throw new Refused(`the ${format} file is corrupt, incomplete, or uses an unsupported feature`);
}

export const isColumnar = (bytes: Bytes) => isParquet(bytes) || isArrow(bytes);

/** Opens a file for which `isColumnar` holds. Throws Refused. */
export async function openColumns(bytes: Bytes): Promise<ColumnFile> {
  if (isParquet(bytes)) return (await import('./parquet')).openParquet(bytes);
  return (await import('./arrow')).openArrow(bytes);
}

/** A cell as a size. Throws Refused. */
export function sizeOf(cell: unknown, row: number, column: string): number {
  const list = Array.isArray(cell) || ArrayBuffer.isView(cell);
  const size = list ? (cell as unknown as ArrayLike<unknown>).length : Number(cell);
  const refuse = (what: string): never => {
    throw new Refused(`row ${row}, column “${column}”: the value ${what}`);
  };
  if (cell === null || cell === undefined) return refuse('is missing (null)');
  if (size < 0) return refuse(`${cell} is negative`);
  if (size > Number.MAX_SAFE_INTEGER) return refuse(`${cell} is beyond 2^53 - 1`);
  return Number.isInteger(size) ? size : refuse(`${cell} is not an integer`);
}

const rowsAtOnce = 8192;

/** Columns as CSV with a header. Cells of columns that have fewer rows are empty. */
export function csvOf(
  names: readonly string[],
  columns: readonly ArrayLike<number | bigint>[],
  rows: number = columns[0]?.length ?? 0,
): Blob {
  const pieces = [`${names.map(csvField).join(',')}\n`];
  for (let begin = 0; begin < rows; begin += rowsAtOnce) {
    let piece = '';
    for (let row = begin; row < Math.min(begin + rowsAtOnce, rows); ++row) {
      piece += `${columns.map((column) => column[row]).join(',')}\n`;
    }
    pieces.push(piece);
  }
  return new Blob(pieces);
}

/** The sizes of a column, in the order of the rows. */
function sizesOf(name: string, pieces: readonly Cells[], rows = Number.POSITIVE_INFINITY): number[] {
  const sizes: number[] = [];
  for (const cells of pieces) {
    for (let i = 0; i < cells.length && sizes.length < rows; ++i) sizes.push(sizeOf(cells[i], sizes.length + 1, name));
  }
  return sizes;
}

const sampledRows = 1000;

/** The first sizes of a column; null if they are not sizes. */
function firstSizes(name: string, pieces: readonly Cells[]): number[] | null {
  try {
    return sizesOf(name, pieces, sampledRows);
  } catch {
    return null;
  }
}

/** The columns, with their first sizes, or null where those are wrong, or there are none. */
async function sampledColumns({ columns, rows, cells }: ColumnFile) {
  const holdsSizes = ({ kind }: TableColumn) => kind !== 'time' && kind !== 'other';
  const names = columns.filter(holdsSizes).map(({ name }) => name);
  const first = await cells(names, Math.min(sampledRows, rows));
  return columns.map(({ name, kind, nested = false }) => ({
    name,
    kind: kind === 'time' ? ('other' as const) : kind,
    nested,
    first: firstSizes(name, first[names.indexOf(name)] ?? []),
  }));
}

/** Those that can be read; decimals that are not whole are measurements. */
const readable = (columns: readonly SampledColumn[]) =>
  columns.filter(({ kind, first }) => kind !== 'other' && (first || kind !== 'decimal'));

/** Asks the core which columns of a table it reads. Throws Refused. */
export type Likely = (columns: SampledColumn[], options: ReadOptions) => Promise<LikelyColumns>;

/** The columns of such a file. Throws Refused. */
export async function columnsOfFile(bytes: Bytes, likely: Likely): Promise<FileColumn[]> {
  const columns = await sampledColumns(await openColumns(bytes));
  const usual = await likely(columns, {}).catch(() => null); // an error is reported when they are read
  const count = usual?.count ?? initialState.countColumn;
  const isCount = (name: string) => name.toLowerCase() === count.toLowerCase();
  const all = columns.map(({ name }) => name);
  return readable(columns).map(({ name }) =>
    columnOfSizes(keyOf(all, all.indexOf(name)), {
      label: name,
      number: all.indexOf(name) + 1,
      count: isCount(name),
      possibleCount: usual?.mayBeHistogram === true && name === usual.sizes[1],
      size: usual === null || usual.sizes.includes(name) || isCount(name),
    }),
  );
}

/** A table as CSV, and how that is read. */
export interface Converted {
  bytes: Bytes;
  reading: Required<Pick<ReadOptions, 'format' | 'columns' | 'countColumn' | 'lengthsOf'>>;
  /** what was taken for granted; empty: nothing */
  note: string;
}

/** Reads columns of such a file: those that are chosen, or else those that the core takes. Throws Refused. */
export async function columnsToCsv(
  bytes: Bytes,
  { columns, countColumn, lengthsOf }: ColumnChoice,
  likely: Likely,
): Promise<Converted> {
  const file = await openColumns(bytes);
  const sampled = await sampledColumns(file);
  const offered = readable(sampled).map(({ name }) => name);
  if (offered.length === 0) throw new Refused(`the ${file.format} file has no column of whole numbers or lists`);
  const all = file.columns.map(({ name }) => name);
  const named = (column: string) => (all.includes(column) ? column : (all[Number(column) - 1] ?? column));
  const chosen = (columns.length > 0 ? columns : lengthsOf).map(named);
  const counted = named(countColumn);
  const usual = chosen.length > 0 ? null : await likely(sampled, { countColumn: counted });
  const sizes = usual?.sizes ?? chosen;
  const count = usual?.count ?? counted;
  const names = offered.filter((name) => sizes.includes(name) || name.toLowerCase() === count.toLowerCase());
  if (names.length === 0) {
    throw new Refused(`none of the chosen columns is in the file; choose from ${offered.join(', ')}`);
  }
  const cells = await file.cells(names);
  const read = names.map((name, column) => sizesOf(name, cells[column] ?? []));
  if (read.some((column) => column.length !== file.rows)) refuseFile(file.format);
  // columns that are left open are for the core to refuse, if all rows are in order: with their numbers in the file
  const isOpen = usual?.mayBeHistogram;
  const header = isOpen ? all.slice(0, Math.max(...names.map((name) => all.indexOf(name))) + 1) : [...names];
  // numbers, dates and the like alone would be a row
  if (!header.some((name) => /^(?!nan|inf)[a-z_]/i.test(name))) header.push('unused');
  const csv = csvOf(
    header,
    header.map((name) => read[names.indexOf(name)] ?? []),
    file.rows,
  );
  return {
    bytes: new Uint8Array(await csv.arrayBuffer()),
    reading: { format: 'csv', columns: isOpen ? [] : sizes, countColumn: count, lengthsOf: [] },
    note: usual?.note ?? '',
  };
}
