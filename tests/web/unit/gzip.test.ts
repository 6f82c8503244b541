import { gunzipSync, gzipSync, inflateRawSync } from 'node:zlib';
import { expect, onTestFinished, test, vi } from 'vitest';
import { decompress } from '../../../web/src/data/bytes';
import { resultOf } from '../../../web/src/engine/refused';

const encode = (text: string) => new TextEncoder().encode(text);
const text = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes);

/** As browsers have it, which refuse what follows the first member; Node does not. Headers are 10 bytes long here. */
class StrictDecompression extends TransformStream<Uint8Array, Uint8Array> {
  constructor() {
    const pieces: Uint8Array[] = [];
    super({
      transform: (piece) => void pieces.push(piece),
      flush: (control) => {
        const all = Buffer.concat(pieces);
        const content = gunzipSync(all);
        const { engine } = inflateRawSync(all.subarray(10), { info: true }) as unknown as {
          engine: { bytesWritten: number };
        };
        if (10 + engine.bytesWritten + 8 !== all.length) throw new TypeError('junk after the end');
        control.enqueue(content);
      },
    });
  }
}

test('all members of gzip data are read, and their checksums', async () => {
  vi.stubGlobal('DecompressionStream', StrictDecompression);
  onTestFinished(() => void vi.unstubAllGlobals());
  const rows = (member: number) =>
    Array.from({ length: member % 7 === 0 ? 0 : 5 * member }, (_, row) => `${(row * 7919 + member) % 10_007}\n`);
  const members = Array.from({ length: 300 }, (_, member) => gzipSync(rows(member).join('')));
  const read = (bytes: Uint8Array, signal?: AbortSignal) =>
    resultOf(decompress(new Uint8Array(bytes), signal ? { signal } : {}));
  const zipped = Buffer.concat(members);
  expect(zipped.length).toBeGreaterThan(1 << 16); // members begin in and across the slices that are looked at
  expect(text((await read(zipped)).value)).toBe(gunzipSync(zipped).toString());
  const wrong = 'the gzip data is corrupt or truncated';
  const last = members[299]?.length ?? 0;
  for (const length of [zipped.length - 1, zipped.length - last + 3, zipped.length - last + 12]) {
    expect((await read(zipped.subarray(0, length))).error?.message, `${length} bytes`).toBe(wrong);
  }
  for (const at of [zipped.length - 8, zipped.length - last - 1]) {
    const damaged = Buffer.from(zipped);
    damaged[at] = 255 - (damaged[at] ?? 0); // of a checksum, of a length
    expect((await read(damaged)).error?.message, `byte ${at}`).toBe(wrong);
  }
  expect((await read(Buffer.concat([zipped, encode('rest')]))).error?.message).toBe(wrong);
  await expect(read(zipped, AbortSignal.abort())).rejects.toThrow(/abort/i);
});
