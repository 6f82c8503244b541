/** LZ4 frames, whose blocks may refer to those before. */

const magic = 0x184d2204;
const shortestMatch = 4;

function fail(): never {
  throw new RangeError(); // the LZ4 data is corrupt
}

/** Unpacks a block behind the `at` bytes that are there. Returns where it ends. */
function unpackBlock(block: Uint8Array, out: Uint8Array, at: number): number {
  let read = 0;
  const next = () => block[read++] ?? fail();
  const lengthFrom = (nibble: number) => {
    let length = nibble;
    for (let byte = nibble === 15 ? 255 : 0; byte === 255; length += byte) byte = next();
    return length;
  };
  while (read < block.length) {
    const token = next();
    const literals = lengthFrom(token >> 4);
    if (literals > block.length - read) fail();
    out.set(block.subarray(read, read + literals), at);
    at += literals;
    read += literals;
    if (read === block.length) break;
    const distance = next() | (next() << 8);
    const end = at + lengthFrom(token & 15) + shortestMatch;
    if (distance === 0 || distance > at || end > out.length) fail();
    for (; at < end; ++at) out[at] = out[at - distance] ?? 0; // which may overlap
  }
  return at;
}

/** The `size` bytes that are in a frame. Throws RangeError where it is corrupt; checksums are not looked at. */
export function unpackFrame(frame: Uint8Array, size: number): Uint8Array {
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  const flags = frame[4] ?? 0;
  if (view.getUint32(0, true) !== magic || flags >> 6 !== 1) fail();
  const blockChecksum = flags & 0x10 ? 4 : 0;
  let read = 7 + (flags & 8 ? 8 : 0) + (flags & 1 ? 4 : 0); // the size and a dictionary
  let at = 0;
  const out = new Uint8Array(size);
  for (;;) {
    const word = view.getUint32(read, true);
    if (word === 0) break;
    const begin = read + 4;
    const end = begin + (word & 0x7fffffff);
    if (end > frame.length) fail();
    const block = frame.subarray(begin, end);
    if (word >>> 31 === 0) {
      at = unpackBlock(block, out, at);
    } else {
      out.set(block, at);
      at += block.length;
    }
    read = end + blockChecksum;
  }
  return at === size ? out : fail();
}
