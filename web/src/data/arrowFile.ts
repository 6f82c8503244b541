/** Arrow's streams and files (Feather of version 2): the columns and the record batches. */
import { Refused } from '../engine/refused';
import { type Bytes, isArrowFile } from './bytes';
import type { TableColumn } from './columnar';
import { FlatTable } from './flatTable';

/** Types by their numbers in Arrow's Schema.fbs. */
export const types = {
  null: 1,
  integer: 2,
  float: 3,
  binary: 4,
  utf8: 5,
  timestamp: 10,
  list: 12,
  structure: 13,
  united: 14,
  fixedList: 16,
  largeBinary: 19,
  largeUtf8: 20,
  largeList: 21,
  runEnds: 22,
  binaryView: 23,
  utf8View: 24,
  listView: 25,
  largeListView: 26,
};

/** A field, and where a record batch has its nulls and buffers. */
export interface ArrowField {
  type: number;
  isDictionary: boolean;
  /** bits of integers, precision of floats, length of lists that are all of one length, kind of union */
  width: number;
  signed: boolean;
  node: number;
  buffer: number;
  /** fields before it with any number of further buffers */
  viewsBefore: number;
}

export interface ArrowColumn extends TableColumn {
  field: ArrowField;
  /** the structs that it is in */
  parents: readonly ArrowField[];
}

export interface RecordBatch {
  rows: number;
  table: FlatTable;
  body: Uint8Array;
}

export interface ArrowFile {
  columns: ArrowColumn[];
  batches: RecordBatch[];
}

// ---- fields ----

const isAmong = (...numbers: number[]) => {
  const all = new Set(numbers);
  return ({ type, isDictionary }: ArrowField) => !isDictionary && all.has(type);
};
const isList = isAmong(types.list, types.largeList, types.fixedList, types.listView, types.largeListView);
const hasViews = isAmong(types.binaryView, types.utf8View);
const hasNone = isAmong(types.null, types.runEnds);
const hasOne = isAmong(types.structure, types.fixedList);
const hasThree = isAmong(
  ...[types.binary, types.utf8, types.largeBinary, types.largeUtf8, types.listView, types.largeListView],
);
const isStruct = isAmong(types.structure);
const isUnion = isAmong(types.united);

/** The buffers of a field, without those of its children and the further ones of views. */
function bufferCount(field: ArrowField, isOld: boolean): number {
  if (hasNone(field)) return 0;
  if (isUnion(field)) return (field.width === 1 ? 2 : 1) + (isOld ? 1 : 0);
  return hasOne(field) ? 1 : hasThree(field) ? 3 : 2;
}

/** The number of a type that `ArrowField.width` has, if it has one. */
function widthOf(type: number, table: FlatTable): number {
  if (type === types.integer || type === types.fixedList) return table.int(0);
  if (type === types.timestamp) return 64;
  return type === types.float || type === types.united ? table.short(0) : 0;
}

function kindOf(field: ArrowField): TableColumn['kind'] {
  const { type, width, isDictionary } = field;
  if (isList(field)) return 'lists';
  if (isDictionary) return 'other';
  if (type === types.integer) return [8, 16, 32, 64].includes(width) ? 'whole' : 'other';
  if (type === types.timestamp) return 'time';
  return type === types.float && width > 0 ? 'decimal' : 'other';
}

const mostFields = 20_000;
const deepest = 100;

