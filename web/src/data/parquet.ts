/**
 * Parquet as CSV: columns of whole numbers as they are, list columns as the lengths of the lists, e.g. of token ids. The
 * reader is loaded on demand.
 */
import type { ColumnData, FileMetaData, SchemaTree } from 'hyparquet';
import { type FileColumn, looksLikeSize } from '../engine/columns';
import { Refused } from '../engine/refused';
import { initialState } from '../state/state';
import { csvField } from './csv';

function holdsWhole({ element }: SchemaTree): boolean {
  const { type, converted_type: converted = 'INT_64', logical_type: logical } = element;
  const whole = type === 'INT32' || type === 'INT64';
  return whole && /^U?INT_/.test(converted) && (logical === undefined || logical.type === 'INTEGER');
}

function holdsFloats({ element }: SchemaTree): boolean {
  return element.type === 'FLOAT' || element.type === 'DOUBLE';
}

function holdsLists({ element }: SchemaTree): boolean {
  return (
    element.converted_type === 'LIST' || element.logical_type?.type === 'LIST' || element.repetition_type === 'REPEATED'
  );
}

/** The columns of numbers and lists, without structs and text. */
function readableColumns(schema: SchemaTree): SchemaTree[] {
  const isNumber = (child: SchemaTree) => child.children.length === 0 && (holdsWhole(child) || holdsFloats(child));
  return schema.children.filter((child) => holdsLists(child) || isNumber(child));
}

function refuse(): never {
  throw new Refused('the Parquet file is corrupt or uses an unsupported feature');
}

/** A cell as a size. Throws Refused. */
export function sizeOf(cell: unknown, row: number, column: string): number {
  const list = Array.isArray(cell) || ArrayBuffer.isView(cell);
  const size = list ? (cell as unknown as ArrayLike<unknown>).length : Number(cell);
  const place = `row ${row}, column ${column}`;
  if (cell === null || cell === undefined) throw new Refused(`${place}: empty cell`);
  if (!Number.isSafeInteger(size)) throw new Refused(`${place}: ${cell} is too large or not an integer`);
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

interface ParquetFile {
  metadata: FileMetaData;
  /** the columns of numbers and lists */
  readable: SchemaTree[];
  /** the first `rows` cells of columns */
  cells(names: readonly string[], rows?: number): Promise<ColumnData[]>;
}

async function load(bytes: Uint8Array<ArrayBuffer>): Promise<ParquetFile> {
  const [reader, { compressors }] = await Promise.all([import('hyparquet'), import('hyparquet-compressors')]);
  const { buffer, byteOffset, byteLength } = bytes;
  const slice = (start: number, end = byteLength) => buffer.slice(byteOffset + start, byteOffset + end);
  const file = { byteLength, slice };
  // Geometry is not needed, and parsing it does not terminate for some corrupt files.
  const metadata = await reader.parquetMetadataAsync(file, { geoparquet: false }).catch(refuse);
  const cells = async (names: readonly string[], rows?: number) => {
    const chunks: ColumnData[] = [];
    const onChunk = (chunk: ColumnData) => chunks.push(chunk);
    const which = { columns: [...names], ...(rows !== undefined && { rowEnd: rows }) };
    await reader.parquetRead({ file, metadata, compressors, utf8: false, onChunk, ...which }).catch(refuse);
    return chunks;
  };
  return { metadata, readable: readableColumns(reader.parquetSchema(metadata)), cells };
}

/** The sizes of a column, in the order of the rows. */
function sizesOf(name: string, chunks: readonly ColumnData[], rows = Number.POSITIVE_INFINITY): number[] {
  const mine = chunks.filter((chunk) => chunk.columnName === name).sort((a, b) => a.rowStart - b.rowStart);
  const sizes: number[] = [];
  for (const { columnData } of mine) {
    for (let i = 0; i < columnData.length && sizes.length < rows; ++i) {
      sizes.push(sizeOf(columnData[i], sizes.length + 1, name));
    }
  }
  return sizes;
}

const sampledRows = 1000;

/** The first sizes of a column; null if they are not sizes. */
function sampled(name: string, chunks: readonly ColumnData[]): number[] | null {
  try {
    const sizes = sizesOf(name, chunks, sampledRows);
    return sizes.every((size) => size >= 0) ? sizes : null;
  } catch {
    return null;
  }
}

/** The columns that can be read, with their first sizes, or null where those are wrong. */
async function sampledColumns({ readable, metadata, cells }: ParquetFile) {
  const chunks = await cells(
    readable.map(({ element }) => element.name),
    Math.min(sampledRows, Number(metadata.num_rows)),
  );
  return readable
    .map((column) => ({ column, name: column.element.name, first: sampled(column.element.name, chunks) }))
    .filter(({ column, first }) => first !== null || !holdsFloats(column)); // measurements
}

/** Lists that are all of the same length, such as pairs, are no items. */
function isConstant(sizes: readonly number[]): boolean {
  return sizes.length > 1 && sizes.every((size) => size === sizes[0]);
}

/** Throws Refused. */
export async function parquetColumns(bytes: Uint8Array<ArrayBuffer>): Promise<FileColumn[]> {
  const columns = await sampledColumns(await load(bytes));
  const isSize = ({ column, name, first }: (typeof columns)[number], at: number) => {
    if (first === null) return false;
    const largest = Math.max(...first);
    if (!holdsLists(column)) return looksLikeSize(name, largest);
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

/** Reads the `wanted` columns; if empty, all that can be sizes. Throws Refused. */
export async function parquetToCsv(
  bytes: Uint8Array<ArrayBuffer>,
  wanted: readonly string[],
): Promise<Uint8Array<ArrayBuffer>> {
  const file = await load(bytes);
  const offered = (await sampledColumns(file)).map(({ name }) => name);
  const names = wanted.length === 0 ? offered : offered.filter((name) => wanted.includes(name));
  if (offered.length === 0) throw new Refused('the Parquet file has no column of whole numbers or lists');
  if (names.length === 0) {
    throw new Refused(`none of the chosen columns is in the file; choose from ${offered.join(', ')}`);
  }
  const chunks = await file.cells(names);
  const columns = names.map((name) => sizesOf(name, chunks));
  const rows = Number(file.metadata.num_rows);
  if (columns.some((column) => column.length !== rows)) refuse();
  return new Uint8Array(await csvOf(names, columns).arrayBuffer());
}
