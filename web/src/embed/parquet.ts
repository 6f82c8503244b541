/** Replaces data/parquet.ts in the element: a Parquet reader would be a tenth of its size. */
import type { FileColumn } from '../data/columns';
import { Unreadable } from '../data/unreadable';
import { dataText } from '../text/data';

export async function parquetColumns(_bytes: Uint8Array): Promise<FileColumn[]> {
  throw new Unreadable(dataText.errors.parquetElsewhere);
}

export async function parquetToCsv(_bytes: Uint8Array, _wanted: readonly string[]): Promise<Uint8Array<ArrayBuffer>> {
  throw new Unreadable(dataText.errors.parquetElsewhere);
}
