/** The reader of Arrow. Loaded on demand. */
import { Refused } from '../engine/refused';
import { type ArrowColumn, type ArrowField, type RecordBatch, readArrow, types } from './arrowFile';
import type { Bytes } from './bytes';
import { type Cells, type ColumnFile, refuseFile } from './columnar';

/** Decompresses a buffer, which then has `size` bytes. Throws if it is corrupt. */
export type Decode = (packed: Uint8Array, size: number) => Uint8Array;

const pairBytes = 16;

/** The rows and the nulls of a field. */
function nodeOf({ table, rows }: RecordBatch, { node }: ArrowField) {
  const { at, length } = table.vector(1, pairBytes);
  if (node >= length) throw new RangeError(); // fewer fields than the schema has
  const found = { rows: table.longAt(at + pairBytes * node), nulls: table.longAt(at + pairBytes * node + 8) };
  if (found.rows !== rows) throw new RangeError(); // fields have different numbers of rows
  return found;
}

/** The decoder of a batch: 0: LZ4 frames, 1: Zstandard; null: its buffers are not compressed */
function codecOf({ table }: RecordBatch): number | null {
  return table.has(3) ? table.table(3).byte(0) : null;
}

const smallBuffer = 1 << 24;
const greatestRatio = 1 << 15;

function bufferOf(batch: RecordBatch, field: ArrowField, index: number, decoders: readonly Decode[]): Uint8Array {
  const { table, body } = batch;
  const buffers = table.vector(2, pairBytes);
  const views = table.vector(4, 8);
  let place = field.buffer + index;
  for (let i = 0; i < Math.min(field.viewsBefore, views.length); ++i) place += table.longAt(views.at + 8 * i);
  if (place < 0 || place >= buffers.length) throw new RangeError(); // fewer buffers than the schema has
  const begin = table.longAt(buffers.at + pairBytes * place);
  const size = table.longAt(buffers.at + pairBytes * place + 8);
  if (begin < 0 || size < 0 || begin + size > body.length) throw new RangeError(); // a buffer ends beyond the batch
  const packed = body.subarray(begin, begin + size);
  const codec = codecOf(batch);
  if (codec === null || size === 0) return packed;
  const unpackedSize = Number(new DataView(packed.buffer, packed.byteOffset, size).getBigInt64(0, true));
  const content = packed.subarray(8);
  if (unpackedSize === -1) return content;
  const decode = decoders[codec];
  const isPossible = unpackedSize <= smallBuffer || unpackedSize / greatestRatio <= size;
  if (!decode || unpackedSize < 0 || !isPossible) throw new RangeError(); // a buffer is not compressed as it says
  return decode(content, unpackedSize);
}

/** Whether a row is null. */
function nullsOf(
  batch: RecordBatch,
  field: ArrowField,
  decoders: readonly Decode[],
): ((row: number) => boolean) | null {
  if (nodeOf(batch, field).nulls === 0) return null;
  const bits = bufferOf(batch, field, 0, decoders);
  if (bits.length * 8 < batch.rows) throw new RangeError(); // too few bits of nulls
  return (row) => ((bits[row >> 3] ?? 0) & (1 << (row & 7))) === 0;
}

/** By their bits: without and with a sign. */
const integers = {
  8: [Uint8Array, Int8Array],
  16: [Uint16Array, Int16Array],
  32: [Uint32Array, Int32Array],
  64: [BigUint64Array, BigInt64Array],
} as const;
type NumbersType = (typeof integers)[keyof typeof integers][0 | 1] | typeof Float32Array | typeof Float64Array;

function numbersTypeOf({ type, width, signed }: ArrowField): NumbersType {
  if (type === types.float) return width === 1 ? Float32Array : Float64Array;
  return integers[width as keyof typeof integers][signed ? 1 : 0];
}

/** At least `count` numbers of a buffer. */
function numbersOf(bytes: Uint8Array, type: NumbersType, count: number): Cells {
  const length = Math.floor(bytes.length / type.BYTES_PER_ELEMENT);
  if (length < count) throw new RangeError(); // too few values
  return new type(bytes.slice().buffer, 0, length);
}

const mostFixedLists = 1 << 26;

/** What a row holds that is not null: a number, or the length of a list. */
function readerOf(batch: RecordBatch, field: ArrowField, decoders: readonly Decode[]): (row: number) => unknown {
  const { type, width } = field;
  const { rows } = batch;
  if (type === types.fixedList) {
    if (rows > mostFixedLists) throw new RangeError(); // no buffer confirms the number of rows
    return () => width;
  }
  const isView = type === types.listView || type === types.largeListView;
  const isList = isView || type === types.list || type === types.largeList;
  const buffer = bufferOf(batch, field, isView ? 2 : 1, decoders);
  if (!isList) {
    const numbers = numbersOf(buffer, numbersTypeOf(field), rows);
    return (row) => numbers[row];
  }
  const numbersType = type === types.largeList || type === types.largeListView ? BigInt64Array : Int32Array;
  const numbers = numbersOf(buffer, numbersType, isView || rows === 0 ? rows : rows + 1);
  const length = isView
    ? (row: number) => Number(numbers[row])
    : (row: number) => Number(numbers[row + 1]) - Number(numbers[row]);
  return (row) => (length(row) < 0 ? refuseFile('Arrow') : length(row));
}

function cellsOf(batch: RecordBatch, { field, parents }: ArrowColumn, decoders: readonly Decode[], rows: number) {
  const read = readerOf(batch, field, decoders);
  const nulls = [...parents, field].flatMap((each) => nullsOf(batch, each, decoders) ?? []);
  return Array.from({ length: rows }, (_, row) => (nulls.some((isNull) => isNull(row)) ? null : read(row)));
}

function refuse(error: unknown): never {
  if (error instanceof Refused) throw error;
  return refuseFile('Arrow');
}

/** Throws Refused. */
export async function openArrow(bytes: Bytes): Promise<ColumnFile> {
  const { columns, batches } = await Promise.resolve(bytes).then(readArrow).catch(refuse);
  const isCompressed = batches.some((batch) => batch.table.has(3));
  const decoders = isCompressed ? (await import('./arrowCodecs')).decoders : [];
  const fileRows = batches.reduce((sum, batch) => sum + batch.rows, 0);
  const piecesOf = (column: ArrowColumn, rows: number) => {
    let before = 0;
    return batches.map((batch) => {
      const count = Math.max(0, Math.min(batch.rows, rows - before));
      before += batch.rows;
      return count > 0 ? cellsOf(batch, column, decoders, count) : [];
    });
  };
  const cells = async (names: readonly string[], rows = fileRows) => {
    try {
      return names.map((name) => {
        const column = columns.find((each) => each.name === name);
        return column ? piecesOf(column, rows) : [];
      });
    } catch (error) {
      return refuse(error);
    }
  };
  return { format: 'Arrow', rows: fileRows, columns, cells };
}
