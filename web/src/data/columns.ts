/** The columns of a file, as the core detects them, and which of them are read as sizes. The core does not read Parquet. */
import type { Preview, ReadOptions, Stats } from 'tuplepack';
import { resultOf } from '../engine/refused';
import { initialState, type State } from '../state/state';
import { isParquet, isZip } from './bytes';
import { type FileColumn, looksLikeSize, recallColumns } from './fileColumn';
import { parquetColumns } from './parquet';

/** The calls of the core that inspect the beginning of a file. Reject with Refused. */
export interface Inspector {
  preview(first: Uint8Array, whole: boolean): Promise<Preview>;
  stats(first: Uint8Array, options: ReadOptions): Promise<Stats>;
}

const sampleBytes = 1 << 16;
const newline = 10;

/** A name that another column has, that is empty, or that would end in a list, cannot be used; a number can. */
function keyOf(names: readonly string[], column: number): string {
  const name = names[column] ?? '';
  const usable = name !== '' && !name.includes(',') && names.indexOf(name) === names.lastIndexOf(name);
  return usable ? name : String(column + 1);
}

/** The largest values of the columns in the first rows, by key; empty if they cannot be read alone. */
async function largestOf(keys: string[], first: Uint8Array, isAll: boolean, inspector: Inspector) {
  if (keys.length < 2) return {};
  const rows = isAll ? first : first.subarray(0, first.lastIndexOf(newline) + 1);
  const { value } = await resultOf(inspector.stats(rows, { columns: keys }));
  return Object.fromEntries(keys.map((key, c) => [key, value?.largest[c] ?? Number.POSITIVE_INFINITY]));
}

async function canRead(rows: Uint8Array, column: string, inspector: Inspector): Promise<boolean> {
  return (await resultOf(inspector.stats(rows, { columns: [column] }))).value !== undefined;
}

const mostHeadLines = 20;

/** The beginning of a file up to its first row, in which a column of whole numbers can be read; null if there is none. */
async function firstRow(whole: string, first: Uint8Array, inspector: Inspector): Promise<Uint8Array | null> {
  let end = 0;
  for (let line = 0; line < mostHeadLines; ++line) {
    end = first.indexOf(newline, end) + 1;
    if (end === 0) return null;
    const rows = first.subarray(0, end);
    if (await canRead(rows, whole, inspector)) return rows;
  }
  return null;
}

/** Of columns that are not whole, those that begin with a whole number: they have an error, which is to be reported. */
async function wrongNumbers(columns: readonly Omit<FileColumn, 'size'>[], first: Uint8Array, inspector: Inspector) {
  const [whole] = columns.filter((column) => column.whole && !column.count);
  const others = columns.filter((column) => !column.whole && !column.lists);
  const rows = whole && others.length > 0 ? await firstRow(whole.key, first, inspector) : null;
  const wrong = new Set<string>();
  for (const { key } of rows ? others : []) {
    if (rows && (await canRead(rows, key, inspector))) wrong.add(key);
  }
  return wrong;
}

/** Empty if the columns cannot be detected: errors in the file are reported when it is read. */
export async function columnsOf(bytes: Uint8Array<ArrayBuffer>, inspector: Inspector): Promise<FileColumn[]> {
  if (isParquet(bytes)) return parquetColumns(bytes).catch(() => []);
  // the directory of an archive is at its end
  const first = isZip(bytes) ? bytes : bytes.slice(0, sampleBytes);
  const isAll = first.length === bytes.length;
  const { value } = await resultOf(inspector.preview(first, isAll));
  const columns = value?.columns ?? [];
  const names = columns.map(({ name }) => name);
  const found = columns.map(({ name, whole, lists }, column) => ({
    key: keyOf(names, column),
    label: name || `column ${column + 1}`,
    whole,
    lists,
    count: column === value?.count,
    possibleCount: column === value?.possibleCount,
  }));
  const numbers = found.filter(({ whole, count }) => whole && !count).map(({ key }) => key);
  const largest = first.length > sampleBytes ? {} : await largestOf(numbers, first, isAll, inspector);
  const wrong = await wrongNumbers(found, first, inspector);
  return found.map((column) => ({
    ...column,
    size:
      column.lists ||
      ((column.whole || wrong.has(column.key)) && looksLikeSize(column.label, largest[column.key] ?? Infinity)),
  }));
}

/**
 * The columns to read as sizes, unless the user or a link has chosen some: those chosen before for such a file, or those
 * that look like sizes. Nothing where the core's default is right.
 */
export function proposeColumns(columns: readonly FileColumn[], state: State): Partial<State> {
  const { columns: chosen, lengthsOf, countColumn } = state;
  if (chosen.length > 0 || lengthsOf.length > 0 || countColumn !== initialState.countColumn) return {};
  const remembered = recallColumns(columns);
  if (remembered) return remembered;
  const others = columns.filter(({ count }) => !count);
  const sizes = others.filter(({ size }) => size);
  const isDefault = sizes.length === others.length && !sizes.some(({ lists }) => lists);
  if (sizes.length === 0 || isDefault) return {};
  return {
    columns: sizes.map(({ key }) => key),
    lengthsOf: sizes.filter(({ lists }) => lists).map(({ key }) => key),
  };
}
