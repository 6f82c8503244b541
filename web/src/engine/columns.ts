/** The columns of a file, as the core detects them in its beginning, and which of them are read as sizes. */
import type { Tuplepack } from 'tuplepack';

export interface FileColumn {
  /** what the core is told: a name, or a number from 1 where there is no name or it cannot stand in a list */
  key: string;
  label: string;
  /** its place in the file, from 1; 0: the file has no columns */
  number: number;
  /** its first values are integers */
  whole: boolean;
  /** its first values are lists, whose lengths can be the sizes */
  lists: boolean;
  /** read as the count unless another is chosen */
  count: boolean;
  /** read as a size unless it is chosen as the count, which the writer may have meant */
  possibleCount: boolean;
  /** read as a size unless others are chosen, or it is the count */
  size: boolean;
}

/** A column that is known to hold sizes, if it is not read as the count. */
export const columnOfSizes = (key: string, read: Pick<FileColumn, 'size'> & Partial<FileColumn>): FileColumn => ({
  ...{ key, label: key, number: 0, whole: true, lists: false, count: false, possibleCount: false },
  ...read,
});

/** Bytes of a file that are looked at; an archive, whose directory is at its end, is looked at as a whole. */
export const sampleBytes = 1 << 16;

/** A name that another column has, that is empty, or that would end in a list, cannot be used; a number can. */
export function keyOf(names: readonly string[], column: number): string {
  const name = names[column] ?? '';
  const usable = name !== '' && !name.includes(',') && names.indexOf(name) === names.lastIndexOf(name);
  return usable ? name : String(column + 1);
}

/** Empty if the columns cannot be detected: errors in the file are reported when it is read. */
export function detectColumns(core: Tuplepack, first: Uint8Array, isAll: boolean): FileColumn[] {
  const { value } = core.preview(first, isAll);
  const columns = value?.columns ?? [];
  const names = columns.map(({ name }) => name);
  return columns.map(({ name, role, whole, lists }, column) => ({
    key: keyOf(names, column),
    label: name || `column ${column + 1}`,
    number: column + 1,
    whole,
    lists,
    count: column === value?.count,
    possibleCount: column === value?.possibleCount,
    size: role === 'sizes' || role === 'counts',
  }));
}
