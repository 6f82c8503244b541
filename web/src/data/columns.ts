/** Which columns a file has, judged by its first rows. The core has the last word; this only offers a choice. */
import { dataText } from '../text/data';
import { isParquet } from './magic';
import { parquetColumns } from './parquet';

export interface FileColumn {
  /** what the core is told: a name, or a number from 1 where there is no name or it cannot stand in a list */
  key: string;
  label: string;
  /** its first values are whole numbers */
  whole: boolean;
}

const sampleBytes = 1 << 16;
const sampleRows = 20;

function isWhole(text: string): boolean {
  return /^\d+$/.test(text);
}

function looksLikeNumber(text: string): boolean {
  return text !== '' && !Number.isNaN(Number(text));
}

function separatorOf(line: string): string {
  const outside = line.replace(/"[^"]*"/g, '');
  return ['\t', ',', ';'].find((candidate) => outside.includes(candidate)) ?? ' ';
}

function fieldsOf(line: string, separator: string): string[] {
  const pattern =
    separator === ' '
      ? /(?:"(?:[^"]|"")*"|[^"\s])+/g
      : new RegExp(`(?:"(?:[^"]|"")*"|[^"${separator}])+|(?<=^|${separator})(?=${separator}|$)`, 'g');
  const unquoted = (field: string) => (field.startsWith('"') ? field.slice(1, -1).replaceAll('""', '"') : field);
  return (line.match(pattern) ?? []).map((field) => unquoted(field.trim()));
}

/** A name that another column has, that is empty, or that would end in a list, cannot be used; a number can. */
function keyOf(names: readonly string[], column: number): string {
  const name = names[column] ?? '';
  const usable = name !== '' && !name.includes(',') && names.indexOf(name) === names.lastIndexOf(name);
  return usable ? name : String(column + 1);
}

function namedColumns(names: readonly string[], width: number, rows: readonly (readonly string[])[]): FileColumn[] {
  return Array.from({ length: width }, (_, column) => ({
    key: keyOf(names, column),
    label: names[column] || dataText.columnNumber(column + 1),
    whole: rows.every((row) => isWhole(row[column] ?? '')),
  }));
}

function csvColumns(text: string): FileColumn[] {
  const lines = text.split('\n').map((line) => line.trim());
  const filled = lines.filter((line) => line !== '' && !line.startsWith('#')).slice(0, sampleRows + 1);
  const [first = ''] = filled;
  const separator = separatorOf(first);
  const rows = filled.map((line) => fieldsOf(line, separator));
  const [names = []] = rows;
  const header = names.some((name) => name !== '' && !looksLikeNumber(name));
  return namedColumns(header ? names : [], names.length, header ? rows.slice(1) : rows);
}

/** Those of the first object; rows that are arrays or numbers need no choice. */
function jsonColumns(text: string): FileColumn[] {
  const [, object] = /^\[?\s*(\{[^{}]*\})/s.exec(text) ?? [];
  if (object === undefined) return [];
  try {
    const row: Record<string, unknown> = JSON.parse(object);
    const names = Object.keys(row);
    const values = Object.values(row);
    if (values.some((value) => typeof value === 'object' && value !== null)) return [];
    return namedColumns(names, names.length, [values.map(String)]);
  } catch {
    return [];
  }
}

function npyColumns(header: string): FileColumn[] {
  const [, width = '1'] = /'shape': \(\d+, (\d+)\)/.exec(header) ?? [];
  return namedColumns([], Number(width), []);
}

/** Resolves to nothing where no column can be told. Throws Unreadable. */
export async function columnsOf(bytes: Uint8Array<ArrayBuffer>): Promise<FileColumn[]> {
  if (isParquet(bytes)) return parquetColumns(bytes);
  const whole = bytes.length <= sampleBytes;
  const text = new TextDecoder().decode(bytes.subarray(0, sampleBytes));
  if (text.slice(1, 6) === 'NUMPY') return npyColumns(text);
  const opening = text.trimStart();
  if (/^[[{]/.test(opening)) return jsonColumns(opening);
  // The last line of a sample may be cut.
  return csvColumns(whole ? text : text.slice(0, text.lastIndexOf('\n') + 1));
}
