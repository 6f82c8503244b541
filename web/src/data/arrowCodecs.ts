/** The decoders of compressed buffers in Arrow. Loaded on demand. */
import { decompressZstd } from 'hyparquet-compressors';
import type { Decode } from './arrow';
import { unpackFrame } from './lz4';

const unpackZstd: Decode = (packed, size) => {
  const unpacked = decompressZstd(packed);
  if (unpacked.length !== size) throw new RangeError(); // a buffer has another size
  return unpacked;
};

/** By the numbers that Arrow gives them. */
export const decoders: readonly Decode[] = [unpackFrame, unpackZstd];
