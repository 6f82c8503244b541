/** Loads data as bytes that the core can parse. */
import type { FilePart } from '../engine/calls';
import { Refused, resultOf, valueOrThrow } from '../engine/refused';
import { readOptionsOf } from '../state/requests';
import { type DataSource, initialState, type State } from '../state/state';
import { type Bytes, isNpy, isRecords, isZip, joined, lineCount, newline, type Reading } from './bytes';
import { columnsToCsv, isColumnar, type Likely } from './columnar';
import { type EventColumns, eventsToCsv } from './eventColumns';
import { refuseGraph } from './graphText';
import type { DataSet } from './presets';
import { filesOf, readSource } from './sources';

/** A file, or one of several that make up a data set. */
export interface Part extends FilePart {
  bytes: Bytes;
  /** the bytes are CSV, whose lines after the header are the rows of a file without lines */
  ofRows?: boolean;
}

/** Errors in one of several parts name it. */
async function inPart<T>(name: string, reading: Promise<T>): Promise<T> {
  return valueOrThrow(await resultOf(reading), name);
}

/** Reads the files one after the other. `sets`: those that the source may name. Throws Refused. */
export async function readParts(source: DataSource, sets: readonly DataSet[], reading: Reading): Promise<Part[]> {
  const files = filesOf(source);
  const count = Math.max(files.length, 1);
  const given = { ...reading, base: document.baseURI, sets };
  const parts: Part[] = [];
  for (let i = 0; i < count; ++i) {
    const file = files[i];
    const name = file && count > 1 ? file.name : '';
    const progress = (share: number | null) => reading.progress?.(share && (i + share) / count);
    const bytes = await inPart(name, readSource(source, { ...given, progress, ...(file && { file }) }));
    parts.push({ name, bytes });
  }
  return parts;
}

/** Parquet and Arrow as CSV; other formats as they are. Throws Refused. */
async function converted(
  parts: readonly Part[],
  toCsv: (bytes: Bytes) => Promise<Pick<Part, 'bytes' | 'reading'>>,
): Promise<Part[]> {
  const read: Part[] = [];
  for (const part of parts) {
    const { name, bytes } = part;
    read.push(isColumnar(bytes) ? { name, ofRows: true, ...(await inPart(name, toCsv(bytes))) } : part);
  }
  return read;
}

/** As tables of sizes, with how they are read and what was taken for granted. Throws Refused. */
export async function convert(found: readonly Part[], state: State, likely: Likely) {
  const notes = new Set<string>();
  if (state.format === initialState.format) found.forEach(refuseGraph);
  const parts = await converted(found, async (bytes) => {
    const { note, ...table } = await columnsToCsv(bytes, state, likely);
    if (note) notes.add(note);
    return table;
  });
  return { parts, reading: readOptionsOf(state), notes: [...notes] };
}

/** As interactions. Throws Refused. */
export async function convertEvents(parts: readonly Part[], choose: EventColumns): Promise<Part[]> {
  if (parts.some(({ bytes }) => isRecords(bytes))) throw new Refused('TFRecords have graphs, not interactions');
  return converted(parts, async (bytes) => ({ bytes: await eventsToCsv(bytes, choose) }));
}

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

/** An error at a line of a part, which has a header before its rows. */
function placedIn({ name, ofRows }: Part, { message, code, column }: Refused, line: number): Refused {
  const inPart = name === '' ? '' : `${name}: `;
  if (!ofRows) return new Refused(`${inPart}${message}`, code, line, column);
  return new Refused(line > 1 ? `${inPart}row ${line - 1}: ${message}` : `${inPart}${message}`, code);
}

/**
 * Joins the parts in their order. The header of the first may be repeated in the others. `placed` gives an error of the whole
 * its place in the file. Throws Refused.
 */
export async function joinParts(parts: readonly Part[]) {
  const [first, ...others] = parts;
  if (first && others.length === 0) {
    const placed = (error: unknown) => (error instanceof Refused ? placedIn(first, error, error.line) : error);
    return { bytes: first.bytes, placed };
  }
  const array = parts.find(({ bytes }) => isNpy(bytes) || isZip(bytes));
  if (array) {
    throw new Refused(`${array.name}: interactions in several files cannot be .npy or .npz`);
  }
  const header = first ? headerOf(first.bytes) : '';
  const pieces: (Bytes | string)[] = [];
  /** `line`: the lines of the stream before a part; `skipped`: its lines that are left out */
  const begins: { part: Part; line: number; skipped: number }[] = [];
  let lines = 0;
  for (const part of parts) {
    const isRepeated = part !== first && header !== '' && headerOf(part.bytes) === header;
    const rows = isRepeated ? part.bytes.subarray(firstLine(part.bytes).length) : part.bytes;
    const end = rows.at(-1) === newline ? '' : '\n';
    begins.push({ part, line: lines, skipped: isRepeated ? 1 : 0 });
    pieces.push(rows, end);
    lines += lineCount(rows) + end.length;
  }
  const placed = (error: unknown) => {
    const begin = error instanceof Refused && begins.findLast((one) => one.line < error.line);
    return begin ? placedIn(begin.part, error, error.line - begin.line + begin.skipped) : error;
  };
  return { bytes: await joined(pieces), placed };
}
