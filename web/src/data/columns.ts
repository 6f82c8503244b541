/** The columns of a file: those that can be read, and those that are read as sizes. */
import { type FileColumn, sampleBytes } from '../engine/columns';
import { initialState, type State } from '../state/state';
import { isZip } from './bytes';
import { recallColumns } from './chosenColumns';
import { columnsOfFile, isColumnar } from './columnar';

/** `detect`: finds the columns in the beginning of a file, which may be all of it. Parquet and Arrow are not read by it. */
export async function columnsOf(
  bytes: Uint8Array<ArrayBuffer>,
  detect: (first: Uint8Array, isAll: boolean) => Promise<FileColumn[]>,
): Promise<FileColumn[]> {
  if (isColumnar(bytes)) return columnsOfFile(bytes).catch(() => []);
  const first = isZip(bytes) ? bytes : bytes.slice(0, sampleBytes);
  return detect(first, first.length === bytes.length);
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
