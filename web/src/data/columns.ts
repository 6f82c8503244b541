/** The columns of a file, as the core detects them. It does not read Parquet. */
import type { Preview, Result } from 'tuplepack';
import { dataText } from '../text/data';
import { isParquet, isZip } from './magic';
import { parquetColumns } from './parquet';

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
}

/** The core's `preview`. */
export type Previewer = (first: Uint8Array, whole: boolean) => Promise<Result<Preview>>;

const sampleBytes = 1 << 16;

/** A name that another column has, that is empty, or that would end in a list, cannot be used; a number can. */
function keyOf(names: readonly string[], column: number): string {
  const name = names[column] ?? '';
  const usable = name !== '' && !name.includes(',') && names.indexOf(name) === names.lastIndexOf(name);
  return usable ? name : String(column + 1);
}

/** Empty if the columns cannot be detected: errors in the file are reported when it is read. */
export async function columnsOf(bytes: Uint8Array<ArrayBuffer>, preview: Previewer): Promise<FileColumn[]> {
  if (isParquet(bytes)) return parquetColumns(bytes).catch(() => []);
  // the directory of an archive is at its end
  const first = isZip(bytes) ? bytes : bytes.slice(0, sampleBytes);
  const { value } = await preview(first, first.length === bytes.length);
  const columns = value?.columns ?? [];
  const names = columns.map(({ name }) => name);
  return columns.map(({ name, whole, lists }, column) => ({
    key: keyOf(names, column),
    label: name || dataText.columnNumber(column + 1),
    whole,
    lists,
    count: column === value?.count,
  }));
}
