/** Reads a stream. */

export interface Reading {
  signal?: AbortSignal;
  /** share read, 0 … 1; null: unknown */
  progress?(fraction: number | null): void;
}

type Bytes = Uint8Array<ArrayBuffer>;

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