/** `isOld`: of a version in which unions had bits of nulls */
function readSchema(schema: FlatTable, isOld: boolean): ArrowColumn[] {
  if (schema.short(0) !== 0) throw new Refused('the Arrow file is big-endian, which is not supported');
  const columns: ArrowColumn[] = [];
  const next = { node: 0, buffer: 0, viewsBefore: 0 };
  /** `parents`: null below anything but structs */
  const read = (table: FlatTable, path: string, parents: readonly ArrowField[] | null, depth: number) => {
    const type = table.byte(2);
    const described = table.has(3) ? table.table(3) : null;
    const field: ArrowField = {
      ...{ type, isDictionary: table.has(4), ...next },
      width: described ? widthOf(type, described) : 0,
      signed: type === types.timestamp || (type === types.integer && described?.byte(1) === 1),
    };
    ++next.node;
    next.buffer += bufferCount(field, isOld);
    next.viewsBefore += hasViews(field) ? 1 : 0;
    if (next.node > mostFields || depth > deepest) throw new RangeError(); // too many fields
    const name = path + table.text(0);
    const inside = parents && isStruct(field) ? [...parents, field] : null;
    if (parents && !inside) columns.push({ name, kind: kindOf(field), nested: parents.length > 0, field, parents });
    if (field.isDictionary) return;
    for (const child of table.tables(5)) read(child, inside ? `${name}.` : '', inside, depth + 1);
  };
  for (const child of schema.tables(1)) read(child, '', [], 0);
  return columns;
}

// ---- messages ----

const word = 4;
const headers = { schema: 1, batch: 3 };

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

interface Message {
  table: FlatTable;
  body: Uint8Array;
  /** where the next begins */
  end: number;
}

/** Null at the end of a stream. */
function messageAt(bytes: Uint8Array, at: number): Message | null {
  if (at === bytes.length) return null;
  const view = viewOf(bytes);
  const begin = view.getInt32(at, true) === -1 ? at + word : at; // absent before version 0.15
  if (begin === bytes.length) return null;
  const size = view.getUint32(begin, true);
  if (size === 0) return null;
  const head = begin + word + size;
  if (head > bytes.length) throw new RangeError(); // a message ends beyond the bytes
  const table = new FlatTable(viewOf(bytes.subarray(begin + word, head)));
  const end = head + table.long(3);
  if (end < head || end > bytes.length) throw new RangeError(); // a message ends beyond the bytes
  return { table, body: bytes.subarray(head, end), end };
}

/** The record batch of a message; none where it is a dictionary. */
function batchOf({ table, body }: Message): RecordBatch[] {
  if (table.byte(1) !== headers.batch || !table.has(2)) return [];
  const batch = table.table(2);
  const rows = batch.long(0);
  if (rows < 0) throw new RangeError(); // a negative number of rows
  return [{ rows, table: batch, body }];
}

const lastOldVersion = 3;
const isOld = (table: FlatTable) => table.short(0) <= lastOldVersion;

function readStream(bytes: Uint8Array): ArrowFile {
  const first = messageAt(bytes, 0);
  if (first?.table.byte(1) !== headers.schema) throw new RangeError(); // no schema
  const columns = readSchema(first.table.table(2), isOld(first.table));
  const batches: RecordBatch[] = [];
  for (let message = messageAt(bytes, first.end); message; message = messageAt(bytes, message.end)) {
    batches.push(...batchOf(message));
  }
  return { columns, batches };
}

/** Its footer has the schema, and the places of the record batches, which are messages as in a stream. */
function readFile(bytes: Bytes): ArrowFile {
  const end = bytes.length - 'ARROW1'.length;
  if (!isArrowFile(bytes.subarray(end))) throw new RangeError(); // no footer
  const size = viewOf(bytes).getUint32(end - word, true);
  const footer = new FlatTable(viewOf(bytes.subarray(end - word - size, end - word)));
  const columns = readSchema(footer.table(1), isOld(footer));
  const blockBytes = 24;
  const { at, length } = footer.vector(3, blockBytes);
  const batches = Array.from({ length }, (_, i) => {
    const message = messageAt(bytes, footer.longAt(at + blockBytes * i));
    return message ? batchOf(message) : [];
  }).flat();
  return { columns, batches };
}

/** Throws Refused; RangeError where the bytes are corrupt or incomplete. */
export function readArrow(bytes: Bytes): ArrowFile {
  return isArrowFile(bytes) ? readFile(bytes) : readStream(bytes);
}
