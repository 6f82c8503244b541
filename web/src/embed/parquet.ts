/** In place of data/parquet: a reader would be a tenth of the element, for files that few pages of documentation meet. */
import type { FileColumn } from '../data/columns';
import { Unreadable } from '../data/unreadable';
import { dataText } from '../text/data';

export async function parquetColumns(_bytes: Uint8Array): Promise<FileColumn[]> {
  throw new Unreadable(dataText.errors.parquetElsewhere);
}

export async function parquetToCsv(_bytes: Uint8Array, _wanted: readonly string[]): Promise<Uint8Array<ArrayBuffer>> {
  throw new Unreadable(dataText.errors.parquetElsewhere);
}
