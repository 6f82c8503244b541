/** Bytes: what they begin with, and reading them from streams. */
import { Refused } from '../engine/refused';

export type Bytes = Uint8Array<ArrayBuffer>;

/** The bytes as characters of Latin-1. */
const characters = (bytes: Uint8Array, begin: number, end: number) =>
  String.fromCharCode(...bytes.subarray(begin, end));

const beginsWith = (text: string) => (bytes: Uint8Array) => characters(bytes, 0, text.length) === text;

export const isGzip = beginsWith('\x1f\x8b');
export const isZip = beginsWith('PK');
export const isNpy = beginsWith('\x93NUMPY');
export const isParquet = beginsWith('PAR1');

/** Binary formats by their first bytes. */
const formats: readonly [name: string, begins: string][] = [
  ['Parquet', 'PAR1'],
  ['PDF', '%PDF-'],
  ['PNG', '\x89PNG\r\n\x1a\n'],
  ['JPEG', '\xff\xd8\xff'],
  ['GIF', 'GIF89a'],
  ['Zstandard', '\x28\xb5\x2f\xfd'],
  ['bzip2', 'BZh91AY&SY'],
  ['xz', '\xfd7zXZ\0'],
  ['7-Zip', '7z\xbc\xaf\x27\x1c'],
  ['RAR', 'Rar!\x1a\x07'],
  ['HDF5', '\x89HDF\r\n\x1a\n'],
  ['SQLite', 'SQLite format 3\0'],
  ['Arrow (Feather)', 'ARROW1\0\0'],
  ['Avro', 'Obj\x01'],
  ['program (ELF)', '\x7fELF'],
  ['Office (OLE)', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'],
];

/** The format of an archive, by the name of its first member. */
function zipFormat(bytes: Uint8Array): string {
  const length = (bytes[26] ?? 0) + 256 * (bytes[27] ?? 0);
  const name = characters(bytes, 30, 30 + Math.min(length, 256));
  // an archive without members begins differently, and may be of NumPy
  if (name.endsWith('.npy') || characters(bytes, 0, 4) !== 'PK\x03\x04') return '.npz';
  if (name === '[Content_Types].xml') return 'Office (XLSX, DOCX)';
  return name.endsWith('/data.pkl') ? 'PyTorch' : 'ZIP';
}

/** The name of a binary format other than those in `read`; null for others, and for text. */
export function foreignFormat(bytes: Uint8Array, read: readonly string[]): string | null {
  const begin = characters(bytes, 0, 16);
  const [known] = formats.find(([, begins]) => begin.startsWith(begins)) ?? [];
  const isPickle = bytes[0] === 0x80 && (bytes[1] ?? 0) >= 2 && (bytes[1] ?? 0) <= 5;
  const isTar = characters(bytes, 257, 262) === 'ustar';
  const format = isZip(bytes) ? zipFormat(bytes) : (known ?? (isPickle ? 'pickle' : isTar ? 'tar' : null));
  return format !== null && read.includes(format) ? null : format;
}

export interface Reading {
  signal?: AbortSignal;
  /** share read, 0 … 1; null: unknown */
  progress?(fraction: number | null): void;
}

/** `total`: expected length in bytes; 0: unknown. Rejects with the reason of the signal. */
export async function collect(stream: ReadableStream<Bytes>, total: number, reading: Reading): Promise<Bytes> {
  const reader = stream.getReader();
  const pieces: Bytes[] = [];
  let length = 0;
  try {
    for (;;) {
      reading.signal?.throwIfAborted();
      const { value, done } = await reader.read();
      if (done) break;
      pieces.push(value);
      length += value.length;
      reading.progress?.(total > 0 ? Math.min(length / total, 1) : null);
    }
  } catch (error) {
    reader.cancel().catch(() => {});
    throw error;
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}

/** Throws Refused, or the signal's reason. */
export async function gunzip(bytes: Bytes, reading: Reading = {}): Promise<Bytes> {
  const unzipped = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  try {
    return await collect(unzipped, 0, reading);
  } catch (error) {
    reading.signal?.throwIfAborted();
    throw new Refused(
      error instanceof RangeError
        ? 'the data do not fit into the memory of this tab'
        : 'the gzip data are corrupt, truncated, or have several members',
    );
  }
}
