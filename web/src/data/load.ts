/** Loads data as bytes that the core can parse. */
import type { Result, TuplepackError } from 'tuplepack';
import { errorResult } from '../store/errorResult';
import type { DataSource, State } from '../store/state';
import { type Bytes, type Reading, readOrRefuse, Unreadable } from './bytes';
import { foreignFormat, isNpy, isParquet } from './magic';
import { parquetToCsv } from './parquet';
import { type DataSet, eventPresets, presets } from './presets';
import { filesOf, readSource } from './sources';
import { dataText } from './words';

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

export const sizes: DataKind = { sets: presets, formats: ['.npz', 'Parquet'], foreign: dataText.errors.noSizes };
export const interactions: DataKind = { sets: eventPresets, formats: [], foreign: dataText.errors.noInteractions };

function named<T>(name: string, { error, value }: Result<T>): Result<T> {
  return error ? { error: name === '' ? error : { ...error, message: `${name}: ${error.message}` } } : { value };
}

/** Reads the files one after the other. */
export async function readParts(source: DataSource, kind: DataKind, reading: Reading): Promise<Result<Part[]>> {
  const files = filesOf(source);
  const parts: Part[] = [];
  for (let i = 0; i < Math.max(files.length, 1); ++i) {
    const file = files[i];
    const progress = (share: number | null) => reading.progress?.(share && (i + share) / Math.max(files.length, 1));
    const name = file && files.length > 1 ? file.name : '';
    const found = named(
      name,
      await readOrRefuse(async () => {
        const { value, error } = await readSource(source, {
          ...{ ...reading, base: document.baseURI, sets: kind.sets, progress },
          ...(file && { file }),
        });
        if (error) throw new Unreadable(error.message);
        const format = foreignFormat(value, kind.formats);
        if (format) throw new Unreadable(kind.foreign(format));
        return value;
      }),
    );
    if (found.error) return found;
    parts.push({ name, bytes: found.value });
  }
  return { value: parts };
}

/** Parquet as CSV; other formats as they are. */
export async function convert(parts: readonly Part[], { columns, countColumn }: State): Promise<Result<Part[]>> {
  const wanted = columns.length > 0 ? [...columns, countColumn] : [];
  const converted: Part[] = [];
  for (const { name, bytes } of parts) {
    const found = isParquet(bytes)
      ? named(name, await readOrRefuse(() => parquetToCsv(bytes, wanted)))
      : { value: bytes };
    if (found.error) return found;
    converted.push({ name, bytes: found.value });
  }
  return { value: converted };
}

/** Several files of interactions as one. */
interface Stream {
  bytes: Bytes;
  /** An error in the stream, at its place in the file. */
  placed(error: TuplepackError): TuplepackError;
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

/** Joins the parts in their order. The header of the first may be repeated in the others. */
export async function joinParts(parts: readonly Part[]): Promise<Result<Stream>> {
  const [first, ...others] = parts;
  if (first && others.length === 0) return { value: { bytes: first.bytes, placed: (error) => error } };
  const array = parts.find(({ bytes }) => isNpy(bytes));
  if (array) return errorResult('unsupported', `${array.name}: ${dataText.errors.notJoined}`);
  const header = first ? headerOf(first.bytes) : '';
  const pieces: (Bytes | string)[] = [];
  const begins: { name: string /** lines of the stream before this part */; line: number; skipped: number }[] = [];
  let line = 0;
  for (const part of parts) {
    const isRepeated = part !== first && header !== '' && headerOf(part.bytes) === header;
    const rows = isRepeated ? part.bytes.subarray(firstLine(part.bytes).length) : part.bytes;
    const end = rows.at(-1) === newline ? '' : '\n';
    begins.push({ name: part.name, line, skipped: isRepeated ? 1 : 0 });
    pieces.push(rows, end);
    line += lineCount(rows) + end.length;
  }
  const placed = (error: TuplepackError) => {
    const begin = begins.findLast((one) => one.line < error.line);
    if (!begin) return error;
    return { ...error, message: `${begin.name}: ${error.message}`, line: error.line - begin.line + begin.skipped };
  };
  return { value: { bytes: new Uint8Array(await new Blob(pieces).arrayBuffer()), placed } };
}
