/** Several files of interactions as one stream. */
import type { Result, TuplepackError } from 'tuplepack';
import { errorResult } from '../store/errorResult';
import type { Bytes } from './bytes';
import type { Part } from './load';
import { isNpy } from './magic';
import { dataText } from './words';

export interface Stream {
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
export async function joined(parts: readonly Part[]): Promise<Result<Stream>> {
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
