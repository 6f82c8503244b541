/**
 * Tables stored column after column, Parquet and Arrow, as CSV: columns of whole numbers as they are, list columns as the
 * lengths of the lists, e.g. of token ids. The readers are loaded on demand.
 */
import { type FileColumn, looksLikeSize } from '../engine/columns';
import { Refused } from '../engine/refused';
import { initialState } from '../state/state';
import { type Bytes, isArrow, isParquet } from './bytes';
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
function sampled(name: string, pieces: readonly Cells[]): number[] | null {
  try {
    return sizesOf(name, pieces, sampledRows);
  } catch {
    return null;
  }
}

/** The columns that can be read, with their first sizes, or null where those are wrong. */
async function sampledColumns({ columns, rows, cells }: ColumnFile) {
  const held = columns.filter(({ kind }) => kind !== 'time' && kind !== 'other');
  const names = held.map(({ name }) => name);
  const first = await cells(names, Math.min(sampledRows, rows));
  return held
    .map((column, at) => ({ ...column, first: sampled(column.name, first[at] ?? []) }))
    .filter(({ kind, first }) => first !== null || kind !== 'decimal'); // measurements
}

/** Lists that are all of the same length, such as pairs, are not items. */
function isConstant(sizes: readonly number[]): boolean {
  return sizes.length > 1 && sizes.every((size) => size === sizes[0]);
}

/** The columns of such a file. Throws Refused. */
export async function columnsOfFile(bytes: Bytes): Promise<FileColumn[]> {
  const columns = await sampledColumns(await openColumns(bytes));
  const isSize = ({ kind, name, nested, first }: (typeof columns)[number], at: number) => {
    if (first === null || nested) return false;
    const largest = Math.max(...first);
    if (kind !== 'lists') return looksLikeSize(name, largest);
    // such as the token ids, their mask and their types
    const isRepeated = first.length > 1 && columns.slice(0, at).some((other) => String(other.first) === String(first));
    return largest > 1 && !isRepeated && !isConstant(first);
  };
  return columns.map((column, at) => ({
    key: column.name,
    label: column.name,
    whole: true,
    lists: false,
    count: column.name.toLowerCase() === initialState.countColumn,
    possibleCount: false,
    size: isSize(column, at),
  }));
}

/** Reads the `wanted` columns of such a file; if empty, all that can be sizes. Throws Refused. */
export async function columnsToCsv(bytes: Bytes, wanted: readonly string[]): Promise<Bytes> {
  const file = await openColumns(bytes);
  const columns = await sampledColumns(file);
  const offered = columns.map(({ name }) => name);
  const usual = columns.filter(({ nested }) => !nested).map(({ name }) => name);
  const names = wanted.length === 0 ? usual : offered.filter((name) => wanted.includes(name));
  if (offered.length === 0) throw new Refused(`the ${file.format} file has no column of whole numbers or lists`);
  if (names.length === 0) {
    throw new Refused(`none of the chosen columns is in the file; choose from ${offered.join(', ')}`);
  }
  const cells = await file.cells(names);
  const sizes = names.map((name, column) => sizesOf(name, cells[column] ?? []));
  if (sizes.some((column) => column.length !== file.rows)) refuseFile(file.format);
  return new Uint8Array(await csvOf(names, sizes).arrayBuffer());
}
