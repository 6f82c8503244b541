/** The reader of Parquet. Loaded on demand. */
import { type ColumnData, parquetMetadataAsync, parquetRead, parquetSchema, type SchemaTree } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import type { Bytes } from './bytes';
import { type ColumnFile, refuseFile, type TableColumn } from './columnar';

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

function holdsTimes({ element }: SchemaTree): boolean {
  const { type, converted_type: converted = '', logical_type: logical } = element;
  return type === 'INT64' && (converted.startsWith('TIMESTAMP_') || logical?.type === 'TIMESTAMP');
}

function kindOf(column: SchemaTree): TableColumn['kind'] {
  if (holdsLists(column)) return 'lists';
  if (column.children.length > 0) return 'other';
  if (holdsTimes(column)) return 'time';
  return holdsWhole(column) ? 'whole' : holdsFloats(column) ? 'decimal' : 'other';
}

/** Times as the numbers that they are. */
const asNumber = (value: bigint) => value;
const parsers = {
  timestampFromMilliseconds: asNumber,
  timestampFromMicroseconds: asNumber,
  timestampFromNanoseconds: asNumber,
};

const refuse = () => refuseFile('Parquet');

/** Throws Refused. */
export async function openParquet(bytes: Bytes): Promise<ColumnFile> {
  const { buffer, byteOffset, byteLength } = bytes;
  const slice = (start: number, end = byteLength) => buffer.slice(byteOffset + start, byteOffset + end);
  const file = { byteLength, slice };
  // Geometry is not needed, and parsing it does not terminate for some corrupt files.
  const metadata = await parquetMetadataAsync(file, { geoparquet: false }).catch(refuse);
  const { children } = parquetSchema(metadata);
  const columns = children.map((column) => ({ name: column.element.name ?? refuse(), kind: kindOf(column) }));
  const cells = async (names: readonly string[], rows?: number) => {
    const chunks: ColumnData[] = [];
    const onChunk = (chunk: ColumnData) => chunks.push(chunk);
    const which = { columns: [...names], ...(rows !== undefined && { rowEnd: rows }) };
    await parquetRead({ file, metadata, compressors, parsers, utf8: false, onChunk, ...which }).catch(refuse);
    chunks.sort((a, b) => a.rowStart - b.rowStart);
    return names.map((name) => chunks.filter(({ columnName }) => columnName === name).map((chunk) => chunk.columnData));
  };
  return { format: 'Parquet', rows: Number(metadata.num_rows), columns, cells };
}
