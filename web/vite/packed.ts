/**
 * Bytes inside a script: packed by LZMA, which makes them a fifth smaller than gzip does, in base64. The decoder is taken
 * from inside its package: what the package exports brings the encoder along.
 */
import { compress } from 'lzma1';
import { path } from './paths.ts';

const lzma = path('node_modules/lzma1/lib');

/** A module that exports `unpack`, which gives the bytes. */
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
