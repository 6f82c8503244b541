/**
 * Binary data in a script: LZMA, a fifth smaller than gzip, as base64. The decoder is imported by path, since the package's
 * entry point includes the encoder.
 */
import { compress } from 'lzma1';
import { path } from './paths.ts';

const lzma = path('node_modules/lzma1/lib');

/** A module that exports `unpack`, which returns the bytes. */
export function packedModule(bytes: Buffer): string {
  return `
    import { Decoder } from ${JSON.stringify(`${lzma}/decoder.js`)};
    import { InputBuffer, OutputBuffer } from ${JSON.stringify(`${lzma}/streams.js`)};
    export function unpack() {
      const packed = Uint8Array.from(atob("${Buffer.from(compress(bytes, 9)).toString('base64')}"), (letter) => letter.charCodeAt(0));
      const bytes = new OutputBuffer(${bytes.length});
      new Decoder().decompress(new InputBuffer(packed), bytes);
      return bytes.toArray();
    }`;
}
