/** Bytes from streams, and why they cannot be had. */
import type { Result } from 'tuplepack';
import { errorResult } from '../store/errorResult';
import { dataText } from './words';

/** Its message says why data cannot be had. */
export class Unreadable extends Error {}

/** What `read` gives, or why it cannot; any other exception, such as the end asked for by a signal, passes. */
export async function readOrRefuse<T>(read: () => Promise<T>): Promise<Result<T>> {
  try {
    return { value: await read() };
  } catch (error) {
    if (error instanceof Unreadable) return errorResult('unsupported', error.message);
    throw error;
  }
}

export interface Reading {
  signal?: AbortSignal;
  /** share read, 0 … 1; null: unknown */
  progress?(fraction: number | null): void;
}

export type Bytes = Uint8Array<ArrayBuffer>;

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

/** Throws Unreadable, or the signal's reason. */
export async function gunzip(bytes: Bytes, reading: Reading = {}): Promise<Bytes> {
  const unzipped = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  try {
    return await collect(unzipped, 0, reading);
  } catch (error) {
    reading.signal?.throwIfAborted();
    throw error instanceof RangeError ? new Unreadable(dataText.errors.tooLarge) : new Unreadable(dataText.errors.gzip);
  }
}
