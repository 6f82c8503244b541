/** Loads data as bytes that the core can parse. */
import { Refused, resultOf, valueOrThrow } from '../engine/refused';
import type { DataSource, State } from '../state/state';
import { type Bytes, foreignFormat, isNpy, isParquet, type Reading } from './bytes';
import { parquetToCsv } from './parquet';
import { type DataSet, eventPresets, presets } from './presets';
import { filesOf, readSource, type SourceReading } from './sources';

/** A file, or one of several that make up a data set. */
export interface Part {
  /** empty unless there are several */
  name: string;
  bytes: Bytes;
}

/** What a part of the page loads. */
export interface DataKind {
  /** its bundled data sets */
  sets: readonly DataSet[];
  /** the binary formats that it reads and `foreignFormat` knows */
  formats: readonly string[];
  /** why it does not read another */
  foreign: (format: string) => string;
}

export const sizes: DataKind = {
  sets: presets,
  formats: ['.npz', 'Parquet', 'TFRecord'],
  foreign: (format) =>
    `this is a file of the format ${format}, not a table of sizes; CSV, JSON, JSON Lines, .npy, .npz, Parquet and TFRecords are read`,
};
export const interactions: DataKind = {
  sets: eventPresets,
  formats: [],
  foreign: (format) => `this is a file of the format ${format}; interactions are read from CSV, TSV and .npy`,
};

/** Errors in one of several parts name it. */
async function inPart<T>(name: string, reading: Promise<T>): Promise<T> {
  return valueOrThrow(await resultOf(reading), name);
}

async function readPart(source: DataSource, kind: DataKind, reading: SourceReading): Promise<Bytes> {
  const bytes = await readSource(source, reading);
  const format = foreignFormat(bytes, kind.formats);
  if (format) throw new Refused(kind.foreign(format));
  return bytes;
}

/** Reads the files one after the other. Throws Refused. */
export async function readParts(source: DataSource, kind: DataKind, reading: Reading): Promise<Part[]> {
  const files = filesOf(source);
  const count = Math.max(files.length, 1);
  const given = { ...reading, base: document.baseURI, sets: kind.sets };
  const parts: Part[] = [];
  for (let i = 0; i < count; ++i) {
    const file = files[i];
    const name = file && count > 1 ? file.name : '';
    const progress = (share: number | null) => reading.progress?.(share && (i + share) / count);
    const bytes = await inPart(name, readPart(source, kind, { ...given, progress, ...(file && { file }) }));
    parts.push({ name, bytes });
  }
  return parts;
}

/** Parquet as CSV; other formats as they are. Throws Refused. */
export async function convert(parts: readonly Part[], { columns, countColumn }: State): Promise<Part[]> {
  const wanted = columns.length > 0 ? [...columns, countColumn] : [];
  const converted: Part[] = [];
  for (const { name, bytes } of parts) {
    const read = isParquet(bytes) ? await inPart(name, parquetToCsv(bytes, wanted)) : bytes;
    converted.push({ name, bytes: read });
  }
  return converted;
}

/** Several files of interactions as one. */
interface Stream {
  bytes: Bytes;
  /** An error in the stream, at its place in the file. */
  placed(error: unknown): unknown;
}

const newline = 10;

/** The first line, with its end. */
function firstLine(bytes: Bytes): Bytes {
  const end = bytes.indexOf(newline);
  return end < 0 ? bytes : bytes.subarray(0, end + 1);
}

/** A first line with a field that is not a number; empty if there is none. */
function headerOf(bytes: Bytes): string {
  const line = new TextDecoder().decode(firstLine(bytes)).trim();
  return line.split(/[\s,;|]+/).some((field) => Number.isNaN(Number(field))) ? line : '';
}

function lineCount(bytes: Bytes): number {
  let lines = 0;
  for (let at = bytes.indexOf(newline); at >= 0; at = bytes.indexOf(newline, at + 1)) ++lines;
  return lines;
}

/** Joins the parts in their order. The header of the first may be repeated in the others. Throws Refused. */
export async function joinParts(parts: readonly Part[]): Promise<Stream> {
  const [first, ...others] = parts;
  if (first && others.length === 0) return { bytes: first.bytes, placed: (error) => error };
  const array = parts.find(({ bytes }) => isNpy(bytes));
  if (array) {
    throw new Refused(`${array.name}: interactions in several files are read from CSV and TSV only`);
  }
  const header = first ? headerOf(first.bytes) : '';
  const pieces: (Bytes | string)[] = [];
  /** `line`: the lines of the stream before a part; `skipped`: its lines that are left out */
  const begins: { name: string; line: number; skipped: number }[] = [];
  let lines = 0;
  for (const part of parts) {
    const isRepeated = part !== first && header !== '' && headerOf(part.bytes) === header;
    const rows = isRepeated ? part.bytes.subarray(firstLine(part.bytes).length) : part.bytes;
    const end = rows.at(-1) === newline ? '' : '\n';
    begins.push({ name: part.name, line: lines, skipped: isRepeated ? 1 : 0 });
    pieces.push(rows, end);
    lines += lineCount(rows) + end.length;
  }
  const placed = (error: unknown) => {
    const begin = error instanceof Refused && begins.findLast((one) => one.line < error.line);
    if (!begin) return error;
    const { message, code, line, column } = error;
    return new Refused(`${begin.name}: ${message}`, code, line - begin.line + begin.skipped, column);
  };
  return { bytes: new Uint8Array(await new Blob(pieces).arrayBuffer()), placed };
}
