/** The columns of a file, as the core detects them in its beginning, and which of them look like sizes. */
import type { Stats, Tuplepack } from 'tuplepack';

export interface FileColumn {
  /** what the core is told: a name, or a number from 1 where there is no name or it cannot stand in a list */
  key: string;
  label: string;
  /** its first values are integers */
  whole: boolean;
  /** its first values are lists, whose lengths can be the sizes */
  lists: boolean;
  /** read as the count unless another is chosen */
  count: boolean;
  /** read as a size unless it is chosen as the count, which the writer may have meant */
  possibleCount: boolean;
  /** its first values look like sizes: not text, identifiers, or labels of at most 1 */
  size: boolean;
}

const identifiers = /^(id|idx|index|label|timestamp|__index_level_\d+__)$|_(id|idx|index|label)$/i;

/** Whether values of a column with that name, up to `largest` in the first rows, look like sizes. */
export function looksLikeSize(name: string, largest: number): boolean {
  return largest > 1 && !identifiers.test(name);
}

/** Bytes of a file that are looked at; an archive, whose directory is at its end, is looked at as a whole. */
export const sampleBytes = 1 << 16;
const newline = 10;

/** A name that another column has, that is empty, or that would end in a list, cannot be used; a number can. */
function keyOf(names: readonly string[], column: number): string {
  const name = names[column] ?? '';
  const usable = name !== '' && !name.includes(',') && names.indexOf(name) === names.lastIndexOf(name);
  return usable ? name : String(column + 1);
}

/** Those of the columns, if they can be read as sizes. */
function statsOf(core: Tuplepack, rows: Uint8Array, columns: string[]): Stats | undefined {
  const { value } = core.readHistogram(rows, { columns });
  return value && core.stats(value).value;
}

/** The largest values of the columns in the first rows, by key; empty if they cannot be read alone. */
function largestOf(core: Tuplepack, keys: string[], first: Uint8Array, isAll: boolean): Record<string, number> {
  if (keys.length < 2) return {};
  const rows = isAll ? first : first.subarray(0, first.lastIndexOf(newline) + 1);
  const stats = statsOf(core, rows, keys);
  return Object.fromEntries(keys.map((key, c) => [key, stats?.largest[c] ?? Number.POSITIVE_INFINITY]));
}

const mostHeadLines = 20;

/** The beginning of a file up to its first row, in which a column of whole numbers can be read; null if there is none. */
function firstRow(core: Tuplepack, whole: string, first: Uint8Array): Uint8Array | null {
  let end = 0;
  for (let line = 0; line < mostHeadLines; ++line) {
    end = first.indexOf(newline, end) + 1;
    if (end === 0) return null;
    const rows = first.subarray(0, end);
    if (statsOf(core, rows, [whole])) return rows;
  }
  return null;
}

/** Of columns that are not whole, those that begin with a whole number: they have an error, which is to be reported. */
function wrongNumbers(core: Tuplepack, columns: readonly Omit<FileColumn, 'size'>[], first: Uint8Array): string[] {
  const [whole] = columns.filter((column) => column.whole && !column.count);
  const others = columns.filter((column) => !column.whole && !column.lists);
  const rows = whole && others.length > 0 ? firstRow(core, whole.key, first) : null;
  return rows ? others.map(({ key }) => key).filter((key) => statsOf(core, rows, [key])) : [];
}

/** Empty if the columns cannot be detected: errors in the file are reported when it is read. */
export function detectColumns(core: Tuplepack, first: Uint8Array, isAll: boolean): FileColumn[] {
  const { value } = core.preview(first, isAll);
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
  const largest = first.length > sampleBytes ? {} : largestOf(core, numbers, first, isAll);
  const wrong = wrongNumbers(core, found, first);
  return found.map((column) => ({
    ...column,
    size:
      column.lists ||
      ((column.whole || wrong.includes(column.key)) && looksLikeSize(column.label, largest[column.key] ?? Infinity)),
  }));
}
