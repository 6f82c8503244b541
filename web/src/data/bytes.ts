/** Bytes: what they begin with, and reading them from streams. */
import { Refused } from '../engine/refused';

export type Bytes = Uint8Array<ArrayBuffer>;

/** The bytes as characters of Latin-1. */
export const characters = (bytes: Uint8Array, begin: number, end: number) =>
  String.fromCharCode(...bytes.subarray(begin, end));

export const newline = 10;

export function lineCount(bytes: Uint8Array): number {
  let lines = 0;
  for (let at = bytes.indexOf(newline); at >= 0; at = bytes.indexOf(newline, at + 1)) ++lines;
  return lines;
}

const beginsWith = (text: string) => (bytes: Uint8Array) => characters(bytes, 0, text.length) === text;

/** The checksum with which TFRecords begin: CRC-32C, masked. */
function maskedChecksum(bytes: Uint8Array): number {
  let crc = -1;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; ++bit) crc = (crc >>> 1) ^ (crc & 1 && 0x82f63b78);
  }
  return (((~crc >>> 15) | (~crc << 17)) + 0xa282ead8) >>> 0;
}

/** Whether TFRecords begin here: a length of eight bytes and its checksum. Their first bytes may be those of any format. */
export function isRecords(bytes: Uint8Array): boolean {
  const [length, checksum] = [bytes.slice(0, 8), bytes.slice(8, 12)];
  return checksum.length === 4 && new DataView(checksum.buffer).getUint32(0, true) === maskedChecksum(length);
}

const isGzip = beginsWith('\x1f\x8b');
export const isZip = beginsWith('PK');
export const isNpy = beginsWith('\x93NUMPY');
export const isParquet = beginsWith('PAR1');
export const isArrowFile = beginsWith('ARROW1');
const isArrowStream = beginsWith('\xff\xff\xff\xff');

/** Arrow's stream before version 0.15: the size of a message, at an end that is a multiple of 8, and where its table is. */
function isOldArrow(bytes: Uint8Array): boolean {
  if (bytes.length < 8) return false;
  const numbers = new DataView(bytes.buffer, bytes.byteOffset);
  const [size, table] = [numbers.getUint32(0, true), numbers.getUint32(4, true)];
  return size % 8 === 4 && size < 1 << 24 && table >= 4 && table < size && table % 2 === 0;
}

export function isArrow(bytes: Uint8Array): boolean {
  return isArrowFile(bytes) || isArrowStream(bytes) || (isOldArrow(bytes) && !isRecords(bytes));
}

export interface Reading {
  signal?: AbortSignal;
  /** share read, 0 … 1; null: unknown */
  progress?(fraction: number | null): void;
}

const tooLarge = () => new Refused('the data does not fit into the memory of this tab');

/** Pieces as one. Rejects with Refused where it is too large: browsers say then that it cannot be read. */
export async function joined(pieces: BlobPart[]): Promise<Bytes> {
  const whole = new Blob(pieces).arrayBuffer().catch(() => {
    throw tooLarge();
  });
  return new Uint8Array(await whole);
}

/**
 * `total`: expected length in bytes; 0: unknown. Rejects with the reason of the signal, RangeError beyond `longest`, or
 * Refused where it is too large.
 */
export async function collect(
  stream: ReadableStream<Bytes>,
  total: number,
  reading: Reading = {},
  longest = Infinity,
): Promise<Bytes> {
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
      if (length > longest) throw new RangeError();
      reading.progress?.(total > 0 ? Math.min(length / total, 1) : null);
    }
  } catch (error) {
    reader.cancel().catch(() => {});
    throw error;
  }
  return joined(pieces);
}

/** What bytes are compressed as; null: not at all. */
function compressionOf(bytes: Uint8Array): 'gzip' | 'deflate' | null {
  if (isRecords(bytes)) return null;
  if (isGzip(bytes)) return 'gzip';
  return ['\x78\x01', '\x78\x9c', '\x78\xda'].includes(characters(bytes, 0, 2)) ? 'deflate' : null; // no UTF-8
}

/** Without its compression. Fails where the data are corrupt, truncated, or followed by others. */
export const unpacked = (bytes: Bytes, compression: CompressionFormat) =>
  new Blob([bytes]).stream().pipeThrough(new DecompressionStream(compression));

/** The bytes without compression; those of a ZIP archive as an archive without it. Throws Refused, or the signal's reason. */
export async function decompress(bytes: Bytes, reading: Reading = {}): Promise<Bytes> {
  const compression = compressionOf(bytes);
  const called = compression === null ? 'ZIP' : compression === 'gzip' ? 'gzip' : 'zlib';
  const refuse = (error: unknown): never => {
    reading.signal?.throwIfAborted();
    if (error instanceof Refused) throw error;
    throw error instanceof RangeError ? tooLarge() : new Refused(`the ${called} data is corrupt or truncated`);
  };
  if (compression === null) {
    if (!isZip(bytes) || isRecords(bytes)) return bytes;
    const { storedArchive } = await import('./unzip');
    return storedArchive(bytes, reading).catch(refuse);
  }
  return collect(unpacked(bytes, compression), 0, reading).catch(async (error) => {
    const isTooLarge = error instanceof RangeError || error instanceof Refused;
    if (compression !== 'gzip' || isTooLarge || reading.signal?.aborted) return refuse(error);
    const { gunzipMembers } = await import('./gunzip'); // the stream refuses what follows the first member
    return gunzipMembers(bytes, reading).catch(refuse);
  });
}
