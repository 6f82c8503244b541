import { collect, type Reading } from './stream';
import { Unreadable } from './unreadable';
import { dataText } from './words';

/** Throws Unreadable, or the signal's reason. */
export async function gunzip(bytes: Uint8Array<ArrayBuffer>, reading: Reading = {}): Promise<Uint8Array<ArrayBuffer>> {
  const unzipped = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  try {
    return await collect(unzipped, 0, reading);
  } catch (error) {
    reading.signal?.throwIfAborted();
    throw error instanceof RangeError ? new Unreadable(dataText.errors.tooLarge) : new Unreadable(dataText.errors.gzip);
  }
}
