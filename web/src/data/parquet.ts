/** The reader of Parquet. Loaded on demand. */
import { type ColumnData, parquetMetadataAsync, parquetRead, parquetSchema, type SchemaTree } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import type { Bytes } from './bytes';
import { type ColumnFile, refuseFile, type TableColumn } from './columnar';

const refuse = () => refuseFile('Parquet');

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

interface Leaf extends TableColumn {
  /** the column, and the fields within it */
  path: string[];
}

const isMap = ({ element }: SchemaTree) => element.converted_type === 'MAP' || element.logical_type?.type === 'MAP';

/** A column, or the fields of a struct. */
function leavesOf(column: SchemaTree, above: string[] = []): Leaf[] {
  const path = [...above, column.element.name ?? refuse()];
  const isStruct = column.children.length > 0 && !holdsLists(column) && !isMap(column);
  if (isStruct) return column.children.flatMap((field) => leavesOf(field, path));
  return [{ name: path.join('.'), kind: kindOf(column), ...(above.length > 0 && { nested: true }), path }];
}

type Row = Record<string, unknown> | null | undefined;

/** The values of a field within a struct. */
const withinStruct = (rows: ArrayLike<unknown>, fields: readonly string[]) =>
  Array.from(rows, (row) => fields.reduce<unknown>((value, field) => (value as Row)?.[field], row) ?? null);

/** Times as the numbers that they are. */
const asNumber = (value: bigint) => value;
const parsers = {
  timestampFromMilliseconds: asNumber,
  timestampFromMicroseconds: asNumber,
  timestampFromNanoseconds: asNumber,
};

/** Throws Refused. */
export async function openParquet(bytes: Bytes): Promise<ColumnFile> {
  const { buffer, byteOffset, byteLength } = bytes;
  const slice = (start: number, end = byteLength) => buffer.slice(byteOffset + start, byteOffset + end);
  const file = { byteLength, slice };
  // Geometry is not needed, and parsing it does not terminate for some corrupt files.
  const metadata = await parquetMetadataAsync(file, { geoparquet: false }).catch(refuse);
  const { children } = parquetSchema(metadata);
  const columns = children.flatMap((column) => leavesOf(column));
  const pathOf = (name: string) => columns.find((column) => column.name === name)?.path ?? [name];
  const cells = async (names: readonly string[], rows?: number) => {
    const chunks: ColumnData[] = [];
    const onChunk = (chunk: ColumnData) => chunks.push(chunk);
    const which = {
      columns: [...new Set(names.map((name) => pathOf(name)[0] as string))],
      ...(rows !== undefined && { rowEnd: rows }),
    };
    await parquetRead({ file, metadata, compressors, parsers, utf8: false, onChunk, ...which }).catch(refuse);
    chunks.sort((a, b) => a.rowStart - b.rowStart);
    return names.map((name) => {
      const [column, ...fields] = pathOf(name);
      const pieces = chunks.filter(({ columnName }) => columnName === column).map((chunk) => chunk.columnData);
      return fields.length === 0 ? pieces : pieces.map((rows) => withinStruct(rows, fields));
    });
  };
  return { format: 'Parquet', rows: Number(metadata.num_rows), columns, cells };
}
