/**
 * Parquet as CSV: integer columns as they are, list columns as the lengths of the lists, e.g. of token ids. The reader is
 * loaded on demand.
 */
import type { ColumnData, FileMetaData, SchemaTree } from 'hyparquet';
import { initialState } from '../state/state';
import { dataText } from '../text/data';
import type { FileColumn } from './columns';
import { csvField } from './csvField';
import { Unreadable } from './unreadable';

function holdsWhole({ element }: SchemaTree): boolean {
  const { type, converted_type: converted = 'INT_64', logical_type: logical } = element;
  const whole = type === 'INT32' || type === 'INT64';
  return whole && /^U?INT_/.test(converted) && (logical === undefined || logical.type === 'INTEGER');
}

function holdsLists({ element }: SchemaTree): boolean {
  return (
    element.converted_type === 'LIST' || element.logical_type?.type === 'LIST' || element.repetition_type === 'REPEATED'
  );
}

/** The names of integer and list columns, without structs and text. */
function sizeColumns(schema: SchemaTree): string[] {
  return schema.children
    .filter((child) => holdsLists(child) || (child.children.length === 0 && holdsWhole(child)))
    .map(({ element }) => element.name);
}

/** A cell as a size. Throws Unreadable. */
export function sizeOf(cell: unknown, row: number, column: string): number {
  const list = Array.isArray(cell) || ArrayBuffer.isView(cell);
  const size = list ? (cell as unknown as ArrayLike<unknown>).length : Number(cell);
  if (cell === null || cell === undefined) throw new Unreadable(dataText.errors.parquetEmpty(row, column));
  if (!Number.isSafeInteger(size)) throw new Unreadable(dataText.errors.parquetNumber(row, column, String(cell)));
  return size;
}

const rowsAtOnce = 8192;

/** Columns of equal length as CSV with a header. */
export function csvOf(names: readonly string[], columns: readonly ArrayLike<number>[]): Blob {
  const pieces = [`${names.map(csvField).join(',')}\n`];
  const rows = columns[0]?.length ?? 0;
  for (let begin = 0; begin < rows; begin += rowsAtOnce) {
    let piece = '';
    for (let row = begin; row < Math.min(begin + rowsAtOnce, rows); ++row) {
      piece += `${columns.map((column) => column[row]).join(',')}\n`;
    }
    pieces.push(piece);
  }
  return new Blob(pieces);
}

async function load(bytes: Uint8Array<ArrayBuffer>) {
  const [reader, { compressors }] = await Promise.all([import('hyparquet'), import('hyparquet-compressors')]);
  const { buffer, byteOffset, byteLength } = bytes;
  const slice = (start: number, end = byteLength) => buffer.slice(byteOffset + start, byteOffset + end);
  const file = { byteLength, slice };
  let metadata: FileMetaData;
  try {
    // Geometry is not needed, and parsing it does not terminate for some corrupt files.
    metadata = await reader.parquetMetadataAsync(file, { geoparquet: false });
  } catch {
    throw new Unreadable(dataText.errors.parquet);
  }
  return { reader, compressors, file, metadata, offered: sizeColumns(reader.parquetSchema(metadata)) };
}

/** Throws Unreadable. */
export async function parquetColumns(bytes: Uint8Array<ArrayBuffer>): Promise<FileColumn[]> {
  const { offered } = await load(bytes);
  return offered.map((name) => ({
    key: name,
    label: name,
    whole: true,
    lists: false,
    count: name.toLowerCase() === initialState.countColumn,
  }));
}

/** The sizes of a column, in the order of the rows. */
function sizesOf(name: string, chunks: readonly ColumnData[]): number[] {
  const mine = chunks.filter((chunk) => chunk.columnName === name).sort((a, b) => a.rowStart - b.rowStart);
  const sizes: number[] = [];
  for (const { columnData } of mine) {
    for (let i = 0; i < columnData.length; ++i) sizes.push(sizeOf(columnData[i], sizes.length + 1, name));
  }
  return sizes;
}

/** Reads the `wanted` columns; if empty, all that can be sizes. Throws Unreadable. */
export async function parquetToCsv(
  bytes: Uint8Array<ArrayBuffer>,
  wanted: readonly string[],
): Promise<Uint8Array<ArrayBuffer>> {
  const { reader, compressors, file, metadata, offered } = await load(bytes);
  const names = wanted.length === 0 ? offered : offered.filter((name) => wanted.includes(name));
  if (names.length === 0) throw new Unreadable(dataText.errors.parquetColumns(offered));
  const chunks: ColumnData[] = [];
  const onChunk = (chunk: ColumnData) => chunks.push(chunk);
  try {
    await reader.parquetRead({ file, metadata, compressors, columns: names, utf8: false, onChunk });
  } catch {
    throw new Unreadable(dataText.errors.parquet);
  }
  const columns = names.map((name) => sizesOf(name, chunks));
  const rows = Number(metadata.num_rows);
  if (columns.some((column) => column.length !== rows)) throw new Unreadable(dataText.errors.parquet);
  return new Uint8Array(await csvOf(names, columns).arrayBuffer());
}
