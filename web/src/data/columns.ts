/** The columns of a file: those that can be read, and those that are read as sizes. */
import { type FileColumn, sampleBytes } from '../engine/columns';
import { initialState, type State } from '../state/state';
import { type Bytes, isZip } from './bytes';
import { recallColumns } from './chosenColumns';
import { columnsOfFile, isColumnar, type Likely } from './columnar';

/** What the core tells of the columns. */
export interface ColumnRules {
  /** of the beginning of a file, which may be all of it; not of Parquet and Arrow */
  detect: (first: Uint8Array, isAll: boolean) => Promise<FileColumn[]>;
  likely: Likely;
}

export async function columnsOf(bytes: Bytes, { detect, likely }: ColumnRules): Promise<FileColumn[]> {
  if (isColumnar(bytes)) return columnsOfFile(bytes, likely).catch(() => []);
  const first = isZip(bytes) ? bytes : bytes.slice(0, sampleBytes);
  return detect(first, first.length === bytes.length);
}

/** Whether a column has the counts. */
export function isCount({ key, count }: FileColumn, { countColumn }: State): boolean {
  const chosen = countColumn.toLowerCase();
  return chosen === initialState.countColumn ? count : key.toLowerCase() === chosen;
}

/** The count under its name, which beside chosen columns has to be said unless it is the default. */
export function namedCount(columns: readonly FileColumn[], { countColumn }: State): Partial<State> {
  const usual = columns.find(({ count }) => count)?.key ?? countColumn;
  const isDefault = countColumn !== initialState.countColumn || usual.toLowerCase() === countColumn;
  return isDefault ? {} : { countColumn: usual };
}

/** The size columns: those selected, or those read by default. */
export function usedColumns(columns: readonly FileColumn[], state: State): string[] {
  if (state.columns.length > 0) return state.columns;
  if (state.lengthsOf.length > 0) return state.lengthsOf;
  return columns.filter((column) => column.size && !isCount(column, state)).map(({ key }) => key);
}

/**
 * The columns to read as sizes, unless the user or a link has chosen some: those chosen before for such a file, or the
 * usual ones. Nothing where the core reads just these by default. `byDefault`: whether it reads all columns of numbers,
 * or only those that look like sizes. `recalls`: not for a link, which leaves out only what is usual.
 */
export function proposeColumns(
  columns: readonly FileColumn[],
  state: State,
  byDefault: 'all' | 'likely' = 'likely',
  recalls = false,
): Partial<State> {
  const { columns: chosen, lengthsOf, countColumn } = state;
  if (chosen.length > 0 || lengthsOf.length > 0 || countColumn !== initialState.countColumn) return {};
  const remembered = recalls && recallColumns(columns);
  if (remembered) return remembered;
  const others = columns.filter(({ count }) => !count);
  const sizes = others.filter(({ size }) => size);
  const lists = sizes.filter((column) => column.lists).map(({ key }) => key);
  const isDefault = lists.length === 0 && (byDefault === 'likely' || sizes.length === others.length);
  if (sizes.length === 0 || isDefault) return {};
  return { columns: sizes.map(({ key }) => key), lengthsOf: lists, ...namedCount(columns, state) };
}
